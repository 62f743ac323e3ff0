from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.store import vocabulary

if TYPE_CHECKING:
    from tests.house import House


def words(house: House) -> dict[str, int]:
    with house.database.reading() as db:
        listed = list(vocabulary.words(db))
    assert listed == sorted(listed)
    return dict(listed)


def test_words_are_those_of_the_notes_and_no_stems(house: House) -> None:
    house.write("a.md", "---\ntags: [Pottery]\naliases: [Clay]\n---\n# Kiln\n\nRunning hot.")
    house.write("b.md", "# Running\n\nNothing is running late.")
    house.scan()
    found = words(house)
    assert {"pottery", "clay", "kiln", "running"} <= found.keys()
    assert "run" not in found
    assert (found["kiln"], found["running"]) == (1, 2)


def test_digits_addresses_and_scripts_without_spaces_are_left_out(house: House) -> None:
    house.write("a.md", f"# Žába\n\nINV2041 x {'a' * 33} {'b' * 32} 東京 한국어 жаба")
    house.scan()
    assert set(words(house)) == {"zaba", "b" * 32, "жаба"}


def test_no_note_has_no_words(house: House) -> None:
    assert words(house) == {}


def test_the_last_word_may_be_of_a_script_without_spaces(house: House) -> None:
    house.write("a.md", "only latin")
    house.scan()
    assert words(house) == {"latin": 1, "only": 1}

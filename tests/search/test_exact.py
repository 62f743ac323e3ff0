from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultbrain.search import exact, query
from vaultbrain.search.results import Request
from vaultbrain.store import chunks
from vaultbrain.store.chunks import Selection

if TYPE_CHECKING:
    from tests.house import House


@pytest.fixture
def stocked(house: House) -> House:
    for n in range(120):
        house.write(f"pumps/Pump {n}.md", f"# Pump {n}\n\nThe pump {n} of INV-{n} was serviced.\n")
    house.write("Pump.md", "Bread and more bread. " * 100)
    house.write("zzz.md", "---\naliases: [Kotel 3]\n---\n# Zzz\n\nTulips by the fence.\n")
    house.write("api.md", "# api\n\nwhat pump() returns, and foxes\n")
    house.scan()
    house.embed()
    return house


def first(house: House, text: str, **how: object) -> str:
    request = Request(text, **how)  # type: ignore[arg-type]
    return house.search.find(request).ranked[0].passage.path


@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
def test_the_note_of_that_name_is_first(stocked: House, mode: str) -> None:
    for text in ("pump", "Pump?", '"Púmp"'):
        assert first(stocked, text, mode=mode) == "Pump.md"
    assert first(stocked, "kotel 3", mode=mode) == "zzz.md"
    assert first(stocked, "Pump 77", mode=mode) == "pumps/Pump 77.md"


def test_a_name_with_other_punctuation_is_another_name(stocked: House) -> None:
    assert first(stocked, "pump()", mode="lexical") != "Pump.md"


def test_an_identifier_is_first_and_scores_fall(stocked: House) -> None:
    results = stocked.search.find(Request("what of INV-77 here", limit=50))
    assert results.ranked[0].passage.path == "pumps/Pump 77.md"
    scores = [at.fused.score for at in results.ranked]
    assert scores == sorted(scores, reverse=True)
    assert 0 <= scores[-1] <= scores[0] <= 1


def test_the_only_word_is_found_by_its_stem_before_all_else(stocked: House) -> None:
    assert first(stocked, "fox") == "api.md"


def test_filters_hold_for_names_too(stocked: House) -> None:
    assert first(stocked, "pump", where=Selection(paths=("pumps/",))) != "Pump.md"


def test_what_is_searched_by_meaning_alone_knows_no_names(stocked: House) -> None:
    results = stocked.search.find(Request("pump", mode="semantic"))
    assert all(at.fused.lexical == 0 for at in results.ranked)


def test_a_long_question_is_no_name(stocked: House) -> None:
    assert first(stocked, "pump " * 20, mode="lexical") != "Pump.md"


def test_a_name_is_looked_for_among_the_notes_that_pass_alone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "_MOST_NAMED", 1)
    for folder in ("a", "b", "c"):
        house.write(f"{folder}/Pump.md", f"Bread of {folder}.\n")
    house.scan()
    for folder in ("a", "b", "c"):
        assert first(house, "pump", where=Selection(paths=(f"{folder}/",))) == f"{folder}/Pump.md"
        with house.database.reading() as db:
            notes = chunks.select_notes(db, Selection(paths=(f"{folder}/",)))
            assert len(exact.named(db, query.read(db, "pump"), notes).notes) == 1


def test_the_section_of_that_heading_comes_before_all_that_speaks_of_it(house: House) -> None:
    for n in range(120):
        house.write(f"{n}.md", "A template here, a template there.\n")
    house.write("spec.md", "# Spec\n\n" + "Bread. " * 900 + "\n\n## `<template>`\n\nIt wraps.\n")
    house.scan()
    results = house.search.find(Request("<template>", mode="lexical", limit=200))
    assert results.ranked[0].passage.path == "spec.md"
    assert "## `<template>`" in results.ranked[0].passage.text
    assert results.legs.protected[results.ranked[0].passage.chunk_id] == "heading"
    scores = [at.fused.score for at in results.ranked]
    assert scores == sorted(scores, reverse=True)
    assert first(house, "<template>?", mode="lexical") == "spec.md"
    quoted = house.search.find(Request('"template" it wraps', mode="lexical"))
    assert quoted.ranked


def test_a_heading_that_many_sections_have_names_none(house: House) -> None:
    for n in range(60):
        house.write(f"{n}.md", f"# Note {n}\n\n## Usage\n\nBread {n}.\n")
    house.write("usage.md", "Usage, usage and usage: " * 3)
    house.scan()
    with house.database.reading() as db:
        assert exact.named(db, query.read(db, "usage")).sections == ()
        notes = chunks.select_notes(db, Selection(paths=("7.md",)))
        assert len(exact.named(db, query.read(db, "Usage!"), notes).sections) == 1


def test_the_note_of_that_name_is_found_among_more_than_are_looked_at(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "_MOST_NAMED", 3)
    for n in range(9):
        house.write(f"Meeting {n}.md", "Meeting, meeting.")
    house.scan()
    house.write("Meeting.md", "Bread and more bread. " * 50)
    house.scan()
    assert first(house, "meeting", mode="lexical") == "Meeting.md"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("how do I set up the 2nd monitor", ()),
        ("at 10:30 on 2024-05-17 and 17.5.2024", ()),
        ("print 3D on A4", ()),
        ("what of INV-2041 and (v1.2)?", ("INV-2041",)),
        ("is K9999 a sha256, mp3 or es2015", ("K9999",)),
        ("1935年のABC-123は", ()),
        ("it was in 2019, for 1500 CZK", ()),
    ],
)
def test_what_names_one_thing_alone(stocked: House, text: str, meant: tuple[str, ...]) -> None:
    with stocked.database.reading() as db:
        assert query.codes(query.read(db, text)) == meant


def test_a_code_is_held_however_it_is_joined() -> None:
    for text in ("(INV-2041)", "inv 2041", "INV2041.", "x INV_2041 y"):
        assert query.holds_code(text, "INV-2041")
    for text in ("INV-20411", "XINV-2041", "INV-204", "2041"):
        assert not query.holds_code(text, "INV-2041")

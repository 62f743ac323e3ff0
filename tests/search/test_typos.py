from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from vaultbrain.errors import StoreError
from vaultbrain.search import typos
from vaultbrain.search.typos import Vocabulary
from vaultbrain.store import lexical

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.house import House
    from vaultbrain.search.typos import Near
    from vaultbrain.store.database import Connection

COMMON = "the harvest of component reactivity in depth and teleport registration"
NAMES = ("Emit", "Edit", "Quill", "Shared", "Global", "Parking", "Dataview", "Zebra", "Defer")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def stocked(house: House) -> House:
    for number in range(6):
        house.write(f"n{number}.md", f"Filler: {COMMON} view data")
    for name in NAMES:
        house.write(f"{name}.md", f"# {name}\n\nAbout {name}.")
    house.write("part.md", "# Spare part-150\n\nIt fits part-150.")
    house.write(
        "code.md", "# Codes\n\nINV2041 is paid, the harvets was poor. 東京で会議があります。"
    )
    house.scan()
    return house


@pytest.fixture
def vocabulary(stocked: House) -> Vocabulary:
    return Vocabulary(stocked.database.inspecting)


def near(house: House, vocabulary: Vocabulary, text: str) -> dict[str, tuple[Near, ...]]:
    words = text.split()
    with house.database.reading() as db:
        held = lexical.frequencies(db, words, stems=False)
        return vocabulary.near(db, {word: held.get(word, 0) for word in words})


def meant(house: House, vocabulary: Vocabulary, text: str) -> dict[str, list[str]]:
    found = near(house, vocabulary, text)
    return {word: [at.word for at in meant] for word, meant in found.items()}


def test_a_mistyped_word_is_one_of_the_vault(stocked: House, vocabulary: Vocabulary) -> None:
    mistyped = {
        "global": "globl glboal globall glabal lgobal lobal",
        "reactivity": "reactivtiyy",
        "registration": "regstraton",
        "edit": "eit",
        "emit": "emi",
    }
    for word, every in mistyped.items():
        for typed in every.split():
            found = near(stocked, vocabulary, typed)[typed]
            assert word in [at.word for at in found]
            assert all(0 < at.similarity < 1 and at.documents > 0 for at in found)


def test_what_is_like_nothing_stays_as_it_is(stocked: House, vocabulary: Vocabulary) -> None:
    for typed in ("gl", "glbl", "gxxbal", "xyz", "ofand", "qwertzuiop", "x" * 40, ""):
        with stocked.database.reading() as db:
            assert vocabulary.near(db, {typed: 0}) == {}


def test_a_code_is_never_another_code(stocked: House, vocabulary: Vocabulary) -> None:
    for code in ("part151", "inv2042", "inv204", "151", "p150", "x12y", "qqq151"):
        digits = "".join(filter(str.isdecimal, code))
        found = near(stocked, vocabulary, code).get(code, ())
        assert all(at.word.split()[1] == digits for at in found)


def test_a_number_is_taken_off_a_word(stocked: House, vocabulary: Vocabulary) -> None:
    for typed in ("part150", "partx150"):
        assert meant(stocked, vocabulary, typed) == {typed: ["part 150"]}
    for typed in ("150part", "150xpart"):
        assert meant(stocked, vocabulary, typed) == {typed: ["150 part"]}
    assert meant(stocked, vocabulary, "inv2041") == {}
    assert meant(stocked, vocabulary, "inv 2041")["inv"][0] == "inv2041"


def test_words_run_together_are_taken_apart(stocked: House, vocabulary: Vocabulary) -> None:
    for typed, words in {
        "reactivityin": "reactivity in",
        "globalregistration": "global registration",
        "globalxregistration": "global registration",
    }.items():
        assert meant(stocked, vocabulary, typed)[typed][0] == words
    # "it" is rarer here than "registration", so nobody ran them together.
    assert "registration it" not in meant(stocked, vocabulary, "registrationit")["registrationit"]


def test_words_torn_apart_are_put_together(stocked: House, vocabulary: Vocabulary) -> None:
    for text in ("data view", "regis tration"):
        first, second = text.split()
        found = meant(stocked, vocabulary, text)
        assert first + second in found[first]
        assert first + second in found[second]
    assert meant(stocked, vocabulary, "the harvest of") == {}


def test_a_short_common_word_is_not_joined_to_the_next(house: House) -> None:
    for number in range(3):
        house.write(f"{number}.md", "in the wind, incompressible")
    house.write("a.md", "compressible")
    house.scan()
    vocabulary = Vocabulary(house.database.inspecting)
    assert meant(house, vocabulary, "in compressible") == {}
    # Not where the rest is no word of its own.
    assert "incompressible" in meant(house, vocabulary, "incom pressible")["incom"]


def test_a_word_of_two_common_ones_is_not_far_rarer(house: House) -> None:
    for number in range(11):
        house.write(f"{number}.md", "the done date")
    house.write("a.md", "doneDate")
    house.scan()
    vocabulary = Vocabulary(house.database.inspecting)
    assert meant(house, vocabulary, "done date") == {}


def test_a_rare_word_may_be_mistyped_in_the_vault(house: House) -> None:
    for number in range(60):
        house.write(f"{number}.md", "harvest")
    house.write("a.md", "harvets zebras")
    house.write("b.md", "zebra")
    house.scan()
    vocabulary = Vocabulary(house.database.inspecting)
    assert meant(house, vocabulary, "harvets") == {"harvets": ["harvest"]}
    assert meant(house, vocabulary, "zebras") == {}


def test_a_word_of_which_only_the_stem_is_held_may_be_a_commoner_one(
    stocked: House, vocabulary: Vocabulary
) -> None:
    with stocked.database.reading() as db:
        near = vocabulary.near(db, {"registratoins": 2, "zebraz": 2})
    assert [at.word for at in near["registratoins"]] == ["registration"]
    assert "zebraz" not in near


def test_likelier_mistakes_come_first(house: House) -> None:
    house.write("a.md", "planet plants plane clans")
    house.write("b.md", "plank")
    house.scan()
    vocabulary = Vocabulary(house.database.inspecting)
    assert meant(house, vocabulary, "plan")["plan"][:2] == ["plane", "plank"]
    assert meant(house, vocabulary, "plnae")["plnae"] == ["plane"]
    assert meant(house, vocabulary, "pplane")["pplane"] == ["plane"]


def test_the_commoner_of_two_comes_first(house: House) -> None:
    for number in range(3):
        house.write(f"{number}.md", "barns")
    house.write("a.md", "bards")
    house.scan()
    found = near(house, Vocabulary(house.database.inspecting), "barxs")["barxs"]
    assert [(at.word, at.documents) for at in found] == [("barns", 3), ("bards", 1)]


def test_at_most_three_are_meant(house: House) -> None:
    house.write("a.md", "cart dart mart part tart wart")
    house.scan()
    assert len(meant(house, Vocabulary(house.database.inspecting), "zart")["zart"]) == 3


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    word=st.sampled_from(sorted({*COMMON.split(), *map(str.lower, NAMES)} - {"the", "of", "and"})),
    place=st.integers(0, 20),
    letter=st.sampled_from(LETTERS),
    kind=st.sampled_from(["lost", "added", "changed", "swapped"]),
)
def test_one_edit_leads_back_to_the_word_or_to_one_as_near(
    stocked: House, vocabulary: Vocabulary, word: str, place: int, letter: str, kind: str
) -> None:
    at = place % len(word)
    before, here, behind = word[:at], word[at], word[at + 1 :]
    typed = {
        "lost": before + behind,
        "added": before + letter + here + behind,
        "changed": before + letter + behind,
        "swapped": before + behind[:1] + here + behind[1:],
    }[kind]
    with stocked.database.reading() as db:
        is_held = typed in lexical.frequencies(db, [typed], stems=False)
    if len(typed) < 4 or is_held:
        return
    found = meant(stocked, vocabulary, typed)[typed]
    assert word in found or all(OSA.distance(typed, other) == 1 for other in found)


def test_no_more_words_are_looked_for_than_there_is_time_for(
    stocked: House, vocabulary: Vocabulary
) -> None:
    many = [f"globl{letter}x" for letter in LETTERS[:12]] + ["glboal"]
    assert "glboal" not in meant(stocked, vocabulary, " ".join(many))


def test_known_words_do_not_need_the_vocabulary(stocked: House) -> None:
    vocabulary = Vocabulary(stocked.database.inspecting)
    assert meant(stocked, vocabulary, "the harvest") == {}
    assert vocabulary._snapshot is None


def test_a_small_vault_is_read_anew_after_each_change(
    stocked: House, vocabulary: Vocabulary
) -> None:
    assert meant(stocked, vocabulary, "xylophne") == {}
    stocked.write("new.md", "xylophone")
    stocked.scan()
    assert meant(stocked, vocabulary, "xylophne") == {"xylophne": ["xylophone"]}


def test_words_given_back_are_read_again(stocked: House, vocabulary: Vocabulary) -> None:
    before = meant(stocked, vocabulary, "glboal")
    vocabulary.release()
    assert vocabulary._snapshot is None
    assert meant(stocked, vocabulary, "glboal") == before


class Slow:
    """A vault whose words take long to read: in the background, when it is let."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house, self.may_read, self.reads = house, threading.Event(), 0
        monkeypatch.setattr(typos, "_AT_ONCE_SECONDS", 0.0)
        monkeypatch.setattr(typos, "_PAUSES", 0)
        self.vocabulary = Vocabulary(self.inspecting)

    @contextlib.contextmanager
    def inspecting(self) -> Iterator[Connection]:
        self.may_read.wait(10)
        self.reads += 1
        with self.house.database.inspecting() as db:
            yield db

    def add(self, word: str) -> None:
        self.house.write(f"{word}.md", word)
        self.house.scan()

    def meant(self, word: str) -> Mapping[str, list[str]]:
        return meant(self.house, self.vocabulary, word)

    def wait(self) -> None:
        self.may_read.set()
        assert self.vocabulary._refreshing is not None
        self.vocabulary._refreshing.join(10)


def test_a_large_vault_is_read_in_the_background_after_a_change(
    stocked: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(stocked, monkeypatch)
    assert slow.meant("glboal") == {"glboal": ["global"]}
    slow.add("xylophone")
    for _ in range(3):
        assert slow.meant("xylophne") == {}
    slow.wait()
    assert slow.meant("xylophne") == {"xylophne": ["xylophone"]}
    assert slow.reads == 1


def test_it_is_not_read_again_too_soon(stocked: House, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(stocked, monkeypatch)
    monkeypatch.setattr(typos, "_PAUSES", 1e9)
    slow.meant("glboal")
    slow.add("xylophone")
    assert slow.meant("xylophne") == {}
    assert slow.vocabulary._refreshing is None


def test_stopping_meanwhile_is_no_fault(stocked: House, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(stocked, monkeypatch)
    slow.meant("glboal")
    slow.add("xylophone")
    slow.meant("xylophne")
    stocked.close()
    slow.wait()
    with pytest.raises(StoreError), stocked.database.inspecting():
        pass
    assert slow.reads == 1


def test_several_searches_at_once_read_the_words_once(
    stocked: House, vocabulary: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []
    real = typos._read

    def counted(db: Connection) -> typos._Snapshot:
        reads.append(1)
        return real(db)

    monkeypatch.setattr(typos, "_read", counted)
    answers: list[dict[str, list[str]]] = []
    threads = [
        threading.Thread(target=lambda: answers.append(meant(stocked, vocabulary, "glboal")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert answers == [{"glboal": ["global"]}] * 4
    assert len(reads) == 1

# ruff: noqa: RUF001 - some notes are in Russian
from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Literal

import pytest

from vaultbrain.search.language import read
from vaultbrain.search.results import Request
from vaultbrain.store import lexical
from vaultbrain.store.chunks import Selection

if TYPE_CHECKING:
    from tests.house import House
    from vaultbrain.search.results import Mode, Results

MODES: tuple[Mode, ...] = ("hybrid", "lexical", "semantic")


@pytest.fixture
def stocked(house: House) -> House:
    house.write("a/pump.md", "# Pump\n\nThe heat pump offer of the Café. #home/heating")
    house.write("a/heat.md", "# Warm\n\nHeat the pump, then running water. #home")
    house.write("old/draft.md", "# Draft\n\nA heat pump, perhaps a cafe. #work")
    house.write("2024-05-17.md", "# Day\n\nA day of running pumps.")
    house.write("dated.md", "---\ndate: 2023-01-31\naliases: [Zürich plan]\n---\n# Trip\n\nTrains.")
    house.write("jp.md", "# 議事\n\n東京の国会議事堂に犬がいる。私の猫。")
    house.write("jp2.md", "# 会議\n\n議事堂の国会。猫は寝る。2024年の予算")
    house.scan()
    house.embed()
    return house


def find(
    house: House, text: str, mode: Mode = "lexical", where: Selection | None = None
) -> Results:
    request = Request(text, mode=mode, limit=50, where=where or Selection())
    return house.search.find(request)


def paths(results: Results) -> list[str]:
    return sorted(at.passage.path for at in results.ranked)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('"heat pump"', ["a/pump.md", "old/draft.md"]),
        ('"heat pump" "CAFÉ"', ["a/pump.md", "old/draft.md"]),
        ('"heat pump" offer -draft', ["a/pump.md"]),
        ('"heat pump" -"pump offer"', ["old/draft.md"]),
        ('"running"', ["2024-05-17.md", "a/heat.md"]),
        ('"zurich plan"', ["dated.md"]),
        ('pump tag:home -"heat pump"', ["a/heat.md"]),
        ('"pump" path:a/ path:old/ -tag:work', ["a/heat.md", "a/pump.md"]),
        ('"国会議事堂"', ["jp.md"]),
        ("「議事堂」", ["jp.md", "jp2.md"]),
        ("「猫」", ["jp.md", "jp2.md"]),
        ('"2024年の予算"', ["jp2.md"]),
        ('"会議"', ["jp.md", "jp2.md"]),
        ("「議事堂」 -犬", ["jp2.md"]),
        ('"plan" after:2023 before:2023-02', ["dated.md"]),
        ('"day" after:17.5.2024 before:2024-05-18', ["2024-05-17.md"]),
    ],
)
def test_both_legs_are_narrowed_alike(
    stocked: House, mode: Mode, query: str, expected: list[str]
) -> None:
    assert paths(find(stocked, query, mode)) == expected


@pytest.mark.parametrize("mode", MODES)
def test_the_passage_shown_holds_a_phrase_and_the_note_all(house: House, mode: Mode) -> None:
    part = "\n\n".join(f"Filler {n} with more words than one needs. " * 8 for n in range(9))
    house.write("a.md", f"# A\n\n{part}\n\n## B\n\nA blue door.\n\n{part}\n\n## C\n\nA red roof.\n")
    house.write("b.md", "# B\n\nA blue door and no more.")
    house.scan()
    house.embed()
    assert len(house.texts("a.md")) > 2
    (found,) = find(house, '"blue door" filler words "red roof"', mode).ranked
    assert found.passage.path == "a.md"
    assert "blue door" in found.passage.text or "red roof" in found.passage.text


def test_what_was_excluded_drops_the_whole_note(house: House) -> None:
    part = "\n\n".join(f"Filler {n} with more words than one needs. " * 8 for n in range(9))
    house.write("a.md", f"# A\n\nThe zebra.\n\n{part}\n\n## B\n\nThe lion.\n")
    house.write("b.md", "# B\n\nThe zebra.")
    house.scan()
    house.embed()
    assert len(house.texts("a.md")) > 1
    assert paths(find(house, "zebra -lion", "hybrid")) == ["b.md"]


@pytest.mark.parametrize(
    ("query", "notice"),
    [
        ("pump tag:nowhere", "No note passes the filters."),
        ("pump tag:work -draft", "Every note that is left holds what you excluded."),
        ('tag:work -draft -"x y"', "Every note that is left holds what you"),
    ],
)
def test_what_leaves_nothing_is_told(stocked: House, query: str, notice: str) -> None:
    for mode in MODES:
        results = find(stocked, query, mode)
        assert results.ranked == ()
        assert results.notice.startswith(notice)


@pytest.mark.parametrize(
    ("query", "notice", "first"),
    [
        (
            '"offer pump" of heat',
            "No note holds the quoted words as written, so the words were looked for one by one.",
            "a/pump.md",
        ),
        ('"heat pump" "zebra"', "No note holds all 2 quoted phrases as written", "a/pump.md"),
        (
            '"pumping" tag:home',
            "No note that passes the filters holds the quoted words",
            "a/heat.md",
        ),
    ],
)
def test_a_phrase_that_no_note_holds_is_told_and_its_words_are_looked_for(
    stocked: House, query: str, notice: str, first: str
) -> None:
    results = find(stocked, query)
    assert results.notice.startswith(notice)
    assert first in paths(results)
    assert results.narrowed.phrase == ""
    if "tag:" in query:
        assert paths(results) == ["a/heat.md", "a/pump.md"]


def test_filters_beside_the_query_narrow_those_in_it(stocked: House) -> None:
    assert paths(find(stocked, "pump path:a/", where=Selection(tags=("work",)))) == []
    found = find(stocked, "pump path:a/", where=Selection(tags=("home",)))
    assert paths(found) == ["a/heat.md", "a/pump.md"]
    assert found.narrowed.filtered == 2


def test_a_name_counts_among_the_notes_allowed(stocked: House) -> None:
    assert find(stocked, "pump", "hybrid").ranked[0].passage.path == "a/pump.md"
    assert "a/pump.md" not in paths(find(stocked, "pump -home", "hybrid"))
    assert paths(find(stocked, 'pump "offer"')) == ["a/pump.md"]


def test_filters_alone_list_the_newest(stocked: House) -> None:
    results = find(stocked, "before:2024-06 -draft", "hybrid")
    assert [at.passage.path for at in results.ranked] == ["2024-05-17.md", "dated.md"]
    assert (results.notice, results.meaning, results.coverage) == ("", None, 0.0)
    (first, _) = stocked.search.hits(results)
    assert (first.title, first.score) == ("Day", 0.0)
    (stocked.root / "dated.md").unlink()
    assert paths(find(stocked, "before:2024-06")) == ["2024-05-17.md"]


def test_a_phrase_of_signs_alone_is_no_expression(stocked: House) -> None:
    with stocked.database.reading() as db:
        assert lexical.exactly(db, "?! -") == ""
    assert read('"?!"').phrases == ()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('"Łódź"', ["pl.md"]),
        ('"lodz"', ["pl.md"]),
        ('spotkanie "Łódź"', ["pl.md"]),
        ('"Hauptstraße"', ["de.md"]),
        ('"Büro Hauptstrasse"', ["de.md"]),
        ('"øl"', ["dk.md"]),
        ('"iphone"', ["cn.md"]),
        ('"file system"', ["lig.md"]),
        ('"бег"', ["ru.md"]),
        ("note -Łódź -Hauptstraße -øl -бега", ["cn.md", "lig.md", "ru.md"]),
        ('note -iphone -"file system" -бег', ["de.md", "dk.md", "pl.md", "ru2.md"]),
        ('note -file -"Đà Nẵng"', ["cn.md", "de.md", "dk.md", "pl.md", "ru.md", "ru2.md"]),
    ],
)
def test_words_that_the_tokenizer_splits_otherwise_are_found_as_written(
    house: House, mode: Mode, query: str, expected: list[str]
) -> None:
    for path, text in {
        "pl.md": "note: spotkanie Łódź",
        "de.md": "note: Büro Hauptstraße",
        "dk.md": "note: smørrebrød og øl",
        "cn.md": "note: 我的iPhone手机坏了",
        "lig.md": "note: the \ufb01le system was tested in Đà Nẵng",
        "ru.md": "note: бег",
        "ru2.md": "note: бега бегать",
    }.items():
        house.write(path, text)
    house.scan()
    house.embed()
    if query.startswith("note -iphone"):
        query += ' -"nothing"'
    assert paths(find(house, query, mode)) == expected


def test_a_path_is_found_in_both_forms_of_unicode(house: House) -> None:
    forms: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
    for form in forms:
        house.write(unicodedata.normalize(form, f"caf\u00e9 {form}.md"), "zebra")
    house.scan()
    for form in forms:
        name = unicodedata.normalize(form, "path:caf\u00e9*")
        assert len(paths(find(house, f"zebra {name}"))) == 2

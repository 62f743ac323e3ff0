from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultbrain.search.service import Request

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
    assert first(stocked, "pump", path="pumps/") != "Pump.md"


def test_what_is_searched_by_meaning_alone_knows_no_names(stocked: House) -> None:
    results = stocked.search.find(Request("pump", mode="semantic"))
    assert all(at.fused.lexical == 0 for at in results.ranked)


def test_a_long_question_is_no_name(stocked: House) -> None:
    assert first(stocked, "pump " * 20, mode="lexical") != "Pump.md"

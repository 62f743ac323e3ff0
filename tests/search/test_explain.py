from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultbrain.search import explain
from vaultbrain.search.results import Request
from vaultbrain.store.chunks import EVERY_NOTE, Selection

if TYPE_CHECKING:
    from tests.house import House
    from vaultbrain.protocol.explanation import Explanation


@pytest.fixture
def stocked(house: House) -> House:
    house.write("pump.md", "# Pump\n\nThe pumps of INV-77. #home")
    house.write("other.md", "# Other\n\nThe pump of another. #home")
    house.write("third.md", "# Third\n\nNothing of that kind.")
    house.scan()
    house.embed()
    return house


def explained(house: House, text: str, where: Selection = EVERY_NOTE) -> Explanation:
    results = house.search.find(Request(text, where=where))
    with house.database.reading() as db:
        return explain.explanation(db, results, where)


def test_how_a_query_was_read(stocked: House) -> None:
    where = Selection(paths=("p r/",), not_tags=("x",))
    text = (
        'the pumps v-model 国会 "nothing of" -draft tag:work after:2024 before:2025 -source:other'
    )
    found = explained(stocked, text, where)
    assert (found.phrases, found.excluded, found.filters) == (1, 1, 6)
    assert (found.filtered, found.allowed, found.total) == (0, 0, 3)
    assert found.pairs == ()
    pumps = next(at for at in found.terms if at.word == "pumps")
    assert pumps.stems == ("pump",)
    assert 0.3 < pumps.share < 0.7
    assert pumps.weight > 0
    assert not pumps.left_out
    assert [at.share for at in found.terms if not at.word] == [0, 0]  # of v-model


def test_notes_are_counted(stocked: House) -> None:
    found = explained(stocked, "pump")
    assert (found.filters, found.filtered, found.allowed, found.total) == (0, None, 3, 3)
    assert found.coverage == 1
    found = explained(stocked, "pump tag:home -another")
    assert (found.filters, found.filtered, found.allowed) == (1, 2, 1)


def test_what_no_note_holds_is_not_repeated(stocked: House) -> None:
    found = explained(stocked, "pumsp 56847629549-97p4zv 国会")
    assert [at.word for at in found.terms] == ["", "", ""]
    assert found.terms[0].meant[0] in {"pumps", "pump"}
    assert "56847629549" not in str(found)
    assert "97p4zv" not in str(found)


def test_why_a_hit_stands_where_it_does(stocked: House) -> None:
    def why(text: str) -> dict[str, dict[str, float]]:
        hits = stocked.search.hits(stocked.search.find(Request(text)))
        return {hit.path: hit.why for hit in hits}

    found = why("pump")
    assert found["pump.md"]["name"] == 1
    assert found["pump.md"]["lexical_rank"] in {1, 2}
    assert found["pump.md"]["bm25"] >= 0
    assert 0 < found["pump.md"]["cosine"] <= 1
    assert found["pump.md"]["fused"] <= 1
    assert set(found["third.md"]) == {"lexical", "dense", "fused", "cosine", "dense_rank"}
    assert "identifier" in why("what of INV-77")["pump.md"]
    (newest, *_) = why("tag:home").values()
    assert newest == {}

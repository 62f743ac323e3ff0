from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from vaultbrain.search import query
from vaultbrain.search.best import best_of_note
from vaultbrain.search.fuse import Fused
from vaultbrain.search.results import Request
from vaultbrain.store import chunks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.house import House


def test_a_chunk_that_went_meanwhile_is_no_result(house: House) -> None:
    house.write("a.md", "the zebra has stripes")
    house.scan()
    results = house.search.find(Request("zebra stripes", mode="lexical"))
    found = results.ranked
    passages = {at.passage.chunk_id: at.passage for at in found}
    gone = [msgspec.structs.replace(found[0].fused, chunk_id=10**6 + n) for n in range(2)]
    note_of = dict.fromkeys(passages, 1) | {gone[0].chunk_id: 2}
    ranking = [*gone, found[0].fused]
    best = best_of_note(ranking, note_of, lambda _: passages, results.question)
    assert list(best) == [(found[0].fused, found[0].passage)]


def test_passages_are_fetched_as_they_are_asked_for(house: House) -> None:
    for n in range(30):
        house.write(f"{n}.md", f"zebra {n}")
    house.scan()
    with house.database.reading() as db:
        asked = query.read(db, "zebra")
        ids = [int(str(row[0])) for row in house.rows("SELECT id FROM chunk ORDER BY id")]
        passages = chunks.fetch(db, ids)
    asked_for: list[int] = []

    def fetch(some: Sequence[int]) -> dict[int, chunks.Passage]:
        asked_for.extend(some)
        return {at: passages[at] for at in some}

    ranking = [Fused(at, 1 / at, 0.0, 0.0) for at in ids]
    note_of = {at: passages[at].note_id for at in ids}
    best = best_of_note(ranking, note_of, fetch, asked)
    assert next(best)[1].chunk_id == ids[0]
    assert 1 <= len(asked_for) < 30
    assert [passage.chunk_id for _, passage in best] == ids[1:]
    assert asked_for == ids


def shown(house: House, first: str, second: str, question: str) -> str:
    """The last line of the chunk that is shown of a note with two, the first being the best."""
    filler = "\n".join(f"- other words {n} and more of them here" for n in range(60))
    house.write("a.md", f"# Log\n\n{first}\n\n{filler}\n\n{second}\n")
    house.scan()
    with house.database.reading() as db:
        asked = query.read(db, question)
        rows = house.rows("SELECT id FROM chunk ORDER BY line_start")
        ids = [int(str(row[0])) for row in rows]
        passages = chunks.fetch(db, ids)
    assert len(ids) > 1
    ranking = [Fused(at, 1.0 / place, 0.0, 0.0) for place, at in enumerate(ids, start=1)]
    note_of = dict.fromkeys(ids, 1)
    ((_, passage),) = best_of_note(ranking, note_of, lambda _: passages, asked)
    return first if first in passage.text else passage.text.split("\n")[-1]


def test_the_later_statement_of_what_was_asked_is_shown(house: House) -> None:
    newer = "Door code: new one, long since."
    assert shown(house, "Door code: old one.", newer, "door code") == newer


@pytest.mark.parametrize(
    ("first", "second", "question"),
    [
        ("Door code: old.", "The door code is new.", "door code"),
        ("Door code: old brass.", "Door code: new.", "door code brass"),
        ("We saw a heron.", "We saw a grey heron far away.", "heron"),
        ("Door code: old.", "Nothing more.", "door code"),
        ("# Door code", "## Door code", "door code"),
    ],
)
def test_the_best_is_shown_where_the_later_says_less_or_something_else(
    house: House, first: str, second: str, question: str
) -> None:
    assert shown(house, first, second, question) == first

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vaultbrain.search import dense
from vaultbrain.search.dense import CodeIndex, nearest
from vaultbrain.store import generations, vectors

if TYPE_CHECKING:
    import pytest

    from tests.house import House
    from vaultbrain.store.generations import Generation

DIMENSION = 64


def live(house: House) -> Generation:
    with house.database.reading() as db:
        found = generations.live(db, house.embedder.identity.fingerprint)
    assert found is not None
    return found


def fill(house: House, start: int, stop: int) -> None:
    for number in range(start, stop):
        house.write(f"{number}.md", f"# N{number}\n\nword{number} and word{number * 7 % 50}")
    house.scan()
    house.embed()


def test_a_small_vault_is_searched_exactly(house: House) -> None:
    fill(house, 0, 60)
    query = house.embedder.embed_query("word7 word21")
    with house.database.reading() as db:
        found = nearest(db, CodeIndex(), live(house), query, 10)
    texts = house.rows("SELECT id, crumb || char(10) || text FROM chunk")
    exact = {
        int(str(at)): float(house.embedder.embed_passages([str(text)])[0] @ query)
        for at, text in texts
    }
    # A language's lead is the same for all of these notes, so the order is that of the cosines.
    best = sorted(exact, key=lambda at: -exact[at])[:10]
    assert [at.chunk_id for at in found.hits] == best
    assert found.background_deviation > 0


def test_an_index_that_grew_equals_one_read_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "MEAN_AFTER", 40)
    index = CodeIndex()
    for start in range(0, 60, 15):  # the mean is fixed on the way, and every code changes
        fill(house, start, start + 15)
        with house.database.reading() as db:
            ids, codes = index.refresh(db, live(house))
            all_ids, all_codes = CodeIndex().refresh(db, live(house))
        assert ids.tolist() == all_ids.tolist()
        assert np.array_equal(codes, all_codes)
    assert live(house).mean is not None


def test_codes_choose_candidates_and_cosines_decide(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(house, 0, 60)
    query = house.embedder.embed_query("word7 and word49")
    with house.database.reading() as db:
        exact = nearest(db, CodeIndex(), live(house), query, 3)
        monkeypatch.setattr(dense, "CANDIDATES", 20)
        chosen = nearest(db, CodeIndex(), live(house), query, 3)
    assert chosen.hits[0] == exact.hits[0]


def test_only_the_notes_that_are_allowed(house: House) -> None:
    fill(house, 0, 20)
    allowed = [int(str(row[0])) for row in house.rows("SELECT id FROM note LIMIT 3")]
    query = house.embedder.embed_query("word7")
    with house.database.reading() as db:
        found = nearest(db, CodeIndex(), live(house), query, 10, allowed)
        none = nearest(db, CodeIndex(), live(house), query, 10, [])
    chunks = {int(str(row[0])): row[1] for row in house.rows("SELECT id, note_id FROM chunk")}
    assert {chunks[at.chunk_id] for at in found.hits} == set(allowed)
    assert none.hits == ()


def test_a_filter_holds_for_texts_that_notes_share(house: House) -> None:
    for folder in ("x", "y"):
        house.write(f"{folder}/same.md", "# Same\n\nzebra")
    house.scan()
    house.embed()
    (allowed,) = house.rows("SELECT id FROM note WHERE path = 'x/same.md'")[0]
    query = house.embedder.embed_query("zebra")
    with house.database.reading() as db:
        found = nearest(db, CodeIndex(), live(house), query, 10, [int(str(allowed))])
    assert len(found.hits) == 1


def test_vectors_of_deleted_notes_are_no_background(house: House) -> None:
    file = house.write("a.md", "zebra")
    house.scan()
    house.embed()
    file.unlink()
    house.hint("a.md")
    query = house.embedder.embed_query("zebra")
    with house.database.reading() as db:
        found = nearest(db, CodeIndex(), live(house), query, 10)
    assert found.hits == ()
    assert np.isfinite(found.background_mean)


def test_an_empty_index(house: House) -> None:
    house.embed()
    query = house.embedder.embed_query("zebra")
    with house.database.reading() as db:
        assert nearest(db, CodeIndex(), live(house), query, 10).hits == ()

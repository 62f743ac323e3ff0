from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from benchmarks.dense import CHUNKS_OF_NOTE, clusters
from benchmarks.dense import fill as filled
from tests.fakes import FakeEmbedder
from vaultbrain.search import dense
from vaultbrain.search.dense import CodeIndex, nearest
from vaultbrain.store import generations, vectors
from vaultbrain.store.narrow import unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.house import House
    from vaultbrain.store.database import Database
    from vaultbrain.store.generations import Generation
    from vaultbrain.store.lexical import Scored
    from vaultbrain.store.narrow import Floats

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
            grown = index.refresh(db, live(house))
            read = CodeIndex().refresh(db, live(house))
            assert index.refresh(db, live(house)) is grown
        for name in grown.__struct_fields__:
            assert np.array_equal(getattr(grown, name), getattr(read, name))
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
    assert found.scanned == 3
    assert (none.hits, none.scanned) == ((), 0)


def test_a_filter_knows_the_notes_of_now(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "_FEW", 0)
    fill(house, 0, 6)
    index = CodeIndex()
    for number in range(30):  # until so many pairs are out of date that all are read again
        house.write("0.md", f"# N0\n\nzebra{number}")
        house.scan()
        house.embed()
        (allowed,) = house.rows("SELECT id FROM note WHERE path = '0.md'")[0]
        wanted = house.rows("SELECT id FROM chunk WHERE note_id = ?", allowed)
        query = house.embedder.embed_query(f"zebra{number}")
        with house.database.reading() as db:
            found = nearest(db, index, live(house), query, 10, [int(str(allowed))])
        assert [(at.chunk_id,) for at in found.hits] == wanted


def test_another_model_has_other_owners(house: House) -> None:
    fill(house, 0, 3)
    index = CodeIndex()
    allowed = [int(str(row[0])) for row in house.rows("SELECT id FROM note")]
    for model in ("fake", "other"):
        house.embedder = FakeEmbedder(model=model)
        house.reopen()
        house.embed()
        query = house.embedder.embed_query("word2")
        with house.database.reading() as db:
            assert len(nearest(db, index, live(house), query, 10, allowed).hits) == 3


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Large]:
    """20,000 vectors in clusters; seven of them are a note's."""
    values, asked = clusters(20_000, 40, np.random.default_rng(5))
    database = filled(tmp_path_factory.mktemp("large"), values)
    yield Large(database, values, asked)
    database.close()


class Large(NamedTuple):
    database: Database
    values: Floats
    asked: Floats


def test_the_stage_finds_what_an_exact_search_finds(large: Large) -> None:
    index, found = CodeIndex(), 0
    with large.database.reading() as db:
        generation = generations.current(db)
        assert generation is not None
        for query in large.asked:
            at = nearest(db, index, generation, query, 10)
            exact = np.argpartition(-(large.values @ at.query), 10)[:10]
            found += len({hit.chunk_id - 1 for hit in at.hits} & set(exact.tolist()))
            assert at.scanned == 20_000
    assert found / 400 >= 0.98


def test_the_nearest_of_few_notes_are_found_wherever_they_stand(large: Large) -> None:
    """None of them would be among the candidates of all notes."""
    index = CodeIndex()
    with large.database.reading() as db:
        generation = generations.current(db)
        assert generation is not None
        for query in large.asked[:10]:
            whole = nearest(db, index, generation, query, 1000)
            last = np.argsort(large.values @ whole.query)[:4000]
            notes = sorted({int(at) // CHUNKS_OF_NOTE + 1 for at in last})
            notes = [at for at in notes if not of_note(at) & places(whole.hits)][:200]
            few = np.array(sorted(set().union(*map(of_note, notes))))
            found = nearest(db, index, generation, query, 10, notes)
            exact = few[np.argpartition(-(large.values[few] @ found.query), 10)[:10]]
            assert found.scanned == len(few) >= 10 * CHUNKS_OF_NOTE
            assert len(places(found.hits) & set(exact.tolist())) >= 9
            assert not places(found.hits) & places(whole.hits)


def of_note(note_id: int) -> set[int]:
    first = (note_id - 1) * CHUNKS_OF_NOTE
    return set(range(first, min(first + CHUNKS_OF_NOTE, 20_000)))


def places(hits: Iterable[Scored]) -> set[int]:
    return {hit.chunk_id - 1 for hit in hits}


def test_the_same_vault_tells_the_same(large: Large) -> None:
    with large.database.reading() as db:
        generation = generations.current(db)
        assert generation is not None
        first, second = (nearest(db, CodeIndex(), generation, large.asked[0], 10) for _ in range(2))
    assert first.hits == second.hits
    assert first.background_mean == second.background_mean
    assert first.background_deviation == second.background_deviation


def test_most_of_a_query_is_taken_off_along_the_axis_of_the_vault() -> None:
    dice = np.random.default_rng(0)
    values = dice.normal(0, 1, (200, 16)).astype(np.float32)
    values[:, 3] *= 9
    axis = dense._axis(values)
    assert axis is not None
    assert abs(float(axis[3])) > 0.99
    query = unit(np.ones((1, 16), np.float32))[0]
    left = dense.damped(query, axis)
    assert np.linalg.norm(left) == pytest.approx(1.0)
    assert left[3] < 0.4 * left[0]
    assert np.allclose(dense.damped(query, None), query)
    assert dense._axis(values[:10]) is None


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

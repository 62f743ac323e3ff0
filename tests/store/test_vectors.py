from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from vaultbrain.records import Chunk, Note, Signature
from vaultbrain.store import checks, generations, notes, vectors
from vaultbrain.store.narrow import widen
from vaultbrain.store.rows import rows

if TYPE_CHECKING:
    import apsw

    from vaultbrain.store.database import Database
    from vaultbrain.store.generations import Generation
    from vaultbrain.store.narrow import Floats

DIMENSION = 12


@pytest.fixture
def db(database: Database) -> apsw.Connection:
    return database.writer


@pytest.fixture
def generation(db: apsw.Connection) -> Generation:
    return generations.begin(db, "model", DIMENSION)


def digest(text: str) -> bytes:
    return hashlib.sha256(f"crumb\n{text}".encode()).digest()


def store(db: apsw.Connection, path: str, *texts: str, mtime_ns: int = 1) -> int:
    made = tuple(Chunk(n, (), 1, 1, "crumb", t, digest(t)) for n, t in enumerate(texts))
    note = Note(path, path, ())
    at = Signature(1, mtime_ns, 1, 1)
    return notes.replace(db, notes.Entry("s", note, made, (), (), b"", at, "r"))


def unit(count: int, seed: int = 0) -> Floats:
    made = np.random.default_rng(seed).normal(0.3, 1.0, (count, DIMENSION)).astype(np.float32)
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)


def waiting(db: apsw.Connection, limit: int = 99) -> list[str]:
    return [at.text.removeprefix("crumb\n") for at in generations.waiting(db, limit)]


def test_what_has_a_vector_waits_no_more(db: apsw.Connection, generation: Generation) -> None:
    store(db, "x", "a", "b")
    after = vectors.put(db, generation, [digest("a")], unit(1))
    assert after == generation
    assert waiting(db) == ["b"]
    assert generations.count(db, generation) == 1
    store(db, "x", "a", "c")
    assert waiting(db) == ["c"]
    store(db, "y", "a")
    assert waiting(db) == ["c"]
    vectors.put(db, generation, [digest("a")], unit(1, seed=5))
    assert generations.count(db, generation) == 1


def test_the_mean_is_fixed_once_and_all_vectors_follow_it(
    db: apsw.Connection, generation: Generation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "MEAN_AFTER", 20)
    values = unit(30)
    store(db, "x", *map(str, range(30)))
    hashes = [digest(str(n)) for n in range(30)]
    early = vectors.put(db, generation, hashes[:19], values[:19])
    assert early.mean is None
    fixed = vectors.put(db, early, hashes[19:25], values[19:25])
    assert fixed.mean is not None
    assert np.allclose(np.frombuffer(fixed.mean, np.float32), values[:25].mean(axis=0), atol=1e-3)
    assert generations.live(db, "model") == generations.current(db) == fixed
    assert vectors.put(db, fixed, hashes[25:], values[25:]) == fixed
    assert np.allclose(all_of(db, "vector", fixed), values, atol=0.01)
    assert_sound(db)


def test_the_mean_is_taken_off_those_out_of_use_as_well(
    db: apsw.Connection, generation: Generation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "MEAN_AFTER", 20)
    values = unit(21)
    store(db, "x", "a")
    vectors.put(db, generation, [digest("a")], values[:1])
    notes.delete(db, "s", notes.known(db, "s")["x"])
    generations.prune(db, 0)
    store(db, "y", *map(str, range(20)))
    fixed = vectors.put(db, generation, [digest(str(n)) for n in range(20)], values[1:])
    assert np.allclose(all_of(db, "spare", fixed), values[:1], atol=0.01)
    store(db, "x", "a")
    assert np.allclose(all_of(db, "vector", fixed), [*values[1:], values[0]], atol=0.01)
    assert_sound(db)


def test_a_damaged_mean_is_damage_of_every_vector(
    db: apsw.Connection, generation: Generation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "MEAN_AFTER", 20)
    store(db, "x", *map(str, range(20)))
    vectors.put(db, generation, [digest(str(n)) for n in range(20)], unit(20))
    db.execute("UPDATE generation SET mean = zeroblob(length(mean))")
    assert len(checks.sample(db, checks.Cursor(), 99).faults) == 20


def all_of(db: apsw.Connection, table: str, generation: Generation) -> Floats:
    """The vectors of a table as unit vectors."""
    found = rows(db, f"SELECT value, norm FROM {table} ORDER BY id")  # noqa: S608
    norms = np.array([row[1] for row in found], np.float32)
    return widen(vectors.joined([row[0] for row in found]), norms, generation.mean)


def assert_sound(db: apsw.Connection) -> None:
    found = checks.sample(db, checks.Cursor(), 99)
    assert (found.faults, found.unsealed) == ((), ())


@pytest.mark.parametrize("mean_after", [20, 99])
def test_scores_are_cosines_to_three_digits(
    db: apsw.Connection,
    generation: Generation,
    monkeypatch: pytest.MonkeyPatch,
    mean_after: int,
) -> None:
    monkeypatch.setattr(vectors, "MEAN_AFTER", mean_after)
    texts = [str(n) for n in range(40)]
    values = unit(40)
    store(db, "x", *texts[:20])
    store(db, "y", *texts[20:])
    generation = vectors.put(db, generation, [digest(text) for text in texts], values)
    query = unit(1, seed=3)[0]
    cosines = values @ query
    for asked in (query, query * 7):
        found = vectors.rescore(db, generation, list(range(1, 41)), asked)
        of_chunk = {at.chunk_id: at.score for at in found}
        text_of = dict(rows(db, "SELECT id, text FROM chunk"))
        assert len(of_chunk) == 40
        for chunk_id, score in of_chunk.items():
            assert score == pytest.approx(cosines[int(text_of[chunk_id])], abs=0.008)
        assert [at.score for at in found] == sorted(of_chunk.values(), reverse=True)


def test_a_query_that_is_the_mean_scores_what_all_share(
    db: apsw.Connection, generation: Generation
) -> None:
    store(db, "x", "a")
    values = unit(1)
    generation = msgspec.structs.replace(generation, mean=values.tobytes())
    vectors.put(db, generation, [digest("a")], values)
    (found,) = vectors.rescore(db, generation, [1], values[0])
    assert found.score == pytest.approx(1.0, abs=1e-4)


def test_a_sample_has_the_languages_of_its_notes(
    db: apsw.Connection, generation: Generation
) -> None:
    store(db, "x", "a", "b")
    store(db, "y", "b")
    db.execute("UPDATE note SET language = path")
    values = unit(2)
    vectors.put(db, generation, [digest("a"), digest("b")], values)
    found, languages = vectors.sample(db, generation, [2, 1])
    assert languages == ["x", "y", "x"]
    assert np.allclose(found, values[[1, 1, 0]], atol=0.01)
    none, unknown = vectors.sample(db, generation, [])
    assert (none.shape, unknown) == ((0, DIMENSION), [])


def test_owners_are_known_whatever_came_first(db: apsw.Connection, generation: Generation) -> None:
    def pairs(known: vectors.Owners) -> set[tuple[int, int]]:
        return set(zip(known.notes.tolist(), known.vectors.tolist(), strict=True))

    none = vectors.owners(db, generation)
    assert pairs(none) == set()
    x = store(db, "x", "a", "b")
    vectors.put(db, generation, [digest("a")], unit(1))
    first = vectors.owners_since(db, generation, none)
    assert pairs(first) == pairs(vectors.owners(db, generation)) == {(x, 1)}
    y = store(db, "y", "a", "c")
    vectors.put(db, generation, [digest("b"), digest("c")], unit(2))
    second = vectors.owners_since(db, generation, first)
    assert pairs(second) == {(x, 1), (x, 2), (y, 1), (y, 3)}
    assert pairs(vectors.owners(db, generation)) == pairs(second)
    assert vectors.owners_since(db, generation, second) is second

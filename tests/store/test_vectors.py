from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vaultbrain.records import Chunk, Note, Signature
from vaultbrain.store import checks, generations, notes, vectors
from vaultbrain.store.rows import rows

if TYPE_CHECKING:
    import apsw

    from vaultbrain.store.database import Database
    from vaultbrain.store.generations import Generation

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


def unit(count: int, seed: int = 0) -> vectors.Floats:
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


def test_the_mean_is_fixed_once_and_all_codes_follow_it(
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
    assert np.allclose(np.frombuffer(fixed.mean, np.float32), values[:25].mean(axis=0), atol=1e-6)
    assert generations.live(db, "model") == fixed
    assert vectors.put(db, fixed, hashes[25:], values[25:]) == fixed
    ids, codes = vectors.codes_after(db, fixed, 0)
    assert len(ids) == 30
    assert (codes == vectors.pack(values, fixed.mean)).all()
    some, _ = vectors.codes_after(db, fixed, int(ids[20]))
    assert some.tolist() == ids[21:].tolist()


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
    store(db, "x", "a")
    ids, codes = vectors.codes_after(db, fixed, 21)
    assert ids.tolist() == [22]
    assert (codes == vectors.pack(values[:1], fixed.mean)).all()
    found = checks.sample(db, checks.Cursor(), 99)
    assert (found.faults, found.unsealed) == ((), ())


def test_codes_of_nothing_have_a_shape(db: apsw.Connection, generation: Generation) -> None:
    ids, codes = vectors.codes_after(db, generation, 0)
    assert (ids.shape, codes.shape) == ((0,), (0, 2))


def test_pack_takes_the_sign() -> None:
    values = np.array([[1, -1, 0, 2, -2, 3, -3, 4, 5]], np.float32)
    assert vectors.pack(values, None).tolist() == [[0b10010101, 0b10000000]]
    mean = np.full(9, 3.5, np.float32).tobytes()
    assert vectors.pack(values, mean).tolist() == [[0b00000001, 0b10000000]]


def test_scores_are_exact_cosines(db: apsw.Connection, generation: Generation) -> None:
    texts = [str(n) for n in range(40)]
    values = unit(40)
    first = store(db, "x", *texts[:20])
    store(db, "y", *texts[20:])
    vectors.put(db, generation, [digest(text) for text in texts], values)
    ids, _ = vectors.codes_after(db, generation, 0)
    query = unit(1, seed=3)[0]
    found = vectors.rescore(db, ids.tolist(), query)
    cosines = values @ query
    text_of = dict(rows(db, "SELECT id, text FROM chunk"))
    assert [int(text_of[at.chunk_id]) for at in found] == np.argsort(-cosines).tolist()
    assert np.allclose([at.score for at in found], np.sort(cosines)[::-1], atol=1e-5)
    of_first = vectors.of_notes(db, generation, [first])
    assert sorted(of_first) == ids[:20].tolist()
    assert len(vectors.rescore(db, of_first, query)) == 20
    assert vectors.of_notes(db, generation, []) == []

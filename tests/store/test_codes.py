"""What is in memory is what the rows say, wherever it was read from."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.store.test_vectors import DIMENSION, digest, store, unit
from vaultbrain.search.dense import CodeIndex
from vaultbrain.store import checks, codes, forgotten, generations, notes, pages, vectors
from vaultbrain.store.database import Database
from vaultbrain.store.narrow import narrow
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    import apsw

    from vaultbrain.store.codes import Codes
    from vaultbrain.store.generations import Generation

NUMBERS = "SELECT number FROM page ORDER BY number"


@pytest.fixture(autouse=True)
def small_means(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "MEAN_AFTER", 20)


@pytest.fixture
def db(database: Database) -> apsw.Connection:
    return database.writer


def of_rows(db: apsw.Connection, generation: Generation) -> Codes:
    """Without any page."""
    found = rows(
        db, "SELECT id, norm, value FROM vector WHERE generation = ? ORDER BY id", (generation.id,)
    )
    if not found:
        return codes.nothing(generation.dimension)
    ids = np.array([row[0] for row in found], np.int64)
    norms = np.array([row[1] for row in found], np.float32)
    return codes.make(ids, vectors.joined([row[2] for row in found]), norms)


def same(left: Codes, right: Codes) -> bool:
    return all(
        np.array_equal(getattr(left, name), getattr(right, name)) for name in left.__struct_fields__
    )


def fill(db: apsw.Connection, count: int, path: str = "x") -> Generation:
    """A note of so many chunks with vectors, beyond one page of them."""
    store(db, path, *(f"{path}{n}" for n in range(count)))
    generation = generations.begin(db, "model", DIMENSION)
    hashes = [digest(f"{path}{n}") for n in range(count)]
    return vectors.put(db, generation, hashes, unit(count, seed=len(path)))


def pack(db: apsw.Connection, generation: Generation) -> list[int]:
    codes.pack(db, generation, 99)
    return [row[0] for row in rows(db, NUMBERS)]


@given(st.integers(0, 40), st.sampled_from([8, 64, 100, 384]))
def test_codes_tell_the_sign_and_the_product_with_it(count: int, dimension: int) -> None:
    values = np.random.default_rng(count).normal(0, 1, (count, dimension)).astype(np.float32)
    small, norms = narrow(values, None)
    made = codes.make(np.arange(count), small, norms)
    assert made.bits.shape == (-(-dimension // 64), count)
    bits = np.unpackbits(
        np.ascontiguousarray(made.bits.T).view(np.uint8), axis=1, bitorder="little"
    )
    assert (bits[:, :dimension] == (small > 0)).all()
    assert (bits[:, dimension:] == 0).all()
    # The gain makes of a vector's product with its own signs the square of its length.
    signs = np.where(small > 0, 1, -1)
    lengths = np.linalg.norm(small, axis=1)
    of_own = (small * signs).sum(axis=1) / np.maximum(lengths, 1) * norms
    assert np.allclose(made.gains * of_own, norms**2, rtol=1e-3)


def test_pages_hold_full_ranges_and_say_what_rows_say(db: apsw.Connection) -> None:
    generation = fill(db, 2100)
    assert pages.missing(db, generation) == [0, 1]
    before = codes.read(db, generation)
    assert pack(db, generation) == [0, 1]
    assert pages.missing(db, generation) == []
    assert same(codes.read(db, generation), before)
    assert same(before, of_rows(db, generation))
    some = codes.read(db, generation, 1500)
    assert some.ids.tolist() == list(range(1501, 2101))
    assert not len(codes.read(db, generation, 2100).ids)


def test_no_more_pages_are_made_at_once_than_wanted(db: apsw.Connection) -> None:
    generation = fill(db, 3100)
    codes.pack(db, generation, 1)
    assert rows(db, NUMBERS) == [(0,)]
    assert pack(db, generation) == [0, 1, 2]


def test_a_page_goes_with_the_first_of_its_vectors(db: apsw.Connection) -> None:
    generation = fill(db, 2100)
    pack(db, generation)
    generations.drop(db, "vector", [1500])
    assert rows(db, NUMBERS) == [(0,)]
    assert same(codes.read(db, generation), of_rows(db, generation))
    assert pack(db, generation) == [0, 1]
    assert same(codes.read(db, generation), of_rows(db, generation))
    db.execute("UPDATE vector SET norm = 0.5 WHERE id = 3")
    assert rows(db, NUMBERS) == [(1,)]
    assert same(codes.read(db, generation), of_rows(db, generation))


def test_a_range_without_vectors_has_an_empty_page(db: apsw.Connection) -> None:
    generation = fill(db, 2100)
    generations.drop(db, "vector", range(1100))
    assert pack(db, generation) == [0, 1]
    assert codes.read(db, generation).ids.tolist() == list(range(1100, 2101))


def test_a_damaged_page_is_not_believed_and_is_made_anew(database: Database) -> None:
    with database.writing() as db:
        generation = fill(db, 2100)
        pack(db, generation)
        db.execute("UPDATE page SET codes = zeroblob(length(codes)) WHERE number = 1")
    with database.reading() as reader:
        assert same(codes.read(reader, generation), of_rows(reader, generation))
        found = checks.sample(reader, checks.Cursor(), 9999)
    assert [(at.table, at.mended) for at in found.faults] == [("page", "idle")]
    with database.writing() as db:
        assert checks.repair(db, found.faults) == 0
        assert pages.missing(db, generation) == [1]
        assert generations.count_waiting(db) == 0


def test_a_vector_that_is_too_short_is_left_out(db: apsw.Connection) -> None:
    generation = fill(db, 30)
    db.execute("UPDATE vector SET value = x'0102' WHERE id = 7")
    assert codes.read(db, generation).ids.tolist() == [*range(1, 7), *range(8, 31)]


def test_what_is_forgotten_leaves_no_byte_in_a_page(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.db")
    with database.writing() as db:
        generation = fill(db, 1100)
        pack(db, generation)
    gains = codes.read(database.writer, generation).gains
    gone = [gains[start : start + 8].tobytes() for start in range(0, 1000, 8)]
    database.checkpoint()
    raw = (tmp_path / "vectors.db").read_bytes()
    assert sum(at in raw for at in gone) > 100  # others are parted by the end of a page of SQLite
    with database.writing() as db:
        notes.delete(db, "s", notes.known(db, "s")["x"])
        forgotten.forget(db, [digest(f"x{n}") for n in range(1100)])
    assert database.purge()
    raw = b"".join(at.read_bytes() for at in tmp_path.iterdir())
    assert not any(at in raw for at in gone)
    database.close()


class Growing(RuleBasedStateMachine):
    """Whatever comes and goes, an index in memory has what the rows have."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.database = Database(self.folder / "index.db")
        self.index = CodeIndex()
        self.count = 0

    def teardown(self) -> None:
        self.database.close()
        shutil.rmtree(self.folder)

    @initialize()
    def begin(self) -> None:
        with self.database.writing() as db:
            generations.begin(db, "model", DIMENSION)

    @rule(count=st.sampled_from([1, 19, 600]))
    def put(self, count: int) -> None:
        self.count += 1
        with self.database.writing() as db:
            fill(db, count, f"{self.count}-")

    @rule(number=st.integers(1, 30))
    def delete(self, number: int) -> None:
        with self.database.writing() as db:
            known = notes.known(db, "s").get(f"{number}-")
            if known:
                notes.delete(db, "s", known)
            generations.prune(db, 0)

    @rule()
    def pack(self) -> None:
        with self.database.writing() as db:
            generation = generations.current(db)
            assert generation is not None
            codes.pack(db, generation, 99)
            assert pages.missing(db, generation) == []

    @rule()
    def restart(self) -> None:
        self.database.close()
        self.database = Database(self.folder / "index.db")
        self.index = CodeIndex()

    @invariant()
    def the_index_is_the_table(self) -> None:
        with self.database.reading() as db:
            generation = generations.current(db)
            if generation is None:
                return
            expected = of_rows(db, generation)
            assert same(self.index.refresh(db, generation), expected)
            assert same(codes.read(db, generation), expected)
            full = value(db, "SELECT ifnull(max(id), 0) FROM vector") // pages.PAGE
            assert {row[0] for row in rows(db, NUMBERS)} >= set(range(full)) - set(
                pages.missing(db, generation)
            )


TestGrowing = Growing.TestCase
TestGrowing.settings = settings(max_examples=15, stateful_step_count=15, deadline=None)

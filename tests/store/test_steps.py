"""What a vault of an older version keeps when its files are brought up to date."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import apsw
import numpy as np
import pytest

from tests.store.test_vectors import unit
from vaultbrain.errors import StoreError
from vaultbrain.store import checks, codes, generations, schema, steps, vectors
from vaultbrain.store.database import Database
from vaultbrain.store.narrow import widen
from vaultbrain.store.rows import checksum, rows, value
from vaultbrain.store.schema import VECTORS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.store.narrow import Floats

DIMENSION = 12
WIDE = 2  # the last version whose vectors were float32
VALUES = unit(40)
MEAN = VALUES[:20].mean(axis=0).astype(np.float32).tobytes()
_PUT = (
    "INSERT INTO vector (id, generation, text_hash, code, value, checksum) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)
_PUT_SPARE = (
    "INSERT INTO spare (id, generation, text_hash, code, value, checksum, since) "
    "VALUES (?, ?, ?, ?, ?, ?, 77)"
)


def row(row_id: int, of: Floats, generation: int = 1) -> tuple[object, ...]:
    content = (generation, row_id.to_bytes(32), b"\x01\x02", of.tobytes())
    return (row_id, *content, checksum(content))


@pytest.fixture
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[apsw.Connection]:
    """A file of vectors as it was, one generation with a mean and one without."""
    older = schema._steps(VECTORS)[:WIDE]
    with monkeypatch.context() as patched:
        patched.setattr(schema, "_steps", lambda _: older)
        schema.prepare(tmp_path / "vectors.db", VECTORS)
    with contextlib.closing(apsw.Connection(str(tmp_path / "vectors.db"))) as db:
        for made in ((1, "a", MEAN, 1), (2, "b", None, 0)):
            db.execute("INSERT INTO generation VALUES (?, ?, 12, ?, 0, ?, 5)", made)
        db.executemany(_PUT, (row(at + 1, VALUES[at]) for at in range(30)))
        db.executemany(_PUT, (row(at + 1, VALUES[at], 2) for at in range(30, 35)))
        db.executemany(_PUT_SPARE, (row(at + 1, VALUES[at]) for at in range(35, 40)))
        yield db


def kept(db: apsw.Connection, table: str, generation: int, mean: bytes | None) -> dict[int, Floats]:
    sql = f"SELECT id, norm, value FROM {table} WHERE generation = ? ORDER BY id"  # noqa: S608
    found = rows(db, sql, (generation,))
    norms = np.array([at[1] for at in found], np.float32)
    values = widen(vectors.joined([at[2] for at in found]), norms, mean)
    return {at[0]: made for at, made in zip(found, values, strict=True)}


def assert_kept(found: dict[int, Floats], first: int, stop: int) -> None:
    assert list(found) == list(range(first + 1, stop + 1))
    assert np.allclose(list(found.values()), VALUES[first:stop], atol=0.008)


def test_no_text_is_embedded_again_for_its_vector_to_be_narrow(
    tmp_path: Path, wide: apsw.Connection
) -> None:
    wide.close()
    database = Database(tmp_path / "index.db")
    db = database.writer
    assert_kept(kept(db, "vector", 1, MEAN), 0, 30)
    assert_kept(kept(db, "vector", 2, None), 30, 35)
    assert_kept(kept(db, "spare", 1, MEAN), 35, 40)
    assert rows(db, "SELECT DISTINCT since FROM spare") == [(77,)]
    assert rows(db, "PRAGMA vectors.foreign_key_check") == []
    assert value(db, "PRAGMA vectors.integrity_check") == "ok"
    with database.writing() as writer:
        found = checks.sample(writer, checks.Cursor(), 999)
        assert (found.faults, len(found.unsealed)) == ((), 40)
        checks.repair(writer, found.faults, found.unsealed)
        after = checks.sample(writer, checks.Cursor(), 999)
        assert (after.faults, after.unsealed) == ((), ())
        writer.execute("DELETE FROM vector WHERE id > 30")
        writer.execute(
            "INSERT INTO vector (generation, text_hash, norm, value) VALUES (1, x'', 1, x'')"
        )
        assert value(writer, "SELECT max(id) FROM vector") == 36
    live = generations.current(db)
    assert live is not None
    assert codes.read(db, live).ids.tolist() == list(range(1, 31))
    database.close()


def test_a_damaged_vector_is_not_carried_over(tmp_path: Path, wide: apsw.Connection) -> None:
    wide.execute("UPDATE vector SET value = zeroblob(48) WHERE id = 3")
    wide.execute("UPDATE vector SET value = x'00', checksum = NULL WHERE id = 5")
    nan = np.full(DIMENSION, np.nan, np.float32).tobytes()
    wide.execute("UPDATE vector SET value = ?, checksum = NULL WHERE id = 7", (nan,))
    wide.execute("UPDATE vector SET checksum = NULL WHERE id = 9")
    wide.execute("UPDATE spare SET code = x'00' WHERE id = 36")
    wide.execute("UPDATE generation SET mean = x'00' WHERE id = 2")
    wide.close()
    schema.prepare(tmp_path / "vectors.db", VECTORS)
    with contextlib.closing(apsw.Connection(str(tmp_path / "vectors.db"))) as db:
        ids = [at[0] for at in rows(db, "SELECT id FROM vector ORDER BY id")]
        assert ids == [at for at in range(1, 31) if at not in {3, 5, 7}]
        assert rows(db, "SELECT id FROM spare ORDER BY id") == [(37,), (38,), (39,), (40,)]


@pytest.mark.fault(45)
def test_a_step_that_is_cut_off_leaves_every_vector_as_it_was(
    tmp_path: Path, wide: apsw.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(wide, "SELECT * FROM vector")
    calls = 0

    def cut(*_: object) -> bool:
        nonlocal calls
        calls += 1
        if calls == 38:  # in the second of the two tables
            raise apsw.FullError
        return True

    with monkeypatch.context() as patched:
        patched.setattr(steps, "_is_whole", cut)
        with pytest.raises(StoreError):
            schema.prepare(tmp_path / "vectors.db", VECTORS)
    assert value(wide, "PRAGMA user_version") == WIDE
    assert rows(wide, "SELECT * FROM vector") == before
    wide.close()
    schema.prepare(tmp_path / "vectors.db", VECTORS)
    with contextlib.closing(apsw.Connection(str(tmp_path / "vectors.db"))) as db:
        assert_kept(kept(db, "vector", 1, MEAN), 0, 30)


def test_a_large_file_shrinks(tmp_path: Path, wide: apsw.Connection) -> None:
    wide.execute("DELETE FROM vector")
    with wide:
        wide.execute("UPDATE generation SET dimension = 384, mean = NULL")
        large = np.random.default_rng(0).normal(0, 1, (2000, 384)).astype(np.float32)
        wide.executemany(_PUT, (row(at + 1, large[at]) for at in range(2000)))
    wide.close()
    before = (tmp_path / "vectors.db").stat().st_size
    database = Database(tmp_path / "index.db")
    assert value(database.writer, "SELECT count(*) FROM vector") == 2000
    database.purge()
    database.close()
    assert (tmp_path / "vectors.db").stat().st_size < before / 3

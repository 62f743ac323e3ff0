from __future__ import annotations

import contextlib
import importlib.util
import resource
import stat
from typing import TYPE_CHECKING

import apsw
import numpy as np
import pytest

from vaultbrain.errors import StoreError
from vaultbrain.store import generations, vectors
from vaultbrain.store.database import Database, extension_version
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def db(database: Database) -> Database:
    return database


def put(connection: apsw.Connection, key: str) -> None:
    connection.execute("INSERT INTO meta VALUES (?, '')", (key,))


def fail_after(connection: apsw.Connection, key: str) -> None:
    put(connection, key)
    raise KeyError


def keys(connection: apsw.Connection) -> list[str]:
    return [row[0] for row in rows(connection, "SELECT key FROM meta ORDER BY key")]


def keep(connection: apsw.Connection, fingerprint: str) -> None:
    """Write into the other file."""
    connection.execute(
        "INSERT INTO generation (fingerprint, dimension, live, used_at) VALUES (?, 1, 0, 0)",
        (fingerprint,),
    )


def kept(connection: apsw.Connection) -> list[str]:
    return [row[0] for row in rows(connection, "SELECT fingerprint FROM generation ORDER BY 1")]


def test_two_files_for_us_alone(tmp_path: Path, db: Database) -> None:
    assert db.rebuilt
    with db.writing() as connection:
        put(connection, "a")
        keep(connection, "m")
    files = sorted(tmp_path.iterdir())
    names = [f"{name}.db{tail}" for name in ("index", "vectors") for tail in ("", "-shm", "-wal")]
    assert [file.name for file in files] == names
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert db.bytes_on_disk() == sum(f.stat().st_size for f in files if "shm" not in f.name)


@pytest.mark.parametrize(
    ("pragma", "expected"),
    [
        *(("foreign_keys", 1), ("temp_store", 2), ("trusted_schema", 0), ("busy_timeout", 5000)),
        *(
            (f"{schema}.{pragma}", expected)
            for schema in ("main", "vectors")
            for pragma, expected in (
                *(("journal_mode", "wal"), ("secure_delete", 1), ("synchronous", 1)),
                *(("auto_vacuum", 2), ("journal_size_limit", 1 << 26), ("page_size", 4096)),
            )
        ),
    ],
)
def test_pragmas(db: Database, pragma: str, expected: object) -> None:
    assert value(db.writer, f"PRAGMA {pragma}") == expected


def test_known_files_are_opened_again_with_what_they_hold(tmp_path: Path) -> None:
    first = Database(tmp_path / "index.db")
    with first.writing() as connection:
        put(connection, "a")
        keep(connection, "m")
    first.close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["index.db", "vectors.db"]
    again = Database(tmp_path / "index.db")
    assert not again.rebuilt
    with again.reading() as connection:
        assert (keys(connection), kept(connection)) == (["a"], ["m"])
    again.close()


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        (["index.db"], ([], ["m"])),
        (["vectors.db"], (["a"], [])),
        (["index.db", "vectors.db"], ([], [])),
    ],
)
def test_either_file_may_be_deleted(
    tmp_path: Path, gone: list[str], expected: tuple[list[str], list[str]]
) -> None:
    first = Database(tmp_path / "index.db")
    with first.writing() as connection:
        put(connection, "a")
        keep(connection, "m")
    first.close()
    for name in gone:
        (tmp_path / name).unlink()
    again = Database(tmp_path / "index.db")
    assert again.rebuilt is ("index.db" in gone)
    with again.reading() as connection:
        assert (keys(connection), kept(connection)) == expected
    again.close()


def test_a_reader_sees_one_moment(db: Database) -> None:
    with db.reading() as reader:
        assert keys(reader) == []
        with db.writing() as writer:
            put(writer, "a")
        assert keys(reader) == []
    with db.reading() as reader:
        assert keys(reader) == ["a"]


def test_a_reader_cannot_write_and_is_given_back_after_an_error(db: Database) -> None:
    for _ in range(6):
        with pytest.raises(apsw.ReadOnlyError), db.reading() as reader:
            put(reader, "a")
        with pytest.raises(apsw.ReadOnlyError), db.reading() as reader:
            keep(reader, "m")


def test_a_failed_transaction_is_undone(db: Database) -> None:
    with pytest.raises(KeyError), db.writing() as writer:
        fail_after(writer, "a")
    with db.writing() as writer:
        put(writer, "b")
    assert keys(db.writer) == ["b"]


def test_a_commit_that_fails_is_undone_and_the_next_one_works(db: Database) -> None:
    with pytest.raises(apsw.ConstraintError), db.writing() as writer:
        writer.execute("PRAGMA defer_foreign_keys = ON; INSERT INTO tag VALUES (404, 'nobody')")
    with db.writing() as writer:
        put(writer, "b")
    assert keys(db.writer) == ["b"]


def test_an_error_that_ends_the_transaction_by_itself_is_the_error_told(db: Database) -> None:
    with db.writing() as writer:
        put(writer, "a")
    with pytest.raises(apsw.ConstraintError), db.writing() as writer:
        writer.execute("INSERT OR ROLLBACK INTO meta VALUES ('a', '')")
    with db.writing() as writer:
        put(writer, "b")
    assert keys(db.writer) == ["a", "b"]


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """Room for the few pages that change in the index, not for two hundred vectors."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_commit_that_reaches_one_file_alone_is_set_right_by_the_next_one(db: Database) -> None:
    with db.writing() as writer:
        generation = generations.begin(writer, "m", 384)
        hashes = [number.to_bytes(32) for number in range(200)]
        writer.execute("""
            INSERT INTO note VALUES (1, 's', 'a', 'a', '[]', '[]', 'ok', '', x'', 1, 1, 1, 1, 1, '')
        """)
        for number, text_hash in enumerate(hashes):
            row = (number, 1, number, "[]", "", 1, 1, "", text_hash)
            writer.execute("INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        generations.reconcile(writer)
    db.checkpoint()
    values = np.ones((200, 384), np.float32)
    with pytest.raises(apsw.Error), full_disk(), db.writing() as writer:
        vectors.put(writer, generation, hashes, values)
    with db.reading() as reader:
        assert (generations.count_waiting(reader), generations.count(reader, generation)) == (0, 0)
    with pytest.raises(KeyError), db.writing() as writer:
        fail_after(writer, "a")
    with db.writing() as writer:
        put(writer, "b")
    with db.reading() as reader:
        assert generations.count_waiting(reader) == 200


def free_pages(connection: apsw.Connection) -> list[int]:
    return [value(connection, f"PRAGMA {at}.freelist_count") for at in ("main", "vectors")]


def test_purge_gives_every_free_page_back(tmp_path: Path, db: Database) -> None:
    with db.writing() as writer:
        for n in range(300):
            writer.execute("INSERT INTO meta VALUES (?, ?)", (str(n), "x" * 4000))
            keep(writer, f"{n} " + "x" * 4000)
    db.checkpoint()
    files = [tmp_path / "index.db", tmp_path / "vectors.db"]
    before = [file.stat().st_size for file in files]
    with db.writing() as writer:
        writer.execute("DELETE FROM meta")
        writer.execute("DELETE FROM generation")
    assert min(free_pages(db.writer)) > 200
    assert db.purge()
    assert free_pages(db.writer) == [0, 0]
    assert all(file.stat().st_size < size / 5 for file, size in zip(files, before, strict=True))
    assert [at.stat().st_size for at in tmp_path.glob("*-wal")] == [0, 0]


@pytest.mark.parametrize("table", ["meta", "generation"])
def test_a_reader_of_either_file_keeps_its_log(db: Database, table: str) -> None:
    db.writer.execute("PRAGMA busy_timeout = 0")
    with db.reading() as reader:
        rows(reader, f"SELECT * FROM {table}")  # noqa: S608
        with db.writing() as writer:
            put(writer, "a")
            keep(writer, "m")
        assert not db.checkpoint()
    assert db.checkpoint()


def test_the_extension_has_a_version() -> None:
    assert extension_version().startswith("v0.")


def test_without_the_extension_the_advice_is_to_install_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(StoreError, match=r"sqlite-vec is missing.*Install vaultbrain again"):
        Database(tmp_path / "index.db")


def test_an_extension_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.util.find_spec("msgspec")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: package)
    with pytest.raises(StoreError, match="could not load sqlite-vec"):
        extension_version()

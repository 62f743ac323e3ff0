from __future__ import annotations

import importlib.util
import sqlite3
import stat
from typing import TYPE_CHECKING

import apsw
import pytest

from vaultbrain.errors import StoreError
from vaultbrain.store import database as module
from vaultbrain.store.database import APPLICATION_ID, Database, extension_version
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "index.db")
    yield opened
    opened.close()


def put(connection: apsw.Connection, key: str) -> None:
    connection.execute("INSERT INTO meta VALUES (?, '')", (key,))


def fail_after(connection: apsw.Connection, key: str) -> None:
    put(connection, key)
    raise KeyError


def keys(connection: apsw.Connection) -> list[str]:
    return [row[0] for row in rows(connection, "SELECT key FROM meta ORDER BY key")]


def test_a_new_file_is_ours_and_for_us_alone(db: Database) -> None:
    assert db.rebuilt
    assert value(db.writer, "PRAGMA application_id") == APPLICATION_ID
    with db.writing() as connection:
        put(connection, "a")
    files = sorted(db.path.parent.iterdir())
    assert [file.name for file in files] == ["index.db", "index.db-shm", "index.db-wal"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert db.bytes_on_disk() == sum(f.stat().st_size for f in files if "shm" not in f.name)


@pytest.mark.parametrize(
    ("pragma", "expected"),
    [
        *(("journal_mode", "wal"), ("secure_delete", 1), ("foreign_keys", 1), ("synchronous", 1)),
        *(("temp_store", 2), ("auto_vacuum", 2), ("trusted_schema", 0), ("busy_timeout", 5000)),
    ],
)
def test_pragmas(db: Database, pragma: str, expected: object) -> None:
    assert value(db.writer, f"PRAGMA {pragma}") == expected


def test_a_known_file_is_opened_again_with_what_it_holds(tmp_path: Path) -> None:
    first = Database(tmp_path / "index.db")
    with first.writing() as connection:
        put(connection, "a")
    first.close()
    assert [file.name for file in tmp_path.iterdir()] == ["index.db"]
    again = Database(tmp_path / "index.db")
    assert not again.rebuilt
    with again.reading() as connection:
        assert keys(connection) == ["a"]
    again.close()


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "index.db").touch()
    opened = Database(tmp_path / "index.db")
    assert opened.rebuilt
    opened.close()


def refused(path: Path, why: str) -> None:
    with pytest.raises(StoreError, match=why) as caught:
        Database(path)
    assert "delete index.db*" in caught.value.message


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "index.db")
    other.execute("CREATE TABLE precious (x)")
    other.commit()
    other.close()
    before = (tmp_path / "index.db").read_bytes()
    refused(tmp_path / "index.db", "another program")
    assert (tmp_path / "index.db").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["index.db"]


def test_an_index_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Database(tmp_path / "index.db").close()
    newer = apsw.Connection(str(tmp_path / "index.db"))
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    refused(tmp_path / "index.db", "newer version")


def test_garbage_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.db").write_bytes(b"no database at all " * 1000)
    refused(tmp_path / "index.db", "not a database")


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_half_a_file_is_refused(tmp_path: Path, share: float) -> None:
    Database(tmp_path / "index.db").close()
    raw = (tmp_path / "index.db").read_bytes()
    (tmp_path / "index.db").write_bytes(raw[: int(len(raw) * share)])
    refused(tmp_path / "index.db", "malformed")


def test_a_damaged_schema_is_refused(tmp_path: Path) -> None:
    Database(tmp_path / "index.db").close()
    raw = bytearray((tmp_path / "index.db").read_bytes())
    raw[100:4096] = b"\xff" * 3996
    (tmp_path / "index.db").write_bytes(raw)
    refused(tmp_path / "index.db", "malformed")


def test_a_file_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        Database(tmp_path / "gone" / "index.db")


def test_a_step_that_fails_leaves_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Database(tmp_path / "index.db").close()
    steps = module._migrations()
    broken = [*steps, "CREATE TABLE added (x);", "CREATE TABLE half (x); CREATE TABLE half (x);"]
    monkeypatch.setattr(module, "_migrations", lambda: broken)
    with pytest.raises(StoreError, match="half already exists"):
        Database(tmp_path / "index.db")
    monkeypatch.setattr(module, "_migrations", lambda: broken[:-1])
    opened = Database(tmp_path / "index.db")
    assert not opened.rebuilt
    assert value(opened.writer, "PRAGMA user_version") == len(steps) + 1
    found = rows(opened.writer, "SELECT name FROM sqlite_schema WHERE name IN ('added', 'half')")
    assert found == [("added",)]
    opened.close()


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


def test_purge_gives_every_free_page_back(db: Database) -> None:
    with db.writing() as writer:
        for n in range(300):
            writer.execute("INSERT INTO meta VALUES (?, ?)", (str(n), "x" * 4000))
    db.checkpoint()
    before = db.path.stat().st_size
    with db.writing() as writer:
        writer.execute("DELETE FROM meta")
    db.purge()
    assert value(db.writer, "PRAGMA freelist_count") == 0
    assert db.path.stat().st_size < before / 5
    assert db.path.with_name("index.db-wal").stat().st_size == 0


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

from __future__ import annotations

import contextlib
import os
import resource
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import apsw
import numpy as np
import pytest

from benchmarks.damage import copy
from tests.store.filled import make, nobody_writes
from vaultbrain.errors import StoreError
from vaultbrain.store import checks, generations, lexical, schema, vectors
from vaultbrain.store.connections import looking, looking_at_both
from vaultbrain.store.database import Database
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def db(database: Database) -> Database:
    return database


def put(connection: apsw.Connection, key: str) -> None:
    connection.execute("INSERT INTO meta VALUES (?, '')", (key,))


def fail_after(connection: apsw.Connection, key: str, error: Exception | None = None) -> None:
    put(connection, key)
    raise error or KeyError


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


def test_two_files_for_us_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        db = Database(tmp_path / "index.db")
        with db.writing() as connection:
            put(connection, "a")
            keep(connection, "m")
    finally:
        os.umask(before)
    assert db.rebuilt
    files = sorted(tmp_path.iterdir())
    names = [f"{name}.db{tail}" for name in ("index", "vectors") for tail in ("", "-shm", "-wal")]
    assert [file.name for file in files] == names
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert db.bytes_on_disk() == sum(f.stat().st_size for f in files if "shm" not in f.name)
    db.close()


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
        generation = generations.begin(writer, "m", 1536)
        hashes = [number.to_bytes(32) for number in range(200)]
        writer.execute("""
            INSERT INTO note VALUES
            (1, 's', 'a', 'a', '[]', '[]', 'ok', '', x'', 1, 1, 1, 1, 1, '', NULL, x'', '')
        """)
        for number, text_hash in enumerate(hashes):
            row = (number, 1, number, "[]", "", 1, 1, "", text_hash)
            writer.execute("INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, '')", row)
        generations.reconcile(writer)
    db.checkpoint()
    values = np.ones((200, 1536), np.float32)
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


def test_memory_that_is_given_back_is_read_again(db: Database) -> None:
    with db.writing() as writer:
        put(writer, "a" * 100_000)
    with db.reading() as reader:
        assert len(keys(reader)) == 1
    db.release_memory()
    with db.reading() as reader:
        assert keys(reader) == ["a" * 100_000]


# A disk that is read-only


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("sound"))


def notes_of(database: Database) -> int:
    with database.reading() as db:
        return int(value(db, "SELECT count(*) FROM note"))


@pytest.mark.fault(40)
def test_on_a_read_only_disk_everything_is_read_and_nothing_written(
    sound: Path, open_folder: Path
) -> None:
    path = copy(sound, open_folder)
    before = [at.read_bytes() for at in sorted(open_folder.iterdir())]
    with nobody_writes(open_folder):
        database = Database(path)
        assert (database.readonly, database.can_write(), database.rebuilt) == (True, False, False)
        assert notes_of(database) == 36
        with database.reading() as db:
            assert lexical.match(db, "word1", 9)
            assert value(db, "SELECT count(*) FROM vector JOIN chunk USING (text_hash)") == 108
        refused = "read-only disk, so questions are answered from what is known"
        with pytest.raises(StoreError, match=refused), database.writing():
            pytest.fail("nothing can be written")
        for job in (database.purge, database.checkpoint):
            with pytest.raises(StoreError, match=refused):
                job()
        assert not database.was_replaced()
        with looking_at_both(path) as db:
            assert value(db, "SELECT count(*) FROM chunk") == 108
        with looking(path.with_name("vectors.db"), schema.VECTORS) as db:
            assert value(db, "SELECT count(*) FROM spare") == 12
        database.close()
    assert [at.read_bytes() for at in sorted(open_folder.iterdir())] == before
    database = Database(path)
    assert (database.readonly, database.can_write()) == (False, True)
    database.close()


@pytest.mark.fault(40)
@pytest.mark.parametrize("with_locks", [True, False])
def test_what_is_only_in_the_log_is_read_or_missed_aloud(
    tmp_path: Path, open_folder: Path, *, with_locks: bool
) -> None:
    running = Database(tmp_path / "index.db")
    with running.writing() as db:
        put(db, "a")
    left = {at.name: at.read_bytes() for at in tmp_path.iterdir()}
    running.close()
    for name, raw in left.items():
        if with_locks or "-shm" not in name:
            (open_folder / name).write_bytes(raw)
    with nobody_writes(open_folder):
        if with_locks:
            database = Database(open_folder / "index.db")
            with database.reading() as db:
                assert keys(db) == ["a"]
            database.close()
        else:
            with pytest.raises(StoreError, match=r"Make .* writable for you and start"):
                Database(open_folder / "index.db")


def test_a_folder_that_cannot_be_written_is_named(open_folder: Path) -> None:
    told = pytest.raises(StoreError, match=f"Make {open_folder} .* writable for you")
    with nobody_writes(open_folder), told:
        Database(open_folder / "index.db")


@pytest.mark.fault(40)
def test_a_disk_that_becomes_read_only_is_noticed_by_whoever_writes(
    sound: Path, open_folder: Path
) -> None:
    database = Database(copy(sound, open_folder))
    with pytest.raises(apsw.ReadOnlyError), database.writing():
        raise apsw.ReadOnlyError("of something else")
    assert not database.readonly
    with nobody_writes(open_folder):
        with pytest.raises(StoreError, match="read-only disk"), database.writing():
            raise apsw.ReadOnlyError("attempt to write a readonly database")
        assert (database.readonly, database.damage) == (True, "")
        assert notes_of(database) == 36
    database.close()


# Damage that is noticed later


def overwrite(path: Path, table: str) -> None:
    """From another process; what was read before is not read again."""
    with contextlib.closing(apsw.Connection(str(path))) as db:
        sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        root = int(value(db, sql, (table,)))
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    path.write_bytes(raw)


@pytest.mark.fault(42)
@pytest.mark.parametrize(("name", "table"), [("index.db", "chunk"), ("vectors.db", "vector")])
def test_damage_is_told_remembered_and_gone_after_a_thorough_opening(
    sound: Path, tmp_path: Path, name: str, table: str
) -> None:
    path = copy(sound, tmp_path)
    overwrite(path.with_name(name), table)
    database = Database(path)
    assert database.damage == ""
    told = "malformed.*Your notes are not affected.*checked in a moment"
    for _ in range(6):
        with pytest.raises(StoreError, match=told), database.reading() as db:
            rows(db, f"SELECT * FROM {table}")  # noqa: S608
    assert "malformed" in database.damage
    with pytest.raises(StoreError, match=told), database.writing():
        pytest.fail("nothing is written any more")
    database.close()
    database = Database(path, check=True)
    assert [at.file for at in database.quarantined] == [name]
    assert database.rebuilt is (name == "index.db")
    database.close()


def test_damage_of_the_words_is_known_for_what_it_is(sound: Path, tmp_path: Path) -> None:
    database = Database(copy(sound, tmp_path))
    with database.writing() as db:
        db.execute("UPDATE lex_data SET block = x'ffff' WHERE id > 10")
    with pytest.raises(StoreError), database.reading() as db:
        lexical.match(db, "word1", 9)
    assert database.damage.startswith("the words in index.db are damaged")
    database.close()
    database = Database(tmp_path / "index.db", check=True)
    assert [at.file for at in database.quarantined] == ["index.db"]
    database.close()


@pytest.mark.fault(41)
def test_after_an_error_of_the_disk_nothing_more_is_written(db: Database) -> None:
    told = r"disk I/O error.*notes are not affected"
    with pytest.raises(StoreError, match=told), db.writing() as writer:
        fail_after(writer, "a", apsw.IOError("disk I/O error"))
    for job in (db.purge, db.checkpoint):
        with pytest.raises(StoreError, match="disk I/O error"):
            job()
    with pytest.raises(StoreError, match="disk I/O error"), db.writing() as writer:
        put(writer, "b")
    assert db.damage == "disk I/O error"
    with db.reading() as reader:
        assert keys(reader) == []


def test_an_error_that_ends_the_reading_by_itself_is_the_error_told(db: Database) -> None:
    with pytest.raises(ZeroDivisionError), db.reading() as reader:
        1 / len(rows(reader, "ROLLBACK"))
    with db.reading() as reader:
        assert keys(reader) == []


@pytest.mark.fault(39)
def test_a_full_disk_is_no_damage(db: Database) -> None:
    with pytest.raises(apsw.FullError), db.writing() as writer:
        raise apsw.FullError("database or disk is full")
    with full_disk(), pytest.raises(apsw.Error), db.writing() as writer:
        writer.execute("INSERT INTO meta VALUES ('a', ?)", ("x" * 400_000,))
    assert db.damage == ""
    with db.writing() as writer:
        put(writer, "b")


# Files that are taken away


@pytest.mark.fault(43)
@pytest.mark.parametrize("tail", ["", "-wal"])
@pytest.mark.parametrize("name", ["index.db", "vectors.db"])
@pytest.mark.parametrize("again", [True, False])
def test_a_file_that_is_taken_away_or_replaced_is_noticed(
    tmp_path: Path, db: Database, name: str, tail: str, *, again: bool
) -> None:
    with db.writing() as writer:
        put(writer, "a")
        keep(writer, "m")
    assert not db.was_replaced()
    path = tmp_path / (name + tail)
    raw = path.read_bytes()
    path.rename(tmp_path / "elsewhere")
    if again:
        path.write_bytes(raw)
    assert db.was_replaced()


def test_our_own_writing_is_no_replacing(tmp_path: Path) -> None:
    Database(tmp_path / "index.db").close()
    database = Database(tmp_path / "index.db")
    assert not database.was_replaced()
    for key in "ab":
        with database.writing() as db:
            put(db, key)
            keep(db, key)
        assert not database.was_replaced()
        with looking_at_both(tmp_path / "index.db") as other:
            assert keys(other)
        assert database.purge()
        assert not database.was_replaced()
    database.close()


def test_a_closed_store_cannot_be_read(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.db")
    database.close()
    for _ in range(2):
        with pytest.raises(StoreError, match="stopping"), database.reading():
            pytest.fail("it is closed")


# A look that takes long


ENDLESS = """
WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) SELECT n FROM number
"""


def test_a_look_reads_both_files_while_others_write(db: Database) -> None:
    with db.inspecting() as looking:
        with db.writing() as writer:
            put(writer, "a")
            keep(writer, "m")
        assert (keys(looking), kept(looking)) == (["a"], ["m"])
        with pytest.raises(apsw.ReadOnlyError):
            put(looking, "b")
        assert checks.quick(looking) == []
    with pytest.raises(apsw.ConnectionClosedError):
        keys(looking)


def test_closing_ends_a_look_and_empties_the_logs(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.db")
    begun = threading.Event()

    def look() -> None:
        with database.inspecting() as db:
            for _ in db.execute(ENDLESS):
                begun.set()

    with ThreadPoolExecutor() as pool:
        looking = pool.submit(look)
        assert begun.wait(10)
        database.close()
        assert sorted(at.name for at in tmp_path.iterdir()) == ["index.db", "vectors.db"]
        with pytest.raises(StoreError, match="stopping"):
            looking.result(10)
    with pytest.raises(StoreError, match="stopping"), database.inspecting():
        pytest.fail("it is closed")


def test_what_ends_a_look_is_no_finding(db: Database) -> None:
    db.writer.set_progress_handler(lambda: True, 1)
    with pytest.raises(apsw.InterruptError):
        checks.quick(db.writer)
    db.writer.set_progress_handler(None)


@pytest.mark.fault(44)
def test_the_index_of_another_home_is_put_aside_and_made_anew(
    sound: Path, open_folder: Path
) -> None:
    path = copy(sound, open_folder)
    first = Database(path, home="ours")
    assert (notes_of(first), first.quarantined) == (36, ())
    first.close()
    with nobody_writes(open_folder):
        with pytest.raises(StoreError, match="made for another home"):
            Database(path, home="theirs")
        Database(path, home="ours").close()
    other = Database(path, home="theirs")
    (told,) = other.quarantined
    assert (told.file, told.what) == ("index.db", "was made for another home")
    assert (other.rebuilt, notes_of(other)) == (True, 0)
    other.close()
    assert (open_folder / told.kept_as).exists()
    again = Database(path, home="theirs")
    assert (again.rebuilt, again.quarantined) == (False, ())
    again.close()


def test_closing_twice_is_closing(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.db")
    database.close()
    database.close()
    with pytest.raises(StoreError, match="is stopping"), database.reading():
        pytest.fail("it is closed")

from __future__ import annotations

import errno
import os
import resource
import sqlite3
import stat
from typing import TYPE_CHECKING

import apsw
import pytest

from vaultbrain.errors import StoreError
from vaultbrain.store import schema
from vaultbrain.store.database import Database
from vaultbrain.store.rows import rows, value
from vaultbrain.store.schema import INDEX, VECTORS, DamagedError, File, prepare, telling

if TYPE_CHECKING:
    from pathlib import Path

REMEDIES = {"index": "it is rebuilt", "vectors": "every text is embedded anew"}


@pytest.fixture(params=[INDEX, VECTORS], ids=["index", "vectors"])
def file(request: pytest.FixtureRequest) -> File:
    found = request.param
    assert isinstance(found, File)
    return found


@pytest.fixture
def path(tmp_path: Path, file: File) -> Path:
    return tmp_path / f"{file.name}.db"


def refused(path: Path, file: File, why: str) -> None:
    """Also where the whole store is opened."""
    for opened in (lambda: prepare(path, file), lambda: Database(path.with_name("index.db"))):
        with pytest.raises(StoreError, match=why) as caught:
            opened()
        assert str(path) in caught.value.message
        assert "Your notes are not affected" in caught.value.message
        assert f"delete {path.name}* in {path.parent} and start again" in caught.value.message
        assert REMEDIES[file.name] in caught.value.message


def test_a_new_file_is_ours_and_for_us_alone(path: Path, file: File) -> None:
    umask = os.umask(0)  # that of the whole process, which other threads may rely on
    try:
        assert prepare(path, file)
        assert os.umask(0) == 0
    finally:
        os.umask(umask)
    assert [at.name for at in path.parent.iterdir()] == [path.name]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    db = apsw.Connection(str(path))
    assert value(db, "PRAGMA application_id") == file.application_id
    assert value(db, "PRAGMA user_version") == len(schema._steps(file))
    assert [value(db, f"PRAGMA {at}") for at in ("journal_mode", "auto_vacuum")] == ["wal", 2]
    db.close()
    before = path.read_bytes()
    assert not prepare(path, file)
    assert path.read_bytes() == before


def test_an_empty_file_is_a_new_one(path: Path, file: File) -> None:
    path.touch()
    assert prepare(path, file)


@pytest.mark.fault(42)
def test_a_database_of_another_program_is_left_as_it_is(path: Path, file: File) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE precious (x)")
    other.commit()
    other.close()
    before = path.read_bytes()
    refused(path, file, "another program")
    assert path.read_bytes() == before
    assert not path.with_name(f"{path.name}-wal").exists()


def test_one_file_in_the_place_of_the_other_is_refused(path: Path, file: File) -> None:
    prepare(path, VECTORS if file is INDEX else INDEX)
    refused(path, file, "another program")


@pytest.mark.fault(45)
def test_a_newer_version_is_refused(path: Path, file: File) -> None:
    prepare(path, file)
    newer = apsw.Connection(str(path))
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    refused(path, file, "newer version")


def damaged(path: Path, file: File, why: str, *, check: bool = False) -> None:
    """Whoever opens the store puts it aside."""
    before = path.read_bytes()
    with pytest.raises(DamagedError, match=why):
        prepare(path, file, check=check)
    assert path.read_bytes() == before


@pytest.mark.fault(42)
def test_garbage_is_damage(path: Path, file: File) -> None:
    path.write_bytes(b"no database at all " * 1000)
    damaged(path, file, "not a database")


@pytest.mark.fault(42)
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_half_a_file_is_damage(path: Path, file: File, share: float) -> None:
    prepare(path, file)
    raw = path.read_bytes()
    path.write_bytes(raw[: int(len(raw) * share)])
    damaged(path, file, "malformed")


@pytest.mark.fault(42)
def test_a_damaged_schema_is_damage(path: Path, file: File) -> None:
    prepare(path, file)
    raw = bytearray(path.read_bytes())
    raw[100:4096] = b"\xff" * 3996
    path.write_bytes(raw)
    damaged(path, file, "malformed")


def test_our_tables_without_our_name_are_damage(path: Path, file: File) -> None:
    prepare(path, file)
    raw = bytearray(path.read_bytes())
    raw[68:72] = b"\x01\x02\x03\x04"
    path.write_bytes(raw)
    damaged(path, file, "first page")


def break_a_page(path: Path) -> None:
    """The root of a table with an index: read by nobody who only opens the file."""
    db = apsw.Connection(str(path))
    table = "note" if path.name == "index.db" else "vector"
    root = int(value(db, "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)))
    db.close()
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * 4096 : (root - 1) * 4096 + 100] = b"\xff" * 100
    path.write_bytes(raw)


@pytest.mark.fault(42)
def test_damage_inside_is_found_where_it_is_looked_for(path: Path, file: File) -> None:
    prepare(path, file)
    assert not prepare(path, file, check=True)
    break_a_page(path)
    assert not prepare(path, file)
    damaged(path, file, "Tree|malformed", check=True)


def test_after_an_end_that_was_not_clean_the_tables_are_looked_through(
    path: Path, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(path, file)
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"nothing that SQLite would read")
    assert not prepare(path, file)
    break_a_page(path)
    log.write_bytes(b"nothing that SQLite would read")
    with monkeypatch.context() as patched:
        patched.setattr(schema, "_QUICKLY_LOOKED_THROUGH", 4096)
        assert not prepare(path, file)
    log.write_bytes(b"nothing that SQLite would read")
    damaged(path, file, "Tree|malformed")


def test_what_cannot_be_written_must_be_up_to_date(
    path: Path, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(path, file)
    before = path.read_bytes()
    assert not prepare(path, file, readonly=True)
    monkeypatch.setattr(schema, "_steps", lambda _: [""] * 9)
    with pytest.raises(StoreError, match=r"older version.*Make .* writable for you"):
        prepare(path, file, readonly=True)
    assert path.read_bytes() == before


@pytest.mark.fault(39)
@pytest.mark.parametrize("code", [apsw.SQLITE_FULL, apsw.SQLITE_IOERR_SHMSIZE])
def test_a_disk_without_room_is_named_and_nothing_is_to_be_deleted(
    path: Path, file: File, code: int
) -> None:
    with pytest.raises(StoreError, match="its disk is full") as caught, telling(path, file):
        raise apsw.exception_for(code)
    assert "delete" not in caught.value.message


def test_a_file_that_cannot_be_created_is_refused(tmp_path: Path, file: File) -> None:
    with pytest.raises(StoreError, match=r"No such file.*Make .*gone .*writable for you"):
        prepare(tmp_path / "gone" / "x.db", file)


@pytest.mark.fault(39)
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_no_room_for_a_new_file_is_a_full_disk(path: Path, file: File, code: int) -> None:
    with pytest.raises(StoreError, match="its disk is full"), telling(path, file):
        raise OSError(code, os.strerror(code))


@pytest.mark.fault(39)
def test_a_new_file_that_its_log_does_not_fit_into_gets_no_name(
    path: Path, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is emptied, silently or not, every 1000 pages, so the file can be the larger one."""
    pages = "WITH RECURSIVE p (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM p WHERE n < 510) "
    fill = "CREATE TABLE t{0} (x); INSERT INTO t{0} " + pages + "SELECT zeroblob(4000) FROM p;"  # noqa: S608
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with monkeypatch.context() as patched:
        patched.setattr(schema, "_steps", lambda _: [fill.format(n) for n in range(4)])
        resource.setrlimit(resource.RLIMIT_FSIZE, (6 << 20, before[1]))
        try:
            with pytest.raises(StoreError):
                prepare(path, file)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not path.exists()
    assert prepare(path, file)
    assert [at.name for at in path.parent.iterdir()] == [path.name]


def test_what_a_kill_left_of_a_new_file_is_made_anew(path: Path, file: File) -> None:
    for tail in ("", "-wal", "-shm"):
        path.with_name(f"{path.name}.new{tail}").write_bytes(b"half of it")
    assert prepare(path, file)
    assert [at.name for at in path.parent.iterdir()] == [path.name]


def test_where_nothing_can_be_written_nothing_is_begun(path: Path, file: File) -> None:
    with pytest.raises(StoreError, match="writable for you"):
        prepare(path, file, readonly=True)
    assert list(path.parent.iterdir()) == []


@pytest.mark.fault(45)
def test_a_step_that_fails_leaves_the_version_before(
    path: Path, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(path, file)
    steps = schema._steps(file)
    broken = [*steps, "CREATE TABLE added (x);", "CREATE TABLE half (x); CREATE TABLE half (x);"]
    monkeypatch.setattr(schema, "_steps", lambda _: broken)
    with pytest.raises(StoreError, match="half already exists"):
        prepare(path, file)
    monkeypatch.setattr(schema, "_steps", lambda _: broken[:-1])
    assert not prepare(path, file)
    db = apsw.Connection(str(path))
    assert value(db, "PRAGMA user_version") == len(steps) + 1
    found = rows(db, "SELECT name FROM sqlite_schema WHERE name IN ('added', 'half')")
    assert found == [("added",)]
    db.close()


def test_an_index_that_still_holds_its_vectors_loses_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = schema._steps(INDEX)[:1]
    with monkeypatch.context() as patched:
        patched.setattr(schema, "_steps", lambda _: first)
        prepare(tmp_path / "index.db", INDEX)
    old = apsw.Connection(str(tmp_path / "index.db"))
    old.execute("INSERT INTO generation (fingerprint, dimension) VALUES ('m', 1)")
    old.execute("INSERT INTO vector (generation, text_hash, code, value) VALUES (1, x'', x'', x'')")
    old.execute("INSERT INTO meta VALUES ('k', 'v')")
    old.close()
    opened = Database(tmp_path / "index.db")
    assert not opened.rebuilt
    assert value(opened.writer, "SELECT value FROM meta") == "v"
    assert value(opened.writer, "SELECT count(*) FROM vector") == 0
    names = {row[0] for row in rows(opened.writer, "SELECT name FROM main.sqlite_schema")}
    assert not names & {"vector", "generation"}
    opened.close()


@pytest.mark.fault(45)
def test_an_older_store_gets_its_checksums_later(
    path: Path, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = schema._steps(file)[:-1]
    with monkeypatch.context() as patched:
        patched.setattr(schema, "_steps", lambda _: older)
        prepare(path, file)
    assert not prepare(path, file)
    db = apsw.Connection(str(path))
    table = "chunk" if file is INDEX else "spare"
    assert value(db, "SELECT count(*) FROM pragma_table_info(?) WHERE name = 'checksum'", (table,))
    db.close()

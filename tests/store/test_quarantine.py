"""A damaged file is put aside and made anew; the other file stays."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.damage import copy
from tests.store.filled import embed, entry, fill, make, nobody_writes
from vaultbrain.errors import StoreError
from vaultbrain.store import checks, generations, notes
from vaultbrain.store.database import Database
from vaultbrain.store.quarantine import KEEP_SECONDS, delete_old, put_aside
from vaultbrain.store.rows import value

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = re.compile(r"(index|vectors)\.db\.damaged-\d{8}T\d{6}Z")
PAGE = 4096


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("sound"))


def counts(database: Database) -> tuple[int, int]:
    """Chunks and vectors."""
    with database.reading() as db:
        vectors = value(db, "SELECT (SELECT count(*) FROM vector) + (SELECT count(*) FROM spare)")
        return notes.counts(db)[1], vectors


def garbage(path: Path) -> None:
    path.write_bytes(b"no database at all " * 1000)


def cut(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])


def break_pages(path: Path) -> None:
    """All that opening does not read."""
    raw = bytearray(path.read_bytes())
    for page in range(8, len(raw) // PAGE):
        raw[page * PAGE : page * PAGE + 100] = b"\xff" * 100
    path.write_bytes(raw)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.fault(42)
@pytest.mark.parametrize("harm", [garbage, cut, empty, break_pages])
@pytest.mark.parametrize("name", ["index.db", "vectors.db"])
def test_a_damaged_file_is_made_anew_and_the_other_one_stays(
    sound: Path, tmp_path: Path, name: str, harm: Callable[[Path], None]
) -> None:
    path = copy(sound, tmp_path)
    harm(path.with_name(name))
    left = path.with_name(name).read_bytes()
    database = Database(path, check=harm is break_pages)
    assert database.rebuilt is (name == "index.db")
    (found,) = database.quarantined
    assert found.file == name
    assert NAME.fullmatch(found.kept_as)
    assert (tmp_path / found.kept_as).read_bytes() == left
    assert found.why
    assert found.what == "was damaged"
    assert counts(database) == ((0, 120) if name == "index.db" else (108, 0))
    assert database.was_replaced() is False
    with database.writing() as db:
        generations.begin(db, "model", 32)
    if name == "vectors.db":
        with database.writing() as db:
            assert generations.count_waiting(db) == 108
            embed(db)
    else:
        fill(database, 40)
    assert counts(database)[0] == 108
    database.close()
    again = Database(path)
    assert again.quarantined == ()
    again.close()


def test_two_empty_files_are_simply_made(tmp_path: Path) -> None:
    for name in ("index.db", "vectors.db"):
        (tmp_path / name).touch()
    database = Database(tmp_path / "index.db")
    assert (database.rebuilt, database.quarantined) == (True, ())
    database.close()


def test_an_empty_file_whose_log_is_there_has_lost_what_it_held(tmp_path: Path) -> None:
    (tmp_path / "index.db").touch()
    (tmp_path / "index.db-wal").write_bytes(b"what was written last")
    database = Database(tmp_path / "index.db")
    (found,) = database.quarantined
    assert (found.file, found.why) == ("index.db", "it was empty")
    assert (tmp_path / f"{found.kept_as}-wal").read_bytes() == b"what was written last"
    database.close()


def test_the_newest_is_kept_with_its_logs(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    mine = tmp_path / "index.db.damaged-mine"
    mine.touch()
    for number, stamp in enumerate(("20200101T000000Z", "20210101T000000Z")):
        for tail in ("", "-wal"):
            (tmp_path / f"index.db.damaged-{stamp}{tail}").write_text(str(number))
    for tail in ("", "-wal", "-shm"):
        (tmp_path / f"index.db{tail}").write_text(tail)
    found = put_aside(path, "why")
    assert (found.file, found.why) == ("index.db", "why")
    kept = [f"{found.kept_as}{tail}" for tail in ("", "-shm", "-wal")]
    assert sorted(at.name for at in tmp_path.iterdir()) == [*kept, mine.name]
    assert (tmp_path / kept[2]).read_text() == "-wal"


def test_what_was_put_aside_is_not_kept_for_good(tmp_path: Path) -> None:
    """It may hold what was deleted from the notes since."""
    database = Database(tmp_path / "index.db")
    (tmp_path / "vectors.db.damaged-20200101T000000Z-wal").touch()
    garbage(tmp_path / "new.db")
    found = put_aside(tmp_path / "new.db", "")
    database.purge()
    assert not list(tmp_path.glob("vectors.db.damaged*"))
    delete_old(tmp_path / "new.db", time.time() + KEEP_SECONDS - 60)
    assert (tmp_path / found.kept_as).exists()
    delete_old(tmp_path / "new.db", time.time() + KEEP_SECONDS + 60)
    assert not (tmp_path / found.kept_as).exists()
    database.close()


def test_opening_deletes_what_was_put_aside_long_ago(tmp_path: Path) -> None:
    """In a vault that nobody edits nothing else would."""
    Database(tmp_path / "index.db").close()
    for name in ("index.db", "vectors.db"):
        (tmp_path / f"{name}.damaged-20200101T000000Z").touch()
        (tmp_path / f"{name}.damaged-20200101T000000Z-wal").mkdir()
    recent = tmp_path / "index.db.damaged-20990101T000000Z"
    recent.touch()
    database = Database(tmp_path / "index.db")
    found = {at for at in tmp_path.glob("*.damaged-*") if at.is_file()}
    assert found == {recent}  # and a folder, which cannot be deleted so, is no reason to fail
    database.close()


# A log whose file is gone


def left_by_a_kill(folder: Path, checkpointed: int) -> Path:
    """Files of a process that was killed with its last writes in the logs; the index's path."""
    running = folder / "running"
    running.mkdir()
    database = Database(running / "index.db")
    if checkpointed:
        fill(database, checkpointed)
    with database.writing() as db:
        notes.replace(db, entry(1000))
        generations.begin(db, "another model", 32)
    left = folder / "left"
    shutil.copytree(running, left)
    database.close()
    return left / "index.db"


def rename_alone(path: Path) -> None:
    """As `put_aside` leaves it where it is killed between its renames."""
    path.rename(path.with_name(f"{path.name}.damaged-20990101T000000Z"))


@pytest.mark.fault(42)
@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("checkpointed", [0, 40])
@pytest.mark.parametrize("take", [Path.unlink, rename_alone])
@pytest.mark.parametrize("name", ["index.db", "vectors.db"])
def test_the_log_of_a_file_that_is_gone_is_not_played_into_the_next(
    tmp_path: Path, name: str, take: Callable[[Path], None], checkpointed: int, *, check: bool
) -> None:
    path = left_by_a_kill(tmp_path, checkpointed)
    assert path.with_name(f"{name}-wal").stat().st_size > 0
    take(path.with_name(name))
    database = Database(path, check=check)
    assert (database.rebuilt, database.quarantined) == (name == "index.db", ())
    with database.reading() as db:
        assert checks.quick(db) == []
    chunks, vectors = counts(database)
    if name == "index.db":
        assert (chunks, vectors) == (0, 120 if checkpointed else 0)
    else:
        assert (chunks, vectors) == (111 if checkpointed else 3, 0)
    with database.writing() as db:
        notes.replace(db, entry(1001))
        generations.begin(db, "model", 32)
        embed(db)
    database.close()
    assert checks.inspect(path) == []


@pytest.mark.parametrize("name", ["index.db", "vectors.db"])
def test_on_a_read_only_disk_nothing_can_be_made_anew(
    sound: Path, open_folder: Path, name: str
) -> None:
    path = copy(sound, open_folder)
    garbage(path.with_name(name))
    told = pytest.raises(StoreError, match=f"{name} is damaged .*Make the disk writable")
    with nobody_writes(open_folder), told:
        Database(path)
    assert sorted(at.name for at in open_folder.iterdir()) == ["index.db", "vectors.db"]

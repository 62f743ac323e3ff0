from __future__ import annotations

import contextlib
import os
import shutil
import signal
import time
from typing import TYPE_CHECKING

import apsw
import pytest

from tests.sources.apart import in_namespace
from tests.system.comparing import (
    assert_right,
    assert_settles,
    assert_vectors_settle,
    selected,
)
from tests.system.counting import TIDY, counting, embedded, start_counting
from tests.system.editing import Editor
from tests.system.launching import altered, inside, on_small_disk, traced, with_strace
from vaultbrain.errors import NotReady, StoreError, VaultbrainError
from vaultbrain.store import schema

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.system.conftest import Rig

SOON = altered(indexer_pipeline__RETRY_SECONDS=0.5)
FILES = ("index.db", "vectors.db")


def index_of(rig: Rig) -> Path:
    """A copy of the index that stands on the daemon's own disk; nothing may be written then."""
    assert rig.daemon is not None
    kept = rig.folder / "kept"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir()
    for name in ("index.db", "index.db-wal", "vectors.db", "vectors.db-wal"):
        inside(rig, "cp", str(rig.paths.data_dir / name), str(kept / name))
    return kept / "index.db"


# The disk


@in_namespace
@pytest.mark.fault(39)
def test_a_full_disk_is_told_survived_and_made_up_for(rig: Rig) -> None:
    for number in range(90):
        words = " ".join(f"filler{number}x{at}" for at in range(1500))
        rig.write(f"{number}.md", f"zebra word{number} {words}")
    rig.spawn(*on_small_disk(rig, "3m"), *SOON)
    rig.until(lambda: "index-unwritten" in rig.codes(), 40)
    assert rig.status()["state"] == "degraded"
    rig.until(lambda: "low-on-space" in rig.codes(), 10)
    assert rig.found("zebra")
    with pytest.raises(StoreError, match="Make room"):
        rig.call("sync")
    inside(rig, "mount", "-o", "remount,size=64m", str(rig.paths.data_dir))
    rig.until(lambda: rig.status()["state"] == "ready", 30)
    assert rig.codes() == ["low-on-space"]
    assert rig.found("word42") == ["42.md"]
    assert_right(rig.root, index_of(rig))
    assert rig.end() == 0


@in_namespace
@pytest.mark.fault(39)
def test_a_disk_that_is_full_at_the_start(rig: Rig) -> None:
    """Not even the memory that connections share finds room, so there is nothing to serve from."""
    Editor(rig.root, 20)
    rig.start()
    rig.call("sync")
    assert rig.end() == 0
    fill = '{ cp /dev/zero "$2/filler" 2>/dev/null || true; }'
    rig.spawn(*on_small_disk(rig, "1m", fill))
    assert rig.daemon is not None
    assert rig.daemon.wait(20) == 70
    assert "Make room there and start again" in (rig.folder / "out").read_text()
    assert rig.cli("start").returncode == 0
    assert_settles(rig)


@with_strace
@pytest.mark.fault(39)
@pytest.mark.parametrize("error", ["ENOSPC", "EDQUOT"])
def test_writes_that_find_no_room_for_a_while(rig: Rig, error: str) -> None:
    """On a disk that is full, or full for us alone; of words and of vectors."""
    editor = Editor(rig.root, 30)
    start_counting(rig)
    assert rig.end() == 0
    logs = [rig.paths.data_dir / f"{name}-wal" for name in FILES]
    fails = traced(f"pwrite64:error={error}:when=60..90", only=logs)
    rig.start(*fails, *counting(rig, **TIDY, indexer_pipeline__RETRY_SECONDS=0.5))
    editor.work(60)
    rig.until(lambda: "index-unwritten" in rig.codes(), 20)
    rig.until(lambda: rig.codes() == [], 20)
    assert_settles(rig)
    assert_vectors_settle(rig)
    assert rig.end() == 0


@in_namespace
@pytest.mark.fault(40)
def test_a_disk_that_becomes_read_only_and_writable_again(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start(*on_small_disk(rig, "16m"))
    rig.call("sync")
    folder = str(rig.paths.data_dir)
    # The kernel makes no disk read-only on which files are being written; to us, it is one.
    inside(rig, "mount", "--bind", folder, folder)
    inside(rig, "mount", "-o", "remount,bind,ro", folder)
    rig.until(lambda: rig.status()["state"] == "readonly", 5)
    assert "readonly" in rig.codes()
    assert rig.found("zebra") == ["a.md"]
    with pytest.raises(NotReady, match="Make it writable"):
        rig.call("sync")
    inside(rig, "umount", folder)
    rig.until(lambda: rig.status()["state"] == "ready", 5)
    rig.write("b.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["b.md"], 10)


@in_namespace
@pytest.mark.fault(40)
def test_a_start_on_a_read_only_disk(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    rig.call("sync")
    assert rig.end() == 0
    rig.write("b.md", "giraffe")
    rig.spawn(*on_small_disk(rig, "16m", 'mount -o remount,ro "$2"'))
    rig.until(lambda: rig.status()["state"] == "readonly", 30)
    assert rig.found("zebra") == ["a.md"]
    with pytest.raises(NotReady, match="read-only"):
        rig.call("sync")
    inside(rig, "mount", "-o", "remount,rw", str(rig.paths.data_dir))
    rig.until(lambda: rig.found("giraffe") == ["b.md"], 10)
    rig.until(lambda: rig.status()["state"] == "ready", 10)
    assert_right(rig.root, index_of(rig))
    assert rig.end() == 0


@in_namespace
@pytest.mark.fault(40)
def test_unlocked_on_a_disk_that_is_read_only_by_now(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start(*on_small_disk(rig, "16m"))
    rig.call("sync")
    rig.call("lock")
    rig.until(lambda: rig.status()["state"] == "locked", 5)
    inside(rig, "mount", "-o", "remount,ro", str(rig.paths.data_dir))
    rig.call("unlock")
    rig.until(lambda: rig.status()["state"] == "readonly", 10)
    assert rig.found("zebra") == ["a.md"]


@with_strace
@pytest.mark.fault(41)
def test_a_disk_that_will_not_say_that_it_wrote(rig: Rig) -> None:
    """SQLite syncs by `fdatasync` alone. Nobody is told that it is purged, for it may not be."""
    editor = Editor(rig.root, 40)
    start_counting(rig)
    assert rig.end() == 0
    # strace counts in each thread, so that every turn of the daemon meets the fault anew.
    rig.spawn(
        *traced("fdatasync:error=EIO:when=3..9"),
        *counting(rig, **TIDY, indexer_pipeline__RETRY_SECONDS=0.5, daemon_turns__RENEWAL_WINDOW=1),
    )
    rig.until(rig.status, 30)
    refused = 0
    for _ in range(6):
        editor.work(5)
        try:
            rig.call("purge", timeout=5)  # empties the logs, so that there is something to sync
        except VaultbrainError:
            refused += 1
    assert refused
    rig.until(lambda: "the index is opened anew: disk I/O error" in rig.log(), 20)
    rig.end()
    start_counting(rig, **TIDY)
    assert_settles(rig)
    assert_vectors_settle(rig)
    assert rig.end() == 0


# The files


def garbage(path: Path) -> None:
    path.write_bytes(os.urandom(40_000))


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def break_pages(path: Path) -> None:
    """In place, as a bad disk would: all but the first pages."""
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(path.stat().st_size - 8192))


@pytest.mark.fault(42)
@pytest.mark.parametrize("harm", [garbage, cut, empty, break_pages])
@pytest.mark.parametrize("name", FILES)
def test_damaged_while_nobody_looked(rig: Rig, name: str, harm: Callable[[Path], None]) -> None:
    """The vectors outlive a new index; where they are damaged themselves, they are made anew."""
    editor = Editor(rig.root, 20)
    start_counting(rig)
    before = embedded(rig)
    assert rig.end() == 0
    harm(rig.paths.data_dir / name)
    rig.start(*counting(rig, **TIDY))
    rig.until(lambda: "index-rebuilt" in rig.codes(), 20)
    (told,) = [at for at in rig.status()["problems"] if at["code"] == "index-rebuilt"]
    assert name in told["message"]
    (kept,) = rig.paths.data_dir.glob(f"{name}.damaged-*[0-9Z]")
    assert kept.name in told["advice"]
    assert_settles(rig)
    assert_vectors_settle(rig)
    assert embedded(rig) == before * (1 if name == "index.db" else 2)
    for path, word in editor.some(3):
        assert rig.found(word) == [path]


@pytest.mark.fault(42)
def test_damaged_in_the_middle_of_work(rig: Rig) -> None:
    editor = Editor(rig.root, 40)
    rig.start(*altered(**TIDY))
    rig.call("sync")
    rig.call("purge")  # the log is empty, so that the file itself is what is read
    break_pages(rig.paths.index_db)
    rig.until(lambda: "index-rebuilt" in rig.codes(), 20)
    assert_settles(rig)
    for path, word in editor.some(3):
        assert rig.found(word) == [path]
    assert list(rig.paths.data_dir.glob("index.db.damaged-*"))
    assert rig.end() == 0


@pytest.mark.fault(43)
@pytest.mark.parametrize("name", ["index.db", "index.db-wal", "vectors.db", "vectors.db-wal"])
def test_deleted_under_the_daemon(rig: Rig, name: str) -> None:
    editor = Editor(rig.root, 20)
    start_counting(rig, **TIDY)
    rig.call("sync")
    (rig.paths.data_dir / name).unlink()
    editor.work(5)
    rig.until(lambda: "opened anew" in rig.log(), 10)
    rig.until(lambda: rig.status()["state"] == "ready", 10)
    assert_settles(rig)
    assert_vectors_settle(rig)
    for path, word in editor.some(3):
        assert rig.found(word) == [path]


@pytest.mark.fault(43)
def test_the_whole_folder_is_deleted_under_the_daemon(rig: Rig) -> None:
    editor = Editor(rig.root, 20)
    rig.start()
    rig.call("sync")
    shutil.rmtree(rig.paths.data_dir)
    rig.until(lambda: "opened anew" in rig.log(), 10)
    rig.until(lambda: rig.status()["state"] == "ready", 20)
    editor.work(5)
    assert_settles(rig)
    for path, word in editor.some(3):
        assert rig.found(word) == [path]


@pytest.mark.fault(42)
@pytest.mark.parametrize("name", FILES)
def test_a_log_whose_file_was_deleted_is_not_played_into_the_new_one(rig: Rig, name: str) -> None:
    """As a user does who takes the advice of a message and forgets the star."""
    editor = Editor(rig.root, 200)
    start_counting(rig)
    rig.call("purge")  # so the file holds most, and its log, from now on, a little
    editor.work(20)
    rig.call("sync")
    rig.until(lambda: rig.status()["state"] == "ready", 20)
    assert rig.end(signal.SIGKILL) == -signal.SIGKILL
    file = rig.paths.data_dir / name
    assert schema.has_log(file)
    file.unlink()
    start_counting(rig, **TIDY)
    assert_settles(rig)
    assert_vectors_settle(rig)
    assert not any("damaged" in at.name for at in rig.paths.data_dir.iterdir())
    for path, word in editor.some(3):
        assert rig.found(word) == [path]


@pytest.mark.fault(34)
def test_an_index_that_was_deleted_while_locked_is_made_anew(rig: Rig) -> None:
    """It may also be on a volume that is away, so not before the daemon was started anew."""
    rig.write("a.md", "zebra")
    assert rig.cli("start").returncode == 0
    assert rig.cli("lock").returncode == 0
    for file in rig.paths.data_dir.glob("*.db*"):
        file.unlink()
    told = rig.cli("unlock")
    assert told.returncode == 4
    assert "stays locked" in told.stderr
    assert f"delete {rig.paths.locked} as well and restart" in told.stderr
    rig.paths.locked.unlink()
    assert rig.cli("stop").returncode == 0
    assert rig.cli("start").returncode == 0
    rig.until(lambda: rig.status()["state"] == "ready", 20)
    assert rig.found("zebra") == ["a.md"]
    assert rig.cli("stop").returncode == 0


@in_namespace
@pytest.mark.fault(34)
def test_below_a_volume_that_took_the_index_away_no_index_is_made(rig: Rig) -> None:
    """Nobody said `lock`: it was pulled out. What it was to protect must not be written below."""
    rig.write("a.md", "zebra")
    rig.start(*on_small_disk(rig, "16m"))
    rig.call("sync")
    assert list(rig.paths.data_dir.iterdir()) == []
    inside(rig, "umount", "-l", str(rig.paths.data_dir))
    rig.until(lambda: _has_noticed(rig), 15)
    time.sleep(1.5)  # and not a moment later either
    assert list(rig.paths.data_dir.iterdir()) == []


def _has_noticed(rig: Rig) -> bool:
    assert rig.daemon is not None
    return rig.daemon.poll() is not None or rig.status()["state"] != "ready"


def take_files_of_another(rig: Rig, *names: str) -> None:
    """Put files in place that come from another home, where a source had the same name."""
    for number in range(30):
        rig.write(f"{number}.md", f"zebra word{number}")
    rig.start()
    rig.call("sync")
    assert rig.end() == 0
    other = rig.folder / "other"
    rig.paths.data_dir.rename(other)
    rig.root.rename(rig.folder / "Others")
    for number in range(30):
        rig.write(f"mine{number}.md", f"giraffe word{number}")
    rig.start()
    rig.call("sync")
    assert rig.end() == 0
    for name in names:
        shutil.copy(other / name, rig.paths.data_dir / name)


@pytest.mark.fault(44)
def test_the_index_of_another_home_is_put_aside(rig: Rig) -> None:
    take_files_of_another(rig, "index.db")
    rig.start()
    assert rig.current("zebra") == []
    assert len(rig.current("giraffe")) == 30
    (told,) = rig.status()["problems"]
    assert told["code"] == "index-rebuilt"
    assert "another home" in told["message"]
    assert_settles(rig)


@pytest.mark.fault(44)
def test_what_another_home_knew_is_given_up_only_when_told(rig: Rig) -> None:
    take_files_of_another(rig, "index.db", "state.db")
    rig.spawn()
    rig.until(lambda: "source-replaced" in rig.codes(), 20)
    assert rig.status()["state"] == "offline"
    assert rig.current("zebra") == []
    assert rig.call("ask", question="what does the zebra say?")["refused"]
    assert rig.status()["notes"] == 30
    rig.call("purge")
    rig.until(lambda: rig.status()["state"] == "ready", 5)
    assert len(rig.current("giraffe")) == 30
    assert_settles(rig)


@pytest.mark.fault(45)
@pytest.mark.parametrize("name", ["index.db", "vectors.db", "state.db"])
def test_a_file_of_a_newer_version_is_refused_and_left_alone(rig: Rig, name: str) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    rig.call("sync")
    assert rig.end() == 0
    file = rig.paths.data_dir / name
    with contextlib.closing(apsw.Connection(str(file))) as db:
        db.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    ended = rig.cli("start")
    assert ended.returncode == 70
    assert "newer version (99)" in ended.stderr
    assert name in ended.stderr
    assert "Traceback" not in ended.stderr
    assert file.read_bytes() == before


@with_strace
@pytest.mark.fault(45)
def test_killed_while_files_are_brought_up_to_date(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = Editor(rig.root, 10)
    rig.paths.data_dir.mkdir(mode=0o700)
    steps = schema._steps
    vectors = rig.paths.index_db.with_name("vectors.db")
    files = ((rig.paths.index_db, schema.INDEX), (vectors, schema.VECTORS))
    with monkeypatch.context() as older:
        older.setattr(schema, "_steps", lambda file: steps(file)[:1])
        for path, file in files:
            schema.prepare(path, file)
    for number in (1, 4, 9, 14, 20, 28):
        rig.spawn(*traced(f"pwrite64:signal=KILL:when={number}"))
        assert rig.daemon is not None
        assert rig.daemon.wait(20) == -9
        for path, file in files:
            assert 1 <= version(path) <= len(steps(file))
    rig.start()
    assert_settles(rig)
    assert [version(path) for path, _ in files] == [len(steps(file)) for _, file in files]
    for shown_as, word in editor.some(3):
        assert rig.found(word) == [shown_as]


def version(path: Path) -> int:
    with contextlib.closing(apsw.Connection(str(path))) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return int(str(db.execute("PRAGMA user_version").fetchall()[0][0]))


# What must leave no bytes


def bytes_left(rig: Rig, *markers: str) -> list[str]:
    stored = rig.stored_bytes().lower()
    return [marker for marker in markers if marker.encode() in stored]


@pytest.mark.fault(59)
def test_what_is_ignored_from_now_on_leaves_no_byte(rig: Rig) -> None:
    for number in range(30):
        rig.write(f"d/{number}.md", f"# Title{number}\n\nzebra quixotic{number}")
    rig.write("kept.md", "zebra")
    start_counting(rig)
    rig.call("sync")
    words = [f"quixotic{number}" for number in range(30)]
    assert len(bytes_left(rig, *words)) == 30
    ours = "SELECT text_hash, value FROM vector JOIN chunk USING (text_hash) JOIN note"
    found = selected(rig.paths.index_db, f"{ours} ON note.id = note_id WHERE path LIKE 'd/%'")
    marks = [mark for row in found for mark in row]  # who has a hash can guess its text
    assert len(marks) == 60
    assert rig.end() == 0
    stored = rig.stored_bytes()
    assert all(mark in stored for mark in marks)
    start_counting(rig, **TIDY)  # to be sure, it is looked for twice
    rig.write(".brainignore", "d/\n")
    rig.until(lambda: rig.status()["notes"] == 1, 10)
    rig.until(lambda: bytes_left(rig, *words, "title7") == [], 10)
    rig.until(lambda: not any(mark in rig.stored_bytes() for mark in marks), 10)
    assert rig.end(9) == -9
    start_counting(rig)
    rig.call("sync")
    assert bytes_left(rig, *words, "title7") == []
    assert not any(mark in rig.stored_bytes() for mark in marks)


@pytest.mark.fault(60)
def test_a_secret_or_a_word_that_was_removed_leaves_no_byte(rig: Rig) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    rig.write("a.md", f"zebra quixotic\n\nThe token is {token}.")
    rig.start(*altered(**TIDY))
    rig.call("sync")
    assert bytes_left(rig, token.lower()) == []  # never, for the gate took it out
    assert bytes_left(rig, "quixotic") == ["quixotic"]
    rig.write("a.md", "zebra")
    rig.until(lambda: rig.found("quixotic") == [], 10)
    rig.until(lambda: bytes_left(rig, "quixotic") == [], 20)
    assert rig.end() == 0
    assert bytes_left(rig, "quixotic", token.lower()) == []


@pytest.mark.fault(60)
def test_what_was_put_aside_is_deleted_in_time(rig: Rig) -> None:
    """A damaged file is kept for a week, with what it held; no longer."""
    rig.write("a.md", "zebra quixotic")
    rig.start()
    rig.call("sync")
    assert rig.end() == 0
    break_first_page(rig.paths.index_db)
    rig.write("a.md", "zebra")
    rig.start(*altered(daemon_upkeep__TIDY_SECONDS=0.5, store_quarantine__KEEP_SECONDS=2.0))
    assert bytes_left(rig, "quixotic") == ["quixotic"]
    time.sleep(2)
    rig.write("b.md", "zebra")
    rig.until(lambda: bytes_left(rig, "quixotic") == [], 20)
    assert not list(rig.paths.data_dir.glob("*.damaged-*"))


def break_first_page(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(os.urandom(100))

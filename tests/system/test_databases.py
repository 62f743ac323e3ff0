from __future__ import annotations

import contextlib
import os
import shutil
import time
from typing import TYPE_CHECKING, Any

import apsw
import pytest

from tests.sources.apart import in_namespace
from tests.system.comparing import assert_right, assert_settles
from tests.system.editing import Editor
from tests.system.launching import altered, inside, on_small_disk, traced, with_strace
from vaultbrain.errors import DaemonNotRunning, NotReady, StoreError
from vaultbrain.store import schema

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.system.conftest import Rig

SOON = altered(indexer_pipeline__RETRY_SECONDS=0.5)
TIDY = altered(daemon_upkeep__TIDY_SECONDS=0.5)


def codes(rig: Rig) -> list[str]:
    try:
        return [at["code"] for at in rig.status()["problems"]]
    except StoreError as error:  # told for the moment in which the index is opened anew
        assert "It is checked in a moment" in error.message  # noqa: PT017
        return ["damaged"]


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
    rig.until(lambda: "index-unwritten" in codes(rig), 40)
    assert rig.status()["state"] == "degraded"
    assert "low-on-space" in codes(rig)
    assert rig.found("zebra")
    with pytest.raises(StoreError, match="Make room"):
        rig.call("sync")
    inside(rig, "mount", "-o", "remount,size=64m", str(rig.paths.data_dir))
    rig.until(lambda: rig.status()["state"] == "ready", 30)
    assert codes(rig) == ["low-on-space"]
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
def test_writes_that_find_no_room_for_a_while(rig: Rig) -> None:
    editor = Editor(rig.root, 30)
    rig.start()
    assert rig.end() == 0
    log = rig.paths.index_db.with_name("index.db-wal")
    rig.start(*traced("pwrite64:error=ENOSPC:when=60..90", only=[log]), *SOON)
    editor.work(60)
    rig.until(lambda: "index-unwritten" in codes(rig), 20)
    rig.until(lambda: codes(rig) == [], 20)
    assert_settles(rig)
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
    assert "readonly" in codes(rig)
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
@pytest.mark.parametrize("call", ["fdatasync", "fsync"])
def test_a_disk_that_will_not_say_that_it_wrote(rig: Rig, call: str) -> None:
    editor = Editor(rig.root, 40)
    rig.start()
    assert rig.end() == 0
    rig.start(*traced(f"{call}:error=EIO:when=3..9"), *SOON)
    for _ in range(6):
        editor.work(5)
        with contextlib.suppress(StoreError, DaemonNotRunning):
            rig.call("purge", timeout=20)  # empties the logs, so that there is something to sync
    rig.until(lambda: rig.status()["state"] == "ready", 40)
    assert_settles(rig)
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
@pytest.mark.parametrize("name", ["index.db", "vectors.db"])
def test_damaged_while_nobody_looked(rig: Rig, name: str, harm: Callable[[Path], None]) -> None:
    editor = Editor(rig.root, 20)
    rig.start()
    rig.call("sync")
    assert rig.end() == 0
    harm(rig.paths.data_dir / name)
    rig.start(*TIDY)
    rig.until(lambda: "index-rebuilt" in codes(rig), 20)
    (told,) = [at for at in rig.status()["problems"] if at["code"] == "index-rebuilt"]
    assert name in told["message"]
    assert "damaged" in told["advice"]
    assert_settles(rig)
    for path, word in editor.some(3):
        assert rig.found(word) == [path]


@pytest.mark.fault(42)
def test_damaged_in_the_middle_of_work(rig: Rig) -> None:
    editor = Editor(rig.root, 40)
    rig.start(*TIDY)
    rig.call("sync")
    rig.call("purge")  # the log is empty, so that the file itself is what is read
    break_pages(rig.paths.index_db)
    rig.until(lambda: "index-rebuilt" in codes(rig), 20)
    assert_settles(rig)
    for path, word in editor.some(3):
        assert rig.found(word) == [path]
    assert list(rig.paths.data_dir.glob("index.db.damaged-*"))
    assert rig.end() == 0


@pytest.mark.fault(43)
@pytest.mark.parametrize("name", ["index.db", "index.db-wal", "vectors.db", "vectors.db-wal"])
def test_deleted_under_the_daemon(rig: Rig, name: str) -> None:
    editor = Editor(rig.root, 20)
    rig.start()
    rig.call("sync")
    (rig.paths.data_dir / name).unlink()
    editor.work(5)
    rig.until(lambda: "opened anew" in rig.paths.log.read_text(), 10)
    rig.until(lambda: rig.status()["state"] == "ready", 10)
    assert_settles(rig)
    for path, word in editor.some(3):
        assert rig.found(word) == [path]


def shown(rig: Rig, query: str) -> list[dict[str, Any]]:
    """What a search gives out as being so now."""
    hits = rig.call("search", query=query, mode="lexical", limit=100)["hits"]
    return [hit for hit in hits if hit["fresh"]]


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
    assert shown(rig, "zebra") == []
    assert len(shown(rig, "giraffe")) == 30
    (told,) = rig.status()["problems"]
    assert told["code"] == "index-rebuilt"
    assert "another home" in told["message"]
    assert_settles(rig)


@pytest.mark.fault(44)
def test_what_another_home_knew_is_given_up_only_when_told(rig: Rig) -> None:
    take_files_of_another(rig, "index.db", "state.db")
    rig.spawn()
    rig.until(lambda: "source-replaced" in codes(rig), 20)
    assert rig.status()["state"] == "offline"
    assert shown(rig, "zebra") == []
    assert rig.call("ask", question="what does the zebra say?")["refused"]
    assert rig.status()["notes"] == 30
    rig.call("purge")
    rig.until(lambda: rig.status()["state"] == "ready", 5)
    assert len(shown(rig, "giraffe")) == 30
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
    rig.start()
    rig.call("sync")
    words = [f"quixotic{number}" for number in range(30)]
    assert len(bytes_left(rig, *words)) == 30
    assert rig.end() == 0
    rig.start()
    rig.write(".brainignore", "d/\n")
    rig.until(lambda: rig.status()["notes"] == 1, 10)
    rig.until(lambda: bytes_left(rig, *words, "title7") == [], 10)
    assert rig.end(9) == -9
    rig.start()
    rig.call("sync")
    assert bytes_left(rig, *words, "title7") == []


@pytest.mark.fault(60)
def test_a_secret_or_a_word_that_was_removed_leaves_no_byte(rig: Rig) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    rig.write("a.md", f"zebra quixotic\n\nThe token is {token}.")
    rig.start(*TIDY)
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

from __future__ import annotations

import contextlib
import shutil
import signal
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.system.comparing import assert_settles, assert_vectors_settle
from tests.system.counting import TIDY, counting, start_counting
from tests.system.editing import Editor
from tests.system.launching import traced, with_strace
from vaultbrain.client import Client
from vaultbrain.errors import DaemonNotRunning, VaultbrainError
from vaultbrain.store import authored, checks, schema
from vaultbrain.store.schema import has_log

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.system.conftest import Rig

FOLDERS = ("d1", "d2", "d3")  # over half of the notes
FILES = ("index.db", "vectors.db")
TORN = "a chunk has no vector and waits for none"
NO_COVERAGE = ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START")


def lives(rig: Rig) -> bool:
    """Whether the daemon's socket is there, before its index is open."""
    with contextlib.suppress(DaemonNotRunning), Client(rig.paths.socket):
        return True
    return False


def check(rig: Rig, editor: Editor) -> None:
    assert_settles(rig)
    assert rig.status()["problems"] == []
    for path, word in editor.some(5):
        assert rig.found(word) == [path]


@pytest.mark.fault(35)
@pytest.mark.timeout(400)
def test_a_hundred_kills_lose_nothing_and_leave_nothing(rig: Rig) -> None:
    """With a model, so that a kill may fall between the commits of the two files."""
    for name in NO_COVERAGE:  # killed processes tell nothing, and measuring costs a third
        rig.environ.pop(name, None)
    editor, logs, daemon = Editor(rig.root, 60, seed=35), Counter[str](), counting(rig, **TIDY)
    for number in range(100):
        editor.work(3)
        rig.spawn(*daemon)
        rig.until(lambda: lives(rig), 30)
        if number % 5 == 4:
            check(rig, editor)
        if number % 10 == 9:
            assert_vectors_settle(rig)
        pause, part = editor.chance.uniform(0, 0.4), editor.chance.random()
        time.sleep(pause * part)
        editor.work(3)
        time.sleep(pause * (1 - part))
        assert rig.end(signal.SIGKILL) == -signal.SIGKILL
        logs.update(name for name in FILES if has_log(rig.paths.data_dir / name))
    assert all(logs[name] > 30 for name in FILES)  # something was to be found again
    rig.start(*daemon)
    check(rig, editor)
    assert_vectors_settle(rig)
    assert rig.end() == 0


def run_until_killed(rig: Rig, number: int, *daemon: str, only: Sequence[Path] = ()) -> None:
    """Index, then end; somewhere between, the nth write of a thread is its process's last."""
    rig.spawn(*traced(f"pwrite64:signal=KILL:when={number}", only=only), *daemon)
    assert rig.daemon is not None
    deadline = time.monotonic() + 30
    while rig.daemon.poll() is None:
        assert time.monotonic() < deadline
        try:
            rig.call("sync", timeout=20)
            if rig.status()["state"] == "ready":
                break
        except VaultbrainError:
            pass
        time.sleep(0.02)
    assert rig.end() == -signal.SIGKILL


@with_strace
@pytest.mark.fault(36)
@pytest.mark.parametrize("number", [2, 40, 90, 140, 190])
def test_killed_at_a_write_of_a_first_start(rig: Rig, number: int) -> None:
    """The first writes make the three files; the last ones empty the logs at the end."""
    editor = Editor(rig.root, 40)
    run_until_killed(rig, number)
    rig.start()
    assert_settles(rig)
    assert rig.status()["problems"] == []
    for path, word in editor.some(5):
        assert rig.found(word) == [path]


@with_strace
@pytest.mark.fault(36)
def test_killed_at_a_write_of_indexing(rig: Rig) -> None:
    editor = Editor(rig.root, 40)
    rig.start()
    assert rig.end() == 0
    # How many a start makes before the indexer's own: it copies nothing, as a backup is there.
    for number in (40, 70, 100):
        editor.work(60)
        run_until_killed(rig, number)
        rig.start()
        check(rig, editor)
        assert rig.end() == 0


@with_strace
@pytest.mark.fault(36)
@pytest.mark.timeout(200)
def test_killed_between_the_commits_of_the_two_files(rig: Rig) -> None:
    """The index is committed first: it takes a text for embedded whose vector is not there."""
    editor, torn = Editor(rig.root, 40), 0
    log = schema.log_of(rig.paths.data_dir / "vectors.db")
    start_counting(rig, **TIDY)
    assert rig.end() == 0
    for number in (1, 2, 5, 13):
        editor.work(60)
        run_until_killed(rig, number, *counting(rig, **TIDY), only=[log])
        torn += is_torn(rig)
        start_counting(rig, **TIDY)
        check(rig, editor)
        assert_vectors_settle(rig)
        assert rig.end() == 0
    assert torn


def is_torn(rig: Rig) -> bool:
    """Whether a text has no vector and waits for none; of a copy, for a look mends the files."""
    copy = rig.folder / "copy"
    shutil.copytree(rig.paths.data_dir, copy)
    found = {fault.what for fault in checks.inspect(copy / "index.db")}
    shutil.rmtree(copy)
    assert found <= {TORN}
    return TORN in found


@with_strace
@pytest.mark.fault(36)
def test_killed_while_it_writes_what_it_was_told(rig: Rig) -> None:
    """`state.db` is what cannot be made anew: that there is a mass deletion is in it."""
    editor = Editor(rig.root, 120)
    state = (rig.paths.state_db, rig.paths.state_db.with_name("state.db-journal"))
    rig.start()
    rig.call("sync")
    assert rig.end() == 0
    for number in (1, 3, 5):
        for folder in FOLDERS:
            (rig.root / folder).rename(rig.folder / folder)
        run_until_killed(rig, number, only=state)
        rig.start()
        rig.until(lambda: [at["code"] for at in rig.status()["problems"]] == ["mass-deletion"], 10)
        assert rig.status()["notes"] == 120
        for folder in FOLDERS:
            (rig.folder / folder).rename(rig.root / folder)
        check(rig, editor)
        assert rig.end() == 0
    assert authored.check(rig.paths.state_db) == ""


@pytest.mark.fault(37)
@pytest.mark.parametrize("notes", [0, 1, 300])
def test_told_to_end_while_it_indexes(rig: Rig, notes: int) -> None:
    """From its first answer on, with more or fewer notes in the index."""
    Editor(rig.root, 900)
    rig.spawn()
    rig.until(lambda: rig.status()["notes"] >= notes, 30)
    begin = time.monotonic()
    assert rig.end() == 0
    assert time.monotonic() - begin < 5
    left = {at.name for at in rig.paths.data_dir.iterdir()}
    assert left <= {"index.db", "vectors.db", "state.db", "backups", "lock", "gate.key"}
    rig.start()
    assert_settles(rig)

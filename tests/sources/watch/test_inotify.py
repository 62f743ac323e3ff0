from __future__ import annotations

import ctypes
import os
import shutil
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.sources.apart import in_namespace, run_apart
from tests.sources.watch.contract import WatcherContract, eventually
from tests.sources.watch.watching import heard_its_pulse, kernel_agrees, started
from vaultbrain import paths
from vaultbrain.sources.watch import listener
from vaultbrain.sources.watch.inotify import InotifyWatcher

if TYPE_CHECKING:
    from pathlib import Path

    from tests.sources.watch.contract import Heard
    from tests.sources.watch.watching import Stuck

LIBC = ctypes.CDLL(None, use_errno=True)


class TestInotify(WatcherContract):
    def make(self, root: Path, heard: Heard) -> InotifyWatcher:
        return InotifyWatcher("s", root, heard.put, pulse=root.parent / "pulse")


def test_no_handle_is_left_open(root: Path, heard: Heard) -> None:
    before = len(list(paths.OPEN_FILES.iterdir()))
    for place in (root, root, root / "none"):
        watching = InotifyWatcher("s", place, heard.put)
        try:
            watching.start()
        except FileNotFoundError:
            assert place != root
        watching.stop()
    assert eventually(lambda: len(list(paths.OPEN_FILES.iterdir())) == before)


# The end of a root.


@pytest.mark.fault(26)
def test_a_root_deleted_and_made_again_is_noticed(
    root: Path, heard: Heard, watcher: InotifyWatcher
) -> None:
    shutil.rmtree(root)
    root.mkdir()
    assert heard.until("")
    assert eventually(lambda: not watcher.alive)
    assert not watcher.beat(0.0)


@pytest.mark.fault(27)
def test_a_root_replaced_by_another_folder_is_noticed(
    root: Path, heard: Heard, watcher: InotifyWatcher
) -> None:
    (root.parent / "other").mkdir()
    root.rename(root.parent / "away")
    (root.parent / "other").rename(root)
    assert heard.until("")
    assert not watcher.alive


# Deafness.


def test_a_pulse_that_is_heard(watcher: InotifyWatcher, heard: Heard) -> None:
    for now in (0.0, 30.0, 60.0):
        assert watcher.beat(now)
        assert heard_its_pulse(watcher)
    assert heard.next(0.05) is None


def test_a_pulse_that_is_not_heard(root: Path, stuck: Stuck, held: InotifyWatcher) -> None:
    (root / "a.md").touch()
    assert stuck.reached.wait(10)
    assert held.beat(100.0)
    assert held.beat(105.0)
    assert not held.beat(110.0)


@pytest.mark.fault(54)
def test_a_thread_that_ended(watcher: InotifyWatcher, heard: Heard) -> None:
    assert watcher._queue is not None
    watcher._queue.stop()
    assert heard.until("")
    assert not watcher.alive
    assert not watcher.beat(0.0)


def test_a_pulse_without_its_folder(watcher: InotifyWatcher, tmp_path: Path) -> None:
    (tmp_path / "run" / "pulse").rmdir()
    assert not watcher.beat(0.0)


def test_a_count_that_does_not_fit_twice(watcher: InotifyWatcher, tmp_path: Path) -> None:
    queue = watcher._queue
    assert queue is not None
    more = LIBC.inotify_add_watch(queue._inotify_fd, os.fsencode(tmp_path), 1)
    assert watcher.beat(100.0)  # the end of a watch may be on its way
    assert heard_its_pulse(watcher)
    assert not watcher.beat(130.0)
    assert heard_its_pulse(watcher)
    LIBC.inotify_rm_watch(queue._inotify_fd, more)
    assert watcher.beat(160.0)
    assert heard_its_pulse(watcher)
    LIBC.inotify_add_watch(queue._inotify_fd, os.fsencode(tmp_path), 1)
    assert watcher.beat(160.01)  # counted a moment ago


def test_where_the_kernel_does_not_count_the_pulse_decides(
    watcher: InotifyWatcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "OPEN_FILES", tmp_path / "none")
    for now in (0.0, 30.0, 60.0):
        assert watcher.beat(now)
        assert heard_its_pulse(watcher)


def test_without_a_pulse_the_count_decides(root: Path, heard: Heard) -> None:
    for watching in started(InotifyWatcher("s", root, heard.put)):
        assert watching.beat(0.0)
        assert watching.beat(30.0)


def test_a_watch_lost_behind_our_back_is_set_again(
    root: Path, heard: Heard, watcher: InotifyWatcher
) -> None:
    assert watcher._queue is not None
    assert watcher._listener is not None
    lost = watcher._listener._folders._watches["sub"]
    LIBC.inotify_rm_watch(watcher._queue._inotify_fd, lost)
    assert heard.until("sub")
    (root / "sub" / "b.md").touch()
    assert heard.until("sub/b.md")
    assert kernel_agrees(watcher, 4)


# Faults of our own.


def test_an_exception_at_the_start_leaves_no_thread(root: Path, heard: Heard) -> None:
    def wants(path: str) -> bool:
        raise ValueError(path)

    threads = threading.active_count()
    with pytest.raises(ValueError, match="sub"):
        InotifyWatcher("s", root, heard.put, wants=wants).start()
    assert eventually(lambda: threading.active_count() == threads)


def test_stop_does_not_wait_for_hints_that_hang(
    root: Path, stuck: Stuck, held: InotifyWatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = held._queue
    assert queue is not None
    monkeypatch.setattr(queue, "join", lambda _: None)
    (root / "a.md").touch()
    assert stuck.reached.wait(10)
    start = time.monotonic()
    held.stop()
    assert time.monotonic() - start < 3
    stuck.let_go.set()
    assert eventually(lambda: not queue.is_alive())
    assert stuck.next() == "a.md"
    assert stuck.next(0.1) is None


def test_stop_does_not_wait_for_a_folder_that_hangs(
    root: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "PATIENCE_SECONDS", 0.05)
    hangs, let_go = threading.Event(), threading.Event()

    def wants(path: str) -> bool:
        if path == "new":
            hangs.set()
            assert let_go.wait(60)
        return True

    watching = InotifyWatcher("s", root, heard.put, wants=wants)
    watching.start()
    queue = watching._queue
    assert queue is not None
    monkeypatch.setattr(queue, "join", lambda _: None)
    (root / "new").mkdir()
    assert hangs.wait(10)
    watching.stop()
    let_go.set()
    assert eventually(lambda: not queue.is_alive())


# Limits and volumes: each in a namespace of its own.

PRELUDE = """
import os, subprocess, sys, threading
from pathlib import Path
from tests.sources.watch.contract import Heard, eventually
from vaultbrain.sources.watch.inotify import InotifyWatcher

root, heard = Path(sys.argv[-1]), Heard()
watcher = InotifyWatcher("s", root, heard.put)
"""


LIMITS = "/proc/sys/user/max_inotify_"


@pytest.mark.fault(24)
@in_namespace
def test_the_limit_of_watches_is_a_shortfall(root: Path) -> None:
    for number in range(48):
        (root / f"{number}").mkdir()
    code = """
watcher.start()
assert watcher.alive
assert watcher.shortfall == 51 - 20, watcher.shortfall
assert watcher.kernel_watches() == 20
assert watcher.beat(0.0) and watcher.beat(30.0)
for folder in root.iterdir():
    (folder / "a.md").touch()
(root / "end.md").touch()
assert len({path for path in heard.through("end.md") if path.endswith("/a.md")}) < 20
"""
    run_apart(PRELUDE + code, root, f"echo 20 > {LIMITS}watches")


@pytest.mark.fault(25)
@in_namespace
@pytest.mark.parametrize(
    ("limit", "message"),
    [("watches", "inotify watch limit reached"), ("instances", "inotify instance limit reached")],
)
def test_without_any_watch_it_does_not_begin(root: Path, limit: str, message: str) -> None:
    code = f"""
threads = threading.active_count()
try:
    watcher.start()
except OSError as error:
    assert error.strerror == {message!r}
else:
    raise AssertionError("it began")
assert not watcher.alive
watcher.stop()
assert eventually(lambda: threading.active_count() == threads)
"""
    run_apart(PRELUDE + code, root, f"echo 0 > {LIMITS}{limit}")


@pytest.mark.fault(17)
@in_namespace
def test_a_folder_without_rights_is_watched_when_it_has_them(root: Path) -> None:
    code = """
os.chmod(root / "sub", 0)
os.chmod(root, 0)
try:
    watcher.start()
except PermissionError:
    os.chmod(root, 0o700)
else:
    raise AssertionError("it began")
(root / "other").mkdir(mode=0)
watcher.start()
assert (watcher.shortfall, watcher.kernel_watches()) == (0, 1)
os.chmod(root / "sub", 0o700)
assert heard.until("sub")
(root / "sub" / "deep" / "b.md").touch()
assert heard.until("sub/deep/b.md")
assert watcher.kernel_watches() == 3
os.chmod(root / "other", 0o700)
watcher.stop()
"""
    drop = "exec setpriv --bounding-set=-dac_override,-dac_read_search"
    run_apart(PRELUDE + code, root, prefix=drop + " --inh-caps=-dac_override,-dac_read_search")


@pytest.mark.fault(28)
@in_namespace
def test_a_volume_that_goes_is_noticed(root: Path) -> None:
    (root / "volume").mkdir()
    code = """
volume = root / "volume"
subprocess.run(["mount", "-t", "tmpfs", "none", volume], check=True)
(volume / "in it").mkdir()
watcher.start()
assert (watcher.kernel_watches(), watcher.outdated) == (5, False)
subprocess.run(["umount", volume], check=True)
assert heard.until("", "volume")
assert watcher.alive and watcher.outdated
(volume / "a.md").touch()
assert heard.until("volume/a.md")
assert eventually(lambda: watcher.kernel_watches() == 4)
watcher.stop()
"""
    run_apart(PRELUDE + code, root)


@pytest.mark.fault(28)
@in_namespace
def test_a_root_whose_volume_goes_is_noticed(root: Path) -> None:
    code = """
subprocess.run(["mount", "-t", "tmpfs", "none", root], check=True)
watcher.start()
assert watcher.alive
subprocess.run(["umount", root], check=True)
assert heard.until("")
assert eventually(lambda: not watcher.alive)
"""
    run_apart(PRELUDE + code, root)

from __future__ import annotations

import errno
import mmap
import os
import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from watchdog.observers.inotify_c import InotifyFD

from tests.sources.watch.contract import eventually
from tests.sources.watch.mirror import Mirror
from tests.sources.watch.watching import kernel_agrees, started
from vaultbrain import paths
from vaultbrain.sources.watch.inotify import InotifyWatcher
from vaultbrain.sources.watch.listener import Listener

if TYPE_CHECKING:
    from collections.abc import Iterator

    from watchdog.observers.inotify_c import CallbackId, Mask, WatchCallback, WatchDescriptor

    from tests.sources.watch.contract import Heard
    from tests.sources.watch.watching import Stuck


@pytest.fixture
def mirror(root: Path) -> Iterator[Mirror]:
    mirror = Mirror(root)
    watching = InotifyWatcher("s", root, mirror.put)
    watching.start()
    mirror.put("s", "")
    yield mirror
    mirror.agrees()
    folders = sum(not path.is_symlink() for path in root.rglob("*/")) + 1
    assert kernel_agrees(watching, folders)
    watching.stop()


def is_outdated(watcher: InotifyWatcher) -> bool:
    """A call, so that a type checker does not take the answer for lasting."""
    return watcher.outdated


# What happens to folders. The mirror looks at once, in the watch's own thread, so whatever it
# misses then is a change that nobody was told of.


@pytest.mark.fault(18)
def test_a_folder_renamed_then_edited(root: Path, mirror: Mirror) -> None:
    for number in range(5):
        (root / "sub" / f"{number}.md").write_text("before")
    (root / "sub").rename(root / "renamed")
    (root / "renamed" / "3.md").write_text("at once")
    mirror.agrees()
    (root / "renamed" / "3.md").write_text("after")
    (root / "renamed" / "deep" / "new.md").write_text("after")
    mirror.agrees()
    (root / "sub" / "deep").mkdir(parents=True)
    (root / "sub" / "deep" / "other.md").write_text("another folder of the old name")
    mirror.agrees()


@pytest.mark.fault(21)
def test_a_folder_moved_out_then_edited_there(
    root: Path, heard: Heard, watcher: InotifyWatcher
) -> None:
    outside = root.parent / "outside"
    (root / "sub").rename(outside)
    assert heard.until("sub")
    assert kernel_agrees(watcher, 2)
    (outside / "a.md").write_text("not ours any more")
    (outside / "deep" / "b.md").write_text("nor this")
    (root / "end.md").touch()
    assert set(heard.through("end.md")) == {"end.md"}


@pytest.mark.fault(19)
def test_a_tree_moved_in_then_edited(root: Path, mirror: Mirror) -> None:
    tree = root.parent / "tree"
    for number in range(40):
        (tree / str(number % 8) / "x").mkdir(parents=True, exist_ok=True)
        (tree / str(number % 8) / "x" / f"{number}.md").write_text("moved")
    tree.rename(root / "tree")
    mirror.agrees()
    for number in range(40):
        (root / "tree" / str(number % 8) / "x" / f"{number}.md").write_text("edited")
    mirror.agrees()


@pytest.mark.fault(20)
def test_folders_and_files_made_in_one_go(root: Path, mirror: Mirror) -> None:
    for number in range(200):
        folder = root / f"{number}" / "b" / "c" / "d"
        folder.mkdir(parents=True)
        (folder / "one.md").write_text("1")
        (folder.parent / "two.md").write_text("2")
    mirror.agrees()


@pytest.mark.fault(20)
def test_a_copied_tree(root: Path, mirror: Mirror) -> None:
    for number in range(40):
        (root.parent / "from" / f"{number % 5}" / "y").mkdir(parents=True, exist_ok=True)
        (root.parent / "from" / f"{number % 5}" / "y" / f"{number}.md").write_text("copied")
    shutil.copytree(root.parent / "from", root / "to")
    mirror.agrees()
    shutil.rmtree(root / "to")
    mirror.agrees()


@pytest.mark.fault(18)
def test_a_folder_renamed_fifty_times(root: Path, mirror: Mirror) -> None:
    name = root / "sub"
    for number in range(50):
        name = name.rename(root / f"name {number}")
        (name / "deep" / f"{number}.md").write_text("on the way")
    mirror.agrees()
    (name / "deep" / "0.md").write_text("at the end")
    mirror.agrees()


def test_two_folders_that_change_places_all_the_time(root: Path, mirror: Mirror) -> None:
    (root / "other" / "deep").mkdir(parents=True)
    for number in range(100):
        (root / "sub").rename(root / "x")
        (root / "other").rename(root / "sub")
        (root / "x").rename(root / "other")
        (root / "sub" / "deep" / f"{number}.md").write_text("here")
        (root / "other" / "deep" / f"{number}.md").write_text("there")
    mirror.agrees()
    (root / "sub" / "deep" / "last.md").write_text("here")
    mirror.agrees()


def test_a_folder_renamed_over_an_empty_one(root: Path, mirror: Mirror) -> None:
    (root / "empty").mkdir()
    mirror.agrees()
    (root / "sub").rename(root / "empty")
    mirror.agrees()
    (root / "empty" / "a.md").write_text("edited")
    mirror.agrees()


def test_folders_wander_while_the_watch_begins(root: Path) -> None:
    for number in range(50):
        (root / f"{number}" / "in").mkdir(parents=True)
    mirror = Mirror(root)
    stop = threading.Event()

    def wander() -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            (root / f"{turn % 50}").rename(root / "sub" / "deep" / f"{turn}")
            (root / "sub" / "deep" / f"{turn}").rename(root / f"{turn % 50}")

    mover = threading.Thread(target=wander)
    mover.start()
    for _ in range(5):
        watching = InotifyWatcher("s", root, mirror.put)
        watching.start()
        watching.stop()
    watching.start()
    stop.set()
    mover.join()
    mirror.put("s", "")
    for number in range(50):
        (root / f"{number}" / "in" / "a.md").write_text("written after it began")
    mirror.agrees()
    assert kernel_agrees(watching, 103)
    watching.stop()


# What is watched.


@pytest.mark.fault(58)
def test_only_wanted_folders_are_watched(root: Path, heard: Heard) -> None:
    for name in (".git/objects/aa", "node_modules/x", "sub/.trash", "private/deep", "b\udcff"):
        (root / name).mkdir(parents=True)
    (root / "linked").symlink_to(root.parent)
    (root / "sub" / "loop").symlink_to(root)
    watching = InotifyWatcher("s", root, heard.put, wants=lambda path: path != "private")
    watching.start()
    assert kernel_agrees(watching, 3)  # the root, sub and sub/deep
    for name in (".git/objects/aa/x", "private/deep/x.md", "sub/.trash/x.md"):
        (root / name).touch()
    (root / ".git" / "objects" / "bb").mkdir()
    (root / "sub" / "private").mkdir()
    (root / "private" / "new").mkdir()
    (root / "sub" / "another loop").symlink_to(root)
    (root / "end.md").touch()
    assert set(heard.through("end.md")) == {"sub/private", "sub/another loop", "end.md"}
    assert kernel_agrees(watching, 4)
    watching.stop()
    assert watching.kernel_watches() is None


def test_a_root_that_is_a_link_is_followed(root: Path, heard: Heard) -> None:
    link = root.parent / "link"
    link.symlink_to(root)
    for _ in started(InotifyWatcher("s", link, heard.put)):
        (root / "sub" / "b.md").touch()
        assert heard.until("sub/b.md")


def test_an_ignore_file_makes_the_watch_outdated(
    root: Path, heard: Heard, watcher: InotifyWatcher
) -> None:
    (root / "sub" / "deep" / "plain.md").touch()
    assert heard.until("sub/deep/plain.md")
    assert not is_outdated(watcher)
    (root / "sub" / ".brainignore").write_text("deep/")
    assert heard.until("sub/.brainignore")
    assert is_outdated(watcher)
    watcher.stop()
    watcher.start()
    assert not is_outdated(watcher)
    (root / "sub").rename(root / "sub2")
    assert heard.until("sub2")
    assert is_outdated(watcher)


def test_a_folder_with_rules_makes_the_watch_outdated_when_it_comes_or_goes(
    root: Path, heard: Heard
) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / ".brainignore").write_text("*")
    for before, after in ((outside, root / "sub" / "in"), (root / "sub" / "in", outside)):
        watching = InotifyWatcher("s", root, heard.put)
        watching.start()
        before.rename(after)
        assert heard.until("sub/in")
        assert watching.outdated
        watching.stop()


# What is heard of files.


@pytest.mark.fault(6)
@pytest.mark.usefixtures("watcher")
def test_an_appended_file_that_stays_open_is_heard(root: Path, heard: Heard) -> None:
    with (root / "sub" / "a.md").open("a") as file:
        file.write("more")
        file.flush()
        assert heard.until("sub/a.md")


@pytest.mark.fault(7)
@pytest.mark.usefixtures("watcher")
def test_a_memory_map_is_heard_when_it_is_let_go(root: Path, heard: Heard) -> None:
    with (root / "sub" / "a.md").open("r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)
    mapped[:4] = b"TEXT"
    mapped.flush()
    (root / "end.md").touch()
    assert set(heard.through("end.md")) == {"end.md"}
    mapped.close()
    assert heard.until("sub/a.md")


@pytest.mark.fault(8)
@pytest.mark.usefixtures("watcher")
def test_a_time_put_back_is_heard(root: Path, heard: Heard) -> None:
    os.utime(root / "sub" / "a.md", (0, 0))
    assert heard.until("sub/a.md")


@pytest.mark.usefixtures("watcher")
def test_a_deleted_file_that_is_still_written_to_is_silent(root: Path, heard: Heard) -> None:
    with (root / "sub" / "a.md").open("a") as file:
        (root / "sub" / "a.md").unlink()
        assert heard.until("sub/a.md")
        file.write("into nothing")
    (root / "end.md").touch()
    assert "sub/a.md" not in heard.through("end.md")


# Overflow.


def overflow(root: Path) -> None:
    """Fill the kernel's queue; the same event twice in a row would count once."""
    most = int((paths.PROCESSES / "sys/fs/inotify/max_queued_events").read_text())
    for number in range(most + 10):
        os.utime(root / ("even.md" if number % 2 else "odd.md"))


@pytest.mark.fault(22)
def test_an_overflow_is_a_doubt_and_its_folders_are_watched(
    root: Path, stuck: Stuck, held: InotifyWatcher
) -> None:
    (root / ".brainignore").touch()  # also the hint that everything hangs on
    (root / "odd.md").touch()
    (root / "even.md").touch()
    assert stuck.reached.wait(10)
    overflow(root)
    (root / "made" / "meanwhile").mkdir(parents=True)
    (root / "sub" / "deep").rename(root.parent / "moved out")
    shutil.rmtree(root / "sub")
    (root / "sub").mkdir()
    stuck.let_go.set()
    assert stuck.until("", seconds=60)
    (root / "made" / "meanwhile" / "a.md").touch()
    (root / "sub" / "new.md").touch()
    assert stuck.until("made/meanwhile/a.md", "sub/new.md")
    assert kernel_agrees(held, 5)  # the root, made, made/meanwhile, sub and the pulse
    assert held.alive


def test_a_root_that_ends_in_an_overflow_is_noticed(
    root: Path, stuck: Stuck, held: InotifyWatcher
) -> None:
    (root / "odd.md").touch()
    (root / "even.md").touch()
    assert stuck.reached.wait(10)
    overflow(root)
    shutil.rmtree(root)
    stuck.let_go.set()
    assert stuck.until("", seconds=60)
    assert eventually(lambda: not held.alive)


def test_an_overflow_puts_rules_in_doubt_where_there_are_some(root: Path, heard: Heard) -> None:
    for rules in (False, True):
        if rules:
            (root / ".brainignore").touch()
        watching = InotifyWatcher("s", root, heard.put)
        watching.start()
        assert watching._listener is not None
        watching._listener.on_queue_overflow()
        assert heard.until("")
        assert watching.outdated is rules
        listener = watching._listener
        watching.stop()
        listener.on_queue_overflow()
        assert heard.next(0.05) is None


# Refusals.


class Stingy(InotifyFD):
    """A queue that takes some folders only after a while."""

    def __init__(self, refused: dict[str, int]) -> None:
        super().__init__()
        self.refused = refused

    def add_callback(
        self, path: bytes, mask: Mask, callback: WatchCallback, id_: CallbackId
    ) -> WatchDescriptor:
        code = self.refused.get(Path(os.fsdecode(path)).name)
        if code:
            raise OSError(code, os.strerror(code))
        return super().add_callback(path, mask, callback, id_)


def test_refused_folders_are_counted_until_they_are_gone(root: Path, heard: Heard) -> None:
    queue = Stingy({"sub": errno.ENOSPC, "deep": errno.ENOMEM})
    queue.start()
    listener = Listener(os.fspath(root), lambda path: heard.put("s", path), lambda _: True, queue)
    listener.begin(None)
    assert listener.shortfall == 2
    (root / "sub").rename(root / "other")
    assert heard.until("other")
    assert listener.shortfall == 1  # "deep" is still refused, in "other"
    queue.refused.clear()
    listener.on_queue_overflow()
    assert listener.shortfall == 0
    assert listener.watches == 3
    (root / "other" / "deep" / "a.md").touch()
    assert heard.until("other/deep/a.md")
    listener.end()
    queue.stop()
    queue.join(5)


@pytest.mark.fault(54)
def test_an_exception_ends_nothing(root: Path, heard: Heard) -> None:
    broken = True

    def put(source: str, path: str) -> None:
        heard.put(source, path)
        if broken:
            raise ValueError(path)

    for watching in started(InotifyWatcher("s", root, put)):
        (root / "a.md").touch()
        assert heard.until("a.md", "")
        assert eventually(lambda: watching.outdated)  # noqa: B023
        broken = False
        (root / "b.md").touch()
        assert heard.until("b.md")
        assert watching.alive

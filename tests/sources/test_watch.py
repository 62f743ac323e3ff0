from __future__ import annotations

import logging
import os
import queue
import shutil
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vaultbrain.sources.watch import Batch, Hints, Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOTHING = Batch(frozenset(), frozenset())


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def hints(clock: Clock, cap: int = 2000) -> Hints:
    return Hints(quiet=1.0, longest=5.0, cap=cap, clock=clock)


def paths(*names: str, source: str = "s") -> Batch:
    return Batch(frozenset((source, name) for name in names), frozenset())


def test_a_path_is_ready_after_it_was_quiet() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.put("s", "a")
    assert queued.take(0) == NOTHING
    clock.now += 1.0
    assert queued.take(0) == paths("a")
    assert queued.take(0) == NOTHING
    assert len(queued) == 0


def test_a_path_that_is_never_quiet_is_ready_at_last() -> None:
    clock = Clock()
    queued = hints(clock)
    for _ in range(9):
        queued.put("s", "a")
        assert queued.take(0) == NOTHING
        clock.now += 0.5
    clock.now += 0.5
    queued.put("s", "a")
    assert queued.take(0) == paths("a")


def test_both_names_of_a_rename_come_together() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.put("s", "old")
    clock.now += 0.05
    queued.put("s", "new")
    clock.now += 0.95
    assert queued.take(0) == paths("old", "new")


def test_a_path_named_later_waits() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.put("s", "a")
    clock.now += 0.5
    queued.put("t", "a")
    clock.now += 0.5
    assert queued.take(0) == paths("a")
    assert len(queued) == 1


def test_an_empty_path_means_the_whole_source_now() -> None:
    queued = hints(Clock())
    queued.put("s", "a")
    queued.put("t", "b")
    queued.put("s", "")
    queued.put("s", "c")
    assert len(queued) == 2
    assert queued.take(0) == Batch(frozenset(), frozenset({"s"}))
    assert len(queued) == 1


def test_too_many_paths_become_one_look_through() -> None:
    clock = Clock()
    queued = hints(clock, cap=3)
    for name in "abc":
        queued.put("s", name)
    queued.put("t", "x")
    assert queued.take(0) == Batch(frozenset(), frozenset({"t"}))
    queued.put("s", "d")
    assert queued.take(0) == Batch(frozenset(), frozenset({"s"}))
    assert len(queued) == 0


def test_a_batch_is_true_when_there_is_something_to_do() -> None:
    assert not NOTHING
    assert paths("a")
    assert Batch(frozenset(), frozenset({"s"}))


def test_take_waits_for_what_is_to_come() -> None:
    queued = Hints(quiet=0.02, longest=1.0)
    timer = threading.Timer(0.05, queued.put, ("s", "a"))
    timer.start()
    assert queued.take(5.0) == paths("a")
    timer.join()
    start = time.monotonic()
    assert queued.take(0.05) == NOTHING
    assert 0.04 < time.monotonic() - start < 2


def test_close_ends_every_wait() -> None:
    queued = Hints()
    timer = threading.Timer(0.05, queued.close)
    timer.start()
    start = time.monotonic()
    assert queued.take(30.0) == NOTHING
    assert time.monotonic() - start < 5
    queued.put("s", "")
    assert queued.take(30.0) == NOTHING
    timer.join()


def test_no_hint_is_lost_between_threads() -> None:
    queued = Hints(quiet=0.001, longest=0.01, cap=100_000)
    names = [[f"{thread}/{n}" for n in range(500)] for thread in range(4)]

    def put(mine: list[str]) -> None:
        for name in mine:
            queued.put("s", name)

    threads = [threading.Thread(target=put, args=(mine,)) for mine in names]
    for thread in threads:
        thread.start()
    seen: set[tuple[str, str]] = set()
    while len(seen) < 2000:
        batch = queued.take(5.0)
        assert batch
        seen |= batch.paths
    for thread in threads:
        thread.join()


class Heard:
    """What a watcher put, in order."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()

    def put(self, source: str, path: str) -> None:
        self._queue.put((source, path))

    def until(self, *wanted: str, seconds: float = 1.0) -> bool:
        """Whether all of these paths are put within so many seconds."""
        missing, deadline = set(wanted), time.monotonic() + seconds
        while missing and time.monotonic() < deadline:
            try:
                missing.discard(self._queue.get(timeout=0.05)[1])
            except queue.Empty:
                continue
        return not missing

    def drain(self, seconds: float = 0.7) -> set[str]:
        found, deadline = set(), time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                found.add(self._queue.get(timeout=0.05)[1])
            except queue.Empty:
                continue
        return found


def lives(watcher: Watcher) -> bool:
    """A call, so that a type checker does not take the answer for lasting."""
    return watcher.alive


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "vault" / "sub").mkdir(parents=True)
    (tmp_path / "vault" / "a.md").write_text("text")
    (tmp_path / "vault" / ".obsidian").mkdir()
    return tmp_path / "vault"


@pytest.fixture
def watcher(root: Path, heard: Heard) -> Iterator[Watcher]:
    watching = Watcher("s", root, heard.put)
    watching.start()
    yield watching
    watching.stop()


@pytest.mark.usefixtures("watcher")
@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (lambda root: (root / "new.md").write_text("x"), ["new.md"]),
        (lambda root: (root / "sub" / "new.md").write_text("x"), ["sub/new.md"]),
        (lambda root: (root / "a.md").write_text("more"), ["a.md"]),
        (lambda root: (root / "a.md").rename(root / "sub" / "b.md"), ["a.md", "sub/b.md"]),
        (lambda root: (root / "a.md").unlink(), ["a.md"]),
        (lambda root: (root / "sub").rename(root / "moved"), ["sub", "moved"]),
        (lambda root: (root / "sub").rmdir(), ["sub"]),
        (lambda root: (root / "a.md").rename(root.parent / "out.md"), ["a.md"]),
    ],
)
def test_a_change_is_heard_within_a_second(
    root: Path, heard: Heard, act: Callable[[Path], object], expected: list[str]
) -> None:
    act(root)
    assert heard.until(*expected)


@pytest.mark.usefixtures("watcher")
def test_notes_in_a_new_folder_are_heard(root: Path, heard: Heard) -> None:
    (root / "x" / "y").mkdir(parents=True)
    assert heard.until("x")
    time.sleep(0.2)
    (root / "x" / "y" / "z.md").write_text("x")
    assert heard.until("x/y/z.md")


@pytest.mark.usefixtures("watcher")
def test_reading_and_excluded_folders_make_no_sound(root: Path, heard: Heard) -> None:
    (root / "a.md").read_text()
    list(root.iterdir())
    (root / ".obsidian" / "workspace.json").write_text("{}")
    assert heard.drain() == set()


@pytest.mark.usefixtures("watcher")
def test_a_name_that_is_no_text_is_not_put(root: Path, heard: Heard) -> None:
    Path(os.fsdecode(os.fsencode(root) + b"/\xff.md")).touch()
    (root / "end.md").touch()
    assert heard.drain() == {"end.md"}


def test_the_end_of_the_root_is_noticed(root: Path, heard: Heard, watcher: Watcher) -> None:
    assert lives(watcher)
    shutil.rmtree(root)
    assert heard.until("")
    deadline = time.monotonic() + 2
    while lives(watcher) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not lives(watcher)


def test_a_watcher_can_be_stopped_twice_and_then_hears_nothing(root: Path, heard: Heard) -> None:
    watching = Watcher("s", root, heard.put)
    assert not lives(watching)
    watching.stop()
    watching.start()
    assert lives(watching)
    watching.stop()
    watching.stop()
    assert not lives(watching)
    (root / "b.md").touch()
    logging.getLogger("watchdog").warning("after the end")
    assert heard.drain(0.3) == set()


def test_a_folder_that_is_gone_cannot_be_watched(tmp_path: Path, heard: Heard) -> None:
    watching = Watcher("s", tmp_path / "gone", heard.put)
    with pytest.raises(OSError, match="No such file"):
        watching.start()
    assert not watching.alive
    logging.getLogger("watchdog").warning("after the end")
    assert heard.drain(0.1) == set()


@pytest.mark.usefixtures("watcher")
def test_a_warning_of_watchdog_is_a_doubt_about_everything(heard: Heard) -> None:
    logging.getLogger("watchdog.observers.inotify").warning("Inotify queue overflowed")
    assert heard.until("")

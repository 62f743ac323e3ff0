"""What every watcher does, whatever it hears with."""

from __future__ import annotations

import os
import queue
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECONDS = 10.0


class Heard:
    """What a watcher put, in order."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()

    def put(self, source: str, path: str) -> None:
        self._queue.put((source, path))

    def next(self, seconds: float = SECONDS) -> str | None:
        try:
            source, path = self._queue.get(timeout=seconds)
        except queue.Empty:
            return None
        assert source == "s"
        return path

    def until(self, *wanted: str, seconds: float = SECONDS) -> bool:
        """Whether all of these paths are put within so many seconds."""
        missing, deadline = set(wanted), time.monotonic() + seconds
        while missing and time.monotonic() < deadline:
            missing.discard(self.next(0.05))
        return not missing

    def through(self, last: str) -> list[str]:
        """All that was put up to this path, which has to come."""
        found: list[str] = []
        while not found or found[-1] != last:
            path = self.next()
            assert path is not None, f"{last} was not heard, but {found}"
            found.append(path)
        return found


class Watching(Protocol):
    @property
    def alive(self) -> bool: ...
    @property
    def outdated(self) -> bool: ...
    @property
    def shortfall(self) -> int: ...
    def start(self) -> None: ...
    def beat(self, now: float) -> bool: ...
    def stop(self) -> None: ...


def eventually(truth: Callable[[], object], seconds: float = SECONDS) -> bool:
    """Whether something becomes true in time."""
    deadline = time.monotonic() + seconds
    while not truth():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def lives(watcher: Watching) -> bool:
    """A call, so that a type checker does not take the answer for lasting."""
    return watcher.alive


class WatcherContract:
    def make(self, root: Path, heard: Heard) -> Watching:
        raise NotImplementedError

    @pytest.fixture
    def heard(self) -> Heard:
        return Heard()

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        (tmp_path / "vault" / "sub").mkdir(parents=True)
        (tmp_path / "vault" / "a.md").write_text("text")
        (tmp_path / "vault" / ".obsidian").mkdir()
        return tmp_path / "vault"

    @pytest.fixture
    def watcher(self, root: Path, heard: Heard) -> Iterator[Watching]:
        watching = self.make(root, heard)
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
        self, root: Path, heard: Heard, act: Callable[[Path], object], expected: list[str]
    ) -> None:
        act(root)
        assert heard.until(*expected, seconds=1.0)

    @pytest.mark.usefixtures("watcher")
    def test_notes_in_a_new_folder_are_heard(self, root: Path, heard: Heard) -> None:
        (root / "x" / "y").mkdir(parents=True)
        assert heard.until("x")
        written = 0

        def heard_in_it() -> bool:
            nonlocal written
            (root / "x" / "y" / "z.md").write_text(str(written := written + 1))
            return heard.until("x/y/z.md", seconds=0.2)

        assert eventually(heard_in_it)

    @pytest.mark.usefixtures("watcher")
    def test_reading_and_excluded_folders_make_no_sound(self, root: Path, heard: Heard) -> None:
        (root / "a.md").read_text()
        list(root.iterdir())
        list((root / "sub").iterdir())
        (root / ".obsidian" / "workspace.json").write_text("{}")
        (root / "end.md").touch()
        assert set(heard.through("end.md")) == {"end.md"}

    @pytest.mark.usefixtures("watcher")
    def test_a_name_that_is_no_text_is_not_put(self, root: Path, heard: Heard) -> None:
        strange = Path(os.fsdecode(os.fsencode(root) + b"/\xff"))
        strange.mkdir()
        (strange / "a.md").touch()
        strange.with_name(strange.name + ".md").touch()
        (root / "end.md").touch()
        assert set(heard.through("end.md")) == {"end.md"}

    def test_the_end_of_the_root_is_noticed(
        self, root: Path, heard: Heard, watcher: Watching
    ) -> None:
        assert lives(watcher)
        shutil.rmtree(root)
        assert heard.until("")
        assert eventually(lambda: not watcher.alive)

    def test_a_watcher_can_be_stopped_twice_and_then_hears_nothing(
        self, root: Path, heard: Heard
    ) -> None:
        watching = self.make(root, heard)
        assert not lives(watching)
        watching.stop()
        watching.start()
        assert lives(watching)
        watching.stop()
        watching.stop()
        assert not lives(watching)
        (root / "b.md").touch()
        assert heard.next(0.2) is None

    def test_a_folder_that_is_gone_cannot_be_watched(self, tmp_path: Path, heard: Heard) -> None:
        watching = self.make(tmp_path / "gone", heard)
        with pytest.raises(OSError, match="No such file"):
            watching.start()
        assert not watching.alive

    def test_a_watch_that_hears_passes_its_beats(self, watcher: Watching) -> None:
        assert watcher.beat(0.0)
        assert watcher.beat(1.0)
        assert watcher.shortfall == 0
        assert not watcher.outdated

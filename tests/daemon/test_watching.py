from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from vaultbrain.daemon.watching import (
    BEAT_SECONDS,
    OFTEN_SECONDS,
    RESCAN_SECONDS,
    REVIVE_SECONDS,
    Watching,
    make_watcher,
)
from vaultbrain.sources import mounts
from vaultbrain.sources.mounts import MountTable
from vaultbrain.sources.watch import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.house import House
    from vaultbrain.sources.folder import FolderSource


class Ear(Watcher):
    """A watch that hears what a test says."""

    alive = False
    outdated = False
    shortfall = 0

    def __init__(self, put: Callable[[str, str], None], pulse: Path) -> None:
        self.put, self.pulse = put, pulse
        self.refuses = self.ended = False
        self.hears = True
        self.beats: list[float] = []

    def start(self) -> None:
        if self.refuses:
            raise OSError(28, "inotify watch limit reached")
        self.alive = True

    def beat(self, now: float) -> bool:
        self.beats.append(now)
        return self.hears

    def stop(self) -> None:
        self.alive, self.ended = False, True


class Nest:
    """The watches of a house, with a clock and a mount table in the test's hand."""

    def __init__(self, house: House) -> None:
        self.house, self.now = house, 1000.0
        self.ears: list[Ear] = []
        self.refusing = False
        self.watching = Watching(house.sources, house.hints, house.folder, self.make)

    def make(self, source: FolderSource, put: Callable[[str, str], None], pulse: Path) -> Ear:
        assert source is self.house.sources["notes"]
        ear = Ear(put, pulse)
        ear.refuses = self.refusing
        self.ears.append(ear)
        return ear

    def tick(self, seconds: float = 1.0, *, doubt: bool = False) -> bool:
        """One tick later; whether a look through the whole source was asked for."""
        self.now += seconds
        self.watching.tick(self.now, doubt=doubt)
        return "notes" in self.house.hints.take(0).sources

    def looks(self, seconds: int) -> int:
        return sum(self.tick() for _ in range(seconds))


@pytest.fixture
def nest(house: House) -> Iterator[Nest]:
    nest = Nest(house)
    yield nest
    nest.watching.stop()


@pytest.fixture
def real(house: House) -> Iterator[Nest]:
    """With watches that really hear."""
    nest = Nest(house)
    nest.watching = Watching(house.sources, house.hints, house.folder)
    yield nest
    nest.watching.stop()


def hears(nest: Nest, path: str) -> bool:
    """Whether a note that is written now is named."""
    nest.house.write(path, "zebra")
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if ("notes", path) in nest.house.hints.take(1).paths:
            return True
    return False


def watch_of(nest: Nest) -> Watcher:
    watch = nest.watching._watched["notes"]._watch
    assert watch is not None
    return watch


def test_the_first_tick_watches_then_asks_for_a_look(
    nest: Nest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not nest.watching.watching("notes")
    assert nest.watching.unwatched("notes") == 0
    order: list[str] = []
    put, start = nest.house.hints.put, Ear.start

    def note_look(source: str, path: str) -> None:
        order.append("look")
        put(source, path)

    def note_watch(ear: Ear) -> None:
        order.append("watch")
        start(ear)

    monkeypatch.setattr(nest.house.hints, "put", note_look)
    monkeypatch.setattr(Ear, "start", note_watch)
    assert nest.tick()
    assert order == ["watch", "look"]
    assert nest.watching.watching("notes")
    assert not nest.tick()
    assert len(nest.ears) == 1


def test_each_source_has_its_own_watch_and_pulse(nest: Nest) -> None:
    nest.tick()
    assert nest.ears[0].pulse == nest.house.folder / "pulse-notes"
    nest.ears[0].put("notes", "a.md")
    assert ("notes", "a.md") in nest.house.hints.take(5).paths


def test_a_watch_hears_of_notes_and_ends(real: Nest) -> None:
    assert real.tick()
    assert hears(real, "a.md")
    real.watching.stop()
    assert not real.watching.watching("notes")
    real.watching.stop()


@pytest.mark.fault(54)
def test_a_watch_whose_thread_died_is_begun_anew_and_all_is_looked_through(
    real: Nest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    real.tick()
    watch = watch_of(real)
    assert isinstance(watch, Watcher)
    queue = watch._queue
    assert queue is not None
    queue.stop()
    queue.join(5)
    assert not real.watching.watching("notes")
    assert real.tick(REVIVE_SECONDS)
    assert real.watching.watching("notes")
    assert watch_of(real) is not watch
    assert "begins anew: it had ended" in caplog.text
    assert hears(real, "a.md")


def test_a_watch_that_keeps_dying_is_not_begun_every_second(nest: Nest) -> None:
    nest.tick()
    begun = 0
    for _ in range(20):
        nest.ears[-1].alive = False
        begun += nest.tick()
    assert begun == len(nest.ears) - 1 == 20 / REVIVE_SECONDS


@pytest.mark.fault(25)
def test_a_folder_that_cannot_be_watched_is_looked_through_by_time(
    nest: Nest, caplog: pytest.LogCaptureFixture
) -> None:
    nest.refusing = True
    assert nest.tick()
    assert not nest.watching.watching("notes")
    assert nest.looks(int(OFTEN_SECONDS) * 2) == 2
    assert len(nest.ears) == 3  # each try walks the whole tree
    assert caplog.text.count("cannot be watched: inotify watch limit reached") == 3
    nest.refusing = False
    assert nest.tick(OFTEN_SECONDS)
    assert nest.watching.watching("notes")


@pytest.mark.fault(24)
def test_where_some_folders_cannot_be_watched_all_is_looked_through_often(nest: Nest) -> None:
    nest.tick()
    nest.ears[0].shortfall = 3
    assert nest.watching.unwatched("notes") == 3
    assert nest.looks(int(OFTEN_SECONDS) * 2) == 2
    assert len(nest.ears) == 1
    nest.ears[0].shortfall = 0
    assert nest.looks(int(RESCAN_SECONDS) - 1) == 0


@pytest.mark.fault(33)
@pytest.mark.parametrize(
    ("kind", "pause"),
    [
        ("fuse.gocryptfs", OFTEN_SECONDS),
        ("nfs4", OFTEN_SECONDS),
        ("ext4", RESCAN_SECONDS),
        (None, RESCAN_SECONDS),
    ],
)
def test_where_others_change_files_unseen_all_is_looked_through_often(
    nest: Nest, monkeypatch: pytest.MonkeyPatch, kind: str | None, pause: float
) -> None:
    kinds = frozenset({"ext4", kind} if kind else ())  # of the vault, and of what is mounted in it
    monkeypatch.setattr(mounts, "kinds", lambda _: kinds)
    nest.tick()
    assert nest.looks(int(pause) - 1) == 0
    assert nest.tick()
    assert nest.looks(int(pause) - 1) == 0
    assert nest.tick()


@pytest.mark.fault(7)
def test_everything_is_looked_through_by_time(nest: Nest) -> None:
    nest.tick()
    assert not nest.tick(RESCAN_SECONDS - 1)
    assert nest.tick(1)
    assert not nest.tick(1)


def test_a_doubt_is_a_look_and_no_new_watch(nest: Nest) -> None:
    nest.tick()
    assert nest.tick(doubt=True)
    assert not nest.tick()
    assert len(nest.ears) == 1


@pytest.mark.fault(27)
def test_another_folder_in_its_place_is_watched_and_looked_through(
    real: Nest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    real.tick()
    first = watch_of(real)
    root = real.house.root
    root.rename(root.with_name("away"))
    root.mkdir()
    assert real.tick()
    assert watch_of(real) is not first
    assert "another folder, or another volume" in caplog.text
    assert hears(real, "new.md")


@pytest.mark.fault(26)
def test_a_folder_that_is_away_is_not_watched_until_it_is_back(real: Nest) -> None:
    real.tick()
    root = real.house.root
    root.rename(root.with_name("away"))
    assert real.tick()
    assert not real.watching.watching("notes")
    real.house.hints.take(0.1)
    assert not real.tick()
    assert real.tick(OFTEN_SECONDS)
    root.with_name("away").rename(root)
    assert real.tick()
    assert real.watching.watching("notes")
    assert hears(real, "new.md")


@pytest.mark.fault(28)
def test_mounts_that_concern_the_folder_begin_the_watch_anew(
    nest: Nest, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, prints, asked = False, 1, 0

    def fingerprint(_: Path) -> int:
        nonlocal asked
        asked += 1
        return prints

    monkeypatch.setattr(MountTable, "changed", lambda _: changed)
    monkeypatch.setattr(mounts, "fingerprint", fingerprint)
    assert nest.tick()
    prints = 2  # nobody reads the table until the system says that it has changed
    assert not nest.tick()
    assert asked == 1
    changed = True
    assert nest.tick()
    assert (len(nest.ears), nest.ears[0].ended) == (2, True)
    assert not nest.tick()  # something was mounted elsewhere
    assert (len(nest.ears), asked) == (2, 3)


def test_a_watch_of_other_folders_than_are_wanted_begins_anew(
    nest: Nest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    nest.tick()
    nest.ears[0].outdated = True
    assert nest.looks(int(REVIVE_SECONDS) - 1) == 0  # rules may be edited for a while
    assert nest.tick()
    assert (len(nest.ears), nest.ears[0].ended) == (2, True)
    assert "begins anew: other folders are wanted" in caplog.text
    assert not nest.tick()


def test_a_deaf_watch_begins_anew(nest: Nest, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    nest.tick()
    assert nest.looks(int(BEAT_SECONDS) * 2) == 0
    assert len(nest.ears[0].beats) == 2
    nest.ears[0].hears = False
    assert nest.looks(int(BEAT_SECONDS) - 1) == 0
    assert nest.tick()
    assert (len(nest.ears), nest.ears[0].ended) == (2, True)
    assert "begins anew: it was deaf" in caplog.text
    assert nest.watching.watching("notes")


def test_a_real_watch_hears_its_own_pulse(real: Nest) -> None:
    real.tick()
    watch = watch_of(real)
    for _ in range(3):
        assert not real.tick(BEAT_SECONDS)
        assert hears(real, "a.md")  # by now the pulse has arrived as well
    assert watch_of(real) is watch


@pytest.mark.fault(58)
def test_folders_that_are_never_indexed_are_not_watched(house: House) -> None:
    for folder in (".git/objects", "drafts/old", "work"):
        (house.root / folder).mkdir(parents=True)
    house.write(".brainignore", "drafts/\n")
    source = house.sources["notes"]
    heard: list[str] = []
    watch = make_watcher(source, lambda _, path: heard.append(path), house.folder / "pulse")
    watch.start()
    try:
        assert watch.kernel_watches() == 3  # the root, work and the pulse
        house.write("drafts/old/a.md", "zebra")
        house.write(".git/objects/a.md", "zebra")
        house.write("work/a.md", "zebra")
        end = time.monotonic() + 10
        while "work/a.md" not in heard:
            assert time.monotonic() < end
            time.sleep(0.005)
        assert not [path for path in heard if path.startswith(("drafts/old", ".git"))]
    finally:
        watch.stop()

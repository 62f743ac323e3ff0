from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.house import House
from vaultbrain.daemon import supervisor as module
from vaultbrain.daemon.supervisor import (
    DEAF_RESCAN_SECONDS,
    RESCAN_SECONDS,
    REVIVE_SECONDS,
    TIDY_SECONDS,
    Supervisor,
)
from vaultbrain.sources.watch import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Nest:
    """A supervisor whose clock is in the test's hand, over real parts."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.beats = 0
        self.deaths: list[str] = []
        self.release = threading.Event()
        self.thread = threading.Thread(target=self.release.wait, name="indexer", daemon=True)
        self.thread.start()
        self.now = 1000.0
        self.supervisor = Supervisor(
            house.sources, house.hints, house.writer, [self.thread], self.beat, self.deaths.append
        )
        self.supervisor._tidied = self.now

    def beat(self) -> None:
        self.beats += 1

    def tick(self, seconds: float = 1.0) -> bool:
        """One tick later; whether a look through the whole source was asked for."""
        self.now += seconds
        self.supervisor.tick(self.now)
        return "notes" in self.house.hints.take(0).sources

    def watcher(self) -> Watcher:
        return self.supervisor._watchers["notes"]

    def deafen(self) -> None:
        """End the watch behind the supervisor's back."""
        observer = self.watcher()._observer
        assert observer is not None
        observer.stop()
        observer.join(5)
        assert not self.supervisor.watching("notes")


@pytest.fixture
def nest(tmp_path: Path) -> Iterator[Nest]:
    house = House(tmp_path).open()
    nest = Nest(house)
    yield nest
    nest.supervisor.stop()
    nest.release.set()
    house.close()


def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_the_first_tick_watches_then_asks_for_a_look(nest: Nest) -> None:
    assert not nest.supervisor.watching("notes")
    assert nest.tick()
    assert nest.supervisor.watching("notes")
    assert not nest.tick()
    assert nest.beats == 2
    nest.house.write("a.md", "zebra")
    until(lambda: ("notes", "a.md") in nest.house.hints.take(1).paths)


def test_a_watch_that_died_is_begun_anew_and_all_is_looked_through(nest: Nest) -> None:
    nest.tick()
    nest.deafen()
    assert nest.tick(REVIVE_SECONDS)
    assert nest.supervisor.watching("notes")
    nest.house.write("a.md", "zebra")
    until(lambda: nest.house.hints.take(1).paths)


def test_a_watch_that_keeps_dying_is_not_begun_every_second(nest: Nest) -> None:
    nest.tick()
    begun = 0
    for _ in range(20):
        nest.deafen()
        begun += nest.tick()
        if not nest.supervisor.watching("notes"):
            nest.supervisor._watchers["notes"] = nest.watcher()
            continue
    assert begun <= 20 / REVIVE_SECONDS + 1


def test_a_folder_that_cannot_be_watched_is_looked_through_by_time(
    nest: Nest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    starts = 0

    def refuse(_: Watcher) -> None:
        nonlocal starts
        starts += 1
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(Watcher, "start", refuse)
    assert nest.tick()
    looks = sum(nest.tick() for _ in range(int(DEAF_RESCAN_SECONDS) * 2))
    assert looks == 2
    assert starts <= 3  # each try walks the whole tree
    assert caplog.text.count("cannot be watched: inotify watch limit reached") == starts
    monkeypatch.undo()
    assert not nest.supervisor.watching("notes")
    assert nest.tick(DEAF_RESCAN_SECONDS)
    assert nest.supervisor.watching("notes")


def test_another_folder_in_its_place_is_watched_and_looked_through(nest: Nest) -> None:
    nest.tick()
    first = nest.watcher()
    root = nest.house.root
    root.rename(root.with_name("away"))
    root.mkdir()
    assert nest.tick()
    assert nest.watcher() is not first
    nest.house.write("new.md", "zebra")
    until(lambda: ("notes", "new.md") in nest.house.hints.take(1).paths)


def test_a_folder_that_is_away_is_not_watched_until_it_is_back(nest: Nest) -> None:
    nest.tick()
    root = nest.house.root
    root.rename(root.with_name("away"))
    assert nest.tick()
    assert not nest.supervisor.watching("notes")
    nest.house.hints.take(0.1)
    assert not nest.tick()
    assert nest.tick(DEAF_RESCAN_SECONDS)
    root.with_name("away").rename(root)
    assert nest.tick()
    assert nest.supervisor.watching("notes")
    assert nest.deaths == []


def test_everything_is_looked_through_by_time(nest: Nest) -> None:
    nest.tick()
    assert not nest.tick(RESCAN_SECONDS - 1)
    assert nest.tick(1)
    assert not nest.tick(1)


def test_a_machine_that_woke_up_looks_through_everything(
    nest: Nest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep = 0.0
    monkeypatch.setattr(module, "_asleep", lambda: asleep)
    nest.supervisor._asleep = 0.0
    nest.tick()
    asleep = 3.0
    assert not nest.tick()
    asleep = 60.0
    assert nest.tick()
    assert not nest.tick()


def test_time_asleep_is_a_number() -> None:
    assert module._asleep() > -1


def test_a_dead_thread_is_told_and_stops_the_heartbeat(nest: Nest) -> None:
    nest.tick()
    beats = nest.beats
    nest.release.set()
    nest.thread.join()
    nest.tick()
    assert nest.deaths == ["indexer"]
    assert nest.beats == beats


def test_a_dead_writer_is_told(nest: Nest) -> None:
    nest.tick()
    nest.house.writer.close()
    nest.tick()
    assert nest.deaths == ["writer"]


def test_vectors_of_deleted_texts_are_tidied_away_with_their_bytes(nest: Nest) -> None:
    house = nest.house
    file = house.write("a.md", "xylophonist")
    house.scan()
    house.embed()
    file.unlink()
    house.hint("a.md")
    nest.tick()
    nest.tick(TIDY_SECONDS)
    house.writer.flush()
    assert house.vectors() == 0
    nest.tick()
    house.writer.flush()
    files = [at for at in house.folder.iterdir() if at.name.startswith("index.db")]
    assert b"xylophonist" not in b"".join(at.read_bytes() for at in files)


def test_tidying_never_waits_in_the_writers_own_thread(nest: Nest) -> None:
    house = nest.house
    file = house.write("a.md", "zebra")
    house.scan()
    house.embed()
    file.unlink()
    house.hint("a.md")
    nest.tick()
    running, release = threading.Event(), threading.Event()

    def block(_: object) -> None:
        running.set()
        release.wait(10)

    house.writer.submit(block)
    assert running.wait(10)
    nest.tick(TIDY_SECONDS)  # its job stands in a queue that is now filled up behind it
    filler = threading.Thread(
        target=lambda: [house.writer.submit(lambda _: time.sleep(0.001)) for _ in range(300)]
    )
    filler.start()
    time.sleep(0.1)
    release.set()
    filler.join(20)
    assert not filler.is_alive()
    nest.tick()
    house.writer.flush()


def test_nothing_is_tidied_while_hints_wait(nest: Nest) -> None:
    nest.tick()
    nest.house.hints.put("notes", "a.md")
    nest.supervisor.tick(nest.now + TIDY_SECONDS)
    assert nest.supervisor._pruned is None


def test_the_thread_ticks_and_stops(nest: Nest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TICK_SECONDS", 0.01)
    thread = threading.Thread(target=nest.supervisor.run)
    thread.start()
    until(lambda: nest.beats >= 3)
    nest.supervisor.stop()
    thread.join(5)
    assert not thread.is_alive()
    assert not nest.supervisor.watching("notes")
    nest.supervisor.tick(nest.now)  # a tick that comes too late begins no watch
    assert not nest.supervisor.watching("notes")


def test_a_fault_in_a_tick_is_a_death(
    nest: Nest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(nest.supervisor, "_heartbeat", lambda: 1 // 0)
    nest.supervisor.run()
    assert nest.deaths == ["supervisor"]
    assert "ZeroDivisionError" in caplog.text


def test_stopping_while_watches_begin_is_safe(nest: Nest) -> None:
    for _ in range(20):
        house = nest.house
        other = Supervisor(
            house.sources, house.hints, house.writer, [nest.thread], nest.beat, nest.deaths.append
        )
        ticking = threading.Thread(target=other.tick, args=(nest.now,))
        ticking.start()
        other.stop()
        ticking.join(10)
        assert not other.watching("notes")


def test_a_death_ends_the_process_with_status_70() -> None:
    script = "from vaultbrain.daemon.supervisor import exit_hard; exit_hard('indexer')"
    ended = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert ended.returncode == 70

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from vaultbrain.daemon import supervisor as module
from vaultbrain.daemon.supervisor import DEATH_SECONDS, STALL_SECONDS, Signs, Supervisor
from vaultbrain.daemon.upkeep import Stores, Upkeep
from vaultbrain.daemon.watching import Watching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.house import House


class Watches(Watching):
    """Real watches that keep what they were told."""

    def __init__(self, house: House) -> None:
        super().__init__(house.sources, house.hints, house.folder)
        self.doubts: list[bool] = []

    def tick(self, now: float, *, doubt: bool) -> None:
        self.doubts.append(doubt)
        super().tick(now, doubt=doubt)


class Nest:
    """A supervisor with its clocks and its signs of life in the test's hand, over real parts."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house = house
        self.beats = 0
        self.deaths: list[str] = []
        # Seconds awake, seconds since the start, seconds since 1970.
        self.clocks = (1000.0, 1500.0, 1_700_000_000.0)
        monkeypatch.setattr(module, "_clocks", lambda: self.clocks)
        self.release = threading.Event()
        self.thread = threading.Thread(target=self.release.wait, name="indexer", daemon=True)
        self.thread.start()
        self.loop = self.job = 0.0
        signs = Signs(
            {"indexer": self.thread.is_alive, "writer": lambda: house.writer.alive},
            {"server": lambda: self.loop, "writer": lambda: self.job},
        )
        stores = Stores(house.database, house.writer, house.state, house.folder)
        self.renewals: list[str] = []
        self.upkeep = Upkeep(
            stores,
            house.hints,
            house.reading.is_busy,
            house.names,
            self.renewals.append,
            lambda: None,
        )
        self.watches = Watches(house)
        self.supervisor = Supervisor(
            self.watches, self.upkeep, signs, self.beat, self.deaths.append
        )

    def beat(self) -> None:
        self.beats += 1

    def tick(
        self, awake: float = 1.0, *, boot: float | None = None, wall: float | None = None
    ) -> bool:
        """One tick later, by each clock; whether a look through the whole source was asked for."""
        steps = awake, awake if boot is None else boot, awake if wall is None else wall
        self.clocks = tuple(at + step for at, step in zip(self.clocks, steps, strict=True))  # type: ignore[assignment]
        self.supervisor.tick(self.clocks[0])
        return "notes" in self.house.hints.take(0).sources


@pytest.fixture
def nest(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nest]:
    nest = Nest(house, monkeypatch)
    yield nest
    nest.supervisor.stop()
    nest.release.set()


def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_tick_looks_after_everything_and_is_a_sign_of_life(nest: Nest) -> None:
    assert nest.tick()
    assert nest.watches.watching("notes")
    assert not nest.tick()
    assert nest.watches.doubts == [False, False]
    assert nest.beats == 2
    nest.house.database.damage = "malformed"
    nest.tick()
    assert nest.renewals == ["malformed"]
    assert nest.deaths == []


# Time


@pytest.mark.fault(38)
def test_a_machine_that_slept_looks_through_everything(
    nest: Nest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    nest.tick()
    assert not nest.tick(1, boot=5, wall=5)
    assert "time jumped" not in caplog.text
    assert nest.tick(1, boot=600, wall=600)
    assert caplog.text.count("time jumped, so everything is looked through") == 1
    assert not nest.tick()
    assert nest.deaths == []


@pytest.mark.fault(38)
def test_a_process_that_was_stopped_looks_through_everything(nest: Nest) -> None:
    nest.tick()
    assert not nest.tick(5)  # a busy machine
    assert nest.tick(600)
    assert not nest.tick()


@pytest.mark.fault(56)
@pytest.mark.parametrize("days", [2, -2])
def test_a_clock_that_was_set_is_a_doubt_and_nothing_else(nest: Nest, days: int) -> None:
    nest.tick()
    assert nest.tick(1, wall=1 + days * 86_400)
    assert not nest.tick()
    assert nest.watches.watching("notes")
    assert (nest.beats, nest.deaths) == (3, [])
    assert not nest.tick(1, wall=0.5)  # a step of NTP


def test_the_clocks_go_on() -> None:
    before, after = module._clocks(), module._clocks()
    assert all(now >= then for now, then in zip(after, before, strict=True))
    assert before[1] >= before[0] - 1  # asleep or not, since the start
    assert before[2] == pytest.approx(time.time(), abs=60)


# Life and death


def test_a_dead_thread_is_told_and_stops_the_heartbeat(nest: Nest) -> None:
    nest.tick()
    nest.release.set()
    nest.thread.join()
    nest.house.database.damage = "malformed"
    nest.tick()
    assert nest.deaths == ["indexer"]
    assert nest.beats == 1
    assert nest.renewals == []


def test_a_dead_writer_is_told(nest: Nest) -> None:
    nest.tick()
    nest.house.writer.close()
    nest.tick()
    assert nest.deaths == ["writer"]


@pytest.mark.fault(55)
@pytest.mark.parametrize("name", ["server", "writer"])
def test_a_stall_stops_the_heartbeat_and_is_logged_once(
    nest: Nest, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    at = {"server": "loop", "writer": "job"}[name]
    setattr(nest, at, STALL_SECONDS - 1)
    nest.tick()
    assert nest.beats == 1
    for seconds in (STALL_SECONDS, STALL_SECONDS + 1, DEATH_SECONDS - 1):
        setattr(nest, at, seconds)
        nest.tick()
    assert nest.beats == 1
    assert caplog.text.count(f"{name} has not moved for 30 s") == 1
    assert nest.deaths == []
    setattr(nest, at, 0.0)
    nest.tick()
    assert nest.beats == 2
    setattr(nest, at, STALL_SECONDS)
    nest.tick()
    assert caplog.text.count(f"{name} has not moved for 30 s") == 2


@pytest.mark.fault(55)
def test_a_stall_that_does_not_end_ends_the_process(nest: Nest) -> None:
    nest.loop, nest.job = DEATH_SECONDS, STALL_SECONDS
    nest.tick()
    assert nest.deaths == ["server"]
    assert nest.beats == 0


@pytest.mark.fault(55)
def test_where_there_is_only_a_socket_its_loop_is_the_sign_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "TICK_SECONDS", 0.001)
    ended = threading.Event()
    stalls = iter([0.0, STALL_SECONDS - 1, STALL_SECONDS, DEATH_SECONDS, 0.0])
    beats: list[float] = []
    stall = 0.0

    def stalled() -> float:
        nonlocal stall
        stall = next(stalls, -1.0)
        if stall < 0:
            ended.set()
        return stall

    module.beat(ended, stalled, lambda: beats.append(stall))
    assert beats == [0.0, STALL_SECONDS - 1, 0.0, -1.0]


def test_a_death_ends_the_process_with_status_70() -> None:
    script = "from vaultbrain.daemon.supervisor import exit_hard; exit_hard('indexer')"
    ended = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert ended.returncode == 70
    assert b"dead: indexer" in ended.stderr


def test_what_died_is_logged_before_the_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    statuses: list[int] = []
    monkeypatch.setattr(os, "_exit", statuses.append)
    module.exit_hard("writer, indexer")
    assert statuses == [70]
    assert "dead: writer, indexer" in caplog.text


# The thread


def test_the_thread_ticks_and_stops(nest: Nest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TICK_SECONDS", 0.01)
    thread = threading.Thread(target=nest.supervisor.run)
    thread.start()
    until(lambda: nest.beats >= 3)
    nest.supervisor.stop()
    thread.join(5)
    assert not thread.is_alive()
    assert not nest.watches.watching("notes")
    beats = nest.beats
    nest.tick()  # a tick that comes too late begins no watch
    assert not nest.watches.watching("notes")
    assert nest.beats == beats


@pytest.mark.fault(54)
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
        watches = Watches(nest.house)
        signs = Signs({}, {})
        other = Supervisor(watches, nest.upkeep, signs, nest.beat, nest.deaths.append)
        ticking = threading.Thread(target=other.tick, args=(nest.clocks[0],))
        ticking.start()
        other.stop()
        ticking.join(10)
        assert not watches.watching("notes")

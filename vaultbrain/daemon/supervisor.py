"""Looks once a second whether all that should be alive is, and the world still the same."""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.daemon.upkeep import Upkeep
    from vaultbrain.daemon.watching import Watching

LOG = logging.getLogger("vaultbrain.supervisor")
TICK_SECONDS = 1.0
# The machine slept, or we were stopped; or the clock of the wall was set.
_RESUME_SECONDS, _JUMP_SECONDS = 5.0, 5.0
# systemd waits twice as long for a sign of life.
STALL_SECONDS = 30.0
# Without a manager that asks for signs of life, this is when we end ourselves.
DEATH_SECONDS = 120.0
STOP_SECONDS = 5.0


class Signs(msgspec.Struct, frozen=True):
    """What tells whether the daemon lives, by the name of who is asked.

    `alive` says whether a thread still runs, `stalled` for how many seconds a piece of work has
    been in hand: a loop that does not turn, a job that does not end.
    """

    alive: dict[str, Callable[[], bool]]
    stalled: dict[str, Callable[[], float]]


class Supervisor:
    """Owns the watches. What it finds ends in a look through the sources, or in a new start."""

    def __init__(
        self,
        watching: Watching,
        upkeep: Upkeep,
        signs: Signs,
        heartbeat: Callable[[], object],
        on_death: Callable[[str], None],
    ) -> None:
        """Take the collaborators.

        Args:
            watching: the watches.
            upkeep: the care for the databases.
            signs: of life.
            heartbeat: called after a tick that found everything alive.
            on_death: told what died or has stalled for good; it ends the process.
        """
        self._watching, self._upkeep, self._signs = watching, upkeep, signs
        self._heartbeat, self._on_death = heartbeat, on_death
        self._clocks = _clocks()
        self._stalled: set[str] = set()
        self._looked_at = time.monotonic()
        self._turn = threading.Lock()
        self._stopping = threading.Event()

    def run(self) -> None:
        """Tick until stopped."""
        while not self._stopping.wait(TICK_SECONDS):
            try:
                self.tick(time.monotonic())
            except Exception:
                LOG.exception("a look at everything failed")
                self._on_death("supervisor")
                return

    def stop(self) -> None:
        """End the watches and the ticking."""
        self._stopping.set()
        # A tick under way could begin a watch after all have ended; one that waits for a file
        # system that does not answer ends with the process.
        if self._turn.acquire(timeout=STOP_SECONDS):
            try:
                self._watching.stop()
            finally:
                self._turn.release()

    def tick(self, now: float) -> None:
        """Look at everything once; `now` is monotonic."""
        with self._turn:
            if not self._stopping.is_set():
                self._tick(now)
                self._looked_at = time.monotonic()

    def silent(self) -> float:
        """For how many seconds no look at everything has ended: a file system does not answer."""
        return time.monotonic() - self._looked_at

    def _tick(self, now: float) -> None:
        self._watching.tick(now, doubt=self._jumped())
        dead = [name for name, is_alive in self._signs.alive.items() if not is_alive()]
        if dead:
            self._on_death(", ".join(dead))
            return
        self._upkeep.tick(now)
        if not self._has_stalled():
            self._heartbeat()

    def _jumped(self) -> bool:
        """Whether time passed in which we could not look: events may have been lost."""
        before, self._clocks = self._clocks, _clocks()
        awake, boot, wall = (now - then for now, then in zip(self._clocks, before, strict=True))
        slept, stopped = boot - awake > _RESUME_SECONDS, awake > TICK_SECONDS + _RESUME_SECONDS
        is_set = abs(wall - boot) > _JUMP_SECONDS
        if slept or stopped or is_set:
            LOG.info("time jumped, so everything is looked through")
        return slept or stopped or is_set

    def _has_stalled(self) -> bool:
        """Whether something has been in hand for so long that it may never end."""
        found = {name: seconds() for name, seconds in self._signs.stalled.items()}
        stalled = {name for name, seconds in found.items() if seconds >= STALL_SECONDS}
        for name in stalled - self._stalled:
            LOG.error("%s has not moved for %.0f s", name, found[name])
        self._stalled = stalled
        gone = [name for name in stalled if found[name] >= DEATH_SECONDS]
        if gone:
            self._on_death(", ".join(gone))
        return bool(stalled)


def beat(
    ended: threading.Event, stalled: Callable[[], float], heartbeat: Callable[[], object]
) -> None:
    """Give signs of life where there is nothing to look after but the socket.

    Args:
        ended: ends it.
        stalled: for how many seconds the socket's loop has not turned.
        heartbeat: called once a second while it turns.
    """
    while not ended.wait(TICK_SECONDS):
        if stalled() < STALL_SECONDS:
            heartbeat()


def _clocks() -> tuple[float, float, float]:
    """Seconds awake, seconds since the start with those asleep, seconds since 1970."""
    boot = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.monotonic(), time.clock_gettime(boot), time.time()


def exit_hard(names: str) -> None:
    """End the process so that the service manager starts it anew."""
    LOG.critical("dead: %s", names)
    os._exit(70)

"""How far the indexer is, for everyone who asks."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

# Before so much is done an estimate would only be noise.
_ESTIMATE_AFTER = 0.02


class Reading(msgspec.Struct, frozen=True):
    """Progress at one moment. `eta_seconds` is None where nothing can be said yet."""

    phase: str
    done: int
    total: int
    eta_seconds: float | None


IDLE = Reading("idle", 0, 0, None)


class Progress:
    """The progress of one kind of work; written by one thread, read by many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._phase, self._done, self._total, self._since = "idle", 0, 0, 0.0

    def begin(self, phase: str, total: int) -> None:
        """Start a phase of `total` steps."""
        with self._lock:
            self._phase, self._done, self._total = phase, 0, total
            self._since = self._clock()

    def advance(self, steps: int = 1, total: int | None = None) -> None:
        """Count steps, and correct the total where it became known."""
        with self._lock:
            self._done += steps
            if total is not None:
                self._total = max(total, self._done)

    def end(self) -> None:
        """Nothing is going on any more."""
        self.begin("idle", 0)

    def is_busy(self) -> bool:
        """Whether a phase is going on."""
        return self.read().phase != "idle"

    def read(self) -> Reading:
        """The progress now."""
        with self._lock:
            if self._phase == "idle":
                return IDLE
            eta = None
            if self._done > self._total * _ESTIMATE_AFTER:
                spent = self._clock() - self._since
                eta = spent / self._done * max(0, self._total - self._done)
            return Reading(self._phase, self._done, self._total, eta)

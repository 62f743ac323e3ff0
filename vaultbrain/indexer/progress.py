"""How far the indexer is, for everyone who asks."""

from __future__ import annotations

import collections
import threading
import time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

# Only the last minute counts, for others use the machine too.
_WINDOW_SECONDS = 60.0
# Over less an estimate would only be noise.
_SHORTEST_SECONDS = 1.0
# Advances closer together than this are kept as one.
_GRAIN_SECONDS = 0.1


class Reading(msgspec.Struct, frozen=True):
    """Progress at one moment. `eta_seconds` is None where nothing can be said yet."""

    phase: str
    done: int
    total: int
    eta_seconds: float | None


IDLE = Reading("idle", 0, 0, None)


class Progress:
    """The progress of one kind of work; written by one thread, read by many.

    Where steps differ in size, both what is done and what is left is told with its size, in any
    unit; otherwise a step is as large as the next. The estimate is the size left times the
    seconds that a unit took, measured between the first and the last advance of the past minute.
    So the load of a model, which comes before the first advance, does not count, more steps left
    do not change the pace, and after a pause nothing is said until a pace is known.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._phase, self._done, self._total = "idle", 0, 0
        self._size_done = self._size_left = 0.0
        self._advances: collections.deque[tuple[float, float]] = collections.deque()

    def begin(self, phase: str, total: int) -> None:
        """Start a phase of `total` steps."""
        with self._lock:
            self._phase, self._done, self._total = phase, 0, total
            self._size_done, self._size_left = 0.0, total
            self._advances.clear()

    def advance(self, steps: int = 1, size: float | None = None) -> None:
        """Count steps that were done."""
        size = steps if size is None else size
        with self._lock:
            self._done += steps
            self._total = max(self._total, self._done)
            self._size_done += size
            self._size_left = max(0.0, self._size_left - size) if self._done < self._total else 0.0
            now = self._clock()
            if len(self._advances) > 1 and now - self._advances[-2][0] < _GRAIN_SECONDS:
                self._advances.pop()
            self._advances.append((now, self._size_done))

    def expect(self, left: int, size: float | None = None) -> None:
        """Correct how many steps are left: some came in, or some are no longer needed.

        Without a `size` they are on average as large as those that were left before.
        """
        with self._lock:
            before = self._total - self._done
            if size is None:
                size = self._size_left / before * left if before else left
            self._total, self._size_left = self._done + left, size

    def pause(self) -> None:
        """Nothing goes on for a while, so nothing can be said of how long it takes."""
        with self._lock:
            self._advances.clear()

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
            self._forget()
            return Reading(self._phase, self._done, self._total, self._estimate())

    def _forget(self) -> None:
        oldest = self._clock() - _WINDOW_SECONDS
        while self._advances and self._advances[0][0] < oldest:
            self._advances.popleft()

    def _estimate(self) -> float | None:
        if not self._advances:
            return None
        (first_at, first), (last_at, last) = self._advances[0], self._advances[-1]
        if last_at - first_at < _SHORTEST_SECONDS or last == first:
            return None
        return (last_at - first_at) / (last - first) * self._size_left

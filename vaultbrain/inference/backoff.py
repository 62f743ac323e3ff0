"""How long to leave a failing model alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TOLERATED = 3
FIRST_PAUSE = 5.0
LONGEST_PAUSE = 300.0


class Backoff:
    """Counts failures in a row; from the third on each is followed by a pause.

    The pauses are 5 s, 10 s, 20 s and so on up to 300 s. After a pause one more failure starts
    the next one, and one success forgets them all.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures = 0
        self._until = 0.0
        self.reason = ""

    @property
    def remaining(self) -> float:
        """Seconds until the model may be tried again; 0 if it may be tried now."""
        if self._failures < TOLERATED:
            return 0.0
        return max(0.0, self._until - self._clock())

    def failed(self, reason: str) -> None:
        """Note a failure."""
        self._failures += 1
        self.reason = reason
        if self._failures >= TOLERATED:
            # The exponent is bounded too: a float overflows after a thousand failures.
            doublings = min(self._failures - TOLERATED, 10)
            self._until = self._clock() + min(FIRST_PAUSE * 2**doublings, LONGEST_PAUSE)

    def succeeded(self) -> None:
        """Note a success."""
        self._failures = 0
        self.reason = ""

"""Notes that a question met and that are not as indexed: a hint, but not again and again."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Each hint for a path puts off the look at it; a client that asks all the time must not do that.
QUIET_SECONDS = 2.0
_MOST = 1000


class Doubts:
    """Passes a doubt on unless the same one was passed on a moment ago."""

    def __init__(
        self, put: Callable[[str, str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._put, self._clock = put, clock
        self._lock = threading.Lock()
        self._told: dict[tuple[str, str], float] = {}

    def tell(self, source: str, path: str) -> None:
        """Doubt a note; from any thread."""
        now = self._clock()
        with self._lock:
            if now - self._told.get((source, path), -QUIET_SECONDS) < QUIET_SECONDS:
                return
            if len(self._told) >= _MOST:
                self._told.clear()
            self._told[source, path] = now
        self._put(source, path)

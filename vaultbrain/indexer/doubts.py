"""Notes that a question met and that are not as indexed: a hint, but not again and again."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Each hint for a path puts off the look at it; a client that asks all the time must not do that.
QUIET_SECONDS = 2.0
# A renamed note is known by its new name so long after it was missed by the old one.
GRACE_SECONDS = 1.0
# Doubts further apart than this have nothing to do with one another.
_APART_SECONDS = 60.0
_MOST = 1000


class Doubts:
    """Passes a doubt on unless the same one was passed on a moment ago."""

    def __init__(
        self, put: Callable[[str, str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._put, self._clock = put, clock
        self._lock = threading.Lock()
        # When each was first told, last told and last passed on.
        self._told: dict[tuple[str, str, bytes], tuple[float, float, float]] = {}

    def tell(self, source: str, path: str, sha256: bytes) -> bool:
        """Doubt what is indexed of a note; from any thread.

        Args:
            source: its source.
            path: its path there.
            sha256: of the file as it was indexed; another one is another doubt.

        Returns:
            Whether the doubt is new, so that the indexer had no time to look at the note yet.
        """
        now, key = self._clock(), (source, path, sha256)
        with self._lock:
            first, last, passed = self._told.get(key, (now, now, now - QUIET_SECONDS))
            if now - last > _APART_SECONDS:
                first = now
            passes = now - passed >= QUIET_SECONDS
            if len(self._told) >= _MOST:
                self._told.clear()
            self._told[key] = (first, now, now if passes else passed)
        if passes:
            self._put(source, path)
        return now - first < GRACE_SECONDS

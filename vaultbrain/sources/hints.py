"""The one queue between those who hear of changes and the indexer."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable


class Batch(msgspec.Struct, frozen=True):
    """Hints that have settled: paths to look at, or a whole source to look through."""

    paths: frozenset[tuple[str, str]]
    sources: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.paths or self.sources)


class Hints:
    """The one queue between those who hear of changes and the indexer.

    A path is ready after `quiet` seconds without a new hint, or `longest` seconds after the
    first. Over `cap` paths a source collapses to one look through all of it, so the queue is
    bounded and the bulk case is the same code as the start. Such looks, and those that a watcher
    asks for because it lost events, are `apart` seconds apart, so that a storm of events does not
    make a storm of looks.
    """

    def __init__(
        self,
        *,
        quiet: float = 0.25,
        longest: float = 2.0,
        apart: float = 5.0,
        cap: int = 2000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._quiet, self._longest, self._apart = quiet, longest, apart
        self._cap, self._clock = cap, clock
        # Path → first and last time it was named. An empty path stands for the whole source.
        self._paths: dict[tuple[str, str], tuple[float, float]] = {}
        self._looked: dict[str, float] = {}
        self._now: set[str] = set()
        self._wake = threading.Condition()
        self._closed = False

    def put(self, source: str, path: str) -> None:
        """Name one path of a source; or by an empty path the whole source, at once."""
        with self._wake:
            if path:
                self._name(source, path)
            else:
                self._now.add(source)
                self._drop(source)
            self._wake.notify_all()

    def hear(self, source: str, path: str) -> None:
        """As `put`, from a watcher: an empty path means that it lost events, and has no hurry."""
        with self._wake:
            self._name(source, path)
            self._wake.notify_all()

    def doubt(self, source: str, path: str) -> None:
        """As `put`, from who met a note that is not as indexed.

        A path that waits already is not put off: the two names of a rename would be looked at
        apart, and be a deletion and a new note.
        """
        with self._wake:
            if (source, path) not in self._paths:
                self._name(source, path)
                self._wake.notify_all()

    def _name(self, source: str, path: str) -> None:
        if source in self._now:
            return
        now = self._clock()
        if path and (source, "") not in self._paths:
            if len(self._paths) < self._cap:
                first, _ = self._paths.get((source, path), (now, now))
                self._paths[source, path] = (first, now)
                return
            path = ""
        first, _ = self._paths.get((source, ""), (now, now))
        self._drop(source)
        self._paths[source, ""] = (first, now)

    def _drop(self, source: str) -> None:
        self._paths = {key: at for key, at in self._paths.items() if key[0] != source}

    def take(self, timeout: float) -> Batch:
        """Wait until something is ready, or `timeout` seconds; an empty batch means time-out."""
        deadline = self._clock() + timeout
        with self._wake:
            while not self._closed:
                now = self._clock()
                ready = self._ready(now)
                if ready or now >= deadline:
                    return ready
                self._wake.wait(max(0.001, min(deadline, self._next(deadline)) - now))
        return Batch(frozenset(), frozenset())

    def _ready(self, now: float) -> Batch:
        # A little slack keeps the two names of a rename in one batch.
        slack, due = self._quiet / 10, self._due
        ready: list[tuple[str, str]] = []
        if any(due(key, at) <= now for key, at in self._paths.items()):
            ready = [key for key, at in self._paths.items() if due(key, at) <= now + slack]
        sources = self._now | {source for source, path in ready if not path}
        for key in ready:
            del self._paths[key]
        self._now = set()
        self._looked |= dict.fromkeys(sources, now)
        return Batch(frozenset(key for key in ready if key[1]), frozenset(sources))

    def _due(self, key: tuple[str, str], at: tuple[float, float]) -> float:
        first, last = at
        settled = min(last + self._quiet, first + self._longest)
        if key[1]:
            return settled
        return max(settled, self._looked.get(key[0], float("-inf")) + self._apart)

    def _next(self, otherwise: float) -> float:
        return min((self._due(key, at) for key, at in self._paths.items()), default=otherwise)

    def __len__(self) -> int:
        with self._wake:
            return len(self._paths) + len(self._now)

    def close(self) -> None:
        """Let every `take` return at once, now and later."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()

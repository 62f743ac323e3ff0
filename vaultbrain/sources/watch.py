"""Hints that something changed. watchdog's events are believed for nothing more than that."""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import TYPE_CHECKING

import msgspec
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from vaultbrain.sources.folder import speakable
from vaultbrain.sources.ignore import EXCLUDED_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

# Without "opened" and "closed": reading the vault must not wake the watcher.
_EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
_WATCHDOG_LOG = "watchdog"


class Batch(msgspec.Struct, frozen=True):
    """Hints that have settled: paths to look at, or a whole source to look through."""

    paths: frozenset[tuple[str, str]]
    sources: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.paths or self.sources)


class Hints:
    """The one queue between watchers and the indexer: path → first and last time it was named.

    A path is ready after `quiet` seconds without a new hint, or `longest` seconds after the
    first. Over `cap` paths a source collapses to one full look-through, so the queue is bounded
    and the bulk case is the same code as the start.
    """

    def __init__(
        self,
        *,
        quiet: float = 0.25,
        longest: float = 2.0,
        cap: int = 2000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._quiet, self._longest, self._cap, self._clock = quiet, longest, cap, clock
        self._paths: dict[tuple[str, str], tuple[float, float]] = {}
        self._full: set[str] = set()
        self._wake = threading.Condition()
        self._closed = False

    def put(self, source: str, path: str) -> None:
        """Name one path of a source, or the whole source by an empty path."""
        with self._wake:
            now = self._clock()
            if path and source not in self._full and len(self._paths) < self._cap:
                first, _ = self._paths.get((source, path), (now, now))
                self._paths[source, path] = (first, now)
            else:
                self._full.add(source)
                self._paths = {key: at for key, at in self._paths.items() if key[0] != source}
            self._wake.notify_all()

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
        slack = self._quiet / 10
        if not any(self._due(at) <= now for at in self._paths.values()):
            paths: frozenset[tuple[str, str]] = frozenset()
        else:
            paths = frozenset(k for k, at in self._paths.items() if self._due(at) <= now + slack)
        sources = frozenset(self._full)
        for key in paths:
            del self._paths[key]
        self._full.clear()
        return Batch(paths, sources)

    def _due(self, at: tuple[float, float]) -> float:
        first, last = at
        return min(last + self._quiet, first + self._longest)

    def _next(self, otherwise: float) -> float:
        return min((self._due(at) for at in self._paths.values()), default=otherwise)

    def __len__(self) -> int:
        with self._wake:
            return len(self._paths) + len(self._full)

    def close(self) -> None:
        """Let every `take` return at once, now and later."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()


class Watcher:
    """Watches one folder and puts hints. `alive` tells whether it can still hear."""

    def __init__(self, source: str, root: Path, put: Callable[[str, str], None]) -> None:
        self._source, self._root, self._put = source, root, put
        self._observer: BaseObserver | None = None
        self._overflow = _Overflow(lambda: put(source, ""))

    def start(self) -> None:
        """Begin to watch.

        Raises:
            OSError: the folder cannot be watched: it is gone, or the system's limit is reached.
        """
        observer = Observer()
        handler = _Handler(os.fspath(self._root), lambda path: self._put(self._source, path))
        observer.schedule(handler, os.fspath(self._root), recursive=True, event_filter=_EVENTS)
        logging.getLogger(_WATCHDOG_LOG).addHandler(self._overflow)
        try:
            observer.start()
        except OSError:
            self.stop()
            raise
        self._observer = observer

    @property
    def alive(self) -> bool:
        """Whether every thread behind the watch still runs."""
        observer = self._observer
        if observer is None or not observer.is_alive():
            return False
        return all(emitter.is_alive() for emitter in observer.emitters)

    def stop(self) -> None:
        """End the watch; safe to call twice."""
        logging.getLogger(_WATCHDOG_LOG).removeHandler(self._overflow)
        if self._observer is not None:
            self._observer.stop()
            self._observer.join(5)
            self._observer = None


class _Handler(FileSystemEventHandler):
    """Puts the paths of an event and does nothing else: an exception here would end the watch."""

    def __init__(self, root: str, put: Callable[[str], None]) -> None:
        self._prefix = root.rstrip("/") + "/"
        self._put = put

    def on_any_event(self, event: FileSystemEvent) -> None:
        for path in (event.src_path, event.dest_path):
            text = os.fsdecode(path)
            if text.startswith(self._prefix):
                below = text[len(self._prefix) :]
                # A name that is not UTF-8 cannot be stored; the next scan reports it.
                if speakable(below) and EXCLUDED_FOLDERS.isdisjoint(below.split("/")):
                    self._put(below)
            elif text and text + "/" == self._prefix:
                self._put("")


class _Overflow(logging.Handler):
    """watchdog tells of lost events only by a log line: take every warning as a doubt."""

    def __init__(self, doubt: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._doubt = doubt

    def emit(self, record: logging.LogRecord) -> None:
        del record
        self._doubt()

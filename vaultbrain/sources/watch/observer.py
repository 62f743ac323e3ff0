"""A watch by watchdog's own observer, for systems without inotify."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

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

from vaultbrain.sources.ignore import EXCLUDED_FOLDERS
from vaultbrain.sources.walk import speakable

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


class ObserverWatcher:
    """Watches one folder with all that is in it. `alive` tells whether it can still hear."""

    # Every folder is watched, whatever the ignore rules say, and none is refused.
    outdated = False
    shortfall = 0

    def __init__(
        self,
        source: str,
        root: Path,
        put: Callable[[str, str], None],
        *,
        wants: Callable[[str], bool] | None = None,
        pulse: Path | None = None,
    ) -> None:
        del wants, pulse
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

    def beat(self, now: float) -> bool:
        """Always true: nothing is known of a watch but that its threads run."""
        del now
        return True

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

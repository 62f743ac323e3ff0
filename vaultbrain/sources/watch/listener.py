"""Turns the kernel's events into hints, and keeps a watch on every folder that is wanted."""

from __future__ import annotations

import contextlib
import errno
import itertools
import logging
import os
import threading
from typing import TYPE_CHECKING

from watchdog.observers.inotify_c import CallbackId, InotifyConstants, Mask, WatchDescriptor

from vaultbrain.paths import IGNORE_FILE
from vaultbrain.sources.ignore import EXCLUDED_FOLDERS
from vaultbrain.sources.walk import speakable
from vaultbrain.sources.watch.folders import WatchedFolders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from watchdog.observers.inotify_c import InotifyEvent, InotifyFD

LOG = logging.getLogger("vaultbrain.sources")
_C = InotifyConstants
# Without "opened" and "closed after reading": reading the vault must not wake the watcher. What
# is written through a memory map makes no sound before the file is let go: "closed after writing".
_EVENTS = Mask(
    _C.IN_MODIFY
    | _C.IN_ATTRIB
    | _C.IN_CLOSE_WRITE
    | _C.IN_MOVE
    | _C.IN_CREATE
    | _C.IN_DELETE
    | _C.IN_DELETE_SELF
    | _C.IN_MOVE_SELF
    | _C.IN_ONLYDIR
    | _C.IN_EXCL_UNLINK
)
_LEFT = _C.IN_MOVED_FROM | _C.IN_DELETE | _C.IN_MOVED_TO
_CAME = _C.IN_MOVED_TO | _C.IN_CREATE
_ROOT_LEFT = _C.IN_DELETE_SELF | _C.IN_MOVE_SELF | _C.IN_UNMOUNT
# The user's watches are used up, or the kernel's memory is.
_REFUSALS = (errno.ENOSPC, errno.ENOMEM)
# A folder of a server that is away can take for ever to be listed.
PATIENCE_SECONDS = 5.0


class Listener:
    """Hears the events of one queue. Whatever happens, it neither raises nor waits.

    Each event becomes a hint: that path was touched, look for yourself. An empty path means that
    anything may have changed. A folder is watched before it is named, so that what is done in it
    is either seen by those who look, or heard. `put` is called without the lock.
    """

    def __init__(
        self, root: str, put: Callable[[str], None], wants: Callable[[str], bool], queue: InotifyFD
    ) -> None:
        self._root, self._put, self._wants, self._queue = root, put, wants, queue
        self._folders = WatchedFolders()
        self._ids: dict[int, CallbackId] = {}
        self._new_id = itertools.count()
        self._refused: set[str] = set()
        self._ruled: set[str] = set()  # folders with an ignore file
        self._pulse: int | None = None
        self._lock = threading.Lock()
        self._ended = False
        self.alive = True
        self.outdated = False
        self.heard = True

    @property
    def watches(self) -> int:
        """How many watches the kernel should hold for us."""
        return len(self._ids)

    @property
    def shortfall(self) -> int:
        """How many folders are wanted but refused by the system."""
        return len(self._refused)

    def begin(self, pulse: str | None) -> None:
        """Watch the root and all that is wanted below it, and the folder of the pulse.

        Raises:
            OSError: the root, or the folder of the pulse, cannot be watched.
        """
        with self._lock:
            if pulse is not None:
                self._pulse = self._add(pulse, Mask(_C.IN_ATTRIB | _C.IN_ONLYDIR))
            self._set("")
            self._walk("")
            self.outdated = False

    def end(self) -> None:
        """Hear nothing more. Waits for a walk to stop, so that none goes on in a closed queue."""
        self._ended = True
        if self._lock.acquire(timeout=PATIENCE_SECONDS):
            self._lock.release()

    def on_event(self, event: InotifyEvent) -> None:
        """Put what was touched."""
        with self._guard():
            with self._lock:
                hint = self._hear(event)
            if hint is not None:
                self._put(hint)

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:
        """Watch the folder again, if there is one: a volume may have gone from above it."""
        if self._ended:
            return
        with self._guard():
            with self._lock:
                self._ids.pop(wd, None)
                folder = self._folders.folder(wd)
                if folder:
                    self._drop(folder)
                    self._walk(folder)
                elif folder is not None:
                    self.alive = False
            if folder is not None:
                self._put(folder)

    def on_queue_overflow(self) -> None:
        """Find what was made or moved meanwhile, then doubt everything."""
        with self._guard():
            with self._lock:
                if self._ended:
                    return
                self.outdated = self.outdated or bool(self._ruled)
                self._refused.clear()
                # Only what is gone is dropped: dropping all would fill the queue again.
                for folder in self._folders.others(self._walk("")):
                    self._drop(folder)
                self.alive = self.alive and "" in self._folders
            self._put("")

    @contextlib.contextmanager
    def _guard(self) -> Iterator[None]:
        """An exception would end the thread that reads the queue; so it becomes a doubt."""
        try:
            yield
        except Exception:
            LOG.exception("an event of the watch on %s was not understood", self._root)
            self.outdated = True
            with contextlib.suppress(Exception):
                self._put("")

    def _hear(self, event: InotifyEvent) -> str | None:
        """Follow what happened to folders; returns the hint, if there is one."""
        if event.wd == self._pulse:
            self.heard = True
            return None
        folder = self._folders.folder(event.wd)
        if folder is None or self._ended:
            return None
        name = os.fsdecode(event.name)
        if name:
            return self._hear_below(folder, name, event.mask)
        if not folder and event.mask & _ROOT_LEFT:
            self.alive = False
        if event.mask & _C.IN_UNMOUNT:
            self.outdated = True
            return ""
        return folder

    def _hear_below(self, folder: str, name: str, mask: int) -> str | None:
        # A name that is not UTF-8 cannot be stored; the next scan reports it.
        if not speakable(name) or name in EXCLUDED_FOLDERS:
            return None
        path = _join(folder, name)
        if name == IGNORE_FILE:
            self.outdated = True
        if mask & _C.IN_ISDIR:
            if mask & _LEFT:
                self._drop(path)
            # Rights may have been given to a folder that could not be watched before.
            allowed = mask & _C.IN_ATTRIB and path not in self._folders
            if (mask & _CAME or allowed) and self._wants(path):
                self._walk(path)
        return path

    def _walk(self, top: str) -> set[str]:
        """Watch a folder and all that is wanted below it; returns those that are there.

        Each is watched before it is listed: what comes in between is heard, if not seen.
        """
        found, pending = set(), [top]
        while pending and not self._ended:
            folder = pending.pop()
            try:
                self._set(folder)
            except OSError as error:
                if error.errno not in _REFUSALS:
                    continue  # gone meanwhile, or not ours to read: the scan reports that
                self._refused.add(folder)
            found.add(folder)
            pending.extend(self._list(folder))
        return found

    def _list(self, folder: str) -> list[str]:
        wanted = []
        with contextlib.suppress(OSError), os.scandir(_join(self._root, folder)) as listing:
            for entry in listing:
                if entry.name == IGNORE_FILE:
                    self._ruled.add(folder)
                    self.outdated = True
                if entry.is_dir(follow_symlinks=False) and self._is_wanted(folder, entry.name):
                    wanted.append(_join(folder, entry.name))
        return wanted

    def _is_wanted(self, folder: str, name: str) -> bool:
        if not speakable(name) or name in EXCLUDED_FOLDERS:
            return False
        return self._wants(_join(folder, name))

    def _set(self, folder: str) -> None:
        # The root alone may be a link: the user said so.
        mask = Mask(_EVENTS | _C.IN_DONT_FOLLOW) if folder else _EVENTS
        displaced = self._folders.place(folder, self._add(_join(self._root, folder), mask))
        self._refused.discard(folder)
        if displaced is not None:
            self._remove([displaced])

    def _add(self, path: str, mask: Mask) -> int:
        new = CallbackId(next(self._new_id))
        watch = self._queue.add_callback(os.fsencode(path), mask, self, new)
        if watch == -1:  # watchdog's word for "not permitted"
            self._queue.remove_callbacks([(watch, new)])
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        known = self._ids.get(watch)
        self._ids[watch] = new
        if known is not None:
            self._queue.remove_callbacks([(watch, known)])
        return watch

    def _drop(self, folder: str) -> None:
        self._remove(self._folders.drop(folder))
        self._refused = _outside(folder, self._refused)
        ruled = _outside(folder, self._ruled)
        # Other rules may hold where this folder was, and where it went to.
        self.outdated = self.outdated or len(ruled) < len(self._ruled)
        self._ruled = ruled

    def _remove(self, watches: list[int]) -> None:
        known = [(watch, self._ids.pop(watch)) for watch in watches if watch in self._ids]
        self._queue.remove_callbacks([(WatchDescriptor(watch), id_) for watch, id_ in known])


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name


def _outside(folder: str, names: set[str]) -> set[str]:
    """Those of the names that are neither the folder nor below it."""
    return {name for name in names if name != folder and not name.startswith(folder + "/")}

"""A watch by inotify: one queue of its own, one watch for each wanted folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from watchdog.observers.inotify_c import InotifyFD

from vaultbrain import paths
from vaultbrain.sources.watch.listener import Listener

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# How long a sign of our own may be on its way before the watch counts as deaf.
PULSE_SECONDS = 10.0
# The kernel writes a text of every watch to be counted: 3 us each, a ten-thousandth of a core.
COUNT_SECONDS_PER_WATCH = 0.03


class InotifyWatcher:
    """Watches one folder and puts hints. `alive` tells whether it can still hear.

    Every attribute may be asked at any time, from any thread.
    """

    def __init__(
        self,
        source: str,
        root: Path,
        put: Callable[[str, str], None],
        *,
        wants: Callable[[str], bool] | None = None,
        pulse: Path | None = None,
    ) -> None:
        """Prepare a watch.

        Args:
            source: named with every hint.
            root: the folder to watch.
            put: takes the source and a path below the root, or "" for "look through everything".
            wants: whether a folder, by its path below the root, is to be watched; what is in a
                folder that is not wanted is not asked for. Called from the watch's own thread.
            pulse: a private folder, touched to see whether events still arrive.
        """
        self._root, self._pulse = root, pulse
        self._put = lambda path: put(source, path)
        self._wants = wants or (lambda _: True)
        self._queue: _Queue | None = None
        self._listener: Listener | None = None
        self._touched = self._counted = float("-inf")
        self._miscounted = False

    def start(self) -> None:
        """Begin to watch.

        Raises:
            OSError: the folder cannot be watched: it is gone, or the system's limit is reached.
        """
        if self._pulse is not None:
            self._pulse.mkdir(mode=0o700, parents=True, exist_ok=True)
        queue = _Queue()
        queue.start()
        self._queue = queue
        listener = Listener(os.fspath(self._root), self._put, self._wants, queue)
        self._listener = listener
        try:
            listener.begin(None if self._pulse is None else os.fspath(self._pulse))
        except BaseException:  # whatever it is, it leaves no thread behind
            self.stop()
            raise

    @property
    def alive(self) -> bool:
        """Whether the queue is read, and the root still the folder that the watch began on."""
        queue, listener = self._queue, self._listener
        if queue is None or listener is None:
            return False
        return queue.is_alive() and listener.alive

    @property
    def outdated(self) -> bool:
        """Whether other folders may be wanted now, so that the watch should begin anew."""
        return self._listener is not None and self._listener.outdated

    @property
    def shortfall(self) -> int:
        """How many folders the system refuses to watch: changes in them are not heard."""
        return self._listener.shortfall if self._listener is not None else 0

    def kernel_watches(self) -> int | None:
        """How many watches the kernel holds for us, or None where it does not say."""
        return self._queue.kernel_watches() if self._queue is not None else None

    def beat(self, now: float) -> bool:
        """Say whether the watch still hears, and give it something to hear until the next call.

        Args:
            now: monotonic seconds.
        """
        listener = self._listener
        if listener is None or not self.alive:
            return False
        if not listener.heard:
            return now - self._touched < PULSE_SECONDS
        if self._pulse is not None:
            listener.heard, self._touched = False, now
            try:
                os.utime(self._pulse)
            except FileNotFoundError:
                return False
            except OSError:  # a full or read-only disk says nothing about the watch
                listener.heard = True
        return self._complete(listener, now)

    def _complete(self, listener: Listener, now: float) -> bool:
        """Whether the kernel watches what we believe; the end of a watch may be on its way."""
        if now - self._counted < COUNT_SECONDS_PER_WATCH * listener.watches:
            return True
        if self.kernel_watches() in {None, listener.watches}:
            self._counted, self._miscounted = now, False
            return True
        again, self._miscounted = self._miscounted, True
        return not again

    def stop(self) -> None:
        """End the watch; safe to call twice."""
        queue, listener = self._queue, self._listener
        self._queue = self._listener = None
        if queue is not None and listener is not None:
            listener.end()
            queue.stop()
            queue.join(5)


class _Queue(InotifyFD):
    """watchdog's reader of one inotify queue, which also tells how much the kernel watches."""

    def kernel_watches(self) -> int | None:
        try:
            told = (paths.OPEN_FILES / str(self._inotify_fd)).read_bytes()
        except OSError:
            return None
        return told.count(b"inotify wd:")

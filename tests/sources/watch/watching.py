"""For tests of a watch by inotify."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tests.sources.watch.contract import Heard, eventually

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.sources.watch.inotify import InotifyWatcher


class Stuck(Heard):
    """Keeps the watch's own thread in its first hint until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.let_go = threading.Event(), threading.Event()

    def put(self, source: str, path: str) -> None:
        super().put(source, path)
        self.reached.set()
        assert self.let_go.wait(60)


def started(watching: InotifyWatcher) -> Iterator[InotifyWatcher]:
    watching.start()
    yield watching
    watching.stop()


def kernel_agrees(watcher: InotifyWatcher, folders: int) -> bool:
    """Whether so many folders are watched, by our account and by the kernel's."""
    assert watcher._listener is not None
    return eventually(lambda: watcher.kernel_watches() == folders == watcher._listener.watches)  # type: ignore[union-attr]


def heard_its_pulse(watcher: InotifyWatcher) -> bool:
    assert watcher._listener is not None
    return eventually(lambda: watcher._listener.heard)  # type: ignore[union-attr]

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from tests.sources.watch.contract import WatcherContract
from vaultbrain.sources.watch.observer import ObserverWatcher

if TYPE_CHECKING:
    from pathlib import Path

    from tests.sources.watch.contract import Heard


# watchdog warns where a folder is made while it walks through the one above.
@pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")
class TestObserver(WatcherContract):
    def make(self, root: Path, heard: Heard) -> ObserverWatcher:
        return ObserverWatcher("s", root, heard.put)

    @pytest.mark.usefixtures("watcher")
    def test_a_warning_of_watchdog_is_a_doubt_about_everything(self, heard: Heard) -> None:
        logging.getLogger("watchdog.observers.inotify").warning("Inotify queue overflowed")
        assert heard.until("")

    def test_after_the_end_warnings_are_not_ours(self, root: Path, heard: Heard) -> None:
        for place in (root, root / "gone"):
            watching = self.make(place, heard)
            try:
                watching.start()
            except FileNotFoundError:
                assert place != root
            watching.stop()
        logging.getLogger("watchdog").warning("after the end")
        assert heard.next(0.1) is None

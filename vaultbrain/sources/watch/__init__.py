"""Hints that something changed. Events are believed for nothing more than that."""

from __future__ import annotations

import sys

from vaultbrain.sources.hints import Batch, Hints

if sys.platform == "linux":
    from vaultbrain.sources.watch.inotify import InotifyWatcher as Watcher
else:
    from vaultbrain.sources.watch.observer import ObserverWatcher as Watcher

__all__ = ["Batch", "Hints", "Watcher"]

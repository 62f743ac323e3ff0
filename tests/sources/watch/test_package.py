from __future__ import annotations

import importlib.util
import sys

import pytest

from vaultbrain.sources import hints, watch
from vaultbrain.sources.watch.inotify import InotifyWatcher
from vaultbrain.sources.watch.observer import ObserverWatcher


def test_the_package_offers_queue_and_watcher() -> None:
    assert (watch.Hints, watch.Batch) == (hints.Hints, hints.Batch)


@pytest.mark.parametrize(
    ("system", "expected"), [("linux", InotifyWatcher), ("darwin", ObserverWatcher)]
)
def test_each_system_has_its_watcher(
    system: str, expected: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    spec = importlib.util.spec_from_file_location("another", watch.__file__)
    assert spec is not None
    assert spec.loader is not None
    another = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(another)
    assert another.Watcher is expected

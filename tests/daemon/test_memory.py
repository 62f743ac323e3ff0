from __future__ import annotations

import ctypes
import gc
from typing import TYPE_CHECKING

from vaultbrain.daemon.memory import trim

if TYPE_CHECKING:
    import pytest


class Node:
    """Refers to itself, so that only a collection takes it away."""

    ended = 0

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        Node.ended += 1


def test_what_only_a_collection_takes_away_is_gone() -> None:
    gc.disable()
    try:
        before = Node.ended
        Node()
        assert Node.ended == before
        trim()
        assert Node.ended == before + 1
    finally:
        gc.enable()


def test_without_that_library_nothing_more_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def fail(name: object) -> object:
        asked.append(name)
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", fail)
    trim()
    assert asked == [None]

from __future__ import annotations

import ctypes
import gc
from typing import TYPE_CHECKING

from vaultbrain.daemon.memory import give_back, trim
from vaultbrain.gate.scanner import Scanner
from vaultbrain.search.results import Request
from vaultbrain.store import analysis

if TYPE_CHECKING:
    import pytest

    from tests.house import House


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


def test_what_work_needed_is_forgotten_and_made_again(house: House) -> None:
    scanner = Scanner()
    text = "heslo: " + "Kocour" + ".2024x"
    found = scanner.marks(text, float("inf"))
    analysis.stems("walking dogs", "english")
    assert analysis._stems_of.cache_info().currsize > 0
    assert scanner._engine._compiled
    house.write("a.md", "zebra")
    house.scan()
    assert [at.passage.path for at in house.search.find(Request("zebbra")).ranked] == ["a.md"]
    give_back(scanner, house.search)
    assert house.search._words._snapshot is None
    assert analysis._stems_of.cache_info().currsize == 0
    assert scanner._engine._compiled == {}
    assert scanner.marks(text, float("inf")) == found != []
    assert [at.passage.path for at in house.search.find(Request("zebbra")).ranked] == ["a.md"]

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.house import readers
from vaultbrain.gate import Gate
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.reading.base import Extract
from vaultbrain.search import kept as module
from vaultbrain.search.current import Current
from vaultbrain.search.kept import Kept

if TYPE_CHECKING:
    import pytest

NOW = b"now"
HERE = "notes"


def file(path: str, text: str = "text") -> Current:
    reader = GatedReader(readers(), Gate())
    return Current(path, Extract(text), NOW, reader, frozenset())


def test_a_file_is_found_as_it_was_read() -> None:
    kept, one = Kept(), file("a.pdf")
    kept.add(HERE, one)
    assert kept.find(HERE, "a.pdf", NOW) is one
    assert kept.find(HERE, "a.pdf", b"before") is None
    assert kept.find(HERE, "b.pdf", NOW) is None
    assert kept.find("other", "a.pdf", NOW) is None


def test_those_asked_for_last_are_kept() -> None:
    kept = Kept()
    for name in "abcd":
        kept.add(HERE, file(name))
    kept.find(HERE, "a", NOW)
    kept.add(HERE, file("e"))
    assert [name for name in "abcde" if kept.find(HERE, name, NOW)] == ["a", "c", "d", "e"]


def test_long_ones_leave_room_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_CHARACTERS", 10)
    kept = Kept()
    kept.add(HERE, file("a", "a" * 6))
    kept.add(HERE, file("b", "b" * 4))
    kept.add(HERE, file("c", "c" * 5))
    assert [name for name in "abc" if kept.find(HERE, name, NOW)] == ["b", "c"]
    kept.add(HERE, file("d", "d" * 11))
    assert [name for name in "abcd" if kept.find(HERE, name, NOW)] == []

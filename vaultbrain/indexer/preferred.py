"""Chunks that questions were about."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 200


class Preferred:
    """Ids of the newest question first, each once, at most 200. Any thread may call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ids: tuple[int, ...] = ()

    def put(self, ids: Iterable[int]) -> None:
        """Put ids in front, in their order; the last ones are forgotten where it is too many."""
        with self._lock:
            self._ids = tuple(dict.fromkeys((*ids, *self._ids)))[:MOST]

    def read(self) -> tuple[int, ...]:
        """The ids in their order."""
        return self._ids

    def drop(self, ids: Iterable[int]) -> None:
        """Forget ids."""
        gone = frozenset(ids)
        with self._lock:
            self._ids = tuple(at for at in self._ids if at not in gone)

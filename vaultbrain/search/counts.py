"""How many chunks there are, and how many hold a word, without counting them for every question."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from vaultbrain.store import lexical, notes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultbrain.store.database import Connection

# Counting takes time for every chunk that holds a word: 1 ms for ten thousand. What so many hold is
# counted anew when a part of the vault has come, gone or changed, and so are all chunks; what fewer
# hold, each time.
COMMON, OUT_OF_DATE = 500, 1 / 64
_MOST_KEPT = 4096


class Counts:
    """Kept from search to search. Shared by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._size = -1, 0
        self._common: dict[tuple[str, bool], int] = {}
        self._counted = 0, 0

    def size(self, db: Connection) -> int:
        """How many chunks can be found, nearly."""
        generation = notes.generation(db)
        with self._lock:
            at, size = self._size
            if not 0 <= generation - at <= OUT_OF_DATE * size:
                size = lexical.size(db)
                self._size = generation, size
            return size

    def frequencies(self, db: Connection, terms: Iterable[str], *, stems: bool) -> dict[str, int]:
        """In how many chunks each folded term stands, nearly; as `lexical.frequencies`."""
        self.size(db)
        with self._lock:
            if self._counted != self._size:
                self._common.clear()
                self._counted = self._size
            wanted = set(terms)
            found = {at: kept for at in wanted if (kept := self._common.get((at, stems)))}
        new = lexical.frequencies(db, wanted - found.keys(), stems=stems)
        with self._lock:
            if len(self._common) > _MOST_KEPT:
                self._common.clear()
            self._common |= {(at, stems): count for at, count in new.items() if count >= COMMON}
        return found | new

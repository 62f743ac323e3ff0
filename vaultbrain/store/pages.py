"""Which pages of codes are missing; apart from the codes, for whoever asks seldom needs numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    import apsw

    from vaultbrain.store.generations import Generation

# Ids of vectors in one page; the triggers of the file know it, too.
PAGE = 1024

_NEWEST = "SELECT max(id) FROM vector"
_NUMBERS = "SELECT number FROM page WHERE generation = ?"


def missing(db: apsw.Connection, generation: Generation) -> list[int]:
    """Numbers of the pages that are to be made: of ranges of ids that are full."""
    full = (value(db, _NEWEST) or 0) // PAGE
    there = {row[0] for row in rows(db, _NUMBERS, (generation.id,))}
    return [number for number in range(full) if number not in there]

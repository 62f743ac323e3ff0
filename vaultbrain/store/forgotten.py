"""Texts whose vectors are to be gone for good, in and out of use, whatever happens meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.store.rows import rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

_FORGET_SPARE = "DELETE FROM spare WHERE text_hash = ?"
_FORGET = """
DELETE FROM vector WHERE text_hash = ?1
AND NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.text_hash = ?1)
"""
_FORGET_LATER = "INSERT OR REPLACE INTO forgotten (text_hash) VALUES (?)"
_FORGOTTEN = "SELECT text_hash FROM forgotten"
_FORGOTTEN_FOR_GOOD = "DELETE FROM forgotten WHERE gone = 1"
_SET_GONE = "UPDATE forgotten SET gone = ?"
_COUNT_PRUNING = "UPDATE generation SET prunings = prunings + 1"


def forget(db: apsw.Connection, hashes: Iterable[bytes]) -> None:
    """Drop the vectors of texts at once, in and out of use, but for texts that a chunk has.

    A crash between the two commits would leave the vectors behind; so the texts are remembered
    in the file that is committed first, until a later look finds nothing left of them.
    """
    wanted = list(hashes)
    for text_hash in wanted:
        db.execute(_FORGET_LATER, (text_hash,))
    _drop_texts(db, wanted)


def forget_again(db: apsw.Connection) -> int:
    """Make sure that what was forgotten is gone; how many vectors were not.

    A text is struck off at the second look that finds nothing, for the first may be in the very
    transaction that dropped the vectors, and only another one sees what was committed.
    """
    wanted = [row[0] for row in rows(db, _FORGOTTEN)]
    left = _drop_texts(db, wanted)
    if wanted and not left:
        db.execute(_FORGOTTEN_FOR_GOOD)
    if wanted:
        db.execute(_SET_GONE, (int(not left),))
    return left


def _drop_texts(db: apsw.Connection, hashes: Iterable[bytes]) -> int:
    changed = 0
    for text_hash in hashes:
        for statement in (_FORGET_SPARE, _FORGET):
            db.execute(statement, (text_hash,))
            changed += db.changes()
    if changed:
        db.execute(_COUNT_PRUNING)
    return changed

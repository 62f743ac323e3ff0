"""Which set of vectors is live, and which texts still wait for one.

Kept apart from the vectors themselves, so that a daemon with nothing to embed and no question
to answer never loads numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vaultbrain.records import embedded_text
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    import apsw

_LIVE = "SELECT id, dimension, mean, prunings FROM generation WHERE fingerprint = ?"
_ADD = "INSERT INTO generation (fingerprint, dimension) VALUES (?, ?)"
_DROP_OTHERS = "DELETE FROM generation WHERE fingerprint <> ?"
_ALL_PENDING = """
INSERT OR IGNORE INTO pending (chunk_id, mtime_ns)
SELECT chunk.id, note.mtime_ns FROM chunk JOIN note ON note.id = chunk.note_id
WHERE NOT EXISTS (
    SELECT 1 FROM vector WHERE vector.text_hash = chunk.text_hash AND vector.generation = ?)
"""
_NEXT = """
SELECT chunk.text_hash, chunk.crumb, chunk.text
FROM pending JOIN chunk ON chunk.id = pending.chunk_id
ORDER BY pending.mtime_ns DESC, pending.chunk_id LIMIT ?
"""
_DONE = "DELETE FROM pending WHERE chunk_id IN (SELECT id FROM chunk WHERE text_hash = ?)"
_COUNT_PENDING = "SELECT count(*) FROM pending"
_COUNT = "SELECT count(*) FROM vector WHERE generation = ?"
_PRUNE = """
DELETE FROM vector WHERE id IN (
    SELECT vector.id FROM vector LEFT JOIN chunk ON chunk.text_hash = vector.text_hash
    WHERE chunk.id IS NULL)
"""
_COUNT_PRUNING = "UPDATE generation SET prunings = prunings + 1"


class Generation(msgspec.Struct, frozen=True):
    """The live set of vectors; ids that were read under another `prunings` may be gone."""

    id: int
    dimension: int
    mean: bytes | None
    prunings: int = 0


class Waiting(msgspec.Struct, frozen=True):
    """A text that needs a vector."""

    text_hash: bytes
    text: str


def live(db: apsw.Connection, fingerprint: str) -> Generation | None:
    """The generation of a model, or None where nothing was ever stored for it."""
    found = rows(db, _LIVE, (fingerprint,))
    return Generation(*found[0]) if found else None


def begin(db: apsw.Connection, fingerprint: str, dimension: int) -> Generation:
    """Make a model's generation the only one; every chunk without a vector in it waits.

    Vectors of two models are never compared, so those of another model go.
    """
    db.execute(_DROP_OTHERS, (fingerprint,))
    found = live(db, fingerprint)
    if found is None:
        db.execute(_ADD, (fingerprint, dimension))
        found = live(db, fingerprint)
        assert found is not None  # noqa: S101 - the row was inserted a line above
        db.execute(_ALL_PENDING, (found.id,))
    return found


def waiting(db: apsw.Connection, limit: int) -> list[Waiting]:
    """The next texts to embed, newest note first, each once."""
    found = rows(db, _NEXT, (limit,))
    texts = {bytes(row[0]): embedded_text(row[1], row[2]) for row in found}
    return [Waiting(text_hash, text) for text_hash, text in texts.items()]


def done(db: apsw.Connection, text_hash: bytes) -> None:
    """Strike a text off the waiting list."""
    db.execute(_DONE, (text_hash,))


def count(db: apsw.Connection, generation: Generation) -> int:
    """How many vectors a generation has."""
    return int(value(db, _COUNT, (generation.id,)))


def count_waiting(db: apsw.Connection) -> int:
    """How many chunks wait for a vector."""
    return int(value(db, _COUNT_PENDING))


def prune(db: apsw.Connection) -> int:
    """Drop the vectors of texts that no chunk has any more; returns how many."""
    before = db.total_changes()
    db.execute(_PRUNE)
    dropped = db.total_changes() - before
    if dropped:
        db.execute(_COUNT_PRUNING)
    return dropped

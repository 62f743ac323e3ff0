"""Which set of vectors is live, which texts wait for one, and which vectors are out of use.

A vector is the dearest thing of all that is derived, so none is thrown away with its text: for
`KEEP_SECONDS` after the last chunk of a text went, its vector waits for it to come back, and so do
all vectors of a model that was replaced. That also means that for so long whoever may read
`vectors.db` could guess what a deleted note was about. What a note held last when it came to be
ignored, blocked, or read by other rules is not kept.

Kept apart from the vectors themselves, so that a daemon with nothing to embed and no question
to answer never loads numpy.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.records import embedded_text
from vaultbrain.store import forgotten
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

KEEP_SECONDS = 30 * 86_400
# So many are taken out of use at a time, in about 0.2 s: nothing else is written meanwhile, and
# while an index is rebuilt, most of those it does not know yet are needed in a moment.
MOST_AT_ONCE = 5000

_ONE = "SELECT id, dimension, mean, prunings, calibration FROM generation"
_OF_MODEL, _LIVE = f"{_ONE} WHERE fingerprint = ?", f"{_ONE} WHERE live = 1"
_RELIEVE = "UPDATE generation SET live = 0, used_at = ? WHERE live = 1"
_MAKE_LIVE = """
INSERT INTO generation (fingerprint, dimension, live, used_at, calibration) VALUES (?, ?, 1, ?, ?)
ON CONFLICT (fingerprint) DO UPDATE
SET live = 1, used_at = excluded.used_at, calibration = excluded.calibration
"""
_BRING_BACK = """
INSERT OR IGNORE INTO vector (generation, text_hash, norm, value, checksum)
SELECT generation, text_hash, norm, value, checksum FROM spare WHERE id IN (
    SELECT id FROM spare AS known WHERE generation = ?
    AND EXISTS (SELECT 1 FROM chunk WHERE chunk.text_hash = known.text_hash))
"""
_DROP_BROUGHT_BACK = """
DELETE FROM spare WHERE generation = ?
AND EXISTS (SELECT 1 FROM chunk WHERE chunk.text_hash = spare.text_hash)
"""
_WITHOUT_VECTOR = """
INSERT OR IGNORE INTO pending (chunk_id, mtime_ns)
SELECT chunk.id, note.mtime_ns FROM chunk JOIN note ON note.id = chunk.note_id
WHERE NOT EXISTS (
    SELECT 1 FROM vector WHERE vector.text_hash = chunk.text_hash AND vector.generation = ?)
"""
_WITH_VECTOR = """
DELETE FROM pending WHERE EXISTS (
    SELECT 1 FROM chunk JOIN vector ON vector.text_hash = chunk.text_hash
    WHERE chunk.id = pending.chunk_id AND vector.generation = ?)
"""
_HAS_VECTOR = "SELECT 1 FROM vector WHERE text_hash = ? AND generation = ?"
_SPARE = "SELECT id, norm, value, checksum FROM spare WHERE text_hash = ? AND generation = ?"
_PUT = """
INSERT INTO vector (generation, text_hash, norm, value, checksum) VALUES (?, ?, ?, ?, ?)
"""
_DROP_SPARE = "DELETE FROM spare WHERE id = ?"
_NEXT = """
SELECT chunk.text_hash, chunk.crumb, chunk.text
FROM pending JOIN chunk ON chunk.id = pending.chunk_id
ORDER BY pending.mtime_ns DESC, pending.chunk_id LIMIT ?
"""
_FIRST = """
SELECT chunk.text_hash, chunk.crumb, chunk.text
FROM json_each(?) AS wanted
JOIN pending ON pending.chunk_id = wanted.value JOIN chunk ON chunk.id = pending.chunk_id
ORDER BY wanted.key LIMIT ?
"""
_DONE = "DELETE FROM pending WHERE chunk_id IN (SELECT id FROM chunk WHERE text_hash = ?)"
_COUNT_PENDING = "SELECT count(*) FROM pending"
_COUNT = "SELECT count(*) FROM vector WHERE generation = ?"
_OUT_OF_USE = """
SELECT id FROM vector
WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.text_hash = vector.text_hash) LIMIT ?
"""
_SET_ASIDE = """
INSERT OR REPLACE INTO spare (generation, text_hash, since, norm, value, checksum)
SELECT generation, text_hash, ?, norm, value, checksum FROM vector
WHERE id IN (SELECT value FROM json_each(?))
"""
_DROP_ROWS = "DELETE FROM {} WHERE id IN (SELECT value FROM json_each(?))"
_COUNT_PRUNING = "UPDATE generation SET prunings = prunings + 1"
_DROP_OLD_SPARES = "DELETE FROM spare WHERE id IN (SELECT id FROM spare WHERE since <= ? LIMIT ?)"
_OLD_GENERATIONS = "SELECT id FROM generation WHERE live = 0 AND used_at <= ?"
_DROP_SOME = """
DELETE FROM {table} WHERE id IN (SELECT id FROM {table} WHERE generation = ? LIMIT ?)
"""
_DROP_GENERATION = "DELETE FROM generation WHERE id = ?"


class Generation(msgspec.Struct, frozen=True):
    """The live set of vectors; ids that were read under another `prunings` may be gone.

    `calibration` is JSON that says what they are worth; None where nobody has measured their model.
    """

    id: int
    dimension: int
    mean: bytes | None
    prunings: int = 0
    calibration: str | None = None


class Waiting(msgspec.Struct, frozen=True):
    """A text that needs a vector."""

    text_hash: bytes
    text: str


def live(db: apsw.Connection, fingerprint: str) -> Generation | None:
    """The generation of a model, or None where nothing was ever stored for it."""
    found = rows(db, _OF_MODEL, (fingerprint,))
    return Generation(*found[0]) if found else None


def begin(
    db: apsw.Connection, fingerprint: str, dimension: int, calibration: str | None = None
) -> Generation:
    """Make a model's generation the live one; every chunk without a vector in it waits.

    Vectors of two models are never compared. Those of another model are kept for a while, so
    that an engine that is missing for a day does not cost an hour of embedding.
    """
    now = int(time.time())
    db.execute(_RELIEVE, (now,))
    db.execute(_MAKE_LIVE, (fingerprint, dimension, now, calibration))
    reconcile(db)
    found = live(db, fingerprint)
    assert found is not None  # noqa: S101 - the row was inserted a few lines above
    return found


def reconcile(db: apsw.Connection) -> None:
    """See to it that a chunk has a vector of the live generation, or waits for one.

    Needed wherever the two files may not be of the same moment: at the start, for a crash
    can fall between their commits and either file can be deleted, and after a failed commit.
    """
    forgotten.forget_again(db)
    at = (live_id(db),)
    db.execute(_BRING_BACK, at)
    db.execute(_DROP_BROUGHT_BACK, at)
    db.execute(_WITH_VECTOR, at)
    db.execute(_WITHOUT_VECTOR, at)


def live_id(db: apsw.Connection) -> int | None:
    """The generation whose vectors texts wait for; None before any model was used."""
    found = current(db)
    return found.id if found else None


def current(db: apsw.Connection) -> Generation | None:
    """The same with all that is known of it."""
    found = rows(db, _LIVE)
    return Generation(*found[0]) if found else None


def claim(db: apsw.Connection, generation_id: int | None, text_hash: bytes) -> bool:
    """Use the vector that a text has; whether it has one.

    One that was out of use gets a new id, by which it is seen to be new. Single plain statements
    only, see `notes.replace`; that they write into the other file makes no difference.
    """
    if rows(db, _HAS_VECTOR, (text_hash, generation_id)):
        return True
    for spare_id, *rest in rows(db, _SPARE, (text_hash, generation_id)):
        db.execute(_PUT, (generation_id, text_hash, *rest))
        db.execute(_DROP_SPARE, (spare_id,))
        return True
    return False


def waiting(db: apsw.Connection, limit: int, first: Sequence[int] = ()) -> list[Waiting]:
    """The next texts to embed, each once.

    Args:
        db: a reading connection.
        limit: at most so many.
        first: ids of chunks that come before all others, in this order; then the newest note
            comes first. Those that do not wait are left out.
    """
    found = rows(db, _FIRST, (msgspec.json.encode(first).decode(), limit)) if first else []
    found += rows(db, _NEXT, (limit,))
    texts = {bytes(row[0]): embedded_text(row[1], row[2]) for row in found}
    return [Waiting(text_hash, text) for text_hash, text in texts.items()][:limit]


def done(db: apsw.Connection, text_hash: bytes) -> None:
    """Strike a text off the waiting list."""
    db.execute(_DONE, (text_hash,))


def count(db: apsw.Connection, generation: Generation) -> int:
    """How many vectors a generation has."""
    return int(value(db, _COUNT, (generation.id,)))


def count_waiting(db: apsw.Connection) -> int:
    """How many chunks wait for a vector."""
    return int(value(db, _COUNT_PENDING))


def prune(db: apsw.Connection, now: int) -> int:
    """Take vectors of texts that no chunk has any more out of use, and forget the old ones.

    To be called again and again; it never does much at a time.

    Args:
        db: the connection that writes.
        now: unix seconds.

    Returns:
        How many were taken out of use or forgotten; a generation counts as one more.
    """
    changed = forgotten.forget_again(db)
    gone = [row[0] for row in rows(db, _OUT_OF_USE, (MOST_AT_ONCE,))]
    if gone:
        ids = msgspec.json.encode(gone).decode()
        db.execute(_SET_ASIDE, (now, ids))
        db.execute(_DROP_ROWS.format("vector"), (ids,))
        db.execute(_COUNT_PRUNING)
    db.execute(_DROP_OLD_SPARES, (now - KEEP_SECONDS, MOST_AT_ONCE))
    changed += len(gone) + db.changes()
    for row in rows(db, _OLD_GENERATIONS, (now - KEEP_SECONDS,)):
        changed += _drop_some(db, int(row[0]))
    return changed


def _drop_some(db: apsw.Connection, generation_id: int) -> int:
    """Drop a part of a generation, and with its last part the generation itself."""
    dropped = 0
    for table in ("vector", "spare"):
        left = MOST_AT_ONCE - dropped
        db.execute(_DROP_SOME.format(table=table), (generation_id, left))
        dropped += db.changes()
    if dropped < MOST_AT_ONCE:
        db.execute(_DROP_GENERATION, (generation_id,))
        dropped += 1
    return dropped


def drop(db: apsw.Connection, table: str, ids: Iterable[int]) -> None:
    """Drop damaged rows of `vector`, `spare` or `page`; texts that had one wait for another."""
    wanted = msgspec.json.encode(list(ids)).decode()
    db.execute(_DROP_ROWS.format(table), (wanted,))
    if db.changes():
        db.execute(_COUNT_PRUNING)
        reconcile(db)

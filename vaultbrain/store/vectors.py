"""Vectors by text: stored, read as sign bits, scored exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from vaultbrain.store import generations
from vaultbrain.store.rows import checksum, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw
    from numpy.typing import NDArray

    from vaultbrain.store.generations import Generation

    Floats = NDArray[np.float32]
    Bits = NDArray[np.uint8]

# So many vectors tell the mean well enough; it is fixed then, for codes must stay comparable.
MEAN_AFTER = 512

_PUT = """
INSERT OR IGNORE INTO vector (generation, text_hash, code, value, checksum) VALUES (?, ?, ?, ?, ?)
"""
_HAS_CHUNK = "SELECT 1 FROM chunk WHERE text_hash = ?"
_VALUES = "SELECT value, id, text_hash FROM {table} WHERE generation = ? ORDER BY id"
_CODES = "SELECT id, code FROM vector WHERE generation = ? AND id > ? ORDER BY id"
_SET_MEAN = "UPDATE generation SET mean = ? WHERE id = ?"
_SET_CODE = "UPDATE {table} SET code = ?, checksum = ? WHERE id = ?"
_RESCORE = """
SELECT chunk.id, 1.0 - vec_distance_cosine(vector.value, ?1) AS score, note.id, note.language
FROM json_each(?2) AS candidate
JOIN vector ON vector.id = candidate.value
JOIN chunk ON chunk.text_hash = vector.text_hash
JOIN note ON note.id = chunk.note_id
ORDER BY score DESC
"""
_OF_NOTES = """
SELECT DISTINCT vector.id FROM chunk
JOIN vector ON vector.text_hash = chunk.text_hash AND vector.generation = ?
WHERE chunk.note_id IN (SELECT value FROM json_each(?))
"""


class Similar(msgspec.Struct, frozen=True):
    """A chunk, its cosine with a query, its note and the language of that."""

    chunk_id: int
    score: float
    note_id: int
    language: str


def put(
    db: apsw.Connection, generation: Generation, hashes: Sequence[bytes], values: Floats
) -> Generation:
    """Store vectors of shape (n, dimension) and strike their texts off the waiting list.

    Texts that no chunk has any more are left out: a note may have been forgotten for good while
    its vectors were computed. Returns the generation as it is afterwards: it may have got its mean.
    """
    codes = pack(values, generation.mean)
    for text_hash, code, vector in zip(hashes, codes, values, strict=True):
        if rows(db, _HAS_CHUNK, (text_hash,)):
            row = (generation.id, text_hash, code.tobytes(), vector.tobytes())
            db.execute(_PUT, (*row, checksum(row)))
            generations.done(db, text_hash)
    if generation.mean is None and generations.count(db, generation) >= MEAN_AFTER:
        return _fix_mean(db, generation)
    return generation


def _fix_mean(db: apsw.Connection, generation: Generation) -> Generation:
    mean = _values(db, "vector", generation)[1].mean(axis=0).astype(np.float32).tobytes()
    db.execute(_SET_MEAN, (mean, generation.id))
    for table in ("vector", "spare"):
        found, values = _values(db, table, generation)
        coded = zip(pack(values, mean), found, strict=True)
        sql = _SET_CODE.format(table=table)
        db.executemany(sql, (_coded(generation.id, code.tobytes(), *at) for code, at in coded))
    return msgspec.structs.replace(generation, mean=mean)


def _coded(
    generation_id: int, code: bytes, vector: bytes, row_id: int, text_hash: bytes
) -> tuple[bytes, int, int]:
    return code, checksum((generation_id, text_hash, code, vector)), row_id


def _values(
    db: apsw.Connection, table: str, generation: Generation
) -> tuple[list[tuple[bytes, int, bytes]], Floats]:
    """Rows of value, id and hash; and their values as floats of shape (n, dimension)."""
    found = rows(db, _VALUES.format(table=table), (generation.id,))
    values = np.frombuffer(b"".join(row[0] for row in found), np.float32)
    of_rows = values.reshape(len(found), generation.dimension)
    return [(row[0], row[1], row[2]) for row in found], of_rows


def pack(values: Floats, mean: bytes | None) -> Bits:
    """Sign bits of vectors after the mean is taken off: (n, d) floats to (n, d / 8) bytes."""
    centred = values if mean is None else values - np.frombuffer(mean, np.float32)
    return np.packbits(centred > 0, axis=-1)


def codes_after(
    db: apsw.Connection, generation: Generation, last_id: int
) -> tuple[NDArray[np.int64], Bits]:
    """Ids (n,) and codes (n, d / 8) of the vectors stored after `last_id`."""
    found = rows(db, _CODES, (generation.id, last_id))
    ids = np.fromiter((row[0] for row in found), np.int64, len(found))
    codes = np.frombuffer(b"".join(row[1] for row in found), np.uint8)
    return ids, codes.reshape(len(found), (generation.dimension + 7) // 8)


def rescore(db: apsw.Connection, ids: Sequence[int], query: Floats) -> list[Similar]:
    """The chunks of candidate vectors by exact cosine with the query, best first."""
    wanted = msgspec.json.encode(ids).decode()
    return [Similar(*row) for row in rows(db, _RESCORE, (query.tobytes(), wanted))]


def of_notes(db: apsw.Connection, generation: Generation, notes: Sequence[int]) -> list[int]:
    """The vectors of some notes' chunks."""
    wanted = msgspec.json.encode(notes).decode()
    return [int(row[0]) for row in rows(db, _OF_NOTES, (generation.id, wanted))]

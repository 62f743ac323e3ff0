"""Vectors by text: stored as bytes, scored in SQL."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from vaultbrain.store import generations
from vaultbrain.store.narrow import centred, direction, narrow, narrow_rest, unit, widen
from vaultbrain.store.rows import checksum, rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from vaultbrain.store.generations import Generation
    from vaultbrain.store.narrow import Floats as Floats  # noqa: PLC0414 - of others, too
    from vaultbrain.store.narrow import Ids, Small

# So many vectors tell the mean well enough; it is fixed then, for what is stored hangs on it.
MEAN_AFTER = 512

_PUT = """
INSERT OR IGNORE INTO vector (generation, text_hash, norm, value, checksum) VALUES (?, ?, ?, ?, ?)
"""
_HAS_CHUNK = "SELECT 1 FROM chunk WHERE text_hash = ?"
_VALUES = "SELECT id, text_hash, norm, value FROM {table} WHERE generation = ? ORDER BY id"
_SET_MEAN = "UPDATE generation SET mean = ? WHERE id = ?"
_SET_VALUE = "UPDATE {table} SET norm = ?, value = ?, checksum = ? WHERE id = ?"
# Unit vectors p = mean + norm * direction and a query q: their cosine is the part that all vectors
# share, plus (q - mean) * direction * norm, less norm² / 2. The query is the sum of two rows of
# bytes, a coarse one and what that left, for one alone would cost as much as the vector's own.
_RESCORE = """
SELECT chunk.id, :shared - vector.norm * vector.norm / 2 + vector.norm * (
    :coarse_norm * ifnull(1.0 - vec_distance_cosine(vec_int8(vector.value), vec_int8(:coarse)), 0.0)
    + :fine_norm * ifnull(1.0 - vec_distance_cosine(vec_int8(vector.value), vec_int8(:fine)), 0.0)
) AS score, note.id, note.language
FROM json_each(:ids) AS candidate
JOIN vector ON vector.id = candidate.value
JOIN chunk ON chunk.text_hash = vector.text_hash
JOIN note ON note.id = chunk.note_id
ORDER BY score DESC
"""
_SAMPLE = """
SELECT vector.norm, vector.value, note.language
FROM json_each(?) AS wanted
JOIN vector ON vector.id = wanted.value
JOIN chunk ON chunk.text_hash = vector.text_hash
JOIN note ON note.id = chunk.note_id
ORDER BY wanted.key, chunk.id
"""
# Of the whole vault, out of the indices alone: a row of `chunk` is mostly text.
_VECTORS_OF_CHUNKS = """
SELECT chunk.id, vector.id FROM chunk INDEXED BY chunk_text_hash
CROSS JOIN vector ON vector.text_hash = chunk.text_hash AND vector.generation = ?
"""
_NOTES_OF_CHUNKS = "SELECT id, note_id FROM chunk INDEXED BY chunk_note"
_OF_NEW_VECTORS = """
SELECT chunk.note_id, vector.id FROM vector CROSS JOIN chunk ON chunk.text_hash = vector.text_hash
WHERE vector.generation = ? AND vector.id > ?
"""
_OF_NEW_CHUNKS = """
SELECT chunk.note_id, vector.id FROM chunk
CROSS JOIN vector ON vector.text_hash = chunk.text_hash AND vector.generation = ?
WHERE chunk.id > ?
"""
_LAST = "SELECT ifnull((SELECT max(id) FROM vector), 0), ifnull((SELECT max(id) FROM chunk), 0)"


class Similar(msgspec.Struct, frozen=True):
    """A chunk, its cosine with a query to three digits, its note and the language of that."""

    chunk_id: int
    score: float
    note_id: int
    language: str


class Owners(msgspec.Struct, frozen=True, eq=False):
    """Pairs of a note and a vector that one of its chunks has; both of shape (n,).

    `last_vector` and `last_chunk` are the newest ids that were looked at.
    """

    notes: Ids
    vectors: Ids
    last_vector: int
    last_chunk: int


def put(
    db: apsw.Connection, generation: Generation, hashes: Sequence[bytes], values: Floats
) -> Generation:
    """Store vectors of shape (n, dimension) and strike their texts off the waiting list.

    Texts that no chunk has any more are left out: a note may have been forgotten for good while
    its vectors were computed. Returns the generation as it is afterwards: it may have got its mean.
    """
    small, norms = narrow(values, generation.mean)
    for text_hash, vector, norm in zip(hashes, small, norms.tolist(), strict=True):
        if rows(db, _HAS_CHUNK, (text_hash,)):
            row = (generation.id, text_hash, norm, vector.tobytes())
            db.execute(_PUT, (*row, checksum((*row, generation.mean))))
            generations.done(db, text_hash)
    if generation.mean is None and generations.count(db, generation) >= MEAN_AFTER:
        return _fix_mean(db, generation)
    return generation


def _fix_mean(db: apsw.Connection, generation: Generation) -> Generation:
    """Once there are enough to tell it, take the mean off those that are stored and all to come."""
    found = rows(db, _VALUES.format(table="vector"), (generation.id,))
    mean = _wide(found).mean(axis=0).astype(np.float32).tobytes()
    db.execute(_SET_MEAN, (mean, generation.id))
    for table in ("vector", "spare"):
        found = rows(db, _VALUES.format(table=table), (generation.id,))
        if not found:
            continue
        small, norms = narrow(_wide(found), mean)
        for (row_id, text_hash, *_), vector, norm in zip(found, small, norms.tolist(), strict=True):
            row = (generation.id, text_hash, norm, vector.tobytes())
            sql = _SET_VALUE.format(table=table)
            db.execute(sql, (norm, row[3], checksum((*row, mean)), row_id))
    return msgspec.structs.replace(generation, mean=mean)


def _wide(found: Sequence[tuple[int, bytes, float, bytes]]) -> Floats:
    """The unit vectors of rows whose mean was not taken off."""
    small = joined([row[3] for row in found])
    return widen(small, np.array([row[2] for row in found], np.float32), None)


def joined(values: Sequence[bytes]) -> Small:
    """Vectors of equal length, at least one, as one array of shape (n, dimension)."""
    return np.frombuffer(b"".join(values), np.int8).reshape(len(values), -1)


def rescore(
    db: apsw.Connection, generation: Generation, ids: Sequence[int], query: Floats
) -> list[Similar]:
    """The chunks of candidate vectors by their cosine with a query of shape (dimension,)."""
    return [Similar(*row) for row in db.execute(_RESCORE, _asked(generation, ids, query))]


def _asked(generation: Generation, ids: Sequence[int], query: Floats) -> dict[str, object]:
    of_query = unit(query[None, :])
    rest = centred(of_query, generation.mean)
    coarse, coarse_norms = narrow_rest(rest)
    fine, fine_norms = narrow_rest(rest - direction(coarse) * coarse_norms[:, None])
    mean = of_query - rest
    shared = (of_query * mean).sum() + (1.0 - (mean * mean).sum()) / 2
    return {
        "shared": float(shared),
        "coarse": coarse.tobytes(),
        "coarse_norm": float(coarse_norms[0]),
        "fine": fine.tobytes(),
        "fine_norm": float(fine_norms[0]),
        "ids": msgspec.json.encode(ids).decode(),
    }


def sample(
    db: apsw.Connection, generation: Generation, ids: Sequence[int]
) -> tuple[Floats, list[str]]:
    """Some vectors of shape (n, dimension), each with the language of a note that has its text."""
    found = rows(db, _SAMPLE, (msgspec.json.encode(ids).decode(),))
    if not found:
        return np.empty((0, generation.dimension), np.float32), []
    norms = np.array([row[0] for row in found], np.float32)
    wide = widen(joined([row[1] for row in found]), norms, generation.mean)
    return unit(wide), [row[2] for row in found]


def owners(db: apsw.Connection, generation: Generation) -> Owners:
    """Which notes have which vectors."""
    chunks, of_chunk = _columns(db.execute(_VECTORS_OF_CHUNKS, (generation.id,)))
    known, of_note = _columns(db.execute(_NOTES_OF_CHUNKS))
    order = np.argsort(known)
    places = order[np.searchsorted(known, chunks, sorter=order)]
    return Owners(of_note[places], of_chunk, *_last(db))


def owners_since(db: apsw.Connection, generation: Generation, known: Owners) -> Owners:
    """The same, by what came since; some of the pairs may be gone by now."""
    last_vector, last_chunk = _last(db)
    if (last_vector, last_chunk) == (known.last_vector, known.last_chunk):
        return known
    found = rows(db, _OF_NEW_VECTORS, (generation.id, known.last_vector))
    of_note, of_vector = _columns(
        [*found, *rows(db, _OF_NEW_CHUNKS, (generation.id, known.last_chunk))]
    )
    return Owners(
        np.concatenate([known.notes, of_note]),
        np.concatenate([known.vectors, of_vector]),
        max(last_vector, known.last_vector),
        max(last_chunk, known.last_chunk),
    )


def _last(db: apsw.Connection) -> tuple[int, int]:
    ((vector, chunk),) = rows(db, _LAST)
    return vector, chunk


def _columns(pairs: Iterable[tuple[int, ...]]) -> tuple[Ids, Ids]:
    flat = np.fromiter(itertools.chain.from_iterable(pairs), np.int64)
    return flat[::2], flat[1::2]

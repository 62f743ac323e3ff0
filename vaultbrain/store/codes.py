"""What a search holds of every vector in memory, and the pages it is loaded from.

One bit for each number of a direction and two lengths tell a cosine well enough to choose the
candidates: 56 bytes at 384 dimensions. A page is made of rows and dropped by triggers when one of
them changes, so it never says anything else than they do; where there is none, rows are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from vaultbrain.store import pages
from vaultbrain.store.pages import PAGE
from vaultbrain.store.rows import checksum, rows, value
from vaultbrain.store.vectors import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import apsw
    from numpy.typing import NDArray

    from vaultbrain.store.generations import Generation
    from vaultbrain.store.narrow import Floats, Ids, Small

    Bits = NDArray[np.uint64]

_WORD = 64
_ROWS = """
SELECT id, norm, value FROM vector
WHERE generation = ? AND id >= ? AND id < ? AND length(value) = ? ORDER BY id
"""
_PAGES = "SELECT number, count, codes, checksum FROM page WHERE generation = ? ORDER BY number"
_PUT = "INSERT INTO page (generation, number, count, codes, checksum) VALUES (?, ?, ?, ?, ?)"
_NEWEST = "SELECT max(id) FROM vector"


class Codes(msgspec.Struct, frozen=True, eq=False):
    """Of n vectors, by id.

    Attributes:
        ids: int64, (n,), ascending.
        bits: uint64, (dimension / 64, n): whether a number of the direction is above 0. One row
            for each 64 numbers, for a scan is through all vectors and not through one.
        norms: float32, (n,): length of the vector less the mean.
        gains: float32, (n,): what makes the product of a vector less the mean and another out of
            that of its signs.
    """

    ids: Ids
    bits: Bits
    norms: Floats
    gains: Floats

    def take(self, at: NDArray[np.intp]) -> Codes:
        """Only those at some places, in ascending order."""
        return Codes(self.ids[at], self.bits[:, at], self.norms[at], self.gains[at])


def make(ids: Ids, small: Small, norms: Floats) -> Codes:
    """Of directions (n, dimension) in bytes and lengths (n,)."""
    wide = small.astype(np.float32)
    sums = np.abs(wide).sum(axis=1)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    return Codes(ids, signs(small), norms, norms * lengths / np.maximum(sums, 1))


def signs(values: Small | Floats | NDArray[np.uint8]) -> Bits:
    """Whether numbers (n, dimension) are above 0, as bits (dimension / 64, n)."""
    packed = np.packbits(values > 0, axis=1, bitorder="little")
    words = np.zeros((len(values), _words(values.shape[1]) * 8), np.uint8)
    words[:, : packed.shape[1]] = packed
    return np.ascontiguousarray(words.view("<u8").T).astype(np.uint64, copy=False)


def _words(dimension: int) -> int:
    return -(-dimension // _WORD)


def join(parts: Sequence[Codes]) -> Codes:
    """Several as one, in their order."""
    return Codes(
        np.concatenate([at.ids for at in parts]),
        np.concatenate([at.bits for at in parts], axis=1),
        np.concatenate([at.norms for at in parts]),
        np.concatenate([at.gains for at in parts]),
    )


def nothing(dimension: int) -> Codes:
    """Of no vector."""
    none = np.empty(0, np.float32)
    return Codes(np.empty(0, np.int64), np.empty((_words(dimension), 0), np.uint64), none, none)


def read(db: apsw.Connection, generation: Generation, after: int = 0) -> Codes:
    """Those of a generation that were stored after an id, from pages where there are some."""
    first, newest = after // PAGE, int(value(db, _NEWEST) or 0)
    whole = dict(_whole_pages(db, generation)) if not after else {}
    parts = [nothing(generation.dimension)]
    for number in range(first, newest // PAGE + 1 if newest > after else first):
        start = max(number * PAGE, after + 1)
        page = whole.pop(number, None)
        parts.append(page or _of_rows(db, generation, start, (number + 1) * PAGE))
    return join(parts)


def pack(db: apsw.Connection, generation: Generation, limit: int) -> None:
    """Make pages that are missing, of full ranges of ids alone: new ids are beyond all of them.

    Args:
        db: the connection that writes.
        generation: whose.
        limit: at most so many.
    """
    for number in pages.missing(db, generation)[:limit]:
        part = _of_rows(db, generation, number * PAGE, (number + 1) * PAGE)
        row = (generation.id, number, len(part.ids), _packed(part, number * PAGE))
        db.execute(_PUT, (*row, checksum(row)))


def _of_rows(db: apsw.Connection, generation: Generation, first: int, beyond: int) -> Codes:
    """Of the ids from `first` on that are below `beyond`."""
    found = rows(db, _ROWS, (generation.id, first, beyond, generation.dimension))
    if not found:
        return nothing(generation.dimension)
    ids = np.array([row[0] for row in found], np.int64)
    norms = np.array([row[1] for row in found], np.float32)
    return make(ids, joined([row[2] for row in found]), norms)


def _whole_pages(db: apsw.Connection, generation: Generation) -> Iterator[tuple[int, Codes]]:
    """By number; damaged ones are left out."""
    for number, count, codes, stored in db.execute(_PAGES, (generation.id,)):
        if checksum((generation.id, number, count, codes)) == stored:
            yield number, _unpacked(codes, number * PAGE, count, _words(generation.dimension))


def _packed(codes: Codes, first: int) -> bytes:
    columns = (
        (codes.ids - first).astype("<u2"),
        codes.bits.astype("<u8", copy=False),
        codes.norms.astype("<f4", copy=False),
        codes.gains.astype("<f4", copy=False),
    )
    return b"".join(column.tobytes() for column in columns)


def _unpacked(raw: bytes, first: int, count: int, words: int) -> Codes:
    ids, raw = raw[: 2 * count], raw[2 * count :]
    bits, raw = raw[: 8 * words * count], raw[8 * words * count :]
    lengths = np.frombuffer(raw, "<f4").reshape(2, count)
    return Codes(
        np.frombuffer(ids, "<u2").astype(np.int64) + first,
        np.frombuffer(bits, "<u8").reshape(words, count),
        lengths[0],
        lengths[1],
    )

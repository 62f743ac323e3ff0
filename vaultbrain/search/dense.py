"""Finding chunks by meaning: sign bits in memory choose candidates, SQLite scores them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from vaultbrain.store import vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vaultbrain.store.database import Connection
    from vaultbrain.store.generations import Generation
    from vaultbrain.store.lexical import Scored
    from vaultbrain.store.vectors import Floats

CANDIDATES = 500
# So many vectors, spread over the vault, tell what an unrelated text scores.
BACKGROUND = 128


class Nearest(msgspec.Struct, frozen=True):
    """The best chunks by cosine, and what this query scores against the vault at large."""

    hits: tuple[Scored, ...]
    background_mean: float
    background_deviation: float


class CodeIndex:
    """The sign bits of the live generation in memory, 48 bytes a vector at 384 dimensions."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation: Generation | None = None
        self._ids: NDArray[np.int64] = np.empty(0, np.int64)
        self._codes: NDArray[np.uint8] = np.empty((0, 0), np.uint8)

    def refresh(
        self, db: Connection, generation: Generation
    ) -> tuple[NDArray[np.int64], vectors.Bits]:
        """Ids and codes as of now; only what was stored since the last call is read."""
        with self._lock:
            if self._generation != generation:
                self._generation = generation
                self._ids, self._codes = vectors.codes_after(db, generation, 0)
            else:
                last = int(self._ids[-1]) if len(self._ids) else 0
                ids, codes = vectors.codes_after(db, generation, last)
                if len(ids):
                    self._ids = np.concatenate([self._ids, ids])
                    self._codes = np.concatenate([self._codes, codes])
            return self._ids, self._codes


def nearest(
    db: Connection,
    index: CodeIndex,
    generation: Generation,
    query: Floats,
    limit: int,
    notes: Sequence[int] | None = None,
) -> Nearest:
    """The chunks closest to a query vector of shape (dimension,), best first."""
    ids, codes = index.refresh(db, generation)
    if notes is not None:
        keep = np.isin(ids, vectors.of_notes(db, generation, notes))
        ids, codes = ids[keep], codes[keep]
    if not len(ids):
        return Nearest((), 0.0, 1.0)
    code = vectors.pack(query[None, :], generation.mean)[0]
    chosen = ids[_closest(codes, code, CANDIDATES)]
    hits = vectors.rescore(db, chosen.tolist(), query, limit)
    sample = ids[:: max(1, len(ids) // BACKGROUND)][:BACKGROUND]
    scores = np.array([at.score for at in vectors.rescore(db, sample.tolist(), query, BACKGROUND)])
    deviation = float(scores.std()) if len(scores) > 1 else 1.0
    return Nearest(tuple(hits), float(scores.mean()) if len(scores) else 0.0, max(deviation, 1e-3))


def _closest(codes: vectors.Bits, code: vectors.Bits, limit: int) -> NDArray[np.intp]:
    """The rows with the fewest differing bits."""
    if len(codes) <= limit:
        return np.arange(len(codes))
    differing = np.bitwise_count(codes ^ code).sum(axis=1, dtype=np.uint16)
    return np.argpartition(differing, limit)[:limit]

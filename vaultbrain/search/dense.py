"""Finding chunks by meaning: sign bits in memory choose candidates, SQLite scores them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from vaultbrain.store import vectors
from vaultbrain.store.lexical import Scored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vaultbrain.store.database import Connection
    from vaultbrain.store.generations import Generation
    from vaultbrain.store.vectors import Floats, Similar

CANDIDATES = 500
# So many vectors, spread over the vault, tell what an unrelated text scores.
BACKGROUND = 128
# The part of a language's lead that is taken off, and the fewest texts that tell a lead.
LANGUAGE_SHARE, FEWEST_OF_LANGUAGE = 0.7, 8


class Nearest(msgspec.Struct, frozen=True):
    """The best chunks by cosine, and what this query scores against the vault at large.

    `leads` tells by how much a language's texts score too high; it is taken off already.
    """

    hits: tuple[Scored, ...]
    background_mean: float
    background_deviation: float
    leads: dict[str, float]


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
        return Nearest((), 0.0, 1.0, {})
    code = vectors.pack(query[None, :], generation.mean)[0]
    sample = ids[:: max(1, len(ids) // BACKGROUND)][:BACKGROUND]
    background = vectors.rescore(db, sample.tolist(), query)
    leads = _leads(background)
    found = vectors.rescore(db, ids[_closest(codes, code, CANDIDATES)].tolist(), query)
    if notes is not None:
        # A text that two notes share has one vector; the other note is not asked for.
        allowed = set(notes)
        found = [at for at in found if at.note_id in allowed]
    hits = [Scored(at.chunk_id, at.score - leads.get(at.language, 0.0)) for at in found]
    hits.sort(key=lambda at: -at.score)
    scores = np.array([at.score - leads.get(at.language, 0.0) for at in background])
    mean = float(scores.mean()) if len(scores) else 0.0
    deviation = float(scores.std()) if len(scores) else 1.0
    return Nearest(tuple(hits[:limit]), mean, max(deviation, 1e-3), leads)


def _leads(background: Sequence[Similar]) -> dict[str, float]:
    """How much every text of a language scores above the vault's mean, whatever it says.

    The model puts texts of the question's own language nearer; taking most of that off lets a
    Czech question find an English note.
    """
    groups: dict[str, list[float]] = {}
    for at in background:
        groups.setdefault(at.language, []).append(at.score)
    mean = sum(at.score for at in background) / max(1, len(background))
    return {
        language: LANGUAGE_SHARE * (sum(scores) / len(scores) - mean)
        for language, scores in groups.items()
        if len(scores) >= FEWEST_OF_LANGUAGE
    }


def _closest(codes: vectors.Bits, code: vectors.Bits, limit: int) -> NDArray[np.intp]:
    """The rows with the fewest differing bits."""
    if len(codes) <= limit:
        return np.arange(len(codes))
    differing = np.bitwise_count(codes ^ code).sum(axis=1, dtype=np.uint16)
    return np.argpartition(differing, limit)[:limit]

"""One ranking from two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.inference.base import Calibration
    from vaultbrain.store.lexical import Scored

RRF_K = 60


class Fused(msgspec.Struct, frozen=True):
    """A chunk with its score, 0 to 1, and each leg's share before weighting."""

    chunk_id: int
    score: float
    lexical: float
    dense: float


def dense_weight(calibration: Calibration, coverage: float) -> float:
    """The dense leg's weight, by how much of the question the best lexical passages hold.

    Where that is little, words are trusted in part only: what they found of a question in another
    language is its names and small words.
    """
    trust = min(1.0, coverage / calibration.trusted_coverage)
    return 1 - (1 - calibration.dense_weight) * trust


def convex(lexical: Sequence[Scored], dense: Sequence[Scored], weight: float) -> list[Fused]:
    """Convex combination of min-max normalised scores (Bruch, Gai and Ingber 2023), best first.

    A leg that found nothing leaves the ranking to the other.
    """
    if not lexical or not dense:
        weight = 1.0 if dense else 0.0
    words, meaning = _normalised(lexical), _normalised(dense)
    fused = [
        Fused(
            at,
            (1 - weight) * words.get(at, 0.0) + weight * meaning.get(at, 0.0),
            words.get(at, 0.0),
            meaning.get(at, 0.0),
        )
        for at in words | meaning
    ]
    return _ranked(fused)


def reciprocal_rank(lexical: Sequence[Scored], dense: Sequence[Scored]) -> list[Fused]:
    """Reciprocal rank fusion with k = 60 (Cormack, Clarke and Büttcher 2009), best first.

    The baseline that `convex` has to beat, and what is done for a model that nobody has measured.
    """
    words = {at.chunk_id: 1 / (RRF_K + rank) for rank, at in enumerate(lexical, 1)}
    meaning = {at.chunk_id: 1 / (RRF_K + rank) for rank, at in enumerate(dense, 1)}
    fused = [
        Fused(
            at, words.get(at, 0.0) + meaning.get(at, 0.0), words.get(at, 0.0), meaning.get(at, 0.0)
        )
        for at in words | meaning
    ]
    return _ranked(fused)


def _ranked(fused: list[Fused]) -> list[Fused]:
    return sorted(fused, key=lambda at: (-at.score, at.chunk_id))


def _normalised(leg: Sequence[Scored]) -> dict[int, float]:
    if not leg:
        return {}
    top, bottom = leg[0].score, leg[-1].score
    span = top - bottom
    return {at.chunk_id: (at.score - bottom) / span if span else 1.0 for at in leg}

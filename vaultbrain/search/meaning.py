"""The leg that searches by meaning: the model, and what of its vectors is kept in memory."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.base import Calibration
from vaultbrain.store import generations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.inference.base import Embedder, ModelIdentity
    from vaultbrain.search.dense import CodeIndex, Nearest
    from vaultbrain.search.narrow import Narrowed
    from vaultbrain.search.noise import Noise
    from vaultbrain.store.database import Connection
    from vaultbrain.store.generations import Generation
    from vaultbrain.store.narrow import Floats

_QUERY_SECONDS = 10.0
# Where few passages of a note hold a phrase, they may be far down among all of the note's.
_DEEPER = 5


class Embedded(msgspec.Struct, frozen=True, eq=False):
    """A question's vector, of shape (dimension,), and the model that made it."""

    vector: Floats
    model: ModelIdentity


class Found(msgspec.Struct, frozen=True, eq=False):
    """What is near to a question, what that is worth, and what a question without an answer scores.

    `calibration` is None for a model that nobody has measured. `noise` is the cosine of the nearest
    passage for questions that these notes do not answer; None where it was not wanted or the model
    does not answer any more.
    """

    nearest: Nearest
    calibration: Calibration | None
    noise: float | None


class Meaning:
    """One for all searches; any thread may call."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept: tuple[CodeIndex, Noise] | None = None

    def embed(self, text: str) -> Embedded | None:
        """A question as the model sees it; None where another model took over meanwhile.

        Raises:
            EmbedderError: the model does not answer.
        """
        before = self._embedder.identity
        vector = self._embedder.embed_query(text, timeout=_QUERY_SECONDS)
        # Vectors of two engines are never compared, not even while one takes over.
        return Embedded(vector, before) if self._embedder.identity == before else None

    def find(
        self, db: Connection, asked: Embedded, narrowed: Narrowed, limit: int, noise_in: str = ""
    ) -> Found | None:
        """The passages nearest to a question; None where its model has no vectors yet.

        Args:
            db: a reading connection.
            asked: the question.
            narrowed: what may be found.
            limit: at most so many passages.
            noise_in: the language whose noise is wanted, if it is; that takes .2 s now and then.
        """
        generation = generations.live(db, asked.model.fingerprint)
        if generation is None or narrowed.notes == []:
            return None
        near = functools.partial(self._nearest, db, generation, narrowed.notes)
        nearest = near(limit if narrowed.holding is None else _DEEPER * limit, asked.vector)
        if narrowed.holding is not None:
            kept = [at for at in nearest.hits if at.chunk_id in narrowed.holding]
            nearest = msgspec.structs.replace(nearest, hits=tuple(kept[:limit]))
        known = generation.calibration
        return Found(
            nearest,
            msgspec.json.decode(known, type=Calibration) if known else None,
            self._noise(db, asked, generation, narrowed.notes, noise_in) if noise_in else None,
        )

    def _noise(
        self,
        db: Connection,
        asked: Embedded,
        generation: Generation,
        notes: Sequence[int] | None,
        language: str,
    ) -> float | None:
        """None where the model does not answer any more."""
        if self._embedder.identity != asked.model:
            return None
        index, noise = self._load()
        near = functools.partial(self._nearest, db, generation, notes, 1)
        try:
            if notes is not None:
                return noise.of(generation.id, language, near)
            count = len(index.refresh(db, generation).ids)
            return noise.of_vault(generation.id, language, count, near)
        except EmbedderError:
            return None

    def _nearest(
        self,
        db: Connection,
        generation: Generation,
        notes: Sequence[int] | None,
        limit: int,
        vector: Floats,
    ) -> Nearest:
        from vaultbrain.search import dense  # noqa: PLC0415 - numpy waits for the first need

        return dense.nearest(db, self._load()[0], generation, vector, limit, notes)

    def _load(self) -> tuple[CodeIndex, Noise]:
        from vaultbrain.search import dense, noise  # noqa: PLC0415 - numpy waits as well

        if self._kept is None:
            embed = functools.partial(self._embedder.embed_query, timeout=_QUERY_SECONDS)
            self._kept = dense.CodeIndex(), noise.Noise(embed)
        return self._kept

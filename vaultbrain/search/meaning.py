"""The leg that searches by meaning: the model, and what of its vectors is kept in memory."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import EmbedderError
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


class Embedded(msgspec.Struct, frozen=True, eq=False):
    """A question's vector, of shape (dimension,), and the model that made it."""

    vector: Floats
    model: ModelIdentity


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
        self, db: Connection, asked: Embedded, narrowed: Narrowed, limit: int
    ) -> Nearest | None:
        """The passages nearest to a question; None where its model has no vectors yet."""
        generation = generations.live(db, asked.model.fingerprint)
        if generation is None or narrowed.notes == []:
            return None
        return self._nearest(db, generation, limit, narrowed.notes, asked.vector)

    def noise(
        self, db: Connection, asked: Embedded, language: str, notes: Sequence[int] | None
    ) -> float | None:
        """What some or all notes score for questions in a language that they do not answer.

        None where the model has no vectors, or does not answer any more.
        """
        generation = generations.live(db, asked.model.fingerprint)
        if generation is None or self._embedder.identity != asked.model:
            return None
        index, noise = self._load()
        near = functools.partial(self._nearest, db, generation, 1, notes)
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
        limit: int,
        notes: Sequence[int] | None,
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

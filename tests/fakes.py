"""Stand-ins for the slow parts of the house, with the same interfaces."""

from __future__ import annotations

import unicodedata
import zlib
from typing import TYPE_CHECKING

import numpy as np

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.base import Health, ModelIdentity
from vaultbrain.inference.clean import clean
from vaultbrain.inference.engines import CALIBRATION

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.inference.base import Calibration, Vectors


class FakeEmbedder:
    """Texts that share words, or pieces of words, get similar vectors. No model, no process.

    Tests may set `fail_next` to the number of calls that shall fail, and `available` to False
    for a model that is not there. `calls` counts the calls of each kind that succeeded.
    """

    def __init__(self, dimension: int = 64, model: str = "fake") -> None:
        self.calibrated: Calibration | None = CALIBRATION
        self.fail_next = 0
        self.available = True
        self.closed = False
        self.calls = {"passages": 0, "query": 0, "count": 0}
        self._identity = ModelIdentity(
            model=model,
            weights_sha256="0" * 64,
            precision="exact",
            prefixes=("", ""),
            pooling="sum",
            dimension=dimension,
        )

    @property
    def identity(self) -> ModelIdentity:
        return self._identity

    @property
    def calibration(self) -> Calibration | None:
        return self.calibrated

    @property
    def max_tokens(self) -> int:
        return 508

    def embed_passages(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        del urgent  # nobody waits
        self._maybe_fail()
        self.calls["passages"] += 1
        rows = np.empty((len(texts), self._identity.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._vector(text)
        return rows

    def embed_query(self, text: str, timeout: float | None = None) -> Vectors:
        del timeout  # never busy
        self._maybe_fail()
        self.calls["query"] += 1
        return self._vector(text)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        self.calls["count"] += 1
        return [len(clean(text).split()) for text in texts]

    def health(self) -> Health:
        if self.available and not self.closed:
            return Health(available=True, loaded=True)
        return Health(
            available=False,
            loaded=False,
            reason="the fake model was switched off",
            advice="Switch it on.",
        )

    def close(self) -> None:
        self.closed = True

    def _maybe_fail(self) -> None:
        if self.fail_next > 0:
            self.fail_next -= 1
            raise EmbedderError("The fake model failed as it was told to.")
        if self.closed or not self.available:
            raise EmbedderError("The fake model is switched off.")

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self._identity.dimension, np.float64)
        # Common to all, so that the empty text has a direction and cosines are as squeezed as
        # those of a real model.
        vector[0] = 0.5
        for feature, weight in _features(text):
            digest = zlib.crc32(feature.encode())
            sign = 1.0 if digest & 1 else -1.0
            vector[(digest >> 1) % len(vector)] += sign * weight
        return np.asarray(vector / np.linalg.norm(vector), np.float32)


def _features(text: str) -> Iterator[tuple[str, float]]:
    decomposed = unicodedata.normalize("NFKD", clean(text).casefold())
    folded = "".join(c for c in decomposed if not unicodedata.combining(c))
    for word in folded.split():
        yield word, 1.0
        padded = f"^{word}$"
        for start in range(len(padded) - 2):
            yield padded[start : start + 3], 0.3

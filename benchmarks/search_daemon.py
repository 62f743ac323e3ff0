"""The daemon with stand-ins for the vectors of passages, so that a vault of any size has them soon.

    python benchmarks/search_daemon.py     # reads VAULTBRAIN_HOME like the daemon

A passage gets a unit vector drawn from the hash of its text, as wide as the model's own and as
dear to store, scan and score; it says nothing of what the passage means. Questions are embedded by
the real model in its worker, so their time and memory count. What is found by meaning is therefore
chance, and no figure of quality may be taken from it: golden.py has those.
"""

from __future__ import annotations

import hashlib
import os
import sys
from typing import TYPE_CHECKING

import numpy as np

from vaultbrain.daemon import main as daemon
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.inference.base import Calibration, Embedder, Health, ModelIdentity, Vectors
    from vaultbrain.paths import Paths


class StandIn:
    """An embedder whose passages get vectors of chance, and everything else another embedder."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner

    @property
    def identity(self) -> ModelIdentity:
        return self._inner.identity

    @property
    def calibration(self) -> Calibration | None:
        return self._inner.calibration

    @property
    def max_tokens(self) -> int:
        return self._inner.max_tokens

    def embed_passages(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        del urgent
        return vectors_of_chance(texts, self.identity.dimension)

    def embed_query(self, text: str, timeout: float | None = None) -> Vectors:
        return self._inner.embed_query(text, timeout)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._inner.count_tokens(texts)

    def health(self) -> Health:
        return self._inner.health()

    def close(self) -> None:
        self._inner.close()


def vectors_of_chance(texts: Sequence[str], dimension: int) -> Vectors:
    """A unit vector for each text, always the same for the same text."""
    made = np.empty((len(texts), dimension), np.float32)
    for row, text in zip(made, texts, strict=True):
        seed = hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8]
        chance = np.random.Generator(np.random.SFC64(int.from_bytes(seed)))
        chance.standard_normal(dimension, np.float32, row)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


def main() -> int:
    def make(paths: Paths) -> Embedder:
        settings = WorkerSettings(models=paths.models_dir, log=paths.worker_log)
        return StandIn(BuiltinEmbedder(find_installation, settings))

    return daemon.run(locate(os.environ), make_embedder=make)


if __name__ == "__main__":
    sys.exit(main())

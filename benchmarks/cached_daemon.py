"""The daemon with its embedder behind a cache of vectors, so that a rerun takes minutes.

    python benchmarks/cached_daemon.py CACHE.db     # reads VAULTBRAIN_HOME like the daemon

The cache is keyed by the model's fingerprint and the SHA-256 of the text; everything else is
the product as it ships.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import numpy as np

from vaultbrain.daemon import main as daemon
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.inference.base import Calibration, Embedder, Health, ModelIdentity, Vectors
    from vaultbrain.paths import Paths


class CachedEmbedder:
    """An embedder that asks another one only for texts it has not seen."""

    def __init__(self, inner: Embedder, file: Path) -> None:
        self._inner = inner
        self._lock = threading.Lock()
        self._db = apsw.Connection(str(file))
        self._db.set_busy_timeout(60_000)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB)")

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
        def embed(texts: Sequence[str]) -> Vectors:
            return self._inner.embed_passages(texts, urgent=urgent)

        return self._cached("passage", texts, embed)

    def embed_query(self, text: str, timeout: float | None = None) -> Vectors:
        def embed(texts: Sequence[str]) -> Vectors:
            return np.stack([self._inner.embed_query(at, timeout) for at in texts])

        vector: Vectors = self._cached("query", [text], embed)[0]
        return vector

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._inner.count_tokens(texts)

    def health(self) -> Health:
        return self._inner.health()

    def close(self) -> None:
        self._inner.close()

    def _cached(
        self, kind: str, texts: Sequence[str], embed: Callable[[Sequence[str]], Vectors]
    ) -> Vectors:
        keys = [self._key(kind, text) for text in texts]
        with self._lock:
            found = {key: self._load(key) for key in keys}
        missing = [at for at, key in enumerate(keys) if found[key] is None]
        if missing:
            for at, vector in zip(missing, embed([texts[at] for at in missing]), strict=True):
                found[keys[at]] = vector
                with self._lock:
                    row = (keys[at], vector.tobytes())
                    self._db.execute("INSERT OR REPLACE INTO vector VALUES (?, ?)", row)
        if not keys:
            return np.empty((0, self.identity.dimension), np.float32)
        return np.stack([vector for key in keys if (vector := found[key]) is not None])

    def _load(self, key: bytes) -> Vectors | None:
        rows = self._db.execute("SELECT value FROM vector WHERE key = ?", (key,)).fetchall()
        return np.frombuffer(rows[0][0], np.float32) if rows else None  # type: ignore[arg-type]

    def _key(self, kind: str, text: str) -> bytes:
        told = f"{self.identity.fingerprint}\0{kind}\0{text}"
        return hashlib.sha256(told.encode("utf-8", "replace")).digest()


def main() -> int:
    cache = Path(sys.argv[1])

    def make(paths: Paths) -> Embedder:
        settings = WorkerSettings(models=paths.models_dir, log=paths.worker_log)
        return CachedEmbedder(BuiltinEmbedder(find_installation, settings), cache)

    return daemon.run(locate(os.environ), make_embedder=make)


if __name__ == "__main__":
    sys.exit(main())

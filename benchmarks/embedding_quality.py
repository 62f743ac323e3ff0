"""What embedding.py says of vectors: how far they are from exact ones, and what they find."""

from __future__ import annotations

import hashlib
import math
import sys
import time
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.embedding_engines import Engine
    from benchmarks.embedding_texts import Passage, Query
    from vaultbrain.inference.e5.weights import Floats

DEPTH = 10
_BATCH = 64


class Cosine(msgspec.Struct, frozen=True):
    """Cosine to the reference over texts: the mean, what 1 % are below, the smallest."""

    mean: float
    percent: float
    smallest: float


class Found(msgspec.Struct, frozen=True):
    """nDCG@10 of each query of a collection, and which of them are of its core."""

    scores: list[float]
    core: list[bool]


class Kept:
    """The vectors of one engine, kept in a file by their texts."""

    def __init__(self, engine: Engine, file: Path) -> None:
        self._engine, self._file = engine, file
        self._vectors: dict[bytes, Floats] = {}
        if file.exists():
            with np.load(file) as saved:
                keys = map(bytes, saved["keys"])
                self._vectors = dict(zip(keys, saved["vectors"], strict=True))

    def passages(self, texts: Sequence[str]) -> Floats:
        return self._get("passage", texts, self._engine.passages)

    def queries(self, texts: Sequence[str]) -> Floats:
        return self._get("query", texts, self._engine.queries)

    def _get(
        self, kind: str, texts: Sequence[str], embed: Callable[[Sequence[str]], Floats]
    ) -> Floats:
        keys = [hashlib.sha256(f"{kind}\0{text}".encode()).digest() for text in texts]
        lacking = {
            key: text for key, text in zip(keys, texts, strict=True) if key not in self._vectors
        }
        unseen, told = list(lacking), time.monotonic()
        for start in range(0, len(unseen), _BATCH):
            part = unseen[start : start + _BATCH]
            vectors = embed([lacking[key] for key in part])
            self._vectors.update(zip(part, vectors, strict=True))
            if time.monotonic() - told > 10:
                told = time.monotonic()
                print(f"  {start + len(part)} of {len(unseen)}", file=sys.stderr)
        if unseen:
            self._save()
        return np.stack([self._vectors[key] for key in keys])

    def _save(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        keys = np.frombuffer(b"".join(self._vectors), np.uint8).reshape(len(self._vectors), -1)
        aside = self._file.with_suffix(".part")
        with aside.open("wb") as file:
            np.savez(file, keys=keys, vectors=np.stack(list(self._vectors.values())))
        aside.replace(self._file)


def cosine(vectors: Floats, reference: Floats) -> Cosine:
    found = (vectors * reference).sum(axis=1)
    return Cosine(float(found.mean()), float(np.percentile(found, 1)), float(found.min()))


def retrieval(kept: Kept, passages: Sequence[Passage], queries: Sequence[Query]) -> Found:
    """Rank the notes by their best passage, for every query."""
    paths = sorted({passage.path for passage in passages})
    number = {path: at for at, path in enumerate(paths)}
    note_of = np.array([number[passage.path] for passage in passages])
    scores = kept.queries([q.text for q in queries]) @ kept.passages([p.text for p in passages]).T
    found = Found([], [query.core for query in queries])
    for query, of_passages in zip(queries, scores, strict=True):
        best = np.full(len(paths), -1, np.float32)
        np.maximum.at(best, note_of, of_passages)
        ranked = [paths[at] for at in np.argsort(-best, kind="stable")[:DEPTH]]
        found.scores.append(round(ndcg(ranked, query.grades), 6))
    return found


def ndcg(ranked: Sequence[str], grades: Mapping[str, int]) -> float:
    """Discounted gain of the first ten, as part of the best possible; see score.py."""
    best = sorted(grades.values(), reverse=True)[:DEPTH]
    return _gain([grades.get(path, 0) for path in ranked]) / _gain(best)


def _gain(grades: Sequence[int]) -> float:
    return math.fsum((2**grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(grades))

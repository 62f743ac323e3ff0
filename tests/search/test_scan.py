from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.search import scan
from vaultbrain.store import codes
from vaultbrain.store.narrow import centred, narrow, unit

if TYPE_CHECKING:
    from vaultbrain.store.codes import Codes
    from vaultbrain.store.narrow import Floats


def texts(count: int, dimension: int = 96, seed: int = 0) -> Floats:
    """As models make them: all near one direction, and those of a matter near each other."""
    dice = np.random.default_rng(seed)
    matters = dice.normal(0, 1, (max(1, count // 50), dimension))
    own = dice.normal(0, 0.8, (count, dimension))
    of_matter = matters[dice.integers(0, len(matters), count)]
    common = np.random.default_rng(7).normal(0, 2, dimension)
    return unit(np.asarray(common + of_matter + own, np.float32))


def coded(values: Floats) -> tuple[Codes, bytes]:
    mean = values[:512].mean(axis=0).astype(np.float32).tobytes()
    return codes.make(np.arange(len(values)), *narrow(values, mean)), mean


def recall(values: Floats, limit: int, queries: int = 40) -> float:
    known, mean = coded(values[queries:])
    found = 0
    for query in values[:queries]:
        exact = np.argpartition(-(values[queries:] @ query), 10)[:10]
        chosen = scan.closest(known, centred(query, mean), limit)
        assert len(chosen) == len(set(chosen.tolist())) == limit
        found += len(np.intersect1d(exact, chosen))
    return found / 10 / queries


@pytest.mark.parametrize("count", [3000, 20_000])
def test_the_nearest_are_among_the_candidates(count: int) -> None:
    """One look at some thousands, two looks at more."""
    assert recall(texts(count), 400) >= 0.98


def test_few_are_all_candidates() -> None:
    known, mean = coded(texts(30))
    query = centred(texts(1, seed=1)[0], mean)
    assert scan.closest(known, query, 30).tolist() == list(range(30))
    assert len(scan.closest(known, query, 29)) == 29


def test_a_query_that_is_the_mean_finds_something() -> None:
    known, _ = coded(texts(6000))
    assert len(scan.closest(known, np.zeros(96, np.float32), 400)) == 400


@given(st.integers(0, 50), st.integers(1, 60), st.integers(0, 9))
def test_the_largest_are_the_largest(count: int, limit: int, seed: int) -> None:
    scores = np.random.default_rng(seed).integers(0, 20, count).astype(np.float32)
    found = scan.largest(scores, limit)
    assert len(set(found.tolist())) == len(found) == min(count, limit)
    assert sorted(scores[found]) == sorted(scores)[max(0, count - limit) :]


@pytest.mark.parametrize("kind", ["even", "misleading", "equal"])
def test_the_largest_of_many(kind: str) -> None:
    scores = np.random.default_rng(0).normal(0, 1, 100_000).astype(np.float32)
    if kind == "misleading":
        scores[:: len(scores) // scan._SAMPLED] += 9
    if kind == "equal":
        scores[:] = 1
    for limit in (1, 400, 6000, 50_000):
        found = scan.largest(scores, limit)
        assert len(set(found.tolist())) == limit
        assert sorted(scores[found]) == sorted(scores)[-limit:]

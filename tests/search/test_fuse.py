from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.search.fuse import RRF_K, convex, reciprocal_rank
from vaultbrain.store.lexical import Scored

SCORES = st.lists(st.floats(0, 100, allow_nan=False), max_size=12)


def leg(scores: list[float], first_id: int = 1) -> list[Scored]:
    ordered = sorted(scores, reverse=True)
    return [Scored(first_id + n, score) for n, score in enumerate(ordered)]


@given(SCORES, SCORES, st.floats(0, 1), st.integers(1, 14))
def test_convex_is_bounded_ordered_and_complete(
    one: list[float], two: list[float], weight: float, shift: int
) -> None:
    words, meaning = leg(one), leg(two, shift)
    fused = convex(words, meaning, weight)
    assert {at.chunk_id for at in fused} == {at.chunk_id for at in (*words, *meaning)}
    assert len({at.chunk_id for at in fused}) == len(fused)
    assert all(0 <= at.score <= 1 + 1e-9 for at in fused)
    assert all(0 <= part <= 1 for at in fused for part in (at.lexical, at.dense))
    assert [at.score for at in fused] == sorted((at.score for at in fused), reverse=True)


@given(SCORES.filter(bool), st.floats(0, 1))
def test_one_leg_alone_keeps_its_order(scores: list[float], weight: float) -> None:
    alone = leg(scores)
    for fused in (convex(alone, [], weight), convex([], alone, weight)):
        assert [at.chunk_id for at in fused] == [at.chunk_id for at in alone] or len(
            set(scores)
        ) < len(scores)
        assert fused[0].score == 1


def test_the_ends_of_the_weight_are_the_legs() -> None:
    words, meaning = leg([9, 5, 1]), [Scored(3, 0.9), Scored(2, 0.8), Scored(1, 0.1)]
    assert [at.chunk_id for at in convex(words, meaning, 0.0)] == [1, 2, 3]
    assert [at.chunk_id for at in convex(words, meaning, 1.0)] == [3, 2, 1]


@given(SCORES, SCORES, st.integers(1, 14))
def test_ranks_alone_decide_in_reciprocal_rank_fusion(
    one: list[float], two: list[float], shift: int
) -> None:
    words, meaning = leg(one), leg(two, shift)
    fused = reciprocal_rank(words, meaning)
    squared = reciprocal_rank(
        [Scored(at.chunk_id, at.score**2) for at in words],
        [Scored(at.chunk_id, at.score**2) for at in meaning],
    )
    assert fused == squared
    assert all(0 < at.score <= 2 / (RRF_K + 1) for at in fused)


def test_two_legs_beat_one_in_reciprocal_rank_fusion() -> None:
    fused = reciprocal_rank([Scored(1, 9.0), Scored(2, 8.0)], [Scored(3, 0.9), Scored(2, 0.8)])
    assert fused[0].chunk_id == 2


def test_nothing_is_nothing() -> None:
    assert convex([], [], 0.5) == []
    assert reciprocal_rank([], []) == []

from __future__ import annotations

import os
import resource
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.daemon import limits
from vaultbrain.daemon.limits import BURST_SECONDS, SHARE, Share, raise_and_count
from vaultbrain.protocol import wire

if TYPE_CHECKING:
    from collections.abc import Callable

OPEN = 20
Bounds = tuple[int, int]


@pytest.fixture
def bounds(monkeypatch: pytest.MonkeyPatch) -> Callable[[Bounds], list[Bounds]]:
    """Pretends the bounds of a process, soft and hard, and keeps those that were set."""

    def pretend(found: Bounds) -> list[Bounds]:
        chosen: list[Bounds] = []
        monkeypatch.setattr(resource, "getrlimit", lambda _: found)
        monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: chosen.append(wanted))
        monkeypatch.setattr(limits, "_count_open", lambda _: OPEN)
        return chosen

    return pretend


@pytest.mark.parametrize(
    ("found", "chosen"),
    [
        ((256, 4096), (4096, 4096)),
        ((1024, 20_000), (4096, 20_000)),
        ((1024, resource.RLIM_INFINITY), (4096, resource.RLIM_INFINITY)),
        ((128, 200), (200, 200)),
    ],
)
def test_the_bound_is_raised_as_far_as_is_allowed_and_useful(
    bounds: Callable[[Bounds], list[Bounds]], found: Bounds, chosen: Bounds
) -> None:
    raised = bounds(found)
    raise_and_count()
    assert raised == [chosen]


@pytest.mark.parametrize(
    "found", [(4096, 4096), (20_000, 20_000), (resource.RLIM_INFINITY, resource.RLIM_INFINITY)]
)
def test_a_bound_that_is_high_enough_is_never_lowered(
    bounds: Callable[[Bounds], list[Bounds]], found: Bounds
) -> None:
    raised = bounds(found)
    assert raise_and_count() == wire.MAX_CONNECTIONS
    assert raised == []


@pytest.mark.parametrize(
    ("bound", "connections"), [(1024, 64), (148, 64), (147, 63), (100, 16), (80, 8), (64, 8)]
)
def test_connections_leave_sixty_four_descriptors_for_notes(
    bounds: Callable[[Bounds], list[Bounds]], bound: int, connections: int
) -> None:
    bounds((bound, bound))
    assert raise_and_count() == connections


def test_where_the_bound_may_not_be_raised_the_lower_one_counts(
    bounds: Callable[[Bounds], list[Bounds]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    bounds((100, 4096))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert raise_and_count() == 16


def test_open_descriptors_are_counted() -> None:
    before = limits._count_open(4096)
    reading, writing = os.pipe()
    try:
        assert limits._count_open(4096) == before + 2
        assert limits._count_open(0) == 0
    finally:
        os.close(reading)
        os.close(writing)


def test_who_waits_between_questions_never_rests() -> None:
    share = Share(100.0)
    for n in range(1000):
        begin = 100.0 + n * 0.01
        assert share.rest(begin, begin + 0.001) == 0


def test_who_asks_without_a_pause_rests_four_times_as_long_as_it_works() -> None:
    share, now, worked = Share(0.0), 0.0, 0.0
    while now < 10:
        rest = share.rest(now, now + 0.001)
        worked += 0.001
        now += 0.001 + rest
    assert worked == pytest.approx(now * SHARE + BURST_SECONDS, rel=0.01)


@given(st.lists(st.tuples(st.floats(0, 2), st.floats(0, 0.5)), max_size=50))
def test_nobody_takes_more_than_its_share(steps: list[tuple[float, float]]) -> None:
    share, now, worked = Share(0.0), 0.0, 0.0
    for idle, work in steps:
        begin = now + idle
        rest = share.rest(begin, begin + work)
        now, worked = begin + work + rest, worked + work
        assert worked <= now * SHARE + BURST_SECONDS + 1e-9
        assert rest <= work / SHARE + 1e-9

from __future__ import annotations

import itertools
import threading
import time

import pytest

from vaultbrain.sources.hints import Batch, Hints

NOTHING = Batch(frozenset(), frozenset())


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def hints(clock: Clock, cap: int = 2000) -> Hints:
    return Hints(quiet=1.0, longest=5.0, cap=cap, clock=clock)


def paths(*names: str, source: str = "s") -> Batch:
    return Batch(frozenset((source, name) for name in names), frozenset())


def test_a_path_is_ready_after_it_was_quiet() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.put("s", "a")
    assert queued.take(0) == NOTHING
    clock.now += 1.0
    assert queued.take(0) == paths("a")
    assert queued.take(0) == NOTHING
    assert len(queued) == 0


def test_a_path_that_is_never_quiet_is_ready_at_last() -> None:
    clock = Clock()
    queued = hints(clock)
    for _ in range(9):
        queued.put("s", "a")
        assert queued.take(0) == NOTHING
        clock.now += 0.5
    clock.now += 0.5
    queued.put("s", "a")
    assert queued.take(0) == paths("a")


def test_both_names_of_a_rename_come_together() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.put("s", "old")
    clock.now += 0.05
    queued.put("s", "new")
    clock.now += 0.95
    assert queued.take(0) == paths("old", "new")


def test_a_path_named_later_waits() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.put("s", "a")
    clock.now += 0.5
    queued.put("t", "a")
    clock.now += 0.5
    assert queued.take(0) == paths("a")
    assert len(queued) == 1


def test_an_empty_path_means_the_whole_source_now() -> None:
    queued = hints(Clock())
    queued.put("s", "a")
    queued.put("t", "b")
    queued.put("s", "")
    queued.put("s", "c")
    assert len(queued) == 2
    assert queued.take(0) == Batch(frozenset(), frozenset({"s"}))
    assert len(queued) == 1


def whole(*sources: str) -> Batch:
    return Batch(frozenset(), frozenset(sources))


def test_too_many_paths_become_one_look_through_once_they_are_quiet() -> None:
    clock = Clock()
    queued = hints(clock, cap=3)
    for name in "abc":
        queued.put("s", name)
    queued.put("t", "x")
    queued.put("s", "d")
    queued.put("s", "e")
    assert len(queued) == 2
    assert queued.take(0) == NOTHING
    clock.now += 1.0
    assert queued.take(0) == whole("s", "t")
    assert len(queued) == 0


@pytest.mark.fault(23)
def test_a_storm_makes_one_look_in_five_seconds_and_none_is_lost() -> None:
    clock = Clock()
    queued = hints(clock)
    looks = []
    for _ in range(240):  # lost events, four times a second, for a minute
        queued.hear("s", "")
        clock.now += 0.25
        if queued.take(0):
            looks.append(clock.now)
    assert 10 <= len(looks) <= 13
    assert min(b - a for a, b in itertools.pairwise(looks)) >= 5.0
    queued.hear("s", "")
    clock.now += 6.0
    assert queued.take(0) == whole("s")
    assert queued.take(0) == NOTHING


def test_who_asks_for_a_look_does_not_wait_for_the_storm() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.hear("s", "")
    clock.now += 1.0
    assert queued.take(0) == whole("s")
    queued.hear("s", "")
    clock.now += 1.0
    assert queued.take(0) == NOTHING
    queued.put("s", "")
    assert queued.take(0) == whole("s")
    assert len(queued) == 0  # the look makes up for what was heard before


def test_a_doubt_does_not_put_off_what_waits_already() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.put("s", "old")
    queued.put("s", "new")
    clock.now += 0.5  # somebody asks meanwhile and meets the old name
    queued.doubt("s", "old")
    clock.now += 0.5
    assert queued.take(0) == paths("old", "new")
    queued.doubt("s", "old")
    assert queued.take(0) == NOTHING
    clock.now += 1.0
    assert queued.take(0) == paths("old")


def test_what_is_heard_of_a_path_is_a_hint_like_any_other() -> None:
    clock = Clock()
    queued = hints(clock)
    queued.hear("s", "a")
    queued.put("s", "")
    queued.hear("s", "b")
    assert queued.take(0) == whole("s")
    queued.hear("s", "c")
    clock.now += 1.0
    assert queued.take(0) == paths("c")


def test_a_batch_is_true_when_there_is_something_to_do() -> None:
    assert not NOTHING
    assert paths("a")
    assert Batch(frozenset(), frozenset({"s"}))


def test_take_waits_for_what_is_to_come() -> None:
    queued = Hints(quiet=0.02, longest=1.0)
    timer = threading.Timer(0.05, queued.put, ("s", "a"))
    timer.start()
    assert queued.take(5.0) == paths("a")
    timer.join()
    start = time.monotonic()
    assert queued.take(0.05) == NOTHING
    assert 0.04 < time.monotonic() - start < 2


def test_close_ends_every_wait() -> None:
    queued = Hints()
    timer = threading.Timer(0.05, queued.close)
    timer.start()
    start = time.monotonic()
    assert queued.take(30.0) == NOTHING
    assert time.monotonic() - start < 5
    queued.put("s", "")
    assert queued.take(30.0) == NOTHING
    timer.join()


def test_no_hint_is_lost_between_threads() -> None:
    queued = Hints(quiet=0.001, longest=0.01, cap=100_000)
    names = [[f"{thread}/{n}" for n in range(500)] for thread in range(4)]

    def put(mine: list[str]) -> None:
        for name in mine:
            queued.put("s", name)

    threads = [threading.Thread(target=put, args=(mine,)) for mine in names]
    for thread in threads:
        thread.start()
    seen: set[tuple[str, str]] = set()
    while len(seen) < 2000:
        batch = queued.take(5.0)
        assert batch
        seen |= batch.paths
    for thread in threads:
        thread.join()

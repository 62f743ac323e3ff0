from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.indexer.progress import IDLE, Progress


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def work(progress: Progress, clock: Clock, batches: int, seconds: float, steps: int = 16) -> None:
    for _ in range(batches):
        clock.now += seconds
        progress.advance(steps)


def test_idle_until_a_phase_begins_and_after_it_ends() -> None:
    progress = Progress()
    assert progress.read() == IDLE
    assert not progress.is_busy()
    progress.begin("reading", 3)
    assert progress.is_busy()
    progress.advance()
    progress.end()
    assert progress.read() == IDLE


def test_the_estimate_is_the_pace_times_what_is_left(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("embedding", 1600)
    clock.now += 9  # the model is loaded
    assert progress.read().eta_seconds is None
    progress.advance(16)
    assert progress.read().eta_seconds is None  # of one advance no pace is known
    work(progress, clock, 1, 0.5)
    assert progress.read().eta_seconds is None  # so early it would be noise
    work(progress, clock, 1, 0.5)
    found = progress.read()
    assert (found.phase, found.done, found.total) == ("embedding", 48, 1600)
    assert found.eta_seconds == pytest.approx((1600 - 48) / 32)
    work(progress, clock, 97, 0.5)
    assert progress.read().eta_seconds == 0


def test_only_the_last_minute_counts(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("embedding", 100_000)
    work(progress, clock, 100, 1.0)
    assert progress.read().eta_seconds == pytest.approx((100_000 - 1_600) / 16)
    work(progress, clock, 150, 0.5)  # another program has ended
    assert progress.read().eta_seconds == pytest.approx((100_000 - 4_000) / 32)


def test_new_steps_do_not_change_the_pace(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("embedding", 160)
    work(progress, clock, 5, 1.0)
    progress.expect(160)
    found = progress.read()
    assert (found.done, found.total) == (80, 240)
    assert found.eta_seconds == pytest.approx(10.0)
    progress.expect(16)
    assert progress.read().eta_seconds == pytest.approx(1.0)


def test_a_pause_is_no_estimate_and_does_not_spoil_the_next(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("embedding", 1600)
    work(progress, clock, 5, 1.0)
    progress.pause()
    found = progress.read()
    assert (found.phase, found.done, found.total) == ("embedding", 80, 1600)
    assert found.eta_seconds is None
    clock.now += 20
    work(progress, clock, 3, 1.0)
    assert progress.read().eta_seconds == pytest.approx((1600 - 128) / 16)


def test_nothing_is_promised_when_nothing_has_moved_for_long(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("embedding", 1600)
    work(progress, clock, 5, 1.0)
    clock.now += 30
    assert progress.read().eta_seconds is not None
    clock.now += 40
    assert progress.read().eta_seconds is None
    work(progress, clock, 3, 1.0)
    assert progress.read().eta_seconds == pytest.approx((1600 - 128) / 16)


def test_a_new_phase_starts_anew(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("reading", 500)
    work(progress, clock, 20, 1.0)
    progress.begin("embedding", 320)
    assert progress.read().eta_seconds is None
    work(progress, clock, 10, 0.5)
    assert progress.read().eta_seconds == pytest.approx(5.0)


def test_new_steps_are_as_large_as_the_others(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("embedding", 10)
    progress.expect(10, 1000)
    for _ in range(5):
        clock.now += 1.0
        progress.advance(1, 100)
    assert progress.read().eta_seconds == pytest.approx(5.0)
    progress.expect(20)
    assert progress.read().eta_seconds == pytest.approx(20.0)
    progress.expect(0)
    assert progress.read().eta_seconds == 0
    progress.expect(3)
    assert progress.read().total == 8


def test_many_small_steps_are_kept_in_little_room(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("reading", 100_000)
    work(progress, clock, 50_000, 0.001, steps=1)
    assert progress.read().eta_seconds == pytest.approx(50, rel=0.01)
    assert len(progress._advances) <= 610


def test_the_total_is_never_below_what_is_done() -> None:
    progress = Progress()
    progress.begin("embedding", 2)
    progress.advance(6)
    assert (progress.read().done, progress.read().total) == (6, 6)


def test_no_steps_are_no_division_by_zero(clock: Clock) -> None:
    progress = Progress(clock)
    progress.begin("scanning", 0)
    assert progress.read().eta_seconds is None
    work(progress, clock, 2, 5.0, steps=0)
    assert progress.read().eta_seconds is None


def test_texts_of_any_length_are_foretold_by_their_sizes(clock: Clock) -> None:
    """The longest come first, so that counting them would promise too much time."""
    chance = random.Random(3)  # noqa: S311 - to repeat a failure
    sizes = sorted((chance.randint(50, 2000) for _ in range(3000)), reverse=True)
    by_size, by_count = Progress(clock), Progress(clock)
    for progress in (by_size, by_count):
        progress.begin("embedding", len(sizes))
    wrong: list[float] = []
    for start in range(0, len(sizes), 16):
        batch, later = sizes[start : start + 16], sizes[start + 16 :]
        by_size.expect(len(sizes) - start, sum(sizes[start:]))
        clock.now += sum(batch) / 50_000
        by_size.advance(len(batch), sum(batch))
        by_count.advance(len(batch))
        told, counted = by_size.read().eta_seconds, by_count.read().eta_seconds
        if told is not None and counted is not None:
            assert told == pytest.approx(sum(later) / 50_000, rel=0.01)
            wrong.append(counted - told)
    assert max(wrong) > 15
    assert by_size.read().eta_seconds == 0


@given(st.data())
def test_an_estimate_is_never_negative(data: st.DataObject) -> None:
    clock = Clock()
    progress = Progress(clock)
    progress.begin("embedding", data.draw(st.integers(0, 50)))
    for _ in range(data.draw(st.integers(0, 20))):
        clock.now += data.draw(st.floats(0, 40))
        act = data.draw(st.sampled_from([progress.advance, progress.expect, None]))
        if act is None:
            progress.pause()
        else:
            act(data.draw(st.integers(0, 50)), data.draw(st.none() | st.integers(0, 900)))
        found = progress.read()
        assert 0 <= found.done <= found.total
        assert found.eta_seconds is None or found.eta_seconds >= 0

from __future__ import annotations

from vaultbrain.indexer.progress import IDLE, Progress


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_idle_until_a_phase_begins_and_after_it_ends() -> None:
    progress = Progress()
    assert progress.read() == IDLE
    assert not progress.is_busy()
    progress.begin("reading", 3)
    assert progress.is_busy()
    progress.advance()
    progress.end()
    assert progress.read() == IDLE


def test_the_estimate_follows_the_pace() -> None:
    clock = Clock()
    progress = Progress(clock)
    progress.begin("reading", 100)
    clock.now += 10
    assert progress.read().eta_seconds is None
    progress.advance(2)
    assert progress.read().eta_seconds is None  # so early it would be noise
    progress.advance(18)
    reading = progress.read()
    assert (reading.phase, reading.done, reading.total) == ("reading", 20, 100)
    assert reading.eta_seconds == 10 / 20 * 80
    clock.now += 10
    progress.advance(80)
    assert progress.read().eta_seconds == 0


def test_a_new_phase_starts_its_own_clock() -> None:
    clock = Clock()
    progress = Progress(clock)
    progress.begin("reading", 1)
    clock.now += 50
    progress.begin("embedding", 10)
    clock.now += 1
    progress.advance(5)
    assert progress.read().eta_seconds == 1


def test_the_total_is_corrected_and_never_below_what_is_done() -> None:
    progress = Progress()
    progress.begin("embedding", 2)
    progress.advance(2, 7)
    assert progress.read().total == 7
    progress.advance(4, 3)
    assert (progress.read().done, progress.read().total) == (6, 6)


def test_nothing_to_do_is_no_division_by_zero() -> None:
    progress = Progress()
    progress.begin("scanning", 0)
    assert progress.read().eta_seconds is None
    progress.advance()
    assert progress.read().eta_seconds == 0

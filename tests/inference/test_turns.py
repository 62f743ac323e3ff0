from __future__ import annotations

import threading
import time
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.inference.backoff import Backoff
from vaultbrain.inference.turns import Rank, Turns


def wait_until_waiting(turns: Turns, count: int) -> None:
    while len(turns._waiting) < count:
        time.sleep(0.001)


def test_the_best_rank_goes_first_and_equals_in_order() -> None:
    turns, order = Turns(), list[str]()

    def work(rank: Rank, name: str) -> None:
        with turns.turn(rank):
            order.append(name)

    waiting = [
        (Rank.PASSAGES, "p1"),
        (Rank.PASSAGES, "p2"),
        (Rank.COUNT, "c"),
        (Rank.QUERY, "q1"),
        (Rank.QUERY, "q2"),
    ]
    threads = []
    with turns.turn(Rank.PASSAGES):
        for count, one in enumerate(waiting, 1):
            threads.append(threading.Thread(target=work, args=one))
            threads[-1].start()
            wait_until_waiting(turns, count)
    for thread in threads:
        thread.join()
    assert order == ["q1", "q2", "c", "p1", "p2"]


def test_who_gives_up_blocks_nobody() -> None:
    turns, done = Turns(), threading.Event()

    def work() -> None:
        with turns.turn(Rank.PASSAGES):
            done.set()

    with turns.turn(Rank.PASSAGES):
        thread = threading.Thread(target=work)
        thread.start()
        with pytest.raises(TimeoutError), turns.turn(Rank.QUERY, timeout=0.01):
            pytest.fail("the turn was taken")
        assert not done.is_set()
    thread.join()
    assert done.is_set()


def test_a_turn_ends_with_an_error_too() -> None:
    turns = Turns()
    with pytest.raises(KeyError), turns.turn(Rank.QUERY):
        raise KeyError
    with turns.turn(Rank.PASSAGES, timeout=0):
        assert turns._busy


def test_turns_never_overlap() -> None:
    turns, inside, most = Turns(), 0, 0

    def work(rank: Rank) -> None:
        nonlocal inside, most
        for _ in range(50):
            with turns.turn(rank):
                inside += 1
                most = max(most, inside)
                inside -= 1

    with ExitStack() as stack:
        for rank in (*Rank, *Rank):
            thread = threading.Thread(target=work, args=(rank,))
            thread.start()
            stack.callback(thread.join)
    assert most == 1


@given(st.integers(0, 2000))
def test_pauses_double_up_to_five_minutes(failures: int) -> None:
    backoff = Backoff(lambda: 1000.0)
    for _ in range(failures):
        backoff.failed("broken")
    expected = 0.0 if failures < 3 else min(300.0, 5.0 * 2 ** min(failures - 3, 10))
    assert backoff.remaining == expected


def test_a_success_forgets_all_failures() -> None:
    now = 0.0
    backoff = Backoff(lambda: now)
    for _ in range(4):
        backoff.failed("broken")
    assert (backoff.remaining, backoff.reason) == (10.0, "broken")
    now = 10.0
    assert backoff.remaining == 0.0
    backoff.succeeded()
    backoff.failed("broken")
    assert backoff.remaining == 0.0

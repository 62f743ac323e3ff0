from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.inference.backoff import Backoff


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

from __future__ import annotations

import threading

from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.indexer.preferred import MOST, Preferred

IDS = st.lists(st.integers(1, 400), max_size=150)


@given(st.lists(st.tuples(st.booleans(), IDS), max_size=8))
def test_newest_first_each_once_and_bounded(calls: list[tuple[bool, list[int]]]) -> None:
    preferred = Preferred()
    for is_put, ids in calls:
        before = preferred.read()
        if is_put:
            preferred.put(ids)
            expected = list(dict.fromkeys([*ids, *before]))
        else:
            preferred.drop(ids)
            expected = [at for at in before if at not in ids]
        assert preferred.read() == tuple(expected[:MOST])


def test_many_threads_lose_nothing() -> None:
    preferred = Preferred()

    def work(start: int) -> None:
        for at in range(start, start + 40):
            preferred.put([at])
            preferred.put([at + 1000])
            preferred.drop([at + 1000])

    threads = [threading.Thread(target=work, args=(start,)) for start in range(0, 160, 40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(preferred.read()) == list(range(160))

from __future__ import annotations

import apsw
import hypothesis.strategies as st
from hypothesis import given

from vaultbrain.store.rows import checksum, rows

VALUES = st.lists(
    st.one_of(
        st.none(),
        st.integers(-(2**63), 2**63 - 1),
        st.text(st.characters(exclude_categories=["Cs"])),
        st.binary(),
    ),
    min_size=1,
    max_size=6,
)


@given(VALUES)
def test_a_row_that_comes_back_has_the_checksum_it_was_written_with(values: list[object]) -> None:
    db = apsw.Connection(":memory:")
    names = ", ".join(f"c{n}" for n in range(len(values)))
    db.execute(f"CREATE TABLE t ({names})")
    db.execute(f"INSERT INTO t VALUES ({', '.join('?' * len(values))})", tuple(values))  # noqa: S608
    assert checksum(rows(db, "SELECT * FROM t")[0]) == checksum(values) == checksum(tuple(values))


@given(VALUES, VALUES)
def test_where_one_value_ends_and_the_next_begins_matters(
    one: list[object], other: list[object]
) -> None:
    assert checksum([one, other]) != checksum([*one, *other])
    assert (checksum(one) == checksum(other)) is (one == other)


def test_text_and_bytes_are_not_the_same() -> None:
    assert checksum(["a", "bc"]) != checksum(["ab", "c"])
    assert checksum(["a"]) != checksum([b"a"])
    assert checksum(["1"]) != checksum([1])

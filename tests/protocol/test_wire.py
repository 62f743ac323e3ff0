from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.protocol import wire

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=20,
)


def depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth, value), default=0)
    return 0


@given(JSON, st.integers(0, 6))
def test_too_deep_counts_what_json_nests(value: object, limit: int) -> None:
    assert wire.too_deep(json.dumps(value).encode(), limit) == (depth(value) > limit)


@pytest.mark.parametrize(
    ("line", "deep"),
    [
        (b"[" * 32 + b"]" * 32, False),
        (b"[" * 33 + b"]" * 33, True),
        (b"[" * 500_000, True),
        (b'{"a":"' + b"[" * 1000 + b'"}', False),
        (b'"' + b'\\"[' * 300_000, False),
        (b'{"a": "\\\\", "b": ' + b"{" * 40, True),
        (b"[]," * 300, False),
        (b"[]," * 300_000, True),
        (b'["",' * 250_000, True),
        (b"[}" * 500_000, True),
        ((b"[" * 31 + b"]" * 31 + b",") * 16_000, True),
        (b'"a",' * 250_000 + b"[" * 40, True),
        (b"", False),
    ],
)
def test_too_deep_is_cheap_on_hostile_lines(line: bytes, deep: bool) -> None:  # noqa: FBT001
    begin = time.process_time()
    assert wire.too_deep(line) is deep
    assert time.process_time() - begin < 0.2


@pytest.mark.parametrize("text", ["", " \n\t", "\u2003"])
def test_a_blank_question_is_a_fault(text: str) -> None:
    assert "empty" in (wire.question_fault(text) or "")


def test_the_length_of_a_question_has_a_bound() -> None:
    assert wire.question_fault("x" * wire.MAX_QUESTION) is None
    assert "4,097 characters" in (wire.question_fault("x" * 4097) or "")

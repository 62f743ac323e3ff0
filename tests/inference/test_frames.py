from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.child import FrameError, pack
from vaultbrain.inference.frames import (
    LANES,
    LONGEST_BODY,
    Reply,
    Request,
    parse_reply,
    parse_request,
    read_body,
)

if TYPE_CHECKING:
    from vaultbrain.inference.frames import Lane


def trickle(data: bytes, sizes: list[int]) -> io.RawIOBase:
    """A stream that gives away as few bytes at a time as a pipe may."""

    class Trickle(io.RawIOBase):
        stream = io.BytesIO(data)

        def read(self, size: int = -1, /) -> bytes:
            return self.stream.read(min(size, sizes.pop() if sizes else size))

    return Trickle()


@given(st.sampled_from(LANES), st.lists(st.text()), st.lists(st.integers(1, 9)))
def test_requests_arrive_as_sent(lane: Lane, texts: list[str], sizes: list[int]) -> None:
    request = Request(lane, texts)
    stream = trickle(pack(request) * 2, sizes)
    for _ in range(2):
        body = read_body(stream.read)
        assert body is not None
        assert parse_request(body) == request
    assert read_body(stream.read) is None


@given(
    st.builds(
        Reply,
        counts=st.lists(st.integers(0, 2**31)),
        vectors=st.binary(),
        dimension=st.integers(0, 4096),
        error=st.text(),
    )
)
def test_replies_arrive_as_sent(reply: Reply) -> None:
    body = read_body(io.BytesIO(pack(reply)).read)
    assert body is not None
    assert parse_reply(body) == reply


@given(st.integers(0, 40))
def test_a_cut_frame_is_the_end(length: int) -> None:
    frame = pack(Request("count", ["one", "two"]))
    assert read_body(io.BytesIO(frame[: min(length, len(frame) - 1)]).read) is None


def test_an_absurd_length_is_refused_before_memory_is_spent() -> None:
    header = (LONGEST_BODY + 1).to_bytes(4, "big")
    with pytest.raises(FrameError):
        read_body(io.BytesIO(header).read)


@given(st.binary())
def test_noise_is_refused(noise: bytes) -> None:
    with pytest.raises(FrameError):
        parse_request(noise)
    with pytest.raises(FrameError):
        parse_reply(b"\xc1" + noise)

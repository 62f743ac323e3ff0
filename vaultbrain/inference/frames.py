"""What travels between the daemon and the model worker: one frame each way per request.

A frame is the length of its body in 4 bytes, most significant first, and a MessagePack body.
Each kind of request has a lane of its own, a pair of connected sockets, so that none waits
behind another kind. In a lane a request follows the reply to the one before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

HEADER = 4
# Far above any honest frame: a longer one means that the two sides lost step.
LONGEST_BODY = 64 * 2**20
_AT_ONCE = 2**20

# "urgent" is for passages that somebody waits for, "passages" for those that nobody waits for.
Lane: TypeAlias = Literal["query", "urgent", "count", "passages"]
# In the order in which a worker is given its sockets.
LANES: Final[tuple[Lane, ...]] = ("query", "urgent", "count", "passages")


class Request(msgspec.Struct, frozen=True):
    """What is wanted of each text: a question's vector, its tokens, or a passage's vector."""

    lane: Lane
    texts: list[str]


class Reply(msgspec.Struct, frozen=True):
    """The answer to one request.

    `vectors` holds little-endian float32, one row of `dimension` numbers per text. `error`
    names the kind of failure, never a text; if it is not empty, the rest is.
    """

    counts: list[int] = []
    vectors: bytes = b""
    dimension: int = 0
    error: str = ""


class FrameError(Exception):
    """The other side sent something that is no frame of ours."""


def pack(message: Request | Reply) -> bytes:
    """A message as one frame."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEADER, "big") + body


def read_body(read: Callable[[int], bytes]) -> bytes | None:
    """Read the body of the next frame.

    Args:
        read: returns 1 to n bytes, or none at the end of the stream, like `os.read`.

    Returns:
        The body, or None if the stream ended before the frame did.

    Raises:
        FrameError: the header promises more than any frame of ours holds.
    """
    header = _read_exactly(read, HEADER)
    if header is None:
        return None
    length = int.from_bytes(header, "big")
    if length > LONGEST_BODY:
        raise FrameError(f"a frame of {length} bytes")
    return _read_exactly(read, length)


def parse_request(body: bytes) -> Request:
    """Read a request.

    Raises:
        FrameError: it is none.
    """
    try:
        return msgspec.msgpack.decode(body, type=Request)
    except msgspec.DecodeError as error:
        raise FrameError("not a request") from error


def parse_reply(body: bytes) -> Reply:
    """Read a reply.

    Raises:
        FrameError: it is none.
    """
    try:
        return msgspec.msgpack.decode(body, type=Reply)
    except msgspec.DecodeError as error:
        raise FrameError("not a reply") from error


def _read_exactly(read: Callable[[int], bytes], length: int) -> bytes | None:
    found = bytearray()
    while len(found) < length:
        piece = read(min(length - len(found), _AT_ONCE))
        if not piece:
            return None
        found += piece
    return bytes(found)

"""What travels between the daemon and the model worker: one frame each way per request.

A frame is the length of its body in 4 bytes, most significant first, and a MessagePack body.
Each kind of request has a lane of its own, a pair of connected sockets, so that none waits
behind another kind. In a lane a request follows the reply to the one before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from vaultbrain import child
from vaultbrain.child import FrameError

if TYPE_CHECKING:
    from collections.abc import Callable

# Far above any honest frame: a longer one means that the two sides lost step.
LONGEST_BODY = 64 * 2**20

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


def read_body(read: Callable[[int], bytes]) -> bytes | None:
    """The body of the next frame; see `child.read_body`."""
    return child.read_body(read, LONGEST_BODY)


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

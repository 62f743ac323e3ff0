"""The process that parses PDFs and pictures: `python -m vaultbrain.reading.worker`.

Its standard input and output are one socket; a frame each way per file. A frame is the length of
its body in 4 bytes, most significant first, and a MessagePack body. A parser that crashes or
takes all memory ends this process and never the daemon. It ends by itself when nobody asks for a
while, and at once when the other end of the socket closes.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import select
import signal
import sys
import time
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from vaultbrain import child
from vaultbrain.child import FrameError, pack
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract  # noqa: TC001 - decoded by name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.reading.base import Reader

ParsedKind: TypeAlias = Literal["pdf", "image"]

# Above any file that is read, and the text of any: with more the two sides have lost step.
LONGEST_BODY = 80 * 2**20
MEMORY = 2**30
CPU_SECONDS = 30
IDLE_SECONDS = 60.0
_NICENESS = 10
# Memory that a file once needed may not come back, and the next one would be short of it.
_GROWN = MEMORY // 4


class Request(msgspec.Struct, frozen=True):
    """A file whose text is wanted."""

    kind: ParsedKind
    path: str
    raw: bytes


class Reply(msgspec.Struct, frozen=True):
    """Its text, or why there is none in words for the user."""

    extract: Extract | None = None
    refusal: str = ""


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
    except msgspec.DecodeError:
        raise FrameError("not a request") from None


def parse_reply(body: bytes) -> Reply:
    """Read a reply.

    Raises:
        FrameError: it is none.
    """
    try:
        reply = msgspec.msgpack.decode(body, type=Reply)
    except msgspec.DecodeError:
        raise FrameError("not a reply") from None
    if reply.extract is None and not reply.refusal:
        raise FrameError("an empty reply")
    return reply


def reader_of(kind: ParsedKind) -> Reader:
    """The reader of a kind; imports that one alone."""
    if kind == "pdf":
        from vaultbrain.reading.pdf import PdfReader  # noqa: PLC0415

        return PdfReader()
    from vaultbrain.reading.image import ImageReader  # noqa: PLC0415

    return ImageReader()


def answer(request: Request) -> Reply:
    """Do what one request asks."""
    try:
        return Reply(reader_of(request.kind).extract(request.path, request.raw))
    except NoteUnreadable as error:
        return Reply(refusal=error.message)
    except MemoryError:
        return Reply(
            refusal=f"{request.path} needs more than {MEMORY >> 20} MiB of memory to be read, so "
            "it cannot be searched. If it opens elsewhere, save it anew in parts."
        )


def serve(incoming: int, outgoing: int, idle: float) -> None:
    """Answer until the other end closes, nobody asks for `idle` seconds, or memory has grown.

    Args:
        incoming: a descriptor to read requests from.
        outgoing: a descriptor to write replies to; may be the same.
        idle: seconds.
    """
    # Linux counts what the process was that started this one.
    most = peak() + _GROWN
    poll = select.poll()
    poll.register(incoming, select.POLLIN)
    while poll.poll(idle * 1000):
        body = read_body(lambda length: os.read(incoming, length))
        if body is None:
            return
        request = parse_request(body)
        limit_processor()
        _write(outgoing, pack(answer(request)))
        if peak() > most:
            return


def _write(descriptor: int, frame: bytes) -> None:
    left = memoryview(frame)
    while left:
        left = left[os.write(descriptor, left) :]


def limit() -> None:
    """Bound what this process may take, and give way to all else on the machine."""
    # Not every system knows every limit; the daemon's patience bounds the time on all.
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with contextlib.suppress(OSError, ValueError):
        # An image of this process on the disk would hold the text of a file.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(_NICENESS)


def limit_processor() -> None:
    """Bound the processor time of the next file: also when no daemon is left to end it."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    with contextlib.suppress(OSError, ValueError):
        soft = int(time.process_time()) + CPU_SECONDS + 1
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def peak(system: str = sys.platform) -> int:
    """The most memory that this process ever took, in bytes."""
    unit = 1 if system == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the worker; returns the exit status."""
    parser = argparse.ArgumentParser(prog="vaultbrain.reading.worker")
    parser.add_argument("--idle", type=float, default=IDLE_SECONDS)
    given = parser.parse_args(arguments)
    # Ctrl-C in a terminal reaches the whole group; when to stop is the daemon's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a parser prints must not stand between the frames.
    outgoing = os.dup(1)
    os.dup2(2, 1)
    limit()
    serve(0, outgoing, given.idle)
    return 0


if __name__ == "__main__":
    sys.exit(main())

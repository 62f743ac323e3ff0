"""What every process beside the daemon shares: how it is spoken to, and what it may know.

A frame is the length of its body in 4 bytes, most significant first, and a MessagePack body.
"""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HEADER = 4
_AT_ONCE = 2**20
_PASSED_ON = ("HOME", "LANG", "PATH", "PYTHONPATH")


class FrameError(Exception):
    """The other side sent something that is no frame of ours."""


def pack(message: msgspec.Struct) -> bytes:
    """A message as one frame."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEADER, "big") + body


def read_body(read: Callable[[int], bytes], longest: int) -> bytes | None:
    """Read the body of the next frame.

    Args:
        read: returns 1 to n bytes, or none at the end of the stream, like `os.read`.
        longest: bytes of a body.

    Returns:
        The body, or None if the stream ended before the frame did.

    Raises:
        FrameError: the header promises more than that.
    """
    header = _read_exactly(read, HEADER)
    if header is None:
        return None
    length = int.from_bytes(header, "big")
    if length > longest:
        raise FrameError(f"a frame of {length} bytes")
    return _read_exactly(read, length)


def _read_exactly(read: Callable[[int], bytes], length: int) -> bytes | None:
    found = bytearray()
    while len(found) < length:
        piece = read(min(length - len(found), _AT_ONCE))
        if not piece:
            return None
        found += piece
    return bytes(found)


def environment(environ: Mapping[str, str], *prefixes: str) -> dict[str, str]:
    """What a process may know of the daemon's environment; no token or key is among it.

    Args:
        environ: the daemon's.
        prefixes: of names that are passed on beside the usual ones.
    """
    passed = {
        key: value
        for key, value in environ.items()
        if key in _PASSED_ON or key.startswith(prefixes)
    }
    root = str(Path(__file__).parents[1])
    if root not in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        # Run from a source tree: the process has to find the package there as well.
        passed["PYTHONPATH"] = os.pathsep.join(filter(None, (passed.get("PYTHONPATH"), root)))
    return passed

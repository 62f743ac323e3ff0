"""Who is at the other end of a Unix socket."""

from __future__ import annotations

import select
import struct
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

# Numbers of each platform's headers; Python's socket module lacks some of them elsewhere.
_LINUX = (1, 17, "3i", 1)  # SOL_SOCKET, SO_PEERCRED, struct ucred: pid, uid, gid
_DARWIN = (0, 1, "IIh16I", 1)  # SOL_LOCAL, LOCAL_PEERCRED, struct xucred: version, uid, groups
_PLATFORMS = {"linux": _LINUX, "darwin": _DARWIN}


def peer_uid(connection: socket.socket, platform: str = sys.platform) -> int | None:
    """User id of the process at the other end; None where that cannot be told."""
    if platform not in _PLATFORMS:
        return None
    level, option, layout, place = _PLATFORMS[platform]
    try:
        found = connection.getsockopt(level, option, struct.calcsize(layout))
        return int(struct.unpack(layout, found)[place])
    except (OSError, struct.error):
        return None


def hung_up(connection: socket.socket) -> bool:
    """Whether either end is closed for good; the other may well be done with sending only."""
    descriptor = connection.fileno()
    if descriptor < 0:
        return True
    poll = select.poll()
    poll.register(descriptor, 0)  # a hang-up is reported unasked
    return bool(poll.poll(0))

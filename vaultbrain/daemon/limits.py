"""What clients may use: bounds of the server, file descriptors, time of the event loop."""

from __future__ import annotations

import contextlib
import os
import resource
from dataclasses import dataclass

from vaultbrain.protocol import wire

MAX_DESCRIPTORS = 4096
RESERVED_DESCRIPTORS = 64  # for notes, the database and the model
MIN_CONNECTIONS = 8
SHARE = 0.2
BURST_SECONDS = 0.01


@dataclass(frozen=True)
class Limits:
    """Bounds of one server; sizes in bytes, times in seconds. Tests make them small."""

    line: int = wire.MAX_LINE
    connections: int = wire.MAX_CONNECTIONS
    in_flight: int = wire.MAX_IN_FLIGHT
    line_seconds: float = wire.LINE_SECONDS
    drain_seconds: float = wire.DRAIN_SECONDS
    write_high_water: int = wire.WRITE_HIGH_WATER
    request_seconds: float | None = None
    accept_pause: float = 1.0
    stop_seconds: float = 2.0


class Share:
    """The time of the event loop that one client may take: a fifth, and a little at once.

    What is begun is never cut short; the client rests afterwards until the time it took is a
    fifth of all that passed. One that asks and waits for its answer never rests.

    Args:
        now: seconds on the clock that `rest` is told of as well.
    """

    def __init__(self, now: float) -> None:
        self._left = BURST_SECONDS
        self._at = now

    def rest(self, begin: float, now: float) -> float:
        """Seconds to rest after work from `begin` to `now`; 0 where the client may go on."""
        self._left = min(BURST_SECONDS, self._left + (now - self._at) * SHARE) - (now - begin)
        self._at = now
        return max(0.0, -self._left / SHARE)


def raise_and_count() -> int:
    """Allow this process as many file descriptors as it may have and tell how many clients fit.

    Without a reserve, clients could use up the last descriptor and no note could be opened.

    Returns:
        How many connections to take at once, from 8 to `wire.MAX_CONNECTIONS`.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    bound = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY:
        return wire.MAX_CONNECTIONS
    if soft < bound:
        # macOS may refuse what it calls the hard limit; then the soft one stays.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (bound, hard))
            soft = bound
    left = soft - RESERVED_DESCRIPTORS - _count_open(soft)
    return max(MIN_CONNECTIONS, min(wire.MAX_CONNECTIONS, left))


def _count_open(limit: int) -> int:
    """How many descriptors are open; those above the bound cannot be many."""
    return sum(map(_is_open, range(min(limit, MAX_DESCRIPTORS))))


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True

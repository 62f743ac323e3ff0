"""The daemon's inside, built and torn down again and again behind one listening socket.

A damaged or replaced index is not mended under everybody's feet: the inside ends, and a new one
opens what is there. Clients find the same socket; those that come meanwhile wait in its queue.
"""

from __future__ import annotations

import enum
import logging
import threading
import time
from typing import TYPE_CHECKING

from vaultbrain.daemon.server import Server

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from vaultbrain.daemon.server import Dispatch, Limits

LOG = logging.getLogger("vaultbrain.daemon")
# An answer to the one who asked for the end has to leave first.
FAREWELL_SECONDS = 0.1
# More often in so long a time, opening anew helps nothing: the service manager may have a try.
# Each time it waits twice as long, from a second on, for a disk that fails may recover.
MOST_RENEWALS, RENEWAL_WINDOW = 6, 600.0


class End(enum.Enum):
    """Why a turn ended."""

    STOP = enum.auto()  # for good
    RENEW = enum.auto()  # the index is to be opened and checked anew
    LOCK = enum.auto()  # every file is to be closed
    UNLOCK = enum.auto()


class Turns:
    """Serves one turn after another; knows why each ended. A wish to stop outlives every turn."""

    def __init__(self, listener: socket.socket, limits: Limits | None = None) -> None:
        self._listener, self._limits = listener, limits
        self._server: Server | None = None
        self._end: End | None = None
        self._stopping = threading.Event()

    def serve(self, dispatch: Dispatch, on_ready: Callable[[], None]) -> End:
        """Answer until `end` is called; returns why.

        Args:
            dispatch: answers calls on worker threads.
            on_ready: called once, before the first call is taken.
        """
        server = Server(self._listener, dispatch, limits=self._limits)
        self._end, self._server = None, server
        if self._stopping.is_set():
            return End.STOP
        on_ready()
        server.run()
        self._server = None
        return self._why()

    def end(self, why: End) -> None:
        """End the turn; from any thread or signal handler, also between two turns."""
        if why is End.STOP:
            self._stopping.set()
        if self._end in {None, End.RENEW}:  # what somebody wants comes before what we need
            self._end = why
        if self._server is not None:
            self._server.stop()

    def _why(self) -> End:
        return End.STOP if self._stopping.is_set() or self._end is None else self._end

    def rest(self, seconds: float) -> None:
        """Wait between two turns, but not when it is time to stop."""
        self._stopping.wait(seconds)

    def end_soon(self, why: End) -> None:
        """End the present turn, and no later one, once the answer to the present call is out."""
        server = self._server

        def end() -> None:
            if self._server is server:
                self.end(why)

        timer = threading.Timer(FAREWELL_SECONDS, end)
        timer.daemon = True
        timer.start()

    def stalled(self) -> float:
        """For how many seconds the server's loop has not turned; 0 between two turns."""
        server = self._server
        return server.stalled() if server is not None else 0.0


class Renewals:
    """Counts how often the index was opened anew."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at: list[float] = []

    def pause(self) -> float | None:
        """Count one more; for how many seconds to wait first, or None for too many of late."""
        now = self._clock()
        self._at = [at for at in self._at if now - at < RENEWAL_WINDOW]
        self._at.append(now)
        count = len(self._at)
        return None if count > MOST_RENEWALS else float(2 ** (count - 2) if count > 1 else 0)

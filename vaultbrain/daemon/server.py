"""The socket's server: many clients, bounded in every direction.

asyncio lives here and in `daemon.connection`. Every request runs on a thread of its method's
lane, a small pool: however many answers are wanted at once, a search and a `status` have their
turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from vaultbrain.daemon.calls import Call, Dispatch, log_fault
from vaultbrain.daemon.connection import CHUNK, AtWork, Connection
from vaultbrain.daemon.limits import Limits, Share
from vaultbrain.daemon.peer import peer_uid
from vaultbrain.errors import Busy
from vaultbrain.protocol import requests, wire

if TYPE_CHECKING:
    import socket

__all__ = ["Call", "Dispatch", "Limits", "Server"]

LOG = logging.getLogger("vaultbrain.server")
# Threads of each lane of methods. More than two answers at once only slow each other down. Who
# waits costs nothing and may do so for an hour, so each connection has a thread for it.
LANES = {"quick": 3, "search": 4, "ask": 2, "wait": wire.MAX_CONNECTIONS}


class Server:
    """Serves one listening socket until it is told to stop, once.

    Args:
        listener: bound and listening; belongs to the caller, who finds it as it was after `run`
            and may give it to the next server. Clients that come meanwhile wait in its queue.
        dispatch: answers a call on a worker thread, or raises a VaultbrainError.
        limits: bounds.
        uid: the only user that may connect; by default our own.
    """

    def __init__(
        self,
        listener: socket.socket,
        dispatch: Dispatch,
        *,
        limits: Limits | None = None,
        uid: int | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._dispatch = dispatch
        self._lanes = {
            lane: ThreadPoolExecutor(threads, f"request-{lane}") for lane, threads in LANES.items()
        }
        self._at_work = AtWork()
        self._listener = listener
        self._uid = os.geteuid() if uid is None else uid
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = False
        self._stop_wanted: asyncio.Event | None = None
        self._asked_to_turn: float | None = None

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return len(self._tasks)

    def run(self) -> None:
        """Serve in this thread until `stop()` is called.

        Calls under way are told that they are cancelled and have a moment to end.
        """
        timeout = self._listener.gettimeout()
        try:
            asyncio.run(self._run())
        finally:
            self._loop = None
            self._listener.settimeout(timeout)
            self._end_lanes()

    def stop(self) -> None:
        """Make `run` return soon. From any thread or signal handler, also before `run`."""
        self._stopping = True
        loop, wanted = self._loop, self._stop_wanted
        if loop is not None and wanted is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                loop.call_soon_threadsafe(wanted.set)

    def stalled(self) -> float:
        """For how many seconds the event loop has not turned; 0 while it does not run.

        To be asked by one other thread, now and then: it wakes the loop up and looks, the next
        time, whether the loop came to it.
        """
        loop, asked, now = self._loop, self._asked_to_turn, time.monotonic()
        if loop is None:
            return 0.0
        if asked is not None:
            return now - asked
        self._asked_to_turn = now
        with contextlib.suppress(RuntimeError):  # the loop has ended by itself
            loop.call_soon_threadsafe(self._turned)
        return 0.0

    def _turned(self) -> None:
        self._asked_to_turn = None

    def _end_lanes(self) -> None:
        for pool in self._lanes.values():
            pool.shutdown(wait=False, cancel_futures=True)
        ending = threading.Thread(target=self._join_lanes, name="server-end", daemon=True)
        ending.start()
        ending.join(self._limits.stop_seconds)
        if ending.is_alive():
            LOG.warning("a request is still at work though it was told to end")

    def _join_lanes(self) -> None:
        for pool in self._lanes.values():
            pool.shutdown()

    async def _run(self) -> None:
        self._stop_wanted = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        if self._stopping:
            return
        self._listener.settimeout(0)
        accepting = asyncio.create_task(self._accept())
        stopping = asyncio.create_task(self._stop_wanted.wait())
        await asyncio.wait((accepting, stopping), return_when=asyncio.FIRST_COMPLETED)
        for task in (accepting, stopping, *self._tasks):
            task.cancel()
        await asyncio.gather(stopping, *self._tasks, return_exceptions=True)
        with contextlib.suppress(asyncio.CancelledError):
            await accepting  # raises what ended it, if it was not we

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        share = Share(loop.time())
        while True:
            try:
                connection, _ = await loop.sock_accept(self._listener)
            except OSError as error:
                # Out of file descriptors, most likely: asking again at once would only spin.
                LOG.warning("cannot take a connection: %s", error.strerror)
                await asyncio.sleep(self._limits.accept_pause)
                continue
            begin = loop.time()
            if self._admit(connection):
                self._begin(connection)
            # While clients wait in the queue, accepting them would not let anybody else in.
            await asyncio.sleep(share.rest(begin, loop.time()))

    def _admit(self, connection: socket.socket) -> bool:
        """Whether this client may stay; if not, it is told so (a stranger is not) and closed."""
        known = peer_uid(connection) == self._uid
        if known and len(self._tasks) < self._limits.connections:
            return True
        if known:
            fault = Busy(
                f"The daemon already serves {self._limits.connections} connections; this one was "
                "not taken and nothing was done. Close a client and try again."
            )
            with contextlib.suppress(OSError):
                connection.send(requests.encode_refusal(requests.refused(None, fault)))
        else:
            LOG.warning("a process of another user was turned away")
        connection.close()
        return False

    def _begin(self, connection: socket.socket) -> None:
        def end(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            connection.close()  # a task that is cancelled before its first step closes nothing

        task = asyncio.create_task(self._serve(connection))
        self._tasks.add(task)
        task.add_done_callback(end)

    async def _serve(self, connection: socket.socket) -> None:
        try:
            streams = await asyncio.open_unix_connection(sock=connection, limit=CHUNK)
        except OSError:
            return
        try:
            shared = (self._dispatch, self._lanes, self._at_work, self._limits)
            await Connection(streams, *shared).run()
        except (OSError, TimeoutError):
            LOG.debug("a client was dropped")
        except Exception as error:  # noqa: BLE001 - one client's fault must not end the others
            log_fault("a connection", error)
        finally:
            streams[1].transport.abort()

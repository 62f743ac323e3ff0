"""The socket's server: many clients, bounded in every direction. asyncio lives here alone.

Every request runs on a thread of its method's lane, a small pool: however many answers are
wanted at once, a search and a `status` have their turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import threading
from collections.abc import Callable, Mapping  # noqa: TC003 - an alias below needs them
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultbrain.daemon.peer import hung_up, peer_uid
from vaultbrain.errors import (
    Busy,
    Cancelled,
    DeadlineExceeded,
    InternalError,
    ProtocolError,
    VaultbrainError,
)
from vaultbrain.protocol import requests, wire
from vaultbrain.protocol.faults import describe

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncIterator

    import msgspec

    from vaultbrain.protocol.methods import Params
    from vaultbrain.protocol.requests import Request

LOG = logging.getLogger("vaultbrain.server")
CHUNK = 64 * 1024
# Threads of each lane of methods. More than two answers at once only slow each other down.
LANES = {"quick": 3, "search": 4, "ask": 2, "wait": 4}
LINGER_SECONDS = 0.1
GRACE_SECONDS = 5.0  # on top of the time-out that a waiting method keeps by itself


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


@dataclass(frozen=True)
class Call:
    """What a handler is given.

    Attributes:
        method: a name of the table.
        params: the decoded params struct of that method.
        progress: tells the client how far it is; may be called from any thread.
        cancelled: set when nobody waits for the answer any more; long work looks at it.
    """

    method: str
    params: Params
    progress: Callable[[Mapping[str, object]], None]
    cancelled: threading.Event


Dispatch = Callable[[Call], "msgspec.Struct"]


class Server:
    """Serves one listening socket until it is told to stop.

    Args:
        listener: bound and listening; stays open and belongs to the caller.
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
        self.limits = limits or Limits()
        self.dispatch = dispatch
        self.lanes = {
            lane: ThreadPoolExecutor(threads, f"request-{lane}") for lane, threads in LANES.items()
        }
        self._listener = listener
        self._uid = os.geteuid() if uid is None else uid
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = False
        self._stop_wanted: asyncio.Event | None = None

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return len(self._tasks)

    def run(self, stop: threading.Event | None = None) -> None:
        """Serve in this thread until `stop()` is called or the event given is set."""
        try:
            asyncio.run(self._run(stop))
        finally:
            for pool in self.lanes.values():
                pool.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """Make `run` return soon. From any thread or signal handler, also before `run`."""
        self._stopping = True
        loop, wanted = self._loop, self._stop_wanted
        if loop is not None and wanted is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                loop.call_soon_threadsafe(wanted.set)

    async def _run(self, stop: threading.Event | None) -> None:
        self._stop_wanted = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        if stop is not None:
            threading.Thread(target=self._watch, args=(stop,), daemon=True).start()
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

    def _watch(self, stop: threading.Event) -> None:
        stop.wait()
        self.stop()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(self._listener)
            except OSError as error:
                # Out of file descriptors, most likely: asking again at once would only spin.
                LOG.warning("cannot take a connection: %s", error.strerror)
                await asyncio.sleep(self.limits.accept_pause)
                continue
            if self._admit(connection):
                task = asyncio.create_task(self._serve(connection))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _admit(self, connection: socket.socket) -> bool:
        """Whether this client may stay; if not, it is told so (a stranger is not) and closed."""
        known = peer_uid(connection) == self._uid
        if known and len(self._tasks) < self.limits.connections:
            return True
        if known:
            fault = Busy(
                f"The daemon already serves {self.limits.connections} connections; this one was "
                "not taken and nothing was done. Close a client and try again."
            )
            with contextlib.suppress(OSError):
                connection.send(requests.encode_refusal(requests.refused(None, fault)))
        else:
            LOG.warning("a process of another user was turned away")
        connection.close()
        return False

    async def _serve(self, connection: socket.socket) -> None:
        try:
            reader, writer = await asyncio.open_unix_connection(sock=connection, limit=CHUNK)
        except OSError:
            connection.close()
            return
        try:
            await _Connection(self, reader, writer).run()
        except (OSError, TimeoutError):
            LOG.debug("a client was dropped")
        except Exception as error:  # noqa: BLE001 - one client's fault must not end the others
            _log_fault("a connection", error)
        finally:
            writer.transport.abort()


class _InFlight:
    """A request that is not answered yet."""

    def __init__(self) -> None:
        self.cancelled = threading.Event()
        self.answered = False
        self.task: asyncio.Task[None] | None = None

    def drop(self) -> None:
        """Nobody waits for it any more."""
        self.answered = True
        self.cancelled.set()
        if self.task is not None:
            self.task.cancel()


class _Connection:
    """One client: a loop that reads lines, and a task for each request in flight."""

    def __init__(
        self, server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._server = server
        self._limits = server.limits
        self._reader = reader
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._in_flight: dict[requests.Id, _InFlight] = {}
        writer.transport.set_write_buffer_limits(high=self._limits.write_high_water)

    async def run(self) -> None:
        """Serve until the client leaves or breaks the rules."""
        try:
            async for line in self._lines():
                await self._take(line)
            await self._linger()
        finally:
            for entry in list(self._in_flight.values()):
                entry.drop()

    async def _linger(self) -> None:
        """Some clients close their sending half first and then wait for the answers."""
        connection = self._writer.get_extra_info("socket")
        while self._in_flight and not hung_up(connection):
            tasks = [entry.task for entry in self._in_flight.values() if entry.task]
            await asyncio.wait(tasks, timeout=LINGER_SECONDS)

    async def _lines(self) -> AsyncIterator[bytes]:
        buffer = bytearray()
        seen = 0  # bytes of the buffer known to hold no line end
        deadline: float | None = None
        while True:
            end = buffer.find(b"\n", seen)
            if max(end, len(buffer) if end < 0 else 0) > self._limits.line:
                await self._send(requests.encode_refusal(requests.oversized()))
                return
            if end >= 0:
                line = bytes(buffer[:end])
                del buffer[: end + 1]
                seen, deadline = 0, None
                if line.strip():
                    yield line
                continue
            seen = len(buffer)
            if buffer and deadline is None:
                deadline = self._loop.time() + self._limits.line_seconds
            async with asyncio.timeout_at(deadline):
                data = await self._reader.read(CHUNK)
            if not data:
                return
            buffer += data

    async def _take(self, line: bytes) -> None:
        found = requests.parse(line)
        if isinstance(found, requests.Refusal):
            await self._send(requests.encode_refusal(found))
        elif isinstance(found, requests.Cancel):
            await self._cancel(found.id)
        elif found is not None:
            refusal = self._start(found)
            if refusal is not None:
                await self._send(requests.encode_refusal(refusal))

    def _start(self, request: Request) -> requests.Refusal | None:
        if request.id in self._in_flight:
            fault: VaultbrainError = ProtocolError(
                "A request with this id is still being served; nothing was done. "
                "Give each request an id of its own."
            )
            return requests.refused(request.id, fault)
        if len(self._in_flight) >= self._limits.in_flight:
            fault = Busy(
                f"{self._limits.in_flight} requests of this connection are still being served; "
                "this one was not taken. Wait for an answer and send it again."
            )
            return requests.refused(request.id, fault)
        entry = self._in_flight[request.id] = _InFlight()
        entry.task = asyncio.create_task(self._answer(request, entry))
        return None

    async def _cancel(self, request_id: requests.Id) -> None:
        entry = self._in_flight.get(request_id)
        if entry is None or entry.answered:
            return
        entry.drop()
        fault = Cancelled("The request was taken back.")
        await self._send(requests.encode_refusal(requests.refused(request_id, fault)))

    async def _answer(self, request: Request, entry: _InFlight) -> None:
        try:
            data = await self._result(request, entry)
            entry.answered = True
            await self._send(data)
        except (OSError, TimeoutError):
            self._writer.transport.abort()
        finally:
            # Counted until it is written: a client that does not read cannot pile up answers.
            if self._in_flight.get(request.id) is entry:
                del self._in_flight[request.id]

    async def _result(self, request: Request, entry: _InFlight) -> bytes:
        progress = functools.partial(self._progress, request.id, entry)
        call = Call(request.method.name, request.params, progress, entry.cancelled)
        pool = self._server.lanes[request.method.lane]
        seconds = self._deadline(request)
        work = functools.partial(_work, self._server.dispatch, request.id, call)
        try:
            async with asyncio.timeout(seconds):
                return await self._loop.run_in_executor(pool, work)
        except TimeoutError:
            entry.cancelled.set()
            fault = DeadlineExceeded(
                f"{request.method.name} took longer than {seconds:g} s and was given up; your "
                "notes were not touched. Try again, or look at `vaultbrain status`."
            )
            return requests.encode_refusal(requests.refused(request.id, fault))

    def _deadline(self, request: Request) -> float:
        if self._limits.request_seconds is not None:
            return self._limits.request_seconds
        if request.method.deadline is not None:
            return request.method.deadline
        return float(getattr(request.params, "timeout", wire.REQUEST_SECONDS)) + GRACE_SECONDS

    def _progress(
        self, request_id: requests.Id, entry: _InFlight, facts: Mapping[str, object]
    ) -> None:
        """On the handler's thread. Progress is dropped rather than queued without bound."""
        line = requests.encode_progress(request_id, facts)

        def post() -> None:
            full = self._writer.transport.get_write_buffer_size() > self._limits.write_high_water
            if not (entry.answered or full):
                self._writer.write(line)

        with contextlib.suppress(RuntimeError):  # the loop has ended; the daemon is stopping
            self._loop.call_soon_threadsafe(post)

    async def _send(self, data: bytes) -> None:
        """Write, and wait while the client reads too slowly.

        Raises:
            TimeoutError: it does not read; drop it.
        """
        self._writer.write(data)
        async with asyncio.timeout(self._limits.drain_seconds):
            await self._writer.drain()


def _work(dispatch: Dispatch, request_id: requests.Id, call: Call) -> bytes:
    """On a worker thread: the answer as a line. Raises nothing but what ends a process."""
    try:
        return requests.encode_result(request_id, dispatch(call))
    except VaultbrainError as error:
        if isinstance(error, InternalError):
            _log_fault(call.method, error)
        return requests.encode_refusal(requests.refused(request_id, error))
    except Exception as error:  # noqa: BLE001 - a bug in one handler must not end the daemon
        _log_fault(call.method, error)
        fault = InternalError(
            f"Something went wrong inside the daemon while it served {call.method}; your notes "
            "were not touched. The log says where; `vaultbrain doctor` names the log file."
        )
        return requests.encode_refusal(requests.refused(request_id, fault))


def _log_fault(what: str, error: Exception) -> None:
    LOG.error("%s failed:\n%s", what, describe(error))

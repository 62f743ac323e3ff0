"""One client of the socket: its lines, its requests in flight, its turns.

Requests of one connection on one lane run one after the other as they came: however many a client
sends at once, it holds one thread of each lane. A turn is given back when the work has ended, not
when it was answered, so that taking requests back wins no thread either. Those that had to wait
for their turn first make way for other connections.

A request's time counts from its arrival, so it is up no later than the client expects. One whose
time is up before its turn, that is taken back or whose client left, never runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from typing import TYPE_CHECKING

from vaultbrain.daemon import calls
from vaultbrain.daemon.calls import Call
from vaultbrain.daemon.limits import Share
from vaultbrain.daemon.peer import hung_up
from vaultbrain.errors import Busy, Cancelled, DeadlineExceeded, ProtocolError
from vaultbrain.protocol import requests, wire

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from concurrent.futures import Executor, Future

    from vaultbrain.daemon.calls import Dispatch
    from vaultbrain.daemon.limits import Limits
    from vaultbrain.errors import VaultbrainError
    from vaultbrain.protocol.requests import Request

CHUNK = 64 * 1024
LINGER_SECONDS = 0.1
GRACE_SECONDS = 5.0  # on top of the time-out that a waiting method keeps by itself
_NO_THREAD = (
    "The system has no room for another thread, so nothing was done. Close a program, try again."
)
_TOO_LONG = (
    "{} took longer than {:g} s and was given up; your notes were not touched. Try again, or look "
    "at `vaultbrain status`."
)
_NO_TURN = (
    "{} had no turn within {:g} s, for other requests were before it; nothing was done. Try again, "
    "or look at `vaultbrain status`."
)
MAKE_WAY_SECONDS = 0.2
RECENT_SECONDS = 0.02  # who asked just now is likely to ask again: as one types, say


class AtWork:
    """Which clients have requests at work, or had just now; those that only wait do not count."""

    def __init__(self) -> None:
        self._clients: list[Connection] = []
        self._ended = asyncio.Event()

    def begin(self, client: Connection) -> None:
        """Count one request more."""
        self._clients.append(client)

    def end(self, client: Connection) -> None:
        """Count one less."""
        self._clients.remove(client)
        self._ended.set()

    async def make_way(self, client: Connection) -> None:
        """Wait until no other client is at work, but not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MAKE_WAY_SECONDS):
                while any(at is not client for at in self._clients):
                    self._ended.clear()
                    await self._ended.wait()


class _InFlight:
    """A request that is not answered yet."""

    task: asyncio.Task[None]

    def __init__(self) -> None:
        self.cancelled = threading.Event()
        self.answered = False
        self.work: Future[bytes] | None = None

    @property
    def had_turn(self) -> bool:
        """Whether it runs or ran; not where it was given up before a thread took it."""
        return self.work is not None and not self.work.cancelled()

    def drop(self) -> None:
        """Nobody waits for it any more."""
        self.answered = True
        self.cancelled.set()
        self.task.cancel()


class Connection:
    """A loop that reads lines, and a task for each request in flight.

    Args:
        streams: of the socket; closing them is left to the caller.
        dispatch: answers a call on a worker thread, or raises a VaultbrainError.
        lanes: the threads of each lane of methods.
        at_work: shared by all connections of a server.
        limits: bounds.
    """

    def __init__(
        self,
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        dispatch: Dispatch,
        lanes: Mapping[str, Executor],
        at_work: AtWork,
        limits: Limits,
    ) -> None:
        self._reader, self._writer = streams
        self._dispatch, self._lanes = dispatch, lanes
        self._at_work, self._limits = at_work, limits
        self._loop = asyncio.get_running_loop()
        self._share = Share(self._loop.time())
        self._turns = {lane: asyncio.Lock() for lane in lanes}
        self._in_flight: dict[requests.Id, _InFlight] = {}
        self._writer.transport.set_write_buffer_limits(high=limits.write_high_water)

    async def run(self) -> None:
        """Serve until the client leaves or breaks the rules.

        Raises:
            TimeoutError: it left a line unfinished or does not read; drop it.
            OSError: it is gone.
        """
        try:
            async for line in self._lines():
                begin = self._loop.time()
                refusal = self._take(line)
                if refusal is not None:
                    self._writer.write(requests.encode_refusal(refusal))
                rest = self._share.rest(begin, self._loop.time())
                await self._drain()
                # Others have their turn between any two lines, even where there is no rest.
                await asyncio.sleep(rest)
            await self._linger()
        finally:
            for entry in list(self._in_flight.values()):
                entry.drop()
        await self._flush()

    async def _linger(self) -> None:
        """Some clients close their sending half first and then wait for the answers."""
        connection = self._writer.get_extra_info("socket")
        while self._in_flight and not hung_up(connection):
            tasks = [entry.task for entry in self._in_flight.values()]
            await asyncio.wait(tasks, timeout=LINGER_SECONDS)

    async def _lines(self) -> AsyncIterator[bytes]:
        buffer = bytearray()
        seen = 0  # bytes of the buffer known to hold no line end
        deadline: float | None = None
        while not self._writer.transport.is_closing():
            end = buffer.find(b"\n", seen)
            if max(end, len(buffer) if end < 0 else 0) > self._limits.line:
                await self._send(requests.encode_refusal(requests.oversized()))
                return
            if end >= 0:
                line = bytes(buffer[:end])
                del buffer[: end + 1]
                seen, deadline = 0, None
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

    def _take(self, line: bytes) -> requests.Refusal | None:
        if not line.strip():
            return None
        found = requests.parse(line)
        if isinstance(found, requests.Refusal) or found is None:
            return found
        if isinstance(found, requests.Cancel):
            return self._cancel(found.id)
        return self._start(found)

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

    def _cancel(self, request_id: requests.Id) -> requests.Refusal | None:
        entry = self._in_flight.get(request_id)
        if entry is None or entry.answered:
            return None
        entry.drop()
        self._forget(request_id, entry)  # its id may be used again at once
        return requests.refused(request_id, Cancelled("The request was taken back."))

    async def _answer(self, request: Request, entry: _InFlight) -> None:
        try:
            data = await self._result(request, entry)
            entry.answered = True
            await self._send(data)
        except (OSError, TimeoutError):
            self._writer.transport.abort()
        finally:
            self._forget(request.id, entry)  # only now: answers that nobody reads never pile up

    def _forget(self, request_id: requests.Id, entry: _InFlight) -> None:
        if self._in_flight.get(request_id) is entry:
            del self._in_flight[request_id]

    async def _result(self, request: Request, entry: _InFlight) -> bytes:
        seconds, grace = self._allowed(request)
        try:
            async with asyncio.timeout(seconds + grace):
                return await self._run_in_turn(request, entry)
        except TimeoutError:
            entry.cancelled.set()
            what = _TOO_LONG if entry.had_turn else _NO_TURN
            fault = DeadlineExceeded(what.format(request.method.name, seconds))
            return requests.encode_refusal(requests.refused(request.id, fault))

    async def _run_in_turn(self, request: Request, entry: _InFlight) -> bytes:
        lane, progress = request.method.lane, functools.partial(self._progress, request.id, entry)
        call = Call(request.method.name, request.params, progress, entry.cancelled)
        turn = self._turns[lane]
        waited = turn.locked()
        await turn.acquire()
        try:
            await self._drain()  # answers that nobody reads yet do not pile up
            if waited and lane != "wait":
                await self._at_work.make_way(self)
            work = self._lanes[lane].submit(calls.answer, self._dispatch, request.id, call)
            entry.work = work
        except RuntimeError:  # the system starts no thread: no memory, or too many
            turn.release()
            return requests.encode_refusal(requests.refused(request.id, Busy(_NO_THREAD)))
        except BaseException:
            turn.release()
            raise
        if lane != "wait":
            self._at_work.begin(self)
        try:
            return await asyncio.wrap_future(work)
        finally:
            if work.done():
                self._end_turn(lane)
            else:
                work.add_done_callback(functools.partial(self._end_turn_later, lane))

    def _end_turn(self, lane: str) -> None:
        if lane != "wait":
            self._loop.call_later(RECENT_SECONDS, self._at_work.end, self)
        self._turns[lane].release()

    def _end_turn_later(self, lane: str, _: Future[bytes]) -> None:
        """On the thread of work that nobody waited for until its end."""
        with contextlib.suppress(RuntimeError):  # the loop has ended; nobody waits for a turn
            self._loop.call_soon_threadsafe(self._end_turn, lane)

    def _allowed(self, request: Request) -> tuple[float, float]:
        """Seconds that a request may take as its client knows it, and those on top."""
        if self._limits.request_seconds is not None:
            return self._limits.request_seconds, 0.0
        if request.method.deadline is not None:
            return request.method.deadline, 0.0
        return float(getattr(request.params, "timeout", wire.REQUEST_SECONDS)), GRACE_SECONDS

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
        self._writer.write(data)
        await self._drain()

    async def _flush(self) -> None:
        """Close when all is written: what was answered is not to be lost with the connection."""
        self._writer.close()
        async with asyncio.timeout(self._limits.drain_seconds):
            await self._writer.wait_closed()

    async def _drain(self) -> None:
        """Wait while the client reads too slowly.

        Raises:
            TimeoutError: it does not read; drop it.
        """
        async with asyncio.timeout(self._limits.drain_seconds):
            await self._writer.drain()

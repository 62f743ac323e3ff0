"""A server on a thread with handlers that do as a test asks, and clients that speak bytes."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

from vaultbrain.daemon.server import Server
from vaultbrain.errors import BlockedByGate, StoreError
from vaultbrain.protocol.methods import AskParams, GetParams, SearchParams, SearchResult, SyncResult
from vaultbrain.records import State

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import msgspec

    from vaultbrain.daemon.server import Call, Limits

OK = SyncResult(state=State.READY, generation=1, pending=0)


class Handlers:
    """A dispatch whose behaviour a test asks for by the query it sends.

    `most` is the largest number of calls of a method that ran at once; `began` and `ended` are
    moments on the monotonic clock, the former in the order of `calls`.
    """

    def __init__(self) -> None:
        self.release = threading.Event()
        self.calls: list[Call] = []
        self.most: dict[str, int] = {}
        self.began: list[float] = []
        self.ended: list[float] = []
        self._now: dict[str, int] = {}
        self._lock = threading.Lock()

    def __call__(self, call: Call) -> msgspec.Struct:
        self._count(call, 1)
        try:
            return self._answer(call)
        finally:
            self._count(call, -1)

    def _count(self, call: Call, step: int) -> None:
        with self._lock:
            (self.began if step > 0 else self.ended).append(time.monotonic())
            if step > 0:
                self.calls.append(call)
            self._now[call.method] = now = self._now.get(call.method, 0) + step
            self.most[call.method] = max(now, self.most.get(call.method, 0))

    def _answer(self, call: Call) -> msgspec.Struct:
        if call.method == "sync":
            self.release.wait(10)
        if isinstance(call.params, SearchParams):
            return self._search(call, call.params.query)
        if isinstance(call.params, AskParams):
            call.cancelled.wait(10)
        if isinstance(call.params, GetParams):
            raise BlockedByGate("withheld")
        return OK

    def _search(self, call: Call, query: str) -> msgspec.Struct:
        if query == "slow":
            self.release.wait(10)
        if query == "brief":
            time.sleep(0.02)
        if query == "obey":
            call.cancelled.wait(10)
            call.progress({"done": "too late"})
        if query == "bug":
            raise KeyError(f"private-{query and 'words'}")
        if query == "store":
            raise StoreError("no disk")
        if query == "steps":
            for done in range(3):
                call.progress({"phase": "reading", "done": done, "total": 3})
        if query == "large":
            return SearchResult(
                state=State.READY, generation=1, pending=0, hits=(), notice="x" * 900_000
            )
        return OK

    @property
    def queries(self) -> list[str]:
        """What was searched for, in the order in which it began."""
        found = [call.params for call in self.calls]
        return [params.query for params in found if isinstance(params, SearchParams)]


class Daemon:
    """A server on a thread, and its clients."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "s"
        self.handlers = Handlers()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(128)
        self.server: Server
        self.thread: threading.Thread
        self.clients: list[Speaker] = []

    def start(self, limits: Limits | None = None, *, uid: int | None = None) -> None:
        self.server = Server(self.listener, self.handlers, limits=limits, uid=uid)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()

    def stop(self) -> None:
        self.server.stop()
        self.thread.join(10)
        assert not self.thread.is_alive()

    def close(self) -> None:
        self.handlers.release.set()
        for client in self.clients:
            client.close()
        self.stop()
        self.listener.close()

    def connect(self) -> Speaker:
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(10)
        client.connect(str(self.path))
        self.clients.append(Speaker(client))
        return self.clients[-1]


class Speaker:
    def __init__(self, client: socket.socket) -> None:
        self.socket = client
        self.file = client.makefile("rb")

    def send(self, raw: bytes) -> None:
        self.socket.sendall(raw)

    def ask(self, request_id: object, method: str, **params: object) -> None:
        self.send(request(request_id, method, **params))

    def cancel(self, request_id: object) -> None:
        self.send(cancel(request_id))

    def read(self) -> dict[str, Any]:
        line = self.file.readline()
        assert line.endswith(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def ended(self) -> bool:
        with contextlib.suppress(ConnectionResetError):
            return self.file.read() == b""
        return True


def request(request_id: object, method: str, **params: object) -> bytes:
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    return json.dumps(message).encode() + b"\n"


def cancel(request_id: object) -> bytes:
    message = {"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": request_id}}
    return json.dumps(message).encode() + b"\n"


def eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 5
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True

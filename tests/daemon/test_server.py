from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vaultbrain.daemon.server import Limits, Server
from vaultbrain.errors import BlockedByGate, StoreError
from vaultbrain.protocol import wire
from vaultbrain.protocol.methods import GetParams, SearchParams, SearchResult, SyncResult
from vaultbrain.records import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import msgspec

    from vaultbrain.daemon.server import Call

OK = SyncResult(state=State.READY, generation=1, pending=0)


class Handlers:
    """A dispatch whose behaviour a test asks for by the query it sends."""

    def __init__(self) -> None:
        self.release = threading.Event()
        self.calls: list[Call] = []

    def __call__(self, call: Call) -> msgspec.Struct:
        self.calls.append(call)
        if call.method == "sync":
            self.release.wait(10)
        if isinstance(call.params, SearchParams):
            return self.search(call, call.params.query)
        if isinstance(call.params, GetParams):
            raise BlockedByGate("withheld")
        return OK

    def search(self, call: Call, query: str) -> msgspec.Struct:
        if query == "slow":
            self.release.wait(10)
        if query == "obey":
            call.cancelled.wait(10)
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


class Daemon:
    """A server on a thread, and clients that speak bytes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "s"
        self.handlers = Handlers()
        self.server: Server
        self.thread: threading.Thread
        self.clients: list[Speaker] = []

    def start(
        self,
        limits: Limits | None = None,
        *,
        uid: int | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(128)
        self.server = Server(self.listener, self.handlers, limits=limits, uid=uid)
        self.thread = threading.Thread(target=self.server.run, args=(stop,))
        self.thread.start()

    def close(self) -> None:
        self.handlers.release.set()
        for client in self.clients:
            client.close()
        self.server.stop()
        self.thread.join(10)
        self.listener.close()
        assert not self.thread.is_alive()

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


def eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 5
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    folder = Path(tempfile.mkdtemp(prefix="vb"))
    found = Daemon(folder)
    yield found
    found.close()
    shutil.rmtree(folder)


def test_a_request_is_answered_with_its_id(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask("a-1", "status")
    assert client.read() == {
        "jsonrpc": "2.0",
        "id": "a-1",
        "result": {"state": "ready", "generation": 1, "pending": 0},
    }
    assert daemon.handlers.calls[0].method == "status"


def test_progress_comes_before_the_result_and_carries_the_id(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(5, "search", query="steps")
    found = [client.read() for _ in range(4)]
    assert [f["params"] for f in found[:3]] == [
        {"id": 5, "phase": "reading", "done": n, "total": 3} for n in range(3)
    ]
    assert all("id" not in f and f["method"] == "$/progress" for f in found[:3])
    assert found[3]["id"] == 5


def test_bad_lines_are_answered_and_the_connection_is_kept(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    for raw, code in [
        (b"\x00\xff garbage\n", -32700),
        (b"[" * 100 + b"\n", -32700),
        (b"[]\n", -32600),
        (request(1, "serch"), -32601),
        (request(1, "search", query="x", surprise=1), -32602),
        (request(1, "search", query=""), 2),
        (request(1, "search", query="x" * 900_000), -32602),
    ]:
        client.send(raw)
        assert client.read()["error"]["code"] == code
    client.send(b"\n  \n" + request(2, "status"))
    assert client.read()["id"] == 2


def test_errors_of_handlers_keep_code_and_name(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "get", path="a.md")
    assert client.read()["error"] == {
        "code": 5,
        "message": "withheld",
        "data": {"name": "BlockedByGate"},
    }


@pytest.mark.parametrize(("query", "kind"), [("bug", "KeyError"), ("store", "StoreError")])
def test_a_fault_is_logged_without_values(
    daemon: Daemon, caplog: pytest.LogCaptureFixture, query: str, kind: str
) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query=query)
    assert client.read()["error"]["code"] == 70
    assert kind in caplog.text
    assert "in search" in caplog.text
    assert "private-words" not in caplog.text


def test_a_fault_of_ours_says_where_to_look(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="bug")
    error = client.read()["error"]
    assert error["data"] == {"name": "InternalError"}
    assert "log" in error["message"]
    assert "private-words" not in error["message"]


def test_notifications_get_no_answer(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.send(b'{"jsonrpc":"2.0","method":"search","params":{"query":"x"}}\n')
    client.send(b'{"jsonrpc":"2.0","method":"$/cancel","params":{"id":99}}\n')
    client.ask(1, "status")
    assert client.read()["id"] == 1
    assert [call.method for call in daemon.handlers.calls] == ["status"]


def test_a_line_may_come_in_pieces(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    for byte in request(1, "status"):
        client.send(bytes([byte]))
    assert client.read()["id"] == 1


def test_a_line_that_is_not_completed_is_cut_off(daemon: Daemon) -> None:
    daemon.start(Limits(line_seconds=0.1))
    idle, half = daemon.connect(), daemon.connect()
    begun = time.monotonic()
    half.send(b'{"jsonrpc"')
    assert half.ended()
    assert time.monotonic() - begun < 2
    idle.ask(1, "status")
    assert idle.read()["id"] == 1


def test_a_trickle_does_not_stretch_the_time(daemon: Daemon) -> None:
    daemon.start(Limits(line_seconds=0.2))
    client = daemon.connect()
    begun = time.monotonic()
    with contextlib.suppress(OSError):
        while time.monotonic() - begun < 5:
            client.send(b" x")
            time.sleep(0.02)
    assert time.monotonic() - begun < 3


@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_that_is_too_long_is_refused_and_closed(daemon: Daemon, end: bytes) -> None:
    daemon.start(Limits(line=1000))
    client = daemon.connect()
    client.send(b"x" * 1001 + end)
    assert client.read()["error"]["code"] == -32600
    assert client.ended()


def test_the_longest_line_is_a_megabyte(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        client.send(b"x" * (2 * wire.MAX_LINE))
    assert client.read()["error"]["code"] == -32600


def test_a_hundred_requests_at_once_are_each_answered_once(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.send(b"".join(request(n, "status") for n in range(100)))
    found = [client.read() for _ in range(100)]
    assert sorted(f["id"] for f in found) == list(range(100))
    assert {f["error"]["data"]["name"] for f in found if "error" in f} <= {"Busy"}
    assert sum("result" in f for f in found) >= wire.MAX_IN_FLIGHT


def test_too_many_requests_in_flight_are_busy(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    for n in range(wire.MAX_IN_FLIGHT + 1):
        client.ask(n, "search", query="slow")
    refused = client.read()
    assert (refused["id"], refused["error"]["code"]) == (wire.MAX_IN_FLIGHT, 4)
    daemon.handlers.release.set()
    assert {client.read()["id"] for _ in range(16)} == set(range(16))


def test_an_id_in_use_is_refused(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="slow")
    client.ask(1, "status")
    assert client.read()["error"]["data"]["name"] == "ProtocolError"
    daemon.handlers.release.set()
    assert "result" in client.read()


def test_too_many_connections_are_told_and_closed(daemon: Daemon) -> None:
    daemon.start()
    kept = [daemon.connect() for _ in range(wire.MAX_CONNECTIONS)]
    for client in kept:
        client.ask(1, "status")
        assert client.read()["id"] == 1
    assert daemon.server.connections == wire.MAX_CONNECTIONS
    for _ in range(6):
        extra = daemon.connect()
        answer = extra.read()
        assert (answer["id"], answer["error"]["data"]) == (None, {"name": "Busy"})
        assert extra.ended()
    kept[0].socket.shutdown(socket.SHUT_RDWR)
    assert eventually(lambda: daemon.server.connections < wire.MAX_CONNECTIONS)
    late = daemon.connect()
    late.ask(1, "status")
    assert late.read()["id"] == 1


def test_cancel_is_answered_at_once_though_the_work_goes_on(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="slow")
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    begun = time.monotonic()
    client.send(b'{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}\n')
    answer = client.read()
    assert time.monotonic() - begun < 0.25
    assert (answer["id"], answer["error"]["code"]) == (1, -32800)
    assert daemon.handlers.calls[0].cancelled.is_set()
    daemon.handlers.release.set()
    client.ask(1, "status")
    assert "result" in client.read()


def test_leaving_cancels_what_is_in_flight(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="obey")
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    client.close()
    assert eventually(daemon.handlers.calls[0].cancelled.is_set)
    assert eventually(lambda: daemon.server.connections == 0)


def test_a_client_that_only_ends_its_sending_half_gets_its_answer(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="slow")
    client.socket.shutdown(socket.SHUT_WR)
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    time.sleep(0.15)
    daemon.handlers.release.set()
    assert client.read()["id"] == 1
    assert client.ended()


def test_another_user_gets_no_byte(daemon: Daemon, caplog: pytest.LogCaptureFixture) -> None:
    daemon.start(uid=os.geteuid() + 1)
    client = daemon.connect()
    with contextlib.suppress(BrokenPipeError):
        client.ask(1, "status")
    assert client.ended()
    assert daemon.handlers.calls == []
    assert "another user" in caplog.text


def test_a_deadline_ends_the_request_not_the_connection(daemon: Daemon) -> None:
    daemon.start(Limits(request_seconds=0.05))
    client = daemon.connect()
    client.ask(1, "search", query="obey")
    error = client.read()["error"]
    assert (error["code"], error["data"]["name"]) == (4, "DeadlineExceeded")
    assert daemon.handlers.calls[0].cancelled.is_set()
    client.ask(2, "status")
    assert client.read()["id"] == 2


def test_waiting_for_sync_keeps_no_search_from_its_turn(daemon: Daemon) -> None:
    daemon.start()
    waiting = daemon.connect()
    for n in range(12):
        waiting.ask(n, "sync", timeout=30)
    assert eventually(lambda: len(daemon.handlers.calls) == 4)
    client = daemon.connect()
    begun = time.monotonic()
    client.ask(1, "search", query="x")
    assert client.read()["id"] == 1
    assert time.monotonic() - begun < 1
    daemon.handlers.release.set()
    assert {waiting.read()["id"] for _ in range(12)} == set(range(12))


def test_many_slow_searches_keep_no_status_from_its_turn(daemon: Daemon) -> None:
    daemon.start()
    busy = daemon.connect()
    for n in range(16):
        busy.ask(n, "search", query="slow")
    assert eventually(lambda: len(daemon.handlers.calls) == 4)
    client = daemon.connect()
    begun = time.monotonic()
    for n, method in enumerate(("status", "get", "ask")):
        client.ask(n, method, **{"get": {"path": "a.md"}, "ask": {"question": "x"}}.get(method, {}))
        assert client.read()["id"] == n
    assert time.monotonic() - begun < 1
    daemon.handlers.release.set()
    assert {busy.read()["id"] for _ in range(16)} == set(range(16))


def test_a_client_that_does_not_read_is_dropped_and_delays_nobody(daemon: Daemon) -> None:
    daemon.start(Limits(drain_seconds=0.2))
    slow, quick = daemon.connect(), daemon.connect()
    for n in range(8):
        slow.ask(n, "search", query="large")
    worst = 0.0
    for n in range(20):
        begun = time.monotonic()
        quick.ask(n, "status")
        assert quick.read()["id"] == n
        worst = max(worst, time.monotonic() - begun)
    assert worst < 1
    assert eventually(lambda: daemon.server.connections == 1)


class Exhausted:
    """A listening socket of a process that has no file descriptor left."""

    def __init__(self) -> None:
        self.tries = 0

    def settimeout(self, seconds: float) -> None:
        assert seconds == 0

    def fileno(self) -> int:
        return -1

    def gettimeout(self) -> float:
        return 0

    def accept(self) -> None:
        self.tries += 1
        raise OSError(errno.EMFILE, "Too many open files")


class Broken(Exhausted):
    def accept(self) -> None:
        raise RuntimeError("no such thing")


def test_running_out_of_file_descriptors_does_not_spin(caplog: pytest.LogCaptureFixture) -> None:
    listener = Exhausted()
    server = Server(cast("socket.socket", listener), Handlers(), limits=Limits(accept_pause=0.2))
    thread = threading.Thread(target=server.run)
    thread.start()
    time.sleep(0.3)
    server.stop()
    thread.join(10)
    assert 1 <= listener.tries <= 3
    assert "Too many open files" in caplog.text


def test_a_server_that_can_accept_no_more_ends_with_the_reason() -> None:
    server = Server(cast("socket.socket", Broken()), Handlers())
    with pytest.raises(RuntimeError, match="no such thing"):
        server.run()


def test_stop_before_run_and_by_event(daemon: Daemon) -> None:
    stop = threading.Event()
    daemon.start(stop=stop)
    client = daemon.connect()
    client.ask(1, "status")
    client.read()
    stop.set()
    daemon.thread.join(5)
    assert not daemon.thread.is_alive()
    assert client.ended()
    daemon.server.stop()
    again = Server(daemon.listener, daemon.handlers)
    again.stop()
    again.run()


def test_stopping_drops_work_in_flight(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="obey")
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    daemon.server.stop()
    daemon.thread.join(5)
    assert not daemon.thread.is_alive()
    assert daemon.handlers.calls[0].cancelled.is_set()
    daemon.handlers.calls[0].progress({"done": 1})


def test_any_lines_leave_the_server_serving(daemon: Daemon) -> None:
    daemon.start()

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.binary(max_size=80), max_size=8))
    def fuzz(lines: list[bytes]) -> None:
        client = daemon.connect()
        client.send(b"\n".join(lines) + b"\n" + request("end", "status"))
        while client.read().get("id") != "end":
            pass
        client.close()

    fuzz()

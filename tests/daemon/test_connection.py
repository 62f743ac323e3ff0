from __future__ import annotations

import contextlib
import itertools
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.daemon.serving import cancel, eventually, request
from vaultbrain.daemon import connection
from vaultbrain.daemon.server import Limits
from vaultbrain.protocol import wire
from vaultbrain.protocol.methods import METHODS

if TYPE_CHECKING:
    from tests.daemon.serving import Daemon, Speaker


# Lines


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


@pytest.mark.fault(50)
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


@pytest.mark.fault(64)
def test_another_protocol_is_refused_with_those_that_are_spoken(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "hello", protocol=99)
    error = client.read()["error"]
    assert (error["code"], error["data"]["name"]) == (2, "UsageError")
    assert f"it speaks: {wire.PROTOCOL}." in error["message"]
    client.ask(2, "hello", protocol=wire.PROTOCOL)
    assert "result" in client.read()


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


@pytest.mark.fault(50)
def test_a_line_that_is_not_completed_is_cut_off(daemon: Daemon) -> None:
    daemon.start(Limits(line_seconds=0.1))
    idle, half = daemon.connect(), daemon.connect()
    begin = time.monotonic()
    half.send(b'{"jsonrpc"')
    assert half.ended()
    assert time.monotonic() - begin < 2
    idle.ask(1, "status")
    assert idle.read()["id"] == 1


@pytest.mark.fault(50)
def test_a_trickle_does_not_stretch_the_time(daemon: Daemon) -> None:
    daemon.start(Limits(line_seconds=0.2))
    client = daemon.connect()
    begin = time.monotonic()
    with contextlib.suppress(OSError):
        while time.monotonic() - begin < 5:
            client.send(b" x")
            time.sleep(0.02)
    assert time.monotonic() - begin < 3


@pytest.mark.parametrize("end", [b"\n", b""])
@pytest.mark.fault(50)
def test_a_line_that_is_too_long_is_refused_and_closed(daemon: Daemon, end: bytes) -> None:
    daemon.start(Limits(line=1000))
    client = daemon.connect()
    client.send(b"x" * 1001 + end)
    assert client.read()["error"]["code"] == -32600
    assert client.ended()


@pytest.mark.fault(50)
def test_the_longest_line_is_a_megabyte(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        client.send(b"x" * (2 * wire.MAX_LINE))
    assert client.read()["error"]["code"] == -32600


# Many requests of one client


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
    assert [client.read()["id"] for _ in range(16)] == list(range(16))


def test_an_id_in_use_is_refused(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="slow")
    client.ask(1, "status")
    assert client.read()["error"]["data"]["name"] == "ProtocolError"
    daemon.handlers.release.set()
    assert "result" in client.read()


@pytest.mark.fault(50)
def test_requests_of_one_connection_on_one_lane_run_one_after_the_other(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    wanted = ["slow", *(f"{n}" for n in range(9))]
    client.send(b"".join(request(n, "search", query=query) for n, query in enumerate(wanted)))
    assert eventually(lambda: daemon.handlers.queries == ["slow"])
    other = daemon.connect()
    other.ask(1, "search", query="other")
    assert other.read()["id"] == 1
    assert daemon.handlers.queries == ["slow", "other"]
    daemon.handlers.release.set()
    assert [client.read()["id"] for _ in wanted] == list(range(10))
    assert daemon.handlers.queries == ["slow", "other", *wanted[1:]]


def test_lanes_of_one_connection_run_beside_one_another(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask("sync", "sync", timeout=30)
    client.ask("search", "search", query="slow")
    assert eventually(lambda: len(daemon.handlers.calls) == 2)
    client.ask("status", "status")
    assert client.read()["id"] == "status"
    daemon.handlers.release.set()
    assert {client.read()["id"] for _ in range(2)} == {"sync", "search"}


@pytest.mark.fault(50)
def test_taking_requests_back_wins_no_second_thread(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    for n in range(10):
        client.ask(n, "search", query="slow")
        client.cancel(n)
    assert [client.read()["error"]["code"] for _ in range(10)] == [-32800] * 10
    client.ask("last", "search", query="x")
    daemon.handlers.release.set()
    assert client.read()["id"] == "last"
    assert daemon.handlers.most["search"] == 1


@pytest.mark.fault(50)
def test_who_sends_many_requests_at_once_makes_way_for_others(daemon: Daemon) -> None:
    daemon.start()
    client, other = daemon.connect(), daemon.connect()
    client.send(request(1, "search", query="brief") + request(2, "search", query="second"))
    assert eventually(lambda: daemon.handlers.queries == ["brief"])
    other.ask(1, "search", query="brief")
    assert client.read()["id"] == 1
    assert other.read()["id"] == 1
    assert client.read()["id"] == 2
    assert daemon.handlers.queries == ["brief", "brief", "second"]
    assert daemon.handlers.began[2] >= daemon.handlers.ended[1]


def test_making_way_has_an_end(daemon: Daemon) -> None:
    daemon.start()
    client, other = daemon.connect(), daemon.connect()
    other.ask(1, "search", query="slow")
    assert eventually(lambda: daemon.handlers.queries == ["slow"])
    client.send(b"".join(request(n, "search", query="x") for n in range(3)))
    assert [client.read()["id"] for _ in range(3)] == [0, 1, 2]


def test_what_is_taken_back_while_it_makes_way_gives_its_turn_to_the_next(daemon: Daemon) -> None:
    daemon.start()
    client, other = daemon.connect(), daemon.connect()
    other.ask(1, "search", query="slow")
    assert eventually(lambda: daemon.handlers.queries == ["slow"])
    client.send(request(1, "search", query="first") + request(2, "search", query="never"))
    assert client.read()["id"] == 1
    client.cancel(2)
    assert client.read()["error"]["code"] == -32800
    client.ask(3, "search", query="third")
    assert client.read()["id"] == 3
    assert daemon.handlers.queries == ["slow", "first", "third"]


def test_waiting_for_sync_keeps_no_search_from_its_turn(daemon: Daemon) -> None:
    daemon.start()
    waiting = [daemon.connect() for _ in range(wire.MAX_CONNECTIONS - 1)]
    for client in waiting:
        client.ask(1, "sync", timeout=30)
    assert eventually(lambda: len(daemon.handlers.calls) == len(waiting))
    client = daemon.connect()
    begin = time.monotonic()
    client.ask(1, "search", query="x")
    assert client.read()["id"] == 1
    client.ask(2, "purge", timeout=30)  # has a thread as well, however many wait
    assert client.read()["id"] == 2
    assert time.monotonic() - begin < 1
    daemon.handlers.release.set()
    assert [client.read()["id"] for client in waiting] == [1] * len(waiting)


def test_many_slow_searches_keep_no_status_from_its_turn(daemon: Daemon) -> None:
    daemon.start()
    busy = [daemon.connect() for _ in range(16)]
    for client in busy:
        client.ask(1, "search", query="slow")
    assert eventually(lambda: len(daemon.handlers.calls) == 4)
    client = daemon.connect()
    begin = time.monotonic()
    for n, (method, params) in enumerate({"status": {}, "get": {"path": "a.md"}}.items()):
        client.ask(n, method, **params)
        assert client.read()["id"] == n
    assert time.monotonic() - begin < 1
    daemon.handlers.release.set()
    assert [client.read()["id"] for client in busy] == [1] * 16


# Ends


@pytest.mark.fault(52)
def test_cancel_is_answered_at_once_though_the_work_goes_on(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="slow")
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    begin = time.monotonic()
    client.cancel(1)
    answer = client.read()
    assert time.monotonic() - begin < 0.25
    assert (answer["id"], answer["error"]["code"]) == (1, -32800)
    assert daemon.handlers.calls[0].cancelled.is_set()
    client.cancel(1)  # it is answered already
    daemon.handlers.release.set()
    client.ask(1, "status")
    assert "result" in client.read()


def test_nothing_is_told_of_a_request_that_was_answered(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="obey")
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    client.cancel(1)
    assert client.read()["error"]["code"] == -32800
    client.ask(2, "search", query="x")  # has its turn after the first has ended
    assert client.read()["id"] == 2


@pytest.mark.fault(52)
def test_what_is_taken_back_before_its_turn_never_runs(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="slow")
    client.ask(2, "search", query="never")
    client.ask(3, "search", query="after")
    client.cancel(2)
    assert (client.read()["id"], daemon.handlers.queries) == (2, ["slow"])
    daemon.handlers.release.set()
    assert [client.read()["id"] for _ in range(2)] == [1, 3]
    assert daemon.handlers.queries == ["slow", "after"]


@pytest.mark.fault(52)
def test_what_is_taken_back_while_every_thread_is_taken_never_runs(daemon: Daemon) -> None:
    daemon.start()
    for _ in range(4):
        daemon.connect().ask(1, "search", query="slow")
    assert eventually(lambda: len(daemon.handlers.calls) == 4)
    client = daemon.connect()
    client.ask(1, "search", query="never")
    client.cancel(1)
    assert client.read()["error"]["code"] == -32800
    client.ask(1, "search", query="after")  # the id is free again
    daemon.handlers.release.set()
    assert "result" in client.read()
    assert "never" not in daemon.handlers.queries


@pytest.mark.fault(63)
def test_a_request_for_which_there_is_no_thread_is_answered(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon.start()
    client = daemon.connect()

    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(ThreadPoolExecutor, "submit", refuse)
        client.ask(1, "status")
        error = client.read()["error"]
    assert (error["code"], error["data"]["name"]) == (4, "Busy")
    client.ask(1, "status")  # its turn was given back
    assert "result" in client.read()


@pytest.mark.fault(52)
def test_leaving_cancels_what_is_in_flight_and_what_waits(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="obey")
    client.ask(2, "search", query="never")
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    begin = time.monotonic()
    client.close()
    assert eventually(daemon.handlers.calls[0].cancelled.is_set)
    assert time.monotonic() - begin < 0.25
    assert eventually(lambda: daemon.server.connections == 0)
    assert daemon.handlers.queries == ["obey"]


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


def test_answers_are_written_before_the_connection_is_closed(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.send(request(1, "search", query="large") + request(2, "status"))
    client.socket.shutdown(socket.SHUT_WR)
    assert eventually(lambda: len(daemon.handlers.calls) == 2)
    time.sleep(0.2)
    assert {client.read()["id"] for _ in range(2)} == {1, 2}
    assert client.ended()


def test_a_deadline_ends_the_request_not_the_connection(daemon: Daemon) -> None:
    daemon.start(Limits(request_seconds=0.05))
    client = daemon.connect()
    client.ask(1, "search", query="obey")
    error = client.read()["error"]
    assert (error["code"], error["data"]["name"]) == (4, "DeadlineExceeded")
    assert error["message"].startswith("search took longer than 0.05 s and was given up")
    assert daemon.handlers.calls[0].cancelled.is_set()
    client.ask(2, "status")
    assert client.read()["id"] == 2


def test_a_request_whose_time_is_up_before_its_turn_never_runs(daemon: Daemon) -> None:
    daemon.start(Limits(request_seconds=0.2))
    client = daemon.connect()
    client.ask(1, "search", query="slow")
    client.ask(2, "search", query="never")
    found = {at["id"]: at["error"] for at in (client.read() for _ in range(2))}
    assert [at["data"]["name"] for at in found.values()] == ["DeadlineExceeded"] * 2
    assert "took longer" in found[1]["message"]
    assert found[2]["message"].startswith("search had no turn within 0.2 s")
    daemon.handlers.release.set()
    client.ask(3, "search", query="after")
    assert "result" in client.read()
    assert daemon.handlers.queries == ["slow", "after"]


def test_a_request_that_no_thread_took_in_time_is_told_so(daemon: Daemon) -> None:
    daemon.start(Limits(request_seconds=0.3))
    for _ in range(4):
        daemon.connect().ask(1, "search", query="slow")
    assert eventually(lambda: len(daemon.handlers.calls) == 4)
    client = daemon.connect()
    client.ask(1, "search", query="never")
    assert client.read()["error"]["message"].startswith("search had no turn within 0.3 s")
    daemon.handlers.release.set()
    client.ask(2, "search", query="after")
    assert "result" in client.read()
    assert "never" not in daemon.handlers.queries


def test_who_waits_on_purpose_is_told_of_the_time_that_was_asked_for(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "GRACE_SECONDS", 0.1)
    daemon.start()
    client = daemon.connect()
    client.ask(1, "sync", timeout=0.25)
    assert client.read()["error"]["message"].startswith("sync took longer than 0.25 s")


# One client and the others


def worst_status(client: Speaker, times: int) -> float:
    """The longest of some waits for an answer, in seconds."""
    worst = 0.0
    for n in range(times):
        begin = time.monotonic()
        client.ask(n, "status")
        assert client.read()["id"] == n
        worst = max(worst, time.monotonic() - begin)
    return worst


@pytest.mark.fault(50)
def test_a_client_that_does_not_read_is_dropped_and_delays_nobody(daemon: Daemon) -> None:
    daemon.start(Limits(drain_seconds=0.2))
    slow, quick = daemon.connect(), daemon.connect()
    for n in range(8):
        slow.ask(n, "search", query="large")
    assert worst_status(quick, 20) < 1
    assert eventually(lambda: daemon.server.connections == 1)


@pytest.mark.fault(50)
def test_a_client_that_does_not_read_at_the_end_is_dropped(daemon: Daemon) -> None:
    daemon.start(Limits(drain_seconds=0.2, write_high_water=2_000_000))
    client = daemon.connect()
    client.ask(1, "search", query="large")
    client.socket.shutdown(socket.SHUT_WR)
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    assert eventually(lambda: daemon.server.connections == 0)


@pytest.mark.fault(50)
@pytest.mark.parametrize(
    "line",
    [
        request(1, "status"),
        request(1, "serch"),
        b'{"jsonrpc":"2.0","method":"none"}\n',
        b"\n" * 100,
        b"garbage\n",
        cancel(1),
    ],
    ids=["requests", "unknown", "notifications", "blanks", "garbage", "cancels"],
)
def test_a_flood_of_lines_delays_nobody(daemon: Daemon, line: bytes) -> None:
    daemon.start()
    flooder, quick = daemon.connect(), daemon.connect()
    flooder.socket.settimeout(0)
    with contextlib.suppress(BlockingIOError):
        flooder.send(line * 20_000)
    assert worst_status(quick, 50) < 1


@pytest.mark.fault(52)
def test_what_a_flooder_sent_before_it_left_is_not_done(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.socket.settimeout(0)
    with contextlib.suppress(BlockingIOError):
        client.send(b"".join(request(n, "search", query="x") for n in range(5000)))
    client.close()
    assert eventually(lambda: daemon.server.connections == 0)
    assert len(daemon.handlers.calls) < 100


# Any bytes


@pytest.mark.fault(50)
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


JUNK = st.binary(max_size=40).map(lambda raw: raw.replace(b"\n", b"") + b"\n")
PARAMS: dict[str, dict[str, object]] = {
    "hello": {"protocol": 1},
    "search": {"query": "x"},
    "get": {"path": "a.md"},
}
GOOD = st.sampled_from(sorted(METHODS.keys() - {"sync", "ask"}))


@pytest.mark.fault(50)
def test_every_request_among_junk_is_answered_once_however_it_is_cut(daemon: Daemon) -> None:
    daemon.start()

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(GOOD | JUNK, max_size=20), st.lists(st.integers(0, 2000), max_size=6))
    def fuzz(lines: list[str | bytes], cuts: list[int]) -> None:
        raw, wanted = b"", set()
        for n, line in enumerate(lines):
            if isinstance(line, str):
                wanted.add(f"wanted-{n}")
                line = request(f"wanted-{n}", line, **PARAMS.get(line, {}))  # noqa: PLW2901
            raw += line
        client = daemon.connect()
        places = sorted({0, *(min(cut, len(raw)) for cut in cuts), len(raw)})
        for start, end in itertools.pairwise(places):
            client.send(raw[start:end])
        client.socket.shutdown(socket.SHUT_WR)
        answers = [id_of(line) for line in client.file.read().splitlines()]
        client.close()
        assert sorted(at for at in answers if at is not None) == sorted(wanted)

    fuzz()


def id_of(line: bytes) -> str | None:
    found = json.loads(line)["id"]
    assert found is None or isinstance(found, str)
    return found

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import threading
import time
from typing import TYPE_CHECKING, cast

import pytest

from tests.daemon.serving import Handlers, eventually
from vaultbrain.daemon.server import Limits, Server
from vaultbrain.protocol import requests, wire

if TYPE_CHECKING:
    from tests.daemon.serving import Daemon


@pytest.mark.fault(51)
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


@pytest.mark.fault(51)
def test_clients_that_come_and_go_without_end_keep_nobody_from_its_turn(daemon: Daemon) -> None:
    daemon.start()
    client, stop = daemon.connect(), threading.Event()

    def knock() -> None:
        while not stop.is_set():
            with socket.socket(socket.AF_UNIX) as caller:
                caller.connect(str(daemon.path))

    threads = [threading.Thread(target=knock) for _ in range(3)]
    for thread in threads:
        thread.start()
    worst = 0.0
    for n in range(50):
        begin = time.monotonic()
        client.ask(n, "status")
        assert client.read()["id"] == n
        worst = max(worst, time.monotonic() - begin)
    stop.set()
    for thread in threads:
        thread.join(10)
    assert worst < 1


@pytest.mark.fault(49)
def test_another_user_gets_no_byte(daemon: Daemon, caplog: pytest.LogCaptureFixture) -> None:
    daemon.start(uid=os.geteuid() + 1)
    client = daemon.connect()
    with contextlib.suppress(BrokenPipeError):
        client.ask(1, "status")
    assert client.ended()
    assert daemon.handlers.calls == []
    assert "another user" in caplog.text


class Exhausted:
    """A listening socket of a process that has no file descriptor left."""

    def __init__(self) -> None:
        self.tries = 0
        self.timeout: float | None = None

    def settimeout(self, seconds: float | None) -> None:
        self.timeout = seconds

    def fileno(self) -> int:
        return -1

    def gettimeout(self) -> float | None:
        return self.timeout

    def accept(self) -> None:
        self.tries += 1
        raise OSError(errno.EMFILE, "Too many open files")


class Broken(Exhausted):
    def accept(self) -> None:
        raise RuntimeError("no such thing")


@pytest.mark.fault(51)
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


def test_stop_before_run_and_after_it(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    client.ask(1, "status")
    client.read()
    daemon.stop()
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
    daemon.stop()
    assert daemon.handlers.calls[0].cancelled.is_set()
    daemon.handlers.calls[0].progress({"done": 1})


def test_one_listener_serves_one_server_after_the_other(daemon: Daemon) -> None:
    before = daemon.listener.gettimeout()
    for turn in range(3):
        waiting = daemon.connect()
        waiting.ask(turn, "status")  # while nobody serves
        daemon.start()
        assert waiting.read()["id"] == turn
        waiting.ask("under way", "search", query="obey")
        assert eventually(lambda: bool(daemon.handlers.queries))
        daemon.stop()
        assert waiting.ended()
        assert daemon.listener.gettimeout() == before
        assert [at.name for at in threading.enumerate() if at.name.startswith("request-")] == []
        daemon.handlers.calls.clear()


def test_work_that_does_not_end_keeps_the_server_from_ending_for_a_moment_only(
    daemon: Daemon, caplog: pytest.LogCaptureFixture
) -> None:
    daemon.start(Limits(stop_seconds=0.1))
    client = daemon.connect()
    client.ask(1, "search", query="slow")
    client.ask(2, "search", query="never")
    assert eventually(lambda: len(daemon.handlers.calls) == 1)
    begin = time.monotonic()
    daemon.stop()
    assert time.monotonic() - begin < 2
    assert "still at work" in caplog.text
    daemon.handlers.release.set()
    daemon.start()
    client = daemon.connect()
    client.ask(1, "search", query="after")
    assert "result" in client.read()
    assert "never" not in daemon.handlers.queries


# The heartbeat


def test_a_server_that_does_not_run_has_not_stalled(daemon: Daemon) -> None:
    daemon.start()
    assert eventually(lambda: daemon.server.connections == 0)
    daemon.stop()
    assert daemon.server.stalled() == 0
    assert Server(daemon.listener, daemon.handlers).stalled() == 0


def test_an_idle_loop_turns_when_it_is_asked(daemon: Daemon) -> None:
    daemon.start()
    client = daemon.connect()
    for n in range(3):
        assert daemon.server.stalled() == 0
        client.ask(n, "status")
        client.read()


@pytest.mark.fault(55)
def test_a_loop_that_is_blocked_is_noticed_and_so_is_its_recovery(daemon: Daemon) -> None:
    blocked, release = threading.Event(), threading.Event()

    def block() -> None:
        blocked.set()
        release.wait(10)

    daemon.start()
    client = daemon.connect()
    client.ask(1, "status")
    client.read()
    loop = daemon.server._loop
    assert loop is not None
    loop.call_soon_threadsafe(block)
    assert blocked.wait(5)
    begin = time.monotonic()
    assert daemon.server.stalled() == 0  # it has just been asked
    assert eventually(lambda: daemon.server.stalled() >= 0.2)
    assert daemon.server.stalled() <= time.monotonic() - begin
    release.set()
    assert eventually(lambda: daemon.server.stalled() == 0)


def test_a_loop_that_is_closed_before_it_is_forgotten_has_not_stalled(daemon: Daemon) -> None:
    daemon.start()
    assert eventually(lambda: daemon.server._loop is not None)
    loop = daemon.server._loop
    daemon.stop()
    daemon.server._loop = loop
    assert daemon.server.stalled() == 0
    daemon.server.stop()


# Faults of our own


def test_a_fault_in_one_connection_ends_only_that_one(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(line: bytes) -> None:
        raise KeyError(line.decode())

    daemon.start()
    client, other = daemon.connect(), daemon.connect()
    with monkeypatch.context() as patch:
        patch.setattr(requests, "parse", fail)
        client.ask("private-words", "status")
        assert client.ended()
    assert "a connection failed" in caplog.text
    assert "private-words" not in caplog.text
    other.ask(1, "status")
    assert other.read()["id"] == 1


def test_a_client_that_cannot_be_served_is_closed(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(**_: object) -> None:
        raise OSError(errno.ENOMEM, "no memory")

    monkeypatch.setattr(asyncio, "open_unix_connection", fail)
    daemon.start()
    assert daemon.connect().ended()
    assert daemon.server.connections == 0

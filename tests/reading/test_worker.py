from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.pdfs import pdf
from tests.reading.pictures import picture
from vaultbrain.child import FrameError, pack
from vaultbrain.reading import worker
from vaultbrain.reading.base import Extract
from vaultbrain.reading.worker import (
    Reply,
    Request,
    answer,
    parse_reply,
    parse_request,
    peak,
    read_body,
    serve,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def reading(data: bytes, step: int = 7) -> Callable[[int], bytes]:
    """Gives the bytes out in small pieces."""
    left = bytearray(data)

    def read(length: int) -> bytes:
        piece = bytes(left[: min(length, step)])
        del left[: len(piece)]
        return piece

    return read


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    near, far = socket.socketpair()
    limits = resource.getrlimit(resource.RLIMIT_CPU)
    with near, far:
        yield near, far
    # What runs within this process bounds its time, too.
    resource.setrlimit(resource.RLIMIT_CPU, limits)


def exchange(near: socket.socket, request: Request) -> Reply:
    near.sendall(pack(request))
    body = read_body(near.recv)
    assert body is not None
    return parse_reply(body)


@given(st.sampled_from(["pdf", "image"]), st.text(), st.binary(max_size=50))
def test_a_request_arrives_as_it_was_sent(kind: worker.ParsedKind, path: str, raw: bytes) -> None:
    request = Request(kind, path, raw)
    body = read_body(reading(pack(request)))
    assert body is not None
    assert parse_request(body) == request


def test_a_reply_arrives_as_it_was_sent() -> None:
    for reply in (Reply(Extract("a", (), ("b",))), Reply(refusal="no")):
        body = read_body(reading(pack(reply)))
        assert body is not None
        assert parse_reply(body) == reply


@given(st.binary(max_size=40))
def test_any_bytes_are_a_frame_or_none(raw: bytes) -> None:
    for parse in (parse_request, parse_reply):
        try:
            body = read_body(reading(raw))
            assert body is None or isinstance(parse(body), Request | Reply)
        except FrameError as error:
            assert error.__cause__ is None  # noqa: PT017 - a frame is as right


def test_a_frame_that_is_too_long_is_none() -> None:
    with pytest.raises(FrameError, match="83886081 bytes"):
        read_body(reading((worker.LONGEST_BODY + 1).to_bytes(4, "big")))


def test_no_kind_but_those_that_are_parsed_apart() -> None:
    with pytest.raises(FrameError):
        parse_request(msgspec.msgpack.encode({"kind": "os", "path": "a", "raw": b""}))


def test_answers() -> None:
    assert answer(Request("pdf", "a.pdf", pdf(["one"]))).extract is not None
    assert answer(Request("image", "a.png", picture("PNG"))).extract is not None
    assert answer(Request("pdf", "a.pdf", b"")).refusal.startswith("a.pdf is damaged")


def test_a_file_that_takes_all_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Greedy:
        def extract(self, _path: str, _raw: bytes) -> Extract:
            raise MemoryError

    monkeypatch.setattr(worker, "reader_of", lambda _: Greedy())
    assert answer(Request("pdf", "a.pdf", b"")).refusal.startswith("a.pdf needs more than 1024 MiB")


def test_it_ends_when_the_other_end_closes(ends: tuple[socket.socket, socket.socket]) -> None:
    near, far = ends
    thread = threading.Thread(target=serve, args=(far.fileno(), far.fileno(), 60))
    thread.start()
    assert exchange(near, Request("image", "a.gif", picture("GIF"))).extract is not None
    assert exchange(near, Request("image", "a.gif", b"")).refusal
    near.close()
    thread.join(30)
    assert not thread.is_alive()


def test_it_ends_when_nobody_asks(ends: tuple[socket.socket, socket.socket]) -> None:
    _, far = ends
    serve(far.fileno(), far.fileno(), 0.01)
    assert far.fileno() >= 0


def test_it_ends_after_a_file_that_took_much_memory(
    ends: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = ends
    monkeypatch.setattr(worker, "_GROWN", -1)
    near.sendall(pack(Request("image", "a.gif", picture("GIF"))))
    serve(far.fileno(), far.fileno(), 60)
    assert read_body(near.recv) is not None


def test_what_the_process_was_that_started_it_does_not_count(
    ends: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = ends
    monkeypatch.setattr(worker, "_GROWN", 1 << 28)
    for _ in range(2):
        near.sendall(pack(Request("image", "a.gif", picture("GIF"))))
    near.shutdown(socket.SHUT_WR)
    large = bytearray(b"x") * (300 << 20)
    serve(far.fileno(), far.fileno(), 60)
    del large
    assert read_body(near.recv) is not None
    assert read_body(near.recv) is not None


def test_how_systems_count_memory() -> None:
    assert peak("linux") == peak("darwin") * 1024


@pytest.fixture
def started(ends: tuple[socket.socket, socket.socket]) -> Iterator[subprocess.Popen[bytes]]:
    _, far = ends
    command = [sys.executable, "-P", "-m", "vaultbrain.reading.worker", "--idle", "60"]
    environ = os.environ | {"PYTHONPATH": str(Path(worker.__file__).parents[2])}
    with subprocess.Popen(
        command, stdin=far.fileno(), stdout=far.fileno(), stderr=subprocess.PIPE, env=environ
    ) as process:
        far.close()
        yield process
        process.kill()


def test_the_process(
    ends: tuple[socket.socket, socket.socket], started: subprocess.Popen[bytes]
) -> None:
    near, _ = ends
    assert exchange(near, Request("pdf", "a.pdf", pdf(["one"]))).extract is not None
    limits = resource.prlimit(started.pid, resource.RLIMIT_AS)
    assert limits == (worker.MEMORY, worker.MEMORY)
    assert resource.prlimit(started.pid, resource.RLIMIT_CORE) == (0, 0)
    soft, _ = resource.prlimit(started.pid, resource.RLIMIT_CPU)
    assert worker.CPU_SECONDS < soft < worker.CPU_SECONDS * 2
    assert os.getpriority(os.PRIO_PROCESS, started.pid) >= 10
    # Ctrl-C in a terminal reaches it as well.
    started.send_signal(signal.SIGINT)
    assert exchange(near, Request("image", "a.gif", picture("GIF"))).extract is not None
    near.close()
    assert started.wait(30) == 0


def test_the_process_ends_at_what_is_no_request(
    ends: tuple[socket.socket, socket.socket], started: subprocess.Popen[bytes]
) -> None:
    near, _ = ends
    near.sendall(b"\0\0\0\x06secret")
    assert started.wait(30) == 1
    assert started.stderr is not None
    assert b"secret" not in started.stderr.read()

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from vaultbrain.client import Client
from vaultbrain.errors import (
    BlockedByGate,
    Busy,
    DaemonNotRunning,
    DeadlineExceeded,
    InternalError,
    ProtocolError,
    UsageError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.errors import (
        VaultbrainError,
    )


class Other:
    """The other side: says prepared bytes once it has heard a line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heard: list[dict[str, Any]] = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen(8)
        self.thread = threading.Thread(target=lambda: None)
        self.done = threading.Event()

    def says(self, *answers: bytes, stay: bool = False, listen: bool = True) -> None:
        """One entry per line heard; the connection is closed after the last."""

        def serve() -> None:
            connection, _ = self.listener.accept()
            with connection, connection.makefile("rb") as file:
                for answer in answers:
                    if listen:
                        self.heard.append(json.loads(file.readline()))
                    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                        connection.sendall(answer)  # the client may have heard enough
                if stay:
                    self.done.wait(10)

        self.thread = threading.Thread(target=serve)
        self.thread.start()

    def close(self) -> None:
        self.done.set()
        if self.thread.ident:
            self.thread.join(10)
        self.listener.close()


@pytest.fixture
def other() -> Iterator[Other]:
    folder = Path(tempfile.mkdtemp(prefix="vb"))
    found = Other(folder / "s")
    yield found
    found.close()
    shutil.rmtree(folder)


def line(**message: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def test_calls_are_numbered_and_answered(other: Other) -> None:
    other.says(line(id=1, result={"a": 1}), line(id=2, result={"new": True}))
    with Client(other.path) as client:
        assert client.call("status") == {"a": 1}
        assert client.call("search", {"query": "ä"}) == {"new": True}
    assert other.heard == [
        {"jsonrpc": "2.0", "id": 1, "method": "status", "params": {}},
        {"jsonrpc": "2.0", "id": 2, "method": "search", "params": {"query": "ä"}},
    ]


def test_progress_is_passed_on_and_the_unknown_is_ignored(other: Other) -> None:
    lines = (
        line(method="$/progress", params={"id": 1, "done": 1}),
        line(method="$/progress", params=[]),
        line(method="$/weather", params={}),
        line(id=77, result={"not": "ours"}),
        line(id=1, result={}),
    )
    other.says(b"".join(lines))
    seen: list[dict[str, Any]] = []
    with Client(other.path) as client:
        assert client.call("sync", {}, seen.append) == {}
    assert seen == [{"id": 1, "done": 1}, {}]


def test_progress_without_a_listener_is_skipped(other: Other) -> None:
    other.says(line(method="$/progress", params={}) + line(id=1, result={"x": 1}))
    with Client(other.path) as client:
        assert client.call("sync") == {"x": 1}


@pytest.mark.parametrize(
    ("name", "code", "kind"),
    [
        ("BlockedByGate", 5, BlockedByGate),
        ("UsageError", -32602, UsageError),
        ("Busy", 4, Busy),
        ("FromTheFuture", 2, UsageError),
        (None, -32601, InternalError),
    ],
)
def test_errors_become_ours(
    other: Other, name: str | None, code: int, kind: type[VaultbrainError]
) -> None:
    error = {"code": code, "message": "what, why, what next", "data": {"name": name}}
    other.says(line(id=1, error=error))
    with Client(other.path) as client, pytest.raises(kind, match="what, why, what next") as caught:
        client.call("status")
    assert type(caught.value) is kind


def test_an_error_without_id_is_about_us(other: Other) -> None:
    error = {"code": 4, "message": "full", "data": {"name": "Busy"}}
    other.says(line(id=None, error=error), listen=False)
    with Client(other.path) as client:
        other.thread.join(5)  # it has spoken and hung up before we say a word
        with pytest.raises(Busy, match="full"):
            client.call("search", {"query": "x" * 4000})


@pytest.mark.parametrize(
    "answer",
    [
        b"garbage\n",
        b"\xff\xfe\n",
        b"[]\n",
        b"[" * 100_000 + b"\n",
        line(id=1),
        line(id=1, result=3),
        line(id=1, error={"code": "x", "message": "m"}),
        line(id=1, error={"code": 3}),
    ],
)
def test_garbage_is_a_protocol_error(other: Other, answer: bytes) -> None:
    other.says(answer)
    with Client(other.path) as client, pytest.raises(ProtocolError, match="Restart the daemon"):
        client.call("status")


def test_an_endless_answer_is_given_up(other: Other, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultbrain.client.MAX_ANSWER", 1000)
    other.says(b"x" * 300_000)
    with Client(other.path) as client, pytest.raises(ProtocolError, match="longer than"):
        client.call("status")


@pytest.mark.parametrize("said", [b"", b'{"half'])
def test_a_daemon_that_goes_away_is_not_running(other: Other, said: bytes) -> None:
    other.says(said)
    with Client(other.path) as client, pytest.raises(DaemonNotRunning, match="went away"):
        client.call("status")


def test_a_closed_client_says_so(other: Other) -> None:
    client = Client(other.path)
    client.close()
    with pytest.raises(DaemonNotRunning, match="went away"):
        client.call("status")


def test_silence_ends_at_the_time_out(other: Other) -> None:
    other.says(b"", stay=True)
    with (
        Client(other.path, timeout=0.05) as client,
        pytest.raises(DeadlineExceeded, match=r"0\.05 s"),
    ):
        client.call("status")


def test_progress_does_not_stretch_the_time_out(other: Other) -> None:
    other.says(line(method="$/progress", params={}) * 10, stay=True)
    with Client(other.path, timeout=0.05) as client, pytest.raises(DeadlineExceeded):
        client.call("status", {}, lambda _: None)


def test_a_daemon_that_does_not_listen_ends_at_the_time_out(other: Other) -> None:
    with Client(other.path, timeout=0.05) as client, pytest.raises(DeadlineExceeded):
        client.call("search", {"query": "x" * 1_000_000})


def test_an_interruption_hangs_up(other: Other) -> None:
    def interrupt(_: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    other.says(line(method="$/progress", params={}), stay=True)
    client = Client(other.path)
    with pytest.raises(KeyboardInterrupt):
        client.call("sync", {}, interrupt)
    with pytest.raises(DaemonNotRunning):
        client.call("status")


def test_what_cannot_be_sent_is_refused_here(other: Other) -> None:
    with Client(other.path) as client:
        with pytest.raises(UsageError, match="Shorten it"):
            client.call("search", {"query": "x" * 1_100_000})
        with pytest.raises(UsageError, match="UTF-8"):
            client.call("search", {"query": "\udcff"})


@pytest.mark.parametrize("kind", ["absent", "refused", "under a file"])
def test_nobody_there_is_not_running(other: Other, kind: str) -> None:
    path = other.path
    if kind == "absent":
        path = path.with_name("none")
    elif kind == "under a file":
        (path.parent / "f").touch()
        path = path.parent / "f" / "s"
    else:
        other.listener.close()
    with pytest.raises(DaemonNotRunning, match="vaultbrain start VAULT"):
        Client(path)


def test_a_file_in_the_sockets_place_is_named(other: Other) -> None:
    plain = other.path.with_name("x" * 200)
    with pytest.raises((DaemonNotRunning, OSError)):
        Client(plain)
    looped = other.path.with_name("loop")
    looped.symlink_to(looped)
    with pytest.raises(DaemonNotRunning, match="cannot be used"):
        Client(looped)


def test_a_full_queue_is_busy(other: Other, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultbrain.client.CONNECT_SECONDS", 0.1)
    other.listener.listen(0)
    with Client(other.path), pytest.raises(Busy, match="try again"):
        Client(other.path)


def test_importing_the_client_needs_only_the_standard_library() -> None:
    code = (
        "import sys, vaultbrain.client\n"
        "heavy = {'msgspec', 'yaml', 'rich', 'asyncio', 'platformdirs', 'logging'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

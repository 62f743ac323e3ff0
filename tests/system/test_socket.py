"""A real daemon whose socket is abused, while a polite client searches and is never let down."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.daemon.serving import Speaker, cancel, eventually, request
from tests.system.launching import altered
from vaultbrain.client import Client
from vaultbrain.paths import PROCESSES
from vaultbrain.protocol import wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.system.conftest import Rig

NOTES = 40
SECONDS_PER_SEARCH = 1.0
ENOUGH = 5
GARBAGE = (
    b"\0" * 5000 + b"\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\xff\xfe\xfd\n" * 50,
    b"[" * 100_000 + b"\n",
    b'{"a":' * 100_000 + b"\n",
    b'{"jsonrpc": "2.0", "id": 1, "method": "search", "params": []}\n',
    b'{"jsonrpc": "2.0", "id": {}, "method": "search"}\n',
    b'{"jsonrpc": "2.0", "id": 1, "method": "search", "params": {"query": 7, "limit": "x"}}\n',
    b'{"jsonrpc": "2.0", "id": 1, "method": "search", "params": {"query": "\\ud800"}}\n',
    b"x" * (2 << 20),
)


@pytest.fixture
def served(rig: Rig) -> Rig:
    for n in range(NOTES):
        rig.write(f"{n}.md", f"# Note {n}\n\nzebra number {n} eats grass beside the river.\n")
    rig.start()
    rig.call("sync")
    return rig


class Polite(threading.Thread):
    """Searches again and again over one connection, and keeps what it took and what failed."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._client = Client(path)
        self._leave = threading.Event()
        self.took: list[float] = []
        self.failure: Exception | None = None

    def run(self) -> None:
        try:
            with self._client:
                while not self._leave.wait(0.01):
                    self._search()
        except Exception as error:  # noqa: BLE001 - told to the test's own thread
            self.failure = error

    def _search(self) -> None:
        begin = time.monotonic()
        found = self._client.call("search", {"query": "zebra river", "mode": "lexical"})
        self.took.append(time.monotonic() - begin)
        assert len(found["hits"]) == 10

    def leave(self) -> None:
        """End, but not before some searches were made."""
        eventually(lambda: len(self.took) > ENOUGH or self.failure is not None)
        self._leave.set()
        self.join(40)


@contextlib.contextmanager
def undisturbed(rig: Rig) -> Iterator[Polite]:
    """While it lasts, another client's searches are answered, each in time."""
    polite = Polite(rig.paths.socket)
    polite.start()
    try:
        yield polite
    finally:
        polite.leave()
    assert polite.failure is None
    assert len(polite.took) > ENOUGH
    assert max(polite.took) < SECONDS_PER_SEARCH
    assert rig.daemon is not None
    assert rig.daemon.poll() is None


def connect(rig: Rig) -> Speaker:
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(20)
    deadline = time.monotonic() + 10
    while True:
        try:
            client.connect(str(rig.paths.socket))
        except BlockingIOError:  # the queue of those who wait to be taken is full
            assert time.monotonic() < deadline
            time.sleep(0.01)
        else:
            return Speaker(client)


def sending(client: Speaker, raw: bytes) -> threading.Thread:
    """Send from another thread, so that the answers can be read meanwhile."""

    def run() -> None:
        with contextlib.suppress(OSError):  # the daemon may hang up before it was sent all
            client.send(raw)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def descriptors(rig: Rig) -> int:
    assert rig.daemon is not None
    return len(list((PROCESSES / str(rig.daemon.pid) / "fd").iterdir()))


@pytest.mark.fault(50)
def test_ten_thousand_requests_at_once_are_each_answered_and_delay_nobody(served: Rig) -> None:
    count = 10_000
    with undisturbed(served), closing(connect(served)) as client:
        raw = b"".join(request(n, "search", query="zebra") for n in range(count))
        thread = sending(client, raw)
        seen = [client.read()["id"] for _ in range(count)]
        thread.join(10)
    assert sorted(seen) == list(range(count))


@pytest.mark.fault(50)
def test_a_client_that_never_reads_is_dropped_and_delays_nobody(served: Rig) -> None:
    before = descriptors(served)
    with undisturbed(served), closing(connect(served)) as client:
        thread = sending(client, b"".join(request(n, "status") for n in range(100_000)))
        thread.join(wire.DRAIN_SECONDS + 20)
        assert not thread.is_alive()
        assert descriptors(served) <= before + 1


@pytest.mark.fault(50)
@pytest.mark.skipif(not (PROCESSES / "self/status").exists(), reason="reads /proc")
def test_answers_that_nobody_reads_do_not_pile_up(served: Rig) -> None:
    """Eight clients want a note of 4 MB 16 times each, and read nothing: that were 512 MB."""
    served.write("big.md", ("word " * 15 + "\n") * 50_000)
    served.call("sync", timeout=60)
    assert len(served.call("get", path="big.md")["text"]) > 3_000_000
    before = memory(served)
    with undisturbed(served), contextlib.ExitStack() as stack:
        for _ in range(8):
            client = stack.enter_context(closing(connect(served)))
            client.send(b"".join(request(n, "get", path="big.md") for n in range(16)))
        time.sleep(wire.DRAIN_SECONDS / 2)
        assert memory(served) - before < 192 << 20


def memory(rig: Rig) -> int:
    """The most memory that the daemon ever held, in bytes."""
    assert rig.daemon is not None
    lines = (PROCESSES / str(rig.daemon.pid) / "status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) << 10


@pytest.mark.fault(50)
def test_half_requests_and_trickles_are_cut_off_and_delay_nobody(served: Rig) -> None:
    with undisturbed(served), contextlib.ExitStack() as stack:
        clients = [stack.enter_context(closing(connect(served))) for _ in range(30)]
        begin = time.monotonic()
        for client in clients:
            client.send(b'{"jsonrpc": "2.0", "id": 1, ')
        trickling = clients[:15]
        while trickling and time.monotonic() - begin < wire.LINE_SECONDS + 10:
            for client in list(trickling):
                try:
                    client.send(b" ")
                except OSError:
                    trickling.remove(client)
            time.sleep(0.05)
        assert all(client.ended() for client in clients)
        assert wire.LINE_SECONDS - 1 < time.monotonic() - begin < wire.LINE_SECONDS + 5


@pytest.mark.fault(50)
def test_garbage_is_refused_and_delays_nobody(served: Rig) -> None:
    with undisturbed(served):
        for garbage in GARBAGE:
            with closing(connect(served)) as client:
                thread = sending(client, garbage)
                assert client.read()["error"]["data"]["name"] in {"ProtocolError", "UsageError"}
                thread.join(10)
            with closing(connect(served)) as client:
                sending(client, garbage).join(10)  # and gone, without a look at the answer
        served.call("search", query='\0 " * (')  # odd, but a question
    assert len(served.found("zebra")) == NOTES


@pytest.mark.fault(51)
def test_three_hundred_clients_leave_everything_as_it_was(served: Rig) -> None:
    before = descriptors(served)
    with undisturbed(served), contextlib.ExitStack() as stack:
        clients = [stack.enter_context(closing(connect(served))) for _ in range(300)]
        found = [asked(client) for client in clients]
        kept = [n for n, answer in enumerate(found) if "result" in answer]
        assert kept == list(range(wire.MAX_CONNECTIONS - 1))
        refused = [answer["error"]["data"]["name"] for answer in found if "error" in answer]
        assert refused == ["Busy"] * (300 - len(kept))
    served.until(lambda: descriptors(served) <= before)
    assert len(served.found("zebra")) == NOTES


def asked(client: Speaker) -> dict[str, Any]:
    with contextlib.suppress(OSError):  # one that was turned away is closed already
        client.ask(1, "status")
    return client.read()


@pytest.mark.fault(51)
@pytest.mark.parametrize("bound", [256, 128])
def test_few_descriptors_and_many_clients_leave_notes_readable(rig: Rig, bound: int) -> None:
    rig.write("a.md", "zebra")
    rig.start("/bin/sh", "-c", f'ulimit -n {bound}; exec "$@"', "sh")
    with Client(rig.paths.socket) as polite, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(closing(connect(rig))) for _ in range(300)]
        found = [asked(client) for client in clients]
        kept = sum("result" in answer for answer in found)
        assert 8 <= kept + 1 <= min(wire.MAX_CONNECTIONS, bound - 64)
        assert found[-1]["error"]["data"]["name"] == "Busy"
        for n in range(50):
            rig.write(f"new/{n}.md", f"quagga {n}")
        polite.call("sync", {"timeout": 20})
        result = polite.call("search", {"query": "quagga", "mode": "lexical", "limit": 100})
        assert len(result["hits"]) == 50
        assert polite.call("get", {"path": "new/7.md"})["text"].startswith("quagga 7")


@pytest.mark.fault(52)
def test_a_request_taken_back_is_answered_in_a_quarter_of_a_second(served: Rig) -> None:
    """In one of five times at least: a busy machine may keep us waiting ourselves."""
    took: list[float] = []
    with undisturbed(served), closing(connect(served)) as client:
        while len(took) < 5 and min(took, default=1) >= 0.25:
            took.append(take_back(client))
    assert min(took) < 0.25


def take_back(client: Speaker) -> float:
    """Ask for 16 things and take them back; returns seconds until the last of them is answered."""
    requests = [request(n, "search", query="zebra", limit=40) for n in range(16)]
    client.send(b"".join(requests))
    begin = time.monotonic()
    client.send(b"".join(cancel(n) for n in range(16)))
    found = [client.read() for _ in range(16)]
    took = time.monotonic() - begin
    assert sorted(answer["id"] for answer in found) == list(range(16))
    codes = [answer["error"]["code"] for answer in found if "error" in answer]
    assert codes == [wire.REQUEST_CANCELLED] * len(codes)
    assert len(codes) > 8
    return took


@pytest.mark.fault(52)
def test_clients_that_vanish_in_the_middle_leave_nothing_behind(served: Rig) -> None:
    before = descriptors(served)
    raw = b"".join(request(n, "search", query="zebra") for n in range(16))
    with undisturbed(served):
        for cut in range(0, len(raw), len(raw) // 100):
            with closing(connect(served)) as client:
                client.send(raw[:cut])
    served.until(lambda: descriptors(served) <= before)


SLOW = """
import os, time
from vaultbrain.search.current import Vault
locate = Vault.locate
def slow(self, passage):
    with open(os.environ["LOOKED"], "a") as out:
        out.write("at a note\\n")
    time.sleep(0.05)
    return locate(self, passage)
Vault.locate = slow
"""


@pytest.mark.fault(52)
@pytest.mark.parametrize(
    ("method", "params"),
    [("search", {"query": "zebra", "limit": NOTES}), ("ask", {"question": "what eats grass?"})],
)
def test_work_for_a_client_that_left_ends_soon(
    rig: Rig, method: str, params: dict[str, Any]
) -> None:
    """Where each note takes long to look at, it goes on with none of the notes that are left."""
    for n in range(NOTES):
        rig.write(f"{n}.md", f"# Note {n}\n\nzebra number {n} eats grass beside the river.\n")
    looked = rig.folder / "looked"
    looked.touch()
    rig.start(*altered(SLOW), LOOKED=str(looked))
    rig.call("sync")
    with closing(connect(rig)) as client:
        client.ask(1, method, **params)
        rig.until(lambda: looked.stat().st_size)
    time.sleep(0.25)
    at = looked.stat().st_size
    time.sleep(0.25)
    assert looked.stat().st_size == at


@pytest.mark.fault(64)
def test_another_protocol_is_refused_with_what_to_do(served: Rig) -> None:
    with closing(connect(served)) as client:
        client.ask(1, "hello", protocol=99, client="from the future")
        error = client.read()["error"]
        assert error["data"]["name"] == "UsageError"
        assert f"it speaks: {wire.PROTOCOL}." in error["message"]
        assert "same version" in error["message"]
        client.ask(2, "hello", protocol=wire.PROTOCOL)
        assert client.read()["result"]["protocol"] == wire.PROTOCOL

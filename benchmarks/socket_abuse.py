"""What one client's searches take while others abuse the socket.

    python benchmarks/socket_abuse.py [--notes 500] [--searches 80] [--rounds 5]

Makes a vault of seeded text and serves it with the real daemon. A polite client searches again
and again, by turns alone and beside each kind of abuse, which is committed by a process of its
own; taking turns keeps whatever else the machine does out of the comparison. Prints one table;
times are in milliseconds and include the socket.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import multiprocessing
import random
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.daemon import environment, running
from benchmarks.vaults import body, home_for, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vaultbrain.client import Client

BURST = 10_000
PAUSE_SECONDS = 0.01
WARM_UP_SECONDS = 0.5
MIB = 1 << 20


def request(number: int, method: str, **params: object) -> bytes:
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(message).encode() + b"\n"


@contextlib.contextmanager
def connected(path: str, seconds: float = 30) -> Iterator[socket.socket]:
    """A connection; whatever the daemon does to it is no fault of the one who abuses it."""
    with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
        client.settimeout(seconds)
        # Where the queue of the listening socket is full, all that follows fails.
        with contextlib.suppress(OSError):
            client.connect(path)
        yield client


def _burst(path: str, burst: bytes) -> None:
    """Send everything and read what comes, until each request has its answer."""
    with connected(path, seconds=0) as client:
        left, answers = memoryview(burst), 0
        while answers < BURST:
            with contextlib.suppress(BlockingIOError):
                left = left[client.send(left) :] if left else left
            with contextlib.suppress(BlockingIOError):
                data = client.recv(MIB)
                answers += data.count(b"\n")
                if not data:
                    return
            time.sleep(0.001)


def pipelined(path: str, method: str, **params: object) -> None:
    burst = b"".join(request(n, method, **params) for n in range(BURST))
    while True:
        _burst(path, burst)


def pipelined_status(path: str) -> None:
    pipelined(path, "status")


def pipelined_searches(path: str) -> None:
    pipelined(path, "search", query="a word and another", mode="lexical")


def never_reading(path: str) -> None:
    while True:
        with connected(path) as client:
            for n in itertools.count():
                client.sendall(request(n, "status"))


def slow_loris(path: str, count: int = 30) -> None:
    clients: list[socket.socket] = []
    while True:
        while len(clients) < count:
            clients.append(socket.socket(socket.AF_UNIX))
            clients[-1].connect(path)
        for client in list(clients):
            try:
                client.send(b"x")
            except OSError:
                client.close()
                clients.remove(client)
        time.sleep(0.05)


def crowd(path: str, count: int = 300) -> None:
    while True:
        with contextlib.ExitStack() as stack:
            for n in range(count):
                client = stack.enter_context(connected(path))
                with contextlib.suppress(OSError):
                    client.send(request(n, "status"))
            time.sleep(0.2)


def hostile_lines(path: str) -> None:
    deep, long = b"[" * (MIB - 1) + b"\n", b"x" * (2 * MIB)
    mixed = b'{"a":[' + b'["",' * (MIB // 4 - 10) + b"\n"
    while True:
        for line in (deep, mixed, long):
            with connected(path) as client:
                client.sendall(line)
                client.recv(MIB)


ABUSES: dict[str, Callable[[str], None]] = {
    f"{BURST:,} pipelined `status`": pipelined_status,
    f"{BURST:,} pipelined `search`": pipelined_searches,
    "a client that never reads": never_reading,
    "30 that send a byte now and then": slow_loris,
    "300 clients at once": crowd,
    "deep JSON, 1 MiB and 2 MiB lines": hostile_lines,
}


def measure(client: Client, searches: int) -> list[float]:
    """Milliseconds of each search."""
    chance, took = random.Random(3), []  # noqa: S311 - questions, not secrets
    for _ in range(searches):
        query = " ".join(body(chance, 60).split()[1:4])
        begin = time.perf_counter()
        client.call("search", {"query": query, "mode": "lexical"})
        took.append(1000 * (time.perf_counter() - begin))
        time.sleep(PAUSE_SECONDS)
    return took


def beside(abuse: Callable[[str], None], path: str, work: Callable[[], list[float]]) -> list[float]:
    """Measure while another process abuses the socket."""
    process = multiprocessing.get_context("spawn").Process(target=abuse, args=(path,), daemon=True)
    process.start()
    try:
        time.sleep(WARM_UP_SECONDS)
        return work()
    finally:
        process.kill()
        process.join()


def p95(took: list[float]) -> float:
    return statistics.quantiles(took, n=20)[-1]


def row(name: str, alone: list[float], took: list[float]) -> str:
    return (
        f"| {name} | {statistics.median(alone):.1f} | {p95(alone):.1f} "
        f"| {statistics.median(took):.1f} | {p95(took):.1f} | {max(took):.1f} "
        f"| {p95(took) / p95(alone):.2f} |"
    )


def by_turns(
    client: Client, abuse: Callable[[str], None], path: str, searches: int, rounds: int
) -> tuple[list[float], list[float]]:
    """What searches took alone and beside an abuse."""
    alone, took = [], []
    for _ in range(rounds):
        alone += measure(client, searches)
        took += beside(abuse, path, lambda: measure(client, searches))
    return alone, took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=500)
    parser.add_argument("--searches", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vb-abuse-") as folder:
        vault, home = Path(folder) / "vault", Path(folder) / "h"
        write(vault, options.notes)
        path = str(home_for(home, vault).socket)
        with running(environment(home)) as client:
            client.call("sync", {"timeout": 600})
            measure(client, options.searches)
            print("| beside | median alone | p95 alone | median | p95 | longest | p95, ratio |")
            print("|---|--:|--:|--:|--:|--:|--:|")
            for name, abuse in ABUSES.items():
                found = by_turns(client, abuse, path, options.searches, options.rounds)
                print(row(name, *found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

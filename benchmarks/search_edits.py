"""What a change of a note costs a running daemon, and that nothing has changed."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

import msgspec

from benchmarks.daemon import cpu_seconds, processes
from benchmarks.vaults import key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from vaultbrain.client import Client

_POLL = 0.01
_LIMIT = 30.0
# Long enough for a change to be indexed, embedded and written.
_SETTLED = 1.5
_IDLE = 10.0
_FIRST_KEY = 7 * 10**6


class Edits(msgspec.Struct, frozen=True):
    """Wall milliseconds until words find a change, as median and worst; CPU milliseconds each.

    CPU is of the daemon with its worker, less what they use when nothing happens.
    """

    wall: float
    worst: float
    cpu: float


def edits(client: Client, files: Sequence[Path], rounds: int) -> Edits:
    """Add a line to one note after another; first looking for it, then leaving the daemon alone."""
    daemon = client.call("status", {})["pid"]
    words = _words()
    waited = [_found(client, file, next(words)) for file in files[:rounds]]
    time.sleep(_IDLE)
    idle = _used(daemon, _IDLE)
    before, began = _cpu(daemon), time.perf_counter()
    for file in files[rounds : 2 * rounds]:
        _append(file, next(words))
        time.sleep(_SETTLED)
    spent = _cpu(daemon) - before - idle * (time.perf_counter() - began)
    return Edits(1000 * statistics.median(waited), 1000 * max(waited), 1000 * spent / rounds)


def unchanged(client: Client, rounds: int = 3) -> float:
    """CPU seconds of a look at every note where none has changed."""
    daemon = client.call("status", {})["pid"]
    before = _cpu(daemon)
    for _ in range(rounds):
        client.call("sync", {"timeout": 600})
    return (_cpu(daemon) - before) / rounds


def _words() -> Iterator[str]:
    number = _FIRST_KEY
    while True:
        yield key(number)
        number += 1


def _append(file: Path, word: str) -> None:
    with file.open("a", encoding="utf-8") as note:
        note.write(f"\nAdded later: {word}.\n")


def _found(client: Client, file: Path, word: str) -> float:
    """Seconds until a new word of a note finds it."""
    _append(file, word)
    began = time.perf_counter()
    # A word that is not known yet finds notes with one that is nearly the same.
    asked = {"query": word, "mode": "lexical", "limit": 1}
    while not any(hit["path"].endswith(file.name) for hit in client.call("search", asked)["hits"]):
        if time.perf_counter() - began > _LIMIT:
            raise TimeoutError(file)
        time.sleep(_POLL)
    return time.perf_counter() - began


def _used(daemon: int, seconds: float) -> float:
    """CPU seconds a second of a daemon that has nothing to do."""
    before = _cpu(daemon)
    time.sleep(seconds)
    return (_cpu(daemon) - before) / seconds


def _cpu(daemon: int) -> float:
    return sum(map(cpu_seconds, processes(daemon)))

"""What embedding.py says of engines at work: speed side by side, and the cost of a process."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from benchmarks.embedding_engines import Cost, Task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.embedding_engines import Engine
    from benchmarks.embedding_texts import Chosen

_CHILD = Path(__file__).with_name("embedding_engines.py")
_STARTS = 3


class Round(msgspec.Struct, frozen=True):
    """Seconds for all passages on one thread (CPU and wall) and on all cores; each query's.

    `query` is the CPU time of a query on average.
    """

    cpu: float
    wall: float
    together: float
    queries: list[float]
    query: float


def race(engines: Mapping[str, Engine], chosen: Chosen, rounds: int) -> dict[str, list[Round]]:
    """Let the engines take turns: whatever else the machine does hits all of them alike."""
    for engine in engines.values():
        engine.passages(chosen.passages[:2])
        engine.queries(chosen.queries[:1])
    found: dict[str, list[Round]] = {name: [] for name in engines}
    names = list(engines)
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        first = number % len(names)
        for name in names[first:] + names[:first]:
            found[name].append(_round(engines[name], chosen))
    return found


def _round(engine: Engine, chosen: Chosen) -> Round:
    cpu, wall = time.process_time(), time.perf_counter()
    for text in chosen.passages:
        engine.passages([text])
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    began = time.perf_counter()
    engine.passages(chosen.passages)
    together = time.perf_counter() - began
    waits, query = [], time.process_time()
    for text in chosen.queries:
        began = time.perf_counter()
        engine.queries([text])
        waits.append(time.perf_counter() - began)
    query = (time.process_time() - query) / len(waits)
    return Round(cpu, wall, together, waits, query)


def cost(name: str, place: Path, chosen: Chosen) -> Cost:
    """Load an engine in a few fresh processes: the median of each figure."""
    found = []
    for _ in range(_STARTS):
        task = Task(time.monotonic(), chosen.queries[0], chosen.largest, chosen.tokens)
        command = [sys.executable, str(_CHILD), str(place), name]
        done = subprocess.run(
            command, input=msgspec.json.encode(task), stdout=subprocess.PIPE, check=True
        )
        found.append(msgspec.json.decode(done.stdout, type=Cost))
    return Cost(
        load=statistics.median(one.load for one in found),
        loaded=statistics.median(one.loaded for one in found),
        peak=statistics.median(one.peak for one in found),
    )

"""What the benchmarks of search measure alike for every tool: answers, times, CPU, memory, size."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from benchmarks.search_vaults import KINDS, QUESTION
from vaultbrain.paths import CPU_INFO, PROCESSES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.search_vaults import Query

    # The paths found for a text, best first.
    Ask = Callable[[str], Sequence[str]]

TOP = 10


class Machine(msgspec.Struct, frozen=True):
    """Where it was measured; `load` is the load average over the minute before."""

    processor: str
    cores: int
    system: str
    python: str
    load: float


class Times(msgspec.Struct, frozen=True):
    """Milliseconds of some queries."""

    p50: float
    p95: float


class Asked(msgspec.Struct, frozen=True):
    """Queries put to one tool.

    `times` are wall and `cpu` CPU milliseconds of the four kinds; `by_kind` has the wall of each,
    and of titles with a typo; `shares` mean CPU milliseconds a query by process. By kind: `found`
    counts those whose right note was among the first ten, `known` those that have a right note,
    `empty` those without any result, `asked` all of them.
    """

    times: Times
    cpu: Times
    by_kind: dict[str, Times]
    shares: dict[str, float]
    asked: dict[str, int]
    known: dict[str, int]
    found: dict[str, int]
    empty: dict[str, int]


class Spent(NamedTuple):
    """One query: the paths found, wall milliseconds, CPU milliseconds by process."""

    query: Query
    paths: Sequence[str]
    wall: float
    cpu: dict[str, float]


class Cost(NamedTuple):
    """A command: CPU and wall seconds, peak MB, what it wrote."""

    cpu: float
    wall: float
    peak: float
    output: bytes


def machine() -> Machine:
    lines = CPU_INFO.read_text(encoding="ascii").splitlines() if CPU_INFO.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return Machine(
        processor=names[0] if names else platform.machine(),
        cores=os.cpu_count() or 1,
        system=platform.platform(terse=True),
        python=platform.python_version(),
        load=os.getloadavg()[0],
    )


def put(queries: Sequence[Query], ask: Ask, pids: Mapping[str, int]) -> Asked:
    """Ask every query once, after a few others that warm the tool up.

    Args:
        queries: of all kinds.
        ask: asks the tool.
        pids: its processes by name, which all live as long as this takes.
    """
    for query in {at.kind: at for at in queries}.values():
        ask(f"{query.text} zzwarm")
    spent = []
    for query in queries:
        before, began = list(map(_cpu_now, pids.values())), time.perf_counter()
        paths = ask(query.text)
        wall = 1000 * (time.perf_counter() - began)
        after = map(_cpu_now, pids.values())
        used = [1000 * (now - then) for now, then in zip(after, before, strict=True)]
        spent.append(Spent(query, paths, wall, dict(zip(pids, used, strict=True))))
    return summed(spent)


def summed(spent: Sequence[Spent]) -> Asked:
    """Figures of queries that were asked."""
    of_kind = {
        at.query.kind: [one for one in spent if one.query.kind == at.query.kind] for at in spent
    }
    four = [at for at in spent if at.query.kind in KINDS]
    return Asked(
        times=times(at.wall for at in four),
        cpu=times(sum(at.cpu.values()) for at in four),
        by_kind={kind: times(at.wall for at in found) for kind, found in sorted(of_kind.items())},
        shares={name: statistics.fmean(at.cpu[name] for at in spent) for name in spent[0].cpu},
        asked=dict(Counter(at.query.kind for at in spent)),
        known=dict(Counter(at.query.kind for at in spent if at.query.gold)),
        found=dict(Counter(at.query.kind for at in spent if at.query.gold in at.paths[:TOP])),
        empty=dict(Counter(at.query.kind for at in spent if not at.paths)),
    )


def _cpu_now(process: int) -> float:
    """CPU seconds of a process's threads that live, to the nanosecond."""
    total = 0
    for task in (PROCESSES / str(process) / "task").iterdir():
        with suppress(OSError):
            total += int((task / "schedstat").read_text(encoding="ascii").split()[0])
    return total / 1e9


def times(spent: Iterable[float]) -> Times:
    values = sorted(spent)
    return Times(statistics.median(values), values[min(len(values) - 1, int(0.95 * len(values)))])


def share(asked: Asked, kind: str) -> str:
    """How many of a kind were found, of how many."""
    return f"{asked.found.get(kind, 0)}/{asked.known.get(kind, 0)}"


def unanswered(asked: Asked) -> str:
    """How many questions had no result at all, of how many."""
    return f"{asked.empty.get(QUESTION, 0)}/{asked.asked.get(QUESTION, 0)}"


def run(command: Sequence[str], environ: Mapping[str, str], allowed: Sequence[int] = (0,)) -> Cost:
    """Run a command to its end; its children that it waited for count.

    Raises:
        subprocess.CalledProcessError: it ended with another status than those allowed.
    """
    began = time.perf_counter()
    process = subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    with process.stdout as pipe:
        output = pipe.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in allowed:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, output)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown: the first column is text, the others are figures."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def write_json(place: Path, value: object) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")

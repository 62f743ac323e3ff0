"""CPU seconds and memory: a first indexing, a restart without changes, a search from the shell.

    python benchmarks/cost.py --vault VAULT [--runs 5]

Starts the real daemon on the vault in a home of its own, waits until every note can be found
by its words, and reads the daemon's CPU seconds (user and system, without its model worker)
and peak memory from /proc. The daemon is stopped before vectors are made, started again with
nothing changed, and asked by `vaultbrain search` from cold.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.daemon import environment, memory, running
from vaultbrain.paths import PROCESSES

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(process: int) -> float:
    """CPU seconds of a process so far."""
    stat = (PROCESSES / str(process) / "stat").read_text(encoding="ascii")
    fields = stat.rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def until_found(environ: dict[str, str], pause: float) -> tuple[float, float, float, int]:
    """CPU seconds, wall seconds, peak MB and notes of a daemon until words find everything."""
    began = time.perf_counter()
    with running(environ) as client:
        while (status := client.call("status", {}))["index_age_seconds"] is None:
            time.sleep(pause)  # each look costs the daemon a few ms as well
        took = time.perf_counter() - began
        return cpu_seconds(status["pid"]), took, memory(status["pid"])[1], status["notes"]


def search_cost(environ: dict[str, str], runs: int) -> list[float]:
    """CPU milliseconds of `vaultbrain search`, interpreter included, with the daemon up."""
    command = [sys.executable, "-m", "vaultbrain", "search", "--mode", "lexical", "the"]
    costs = []
    with running(environ):
        for _ in range(runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                command,
                env=environ,
                check=False,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            costs.append(1000 * used)
    return costs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    size = sum(path.stat().st_size for path in options.vault.rglob("*.md")) / 1e6
    with tempfile.TemporaryDirectory(prefix="vb-cost-") as home:
        (Path(home) / "config").mkdir(mode=0o700)
        settings = {"sources": {"notes": {"path": str(options.vault)}}}
        (Path(home) / "config" / "config.yaml").write_text(json.dumps(settings), "utf-8")
        environ = environment(Path(home))
        cpu, wall, peak, notes = until_found(environ, 1.0)
        print(
            f"first indexing, {notes} notes, {size:.1f} MB: {cpu:.1f} CPU s, "
            f"{wall:.1f} s, peak {peak:.0f} MB"
        )
        again = [until_found(environ, 0.05) for _ in range(options.runs)]
        print(
            f"restart without changes: {statistics.median(a[0] for a in again):.2f} CPU s, "
            f"{statistics.median(a[1] for a in again):.2f} s"
        )
        costs = search_cost(environ, 4 * options.runs)
        print(
            f"vaultbrain search, cold: {statistics.median(costs):.0f} CPU ms "
            f"(from {min(costs):.0f} to {max(costs):.0f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

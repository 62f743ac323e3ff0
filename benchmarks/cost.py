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

from benchmarks.golden import connect
from vaultbrain.client import Client
from vaultbrain.paths import HOME_VARIABLE, locate

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_and_peak(pid: int) -> tuple[float, float]:
    """CPU seconds of a process so far, and its peak memory in MB."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    peak = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return (int(fields[11]) + int(fields[12])) / TICKS, int(peak) / 1024


def until_found(environ: dict[str, str], pause: float) -> tuple[float, float, float, int]:
    """CPU seconds, wall seconds, peak MB and notes of a daemon until words find everything."""
    began = time.perf_counter()
    daemon = subprocess.Popen([sys.executable, "-m", "vaultbrain", "daemon"], env=environ)
    try:
        with Client(connect(locate(environ).socket, daemon), timeout=900) as client:
            while (status := client.call("status", {}))["index_age_seconds"] is None:
                time.sleep(pause)  # each look costs the daemon a few ms as well
            cpu, peak = cpu_and_peak(daemon.pid)
            return cpu, time.perf_counter() - began, peak, status["notes"]
    finally:
        daemon.terminate()
        daemon.wait(60)


def search_cost(environ: dict[str, str], runs: int) -> list[float]:
    """CPU milliseconds of `vaultbrain search`, interpreter included, with the daemon up."""
    daemon = subprocess.Popen([sys.executable, "-m", "vaultbrain", "daemon"], env=environ)
    command = [sys.executable, "-m", "vaultbrain", "search", "--mode", "lexical", "the"]
    costs = []
    try:
        connect(locate(environ).socket, daemon)
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
    finally:
        daemon.terminate()
        daemon.wait(60)
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
        environ = {**os.environ, HOME_VARIABLE: home}
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

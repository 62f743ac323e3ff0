"""What the daemon costs while nothing happens: share of a core, memory, wake-ups.

    python benchmarks/idle.py --notes 10000 [--minutes 10] [--embedder off|builtin]

Makes a vault of seeded text, lets the daemon index it, waits until its tidying is over as well,
and then looks at it from outside for the whole time: CPU of the daemon and all of its children,
resident and proportional memory of the daemon without the model's worker, and voluntary context
switches of all threads, which are its wake-ups. Nobody asks it anything meanwhile.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.daemon import cpu_seconds, environment, memory, processes, running, switches
from benchmarks.vaults import home_for, write
from vaultbrain.paths import PROCESSES

_WINDOW = 10.0
_SETTLED = 3
_QUIET_SHARE = 0.02


class Sample(NamedTuple):
    """What was used up to a moment: seconds of CPU, and wake-ups by thread."""

    at: float
    cpu: float
    wakes: dict[int, int]


def sample(daemon: int) -> Sample:
    """Look at the daemon and its children now."""
    family = processes(daemon)
    wakes = {task: count for process in family for task, count in switches(process).items()}
    return Sample(time.monotonic(), sum(map(cpu_seconds, family)), wakes)


def settle(daemon: int, least: float) -> float:
    """Wait until the work after the work is over too; how long that took."""
    began = time.monotonic()
    quiet, before = 0, sample(daemon)
    while quiet < _SETTLED or time.monotonic() - began < least:
        time.sleep(_WINDOW)
        now = sample(daemon)
        quiet = quiet + 1 if now.cpu - before.cpu < _QUIET_SHARE * _WINDOW else 0
        before = now
    return time.monotonic() - began


def proportional(process: int) -> float:
    """Memory in MB, with what is shared divided among those that share it."""
    text = (PROCESSES / str(process) / "smaps_rollup").read_text(encoding="ascii")
    (line,) = [line for line in text.splitlines() if line.startswith("Pss:")]
    return int(line.split()[1]) / 1024


def watch(daemon: int, minutes: float) -> None:
    """Look at an idle daemon, and print what it cost."""
    before, most = sample(daemon), 0.0
    ends = before.at + 60 * minutes
    while (left := ends - time.monotonic()) > 0:
        time.sleep(min(left, _WINDOW))
        most = max(most, memory(daemon)[0])
    after = sample(daemon)
    span = after.at - before.at
    each = {task: count - before.wakes.get(task, 0) for task, count in after.wakes.items()}
    now, peak = memory(daemon)
    print(f"CPU, share of a core:    {100 * (after.cpu - before.cpu) / span:6.2f} %")
    print(f"RSS, most while idle:    {most:6.1f} MiB (now {now:.1f}, ever {peak:.1f})")
    print(f"PSS:                     {proportional(daemon):6.1f} MiB")
    print(f"wake-ups:                {sum(each.values()) / span:6.2f} a second")
    busy = sorted(((count / span, task) for task, count in each.items() if count), reverse=True)
    print("  by thread:", ", ".join(f"{rate:.2f} ({task})" for rate, task in busy))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--settle", type=float, default=150, help="seconds to wait at least")
    parser.add_argument("--embedder", default="off", choices=("builtin", "off"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vb-idle-") as folder:
        vault, home = Path(folder) / "vault", Path(folder) / "h"
        write(vault, options.notes)
        home_for(home, vault, options.embedder)
        with running(environment(home)) as client:
            client.call("sync", {"timeout": 3600})
            while (status := client.call("status"))["pending"]:
                time.sleep(1)
            daemon = status["pid"]
            print(f"{status['notes']} notes, {status['chunks']} chunks, daemon {daemon}")
            print(f"settled after {settle(daemon, options.settle):.0f} s", flush=True)
            watch(daemon, options.minutes)
    return 0


if __name__ == "__main__":
    sys.exit(main())

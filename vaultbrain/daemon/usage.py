"""Memory and processor time of the daemon and its processes, as the system counts them."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from vaultbrain.paths import PROCESSES, PS
from vaultbrain.protocol.methods import ProcessUsage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.protocol.methods import ProcessRole

_KIB = 1024


class Process(NamedTuple):
    """One process; its peak is None where the system does not keep it."""

    pid: int
    parent: int
    rss_bytes: int
    peak_bytes: int | None
    cpu_seconds: float


def processes(
    worker: int | None, *, root: int | None = None, proc: Path = PROCESSES
) -> tuple[ProcessUsage, ...]:
    """Usage by role: of the daemon, of the model's worker and of the readers together.

    Args:
        worker: process of the model, where there is one.
        root: the daemon's process; by default our own.
        proc: where Linux tells of processes.

    Returns:
        Roles of which there is a process. None at all where the system does not tell.
    """
    root = os.getpid() if root is None else root
    found = list(_linux(proc, root) if proc.is_dir() else _others(root))
    roles: dict[ProcessRole, list[Process]] = {"daemon": [], "model": [], "readers": []}
    for at in found:
        roles["daemon" if at.pid == root else "model" if at.pid == worker else "readers"].append(at)
    return tuple(_usage(role, group) for role, group in roles.items() if group)


def _usage(role: ProcessRole, group: list[Process]) -> ProcessUsage:
    peaks = [at.peak_bytes for at in group if at.peak_bytes is not None]
    return ProcessUsage(
        role=role,
        rss_bytes=sum(at.rss_bytes for at in group),
        peak_bytes=sum(peaks) if len(peaks) == len(group) else None,
        cpu_seconds=round(sum(at.cpu_seconds for at in group), 2),
    )


def _linux(proc: Path, root: int) -> Iterator[Process]:
    tick = os.sysconf("SC_CLK_TCK")
    for place in proc.glob("[0-9]*"):
        try:
            # The name of a program stands in brackets and may hold anything.
            told = (place / "stat").read_text(errors="replace").rpartition(")")[2].split()
            pid, parent = int(place.name), int(told[1])
            if root not in (pid, parent):
                continue
            lines = (place / "status").read_text(errors="replace").splitlines()
        except OSError:  # it has ended
            continue
        sizes = dict(line.split(":", 1) for line in lines if line.startswith(("VmRSS", "VmHWM")))
        if not sizes:  # it is ending
            continue
        now, peak = (int(sizes[key].split()[0]) * _KIB for key in ("VmRSS", "VmHWM"))
        yield Process(pid, parent, now, peak, (int(told[11]) + int(told[12])) / tick)


def _others(root: int) -> Iterator[Process]:
    command = [str(PS), "-A", "-o", "pid=,ppid=,rss=,time="]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return
    for line in told.splitlines():
        pid, parent, kib, spent = line.split()
        if root in (int(pid), int(parent)):
            yield Process(int(pid), int(parent), int(kib) * _KIB, None, seconds(spent))


def seconds(spent: str) -> float:
    """What `ps` says as `[days-][hours:]minutes:seconds`."""
    days, _, clock = spent.rpartition("-")
    total = int(days or 0) * 24.0
    parts = [float(part) for part in clock.split(":")]
    hours, minutes, rest = [0.0] * (3 - len(parts)) + parts
    return ((total + hours) * 60 + minutes) * 60 + rest

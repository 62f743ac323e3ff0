"""The product's daemon as benchmarks run it: started over a home, asked, and looked at."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from vaultbrain.client import Client
from vaultbrain.errors import DaemonNotRunning
from vaultbrain.paths import HOME_VARIABLE, PROCESSES, locate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

COMMAND = (sys.executable, "-m", "vaultbrain", "daemon")


def environment(home: Path) -> dict[str, str]:
    """This process's own, with a home of its own."""
    return {**os.environ, HOME_VARIABLE: str(home)}


@contextmanager
def running(environ: Mapping[str, str], command: Sequence[str] = COMMAND) -> Iterator[Client]:
    """A daemon that answers, asked to end afterwards."""
    daemon = subprocess.Popen(command, env=environ)
    try:
        with Client(_socket(environ, daemon), timeout=900) as client:
            yield client
    finally:
        daemon.terminate()
        daemon.wait(60)


def _socket(environ: Mapping[str, str], daemon: subprocess.Popen[bytes]) -> Path:
    """Wait until the daemon answers."""
    socket = locate(environ).socket
    for _ in range(300):
        try:
            with Client(socket):
                return socket
        except DaemonNotRunning:
            if daemon.poll() is not None:
                raise
            time.sleep(0.1)
    raise TimeoutError(socket)


def processes(daemon: int) -> list[int]:
    """The daemon and its children, by process id."""
    found = [daemon]
    for place in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):
            if int((place / "stat").read_text().rpartition(")")[2].split()[1]) == daemon:
                found.append(int(place.name))
    return found


def cpu_seconds(process: int) -> float:
    """CPU seconds of a process so far, user and system."""
    stat = (PROCESSES / str(process) / "stat").read_text(encoding="ascii")
    fields = stat.rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def switches(process: int) -> dict[int, int]:
    """Voluntary context switches of each thread so far: how often it went to sleep."""
    found: dict[int, int] = {}
    for place in (PROCESSES / str(process) / "task").iterdir():
        with suppress(OSError):
            text = (place / "status").read_text(encoding="ascii")
            (line,) = [at for at in text.splitlines() if at.startswith("voluntary_ctxt")]
            found[int(place.name)] = int(line.split()[1])
    return found


def worker_of(daemon: int) -> int | None:
    """The process id of a daemon's model worker, where one runs."""
    for place in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(parent) == daemon and state != "Z":
                return int(place.name)
    return None


def memory(process: int) -> tuple[float, float]:
    """Resident memory of a process in MB, now and at its peak."""
    lines = (PROCESSES / str(process) / "status").read_text(encoding="ascii").splitlines()
    told = dict(line.split(":", 1) for line in lines)
    now, peak = (int(told[key].split()[0]) / 1024 for key in ("VmRSS", "VmHWM"))
    return now, peak

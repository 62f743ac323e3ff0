"""How many threads are worth having."""

from __future__ import annotations

import os

from vaultbrain.paths import CPU_TOPOLOGY


def usable_cores() -> int:
    """Cores that this process may run on. Two threads of one core share its arithmetic."""
    if not hasattr(os, "sched_getaffinity"):
        return os.cpu_count() or 1
    cpus = os.sched_getaffinity(0)
    return max(1, len({_siblings(cpu) for cpu in cpus}))


def _siblings(cpu: int) -> str:
    """All the threads of the core that a thread belongs to, as Linux lists them."""
    path = CPU_TOPOLOGY / f"cpu{cpu}" / "topology" / "thread_siblings_list"
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return str(cpu)

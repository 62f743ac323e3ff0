"""Giving memory back that indexing needed and idleness does not."""

from __future__ import annotations

import contextlib
import ctypes
import gc
from typing import TYPE_CHECKING

from vaultbrain.store import analysis

if TYPE_CHECKING:
    from vaultbrain.gate.scanner import Scanner
    from vaultbrain.search.service import Search


def trim() -> None:
    """Hand what Python and the C library hold in reserve back to the system."""
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):  # glibc alone has it
        ctypes.CDLL(None).malloc_trim(0)


def give_back(scanner: Scanner, search: Search) -> None:
    """Give back to the system what was needed for work, and is made again when it is needed."""
    analysis.release()
    scanner.release()
    search.release()
    trim()

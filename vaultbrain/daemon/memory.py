"""Giving memory back that indexing needed and idleness does not."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def trim() -> None:
    """Hand what Python and the C library hold in reserve back to the system."""
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):  # glibc alone has it
        ctypes.CDLL(None).malloc_trim(0)

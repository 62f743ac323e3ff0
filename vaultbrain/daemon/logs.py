"""The daemon's log: what happened and where in the code, never what a note says."""

from __future__ import annotations

import io
import logging
import os
import threading
import traceback
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

from vaultbrain.errors import BlockedByGate

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from vaultbrain.gate import Gate

_BYTES, _KEPT = 1 << 20, 2
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# The last two report faults of our own callbacks, with tracebacks.
_NAMES = ("vaultbrain", "watchdog", "asyncio", "concurrent")


class Discreet(logging.Formatter):
    """Lines without secrets, and tracebacks by type and place: their words could quote a note."""

    def __init__(self, gate: Gate) -> None:
        super().__init__(_FORMAT)
        self._gate = gate

    def format(self, record: logging.LogRecord) -> str:
        """One record as text that the gate lets pass."""
        try:
            return self._gate.clean(super().format(record)).text
        except BlockedByGate:
            return f"{record.levelname} {record.name}: a line that the gate cannot vouch for"

    def formatException(  # noqa: N802 - logging's own name
        self,
        ei: tuple[type[BaseException] | None, BaseException | None, TracebackType | None],
    ) -> str:
        """Type of the exception and the frames that led to it."""
        kind, _, trace = ei
        frames = [
            f"  {frame.filename}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(trace)
        ]
        return "\n".join([kind.__name__ if kind else "no exception", *frames])


class _Private(RotatingFileHandler):
    """Only its owner may read the file, also after it was turned over."""

    def _open(self) -> io.TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.fchmod(handle, 0o600)
        return io.TextIOWrapper(io.FileIO(handle, "a"), encoding="utf-8")


def open_log(path: Path, level: str, gate: Gate) -> logging.Handler:
    """Write the package's log to a private file that is turned over at 1 MiB.

    Args:
        path: of the file.
        level: as in `logging`.
        gate: in front of it.
    """
    handler = _Private(path, maxBytes=_BYTES, backupCount=_KEPT, encoding="utf-8")
    handler.setFormatter(Discreet(gate))
    for name in _NAMES:
        logger = logging.getLogger(name)
        logger.setLevel(level.upper())
        logger.addHandler(handler)
        logger.propagate = False
    threading.excepthook = _thread_ended
    return handler


def close_log(handler: logging.Handler) -> None:
    """Undo `open_log`."""
    for name in _NAMES:
        logger = logging.getLogger(name)
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
        logger.propagate = True
    threading.excepthook = threading.__excepthook__
    handler.close()


def _thread_ended(ended: threading.ExceptHookArgs) -> None:
    """Python's own hook prints the exception's message."""
    name = ended.thread.name if ended.thread else "?"
    fault = ended.exc_value or ended.exc_type()
    logging.getLogger("vaultbrain").critical("the thread %s ended", name, exc_info=fault)

"""The daemon's log: what happened and where in the code, never what a note says."""

from __future__ import annotations

import logging
import os
import traceback
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_BYTES, _KEPT = 1 << 20, 2
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Discreet(logging.Formatter):
    """Tracebacks by type and place: an exception's own words could quote a note."""

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


def open_log(path: Path, level: str) -> logging.Handler:
    """Write the package's log to a private file that is turned over at 1 MiB."""
    handler = RotatingFileHandler(path, maxBytes=_BYTES, backupCount=_KEPT, encoding="utf-8")
    os.chmod(path, 0o600)  # noqa: PTH101 - the handler has just made it
    handler.setFormatter(Discreet(_FORMAT))
    for name in ("vaultbrain", "watchdog"):
        logger = logging.getLogger(name)
        logger.setLevel(level.upper())
        logger.addHandler(handler)
        logger.propagate = False
    return handler


def close_log(handler: logging.Handler) -> None:
    """Undo `open_log`."""
    for name in ("vaultbrain", "watchdog"):
        logging.getLogger(name).removeHandler(handler)
    handler.close()

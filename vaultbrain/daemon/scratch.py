"""A daemon for a while, in a home that goes away with it: `vaultbrain bench --index` runs it.

It ends when its standard input does, so that it outlives nobody who began it, however they end.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from vaultbrain.daemon.main import run
from vaultbrain.errors import VaultbrainError
from vaultbrain.paths import HOME_VARIABLE, locate

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST_END, _PAUSE = 10.0, 0.05


def main(argv: Sequence[str], lifeline: BinaryIO) -> int:
    """Serve the home that is named until the lifeline ends; returns the exit status."""
    home = Path(argv[0])
    signal.signal(signal.SIGTERM, _end)  # until the daemon has its own way to end
    try:
        threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
        return run(locate({HOME_VARIABLE: str(home)}))
    except VaultbrainError as error:
        sys.stderr.write(f"{error.message}\n")
        return error.code
    finally:
        _remove(home)


def _end(*_: object) -> None:
    raise SystemExit(0)


def _remove(home: Path) -> None:
    """Remove a home, in which a process that ends may still write for a moment."""
    deadline = time.monotonic() + _LONGEST_END
    while home.exists() and time.monotonic() < deadline:
        shutil.rmtree(home, ignore_errors=True)
        time.sleep(_PAUSE)


def _end_with(lifeline: BinaryIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        while lifeline.read(1):
            pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin.buffer))

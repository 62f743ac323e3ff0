"""`vaultbrain stop`: end the daemon."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING

from vaultbrain.client import Client
from vaultbrain.errors import NotReady, ProtocolError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "End the daemon. The index stays; the next start goes on from there."
EXAMPLES = ("vaultbrain stop",)
WAIT_SECONDS = 10.0
POLL_SECONDS = 0.05


def add_arguments(parser: Parser) -> None:
    """Nothing of its own."""
    del parser


def run(
    args: argparse.Namespace,
    io: Io,
    kill: Callable[[int, int], None] = os.kill,
    wait: float = WAIT_SECONDS,
) -> int:
    """0 once the socket is gone; raises DaemonNotRunning where nothing runs."""
    del args
    where = io.paths().socket
    with Client(where) as client:
        pid = client.call("status").get("pid")
    if not isinstance(pid, int) or pid <= 1:  # 0 and below would signal whole groups
        raise ProtocolError(
            "The daemon did not say which process it is, so it was not ended. Find it with "
            "`pgrep -f 'vaultbrain daemon'` and end it by hand."
        )
    with contextlib.suppress(ProcessLookupError):  # it went by itself in the meantime
        kill(pid, signal.SIGTERM)
    _await_end(where, pid, wait)
    if io.json:
        io.emit({"stopped": True, "pid": pid})
    else:
        io.out("The daemon has ended. Your notes and the index are as they were.")
    return 0


def _await_end(where: Path, pid: int, wait: float) -> None:
    deadline = time.monotonic() + wait
    while where.exists():
        if time.monotonic() > deadline:
            raise NotReady(
                f"The daemon (process {pid}) was asked to end but has not within {wait:g} s; it "
                "may still finish what it writes. Look again with `vaultbrain status`."
            )
        time.sleep(POLL_SECONDS)

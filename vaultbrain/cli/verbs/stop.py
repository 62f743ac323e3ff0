"""`vaultbrain stop`: end the daemon."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import time
from typing import TYPE_CHECKING

from vaultbrain import paths
from vaultbrain.client import Client
from vaultbrain.errors import NotReady, ProtocolError, VaultbrainError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "End the daemon. The index stays; the next start goes on from there."
EXAMPLES = ("vaultbrain stop",)
WAIT_SECONDS = 10.0
ANSWER_SECONDS = 5.0
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
    """0 once the daemon is gone; raises DaemonNotRunning where nothing runs."""
    del args
    places = io.paths()
    pid = _find(places)
    with contextlib.suppress(ProcessLookupError):  # it went by itself in the meantime
        kill(pid, signal.SIGTERM)
    _await_end(places, pid, wait)
    if io.json:
        io.emit({"stopped": True, "pid": pid})
    else:
        io.out("The daemon has ended. Your notes and the index are as they were.")
    return 0


def _find(places: paths.Paths) -> int:
    """The daemon's process: as it says itself, else as its lock does, if it is a vaultbrain."""
    try:
        return _ask(places.socket)
    except VaultbrainError:
        pid = lock_holder(places.lock)
        if pid is None or "vaultbrain" not in command_of(pid):
            raise
        return pid


def _ask(where: Path) -> int:
    with Client(where, ANSWER_SECONDS) as client:
        pid = client.call("status").get("pid")
    if not isinstance(pid, int) or pid <= 1:  # 0 and below would signal whole groups
        raise ProtocolError(
            "The daemon did not say which process it is, so it was not ended. Find it with "
            "`pgrep -f 'vaultbrain daemon'` and end it by hand."
        )
    return pid


def lock_holder(lock: Path) -> int | None:
    """The process id in the lock file while somebody holds the lock; an old one says nothing."""
    try:
        with lock.open("rb") as file:
            with contextlib.suppress(BlockingIOError):  # held: just what is looked for
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return None
            pid = int(file.read(20))
    except (OSError, ValueError):
        return None
    return pid if pid > 1 else None


def command_of(pid: int) -> str:
    """The command line of a process; empty where there is none."""
    try:
        raw = (paths.PROCESSES / str(pid) / "cmdline").read_bytes()
    except OSError:
        import subprocess  # noqa: PLC0415 - slow to import; only where there is no /proc

        # Without -ww, ps may cut a command line at 80 columns, where a long path fills them.
        command = [str(paths.PS), "-ww", "-o", "command=", "-p", str(pid)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return raw.replace(b"\0", b" ").decode(errors="replace")


def _await_end(places: paths.Paths, pid: int, wait: float) -> None:
    deadline = time.monotonic() + wait
    while places.socket.exists() or lock_holder(places.lock) == pid:
        if time.monotonic() > deadline:
            raise NotReady(
                f"The daemon (process {pid}) was asked to end but has not within {wait:g} s; it "
                "may still finish what it writes. Look again with `vaultbrain status`."
            )
        time.sleep(POLL_SECONDS)

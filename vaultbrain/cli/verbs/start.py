"""`vaultbrain start`: start the daemon and wait until the notes can be searched."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from vaultbrain import config, paths
from vaultbrain.cli import render, vaults
from vaultbrain.cli.io import ERROR_PREFIX
from vaultbrain.cli.progress import reporter
from vaultbrain.cli.text import count, one_line
from vaultbrain.client import Client
from vaultbrain.errors import DaemonNotRunning, NotReady, UsageError, from_wire
from vaultbrain.protocol.wire import PROTOCOL

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Start the daemon in the background and wait until the notes can be searched by words."
EXAMPLES = (
    "vaultbrain start ~/Notes",
    "vaultbrain start --wait    (until they can be searched by meaning too)",
)
ANSWER_SECONDS = 60.0
POLL_SECONDS = 0.1
INTERRUPTED = 130


class Child(Protocol):
    """The started daemon, as far as it is looked at."""

    def poll(self) -> int | None:
        """Its exit status once it has ended."""


def add_arguments(parser: Parser) -> None:
    """Declare what can be set."""
    parser.add_argument(
        "vault", nargs="?", metavar="VAULT", help="folder of notes; registered when it is new"
    )
    parser.add_argument("--wait", action="store_true", help="wait for the vectors too")


def launch(io: Io) -> Child:
    """Start `vaultbrain daemon` detached from this terminal."""
    import subprocess  # noqa: PLC0415 - slow to import

    home = io.environ.get(paths.HOME_VARIABLE)
    environ = dict(io.environ)
    if home:
        environ[paths.HOME_VARIABLE] = str(Path(home).expanduser().absolute())
    # Not in the current folder: `-m` would import from there, and it could never be unmounted.
    beside_package = Path(paths.__file__).parent.parent
    log = os.open(io.paths().log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "vaultbrain", "daemon"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=beside_package,
            env=environ,
            start_new_session=True,
        )
    finally:
        os.close(log)


def run(args: argparse.Namespace, io: Io, launch: Callable[[Io], Child] = launch) -> int:
    """0 once search by words works."""
    wanted = vaults.register(io.paths(), Path(args.vault)) if args.vault else None
    running = _status(io)
    if running is not None:
        return _already(io, running, wanted)
    if not config.load(io.paths().config_file).sources:
        raise UsageError(
            "No vault is registered, so there is nothing to start. "
            "Name the folder of your notes: vaultbrain start ~/Notes"
        )
    if wanted is not None and wanted.added and not io.json:
        io.say(f"Registered {wanted.root} as source `{wanted.source}`.")
    log = io.paths().log
    paths.private_dir(log.parent)
    written = log.stat().st_size if log.exists() else 0
    child = launch(io)
    try:
        _await_answer(io, child, written)
        found = _await_search(io, child, written, vectors=args.wait)
    except KeyboardInterrupt:
        io.say(
            "\nThe daemon goes on in the background; `vaultbrain status` shows how far it is, "
            "`vaultbrain stop` ends it."
        )
        return INTERRUPTED
    return _ready(io, found)


def _status(io: Io) -> dict[str, Any] | None:
    try:
        with Client(io.paths().socket) as client:
            client.call("hello", {"protocol": PROTOCOL, "client": "cli"})
            return client.call("status")
    except DaemonNotRunning:
        return None


def _already(io: Io, running: dict[str, Any], wanted: vaults.Registered | None) -> int:
    served = {source["path"] for source in running["sources"]}
    if wanted is not None and not any(Path(p).resolve() == wanted.root for p in served):
        raise NotReady(
            f"The daemon is running, but without {wanted.root}: that vault is registered as "
            f"source `{wanted.source}` and will be read at the next start. "
            "Restart it: vaultbrain stop, then vaultbrain start"
        )
    if io.json:
        io.emit(running)
    elif not (_all_away(running) or _is_locked(running)):
        io.out(f"Already running (process {running['pid']}).")
        if running["state"] != "ready":
            io.say(render.state_line(running, running))
    return _served(io, running)


def _await_answer(io: Io, child: Child, written: int) -> None:
    deadline = time.monotonic() + ANSWER_SECONDS
    while _status(io) is None:
        _check_alive(io, child, written)
        if time.monotonic() > deadline:
            raise NotReady(
                f"The daemon was started but does not answer after {ANSWER_SECONDS:g} s; your "
                f"notes were not touched. Look into {io.paths().log}, or try "
                "`vaultbrain status` in a moment."
            )
        time.sleep(POLL_SECONDS)


def _check_alive(io: Io, child: Child, written: int) -> None:
    """Raise where the daemon has ended, as the error that its exit status stands for."""
    status = child.poll()
    if status is None or _status(io) is not None:  # another start may have been quicker
        return
    raise from_wire(
        "",
        status,
        f"The daemon ended at once, with exit status {status}; your notes were not touched. "
        f"It said: {_last_words(io.paths().log, written)}\nSee {io.paths().log} and "
        "`vaultbrain doctor`.",
    )


def _last_words(log: Path, written: int) -> str:
    """The last error that was written since, else the last line; neither holds note text."""
    try:
        with log.open("rb") as stream:
            stream.seek(written)
            text = stream.read(1024 * 1024).decode(errors="replace")
            text = f"\n{text}"
    except OSError:
        return "(its log cannot be read)"
    _, _, message = text.rpartition(f"\n{ERROR_PREFIX}")
    lines = [line for line in text.splitlines() if line.strip()]
    return one_line(message) or (one_line(lines[-1]) if lines else "(nothing)")


def _await_search(io: Io, child: Child, written: int, *, vectors: bool) -> dict[str, Any]:
    with reporter(io) as show:
        while True:
            found = _status(io)
            if found is None:
                _check_alive(io, child, written)
            else:
                show(found["progress"])
                if _searchable(found, vectors=vectors):
                    return found
            time.sleep(POLL_SECONDS)


def _searchable(found: dict[str, Any], *, vectors: bool) -> bool:
    phase = found["progress"]["phase"]
    # Nobody knows when the machine is plugged in again.
    vectors = vectors and all(at["code"] != "on-battery" for at in found["problems"])
    if phase == "embedding":
        return not vectors
    if vectors and found["pending"] and found["model"]["available"]:
        return False  # between two batches
    # Idle before the first look at the vault is not the end; idle because it is away, is.
    began = found["index_age_seconds"] is not None
    return phase == "idle" and (began or found["state"] not in ("ready", "indexing"))


def _ready(io: Io, found: dict[str, Any]) -> int:
    if io.json:
        io.emit(found)
    if io.json or _all_away(found) or _is_locked(found):
        return _served(io, found)
    if found["state"] not in ("ready", "indexing"):
        io.say(render.state_line(found, None))  # the problems follow below
    io.out(f"Ready: {count(found['notes'], 'note')} can be searched.")
    if found["pending"] and found["model"]["available"]:
        done = f"{found['vectors']:,} of {count(found['embeddable'], 'chunk')}"
        io.out(f"Search by meaning follows in the background: {done} so far.")
    for line in render.problems(found["problems"], render.Page(io.style(io.stderr), io.width())):
        io.say(line)
    io.out('Next: vaultbrain ask "..."')
    return 0


def _all_away(found: dict[str, Any]) -> bool:
    return bool(found["sources"]) and all(at["state"] == "offline" for at in found["sources"])


def _is_locked(found: dict[str, Any]) -> bool:
    return bool(found["state"] == "locked")


def _served(io: Io, found: dict[str, Any]) -> int:
    """0, or that of `NotReady` where nothing can be asked; that is said, unless as JSON."""
    if _is_locked(found) and not io.json:
        raise NotReady(
            f"The daemon runs (process {found['pid']}) and is locked, so nothing can be asked. "
            "Mount its volume if it is not there, then: vaultbrain unlock"
        )
    if not (_all_away(found) or _is_locked(found)):
        return 0
    if not io.json:
        for line in render.problems(
            found["problems"], render.Page(io.style(io.stderr), io.width())
        ):
            io.say(line)
        away = ", ".join(one_line(source["path"]) for source in found["sources"])
        raise NotReady(
            f"The daemon runs (process {found['pid']}), but no vault is there: {away}. Your notes "
            "were not touched, and what was known of them is kept. Bring the folder back, which "
            "is noticed by itself, or correct its path in config.yaml and start again: "
            "vaultbrain stop, then vaultbrain start"
        )
    return NotReady.code

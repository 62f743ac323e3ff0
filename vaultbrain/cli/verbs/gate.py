"""`vaultbrain gate`: what the gate took out, and where; never the values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaultbrain.cli import findings, session
from vaultbrain.cli.parser import positive
from vaultbrain.cli.progress import reporter
from vaultbrain.cli.render import Page
from vaultbrain.cli.text import count
from vaultbrain.client import Client
from vaultbrain.errors import UsageError, VaultError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = (
    "What the gate took out of the notes, and where; never the values. `scan` looks at any text, "
    "without a daemon."
)
EXAMPLES = (
    "vaultbrain gate status",
    "vaultbrain gate show Servers.md",
    "vaultbrain gate allow 3f9a0c7be1d84625    (a finding that is none; --undo takes it back)",
    "vaultbrain gate rescan",
    "pbpaste | vaultbrain gate scan -",
)
ACTIONS = ("status", "show", "allow", "rescan", "scan")
SECONDS = 3600.0
GRACE = 10.0  # the daemon answers first, with the better message
BLOCKED = 5


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument("action", choices=ACTIONS, help="what to do")
    parser.add_argument(
        "given",
        nargs="?",
        metavar="PATH|ID|FILE",
        help="show: a note; allow: the id of a finding; scan: a file, or - for what comes in",
    )
    parser.add_argument("--source", help="show: the source of the note")
    parser.add_argument("-n", "--limit", type=positive, default=100, help="show: findings at most")
    parser.add_argument("--undo", action="store_true", help="allow: let it pass no more")
    parser.add_argument(
        "--jsonl", action="store_true", help="scan: a JSON object {id, text} in each line, and out"
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where it was done; `scan`: 5 where something is in the text that would be taken out."""
    actions: dict[str, Callable[[argparse.Namespace, Io], int]] = {
        "status": _status,
        "show": _show,
        "allow": _allow,
        "rescan": _rescan,
        "scan": _scan_lines if args.jsonl else _scan,
    }
    return actions[args.action](args, io)


def _status(args: argparse.Namespace, io: Io) -> int:
    del args
    found = session.ask(io, "status", {}).result["gate"]
    if io.json:
        io.emit(found)
    else:
        io.out(findings.status(found, _page(io)))
    return 0


def _show(args: argparse.Namespace, io: Io) -> int:
    params: dict[str, Any] = {"limit": min(args.limit, 1000)}
    if args.given:
        params["path"] = args.given
    if args.source:
        params["source"] = args.source
    result = session.ask(io, "gate.findings", params).result
    if io.json:
        io.emit(result)
    else:
        io.out(findings.listed(result, _page(io)))
    return 0


def _allow(args: argparse.Namespace, io: Io) -> int:
    if not args.given:
        raise UsageError("Which finding? `vaultbrain gate show` lists them with their ids.")
    result = _wait(io, "gate.allow", {"id": args.given, "undo": args.undo})
    if io.json:
        io.emit(result)
        return 0
    done = "It passes no more" if args.undo else "It passes from now on"
    read = f"{count(len(result['notes']), 'note')} read anew"
    undo = "" if args.undo else f" Take it back: vaultbrain gate allow {args.given} --undo"
    io.out(f"{done}; {read}.{undo}")
    return 0


def _rescan(args: argparse.Namespace, io: Io) -> int:
    del args
    result = _wait(io, "gate.rescan", {})
    if io.json:
        io.emit(result)
    else:
        io.out(f"{count(result['notes'], 'note')} passed the rules of now.")
        io.out(findings.proof(result["proof"]))
    return 0


def _wait(io: Io, method: str, params: Mapping[str, object]) -> dict[str, Any]:
    with Client(io.paths().socket, SECONDS + GRACE) as client, reporter(io) as show:
        return client.call(method, {**params, "timeout": SECONDS}, show)


def _scan(args: argparse.Namespace, io: Io) -> int:
    from vaultbrain.daemon.scan import scan  # noqa: PLC0415 - no other verb may pay for it

    found, is_taken_out = scan(io.paths(), b"".join(_input(args.given, io)))
    if io.json:
        io.emit({"findings": found})
    else:
        io.out(findings.scanned(found, _page(io)))
    return BLOCKED if is_taken_out else 0


def _scan_lines(args: argparse.Namespace, io: Io) -> int:
    from vaultbrain.daemon.scan import scan_lines  # noqa: PLC0415

    for line in scan_lines(io.paths(), _input(args.given, io)):
        io.write(line.decode())
    return 0


def _input(given: str | None, io: Io) -> Iterable[bytes]:
    """The lines of a file, or of what comes in.

    Raises:
        UsageError: nothing was named.
        VaultError: the file cannot be read.
    """
    if not given:
        raise UsageError("What is to be scanned? Name a file, or - for what comes in.")
    if given == "-":
        return io.stdin.buffer
    try:
        return Path(given).expanduser().read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise VaultError(
            f"{given} cannot be read: {error.strerror}. Nothing was scanned."
        ) from error


def _page(io: Io) -> Page:
    return Page(io.style(), io.width())

"""`vaultbrain sync`: wait until everything on disk is searchable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.cli import render
from vaultbrain.cli.progress import reporter
from vaultbrain.cli.text import count
from vaultbrain.client import Client
from vaultbrain.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Wait until everything that is on disk now can be searched."
EXAMPLES = ("vaultbrain sync", "vaultbrain sync --timeout 120")
LONGEST = 3600.0
GRACE = 10.0  # the daemon answers first, with the better message


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument(
        "--timeout", type=float, default=30.0, metavar="SECONDS", help="wait at most so long"
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where all is searchable; raises where the time was too short."""
    if not 0 < args.timeout <= LONGEST:
        raise UsageError(
            f"--timeout must be above 0 and at most {LONGEST:g} seconds. Nothing was done."
        )
    with Client(io.paths().socket, args.timeout + GRACE) as client, reporter(io) as show:
        result = client.call("sync", {"timeout": args.timeout}, show)
        lacking = result["state"] != "ready"
        status = client.call("status") if lacking and not io.json else None
    if io.json:
        io.emit(result)
        return 0
    if status is not None:
        io.say(render.state_line(result, status))
    waiting = f"; {count(result['pending'], 'chunk')} still without a vector"
    io.out(f"Everything on disk is searchable{waiting if result['pending'] else ''}.")
    return 0

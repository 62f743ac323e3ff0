"""`vaultbrain purge`: forget at once what is held back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.cli.progress import reporter
from vaultbrain.cli.text import count
from vaultbrain.client import Client

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = (
    "Forget at once, and to the byte, notes that vanished together and are held back; and take the "
    "folder that is there for the vault, where it was replaced. Your notes are not touched."
)
EXAMPLES = ("vaultbrain purge", "vaultbrain purge --source work")
SECONDS = 600.0
GRACE = 10.0  # the daemon answers first, with the better message


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument("--source", metavar="ID", help="of one source; otherwise of all")


def run(args: argparse.Namespace, io: Io) -> int:
    """0 once it is forgotten, also where there was nothing to forget."""
    params = {"timeout": SECONDS} | ({"source": args.source} if args.source else {})
    with Client(io.paths().socket, SECONDS + GRACE) as client, reporter(io) as show:
        result = client.call("purge", params, show)
    if io.json:
        io.emit(result)
        return 0
    forgotten = result["forgotten"]
    if not forgotten:
        io.out("Nothing was held back. What is on disk is what is known.")
        return 0
    later = "" if result["clean"] else "; their last bytes follow within a minute"
    io.out(f"Forgot {count(forgotten, 'note')} no longer on disk{later}.")
    return 0

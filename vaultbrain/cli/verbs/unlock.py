"""`vaultbrain unlock`: open the index again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.cli.session import await_state
from vaultbrain.client import Client

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Open the index again after `vaultbrain lock`; changes made meanwhile are read."
EXAMPLES = ("vaultbrain unlock",)
SECONDS = 30.0


def add_arguments(parser: Parser) -> None:
    """Nothing of its own."""
    del parser


def run(args: argparse.Namespace, io: Io) -> int:
    """0 once questions are answered again; raises where the index is not there."""
    del args
    with Client(io.paths().socket) as client:
        client.call("unlock")
    status = await_state(io, lambda state: state != "locked", SECONDS)
    if io.json:
        io.emit({"state": status["state"]})
    else:
        io.out(f"Unlocked: questions are answered again (state: {status['state']}).")
    return 0

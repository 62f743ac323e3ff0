"""`vaultbrain lock`: close every file, so that an encrypted volume can be locked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.cli.session import await_state
from vaultbrain.client import Client

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Close every file of the vault and the index, so that their volume can be locked."
EXAMPLES = ("vaultbrain lock && fusermount3 -u ~/Vault",)
SECONDS = 15.0


def add_arguments(parser: Parser) -> None:
    """Nothing of its own."""
    del parser


def run(args: argparse.Namespace, io: Io) -> int:
    """0 once nothing is open any more."""
    del args
    with Client(io.paths().socket) as client:
        client.call("lock")
    status = await_state(io, lambda state: state == "locked", SECONDS)
    if io.json:
        io.emit({"state": status["state"]})
    else:
        io.out(
            "Locked: no file of the vault or of the index is open. Open again: vaultbrain unlock"
        )
    return 0

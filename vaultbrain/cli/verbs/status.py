"""`vaultbrain status`: what the daemon knows and does."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from vaultbrain.cli import render
from vaultbrain.client import Client

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Show what the daemon knows, what it is doing and what is wrong."
EXAMPLES = ("vaultbrain status", "vaultbrain status --json")


def add_arguments(parser: Parser) -> None:
    """Nothing of its own."""
    del parser


def run(args: argparse.Namespace, io: Io) -> int:
    """Print the status; problems do not change the exit status."""
    del args
    with Client(io.paths().socket) as client:
        found = client.call("status")
    if io.json:
        io.emit(found)
    else:
        io.out(render.status(found, render.Page(io.style(), io.width()), time.time()))
    return 0

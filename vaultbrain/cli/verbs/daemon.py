"""`vaultbrain daemon`: run in the foreground, for service managers and for looking."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Run the daemon in the foreground until it is interrupted. `start` does it for you."
EXAMPLES = ("vaultbrain daemon", "vaultbrain daemon --log-level debug")


def add_arguments(parser: Parser) -> None:
    """Declare what can be set."""
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="how much goes into the log (never note text)",
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """Return the daemon's exit status when it ends."""
    from vaultbrain.daemon import main  # noqa: PLC0415 - no other verb may pay for it

    return main.run(io.paths(), log_level=args.log_level)

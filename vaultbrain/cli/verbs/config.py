"""`vaultbrain config`: show or check the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Show the settings in force, complete, or check the file."
EXAMPLES = ("vaultbrain config", "vaultbrain config --check", 'vi "$(vaultbrain config --path)"')


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--path", action="store_true", help="print where the file is, no more")
    only.add_argument("--check", action="store_true", help="only say whether the file is valid")


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where the settings are valid; raises where they are not."""
    file = io.paths().config_file
    if args.path:
        if io.json:
            io.emit({"path": str(file)})
        else:
            io.out(str(file))
        return 0
    import msgspec  # noqa: PLC0415 - `--path` need not pay for it

    from vaultbrain import config  # noqa: PLC0415

    settings = config.load(file)
    if io.json:
        io.emit({"path": str(file), "valid": True, "config": msgspec.to_builtins(settings)})
    elif args.check:
        io.out(f"{file} is valid.")
    else:
        missing = "" if file.exists() else " (not written yet: these are the defaults)"
        io.out(f"# {file}{missing}\n{config.dump(settings).rstrip()}")
    return 0

"""`vaultbrain init`: register a vault. Nothing is written into it unasked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vaultbrain import paths as places
from vaultbrain.cli import vaults

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Register a vault in config.yaml. The vault itself is only looked at."
EXAMPLES = (
    "vaultbrain init ~/Notes",
    "vaultbrain init ~/Notes --write-brainignore",
)


def add_arguments(parser: Parser) -> None:
    """Declare what can be set."""
    parser.add_argument(
        "vault", nargs="?", default=".", metavar="VAULT", help="folder of notes (default: here)"
    )
    parser.add_argument(
        "--write-brainignore",
        action="store_true",
        help=f"put an example {places.IGNORE_FILE} into the vault, if it has none",
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """Register; doing it twice changes nothing."""
    found = vaults.register(io.paths(), Path(args.vault))
    written = vaults.write_ignore(found.root, _example()) if args.write_brainignore else None
    if io.json:
        facts = {"source": found.source, "path": str(found.root), "added": found.added}
        io.emit({**facts, "config": str(io.paths().config_file), "brainignore": bool(written)})
        return 0
    verb = "Registered" if found.added else "Already registered:"
    io.out(f"{verb} {found.root} as source `{found.source}` in {io.paths().config_file}.")
    if found.kept is not None:
        io.say(f"The settings were rewritten; as they were before, they are in {found.kept}.")
    _say_ignore(args, io, found.root, written)
    io.out("Next: vaultbrain start")
    return 0


def _example() -> str:
    return places.asset("brainignore.example").read_text(encoding="utf-8")


def _say_ignore(args: argparse.Namespace, io: Io, root: Path, written: Path | None) -> None:
    ignore = root / places.IGNORE_FILE
    if written is not None:
        io.out(f"Wrote {written}:\n{written.read_text(encoding='utf-8').rstrip()}")
    elif args.write_brainignore:
        io.out(f"{ignore} is there already and was left as it is.")
    elif not ignore.exists():
        io.out(
            f"To keep notes out of the index, list them in {ignore}; "
            "`vaultbrain init VAULT --write-brainignore` puts an example there."
        )

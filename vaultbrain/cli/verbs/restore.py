"""`vaultbrain restore`: list the backups of what the user decided, or put one back."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from vaultbrain.cli.text import duration, one_line, size

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser
    from vaultbrain.cli.text import Style

HELP = (
    "List the backups of what you decided about your vaults, or put one back.\n"
    "Your notes and the index are not touched; what was there before is kept."
)
EXAMPLES = (
    "vaultbrain restore",
    "vaultbrain restore latest",
    "vaultbrain restore state-2026-03-01.db",
)
_NONE = "No backup yet. The daemon makes one a day, of what you decided about your vaults."


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="a backup as the list names it, or `latest`; without it they are listed",
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where the list was printed or the backup put back; raises where it was not."""
    return _list(io) if args.name is None else _restore(args.name, io)


def _list(io: Io) -> int:
    from vaultbrain.daemon import restore  # noqa: PLC0415 - no other verb may pay for it

    now = time.time()
    daily, set_aside = (
        [{"name": at.name, "at": at.at, "bytes": at.bytes} for at in found]
        for found in restore.saved(io.paths())
    )
    if io.json:
        io.emit({"backups": daily, "set_aside": set_aside})
        return 0
    parts = [("backups", daily), ("set aside", set_aside)]
    lines = [line for title, found in parts for line in _table(title, found, io.style(), now)]
    if not lines:
        io.out(_NONE)
        return 0
    io.out("\n".join(lines))
    io.say("To put one back: vaultbrain restore NAME")
    return 0


def _table(title: str, found: Sequence[dict[str, Any]], style: Style, now: float) -> list[str]:
    if not found:
        return []
    rows = [(at["name"], _age(now - at["at"]), size(at["bytes"])) for at in found]
    names, ages, sizes = (max(map(len, column)) for column in zip(*rows, strict=True))
    return [
        style.bold(title),
        *(f"  {name:{names}}  {age:>{ages}}  {of:>{sizes}}" for name, age, of in rows),
    ]


def _age(seconds: float) -> str:
    return f"{duration(seconds)} old" if seconds >= 0 else "of a day to come"


def _restore(name: str, io: Io) -> int:
    from vaultbrain.daemon import restore  # noqa: PLC0415 - no other verb may pay for it

    done = restore.restore(io.paths(), name)
    if io.json:
        io.emit({"restored": done.backup.name, "set_aside": done.set_aside})
        return 0
    age = _age(time.time() - done.backup.at)
    io.out(
        f"Restored {one_line(done.backup.name)} ({age}). Your notes and the index are as before."
    )
    if done.set_aside:
        io.out(f"What was there is kept. To undo: vaultbrain restore {done.set_aside}")
    io.out("Next: vaultbrain start")
    return 0

"""`vaultbrain inspect`: what vaultbrain reads from a file or a folder, without a daemon."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from vaultbrain.cli import inspection
from vaultbrain.cli.render import Page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Show what vaultbrain reads from a file, or from all files of a folder. Changes nothing."
EXAMPLES = (
    "vaultbrain inspect 'notes/Boiler service.md'",
    "vaultbrain inspect report.pdf --json",
    "vaultbrain inspect ~/Notes    (counts, links that lead nowhere, files that cannot be read)",
)
UNREAD, BLOCKED = 1, 5
# The line of progress is written so many times in all: a terminal is slower than reading.
_STEPS = 100


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument("path", metavar="PATH", help="a note, any other file, or a folder")


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where it was read, 1 where nothing could be read from the file, 5 where it was blocked."""
    from pathlib import Path  # noqa: PLC0415 - no other verb may pay for these

    import msgspec  # noqa: PLC0415

    from vaultbrain.daemon.inspect import inspect  # noqa: PLC0415

    tell, done = _progress(io)
    try:
        found = inspect(io.paths(), Path(args.path).expanduser(), tell)
    finally:
        done()
    result: dict[str, Any] = json.loads(msgspec.json.encode(found))
    if io.json:
        io.emit(result)
    else:
        shown = inspection.of_file if "title" in result else inspection.of_folder
        io.out(shown(result, Page(io.style(), io.width())))
    return _status(result)


def _status(result: dict[str, Any]) -> int:
    if "title" not in result or result["title"]:
        return 0
    return BLOCKED if result["problems"][0]["code"] == "blocked-by-gate" else UNREAD


def _progress(io: Io) -> tuple[Callable[[int, int], None], Callable[[], None]]:
    """What shows how far reading a folder is, on a terminal alone; and what takes it away."""
    if io.json or not io.stderr.isatty():
        return lambda *_: None, lambda: None
    shown = -1

    def tell(number: int, total: int) -> None:
        nonlocal shown
        step = number * _STEPS // max(total, 1)
        if step != shown:
            shown = step
            io.stderr.write(f"\r{number:,} of {total:,} files read")
            io.stderr.flush()

    def done() -> None:
        if shown >= 0:
            io.stderr.write("\r\x1b[K")

    return tell, done

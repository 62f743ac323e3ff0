"""`vaultbrain inspect`: what vaultbrain reads from a file or a folder, without a daemon."""

from __future__ import annotations

import contextlib
import json
import time
from typing import TYPE_CHECKING, Any

from vaultbrain.cli import inspection
from vaultbrain.cli.progress import reporter
from vaultbrain.cli.render import Page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Mapping

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Show what vaultbrain reads from a file, or from all files of a folder. Changes nothing."
EXAMPLES = (
    "vaultbrain inspect 'notes/Boiler service.md'",
    "vaultbrain inspect report.pdf --json",
    "vaultbrain inspect ~/Notes    (counts, links that lead nowhere, files that cannot be read)",
)
UNREAD, BLOCKED = 1, 5
# What takes less is not worth a line that comes and goes.
_PATIENCE_SECONDS = 1.0


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument("path", metavar="PATH", help="a note, any other file, or a folder")


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where it was read, 1 where nothing could be read, 5 where the gate blocked it."""
    import msgspec  # noqa: PLC0415 - no other verb may pay for these

    from vaultbrain.daemon.inspect import inspect  # noqa: PLC0415

    with _patient(io) as tell:
        found = inspect(io.paths(), args.path, lambda at: tell(msgspec.to_builtins(at)))
    result: dict[str, Any] = json.loads(msgspec.json.encode(found))
    is_file = "title" in result
    if io.json:
        io.emit(result)
    else:
        shown = inspection.of_file if is_file else inspection.of_folder
        io.out(shown(result, Page(io.style(), io.width())))
    return _status(result, result["title"] if is_file else result["notes"])


def _status(result: dict[str, Any], was_read: object) -> int:
    problems = result["problems"]
    if was_read or not problems:
        return 0
    return BLOCKED if problems[0]["code"] == "blocked-by-gate" else UNREAD


@contextlib.contextmanager
def _patient(io: Io) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    """What shows progress, once it is clear that it takes a while."""
    begun = time.monotonic()
    with contextlib.ExitStack() as opened:
        show: Callable[[Mapping[str, Any]], None] | None = None

        def tell(progress: Mapping[str, Any]) -> None:
            nonlocal show
            if time.monotonic() - begun < _PATIENCE_SECONDS:
                return
            show = show or opened.enter_context(reporter(io))
            show(progress)

        yield tell

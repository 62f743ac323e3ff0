"""`vaultbrain get`: a note's text as the gate lets it pass."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from vaultbrain.cli import render, session
from vaultbrain.cli.text import one_line
from vaultbrain.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Print a note, or some of its lines, with secrets and personal data taken out."
EXAMPLES = (
    "vaultbrain get projects/house.md",
    "vaultbrain get projects/house.md:40:20    (20 lines from line 40 on)",
)
_PLACE = re.compile(r"(?P<path>.+?)(?::(?P<line>\d{1,9})(?::(?P<count>\d{1,9}))?)?", re.DOTALL)


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument(
        "place",
        metavar="[SOURCE:]PATH[:LINE[:COUNT]]",
        help="path below the vault, as search prints it",
    )
    parser.add_argument("--source", help="the source it belongs to, where several have it")


def run(args: argparse.Namespace, io: Io) -> int:
    """Print the text; where it stands goes to stderr."""
    reply = session.ask(io, "get", _params(args, io))
    result = reply.result
    if io.json:
        io.emit(result)
        return 0
    lines = f"lines {result['line_start']} to {result['line_end']} of {result['lines_total']}"
    io.say(io.style(io.stderr).dim(f"{one_line(result['path'])}, {lines}"))
    text = render.passage(result)
    io.write(text if text.endswith("\n") else f"{text}\n")
    return 0


def _params(args: argparse.Namespace, io: Io) -> dict[str, Any]:
    found = _PLACE.fullmatch(args.place)
    if found is None:
        raise UsageError("The path is empty, so nothing was looked up. Give a note's path.")
    source, path = _split_source(found["path"], args.source, io)
    params: dict[str, Any] = {"path": path, "line": int(found["line"] or 1)}
    if found["count"]:
        params["count"] = int(found["count"])
    if source:
        params["source"] = source
    return params


def _split_source(path: str, source: str | None, io: Io) -> tuple[str | None, str]:
    """`source:path` as search prints it where there are several; a colon alone means nothing."""
    head, colon, rest = path.partition(":")
    if source or not (colon and head and rest) or head not in session.sources(io):
        return source, path
    return head, rest

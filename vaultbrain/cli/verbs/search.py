"""`vaultbrain search`: find notes by words and by meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultbrain.cli import render, session
from vaultbrain.cli.parser import positive

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Find notes by words and by meaning; one best passage per note."
EXAMPLES = (
    "vaultbrain search heat pump quote",
    "vaultbrain search --path projects/ --limit 3 budget",
    'vaultbrain search --mode lexical --json "INV-2041"',
)


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument("query", nargs="+", metavar="QUERY", help="words to find")
    parser.add_argument(
        "-n", "-k", "--limit", type=positive, default=10, help="hits at most (1 to 100)"
    )
    parser.add_argument(
        "--mode",
        choices=("hybrid", "lexical", "semantic"),
        default="hybrid",
        help="by words, by meaning, or by both",
    )
    parser.add_argument("--source", help="only this source")
    parser.add_argument("--path", help="only paths that begin so, or match this glob")
    parser.add_argument("--tag", help="only notes with this tag")
    parser.add_argument("--explain", action="store_true", help="show how each hit was scored")


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where something was found, else 1."""
    query = session.question(args.query, EXAMPLES[0])
    given = {"source": args.source, "path": args.path, "tag": args.tag}
    params: dict[str, Any] = {
        "query": query,
        "limit": args.limit,
        "mode": args.mode,
        "filters": {key: value for key, value in given.items() if value is not None},
        "explain": args.explain,
    }
    reply = session.ask(io, "search", params)
    found = reply.result["hits"]
    if io.json:
        io.emit(reply.result)
    elif found:
        io.out(render.hits(found, query, reply.page(io)))
    else:
        io.say("Nothing in your notes matches. Try other words, or fewer.")
    return 0 if found else 1

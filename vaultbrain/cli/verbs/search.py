"""`vaultbrain search`: find notes by words and by meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultbrain.cli import explaining, narrowing, render, session
from vaultbrain.cli.parser import positive

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Find notes by words and by meaning; one best passage per note."
EXAMPLES = (
    "vaultbrain search heat pump quote",
    "vaultbrain search --path projects/ --limit 3 budget",
    """vaultbrain search '"heat pump" offer -draft tag:home after:2024'""",
    'vaultbrain search --mode lexical --json "INV-2041"',
)


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument(
        "query",
        nargs="+",
        metavar="QUERY",
        help="words to find; a query with a hyphen before a word: in quotes, or behind --",
    )
    parser.add_argument(
        "-n", "-k", "--limit", type=positive, default=10, help="hits at most (1 to 100)"
    )
    parser.add_argument(
        "--mode",
        choices=("hybrid", "lexical", "semantic"),
        default="hybrid",
        help="by words, by meaning, or by both",
    )
    narrowing.add_arguments(parser)
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show how the query was read and how each hit was scored",
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where something was found, else 1."""
    query = session.question(args.query, EXAMPLES[0])
    params: dict[str, Any] = {
        "query": query,
        "limit": args.limit,
        "mode": args.mode,
        "filters": narrowing.given(args),
        "explain": args.explain,
    }
    reply = session.ask(io, "search", params)
    found = reply.result["hits"]
    if io.json:
        io.emit(reply.result)
        return 0 if found else 1
    page = reply.page(io)
    if read := reply.result.get("explanation"):
        io.out(explaining.query(read, page) + "\n" * bool(found))
    if found:
        io.out(render.hits(found, query, page))
    else:
        io.say("Nothing in your notes matches. Try other words, or fewer.")
    return 0 if found else 1

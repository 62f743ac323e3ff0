"""`vaultbrain ask`: an answer from the notes with citations, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.cli import narrowing, render, session
from vaultbrain.cli.parser import positive
from vaultbrain.errors import UsageError
from vaultbrain.protocol.wire import MAX_QUESTION

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Answer a question from the notes alone. Every sentence is cited, or it is not said."
EXAMPLES = (
    "vaultbrain ask When does the lease end?",
    'vaultbrain ask --limit 1 "Who signed the heat pump quote?"',
    "vaultbrain ask --tag home --after 2024 What does the heat pump cost?",
    "vaultbrain ask - < question.txt",
)


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument(
        "question", nargs="+", metavar="QUESTION", help="the question; - reads it from stdin"
    )
    parser.add_argument(
        "-n", "-k", "--limit", type=positive, default=3, help="sentences cited at most (1 to 10)"
    )
    narrowing.add_arguments(parser)
    parser.add_argument(
        "--generator",
        choices=("auto", "off"),
        default="auto",
        help="off: quote sentences, never let a language model write",
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where the answer is grounded, 1 where it was refused."""
    words = [_from_stdin(io)] if args.question == ["-"] else args.question
    params = {
        "question": session.question(words, EXAMPLES[0]),
        "limit": args.limit,
        "filters": narrowing.given(args),
        "generator": args.generator,
    }
    reply = session.ask(io, "ask", params)
    if io.json:
        io.emit(reply.result)
    else:
        io.out(render.answer(reply.result, reply.page(io)))
    return 1 if reply.result["refused"] else 0


def _from_stdin(io: Io) -> str:
    if io.stdin.isatty():
        raise UsageError(
            "`ask -` reads the question from a pipe or a file, but there is only the keyboard. "
            'Nothing was asked. Write it out instead: vaultbrain ask "..."'
        )
    try:
        return io.stdin.read(2 * MAX_QUESTION)
    except UnicodeDecodeError:
        raise UsageError(
            "What `ask -` was given is not UTF-8 text, so nothing was asked. Give it a text file."
        ) from None

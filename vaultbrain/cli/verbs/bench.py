"""`vaultbrain bench`: how quick, how large and how good it is on the user's own notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultbrain.cli import bench, render
from vaultbrain.cli.parser import positive
from vaultbrain.cli.progress import reporter
from vaultbrain.client import Client
from vaultbrain.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = (
    "Measure answer times, memory and size on your own notes, and whether they are found again.\n"
    "Asks the running daemon questions made of the notes. Changes, prints and keeps none of them."
)
EXAMPLES = (
    "vaultbrain bench",
    "vaultbrain bench --index    (also make a second index from nothing, and remove it)",
    "vaultbrain bench --index --vectors --json",
)
MOST = 1000
_OF_STATUS = (
    "version",
    "state",
    "pending",
    "notes",
    "chunks",
    "vectors",
    "database_bytes",
    "model",
)


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument(
        "-n", "--count", type=positive, default=50, help="questions of each kind (1 to 1000)"
    )
    parser.add_argument("--seed", type=int, default=0, help="another number makes other questions")
    parser.add_argument(
        "--index",
        action="store_true",
        help="also measure how a second index is made, in a private folder that is then removed",
    )
    parser.add_argument(
        "--vectors", action="store_true", help="with --index: until every chunk has its vector"
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where something was measured, 1 where there was no note to ask about."""
    _check(args)
    found = _measure(io, args)
    if io.json:
        io.emit(found)
    else:
        from vaultbrain.cli.bench_table import table  # noqa: PLC0415 - --json needs none

        io.out(table(found, render.Page(io.style(), io.width())))
    if any(row["n"] for row in found["found_again"]):
        return 0
    io.say("No question could be made of these notes, so no answers were timed.")
    return 1


def _check(args: argparse.Namespace) -> None:
    if args.count > MOST or not 0 <= args.seed < 2**53:
        raise UsageError(
            f"--count goes up to {MOST:,}, --seed from 0 to 2^53. Nothing was measured."
        )
    if args.vectors and not args.index:
        raise UsageError(
            "--vectors is for the second index, so nothing was measured. "
            "Write: vaultbrain bench --index --vectors"
        )


def _measure(io: Io, args: argparse.Namespace) -> dict[str, Any]:
    with reporter(io) as show:
        with Client(io.paths().socket) as client:
            chosen = bench.ways(client.call("status"))
            asked = bench.measure(client, chosen, args.count, args.seed, show)
            # Last of all: the model is loaded and the caches are full now.
            usage, status = client.call("bench.usage"), client.call("status")
        found = {
            **{key: status[key] for key in _OF_STATUS},
            **{key: usage[key] for key in ("file_bytes", "text_bytes", "processes")},
            "seed": args.seed,
            "latency": bench.latency(asked, chosen),
            "found_again": bench.found_again(asked, chosen),
            "index": None,
        }
        if args.index:
            from vaultbrain.cli import bench_index  # noqa: PLC0415 - slow to import

            found["index"] = bench_index.measure(io, status, show, vectors=args.vectors)
    if status["state"] != "ready":
        io.say(render.state_line(status, status))
    return found

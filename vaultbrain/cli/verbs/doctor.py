"""`vaultbrain doctor`: check the installation and say what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultbrain.cli import render
from vaultbrain.client import Client
from vaultbrain.errors import DaemonNotRunning, VaultbrainError

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.io import Io
    from vaultbrain.cli.parser import Parser

HELP = "Check everything vaultbrain needs, and say what to do about what is wrong."
EXAMPLES = ("vaultbrain doctor", "vaultbrain doctor --deep", "vaultbrain doctor --json")
FAILED = 4


def add_arguments(parser: Parser) -> None:
    """Declare what can be asked."""
    parser.add_argument(
        "--deep",
        action="store_true",
        help="also compare every row of the databases with what was written; takes about as long "
        "as making the index",
    )


def run(args: argparse.Namespace, io: Io) -> int:
    """0 where nothing failed (warnings are allowed), else 4."""
    from vaultbrain.daemon import doctor  # noqa: PLC0415 - no other verb may pay for it

    found: list[dict[str, Any]] = [
        {"name": c.name, "status": c.status, "detail": c.detail, "advice": c.advice}
        for c in doctor.checks(io.paths(), deep=args.deep)
    ]
    found += _daemon(io)
    if io.json:
        io.emit({"checks": found})
    else:
        io.out(render.checks(found, render.Page(io.style(), io.width())))
    return FAILED if any(check["status"] == "fail" for check in found) else 0


def _daemon(io: Io) -> list[dict[str, Any]]:
    try:
        with Client(io.paths().socket) as client:
            status = client.call("status")
    except DaemonNotRunning:
        return [_check("daemon", "warn", "not running", "Start it: vaultbrain start VAULT")]
    except VaultbrainError as error:
        return [_check("daemon", "fail", error.message, "")]
    running = f"running, process {status['pid']}, state {status['state']}"
    return [
        _check("daemon", "ok", running, ""),
        *(
            _check("problem", "warn", render.problem_text(p), p["advice"])
            for p in status["problems"]
        ),
    ]


def _check(name: str, status: str, detail: str, advice: str) -> dict[str, Any]:
    return {"name": name, "status": status, "detail": detail, "advice": advice}

"""argparse, with help that leads with examples and errors that are ours."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from vaultbrain.errors import UsageError

if TYPE_CHECKING:
    from vaultbrain.cli.io import Io

DOCS = "Documentation: docs/ beside the source, and `vaultbrain VERB --help` for every verb."


class Parser(argparse.ArgumentParser):
    """A parser of one verb.

    Args:
        io: where help is printed.
        prog: as it is typed.
        summary: one or two sentences.
        examples: whole command lines, most usual first.
    """

    def __init__(self, io: Io, prog: str, summary: str, examples: tuple[str, ...]) -> None:
        super().__init__(prog=prog, allow_abbrev=False)
        self._io = io
        self._summary = summary
        self._examples = examples

    def format_help(self) -> str:
        """Summary and examples first, then argparse's own part, then where to read on."""
        examples = "".join(f"  {line}\n" for line in self._examples)
        head = f"{self._summary}\n\nexamples:\n{examples}\n"
        return f"{head}{super().format_help()}\n{DOCS}\n"

    def error(self, message: str) -> NoReturn:
        """Raise instead of leaving, so that `--json` applies to this error too."""
        raise UsageError(
            f"{message[:1].upper()}{message[1:]}. Nothing was done. See: {self.prog} --help"
        )

    def _print_message(self, message: str, file: object = None) -> None:
        del file  # argparse would take the process's own stdout
        self._io.write(message)


def add_common(parser: Parser) -> None:
    """Options of every verb."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--no-color", action="store_true", help="print plain text")


def positive(text: str) -> int:
    """A whole number of at least one."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


positive.__name__ = "whole number above zero"  # argparse puts it into its message

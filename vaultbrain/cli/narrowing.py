"""The options by which search and ask are narrowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from vaultbrain.cli.parser import Parser

_OPTIONS = {
    "source": ("ID", "only this source"),
    "path": ("PATH", "only paths that begin so, or match this glob"),
    "tag": ("TAG", "only notes with this tag"),
    "after": ("DATE", "only notes of this year, month or day, or later"),
    "before": ("DATE", "only notes of before this year, month or day"),
}


def add_arguments(parser: Parser) -> None:
    """Declare the filters."""
    group = parser.add_argument_group("which notes", "As in the query itself: tag:work after:2024")
    for name, (value, text) in _OPTIONS.items():
        group.add_argument(f"--{name}", metavar=value, help=text)


def given(args: argparse.Namespace) -> dict[str, str]:
    """The filters that were given, as the protocol names them."""
    values = {name: getattr(args, name) for name in _OPTIONS}
    return {name: value for name, value in values.items() if value is not None}

"""What a verb is given to talk through: streams, environment, places."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from vaultbrain.cli.text import Style
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultbrain.paths import Paths

ERROR_PREFIX = "vaultbrain: "
PLAIN_WIDTH = 80
WIDEST = 100
NARROWEST = 30


@dataclass
class Io:
    """The outside of one command. Results go to `stdout`, all else to `stderr`."""

    stdin: TextIO
    stdout: TextIO
    stderr: TextIO
    environ: Mapping[str, str]
    json: bool = False
    color: bool = True

    def paths(self) -> Paths:
        """The places of this home."""
        return locate(self.environ)

    def out(self, text: str) -> None:
        """A result."""
        self.stdout.write(f"{text}\n")

    def say(self, text: str) -> None:
        """A message, progress or a warning."""
        self.stderr.write(f"{text}\n")

    def emit(self, result: Mapping[str, Any]) -> None:
        """A result as one JSON document."""
        self.out(json.dumps(result, ensure_ascii=False))

    def style(self, stream: TextIO | None = None) -> Style:
        """Styled only where that stream is a terminal that wants it; by default stdout."""
        plain = self.environ.get("NO_COLOR") or self.environ.get("TERM") == "dumb"
        terminal = (stream or self.stdout).isatty()
        return Style(enabled=self.color and terminal and not plain)

    def width(self) -> int:
        """Cells of a line of output."""
        try:
            found = os.get_terminal_size(self.stdout.fileno()).columns
        except (OSError, ValueError):
            return PLAIN_WIDTH
        return min(max(found, NARROWEST), WIDEST) if found else PLAIN_WIDTH

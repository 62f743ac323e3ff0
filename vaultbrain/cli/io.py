"""What a verb is given to talk through: streams, environment, places."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from vaultbrain.cli.text import Style
from vaultbrain.errors import NotReady
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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

    def write(self, text: str) -> None:
        """A part of a result, as it is.

        Raises:
            NotReady: it cannot be written, as to a full disk.
            BrokenPipeError: the reader has left.
        """
        with self._reported():
            self.stdout.write(text)

    def flush(self) -> None:
        """All of the result, to the outside; raises as `write` does."""
        with self._reported():
            self.stdout.flush()

    @contextlib.contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            self.give_up()
            raise NotReady(
                f"The result could not be written: {error.strerror}. Your notes were not touched. "
                "Make room, or write it to another place, and try again."
            ) from error

    def give_up(self) -> None:
        """Let what is still to be written go; Python would try once more, and complain."""
        with contextlib.suppress(OSError, ValueError):  # not a file of the system's
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stdout.fileno())

    def out(self, text: str) -> None:
        """A result."""
        self.write(f"{text}\n")

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

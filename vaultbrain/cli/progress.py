"""Progress of long work: a bar on a terminal, plain lines elsewhere, nothing with --json."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

from vaultbrain.cli.render import progress_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from vaultbrain.cli.io import Io

LINE_SECONDS = 2.0


@contextlib.contextmanager
def reporter(io: Io) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    """A function that shows a `Progress` as it came over the socket."""
    if io.json:
        yield _ignore
    elif io.style(io.stderr).enabled:
        with _bar(io) as show:
            yield show
    else:
        yield _lines(io)


def _ignore(progress: Mapping[str, Any]) -> None:
    del progress


def _known(progress: Mapping[str, Any]) -> bool:
    """Whether there is anything to show; other versions may send other things."""
    if not {"phase", "done", "total"} <= progress.keys() or progress["phase"] == "idle":
        return False
    return bool(progress["phase"] == "scanning" or progress["total"] > 0)


def _lines(io: Io) -> Callable[[Mapping[str, Any]], None]:
    last_time = -LINE_SECONDS
    last_text = ""

    def show(progress: Mapping[str, Any]) -> None:
        nonlocal last_time, last_text
        now = time.monotonic()
        if not _known(progress) or now - last_time < LINE_SECONDS:
            return
        text = progress_line(progress)
        if text != last_text:
            io.say(text)
            io.stderr.flush()
            last_time, last_text = now, text

    return show


@contextlib.contextmanager
def _bar(io: Io) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    from rich.console import Console  # noqa: PLC0415 - slow to import, and only a terminal needs it
    from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415

    console = Console(file=io.stderr, force_terminal=True)
    bar = Progress(BarColumn(24), TextColumn("{task.description}"), console=console, transient=True)
    with bar:
        task = bar.add_task("starting", total=None)

        def show(progress: Mapping[str, Any]) -> None:
            if _known(progress):
                total = progress["total"] or None
                text = progress_line(progress)
                bar.update(task, completed=progress["done"], total=total, description=text)

        yield show

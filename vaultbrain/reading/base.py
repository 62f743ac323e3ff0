"""The contract of every reader, and what readers share.

A file is read in two steps with the gate between them: `extract` takes the text out of the bytes,
and `read` makes a note of the text that passed. Both are pure: the same bytes give the same note.
"""

from __future__ import annotations

import bisect
import itertools
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol

import msgspec

from vaultbrain.records import Block, Mark, Section  # noqa: TC001 - decoded by name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.records import Note


class Extract(msgspec.Struct, frozen=True):
    """The text of a file, before or after the gate.

    Its lines end in a line feed alone. Of a text file they are the lines of the file; of any other
    file they are what `vaultbrain get` shows, and `marks`, in the order of their lines, say where
    in the file they stand. `problems` tell what had to be forgiven, in words that follow the
    file's name and quote nothing of it. The lines of a `wrapped` one end where a page has no more
    room, also inside of words.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    problems: tuple[str, ...] = ()
    wrapped: bool = False


class Reader(Protocol):
    """Reads one kind of file. Shared by threads, so it keeps nothing of what it reads."""

    def extract(self, path: str, raw: bytes) -> Extract:
        """Take the text out of the bytes of a file.

        Raises:
            NoteUnreadable: there is no text to be had: damaged, encrypted, of another kind. The
                message names the path and quotes nothing of the file.
        """
        ...

    def read(self, path: str, extract: Extract) -> Note:
        """Make a note of a text that has passed the gate; never fails, whatever the text.

        The gate replaces text within lines, so that `marks` still hold.
        """
        ...


def stem(path: str) -> str:
    """The name of a file without its last ending: the title of what has none."""
    return PurePosixPath(path).stem


def place_of(marks: Sequence[Mark], line_start: int, line_end: int) -> str:
    """Where in a file some lines of its text stand: the place of the first, and of the last."""
    places = (_place(marks, line) for line in (line_start, line_end))
    return " \N{EN DASH} ".join(dict.fromkeys(place for place in places if place))


def _place(marks: Sequence[Mark], line: int) -> str:
    at = bisect.bisect_right(marks, line, key=lambda mark: mark.line)
    return marks[at - 1].place if at else ""


def sections(text: str, marks: Sequence[Mark] = (), kind: str = "paragraph") -> tuple[Section, ...]:
    """Text that has no syntax of its own, as sections of paragraphs.

    Paragraphs end at blank lines and at marks; a mark with a level makes its line a heading.
    """
    lines = text.split("\n")
    found: list[Section] = []
    path: list[tuple[int, str]] = []
    blocks: list[Block] = []
    starts = {at.line: at for at in marks}
    edges = sorted({1, len(lines) + 1, *(line for line in starts if line <= len(lines))})
    for start, end in itertools.pairwise(edges):
        level = starts[start].level if start in starts else 0
        first = start
        if level:
            if blocks:
                found.append(Section(tuple(step for _, step in path), tuple(blocks)))
            heading = " ".join(lines[start - 1].split())
            path = [*(step for step in path if step[0] < level), (level, heading)]
            blocks = list(paragraphs(lines[start - 1 : start], start, "heading"))
            first = start + 1
        blocks.extend(paragraphs(lines[first - 1 : end - 1], first, kind))
    if blocks:
        found.append(Section(tuple(step for _, step in path), tuple(blocks)))
    return tuple(found)


def paragraphs(lines: Sequence[str], first: int, kind: str = "paragraph") -> Iterator[Block]:
    """Runs of lines that are not blank; `first` is the number of the first line."""
    start: int | None = None
    for number, line in enumerate([*lines, ""]):
        if line.strip():
            start = number if start is None else start
        elif start is not None:
            text = "\n".join(lines[start:number])
            yield Block(kind, first + start, first + number - 1, text)
            start = None

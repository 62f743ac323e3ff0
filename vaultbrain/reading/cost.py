"""How much of a huge note is read as Markdown: parsing takes time and memory by the block."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultbrain.reading.base import paragraphs
from vaultbrain.records import Block

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Characters of a note that is read whole, whatever it holds: within a second.
_ALWAYS = 1 << 17
# About what a line costs in µs of a core of 2020, or a sign of markup where there are links or
# tags; and the most that a note may cost.
_LINE, _PARAGRAPH, _ITEM, _ROW, _SIGN = 14, 20, 36, 56, 10
_MOST = 2_000_000
# An address between angle brackets costs twice as much.
_SIGNS = "[*_`$=<<:#&~"
# Characters of a block of what is not parsed; it is not torn where it fits into a chunk.
_COARSE = 1_000
_BEGINS = re.compile(r"\s*(?:(#+|\|)|[-*+](?=\s)|-+\s*$|[>=]|\d{1,9}[.)])")


def affordable(text: str, lines: Sequence[str]) -> int:
    """How many lines of a text may be parsed: all but of the very largest notes.

    An estimate and no clock decides, so that the same bytes always give the same note.
    """
    if len(text) <= _ALWAYS:
        return len(lines)
    spent, signs, looks_inside, blank = 0, 0, False, True
    for number, line in enumerate(lines):
        begins = _BEGINS.match(line)
        if begins:
            spent += _ROW if begins[1] else _ITEM
        elif blank:
            spent += _PARAGRAPH
        if begins or blank:
            signs, looks_inside = 0, bool(begins and line.startswith("#"))
        # The parser looks into the whole of a paragraph for what one of its lines may hold.
        text = line[begins.end() :] if begins else line
        signs += sum(map(text.count, _SIGNS))
        looks_inside = looks_inside or "[" in text or "#" in text or "::" in text
        if looks_inside:
            spent += _SIGN * signs
            signs = 0
        spent += _LINE
        if spent > _MOST:
            return number
        blank = not line.strip()
    return len(lines)


def unparsed(lines: Sequence[str], first: int) -> Iterator[Block]:
    """The rest of a huge note: few blocks of several paragraphs; `first` is its first line."""
    start = end = size = 0
    for block in paragraphs(lines, first):
        size += len(block.text)
        if start and size > _COARSE:
            yield _joined(lines, first, start, end)
            start, size = 0, len(block.text)
        start, end = start or block.line_start, block.line_end
    if start:
        yield _joined(lines, first, start, end)


def _joined(lines: Sequence[str], first: int, start: int, end: int) -> Block:
    return Block("paragraph", start, end, "\n".join(lines[start - first : end - first + 1]))

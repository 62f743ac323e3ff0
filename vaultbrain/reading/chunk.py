"""A note to chunks: along its headings, in the embedder's own tokens.

Small neighbours are merged, large sections are parted between blocks. The seams between texts
decide where (see seams.py): a seam is the weaker, the more headings the text on both sides
shares, and within a section a heading clings to what follows, an indented line or the middle
of a sentence to what stands before. A block is torn only when it is larger than a chunk by
itself: a table between rows (its header is repeated), everything else between lines, then
sentences, then words, by the same rule.
"""

from __future__ import annotations

import hashlib
import itertools
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.reading.base import place_of
from vaultbrain.reading.seams import Seam, join, rank
from vaultbrain.reading.units import WIDEST_GAP, counted, parts, units_of
from vaultbrain.records import Chunk, embedded_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.reading.units import Count, Unit
    from vaultbrain.records import Mark, Note

BREADCRUMB = " > "


class Limits(msgspec.Struct, frozen=True):
    """Sizes in the embedder's tokens; `largest` includes the breadcrumb."""

    largest: int = 400
    merge_below: int = 80


class Draft(msgspec.Struct, frozen=True):
    """A section or a part of one. `tokens` and `room` are without the breadcrumb."""

    heading: tuple[str, ...]
    units: Sequence[Unit]
    tokens: int
    room: int
    torn: bool


def chunk(note: Note, count: Count, limits: Limits | None = None) -> tuple[Chunk, ...]:
    """Cut a note into chunks in reading order.

    Args:
        note: what was read.
        count: tokens of each text, as the embedder counts them.
        limits: sizes; the defaults fit a window of 512 tokens.
    """
    limits = limits or Limits()
    crumbs = {at.heading: _crumb(note.title, at.heading, limits) for at in note.sections}
    texts = [block.text for section in note.sections for block in section.blocks]
    counts = iter(counted([*crumbs.values(), *texts], count))
    rooms = {heading: limits.largest - next(counts) for heading in crumbs}
    drafts: list[Draft] = []
    for section in note.sections:
        units: list[Unit] = []
        room = rooms[section.heading]
        for block, tokens in zip(section.blocks, counts, strict=False):
            units.extend(units_of(block, tokens, room, count))
        drafts.extend(_drafts(section.heading, units, room))
    return tuple(
        _finish(
            crumbs.get(heading) or _crumb(note.title, heading, limits),
            index,
            heading,
            units,
            note.marks,
        )
        for index, (heading, units) in enumerate(_merged(drafts, limits.merge_below))
    )


def breadcrumb(title: str, heading: Sequence[str]) -> str:
    """`note > section > subsection`; a first heading that repeats the title is left out."""
    steps = heading[1:] if heading and heading[0] == title else heading
    return BREADCRUMB.join([title, *(step for step in steps if step)])


def _crumb(title: str, heading: Sequence[str], limits: Limits) -> str:
    """The breadcrumb, cut to two thirds of a chunk; one token is >= 1 character."""
    whole, most = breadcrumb(title, heading), limits.largest * 2 // 3
    return whole if len(whole) <= most else whole[: most - 1].rstrip() + "\u2026"


def _drafts(heading: tuple[str, ...], units: Sequence[Unit], room: int) -> Iterator[Draft]:
    for number, part in enumerate(parts(units, room)):
        yield Draft(heading, part, sum([unit.tokens for unit in part]), room, torn=number > 0)


def _merged(
    drafts: Sequence[Draft], below: int
) -> Iterator[tuple[tuple[str, ...], Sequence[Unit]]]:
    """Small neighbours under what they share."""
    seams = []
    for at, (before, draft) in enumerate(itertools.pairwise(drafts), start=1):
        if draft.torn or before.tokens + draft.tokens > min(before.room, draft.room):
            continue
        shared = len(_common([before.heading, draft.heading]))
        seams.append(Seam(-shared, rank([unit.text for unit in draft.units[:3]]), at))
    sizes, rooms = [at.tokens for at in drafts], [at.room for at in drafts]
    # A row below another's header, or under another's heading, would say something else.
    tables = [any(unit.kind == "table" for unit in draft.units) for draft in drafts]
    for run in join(sizes, rooms, seams, below, tables):
        # What stands before the first heading takes the heading of what follows.
        heading = _common([draft.heading for draft in drafts[run] if draft.heading])
        yield heading, [unit for draft in drafts[run] for unit in draft.units]


def _common(headings: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The beginning that all have."""
    if not headings:
        return ()
    least, greatest = min(headings), max(headings)
    size = 0
    while size < len(least) and least[size] == greatest[size]:
        size += 1
    return least[:size]


def _finish(
    crumb: str,
    ordinal: int,
    heading: tuple[str, ...],
    units: Sequence[Unit],
    marks: Sequence[Mark],
) -> Chunk:
    text = _text(units)
    return Chunk(
        ordinal=ordinal,
        heading=heading,
        line_start=units[0].line_start,
        line_end=units[-1].line_end,
        crumb=crumb,
        text=text,
        text_hash=_hash(crumb, text),
        place=place_of(marks, units[0].line_start, units[-1].line_end) if marks else "",
    )


def _text(units: Sequence[Unit]) -> str:
    """The units with the lines between them that the file has, so that a passage is verbatim."""
    parts = [units[0].text]
    for before, unit in itertools.pairwise(units):
        parts.append(WIDEST_GAP[: max(1, unit.line_start - before.line_end)])
        parts.append(unit.text)
    return "".join(parts)


def _hash(crumb: str, text: str) -> bytes:
    """White space aside: the model does not see it, so it never makes a new vector."""
    words = " ".join(embedded_text(crumb, text).split())
    return hashlib.sha256(words.encode("utf-8", "replace")).digest()

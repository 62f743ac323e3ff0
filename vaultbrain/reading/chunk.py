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
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.reading.base import place_of
from vaultbrain.reading.seams import Seam, join, rank
from vaultbrain.records import Chunk, embedded_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vaultbrain.records import Block, Mark, Note

    Count = Callable[[Sequence[str]], list[int]]

BREADCRUMB = " > "
_SENTENCE = re.compile("(?<=[.!?\u2026])\\s+|(?<=[\u3002\uff01\uff1f])")
_WORD = re.compile(r"\S+\s*|\s+")
_TABLE_HEAD = 2
_WIDEST_GAP = 4 * "\n"
# A word longer than a chunk may be cut behind one character of 16, and after 32 at the latest.
_ONE_OF, _LONGEST_SLICE = 16, 32


class Limits(msgspec.Struct, frozen=True):
    """Sizes in the embedder's tokens; `largest` includes the breadcrumb."""

    largest: int = 450
    merge_below: int = 200


class Unit(msgspec.Struct, frozen=True):
    """A piece that goes into a chunk whole; `torn` from the one before, it stays apart."""

    text: str
    line_start: int
    line_end: int
    tokens: int
    kind: str
    torn: bool = False


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
    counts = iter(count([*crumbs.values(), *texts]))
    rooms = {heading: limits.largest - next(counts) for heading in crumbs}
    drafts: list[Draft] = []
    for section in note.sections:
        units: list[Unit] = []
        room = rooms[section.heading]
        for block, tokens in zip(section.blocks, counts, strict=False):
            units.extend(_units(block, tokens, room, count))
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


def _parts(units: Sequence[Unit], room: int) -> Iterator[Sequence[Unit]]:
    """Units of one section, or of one block or line, as large together as there is room."""
    sizes = [unit.tokens for unit in units]
    if sum(sizes) <= room:
        yield units
        return
    texts = [unit.text for unit in units]
    seams = [
        Seam(_strength(before, unit), rank(texts[at : at + 3]), at)
        for at, (before, unit) in enumerate(itertools.pairwise(units), start=1)
        if before.tokens + unit.tokens <= room and not unit.torn
    ]
    for run in join(sizes, [room] * len(units), seams, room + 1):
        yield units[run]


def _strength(before: Unit, unit: Unit) -> int:
    clings = before.kind == "heading" or unit.kind == "word" or not unit.text[:1].strip()
    return 0 if clings else 1


def _drafts(heading: tuple[str, ...], units: Sequence[Unit], room: int) -> Iterator[Draft]:
    for number, part in enumerate(_parts(units, room)):
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
    for run in join(sizes, rooms, seams, below):
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
        parts.append(_WIDEST_GAP[: max(1, unit.line_start - before.line_end)])
        parts.append(unit.text)
    return "".join(parts)


def _hash(crumb: str, text: str) -> bytes:
    """White space aside: the model does not see it, so it never makes a new vector."""
    words = " ".join(embedded_text(crumb, text).split())
    return hashlib.sha256(words.encode("utf-8", "replace")).digest()


def _units(block: Block, tokens: int, room: int, count: Count) -> Iterable[Unit]:
    if tokens <= room:
        return (Unit(block.text, block.line_start, block.line_end, tokens, block.kind),)
    return _torn(block, room, count)


def _torn(block: Block, room: int, count: Count) -> Iterator[Unit]:
    lines = block.text.split("\n")
    head = lines[:_TABLE_HEAD] if block.kind == "table" else []
    extra = sum(count(head))
    if extra > room // 2:
        head, extra = [], 0
    pieces = list(_lines(lines[len(head) :], block.line_start + len(head), room - extra, count))
    for number, part in enumerate(_parts(pieces, room - extra)):
        text = "\n".join([*head, *(unit.text for unit in part)])
        size = extra + sum(unit.tokens for unit in part)
        start, end = part[0].line_start, part[-1].line_end
        yield Unit(text, start, end, size, block.kind, torn=number > 0)


def _lines(lines: Sequence[str], first: int, room: int, count: Count) -> Iterator[Unit]:
    """Lines, and parts of those lines that are too long by themselves."""
    for number, (line, tokens) in enumerate(zip(lines, count(lines), strict=True), start=first):
        if tokens <= room:
            yield Unit(line, number, number, tokens, "line")
            continue
        for place, part in enumerate(_parts(list(_sentences(line, room, count)), room)):
            text = "".join(unit.text for unit in part).rstrip()
            size = sum(unit.tokens for unit in part)
            yield Unit(text, number, number, size, "line", torn=place > 0)


def _sentences(line: str, room: int, count: Count) -> Iterator[Unit]:
    """Sentences, and words of those that are larger than a chunk."""
    ends = [match.end() for match in _SENTENCE.finditer(line)]
    sentences = [line[start:end] for start, end in itertools.pairwise([0, *ends, len(line)])]
    for sentence, tokens in zip(sentences, count(sentences), strict=True):
        if tokens <= room:
            yield Unit(sentence, 0, 0, tokens, "sentence")
            continue
        kind = "sentence"
        for word, size in _words(sentence, room, count):
            yield Unit(word, 0, 0, size, kind)
            kind = "word"


def _words(sentence: str, room: int, count: Count) -> Iterator[tuple[str, int]]:
    """Words with their tokens, and slices of a word that is longer than a chunk."""
    words = _WORD.findall(sentence)
    for word, tokens in zip(words, count(words), strict=True):
        if tokens <= room:
            yield word, tokens
        else:
            yield from ((part, len(part)) for part in _slices(word))


def _slices(word: str) -> Iterator[str]:
    """Cut at certain characters, wherever they stand; one token is >= 1 character."""
    start = 0
    for end, character in enumerate(word, start=1):
        full = end - start == _LONGEST_SLICE or end == len(word)
        if full or ord(character) % _ONE_OF == 0:
            yield word[start:end]
            start = end

"""A note to chunks: along its headings, in the embedder's own tokens.

Small neighbours under one parent are merged, large sections are split between blocks, and a
block is torn only when it is larger than a chunk by itself: a table between rows (its header
is repeated), everything else between lines, then sentences, then words.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.records import Chunk, embedded_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.records import Block, Note

    Count = Callable[[Sequence[str]], list[int]]

BREADCRUMB = " > "
_SENTENCE = re.compile("(?<=[.!?\u2026])\\s+|(?<=[\u3002\uff01\uff1f])")
_TABLE_HEAD = 2
_WIDEST_GAP = 4


class Limits(msgspec.Struct, frozen=True):
    """Sizes in the embedder's tokens; `largest` includes the breadcrumb."""

    largest: int = 450
    merge_below: int = 200
    overlap: int = 40


class Unit(msgspec.Struct, frozen=True):
    """A piece that goes into a chunk whole."""

    text: str
    line_start: int
    line_end: int
    tokens: int
    kind: str


class Draft(msgspec.Struct, frozen=True):
    """A chunk in the making."""

    heading: tuple[str, ...]
    units: tuple[Unit, ...]

    @property
    def tokens(self) -> int:
        """Tokens of the text without the breadcrumb."""
        return sum(unit.tokens for unit in self.units)


def chunk(note: Note, count: Count, limits: Limits | None = None) -> tuple[Chunk, ...]:
    """Cut a note into chunks in reading order.

    Args:
        note: what was read.
        count: tokens of each text, as the embedder counts them.
        limits: sizes; the defaults fit a window of 512 tokens.
    """
    limits = limits or Limits()
    crumbs = [_crumb(note.title, section.heading, limits) for section in note.sections]
    texts = [block.text for section in note.sections for block in section.blocks]
    counts = iter(count([*crumbs, *texts]))
    rooms = [limits.largest - next(counts) for _ in crumbs]
    drafts: list[Draft] = []
    for section, room in zip(note.sections, rooms, strict=True):
        units = [
            unit for block in section.blocks for unit in _units(block, next(counts), room, count)
        ]
        packed = _pack(section.heading, units, room, limits.overlap)
        for draft in packed:
            _append(drafts, draft, room, limits.merge_below)
    return tuple(
        _finish(_crumb(note.title, draft.heading, limits), index, draft)
        for index, draft in enumerate(drafts)
    )


def breadcrumb(title: str, heading: Sequence[str]) -> str:
    """`note > section > subsection`; a first heading that repeats the title is left out."""
    steps = heading[1:] if heading and heading[0] == title else heading
    return BREADCRUMB.join([title, *(step for step in steps if step)])


def _crumb(title: str, heading: Sequence[str], limits: Limits) -> str:
    """The breadcrumb, cut to two thirds of a chunk; one token is >= 1 character."""
    whole, most = breadcrumb(title, heading), limits.largest * 2 // 3
    return whole if len(whole) <= most else whole[: most - 1].rstrip() + "\u2026"


def _pack(
    heading: tuple[str, ...], units: Sequence[Unit], room: int, overlap: int
) -> Iterator[Draft]:
    held: list[Unit] = []
    used = 0
    for unit in units:
        if held and used + unit.tokens > room:
            yield Draft(heading, tuple(held))
            last = held[-1]
            carry = last.kind == "paragraph" and last.tokens <= overlap and len(held) > 1
            held = [last] if carry and last.tokens + unit.tokens <= room else []
            used = sum(kept.tokens for kept in held)
        held.append(unit)
        used += unit.tokens
    if held:
        yield Draft(heading, tuple(held))


def _append(drafts: list[Draft], draft: Draft, room: int, merge_below: int) -> None:
    """Add a draft, or merge it into the one before where both are small and related."""
    if drafts:
        before = drafts[-1]
        shared = _common(before.heading, draft.heading)
        related = len(shared) >= min(len(before.heading), len(draft.heading)) - 1
        small = min(before.tokens, draft.tokens) < merge_below
        repeats = before.units[-1] == draft.units[0]
        if related and small and not repeats and before.tokens + draft.tokens <= room:
            # What stands before the first heading lends no heading to what follows; equals that
            # were merged under no heading do.
            intro = all(unit.kind != "heading" for unit in before.units)
            heading = draft.heading if intro and not before.heading else shared
            drafts[-1] = Draft(heading, before.units + draft.units)
            return
    drafts.append(draft)


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    size = 0
    while size < min(len(one), len(other)) and one[size] == other[size]:
        size += 1
    return one[:size]


def _finish(crumb: str, ordinal: int, draft: Draft) -> Chunk:
    text = _joined(draft.units)
    return Chunk(
        ordinal=ordinal,
        heading=draft.heading,
        line_start=draft.units[0].line_start,
        line_end=max(unit.line_end for unit in draft.units),
        crumb=crumb,
        text=text,
        text_hash=_hash(crumb, text),
    )


def _joined(units: Sequence[Unit]) -> str:
    """The units with the lines between them that the file has, so that a passage is verbatim."""
    parts = [units[0].text]
    for before, unit in itertools.pairwise(units):
        parts.append("\n" * min(_WIDEST_GAP, max(1, unit.line_start - before.line_end)))
        parts.append(unit.text)
    return "".join(parts)


def _hash(crumb: str, text: str) -> bytes:
    """White space aside: the model does not see it, so it never makes a new vector."""
    words = " ".join(embedded_text(crumb, text).split())
    return hashlib.sha256(words.encode("utf-8", "replace")).digest()


def _units(block: Block, tokens: int, room: int, count: Count) -> Iterator[Unit]:
    if tokens <= room:
        yield Unit(block.text, block.line_start, block.line_end, tokens, block.kind)
        return
    lines = block.text.split("\n")
    head = lines[:_TABLE_HEAD] if block.kind == "table" else []
    extra = sum(count(head))
    if extra > room // 2:
        head, extra = [], 0
    pieces = _pieces(lines[len(head) :], block.line_start + len(head), room - extra, count)
    for piece in _group(pieces, room - extra):
        text = "\n".join([*head, *(unit.text for unit in piece)])
        size = extra + sum(unit.tokens for unit in piece)
        yield Unit(text, piece[0].line_start, piece[-1].line_end, size, block.kind)


def _pieces(lines: Sequence[str], first: int, room: int, count: Count) -> Iterator[Unit]:
    """Lines, and parts of those lines that are too long by themselves."""
    for number, (line, tokens) in enumerate(zip(lines, count(lines), strict=True), start=first):
        if tokens <= room:
            yield Unit(line, number, number, tokens, "line")
            continue
        for part in _split_line(line, room, count):
            yield Unit(part, number, number, count([part])[0], "line")


def _split_line(line: str, room: int, count: Count) -> Iterator[str]:
    sentences = [part for part in _SENTENCE.split(line) if part]
    for sentence, tokens in zip(sentences, count(sentences), strict=True):
        if tokens <= room:
            yield sentence
        else:
            yield from _split_words(sentence, room, count)


def _split_words(sentence: str, room: int, count: Count) -> Iterator[str]:
    """Words, and slices of a word that is longer than a chunk; one token is >= 1 character."""
    words: list[str] = []
    for word, tokens in zip(sentence.split(), count(sentence.split()), strict=True):
        if tokens <= room:
            words.append(word)
        else:
            words.extend(word[start : start + room] for start in range(0, len(word), room))
    sized = zip(words, count(words), strict=True)
    for group in _group((Unit(word, 0, 0, size, "word") for word, size in sized), room):
        yield " ".join(unit.text for unit in group)


def _group(units: Iterator[Unit], room: int) -> Iterator[list[Unit]]:
    held: list[Unit] = []
    used = 0
    for unit in units:
        if held and used + unit.tokens > room:
            yield held
            held, used = [], 0
        held.append(unit)
        used += unit.tokens
    if held:
        yield held

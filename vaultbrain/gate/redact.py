"""Spans of a text, and the text with placeholders in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultbrain.gate.rules import TABLE
from vaultbrain.gate.rules.classes import CONTAINERS
from vaultbrain.records import Tier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_PLACEHOLDERS = tuple(f"[redacted:{rule.class_}]" for rule in TABLE)
_GRAVITY = {Tier.SECRET: 3, Tier.STRONG: 2, Tier.SOFT: 1}


class Mark(NamedTuple):
    """A finding on its way: character offsets, and the rule's place in the table."""

    start: int
    end: int
    rule: int

    @property
    def class_(self) -> str:
        """What its placeholder says."""
        return TABLE[self.rule].class_

    @property
    def tier(self) -> Tier:
        """How grave it is."""
        return TABLE[self.rule].tier


class Placeholder(NamedTuple):
    """Where a placeholder stands in the new text, and where what it stands for ends in the old."""

    start: int
    end: int
    old_end: int


def _weight(mark: Mark) -> tuple[int, int, int]:
    """Order marks of the same text: the graver, then the longer, then the earlier rule wins.

    What opens everything is the gravest: a union with it passes as little as it does.
    """
    gravity = _GRAVITY[mark.tier] + (mark.class_ in CONTAINERS)
    return gravity, mark.end - mark.start, -mark.rule


def merged(marks: Iterable[Mark]) -> list[Mark]:
    """Unite overlapping marks; the union is named after its weightiest member."""
    united: list[Mark] = []
    heaviest: tuple[int, ...] = ()
    for mark in sorted(marks):
        if not united or mark.start >= united[-1].end:
            united.append(mark)
            heaviest = ()
            continue
        last = united[-1]
        # Most marks overlap no other, so that nobody asks for their weight.
        heaviest = heaviest or _weight(last)
        weight = _weight(mark)
        rule = mark.rule if weight > heaviest else last.rule
        heaviest = max(heaviest, weight)
        united[-1] = Mark(last.start, max(last.end, mark.end), rule)
    return united


def apart(left: Sequence[Mark], gone: Sequence[Mark]) -> list[Mark]:
    """Drop the marks of `left` that touch one of `gone`; both lists are in order."""
    kept = []
    place = 0
    for mark in left:
        while place < len(gone) and gone[place].end <= mark.start:
            place += 1
        if place == len(gone) or gone[place].start >= mark.end:
            kept.append(mark)
    return kept


def replaced(text: str, marks: Iterable[Mark]) -> tuple[str, list[Placeholder]]:
    """Put placeholders in. Each keeps the line ends of what it stands for.

    Args:
        text: the old text.
        marks: in order, without overlaps.

    Returns:
        The new text, and where its placeholders came from.
    """
    pieces: list[str] = []
    origins: list[Placeholder] = []
    done = size = 0
    for start, end, rule in marks:
        placeholder = _PLACEHOLDERS[rule] + line_ends(text[start:end])
        pieces += (text[done:start], placeholder)
        size += start - done
        last = size + len(placeholder)
        origins.append(Placeholder(size, last, end))
        size, done = last, end
    pieces.append(text[done:])
    return "".join(pieces), origins


def line_ends(text: str) -> str:
    """The line ends of a text and nothing else."""
    if "\n" not in text and "\r" not in text:
        return ""
    return "".join(c for c in text if c in "\r\n")


def original(marks: Iterable[Mark], origins: Sequence[Placeholder]) -> Iterator[Mark]:
    """Turn marks of a redacted text into marks of the old one.

    The part inside a placeholder is left out: it is redacted already.
    """
    place = 0
    for mark in sorted(marks):
        while place < len(origins) and origins[place].end <= mark.start:
            place += 1
        start, end = _old(mark.start, origins, place), _old(mark.end, origins, place)
        if start < end:
            yield mark._replace(start=start, end=end)


def _old(offset: int, origins: Sequence[Placeholder], place: int) -> int:
    """Turn one offset of the new text into one of the old, searching on from `place`."""
    while place < len(origins) and origins[place].end <= offset:
        place += 1
    shift = origins[place - 1].old_end - origins[place - 1].end if place else 0
    if place < len(origins) and offset > origins[place].start:
        return origins[place].old_end
    return offset + shift

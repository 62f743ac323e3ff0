"""Where chunks begin: content-defined chunking over texts that are not cut themselves.

Whether a chunk begins at a seam between two texts follows from what stands around it, not from
how much stands before it, so that an edit makes few chunks anew, wherever in a note it is.
Neighbours are joined across the weakest seam first, wherever both fit into one chunk; the
seams that stay open part the chunks. A seam that is stronger than all others within half a
chunk on either side is a landmark and stays open: an edit on one side of it hardly ever
reaches the other.

Seams of equal strength are ranked by a hash of the first words behind them, so that an edit
farther into a text leaves its seam what it was.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# What ranks a seam is short, because most edits of a paragraph leave its beginning alone. Where
# it has fewer characters than _TOO_FEW, there may be many of its like.
_WORDS, _CHARACTERS, _TOO_FEW = 8, 48, 16


class Seam(msgspec.Struct, frozen=True, order=True):
    """Where two neighbours meet, in front of the one numbered `at`; the weakest is the least."""

    strength: int
    rank: tuple[bytes, int]
    at: int


class _Runs:
    """Neighbours that were joined; a run goes by the number of its first."""

    def __init__(self, sizes: Sequence[int], single: Sequence[bool]) -> None:
        self.sizes = list(sizes)
        self.single = list(single)
        self.first = list(range(len(sizes)))
        self.last = list(range(len(sizes)))

    def join(self, left: int, right: int) -> None:
        self.sizes[left] += self.sizes[right]
        self.single[left] |= self.single[right]
        self.last[left] = self.last[right]
        self.first[self.last[left]] = left


def join(
    sizes: Sequence[int],
    rooms: Sequence[int],
    seams: list[Seam],
    below: int,
    single: Sequence[bool] = (),
) -> Iterator[slice]:
    """Join neighbours across the weakest seam first, where both fit into the smaller room.

    Takes n log n steps; landmarks stay open.

    Args:
        sizes: of the neighbours, in their order.
        rooms: how large may be what holds each of them.
        seams: those that may be closed.
        below: one of two that are joined is smaller than this.
        single: which of them are never joined with another such; none by default.

    Yields:
        Which of them belong together, in their order.
    """
    single = single or [False] * len(sizes)
    held, near, most = _Runs(sizes, single), _Runs(sizes, single), list(rooms)
    for seam in sorted(seams):
        left, right = held.first[seam.at - 1], seam.at
        room = min(most[left], most[right])
        # How far it is on either side to a seam that is stronger.
        side = near.first[right - 1]
        landmark = min(near.sizes[side], near.sizes[right]) > room // 2
        near.join(side, right)
        small = min(held.sizes[left], held.sizes[right]) < below
        fits = held.sizes[left] + held.sizes[right] <= room
        if small and fits and not landmark and not (held.single[left] and held.single[right]):
            held.join(left, right)
            most[left] = room
    at = 0
    while at < len(sizes):
        yield slice(at, held.last[at] + 1)
        at = held.last[at] + 1


def rank(texts: Sequence[str]) -> tuple[bytes, int]:
    """Rank a seam among those of equal strength.

    Args:
        texts: the text behind the seam and the next two or so, which are asked only if this one
            has few words, or if many begin like it, as addresses and headings do.
    """
    together = " ".join(texts)
    words = _first_words(texts[0])
    if len(words) < _TOO_FEW:
        words = _first_words(together)
    digest = hashlib.blake2b(words.encode("utf-8", "replace")).digest()
    return digest, zlib.crc32(together.encode("utf-8", "replace"))


def _first_words(text: str) -> str:
    return " ".join(text.split(None, _WORDS)[:_WORDS])[:_CHARACTERS]

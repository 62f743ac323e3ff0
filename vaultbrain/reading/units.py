"""Units: blocks that fit into a chunk, and the parts of those that do not.

A block is torn only when it is larger than a chunk by itself: a table between rows (its header is
repeated), everything else between lines, then sentences, then words, always by the seams between
them (see seams.py).
"""

from __future__ import annotations

import itertools
import re
import zlib
from typing import TYPE_CHECKING, TypeVar

import msgspec

from vaultbrain.reading.seams import Seam, join, rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vaultbrain.records import Block

    Count = Callable[[Sequence[str]], list[int]]

T = TypeVar("T")
_SENTENCE = re.compile("(?<=[.!?\u2026])\\s+|(?<=[\u3002\uff01\uff1f])")
_WORD = re.compile(r"\S+\s*|\s+")
_TABLE_HEAD = 2
# More blank lines in a row say nothing more.
WIDEST_GAP = 4 * "\n"
# A word longer than a chunk may be cut behind one character of 16, and after 32 at the latest.
_ONE_OF, _LONGEST_SLICE = 16, 32
# A run of words ends with one word of 8, and after 16 at the latest.
_ONE_OF_WORDS, _LONGEST_RUN = 8, 16
_SHORTEST_STRETCH, _LONGEST_STRETCH, _KEPT = 256, 2048, 4
# Characters; no tokenizer puts so many of them into the tokens of a chunk.
_SURELY_TOO_LONG = 1 << 15


class Unit(msgspec.Struct, frozen=True):
    """A piece that goes into a chunk whole; `torn` from the one before, it stays apart."""

    text: str
    line_start: int
    line_end: int
    tokens: int
    kind: str
    torn: bool = False


def parts(units: Sequence[Unit], room: int) -> Iterator[Sequence[Unit]]:
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


def units_of(block: Block, tokens: int, room: int, count: Count) -> Iterable[Unit]:
    """The units of a block that has so many tokens, where there is so much room in a chunk."""
    if tokens <= room:
        return (Unit(block.text, block.line_start, block.line_end, tokens, block.kind),)
    return _torn(block, room, count)


def _torn(block: Block, room: int, count: Count) -> Iterator[Unit]:
    """Parts of a block that is larger than a chunk."""
    lines = block.text.split("\n")
    head = lines[:_TABLE_HEAD] if block.kind == "table" else []
    extra = sum(count(head))
    if extra > room // 2:
        head, extra = [], 0
    torn, first = False, block.line_start + len(head)
    numbered = list(_numbered(lines[len(head) :], first))
    stretches = (list(_lines(stretch, room - extra, count)) for stretch in _stretches(numbered))
    for part in _many_parts(stretches, room - extra):
        text = "\n".join([*head, *(unit.text for unit in part)])
        size = extra + sum(unit.tokens for unit in part)
        start, end = part[0].line_start, part[-1].line_end
        yield Unit(text, start, end, size, block.kind, torn)
        torn = True


def _numbered(lines: Sequence[str], first: int) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; of many blank ones in a row the first few."""
    blank = 0
    for number, line in enumerate(lines, start=first):
        blank = 0 if line.strip() else blank + 1
        if blank < len(WIDEST_GAP):
            yield number, line


def _many_parts(stretches: Iterable[Sequence[Unit]], room: int) -> Iterator[Sequence[Unit]]:
    """The parts of stretches one after the other, hardly others than those of the whole.

    The last parts of a stretch are joined anew with the next one, so that it is not the end of
    the stretch that parts them. Blank lines at the ends of a part belong to none.
    """
    held: list[Sequence[Unit]] = []
    for stretch in stretches:
        found = list(parts([*itertools.chain.from_iterable(held), *stretch], room))
        held = found[-_KEPT:]
        yield from filter(None, map(_trimmed, found[:-_KEPT]))
    yield from filter(None, map(_trimmed, held))


def _trimmed(part: Sequence[Unit]) -> Sequence[Unit]:
    """Without what is blank at either end."""
    said = [at for at, unit in enumerate(part) if unit.text.strip()]
    return part[said[0] : said[-1] + 1] if said else ()


def _stretches(items: Sequence[tuple[T, str]]) -> Iterator[Sequence[tuple[T, str]]]:
    """Runs of some hundred pieces, so that the work on a huge block is done bit by bit.

    They end behind pieces that are chosen by what they say: an edit moves no end but its own.
    """
    start = 0
    for at in range(1, len(items) + 1):
        size = at - start
        if size == _LONGEST_STRETCH or (
            size >= _SHORTEST_STRETCH and _is_end([text for _, text in items[at - 3 : at]])
        ):
            yield items[start:at]
            start = at
    if start < len(items):
        yield items[start:]


def _is_end(texts: Sequence[str]) -> bool:
    """Three pieces are asked: one alone, as a bracket or a blank line, may have many its like."""
    said = " ".join(" ".join(texts).split())
    return zlib.crc32(said.encode("utf-8", "replace")) % _SHORTEST_STRETCH == 0


def counted(texts: Sequence[str], count: Count) -> list[int]:
    """Tokens of each text; those of a text that fits into no chunk by far are not counted."""
    short = ["" if _is_too_long(text) else text for text in texts]
    return [
        tokens if text is cut else _SURELY_TOO_LONG
        for text, cut, tokens in zip(texts, short, count(short), strict=True)
    ]


def _is_too_long(text: str) -> bool:
    """White space aside: it has no tokens, however much of it there is."""
    return len(text) > _SURELY_TOO_LONG and len("".join(text.split())) > _SURELY_TOO_LONG


def _lines(numbered: Sequence[tuple[int, str]], room: int, count: Count) -> Iterator[Unit]:
    """Lines, and parts of those lines that are too long by themselves."""
    sizes = counted([line for _, line in numbered], count)
    for (number, line), tokens in zip(numbered, sizes, strict=True):
        if tokens <= room:
            yield Unit(line, number, number, tokens, "line")
            continue
        torn = False
        pieces = list(_sentences(line, room, count))
        stretches = (list(_phrases(stretch, room, count)) for stretch in _stretches(pieces))
        for part in _many_parts(stretches, room):
            text = "".join(unit.text for unit in part).rstrip()
            size = sum(unit.tokens for unit in part)
            yield Unit(text, number, number, size, "line", torn)
            torn = True


def _sentences(line: str, room: int, count: Count) -> Iterator[tuple[str, str]]:
    """Sentences, and runs of words of those that are larger than a chunk; each behind its kind."""
    ends = [match.end() for match in _SENTENCE.finditer(line)]
    sentences = [line[start:end] for start, end in itertools.pairwise([0, *ends, len(line)])]
    for sentence, tokens in zip(sentences, counted(sentences, count), strict=True):
        if tokens <= room:
            yield "sentence", sentence
            continue
        kind = "sentence"
        for run in _runs(sentence):
            yield kind, run
            kind = "word"


def _runs(sentence: str) -> Iterator[str]:
    """A few words each, up to one that is chosen by its letters."""
    start = words = 0
    for match in _WORD.finditer(sentence):
        words += 1
        if words == _LONGEST_RUN or ord(match[0][0]) % _ONE_OF_WORDS == 0:
            yield sentence[start : match.end()]
            start, words = match.end(), 0
    if start < len(sentence):
        yield sentence[start:]


def _phrases(pieces: Sequence[tuple[str, str]], room: int, count: Count) -> Iterator[Unit]:
    """Sentences and runs of words as units; what is larger than a chunk is words and slices."""
    texts = [text for _, text in pieces]
    for (kind, text), tokens in zip(pieces, counted(texts, count), strict=True):
        if tokens <= room:
            yield Unit(text, 0, 0, tokens, kind)
        else:
            yield from _words(text, kind, room, count)


def _words(text: str, kind: str, room: int, count: Count) -> Iterator[Unit]:
    words = _WORD.findall(text)
    for word, tokens in zip(words, counted(words, count), strict=True):
        slices = [word] if tokens <= room else _slices(word, min(room, _LONGEST_SLICE))
        for part in slices:
            yield Unit(part, 0, 0, tokens if part is word else len(part.rstrip()), kind)
            kind = "word"


def _slices(word: str, longest: int) -> Iterator[str]:
    """Cut at certain characters, wherever they stand; one token is >= 1 character."""
    start, last = 0, len(word.rstrip())
    for end, character in enumerate(word[:last], start=1):
        if end == last:
            yield word[start:]
        elif end - start == longest or ord(character) % _ONE_OF == 0:
            yield word[start:end]
            start = end

"""Other readings of a text: without what parts its words for the eye of a machine alone.

A person reads `gh<b></b>p_…` or `heslo&colon; …` as what is meant; the rules do not. A view holds
the text as it is meant, and leads every place in it back to the text as it is written. All of it
is bytes of UTF-8, and all of it takes time in proportion to the text.
"""

from __future__ import annotations

import bisect
import functools
import itertools
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import ahocorasick_rs

from vaultbrain.gate.engine import check_time, compiler, every
from vaultbrain.gate.signs import BLANKS, CHANGES, EDGES, FIXED, MARKUP, SIGNS, TORN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vaultbrain.gate.engine import Match
    from vaultbrain.gate.signs import Change

# Lines on both sides of one that changes: a label above it, a value below.
_BESIDE = 2
_GAP = b"\n\n\n"
# Texts up to this length are not worth cutting.
_SMALL = 512
# A key block goes on for as many lines as it has.
_BLOCK = b"BEGIN"
# A replaced run: where it starts and ends in the view, and where in the text. Byte offsets.
_Piece = tuple[int, int, int, int]
_START = itemgetter(0)
# A part of the text as half-open byte offsets.
_Window = tuple[int, int]
# From a text to its changes.
_Step = Callable[[bytes, float], "Iterable[Change]"]
_Made = Callable[[bytes, "Sequence[tuple[int, int]]"], "Iterable[Change]"]
_EVER = float("inf")
# After so many matches the time is looked at.
_MATCHES = 256


class View(NamedTuple):
    """A text as it reads, and the way back.

    Attributes:
        data: UTF-8.
        windows: the parts of the written text that it was made of, in order, each after the place
            where it stood at first; a gap of blank lines stands between them.
        layers: what was replaced in them: for each change in turn its runs; all between two runs
            is as it was.
    """

    data: bytes
    windows: Sequence[tuple[int, int, int]]
    layers: Sequence[Sequence[_Piece]]

    def back(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where a span of the view stands in the written text, in byte offsets.

        A run that it touches is covered whole. Across a gap it is cut; in a gap it is nothing.
        """
        for pieces in reversed(self.layers):
            start, end = _back(pieces, start, end)
        number = bisect.bisect_right(self.windows, start, key=_START) - 1
        for place, first, last in self.windows[number:]:
            if place >= end:
                return
            size = last - first
            if start < place + size:
                yield first + max(0, start - place), first + min(size, end - place)


class Views:
    """Makes views. Compiled once, shared by threads.

    Raises:
        BlockedByGate: RE2 is missing.
    """

    def __init__(self) -> None:
        compile_ = compiler()
        self._changes = compile_(CHANGES, groups=False)
        signs, markup, edges, torn = (
            functools.partial(_matched, compile_(pattern), made)
            for pattern, made in (SIGNS, MARKUP, EDGES, TORN)
        )
        fixed, self._blanks = _fixed(FIXED), _fixed(BLANKS)
        # Twice, for what stood within markup, or within other signs.
        self._steps = (fixed, signs, markup, fixed, signs, edges)
        self._torn: _Step = torn

    def spaced(self, data: bytes, until: float = _EVER) -> View | None:
        """The text with a plain space for each blank; None if that is what it is.

        There is no need to look at the text itself then: nothing else is different.
        """
        text, pieces = (data, []) if data.isascii() else _changed(data, self._blanks, until)
        return View(text, [(0, 0, len(data))], [pieces]) if pieces else None

    def of(self, data: bytes, until: float, *, wrapped: bool) -> Iterator[View]:
        """All views of a text that differ from it.

        Args:
            data: UTF-8.
            until: CPU seconds of this thread (`time.thread_time`) at which to give up.
            wrapped: whether its lines end where a page has no more room, also inside of words.

        Raises:
            BlockedByGate: it took longer.
        """
        view = self.normalised(data, until)
        if view is not None:
            yield view
        if wrapped:
            yield from self.joined(data, until)

    def normalised(self, data: bytes, until: float = _EVER) -> View | None:
        """The text in plain letters and without markup; None if that is what it is.

        Only lines that change are in it, with their neighbours, unless they are most of the text.
        """
        windows = _windows(data, self._changes, until)
        view = self._view(data, windows, until) if windows else None
        if view is not None and _BLOCK in view.data and windows != [(0, len(data))]:
            view = self._view(data, [(0, len(data))], until)
        return view

    def joined(self, data: bytes, until: float = _EVER) -> Iterator[View]:
        """The text with words put together that lines or pages part.

        Of three full lines two may be one word and the third another, so beside the view in which
        all are joined there is one for every other end of a line, and one for the rest.
        """
        ends = list(self._torn(data, until))
        for chosen in (ends, ends[::2], ends[1::2]) if len(ends) > 1 else (ends,):
            if chosen:
                text, pieces = _changed(data, lambda *_, chosen=chosen: chosen, until)
                yield self._stepped(text, [(0, len(data))], [pieces], until)

    def _view(self, data: bytes, windows: list[_Window], until: float) -> View | None:
        text = _GAP.join(data[start:end] for start, end in windows)
        view = self._stepped(text, windows, [], until)
        return view if view.layers else None

    def _stepped(
        self, text: bytes, windows: list[_Window], layers: list[list[_Piece]], until: float
    ) -> View:
        for step in self._steps:
            text, pieces = _changed(text, step, until)
            if pieces:
                layers.append(pieces)
        sizes = (last - first + len(_GAP) for first, last in windows)
        places = itertools.accumulate(sizes, initial=0)
        placed = [(place, *window) for place, window in zip(places, windows, strict=False)]
        return View(text, placed, layers)


def _back(pieces: Sequence[_Piece], start: int, end: int) -> tuple[int, int]:
    """The place of a span before a change."""
    at = bisect.bisect_right(pieces, start, key=_START) - 1
    if at >= 0:
        _, last, old_start, old_end = pieces[at]
        start = old_start if start < last else old_end + start - last
    at = bisect.bisect_left(pieces, end, key=_START) - 1
    if at >= 0:
        _, last, _, old_end = pieces[at]
        end = old_end + max(0, end - last)
    return start, end


def _windows(data: bytes, changes: Match, until: float) -> list[_Window]:
    """The lines that change and those beside them, without the last line feed."""
    windows: list[_Window] = []
    position = covered = 0
    while (place := changes(data, position, len(data))[0])[0] >= 0:
        if not len(windows) % _MATCHES:
            check_time(until)
        end, position = _below(data, place[1])
        before = windows[-1][1] if windows else -1
        start = _above(data, before + 1, place[0])
        if windows and start == before + 1:
            start, _ = windows.pop()
            covered -= before - start
        windows.append((start, end))
        covered += end - start
        if 2 * covered > len(data) or len(data) <= _SMALL:
            return [(0, len(data))]
        if position == len(data):
            break
    return windows


def _above(data: bytes, floor: int, place: int) -> int:
    """Where the lines above a place begin, not before `floor`."""
    for _ in range(_BESIDE + 1):
        place = data.rfind(b"\n", floor, place)
        if place < 0:
            return floor
    return place + 1


def _below(data: bytes, place: int) -> tuple[int, int]:
    """Where the lines below a place end, and where its own does."""
    ends = []
    for _ in range(_BESIDE + 1):
        place = data.find(b"\n", place)
        if place < 0:
            ends.append(len(data))
            break
        ends.append(place)
        place += 1
    return ends[-1], ends[0]


def _fixed(table: Mapping[bytes, bytes]) -> _Step:
    """The step that replaces what is in a table, in lower case."""
    signs = ahocorasick_rs.BytesAhoCorasick(
        list(table), matchkind=ahocorasick_rs.MatchKind.LeftmostLongest
    )
    news = tuple(table.values())

    def changes(data: bytes, until: float) -> Iterable[Change]:
        check_time(until)
        found = signs.find_matches_as_indexes(data.lower())
        return ((start, end, news[number]) for number, start, end in found)

    return changes


def _matched(match: Match, made: _Made, data: bytes, until: float) -> Iterator[Change]:
    """The changes at all matches of a pattern."""
    for spans in every(match, data, 0, len(data), until):
        yield from made(data, spans)


def _changed(data: bytes, step: _Step, until: float) -> tuple[bytes, list[_Piece]]:
    """Take one step."""
    pieces: list[_Piece] = []
    out: list[bytes] = []
    done = size = 0
    for start, end, new in step(data, until):
        size += start - done
        last = size + len(new)
        out += (data[done:start], new)
        pieces.append((size, last, start, end))
        size, done = last, end
    out.append(data[done:])
    return b"".join(out), pieces

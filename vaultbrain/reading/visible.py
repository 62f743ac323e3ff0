"""What of a note's lines is there to be read: comments, markup and payload taken out of them.

Lines keep their numbers, whatever is taken out of them.
"""

from __future__ import annotations

import bisect
import html
import re
from typing import TYPE_CHECKING

from vaultbrain.reading.obsidian import COMMENT, HIDDEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

_COMMENTS = {**HIDDEN, "<!--": "-->"}
# What opens a comment or code: at the head of a line, behind marks of lists and quotes, or in it.
_OPENS = re.compile(
    r"^(?P<head>(?:[^\S\n]|>|[-*+](?=\s)|\d{1,9}[.)](?=\s))*+)"
    r"(?:(?P<fence>`{3,}+(?![^\n]*`)|~{3,}+)|(?P<block>%%|<%|<!--))"
    r"|(?P<ticks>`++)|\\[\\`]|(?P<inline>%%|<%|<!--)",
    re.MULTILINE,
)
_FENCE_END = re.compile(r"^[^\S\n]*(?:>[^\S\n]*)*+(`{3,}|~{3,})[^\S\n]*$", re.MULTILINE)
# Where no paragraph goes on: what follows a blank line, and is not a part of a list.
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*+\n(?=\S)")
_TICKS = re.compile("`+")
_KEEPS_COMMENTS = frozenset({"fence", "math"})
_CALLOUT = re.compile(r"(>[^\S\n]*)\[!([\w-]+)(?:\|[^\]\n]*)?\][+-]?[^\S\n]*")
_ID = re.compile(r"(?<!\s)\s*\^[A-Za-z0-9-]+\s*$")
# Tags with their attributes; what scripts and styles hold is for machines.
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<[!?][^<>]*>")
_MACHINES = tuple(
    (re.compile(rf"(?is)<{name}\b[^<>]*>.*?</{name}\s*>"), re.compile(rf"(?i)</{name}\s*>"))
    for name in ("script", "style")
)
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
# Fences that stand for what a plugin finds elsewhere; how it looks for it, says nothing.
_VIEWS = frozenset({"dataview", "dataviewjs", "query", "tasks"})
# The headings that the Excalidraw plugin writes, the line above them, and the drawing itself.
_DRAWING_PARTS = frozenset(
    ("Excalidraw Data", "Text Elements", "Element Links", "Embedded Files", "Drawing")
)
_DRAWING_LINE = "EXCALIDRAW VIEW"
_DRAWING_DATA = frozenset({"json", "compressed-json"})


def is_drawing(path: str, properties: dict[str, object]) -> bool:
    """Whether a note is a drawing of the Excalidraw plugin."""
    return "excalidraw-plugin" in properties or path.endswith(".excalidraw.md")


def clear(lines: list[str], tokens: Sequence[Token]) -> None:
    """Take out of the lines what is no text of the note: comments, ids, markers, tags."""
    for token in tokens:
        if not token.map:
            continue
        start, end = token.map
        if token.type == "comment":
            lines[start:end] = [""] * (end - start)
            if token.meta["column"]:
                lines[end] = lines[end][token.meta["column"] :]
        elif token.type == "blockquote_open":
            lines[start] = _CALLOUT.sub(_without_marker, lines[start], count=1)
        elif token.type == "html_block":
            text = _html_text("\n".join(lines[start:end]))
            lines[start:end] = text.split("\n")
        elif token.type == "fence" and token.info.strip().lower() in _VIEWS:
            lines[start:end] = [""] * (end - start)
        elif token.type == "inline" and token.meta:
            lines[end - 1] = _ID.sub("", lines[end - 1])


def _without_marker(match: re.Match[str]) -> str:
    """A callout without a title of its own has that of its kind."""
    titled = match.string[match.end() :].strip()
    return match[1] if titled else match[1] + match[2].capitalize()


def clear_drawing(lines: list[str], tokens: list[Token]) -> list[Token]:
    """Take out of a drawing all but its words; returns the tokens that are left."""
    left = []
    for at, token in enumerate(tokens):
        if not token.map or token.level:
            left.append(token)
            continue
        start, end = token.map
        text = "\n".join(lines[start:end])
        part = token.type == "heading_open" and tokens[at + 1].content in _DRAWING_PARTS
        data = token.type == "fence" and token.info.strip() in _DRAWING_DATA
        if part or data or _DRAWING_LINE in text:
            lines[start:end] = [""] * (end - start)
        else:
            left.append(token)
    return left


def visible(kind: str, text: str) -> str:
    """A block's text without its hidden comments."""
    return text if kind in _KEEPS_COMMENTS else without_comments(text)


def without_comments(text: str, *, whole: bool = False) -> str:
    """The text without closed comments outside of code; their line feeds stay.

    One that opens within a line closes in the same paragraph; one at the head of a line may hold
    many. In the text of a `whole` note it holds all that follows if it closes nowhere.
    """
    if "%" not in text and "<!--" not in text:
        return text
    parts: list[str] = []
    ends, done, at = _Ends(text, whole=whole), 0, 0
    while match := _OPENS.search(text, at):
        if match["fence"] or match["ticks"]:
            at = ends.of_code(match)
            continue
        kind = "block" if match["block"] else "inline"
        start, at = match.start(kind), match.end()
        end = ends.of_comment(match) if match[kind] else 0
        if end:
            parts += [text[done:start], "\n" * text.count("\n", start, end)]
            done = at = end
    return "".join([*parts, text[done:]])


class _Ends:
    """Where comments and code end. What has no end is looked for once: linear in the text."""

    def __init__(self, text: str, *, whole: bool) -> None:
        self._text = text
        self._whole = whole
        self._paragraph = 0
        # Up to where no end is to be found, by what opened; and the shortest fence without one.
        self._none: dict[str, int] = {}
        self._open: dict[str, int] = {}
        self._fences: list[tuple[int, str]] | None = None
        self._ticks: dict[int, list[int]] | None = None

    def of_comment(self, match: re.Match[str]) -> int:
        """The end of a comment; 0 where it is none."""
        opens, start = match["block"] or match["inline"], match.end()
        last = len(self._text) if match["block"] else self._end_of_paragraph(start)
        if self._none.get(opens, 0) >= last:
            return 0
        end = self._text.find(_COMMENTS[opens], start, last)
        if end >= 0:
            return end + len(_COMMENTS[opens])
        self._none[opens] = last
        endless = self._whole and match["block"] == COMMENT and not match["head"]
        return last if endless else 0

    def of_code(self, match: re.Match[str]) -> int:
        """The end of a fence or code span, or of what would open it were it closed."""
        if match["fence"]:
            return self._of_fence(match["fence"], match.end()) or match.end()
        end = self._of_span(len(match["ticks"]), match.end())
        # Templates are carried out wherever they stand.
        return end if end and self._text.find("<%", match.end(), end) < 0 else match.end()

    def _of_fence(self, mark: str, start: int) -> int:
        if len(mark) >= self._open.get(mark[0], len(self._text)):
            return 0
        if self._fences is None:
            self._fences = [(at.start(1), at[1]) for at in _FENCE_END.finditer(self._text)]
        first = bisect.bisect_left(self._fences, (start, ""))
        for number in range(first, len(self._fences)):
            at, closes = self._fences[number]
            if closes.startswith(mark):
                return at + len(closes)
        self._open[mark[0]] = len(mark)
        return 0

    def _of_span(self, size: int, start: int) -> int:
        if self._ticks is None:
            self._ticks = {}
            for run in _TICKS.finditer(self._text):
                self._ticks.setdefault(len(run[0]), []).append(run.start())
        places = self._ticks.get(size, [])
        at = bisect.bisect_left(places, start)
        inside = at < len(places) and places[at] < self._end_of_paragraph(start)
        return places[at] + size if inside else 0

    def _end_of_paragraph(self, start: int) -> int:
        if self._paragraph < start:
            found = _PARAGRAPH_END.search(self._text, start)
            self._paragraph = found.start() if found else len(self._text)
        return self._paragraph


def _html_text(text: str) -> str:
    """The words of an HTML block. Every tag is a space: cells of a table are words apart."""
    text = without_comments(text)
    for machine, closes in _MACHINES:
        # What opens behind the last end is open: to look for its end takes as long as the text.
        last = max((match.end() for match in closes.finditer(text)), default=0)
        text = machine.sub(_line_feeds, text[:last]) + text[last:]
    text = _TAG.sub(lambda match: _line_feeds(match) or " ", text)
    return _ENTITY.sub(_character, text)


def _line_feeds(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _character(match: re.Match[str]) -> str:
    said = html.unescape(match[0])
    return said if said.isprintable() else " "

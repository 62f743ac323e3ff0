"""What of a note's lines is there to be read: comments, markup and payload taken out of them.

Lines keep their numbers, whatever is taken out of them.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from vaultbrain.reading.obsidian import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

_COMMENTS = {**HIDDEN, "<!--": "-->"}
_OPENS = re.compile("|".join(_COMMENTS))
_KEEPS_COMMENTS = frozenset({"fence", "code", "math", "query"})
_CALLOUT = re.compile(r"(>[^\S\n]*)\[!([\w-]+)(?:\|[^\]\n]*)?\][+-]?[^\S\n]*")
_ID = re.compile(r"\s*\^[A-Za-z0-9-]+\s*$")
# Tags with their attributes; what scripts and styles hold is for machines.
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<[!?][^<>]*>")
_MACHINE = re.compile(r"<(script|style)\b[^<>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
# Fences that stand for what a plugin finds elsewhere; how it looks for it, says nothing.
_VIEWS = frozenset({"dataview", "dataviewjs", "query", "tasks"})
# The headings that the Excalidraw plugin writes, and the line above them.
_DRAWING_PARTS = frozenset(
    ("Excalidraw Data", "Text Elements", "Element Links", "Embedded Files", "Drawing")
)
_DRAWING_LINE = "EXCALIDRAW VIEW"


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
        if part or token.type == "fence" or _DRAWING_LINE in text:
            lines[start:end] = [""] * (end - start)
        else:
            left.append(token)
    return left


def visible(kind: str, text: str) -> str:
    """A block's text without its hidden comments."""
    return text if kind in _KEEPS_COMMENTS else without_comments(text)


def without_comments(text: str) -> str:
    """The text without closed comments; their line feeds stay. Linear, whatever is unclosed."""
    if "%" not in text and "<!--" not in text:
        return text
    parts: list[str] = []
    done, unclosed = 0, set()
    for match in _OPENS.finditer(text):
        start, opens = match.start(), match[0]
        if start < done or opens in unclosed:
            continue
        end = text.find(_COMMENTS[opens], match.end())
        if end < 0:
            unclosed.add(opens)
            continue
        end += len(_COMMENTS[opens])
        parts += [text[done:start], "\n" * text.count("\n", start, end)]
        done = end
    return "".join([*parts, text[done:]])


def _html_text(text: str) -> str:
    """The words of an HTML block. Every tag is a space: cells of a table are words apart."""
    text = _MACHINE.sub(_line_feeds, without_comments(text))
    text = _TAG.sub(lambda match: _line_feeds(match) or " ", text)
    return _ENTITY.sub(_character, text)


def _line_feeds(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _character(match: re.Match[str]) -> str:
    said = html.unescape(match[0])
    return said if said.isprintable() else " "

"""Chats that were exported as JSON lines: one message to a line, with who said it and when.

There is no standard. What is known are the names that most programs use for the same things.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract, sections, stem
from vaultbrain.reading.text import extract_text
from vaultbrain.records import Mark, Note

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ROLES = ("role", "author", "from", "sender", "speaker", "user", "name")
_TEXTS = ("content", "text", "message", "body", "parts")
_TIMES = ("timestamp", "time", "created_at", "date", "ts")
# Parts of a message that are words, not calls of tools or images.
_KINDS = (None, "text", "input_text", "output_text")
_DEEPEST = 4
_LONGEST_LINE = 1024 * 1024
_LONGEST_TIME = 40
# By so many lines it is judged whether a file is a chat.
_FIRST = 100
# Seconds since the epoch in 1973 and, as milliseconds, in 1973 and 2286.
_EARLIEST, _EARLIEST_MS, _LATEST_MS = 1e8, 1e11, 1e13


class _Message(msgspec.Struct, frozen=True):
    """Who said what, and when as in 2026-01-02 10:30, where it is known."""

    role: str
    text: str
    time: str


class ChatReader:
    """Messages as paragraphs, each below a line that says whose it is and when it was sent."""

    def extract(self, path: str, raw: bytes) -> Extract:
        """The messages of a file, each with its time or its number as the place; see `Reader`."""
        extract = extract_text(path, raw)
        written = [line for line in extract.text.split("\n") if line.strip()]
        found = [_message(line) for line in written]
        first = found[:_FIRST]
        if 2 * sum(message is not None for message in first) < max(1, len(first)):
            raise NoteUnreadable(
                f"{path} is no chat that vaultbrain knows: most of its lines are no JSON objects "
                "with a role and a text. It is not indexed."
            )
        lines, marks = _shown([message for message in found if message])
        if not lines:
            raise NoteUnreadable(f"{path} is a chat without any text. It is not indexed.")
        problems = (*extract.problems, *_skipped(written, found))
        return Extract("\n".join(lines), tuple(marks), problems)

    def read(self, path: str, extract: Extract) -> Note:
        """Paragraphs that end at messages; see `Reader`."""
        found = sections(extract.text, extract.marks)
        return Note(
            path=path,
            title=stem(path),
            sections=found,
            problems=extract.problems,
            marks=extract.marks,
        )


def _shown(messages: Sequence[_Message]) -> tuple[list[str], list[Mark]]:
    """Lines of those messages that have a text, and their places."""
    lines: list[str] = []
    marks: list[Mark] = []
    for number, message in enumerate(messages, start=1):
        if not message.text:
            continue
        if lines:
            lines.append("")
        marks.append(Mark(len(lines) + 1, message.time or f"message {number}"))
        lines.append(f"{message.role}, {message.time}:" if message.time else f"{message.role}:")
        lines.extend(message.text.split("\n"))
    return lines, marks


def _skipped(lines: Sequence[str], found: Sequence[_Message | None]) -> Iterator[str]:
    skipped = [line for line, message in zip(lines, found, strict=True) if message is None]
    if long := sum(len(line) > _LONGEST_LINE for line in skipped):
        yield f"has lines of more than 1 MB, which are not indexed: {long}"
    if bad := len(skipped) - long:
        yield f"has lines that are no messages of a chat, which are not indexed: {bad}"


def _message(line: str) -> _Message | None:
    """The message that a line is; None where it is none."""
    if len(line) > _LONGEST_LINE:
        return None
    try:
        # Unlike msgspec it takes half a character of UTF-16, as of an emoji that was cut.
        outer = json.loads(line) if "\\u" in line else msgspec.json.decode(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(outer, dict):
        return None
    nested = outer.get("message")
    inner = nested if isinstance(nested, dict) else outer
    role = _role(inner) or _role(outer)
    if not role or not any(key in inner for key in _TEXTS):
        return None
    said = next((text for key in _TEXTS if (text := _text(inner.get(key)))), "")
    return _Message(role, _clean(said), _time(inner) or _time(outer))


def _role(message: dict[str, Any]) -> str:
    """Who says it, on one line; some programs nest it once more."""
    for key in _ROLES:
        value = message.get(key)
        if isinstance(value, dict):
            value = next((value[name] for name in ("name", "role") if value.get(name)), None)
        if isinstance(value, str) and value.strip():
            return " ".join(_clean(value).split())
    return ""


def _text(value: object, depth: int = 0) -> str:
    """The words of a message or of a part of one."""
    if isinstance(value, str):
        return value
    if depth == _DEEPEST:
        return ""
    if isinstance(value, list):
        return "\n\n".join(text for part in value if (text := _text(part, depth + 1)))
    if isinstance(value, dict) and value.get("type") in _KINDS:
        return next((text for key in _TEXTS if (text := _text(value.get(key), depth + 1))), "")
    return ""


def _clean(text: str) -> str:
    """Line ends of one kind, no empty lines around, no NUL, no half characters."""
    text = text if text.isascii() else text.encode("utf-8", "replace").decode()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    return "\n".join(lines[first:])


def _time(message: dict[str, Any]) -> str:
    """When it was sent: numbers in UTC, texts as they are written; empty where it is not known.

    It is made of what was parsed, because a place passes no gate.
    """
    for key in _TIMES:
        value = message.get(key)
        at = _written(value) if isinstance(value, str) else _counted(value)
        if at:
            return at
    return ""


def _written(value: str) -> str:
    """A time in ISO 8601, or seconds since the epoch as text."""
    value = value.strip()
    if len(value) > _LONGEST_TIME:
        return ""
    if value.replace(".", "", 1).isdecimal() and (counted := _counted(float(value))):
        return counted
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        return ""
    return f"{at:%Y-%m-%d}" if len(value) == len("2026-01-02") else f"{at:%Y-%m-%d %H:%M}"


def _counted(value: object) -> str:
    """Seconds or milliseconds since the epoch."""
    if not isinstance(value, int | float) or not _EARLIEST <= value < _LATEST_MS:
        return ""
    seconds = value if value < _EARLIEST_MS else value / 1000
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"

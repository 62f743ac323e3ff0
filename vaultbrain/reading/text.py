"""Bytes to text: encodings, line ends and characters that no later step should meet."""

from __future__ import annotations

import codecs

import msgspec

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class Decoded(msgspec.Struct, frozen=True):
    """Text whose lines end in a line feed alone, and what had to be forgiven to get it."""

    text: str
    problems: tuple[str, ...]


def decode(raw: bytes) -> Decoded:
    """Read bytes as text without ever failing; line numbers equal those of the file."""
    body, encoding = raw, "utf-8"
    for mark, name in _MARKS:
        if raw.startswith(mark):
            body, encoding = raw[len(mark) :], name
            break
    problems = []
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        text = body.decode(encoding, errors="replace")
        problems.append(f"holds bytes that are not {encoding.upper()}; they are shown as \ufffd")
    if "\0" in text:
        text = text.replace("\0", _REPLACEMENT)
        problems.append("holds NUL characters; they are shown as \ufffd")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text, tuple(problems))

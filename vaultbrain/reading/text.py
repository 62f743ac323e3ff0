"""Bytes to text: encodings, line ends and characters that no later step should meet.

What is not UTF-8 and has no byte order mark may be a note of the time before UTF-8, in one of
the encodings of one byte to a character. Which one is decided by letters: each language has few
beyond ASCII, and a wrong encoding turns them into others and into signs that no text has.
(charset-normalizer, choosing among the same three, reads 95 % of Czech paragraphs in windows-1250
right and 40 % of those in ISO-8859-2; this reads 98 % of either.)
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from operator import itemgetter
from string import ascii_letters

import msgspec

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract

# The mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_ASCII = bytes(range(128))
_NO_LETTERS = bytes({*range(256)} - {*ascii_letters.encode()})
# As much of a file as is looked at to tell what it is.
_HEAD = 64 * 1024

# Letters beyond ASCII by language, the most frequent first: Czech, Slovak, Polish, Hungarian,
# Slovene and Croatian, Romanian; German, French, Spanish, Italian, Portuguese, Swedish and
# Finnish, Danish and Norwegian, English and Dutch.
_CENTRAL = "íářéěžýčšůúňťóď áíéžčúšýľôťňóäďĺŕ łóążęśćńź áéőöíóüúű čšžćđ ăîâţş".split()
_WESTERN = "üäößé éàèêçôûîùâïëœ óíáéñ¿¡úü èàòéùì ãçáéóíêõúàâô äöåé åæéø éïëö".split()
_LEGACY = (
    ("windows-1252", "cp1252", _WESTERN),
    ("windows-1250", "cp1250", _CENTRAL),
    ("ISO-8859-2", "iso8859-2", _CENTRAL),
)
_SIGNS = "„“”‚‘’–—…•°±×§©®™€£«»·´²³µ‰½\N{NO-BREAK SPACE}"  # noqa: RUF001 - they are meant
_BEYOND = re.compile(rb"[\x80-\xff]")
_ALONE = re.compile(rb"(?<![A-Za-z\x80-\xff])[\x80-\xff](?![A-Za-z\x80-\xff])")
# What a character costs: the rank of its letter, and these. A capital is rarer; a letter without
# neighbours is rarer than a sign.
_CAPITAL, _SIGN, _LONELY, _STRANGE = 2, 14, 16, 40
# More strange characters than one of these are no text in that encoding.
_STRANGE_ONE_OF = 3

_CONTROLS = "".join({*map(chr, range(32))} - {*"\b\t\n\v\f\r\x1b"})
# More control characters than these few, and than one of so many, are no text.
_FEW, _CONTROL_ONE_OF = 8, 32
_KINDS = (
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x7fELF", "a program"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"SQLite format 3\0", "a SQLite database"),
)


class Decoded(msgspec.Struct, frozen=True):
    """Text whose lines end in a line feed alone, and what had to be forgiven to get it.

    `is_text` is False where the bytes are those of something else, as an image.
    """

    text: str
    problems: tuple[str, ...]
    is_text: bool = True


def extract_text(path: str, raw: bytes) -> Extract:
    """Read a file that is text by its name.

    Raises:
        NoteUnreadable: it is something else.
    """
    decoded = decode(raw)
    if not decoded.is_text:
        raise NoteUnreadable(f"{path} is no text ({_kind(raw)}). It is not indexed.")
    return Extract(decoded.text, problems=decoded.problems)


def decode(raw: bytes) -> Decoded:
    """Read bytes as text without ever failing; line numbers equal those of the file."""
    body, encoding = raw, "utf-8"
    for mark, name in _MARKS:
        if raw.startswith(mark):
            body, encoding = raw[len(mark) :], name
            break
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        return _forgiven(body, encoding, raw)
    if "\0" in text:
        return _forgiven(body, encoding, raw)
    return Decoded(_lines(text), ())


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _forgiven(body: bytes, encoding: str, raw: bytes) -> Decoded:
    """What is no flawless text; `body` are the bytes after the mark, `raw` all of them."""
    problems = []
    if body is raw and (wide := _utf16(raw)):
        encoding = wide
        problems.append(_guessed("UTF-16 without a byte order mark", wide.upper()))
    elif body is raw and (legacy := _legacy(raw)):
        name, encoding = legacy
        problems.append(_guessed("not UTF-8", name))
    text = body.decode(encoding, errors="replace")
    if not problems and _REPLACEMENT in text:
        problems.append(f"holds bytes that are not {encoding.upper()}; they are shown as \ufffd")
    written = text.rstrip("\0")
    if written and len(text) - len(written) > _FEW:
        text = written
        problems.append("ends in NUL characters, as a file may after a crash; they were left out")
    is_text = not _is_known(raw) and _few_controls(text)
    if "\0" in text:
        text = text.replace("\0", _REPLACEMENT)
        problems.append("holds NUL characters; they are shown as \ufffd")
    return Decoded(_lines(text), tuple(problems), is_text)


def _guessed(what: str, name: str) -> str:
    return f"is {what}; it was read as {name}, which may be wrong; save it as UTF-8"


def _legacy(raw: bytes) -> tuple[str, str] | None:
    """Name and codec of the encoding that makes the most likely letters.

    None where most characters beyond ASCII are in UTF-8, or where nothing makes letters of them
    that go with those of ASCII: other scripts have next to none of these.
    """
    first = _BEYOND.search(raw)
    right = raw.decode(errors="ignore").encode()
    if not first or 2 * len(right.translate(None, _ASCII)) >= len(raw.translate(None, _ASCII)):
        return None
    start = max(0, first.start() - 1)
    head = raw[start : start + _HEAD]
    counts = Counter(head.translate(None, _ASCII))
    alone = Counter(b"".join(_ALONE.findall(head)))
    costs = []
    for name, codec, languages in _LEGACY:
        letters = [
            (bytes([byte]).decode(codec, "replace"), count, alone[byte])
            for byte, count in counts.items()
        ]
        costs += [(*_cost(letters, language), name, codec) for language in languages]
    _, strange, name, codec = min(costs, key=itemgetter(0))
    plain = len(head.translate(None, _NO_LETTERS))
    foreign = counts.total() > plain + _FEW
    return None if foreign or strange * _STRANGE_ONE_OF > counts.total() else (name, codec)


def _cost(letters: list[tuple[str, int, int]], language: str) -> tuple[int, int]:
    """How unlikely these letters are in a language, and how many are strange to it.

    Args:
        letters: each with how often it stands there, and how often without neighbours.
        language: its letters, the most frequent first.
    """
    cost = strange = 0
    for letter, count, alone in letters:
        small = letter.lower()
        if (rank := language.find(small)) >= 0:
            cost += count * (rank + _CAPITAL * (letter != small)) + alone * _LONELY
        elif letter in _SIGNS:
            cost += count * _SIGN
        else:
            cost += count * _STRANGE
            strange += count
    return cost, strange


def _utf16(raw: bytes) -> str | None:
    """UTF-16 without its mark: every other byte of Latin text is NUL, and hardly one between."""
    head = raw[:_HEAD]
    half, (first, second) = len(head) // 2, (head[::2].count(0), head[1::2].count(0))
    few, many = sorted((first, second))
    if len(raw) % 2 or half <= _FEW or 2 * many < half or _CONTROL_ONE_OF * few > half:
        return None
    return "utf-16-be" if first > second else "utf-16-le"


def _is_known(raw: bytes) -> bool:
    return any(raw.startswith(start) for start, _ in _KINDS)


def _few_controls(text: str) -> bool:
    """Whether what is no flawless text is text at all: other files are full of them."""
    head = text[:_HEAD]
    controls = sum(head.count(control) for control in _CONTROLS)
    return controls <= _FEW or controls * _CONTROL_ONE_OF < len(head)


def _kind(raw: bytes) -> str:
    """What the bytes are, as far as they tell."""
    if not raw.strip(b"\0"):
        return "it holds nothing but NUL bytes, as a file may after a crash; restore it"
    return next((f"it is {kind}" for start, kind in _KINDS if raw.startswith(start)), "binary data")

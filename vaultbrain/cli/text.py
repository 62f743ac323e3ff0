"""Text as a terminal may see it: harmless, wrapped, aligned."""

from __future__ import annotations

import re
from unicodedata import combining, east_asian_width

ESC = "\x1b"


def _harmless() -> dict[int, str]:
    table = {code: chr(0x2400 + code) for code in range(0x20)}  # their printable pictures
    table[0x7F] = "\u2421"
    # C1 controls act like ESC sequences; the others reorder or hide what stands around them.
    hidden = [*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029]
    table.update((code, f"\\u{code:04x}") for code in hidden)
    del table[ord("\n")], table[ord("\t")]
    return table


_HARMLESS = _harmless()


def clean(text: str) -> str:
    """Text from a note with every control character made visible; keeps newline and tab."""
    return text.replace("\r\n", "\n").translate(_HARMLESS)


def one_line(text: str) -> str:
    """The same, with all white space folded into single blanks."""
    return clean(" ".join(text.split()))


def columns(text: str) -> int:
    """Cells that plain text takes on a terminal; ideographs take two."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def cut(text: str, width: int) -> tuple[str, str]:
    """Split off the longest head that fits into `width` cells; at least one character."""
    used = 0
    for place, character in enumerate(text):
        used += columns(character)
        if used > width and place:
            return text[:place], text[place:]
    return text, ""


def wrap(text: str, width: int, most: int | None = None) -> list[str]:
    """Lines of at most `width` cells; beyond `most` lines the last one ends with an ellipsis."""
    lines: list[str] = []
    line = ""
    for word in one_line(text).split(" "):
        rest = word
        if line and columns(line) + 1 + columns(rest) <= width:
            line = f"{line} {rest}"
            continue
        if line:
            lines.append(line)
        while columns(rest) > width:
            head, rest = cut(rest, width)
            lines.append(head)
        line = rest
    lines.append(line)
    if most is None or len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"{cut(lines[most - 1], width - 2)[0].rstrip()} …"]


def count(number: int, noun: str) -> str:
    """`1 note`, `1,000 notes`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def duration(seconds: float) -> str:
    """A time in its largest sensible unit."""
    for limit, size, unit in ((120, 1, "s"), (7200, 60, "min"), (172_800, 3600, "h")):
        if seconds < limit:
            return f"{max(round(seconds / size), 0)} {unit}"
    return f"{round(seconds / 86_400)} days"


def size(number: int) -> str:
    """Bytes in powers of ten."""
    if number < 1000:  # noqa: PLR2004 - where kilobytes begin
        return f"{number} bytes"
    value = float(number)
    for unit in ("kB", "MB"):
        value /= 1000
        if value < 1000:  # noqa: PLR2004
            return f"{value:.1f} {unit}"
    return f"{value / 1000:.1f} GB"


class Style:
    """Bold, dim and links, or nothing of it."""

    def __init__(self, *, enabled: bool) -> None:
        self.enabled = enabled

    def bold(self, text: str) -> str:
        """Titles and matched words."""
        return f"{ESC}[1m{text}{ESC}[22m" if self.enabled else text

    def dim(self, text: str) -> str:
        """Places and remarks."""
        return f"{ESC}[2m{text}{ESC}[22m" if self.enabled else text

    def link(self, text: str, uri: str | None) -> str:
        """A hyperlink (OSC 8) where there is a terminal and an address."""
        if not (self.enabled and uri):
            return text
        return f"{ESC}]8;;{uri}{ESC}\\{text}{ESC}]8;;{ESC}\\"

    def emphasise(self, text: str, words: list[str]) -> str:
        """Bold where one of the words begins a word (anywhere, in scripts without blanks)."""
        if not (self.enabled and words):
            return text
        parts = [rf"\b{re.escape(w)}\w*" if w.isascii() else re.escape(w) for w in words]
        return re.sub("|".join(parts), lambda m: self.bold(m[0]), text, flags=re.IGNORECASE)


def query_words(query: str) -> list[str]:
    """The words of a query worth emphasising, longest first."""
    return sorted({w for w in re.findall(r"\w+", query) if len(w) > 1}, key=lambda w: (-len(w), w))

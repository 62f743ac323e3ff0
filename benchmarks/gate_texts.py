"""Texts for the gate's benchmark: hostile ones of one line, and ordinary ones parted by kind."""

from __future__ import annotations

import base64
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

# Lines of one kind are joined into texts of about this size: that of a long note.
PIECE = 4000


def _repeated(piece: str) -> Callable[[int], str]:
    return lambda size: piece * (size // len(piece.encode()) + 1)


def _random_base64(size: int) -> str:
    return base64.b64encode(random.Random(3).randbytes(size * 3 // 4)).decode()  # noqa: S311


def _drawn(alphabet: str, group: int, between: str) -> Callable[[int], str]:
    """Groups of drawn characters, the same every time."""

    def text(size: int) -> str:
        chance = random.Random(4)  # noqa: S311 - text, not secrets
        groups = size // (group + len(between)) + 1
        return between.join("".join(chance.choices(alphabet, k=group)) for _ in range(groups))

    return text


def _words(size: int) -> str:
    chance = random.Random(5)  # noqa: S311 - text, not secrets
    words = (
        "abandon ability able about zoo zone youth wrong winter window wild above absent".split()
    )
    return " ".join(chance.choices(words, k=size // 7))


HOSTILE: dict[str, Callable[[int], str]] = {
    "letters a": _repeated("a"),
    "random base64": _random_base64,
    "spaces": _repeated(" "),
    "labelled passwords": _repeated("password: Xk39-fQ2m! "),
    "labelled passwords, Czech": _repeated("heslo: Řk39-fQž2m! "),
    "labels without a value": _repeated("heslo: "),
    "openings of URLs": _repeated("a://u:"),
    "headers of private keys": _repeated("-----BEGIN " + "PRIVATE KEY-----"),
    "digits": _repeated("8"),
    "PINs": _repeated("PIN: 1234 "),
    "groups of digits like cards": _drawn("0123456789", 4, " "),
    "cells of a table": _repeated("| heslo | x "),
    "percent signs": _repeated("%41"),
    "bare percent signs": _repeated("%"),
    "zero-width characters": _repeated("pass\u200bword: a\u200bB3$x9 "),
    "bold letters": _repeated("**a**"),
    "HTML entities": _repeated("&#112;&amp;"),
    "words of seed phrases": _words,
    "groups of base32": _drawn("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32, " "),
    "e-mail addresses": _repeated("jan.novak@example.org, "),
    "ats": _repeated("a@"),
    "backslashes": _repeated("\\"),
    "openings of tokens": _repeated("ghp_" + "x" * 30 + " "),
    "halves of JWTs": _repeated("eyJ" + "hbGciOiJIUzI1NiJ9."),
    "hexadecimal": _drawn("0123456789abcdef", 64, " "),
    "accounts and IBANs": _repeated("IBAN CZ65 0800 0000 1920 0014 5398 "),
    "inline fields": _repeated("(heslo:: x)"),
    "full-width letters": _repeated("".join(chr(ord(c) + 0xFEE0) for c in "password:aB3$")),
    "a word of each label": _repeated("password heslo passwort contraseña token key pin secret "),
    "placeholders": _repeated("[redacted:password] "),
    "every label of a vendor": _repeated("stripe key openai key slack token npm token dropbox "),
    "base64 behind its label": lambda size: "base64: " + _random_base64(size),
    "escapes of Markdown": _repeated("pass\\_word\\: \\*aB3\\$x9\\* "),
    "tags of HTML": _repeated("pass<b>word</b>: a<i>B3</i>$x9 "),
    "properties": lambda size: "---\n" + "heslo: x9Kq-2m\n" * (size // 15) + "---\n",
    "accents apart": _repeated("he\u030cslo: x\u0301K39-fQ2m "),
    "many notes on security": _repeated("The password of the admin account is set by the token. "),
}


def read(folders: Iterable[Path]) -> list[str]:
    """Every note of some folders, as text."""
    files = (file for folder in folders for file in sorted(folder.rglob("*.md")))
    return [file.read_text(encoding="utf-8", errors="replace") for file in files]


def by_kind(notes: Iterable[str]) -> dict[str, list[str]]:
    """Lines of the notes, parted into prose, code, tables, lists and so on."""
    lines: dict[str, list[str]] = {}
    for note in notes:
        for kind, line in _kinds(note):
            lines.setdefault(kind, []).append(line)
    return {kind: list(_pieces(some)) for kind, some in sorted(lines.items())}


def _kinds(note: str) -> Iterator[tuple[str, str]]:
    fenced = False
    properties = note.startswith("---\n")
    for number, line in enumerate(note.splitlines()):
        if line.startswith(("```", "~~~")):
            fenced = not fenced
        if properties:
            yield "properties", line
            properties = not (number and line == "---")
        elif fenced:
            yield "code", line
        elif line.strip():
            yield _kind(line.lstrip()), line


def _kind(line: str) -> str:
    if line.startswith("|"):
        return "tables"
    if line.startswith("`"):
        return "commands"
    if line.startswith(("- ", "* ", "+ ")) or line[:1].isdigit():
        return "lists"
    if "](" in line or "[[" in line:
        return "prose with links"
    return "prose" if line.isascii() else "prose, not ASCII"


def _pieces(lines: Iterable[str]) -> Iterator[str]:
    held: list[str] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line) + 1
        if size >= PIECE:
            yield "\n".join(held)
            held, size = [], 0
    if held:
        yield "\n".join(held)

"""Looks for values in the bytes of files, in a process of its own.

Whoever opens and closes a file of SQLite's inside the process that has it open takes SQLite's locks
away; so the daemon does not look by itself. The values go through a pipe and nowhere else.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import ahocorasick_rs
import msgspec

from vaultbrain.child import environment
from vaultbrain.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_PIECE = 1 << 22
# A word index keeps of a word what tells it from the one before, and its front is often shared.
_SHORTEST = 10
_FRONT = 3
# A disk that reads 50 MB/s is through with 20 GB.
_SECONDS = 400.0


class Wanted(msgspec.Struct, frozen=True):
    """What is looked for, in which files."""

    files: tuple[str, ...]
    needles: tuple[bytes, ...]


class Found(msgspec.Struct, frozen=True):
    """How many needles a file holds; files that are gone are not named."""

    copies: dict[str, int]


def needles(values: Iterable[str]) -> tuple[bytes, ...]:
    """By what values are known in bytes: as they are, and as a word index would have them.

    Those that could stand in a file by chance, or as ordinary words, are left out: nothing would
    be proved by them.
    """
    wanted: set[bytes] = set()
    for value in values:
        for word in (value, *_words(value.lower())):
            if len(word) >= _SHORTEST and _is_mixed(word):
                tail = word if word is value else word[len(word) // _FRONT :]
                wanted.add(tail.encode("utf-8", "replace"))
    return tuple(sorted(wanted))


def search(files: Sequence[Path], wanted: Sequence[bytes]) -> dict[Path, int]:
    """Count in each file which of some needles it holds.

    Raises:
        StoreError: the process could not look.
    """
    message = msgspec.msgpack.encode(Wanted(tuple(map(os.fspath, files)), tuple(wanted)))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "vaultbrain.store.traces"],
            input=message,
            capture_output=True,
            timeout=_SECONDS,
            check=True,
            env=environment(os.environ),
        )
        found = msgspec.msgpack.decode(done.stdout, type=Found)
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError) as error:
        raise StoreError(
            f"It could not be proved that what was taken out is gone ({type(error).__name__}). It "
            "was deleted all the same, and is looked for again."
        ) from None
    return {Path(name): count for name, count in found.copies.items()}


def main(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer one question: `Wanted` in, `Found` out."""
    asked = msgspec.msgpack.decode(stdin.read(), type=Wanted)
    automaton = ahocorasick_rs.BytesAhoCorasick(list(asked.needles))
    longest = max(map(len, asked.needles), default=1)
    copies = {}
    for name in asked.files:
        try:
            with Path(name).open("rb") as file:
                copies[name] = _count(automaton, _pieces(file, longest - 1))
        except FileNotFoundError:
            continue
    stdout.write(msgspec.msgpack.encode(Found(copies)))


def _count(automaton: ahocorasick_rs.BytesAhoCorasick, pieces: Iterator[bytes]) -> int:
    found: set[int] = set()
    for piece in pieces:
        matches = automaton.find_matches_as_indexes(piece, overlapping=True)
        found.update(number for number, _, _ in matches)
    return len(found)


def _pieces(file: BinaryIO, overlap: int) -> Iterator[bytes]:
    before = b""
    while piece := file.read(_PIECE):
        yield before + piece
        before = (before + piece)[-overlap:] if overlap else b""


def _words(value: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in value).split()


def _is_mixed(word: str) -> bool:
    return any(c.isdigit() for c in word) and any(c.isalpha() for c in word)


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)

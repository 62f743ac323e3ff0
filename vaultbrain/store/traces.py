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

Needles = tuple[bytes, ...]

_PIECE = 1 << 22
# A word index keeps of a word what tells it from the one before, and its front is often shared.
_SHORTEST = 10
# What repeats a few signs stands in files by chance.
_SIGNS = 5
_FRONT = 3
# A disk that reads 50 MB/s is through with 20 GB.
_SECONDS = 400.0


class Wanted(msgspec.Struct, frozen=True):
    """What is looked for, in which files: of each value its needles."""

    files: tuple[str, ...]
    needles: tuple[Needles, ...]


class Found(msgspec.Struct, frozen=True):
    """How many values a file holds; files that are gone are not named."""

    copies: dict[str, int]


def needles(values: Iterable[str]) -> tuple[Needles, ...]:
    """By what each value is known in bytes: as it is, and as a word index would have it.

    Those that could stand in a file by chance, or as ordinary words, are left out: nothing would
    be proved by them.
    """
    return tuple(filter(None, map(_needles, dict.fromkeys(values))))


def _needles(value: str) -> Needles:
    words = [word for word in _words(value.lower()) if _is_telling(word)]
    tails = [word[len(word) // _FRONT :] for word in words]
    wanted = [value, *tails] if _is_telling(value) else tails
    return tuple(sorted({at.encode("utf-8", "replace") for at in wanted}))


def search(files: Sequence[Path], wanted: Sequence[Needles]) -> dict[Path, int]:
    """Count in each file how many values it holds, by their needles.

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
    values: dict[bytes, set[int]] = {}
    for number, known_by in enumerate(asked.needles):
        for needle in known_by:
            values.setdefault(needle, set()).add(number)
    automaton = ahocorasick_rs.BytesAhoCorasick(list(values))
    longest = max(map(len, values), default=1)
    copies = {}
    for name in asked.files:
        try:
            with Path(name).open("rb") as file:
                copies[name] = _count(automaton, list(values.values()), _pieces(file, longest - 1))
        except FileNotFoundError:
            continue
    stdout.write(msgspec.msgpack.encode(Found(copies)))


def _count(
    automaton: ahocorasick_rs.BytesAhoCorasick,
    values: Sequence[set[int]],
    pieces: Iterator[bytes],
) -> int:
    found: set[int] = set()
    for piece in pieces:
        matches = automaton.find_matches_as_indexes(piece, overlapping=True)
        found.update(number for number, _, _ in matches)
    return len(set().union(*(values[number] for number in found)))


def _pieces(file: BinaryIO, overlap: int) -> Iterator[bytes]:
    before = b""
    while piece := file.read(_PIECE):
        yield before + piece
        before = (before + piece)[-overlap:] if overlap else b""


def _words(value: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in value).split()


def _is_telling(word: str) -> bool:
    return len(word) >= _SHORTEST and not word.isalpha() and len(set(word)) >= _SIGNS


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)

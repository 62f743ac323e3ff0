"""What editors do to a note, one step at a time, and words by which to tell old from new."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.vaults import key

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_FILLER = "This note was put here to be edited and to be asked for.\n"


class Edit(NamedTuple):
    """One edit of one note, relative to the vault.

    `old` stands in what was there before, `new` in what is there afterwards, each in no other
    note; one of them is empty where there is no note, and both are the same after a rename.
    `stays` says that the old text is there afterwards as well. `act` does it.
    """

    before: str
    after: str
    old: str
    new: str
    act: Callable[[], object]
    stays: bool = False


def _text(*words: str) -> str:
    return "# Trial\n\n" + "".join(f"The word is {word}.\n\n" for word in words) + _FILLER


def _atomic(file: Path, text: str) -> None:
    temporary = file.with_name(f".{file.name}.tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(file)


def _vim(file: Path, text: str) -> None:
    backup = file.with_name(f"{file.name}~")
    file.rename(backup)
    with file.open("w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    backup.unlink()


def _append(file: Path, text: str) -> None:
    with file.open("a", encoding="utf-8") as opened:
        opened.write(text)


OPERATIONS = ("append", "new", "atomic save", "rename", "delete", "vim backup")


def prepare(vault: Path, operation: str, number: int) -> Edit:
    """Write the note that one operation needs; the operation itself is the edit's `act`."""
    at = 5 * 10**6 + 20 * number + 2 * OPERATIONS.index(operation)
    old, new = key(at), key(at + 1)
    name = f"Trial {operation} {number}.md"
    file = vault / name
    if operation != "new":
        file.write_text(_text(old), encoding="utf-8")
    moved = f"Moved {number}.md"
    return {
        "append": lambda: Edit(
            name, name, old, new, lambda: _append(file, f"\nAnd {new}.\n"), stays=True
        ),
        "new": lambda: Edit(
            name, name, "", new, lambda: file.write_text(_text(new), encoding="utf-8")
        ),
        "atomic save": lambda: Edit(name, name, old, new, lambda: _atomic(file, _text(new))),
        "rename": lambda: Edit(name, moved, old, old, lambda: file.rename(vault / moved)),
        "delete": lambda: Edit(name, name, old, "", file.unlink),
        "vim backup": lambda: Edit(name, name, old, new, lambda: _vim(file, _text(new))),
    }[operation]()

"""A vault that somebody works in."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_FILLER = "words that stand in every note and say nothing of it "


class Editor:
    """Writes, edits, renames and deletes notes; every text has a word of its own."""

    def __init__(self, root: Path, notes: int, seed: int = 1) -> None:
        self.root, self._wanted = root, notes
        self.chance = random.Random(seed)  # noqa: S311 - to repeat a failure
        self._number = 0
        self.words: dict[Path, str] = {}
        for _ in range(notes):
            self._add()

    def work(self, times: int) -> None:
        """Do so many things; there are about as many notes afterwards."""
        for _ in range(times):
            self._choose()()

    def some(self, number: int) -> list[tuple[str, str]]:
        """Paths of some notes, each with the word that no other has."""
        chosen = self.chance.sample(sorted(self.words), min(number, len(self.words)))
        return [(str(at.relative_to(self.root)), self.words[at]) for at in chosen]

    def _choose(self) -> Callable[[], None]:
        if len(self.words) < self._wanted:
            return self._add
        return self.chance.choice((self._edit, self._edit, self._rename, self._delete))

    def _any(self) -> Path:
        return self.chance.choice(sorted(self.words))

    def _add(self) -> None:
        self._number += 1
        self._write(self.root / f"d{self._number % 5}" / f"n{self._number}.md")

    def _edit(self) -> None:
        self._write(self._any())

    def _write(self, file: Path) -> None:
        self._number += 1
        word = f"word{self._number}z"
        file.parent.mkdir(exist_ok=True)
        text = f"# {word}\n\n{_FILLER * self.chance.randint(1, 40)}\n\n## End\n\n{word}\n"
        file.write_text(text, encoding="utf-8")
        self.words[file] = word

    def _rename(self) -> None:
        self._number += 1
        old = self._any()
        new = self.root / f"d{self.chance.randrange(6)}" / f"r{self._number}.md"
        new.parent.mkdir(exist_ok=True)
        old.rename(new)
        self.words[new] = self.words.pop(old)

    def _delete(self) -> None:
        file = self._any()
        file.unlink()
        del self.words[file]

"""Vaults of seeded text for the benchmarks: as large as asked, the same on every machine."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

from benchmarks.daemon import environment
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.paths import Paths

NOTES_A_FOLDER = 50
_ONSETS = "b d f g h j k l m n p r s t v z".split()
_VOWELS = "a e i o u".split()
_SYLLABLES = [onset + vowel for onset in _ONSETS for vowel in _VOWELS]


def key(number: int) -> str:
    """A word that stands for one number and is no word of a note's text."""
    left, text = number, "x"
    for _ in range(4):
        left, digit = divmod(left, len(_SYLLABLES))
        text += _SYLLABLES[digit]
    return text + "q"


def _words(chance: random.Random) -> list[str]:
    return ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(4000)]


_WORDS = _words(random.Random(7))  # noqa: S311 - text, not secrets
_WEIGHTS = [1 / (rank + 3) for rank in range(len(_WORDS))]


def body(chance: random.Random, size: int = 1000) -> str:
    """About `size` characters of Markdown: two sections, some links and tags."""
    words = chance.choices(_WORDS, _WEIGHTS, k=max(size // 7, 8))
    half = len(words) // 2
    linked = f"See [[Note {chance.randrange(1000)}]] and #{words[0]}.\n"
    parts = (" ".join(words[:half]), " ".join(words[half:]))
    return f"## {words[1]}\n\n{parts[0]}.\n\n## {words[2]}\n\n{parts[1]}.\n\n{linked}"


def note(number: int, version: int, chance: random.Random) -> str:
    """One note; `key(number + version * 10**6)` stands in it and nowhere else."""
    return f"# Note {number}\n\nKey {key(number + version * 10**6)}.\n\n{body(chance)}"


def path_of(number: int) -> str:
    """Where a note stands: fifty in a folder, two levels of folders."""
    folder = number // NOTES_A_FOLDER
    return f"area {folder // 10}/topic {folder}/Note {number}.md"


def write(vault: Path, count: int, version: int = 0, seed: int = 1) -> None:
    """Write every note of a vault of `count`, about 1 KB each, in one version."""
    chance = random.Random(seed + version)  # noqa: S311 - text, not secrets
    for number in range(count):
        file = vault / path_of(number)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(note(number, version, chance), encoding="utf-8")


def home_for(home: Path, vault: Path, embedder: str = "off") -> Paths:
    """A home with the vault as its only source; `VAULTBRAIN_HOME` is to name it."""
    paths = locate(environment(home))
    paths.config_dir.mkdir(mode=0o700, parents=True)
    settings = {"sources": {"notes": {"path": str(vault)}}, "model": {"embedder": embedder}}
    paths.config_file.write_text(json.dumps(settings), encoding="utf-8")
    return paths

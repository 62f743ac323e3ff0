"""Vaults of seeded notes with questions whose answers are known, for the benchmarks of search.

Words are invented and come as often as those of a language do (Zipf's law); a note has a topic,
about 4 KB in up to seven sections, links, often frontmatter, at times code, a table or tasks, and
one code that stands nowhere else. The same count and seed give the same bytes on any machine.
"""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

CODE, TITLE, TYPO, TOPIC, QUESTION = "code", "title", "typo", "topic", "question"
KINDS = (CODE, TOPIC, QUESTION, TITLE)
OF_EACH_KIND = 40
_COMMON = (
    "the of and to in a is that for it as was with on be by at this from or an are not have which "
    "but can we if then when about more one all has will there they so out up into than"
).split()
_ONSETS = "b c d f g h j k l m n p r s t v z br ch dr gr kl pl sh sk sp st tr".split()
_VOWELS = "a e i o u ai ea ie oa ou".split()
_ENDINGS = ("", "", "", "n", "r", "s", "t", "l", "m", "rk", "ck")
_ACCENTS = str.maketrans("aeioucsrz", "áéíóůčšřž")
_VOCABULARY, _TOPICS, _OF_TOPIC = 30_000, 120, 60
# Ranks: words of a title, and of a topic, are no common ones.
_TITLE_WORDS = slice(100, 9000)
_TOPIC_WORDS = slice(200, _VOCABULARY)
_FOLDERS = (
    "Inbox Meetings People Zettel Daily/2025 Daily/2026 Projects/Alpha Projects/Beta Areas/Home "
    "Areas/Health Areas/Money Resources/Code Resources/Papers Archive/2023 Archive/2024"
).split()
_QUESTIONS = (
    "what is the note about {} {} {} in the project",
    "where did I write that {} and {} have to do with {}",
    "how was it with the {} {} when we had the {}",
    "which of my notes says more about {} than about {} or {}",
)


class Query(msgspec.Struct, frozen=True):
    """What is asked; `gold` is the path of the one right note, where there is one."""

    kind: str
    text: str
    gold: str | None = None


class Sample(msgspec.Struct, frozen=True):
    """A vault on disk with its questions."""

    vault: Path
    queries: list[Query]

    def files(self) -> list[Path]:
        """Its notes, in a fixed order."""
        return sorted(self.vault.rglob("*.md"))

    def megabytes(self) -> float:
        """How much text it is."""
        return sum(file.stat().st_size for file in self.files()) / 1e6


class _Words(msgspec.Struct, frozen=True):
    """A vocabulary from common to rare words, its cumulated weights, and words by topic."""

    all: list[str]
    weights: list[float]
    topics: list[list[str]]


def make(folder: Path, notes: int, generator: Path | None = None) -> Sample:
    """A vault in a new folder.

    Args:
        folder: the vault is written below it.
        notes: how many.
        generator: another script to make it: `GENERATOR VAULT NOTES` writes VAULT and beside it
            VAULT.queries.json, a list of {"type", "q", "gold"}.
    """
    vault = folder / "vault"
    if generator is None:
        return Sample(vault, with_typos(_write(vault, notes)))
    subprocess.run(
        [sys.executable, str(generator), str(vault), str(notes)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    made = json.loads((folder / "vault.queries.json").read_text(encoding="utf-8"))
    kinds = {"topic2": TOPIC}
    queries = [Query(kinds.get(at["type"], at["type"]), at["q"], at.get("gold")) for at in made]
    return Sample(vault, with_typos(queries))


def with_typos(queries: Sequence[Query], seed: int = 5) -> list[Query]:
    """The queries, and every title once more with one typo; kinds mixed, in a fixed order."""
    chance = random.Random(seed)  # noqa: S311 - text, not secrets
    titles = [query for query in queries if query.kind == TITLE]
    typos = [Query(TYPO, misspelt(at.text, chance), at.gold) for at in titles]
    mixed = [*queries, *typos]
    chance.shuffle(mixed)
    return mixed


def misspelt(text: str, chance: random.Random) -> str:
    """A text with one letter of one of its longer words wrong, gone, or in the other's place."""
    words = text.split(" ")
    letters = [len(word) if word.isalpha() else 0 for word in words]
    longer = [at for at, length in enumerate(letters) if length > 4]
    number = chance.choice(longer or [letters.index(max(letters))])
    word = words[number]
    at = chance.randrange(1, len(word) - 1) if len(word) > 2 else 0
    swapped = word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
    wrong = word[:at] + ("x" if word[at] != "x" else "k") + word[at + 1 :]
    words[number] = chance.choice((wrong, word[:at] + word[at + 1 :], swapped))
    # Two equal letters that change places are no typo.
    return " ".join(words) if words[number] != word else text.replace(word, wrong)


def _write(vault: Path, count: int, seed: int = 11) -> list[Query]:
    chance = random.Random(seed)  # noqa: S311
    words = _words(chance)
    titles = _titles(words, count, chance)
    known: list[tuple[Query, Query]] = []
    for number, title in enumerate(titles):
        path = f"{chance.choice(_FOLDERS)}/{title}.md"
        code = f"zq{number:05}x{chance.randrange(16**4):04x}"
        links = [titles[int(count * chance.random() ** 2)] for _ in range(chance.randint(2, 8))]
        file = vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_note(words, chance, (title, code), links), encoding="utf-8")
        known.append((Query(CODE, code, path), Query(TITLE, title, path)))
    return _queries(words, known, chance)


def _queries(
    words: _Words, known: Sequence[tuple[Query, Query]], chance: random.Random
) -> list[Query]:
    chosen = chance.sample(known, min(2 * OF_EACH_KIND, len(known)))
    half = len(chosen) // 2
    found = [code for code, _ in chosen[:half]] + [title for _, title in chosen[half:]]
    for number in range(OF_EACH_KIND):
        topic = chance.choice(words.topics)
        found.append(Query(TOPIC, " ".join(chance.sample(topic, 2))))
        asked = _QUESTIONS[number % len(_QUESTIONS)].format(*chance.sample(topic, 3))
        found.append(Query(QUESTION, asked))
    return found


def _words(chance: random.Random) -> _Words:
    every = dict.fromkeys(_COMMON)
    while len(every) < _VOCABULARY:
        syllables = chance.choice((1, 2, 2, 2, 3, 3, 4))
        word = "".join(chance.choice(_ONSETS) + chance.choice(_VOWELS) for _ in range(syllables))
        word += chance.choice(_ENDINGS)
        every[word.translate(_ACCENTS) if chance.random() < 0.03 else word] = None
    vocabulary = list(every)
    weights = itertools.accumulate((rank + 3.7) ** -1.07 for rank in range(_VOCABULARY))
    rare = vocabulary[_TOPIC_WORDS]
    return _Words(
        vocabulary, list(weights), [chance.sample(rare, _OF_TOPIC) for _ in range(_TOPICS)]
    )


def _titles(words: _Words, count: int, chance: random.Random) -> list[str]:
    """Three words each, never the same three."""
    found: Counter[str] = Counter()
    while len(found) < count:
        found[" ".join(chance.sample(words.all[_TITLE_WORDS], 3)).capitalize()] += 1
    return list(found)


def _note(
    words: _Words, chance: random.Random, named: tuple[str, str], links: Sequence[str]
) -> str:
    title, code = named
    topic = chance.choice(words.topics)
    lines = _frontmatter(topic, chance) if chance.random() < 0.7 else []
    lines += [f"# {title}", ""]
    sections = chance.randint(1, 7)
    size = int(min(6000, max(40, chance.lognormvariate(5.8, 0.75)))) // sections
    left = list(links)
    for number in range(sections):
        heading = " ".join(chance.sample(topic, chance.randint(1, 4))).capitalize()
        lines += [f"{'##' if chance.random() < 0.7 else '###'} {heading}", ""]
        lines += _paragraphs(words, topic, chance, size, left)
        if number == 0:
            lines += [f"Reference code {code} for {chance.choice(topic)}.", ""]
        lines += _extra(words, topic, chance, sections)
    return "\n".join(lines) + "\n"


def _frontmatter(topic: Sequence[str], chance: random.Random) -> list[str]:
    day = f"{chance.randint(2022, 2026)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    tags = [f"  - {word}" for word in chance.sample(topic, chance.randint(1, 4))]
    alias = ["aliases:", f"  - {' '.join(chance.sample(topic, 2))}"]
    return [
        "---",
        f"created: {day}",
        "tags:",
        *tags,
        *(alias if chance.random() < 0.3 else []),
        "---",
        "",
    ]


def _paragraphs(
    words: _Words, topic: Sequence[str], chance: random.Random, size: int, links: list[str]
) -> list[str]:
    """About `size` words; takes some of the links."""
    lines = []
    while size > 0:
        sentences = [_sentence(words, topic, chance) for _ in range(chance.randint(2, 6))]
        size -= sum(sentence.count(" ") + 1 for sentence in sentences)
        if links and chance.random() < 0.5:
            sentences.append(f"See [[{links.pop()}]].")
        lines += [" ".join(sentences), ""]
    return lines


def _sentence(words: _Words, topic: Sequence[str], chance: random.Random) -> str:
    drawn = chance.choices(words.all, cum_weights=words.weights, k=max(4, int(chance.gauss(14, 5))))
    told = [chance.choice(topic) if chance.random() < 0.18 else word for word in drawn]
    return " ".join(told).capitalize() + chance.choice("...?!")


def _extra(words: _Words, topic: Sequence[str], chance: random.Random, sections: int) -> list[str]:
    """At times code, a table or tasks: in 43 of 100 notes of one section, in 86 of longer ones."""
    named = chance.sample(words.all, 6)
    kind = chance.random() * sections / 2
    if kind < 0.2:
        body = [f"    {word} = x * {chance.randrange(99)} + y" for word in named[1:]]
        return ["```python", f"def {named[0]}(x, y=0):", *body, "    return x", "```", ""]
    if kind < 0.28:
        rows = [f"| {word} | {chance.randrange(9999)} |" for word in named]
        return ["| key | value |", "| --- | --- |", *rows, ""]
    if kind < 0.43:
        tasks = range(chance.randint(2, 7))
        return [
            *(f"- [{chance.choice(' x')}] {_sentence(words, topic, chance)}" for _ in tasks),
            "",
        ]
    return []

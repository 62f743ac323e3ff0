"""Questions that a vault answers by itself: each is made of one note, which search must bring back.

The same vault and the same seed give the same questions. They are drawn from the index alone, so
nothing is among them that has not passed the gate.
"""

from __future__ import annotations

import itertools
import random
import re
from typing import TYPE_CHECKING, NamedTuple, get_args

from vaultbrain.protocol.methods import BenchItem, ItemKind
from vaultbrain.protocol.wire import question_fault
from vaultbrain.store import analysis, chunks, sample

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vaultbrain.protocol.methods import BenchSampleParams
    from vaultbrain.search.current import Vault
    from vaultbrain.store.chunks import Passage
    from vaultbrain.store.database import Connection, Database
    from vaultbrain.store.sample import Named, Part

# So many notes are tried for each that is wanted, and so many places of each note.
_NOTES_TRIED, _PLACES_TRIED = 20, 3
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|[\n\u3002\uff01\uff1f]")
_LEAST_WORDS, _MOST_WORDS = 5, 8
# A run of a script without blanks says as much as so many words.
_LEAST_RUN = 8
# Small sections share a chunk; the headings within it are lines of its text.
_HEADING_LINE = re.compile(r"^#{2,6} +(.*\S)", re.MULTILINE)
_MARKUP = re.compile(r"[*`\[\]<>|#]")  # and what was taken out
_TYPED = re.compile(r"[^\W\d_]{5,}")
_TAKEN_OUT = "[redacted:"


class Drawn(NamedTuple):
    """A question, and a chunk of the note it was made of."""

    kind: ItemKind
    chunk_id: int
    query: str


def items(database: Database, vault: Vault, params: BenchSampleParams) -> tuple[BenchItem, ...]:
    """Questions of every kind, at most `count` of each and one of a note.

    Notes that are not as they were indexed, or may not be shown any more, are left out.
    """
    with database.reading() as db:
        drawn = list(draw(db, params.count, params.seed))
        found = chunks.fetch(db, {at.chunk_id for at in drawn})
    return tuple(
        BenchItem(kind=at.kind, query=at.query, source=note.source, path=note.path)
        for at in drawn
        if (note := found.get(at.chunk_id)) and _is_good(vault, note, at.query)
    )


def _is_good(vault: Vault, passage: Passage, query: str) -> bool:
    place = vault.locate(passage)
    return (
        place is not None
        and place.fresh
        and vault.may_show(passage)
        and vault.gate.clean(query).text == query
    )


def draw(db: Connection, count: int, seed: int) -> Iterator[Drawn]:
    """Questions, kind by kind; every one fits a single note of the index."""
    everything = sample.notes(db)
    names = _Names(everything)
    for kind in get_args(ItemKind):
        chance = random.Random(f"{seed} {kind}")  # noqa: S311 - the same for the same seed
        candidates = chance.sample(everything, min(len(everything), count * _NOTES_TRIED))
        made = (_made(db, kind, note, names, chance) for note in candidates)
        yield from itertools.islice(filter(None, made), count)


def _made(
    db: Connection, kind: ItemKind, note: Named, names: _Names, chance: random.Random
) -> Drawn | None:
    parts = sample.parts(db, note.note_id)
    made: Iterable[tuple[int, str]]
    if kind in ("title", "typo"):
        query = note.names[0] if kind == "title" else with_typo(note.names[0], chance)
        made = [(parts[0].chunk_id, query)] if _is_known_by(names, note, kind, query) else ()
    else:
        chance.shuffle(parts)
        make = _heading if kind == "heading" else _sentence
        made = _of_parts(parts, lambda part: make(db, part, names, chance))
    found = next((at for at in made if not question_fault(at[1])), None)
    return Drawn(kind, *found) if found else None


def _of_parts(parts: Sequence[Part], make: Callable[[Part], str]) -> Iterator[tuple[int, str]]:
    for part in parts[:_PLACES_TRIED]:
        yield part.chunk_id, make(part)


class _Names:
    """Every name of every note, and how many notes have it."""

    def __init__(self, found: Iterable[Named]) -> None:
        self._count: dict[str, int] = {}
        for note in found:
            for name in {analysis.fold(name) for name in note.names}:
                self._count[name] = self._count.get(name, 0) + 1

    def count(self, name: str) -> int:
        """How many notes have a name, whatever its case and accents."""
        return self._count.get(analysis.fold(name), 0)


def _is_known_by(names: _Names, note: Named, kind: ItemKind, query: str) -> bool:
    """Whether a title is that of no other note, and a mistyped one the title of none."""
    own = names.count(note.names[0]) == 1
    return own and (kind == "title" or names.count(query) == 0)


def with_typo(title: str, chance: random.Random) -> str:
    """A title with one mistake within one word; empty where no word is long enough."""
    typed = [at for at in _TYPED.finditer(title) if not analysis.bigrams(at[0])]
    if not typed:
        return ""
    found = chance.choice(typed)
    word, at = found[0], chance.randrange(1, len(found[0]) - 2)
    mistakes = {
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + chance.choice("aeinorst") + word[at + 1 :],
    }
    mistyped = chance.choice(sorted(mistakes - {word}))
    return title[: found.start()] + mistyped + title[found.end() :]


def _heading(db: Connection, part: Part, names: _Names, chance: random.Random) -> str:
    """A heading of a part that says something and stands in one note alone."""
    found = {*part.heading[-1:], *_HEADING_LINE.findall(part.text)}
    telling = [
        at
        for at in sorted(found)
        if len(analysis.words(at)) > 1 or len(analysis.bigrams(at)) > 1
        if not (names.count(at) or _MARKUP.search(at))
    ]
    if not telling:
        return ""
    heading = chance.choice(telling)
    return heading if sample.holders(db, heading) == 1 else ""


def _sentence(db: Connection, part: Part, names: _Names, chance: random.Random) -> str:
    """Some words of a sentence that stand so in one note alone."""
    del names
    sentences = [
        words
        for text in _SENTENCE_END.split(part.text)
        if not (text.startswith("#") or _TAKEN_OUT in text)
        and _says_enough(words := analysis.WORD.findall(text))
    ]
    if not sentences:
        return ""
    words = chance.choice(sentences)
    start = chance.randrange(max(len(words) - _MOST_WORDS, 0) + 1)
    phrase = " ".join(words[start : start + _MOST_WORDS])
    return phrase if sample.holders(db, phrase) == 1 else ""


def _says_enough(words: Sequence[str]) -> bool:
    runs = sum(len(word) for word in words if analysis.bigrams(word))
    return len(words) >= _LEAST_WORDS or runs >= _LEAST_RUN

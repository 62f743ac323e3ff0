"""What was asked for by its name stands first, whatever else is near to it in meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vaultbrain.search import query
from vaultbrain.search.fuse import Fused
from vaultbrain.store import analysis, lexical

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultbrain.search.query import Question
    from vaultbrain.store.chunks import Passage
    from vaultbrain.store.database import Connection

# No name of a note is longer, and so many notes have a question's words in their names at most.
_LONGEST_NAME, _MOST_NAMED = 12, 2000


def named(db: Connection, question: Question) -> list[int]:
    """The first chunks of the notes whose title or alias the question is."""
    asked = query.folded(question.text)
    if not asked or asked.count(" ") >= _LONGEST_NAME:
        return []
    found = lexical.named(db, asked, _MOST_NAMED)
    name = _written(question.text)
    return [at for at, names in found.items() if name in map(_written, names)]


def _written(name: str) -> str:
    """A name with its punctuation, for `computed()` is not the note `Computed`."""
    return " ".join(analysis.fold(analysis.normalise(name)).split()).strip("\"'?!.")


def first(
    fused: Sequence[Fused],
    passages: Mapping[int, Passage],
    question: Question,
    named: Iterable[int],
) -> list[Fused]:
    """A ranking with what was asked for by name or identifier before everything else.

    Args:
        fused: the ranking, best first.
        passages: those of the ranking and of `named`, by chunk.
        question: what was asked.
        named: first chunks of the notes whose name the question is.
    """
    notes = {passages[at].note_id: at for at in named if at in passages}
    wanted = query.identifiers(question)
    tops: list[Fused] = []
    holders: list[Fused] = []
    others: list[Fused] = []
    for at in fused:
        passage = passages.get(at.chunk_id)
        if passage is not None and passage.note_id in notes:
            tops.append(msgspec.structs.replace(at, score=1.0))
        elif passage is not None and wanted and at.lexical and _holds(question, wanted, passage):
            holders.append(msgspec.structs.replace(at, score=(1 + at.score) / 2))
        else:
            others.append(at)
    missed = notes.keys() - {passages[at.chunk_id].note_id for at in tops}
    tops += [Fused(notes[note], 1.0, 1.0, 0.0) for note in sorted(missed)]
    if holders:
        others = [msgspec.structs.replace(at, score=at.score / 2) for at in others]
    return [*tops, *holders, *others]


def _holds(question: Question, wanted: Sequence[str], passage: Passage) -> bool:
    text = text_of(passage)
    held = f" {query.folded(text)} "
    if all(f" {at} " in held for at in wanted):
        return True
    # By its stem too; to find the stems of a passage takes five times as long.
    is_word = len(wanted) == len(question.terms) == 1 and " " not in wanted[0]
    return is_word and query.coverage(question, text) == 1.0


def text_of(passage: Passage) -> str:
    """All by which a passage is found: the names of its note, its breadcrumb, its text."""
    return "\n".join((passage.title, *passage.aliases, passage.crumb, passage.text))

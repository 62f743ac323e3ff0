"""What was asked for by its name stands first, whatever else is near to it in meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from vaultbrain.search import query
from vaultbrain.search.fuse import Fused
from vaultbrain.store import analysis, lexical

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vaultbrain.search.query import Question
    from vaultbrain.store.chunks import Passage
    from vaultbrain.store.database import Connection

Protection = Literal["name", "heading", "identifier"]
# No name of a note is longer, and so many notes have a question's words in their names at most.
_LONGEST_NAME, _MOST_NAMED = 12, 2000
# A heading that many sections have names none of them.
_MOST_HEADED = 50


class Named(msgspec.Struct, frozen=True):
    """The chunks that a question asks for by name.

    `notes` are the first chunks of the notes of that name, `sections` the chunks that stand under a
    heading of that name.
    """

    notes: tuple[int, ...] = ()
    sections: tuple[int, ...] = ()

    @property
    def chunks(self) -> frozenset[int]:
        """All of them."""
        return frozenset((*self.notes, *self.sections))


def named(db: Connection, question: Question, notes: Sequence[int] | None = None) -> Named:
    """The notes, among some or all, whose title or alias the question is; and such sections."""
    asked = query.folded(question.text)
    if not asked or asked.count(" ") >= _LONGEST_NAME:
        return Named()
    name = _written(question.text)
    found = lexical.named(db, asked, _MOST_NAMED, notes)
    headed = lexical.headed(db, asked, _MOST_NAMED, notes)
    sections = [at for at, headings in headed.items() if name in map(_written, headings)]
    return Named(
        tuple(at for at, names in found.items() if name in map(_written, names)),
        tuple(sections) if len(sections) <= _MOST_HEADED else (),
    )


def _written(name: str) -> str:
    """A name with its punctuation, for `computed()` is not the note `Computed`."""
    return " ".join(analysis.fold(analysis.normalise(name)).split()).strip("\"'`?!.")


def holders(db: Connection, question: Question) -> frozenset[int]:
    """The chunks that hold every identifier of a question, or its only word by its stem."""
    wanted = query.identifiers(question)
    if not wanted or any(term.common for term in question.terms):
        return frozenset()
    parts = [f'"{at}"' for at in wanted]
    if len(wanted) == len(question.terms) == 1:
        parts = [
            " OR ".join(dict.fromkeys(f'"{at}"' for at in (*wanted, *question.terms[0].stems)))
        ]
    return frozenset(lexical.holding(db, " AND ".join(f"({part})" for part in parts)))


def first(
    fused: Sequence[Fused], note_of: Mapping[int, int], named: Named, holders: frozenset[int]
) -> tuple[list[Fused], dict[int, Protection]]:
    """A ranking with what was asked for by name or identifier before everything else.

    Args:
        fused: the ranking, best first.
        note_of: the note of every chunk of the ranking and of `named`.
        named: what has the question for its name.
        holders: the chunks that hold what the question can only mean as it is written.

    Returns:
        The ranking, and why the first chunks in it stand there.
    """
    notes = {note_of[at] for at in named.notes if at in note_of}
    sections = frozenset(named.sections)
    tiers: dict[Protection | None, list[Fused]] = {}
    for at in _with_missed(fused, note_of, named):
        why: Protection | None = None
        if note_of.get(at.chunk_id) in notes:
            why = "name"
        elif at.chunk_id in sections:
            why = "heading"
        elif at.lexical and at.chunk_id in holders:
            why = "identifier"
        tiers.setdefault(why, []).append(at)
    order: tuple[Protection | None, ...] = ("name", "heading", "identifier", None)
    there = [why for why in order if why in tiers]
    ranking = [
        msgspec.structs.replace(at, score=_in_tier(at.score, place, len(there), why))
        for place, why in enumerate(there)
        for at in tiers[why]
    ]
    return ranking, {at.chunk_id: why for why, found in tiers.items() if why for at in found}


def _with_missed(
    fused: Sequence[Fused], note_of: Mapping[int, int], named: Named
) -> Iterator[Fused]:
    """The ranking, and what is named and not in it: of a note one chunk, of a section all."""
    yield from fused
    ranked = {at.chunk_id for at in fused}
    held = {note_of.get(at) for at in ranked}
    missed = [at for at in named.notes if at in note_of and note_of[at] not in held]
    missed += [at for at in named.sections if at in note_of and at not in ranked]
    yield from (Fused(at, 0.0, 0.0, 0.0) for at in sorted(set(missed)))


def _in_tier(score: float, place: int, tiers: int, why: Protection | None) -> float:
    """A score in its tier's share of 0 to 1, so that scores fall along the ranking."""
    return 1.0 if why == "name" else (tiers - 1 - place + score) / tiers


def text_of(passage: Passage) -> str:
    """All by which a passage is found: the names of its note, its breadcrumb, its text."""
    return "\n".join((passage.title, *passage.aliases, passage.crumb, passage.text))

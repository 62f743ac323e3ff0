"""One chunk for each note: the best, or one further down that says the newer thing."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from vaultbrain.search import query, struck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from vaultbrain.search.fuse import Fused
    from vaultbrain.search.query import Question
    from vaultbrain.store.chunks import Passage

# Passages of so many notes are fetched together; so many of a note are compared.
_AT_A_TIME, _MOST_COMPARED = 12, 8


def best_of_note(
    ranking: Iterable[Fused],
    note_of: Mapping[int, int],
    fetch: Callable[[Sequence[int]], Mapping[int, Passage]],
    question: Question,
) -> Iterator[tuple[Fused, Passage]]:
    """The best chunk of every note, in the order of the ranking.

    Of those that are about as good and say something of the same, the last: a note that grows says
    the newer thing further down. Passages are fetched for a few notes at a time, as they are
    asked for: most of a ranking is never looked at.

    Args:
        ranking: chunks, best first.
        note_of: the note of each chunk; a chunk that has none is left out.
        fetch: gives the passages of some chunks that are still there.
        question: what was asked.
    """
    chunks_of: dict[int, list[Fused]] = {}
    for at in ranking:
        if at.chunk_id in note_of:
            chunks_of.setdefault(note_of[at.chunk_id], []).append(at)
    groups = iter([found[:_MOST_COMPARED] for found in chunks_of.values()])
    while some := list(itertools.islice(groups, _AT_A_TIME)):
        passages = fetch([at.chunk_id for found in some for at in found])
        for found in some:
            there = [(at, passages[at.chunk_id]) for at in found if at.chunk_id in passages]
            if there:
                yield _latest(there, question)


def _latest(found: Sequence[tuple[Fused, Passage]], question: Question) -> tuple[Fused, Passage]:
    """The best chunk, or the last one that says another thing of what was asked, as well.

    Scores do not tell: a short chunk has a higher one than a long chunk with the same line.
    """
    top, best = found[0]
    later = [at for _, at in found[1:] if at.line_start > best.line_start]
    if not later:
        return top, best
    held, opening = _told(question, best)
    if not opening or not query.terms_of(question.text, question.languages).issuperset(opening):
        return top, best
    told = ((at, *_told(question, at)) for at in later)
    alike = (at for at, share, begins in told if begins == opening and share >= held)
    return top, max(alike, key=lambda at: at.line_start, default=best)


def _told(question: Question, passage: Passage) -> tuple[float, tuple[str, ...]]:
    """How much of the question a passage's best line holds, and of what it speaks."""
    lines = struck.blanked(passage.text).split("\n")
    line = lines[query.best_line(question, lines)]
    # A heading of the same words is of another section, not a newer statement.
    opening = () if line.lstrip().startswith("#") else query.opening(line)
    return query.coverage(question, line), opening

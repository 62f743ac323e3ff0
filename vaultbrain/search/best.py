"""One chunk for each note: the best, or one further down that says the newer thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.search import query, struck

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vaultbrain.search.fuse import Fused
    from vaultbrain.search.query import Question
    from vaultbrain.store.chunks import Passage


def best_of_note(
    fused: Sequence[Fused], passages: Mapping[int, Passage], question: Question
) -> Iterator[tuple[Fused, Passage]]:
    """The best chunk of every note, in the order of the ranking.

    Of those that are about as good and say something of the same, the last: a note that grows says
    the newer thing further down.
    """
    chunks_of: dict[int, list[tuple[Fused, Passage]]] = {}
    for at in fused:
        passage = passages.get(at.chunk_id)
        if passage is not None:
            chunks_of.setdefault(passage.note_id, []).append((at, passage))
    for found in chunks_of.values():
        yield _latest(found, question) if len(found) > 1 else found[0]


def _latest(found: Sequence[tuple[Fused, Passage]], question: Question) -> tuple[Fused, Passage]:
    """The best chunk, or the last one that says another thing of what was asked, as well.

    Scores do not tell: a short chunk has a higher one than a long chunk with the same line.
    """
    top, best = found[0]
    later = [at for _, at in found[1:] if at.line_start > best.line_start]
    if not later:
        return top, best
    held, opening = _told(question, best)
    if not opening or not query.terms_of(question.text).issuperset(opening):
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

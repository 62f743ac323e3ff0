"""Why a search found what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.protocol.explanation import Explanation, TermExplained
from vaultbrain.store import lexical, notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.search.fuse import Fused
    from vaultbrain.search.query import Term
    from vaultbrain.search.results import Legs, Results
    from vaultbrain.store.chunks import Selection
    from vaultbrain.store.database import Connection

_DIGITS = 4


def why(legs: Legs, at: Fused) -> dict[str, float]:
    """What a hit owes its place to.

    `lexical` and `dense` are its shares, 0 to 1, in each leg; `fused` both together, before a name
    or an identifier was put first. A leg that found it tells its own score, `bm25` or `cosine`, and
    its rank there; `name` or `identifier` is 1 where that is why it stands first. What is listed by
    its day owes it to nothing of that.
    """
    fused = next((one.score for one in legs.fused if one.chunk_id == at.chunk_id), None)
    if fused is None and at.chunk_id not in legs.protected:
        return {}
    found = {"lexical": at.lexical, "dense": at.dense, "fused": fused or 0.0}
    for leg, of, score in ((legs.words, "lexical", "bm25"), (legs.meaning, "dense", "cosine")):
        for rank, one in enumerate(leg, start=1):
            if one.chunk_id == at.chunk_id:
                found |= {f"{of}_rank": float(rank), score: one.score}
    if at.chunk_id in legs.protected:
        found[legs.protected[at.chunk_id]] = 1.0
    return {key: round(value, _DIGITS) for key, value in found.items()}


def explanation(db: Connection, results: Results, where: Selection) -> Explanation:
    """How a query was read; `where` are the filters that were given beside it."""
    question, asked, narrowed = results.question, results.asked, results.narrowed
    total = notes.counts(db)[0]
    known = lexical.frequencies(db, question.bigrams, stems=True)
    return Explanation(
        terms=_terms(db, question.terms, {at.word for at in question.rare}),
        pairs=tuple(at for at in question.bigrams if at in known),
        phrases=len(asked.phrases),
        excluded=len(asked.excluded),
        filters=where.count + asked.selection.count,
        filtered=narrowed.filtered,
        allowed=total if narrowed.notes is None else len(narrowed.notes),
        total=total,
        coverage=round(results.coverage, _DIGITS),
    )


def _terms(
    db: Connection, terms: Sequence[Term], looked_for: set[str]
) -> tuple[TermExplained, ...]:
    words = lexical.frequencies(db, [at.word for at in terms], stems=False)
    stems = lexical.frequencies(db, [stem for at in terms for stem in at.stems], stems=True)
    size = max(1, lexical.size(db))
    found = []
    for at in terms:
        held = max(words.get(at.word, 0), *(stems.get(stem, 0) for stem in at.stems), 0)
        one = TermExplained(
            word=at.word if held else "",
            stems=tuple(stem for stem in at.stems if stem != at.word and stem in stems),
            meant=tuple(near.own for near in at.near),
            share=round(min(1.0, held / size), _DIGITS),
            weight=round(at.weight, _DIGITS),
            left_out=at.word not in looked_for,
        )
        found.append(one)
    return tuple(found)

"""A question to an answer: search, evidence, the best sentences, proof; or a refusal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.answer import extract
from vaultbrain.answer.verify import verify
from vaultbrain.errors import EmbedderError
from vaultbrain.records import Answer
from vaultbrain.search.evidence import FLOOR
from vaultbrain.search.service import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.inference.base import Embedder
    from vaultbrain.records import Citation
    from vaultbrain.search.current import Vault
    from vaultbrain.search.service import Results, Search

EXTRACTIVE = "extractive"
# Sentences are taken from so many notes; so many are named in a refusal.
_NOTES_READ, _NOTES_NAMED = 4, 3
_LEADING_MARKS = re.compile(r"^(?:[-*+>]\s+(?:\[.\]\s+)?|\d+[.)]\s+)+")


class Reply(msgspec.Struct, frozen=True):
    """An answer, and what the search under it could not do."""

    answer: Answer
    notice: str


class Ask:
    """The read path's second half."""

    def __init__(self, search: Search, vault: Vault, embedder: Embedder | None) -> None:
        self._search, self._vault, self._embedder = search, vault, embedder

    def ask(self, question: str, limit: int) -> Reply:
        """Answer with at most `limit` cited sentences, or refuse."""
        results = self._search.find(Request(question, limit=_NOTES_READ))
        if not results.ranked or results.evidence < FLOOR:
            why = "No note says enough about this." if results.ranked else "No note is about this."
            return Reply(self._refusal(results, why), results.notice)
        similarity = self._similarity(results)
        sentences = extract.best(results.question, results.ranked, limit, similarity)
        citations = verify(sentences, results.ranked, self._vault)
        if not citations:
            why = "The notes that came close have changed; no quote could be proved."
            return Reply(self._refusal(results, why), results.notice)
        return Reply(self._answer(results, citations), results.notice)

    def _answer(self, results: Results, citations: Sequence[Citation]) -> Answer:
        said = [f"{_spoken(at.quote)} [{at.n}]" for at in citations]
        return Answer(
            answer="\n".join(said),
            grounded=True,
            refused=False,
            reason="",
            citations=tuple(citations),
            nearest=(),
            engine=EXTRACTIVE,
            evidence=round(results.evidence, 3),
        )

    def _refusal(self, results: Results, why: str) -> Answer:
        nearest = self._search.hits(results)[:_NOTES_NAMED]
        return Answer(
            answer="",
            grounded=False,
            refused=True,
            reason=why,
            citations=(),
            nearest=tuple(nearest),
            engine=EXTRACTIVE,
            evidence=round(results.evidence, 3),
        )

    def _similarity(self, results: Results) -> Callable[[Sequence[str]], Sequence[float]] | None:
        embedder, vector = self._embedder, results.vector
        if embedder is None or vector is None:
            return None

        def cosines(texts: Sequence[str]) -> Sequence[float]:
            try:
                values = embedder.embed_passages(texts)
            except EmbedderError:
                return [0.0] * len(texts)  # words decide alone
            scores: list[float] = (values @ vector).tolist()
            return scores

        return cosines


def _spoken(quote: str) -> str:
    """A quote as a sentence on one line, without the mark of a list item."""
    return _LEADING_MARKS.sub("", " ".join(quote.split()))

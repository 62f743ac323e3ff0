"""A question to an answer: search, evidence, the best sentences, proof; or a refusal."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.answer import extract
from vaultbrain.answer.verify import verify
from vaultbrain.errors import Cancelled, EmbedderError
from vaultbrain.records import Answer
from vaultbrain.search import exact, query, struck
from vaultbrain.search.evidence import FLOOR, Features, evidence
from vaultbrain.search.results import Request
from vaultbrain.store.chunks import EVERY_NOTE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.answer.extract import Scored
    from vaultbrain.inference.base import Embedder
    from vaultbrain.records import Citation
    from vaultbrain.search.current import Vault
    from vaultbrain.search.results import Results
    from vaultbrain.search.service import Search
    from vaultbrain.store.chunks import Selection

EXTRACTIVE = "extractive"
LOG = logging.getLogger("vaultbrain.answer")
# Sentences are taken from so many notes; so many are named in a refusal.
_NOTES_READ, _NOTES_NAMED = 6, 3
_LEADING_MARKS = re.compile(r"^(?:[-*+>]\s+(?:\[.\]\s+)?|\d+[.)]\s+)+")


class Reply(msgspec.Struct, frozen=True):
    """An answer, and what the search under it could not do."""

    answer: Answer
    notice: str


class Examined(msgspec.Struct, frozen=True):
    """What a question brought up: the sentences, best first, and what they are worth."""

    results: Results
    sentences: tuple[Scored, ...]
    features: Features


class Ask:
    """The read path's second half."""

    def __init__(self, search: Search, vault: Vault, embedder: Embedder | None) -> None:
        self._search, self._vault, self._embedder = search, vault, embedder

    def ask(
        self,
        question: str,
        limit: int,
        is_cancelled: Callable[[], bool] = lambda: False,
        where: Selection = EVERY_NOTE,
    ) -> Reply:
        """Answer with at most `limit` cited sentences of some notes, or refuse.

        Raises:
            Cancelled: `is_cancelled` said so before the model was asked about sentences.
        """
        found = self.examine(question, is_cancelled, where)
        results, scored = found.results, _of_codes(found)
        calibration = results.meaning.calibration if results.meaning else None
        sure = evidence(found.features, calibration) if scored else 0.0
        if sure < FLOOR:
            why = "No note says enough about this." if results.ranked else "No note is about this."
            return Reply(self._refusal(results, sure, why), results.notice)
        sentences = extract.best(scored, limit)
        if not sentences:
            why = "No sentence of your notes says it."
            return Reply(self._refusal(results, sure, why), results.notice)
        citations = verify(sentences, results.ranked, self._vault)
        if not citations:
            why = "The notes that came close have changed; no quote could be proved."
            return Reply(self._refusal(results, sure, why), results.notice)
        return Reply(_answer(citations, sure), results.notice)

    def examine(
        self,
        question: str,
        is_cancelled: Callable[[], bool] = lambda: False,
        where: Selection = EVERY_NOTE,
    ) -> Examined:
        """Everything an answer or a refusal is decided by."""
        request = Request(question, limit=_NOTES_READ, where=where, noise=True)
        results = self._search.find(request, is_cancelled)
        if is_cancelled():
            raise Cancelled("The question was taken back.")
        scored = extract.candidates(results.question, results.ranked)
        if results.meaning is not None:
            scored = extract.shortlist(scored)
        cosines = self._cosines(results, scored)
        if not cosines:
            return Examined(results, tuple(scored), _features(results, []))
        best_first = extract.by_meaning(scored, cosines)
        return Examined(results, tuple(best_first), _features(results, cosines))

    def _refusal(self, results: Results, sure: float, why: str) -> Answer:
        nearest = self._search.hits(results)[:_NOTES_NAMED]
        return Answer(
            answer="",
            grounded=False,
            refused=True,
            reason=why,
            citations=(),
            nearest=tuple(nearest),
            engine=EXTRACTIVE,
            evidence=round(sure, 3),
        )

    def _cosines(self, results: Results, scored: Sequence[Scored]) -> list[float]:
        """Cosine of each sentence with the question; empty where no model answers."""
        if self._embedder is None or results.meaning is None or not scored:
            return []
        try:
            values = self._embedder.embed_passages([at.sentence.said for at in scored], urgent=True)
        except EmbedderError as error:
            LOG.warning("sentences are chosen by words alone: %s", error.message)
            return []
        leads, asked = results.meaning.nearest.leads, results.meaning.nearest.query
        languages = [results.ranked[at.sentence.rank].passage.language for at in scored]
        cosines: list[float] = (values @ asked).tolist()
        return [at - leads.get(spoken, 0.0) for at, spoken in zip(cosines, languages, strict=True)]


def _features(results: Results, cosines: Sequence[float]) -> Features:
    """What the evidence goes by; without cosines of sentences by words alone."""
    meaning, strange = results.meaning, query.strangeness(results.question)
    if meaning is None or meaning.noise is None or not meaning.nearest.hits or not cosines:
        return Features(results.coverage, strange)
    passage = meaning.nearest.hits[0].score - meaning.noise
    return Features(results.coverage, strange, passage, max(cosines) - meaning.noise)


def _of_codes(found: Examined) -> tuple[Scored, ...]:
    """The sentences of passages that hold every code of the question; another is another thing."""
    codes = query.codes(found.results.question)
    if not codes:
        return found.sentences
    texts = [exact.text_of(at.passage) for at in found.results.ranked]
    holds = [all(query.holds_code(text, code) for code in codes) for text in texts]
    return tuple(at for at in found.sentences if holds[at.sentence.rank])


def _answer(citations: Sequence[Citation], sure: float) -> Answer:
    said = [f"{_spoken(at.quote)} [{at.n}]" for at in citations]
    return Answer(
        answer="\n".join(said),
        grounded=True,
        refused=False,
        reason="",
        citations=tuple(citations),
        nearest=(),
        engine=EXTRACTIVE,
        evidence=round(sure, 3),
    )


def _spoken(quote: str) -> str:
    """A quote as a sentence on one line, without the mark of a list item and what is struck."""
    return _LEADING_MARKS.sub("", " ".join(struck.blanked(quote).split()))

"""The sentences of passages that answer a question best, verbatim."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.search import query

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.search.query import Question
    from vaultbrain.search.service import Ranked

# A sentence ends at . ! ? or an ellipsis before a blank and no small letter, or at a CJK stop.
_END = re.compile(
    '(?<=[.!?\u2026])(?<!\\d\\.)[*_")\\]]*\\s+(?=[^a-zà-ž])|(?<=[\u3002\uff01\uff1f])'
)
_ITEM = re.compile(r"\s*(?:[-*+]\s|\d+[.)]\s|\||>)")
_RULE = re.compile(r"[\s|:=\-*_`~#>]*")
_HEADING = re.compile(r"#{1,6}\s")
_LONGEST = 600
# Sentences beyond this many are not compared by meaning: a model call for each costs 20 ms.
MOST_EMBEDDED = 24
_ENOUGH_COVERAGE = 0.6
_KEEP_SHARE = 0.75

Similarity = "Callable[[Sequence[str]], Sequence[float]] | None"


class Sentence(msgspec.Struct, frozen=True):
    """A quote from a passage: `rank` is the passage's place, `line` where the quote starts."""

    quote: str
    rank: int
    line: int


class Scored(msgspec.Struct, frozen=True):
    """A sentence and how well it answers, 0 to 1."""

    sentence: Sentence
    score: float


def split(text: str) -> Iterator[tuple[str, int]]:
    """Sentences, list items and table rows of a passage with the offsets where they start."""
    for start, end in _runs(text):
        at = start
        for match in _END.finditer(text, start, end):
            yield from _trimmed(text, at, match.start() + len(match[0].rstrip()))
            at = match.end()
        yield from _trimmed(text, at, end)


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Spans that one sentence never leaves: paragraphs, list items, table rows, code lines."""
    start = at = 0
    fenced = False
    for line in text.split("\n"):
        end = at + len(line)
        fence = line.lstrip().startswith(("```", "~~~"))
        fenced ^= fence
        alone = fenced or fence or _ITEM.match(line) or _HEADING.match(line) or not line.strip()
        if alone:
            yield start, at
            start = at
            if not _ITEM.match(line) or line.lstrip().startswith("|"):
                yield at, end
                start = end + 1
        at = end + 1
    yield start, len(text)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    piece = text[start:end]
    quote = piece.strip()
    if quote and not _RULE.fullmatch(quote) and not _HEADING.match(quote):
        yield quote[:_LONGEST], start + piece.index(quote[0])


def best(
    question: Question,
    ranked: Sequence[Ranked],
    limit: int,
    similarity: Callable[[Sequence[str]], Sequence[float]] | None,
) -> list[Sentence]:
    """The best sentences of the passages, best first.

    Words decide where they can; where no sentence holds most of the question's words, as with a
    question in another language, meaning does.

    Args:
        question: what was asked.
        ranked: passages, best first.
        limit: at most so many sentences.
        similarity: cosine of each text with the question, or None without a model.
    """
    sentences = list(_sentences(ranked))
    scored = [Scored(at, _by_words(question, at, ranked)) for at in sentences]
    scored.sort(key=lambda at: -at.score)
    if similarity and scored and scored[0].score < _ENOUGH_COVERAGE:
        scored = _by_meaning(scored[:MOST_EMBEDDED], similarity)
    top = scored[0].score if scored else 0.0
    kept = [at.sentence for at in scored if at.score > 0 and at.score >= _KEEP_SHARE * top]
    return list({at.quote: at for at in reversed(kept)}.values())[::-1][:limit]


def _sentences(ranked: Sequence[Ranked]) -> Iterator[Sentence]:
    for rank, at in enumerate(ranked):
        for quote, offset in split(at.passage.text):
            line = at.place.line_start + at.passage.text.count("\n", 0, offset)
            yield Sentence(quote, rank, line)


def _by_words(question: Question, sentence: Sentence, ranked: Sequence[Ranked]) -> float:
    """Coverage; a sentence may lean on its breadcrumb, and earlier passages weigh more."""
    passage = ranked[sentence.rank].passage
    own = query.terms_of(sentence.quote)
    alone = query.covered(question, own)
    if not alone:
        return 0.0
    within = query.covered(question, own | query.terms_of(passage.crumb))
    return (0.6 * alone + 0.4 * within) * 0.93**sentence.rank


def _by_meaning(
    scored: Sequence[Scored], similarity: Callable[[Sequence[str]], Sequence[float]]
) -> list[Scored]:
    """Cosines of this model lie close together, so they are spread between worst and best."""
    cosines = similarity([at.sentence.quote for at in scored])
    low, high = min(cosines), max(cosines)
    span = (high - low) or 1.0
    merged = [
        Scored(at.sentence, 0.3 * at.score + 0.7 * (cosine - low) / span)
        for at, cosine in zip(scored, cosines, strict=True)
    ]
    return sorted(merged, key=lambda at: -at.score)

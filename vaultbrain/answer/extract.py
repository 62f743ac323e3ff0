"""The sentences of passages that answer a question best, verbatim."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.search import query, struck
from vaultbrain.store import analysis

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.search.query import Question
    from vaultbrain.search.results import Ranked

# Where a sentence may end: at . ! ? or an ellipsis before white space, or at a CJK stop.
_END = re.compile('(?<=[.!?\u2026])[*_")\\]]*\\s+|(?<=[\u3002\uff01\uff1f])')
_ITEM = re.compile(r"\s*(?:[-*+]\s|\d+[.)]\s|\||>)")
_RULE = re.compile(r"(?:\[[ xX]\]|[\s|:=\-*_`~#>,;()])*")
_LINK = re.compile(r"!?\[\[[^\]\n]*\]\]|<?https?://\S+")
_HEADING = re.compile(r"#{1,6}\s")
_LONGEST, _SHORTEST = 600, 3
# Sentences beyond this many are not compared by meaning: the model takes about 15 ms for each.
MOST_EMBEDDED = 36
_KEEP_SHARE, _NEAR_SHARE, _WORDS_SHARE, _RANK_DECAY = 0.8, 0.9, 0.3, 0.93


class Sentence(msgspec.Struct, frozen=True):
    """A quote from a passage: `rank` is the passage's place, `line` where the quote starts.

    `head` is the first row of its table where it is a row further down.
    """

    quote: str
    rank: int
    line: int
    head: str = ""

    @property
    def said(self) -> str:
        """What the quote means to say, for it to be judged."""
        said = struck.blanked(self.quote)
        if self.head:
            pairs = zip(_cells(self.head), _cells(said), strict=False)
            said = ", ".join(f"{name}: {cell}" for name, cell in pairs)
        return " ".join(said.split())


class Scored(msgspec.Struct, frozen=True):
    """A sentence and how well it answers, 0 to 1."""

    sentence: Sentence
    score: float


def split(text: str) -> Iterator[tuple[str, int]]:
    """Sentences, list items and table rows of a passage with the offsets where they start.

    None begins, ends or consists of words that are struck through.
    """
    said = struck.blanked(text)
    for start, end in _runs(said):
        at = start
        for match in _END.finditer(said, start, end):
            if _goes_on(said, match):
                continue
            yield from _trimmed(text, said, at, match.start() + len(match[0].rstrip()))
            at = match.end()
        yield from _trimmed(text, said, at, end)


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Whether what looks like an end is a point within, as in `e.g. apples` and `3. 5. 2025`."""
    if not match[0]:
        return False
    before, after = text[match.start() - 2 : match.start() - 1], text[match.end() : match.end() + 1]
    return after.islower() or (before.isdigit() and after.isdigit())


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


def _trimmed(text: str, said: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """One quote, or several where it is long: of a table in a PDF nothing ends with a full stop."""
    stop = start
    while (begin := end - len(said[stop:end].lstrip())) < end:
        stop = _stop(said, begin, end)
        quote = said[begin:stop].rstrip()
        if _says_something(quote):
            yield text[begin : begin + len(quote)], begin


def _stop(text: str, begin: int, end: int) -> int:
    """Where a quote that begins here stops at the latest: at the end of a line or word."""
    most = begin + _LONGEST
    if end <= most:
        return end
    found = (text.rfind(mark, begin, most) for mark in "\n ")
    return next((at for at in found if at > begin), most)


def _says_something(quote: str) -> bool:
    """Whether a piece is more than a rule, a heading or links to other notes."""
    said = _LINK.sub("", quote)
    if _RULE.fullmatch(said) or _HEADING.match(quote):
        return False
    return len(said) >= _SHORTEST or len(analysis.words(said)) > 1


def candidates(question: Question, ranked: Sequence[Ranked]) -> list[Scored]:
    """The sentences of the passages, those that hold most of the question first."""
    found = [
        Scored(sentence, _by_words(question, sentence, ranked)) for sentence in _sentences(ranked)
    ]
    return sorted(found, key=lambda at: -at.score)


def shortlist(scored: Sequence[Scored]) -> list[Scored]:
    """The candidates that are worth a model call: the best by words, then some of every passage.

    A sentence in another language shares no word with the question, so words alone must not
    choose.
    """
    by_words = [at for at in scored[: MOST_EMBEDDED // 2] if at.score > 0]
    chosen = {at.sentence for at in by_words}
    waiting: dict[int, list[Scored]] = {}
    for at in sorted(scored, key=lambda at: at.sentence.line):
        if at.sentence not in chosen:
            waiting.setdefault(at.sentence.rank, []).append(at)
    turns = itertools.zip_longest(*(waiting[rank] for rank in sorted(waiting)))
    others = [at for turn in turns for at in turn if at is not None]
    return [*by_words, *others[: MOST_EMBEDDED - len(by_words)]]


def best(scored: Sequence[Scored], limit: int) -> list[Sentence]:
    """At most `limit` sentences, best first: only those that come near the first, each once.

    Of two that are about as good, begin alike and stand in one passage, the later comes first: it
    says of the same thing what is so by now.
    """
    top = scored[0].score if scored else 0.0
    kept = [at for at in scored if at.score > 0 and at.score >= _KEEP_SHARE * top]
    once = list({at.sentence.quote: at for at in reversed(kept)}.values())[::-1]
    for place, earlier in enumerate(once):
        newer = [at for at in once[place + 1 :] if _supersedes(at, earlier)]
        if newer:
            newest = max(newer, key=lambda at: at.sentence.line)
            once.remove(newest)
            once.insert(place, newest)
    return [at.sentence for at in once[:limit]]


def _supersedes(later: Scored, earlier: Scored) -> bool:
    one, other = later.sentence, earlier.sentence
    after = one.rank == other.rank and one.line > other.line
    near = later.score >= _NEAR_SHARE * earlier.score
    return after and near and query.opening(one.said) == query.opening(other.said)


def by_meaning(scored: Sequence[Scored], cosines: Sequence[float]) -> list[Scored]:
    """The ranking of the candidates by words and by their cosines with the question, best first.

    Cosines of this model lie close together, so they are spread between the worst and the best.
    """
    low, high = min(cosines), max(cosines)
    span = (high - low) or 1.0
    merged = [
        Scored(at.sentence, _WORDS_SHARE * at.score + (1 - _WORDS_SHARE) * (cosine - low) / span)
        for at, cosine in zip(scored, cosines, strict=True)
    ]
    return sorted(merged, key=lambda at: -at.score)


def _sentences(ranked: Sequence[Ranked]) -> Iterator[Sentence]:
    for rank, at in enumerate(ranked):
        heads = _heads(at.passage.text.split("\n"))
        for quote, offset in split(at.passage.text):
            line = at.passage.text.count("\n", 0, offset)
            yield Sentence(quote, rank, at.place.line_start + line, heads.get(line, ""))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _heads(lines: Sequence[str]) -> dict[int, str]:
    """The first row of its table for every row below it, by the number of the line."""
    heads: dict[int, str] = {}
    head = ""
    for number, line in enumerate(lines):
        if not line.lstrip().startswith("|"):
            head = ""
        elif number and "-" in line and _RULE.fullmatch(line):
            head = lines[number - 1]
        elif head:
            heads[number] = head
    return heads


def _by_words(question: Question, sentence: Sentence, ranked: Sequence[Ranked]) -> float:
    """Coverage; a sentence may lean on its breadcrumb, and earlier passages weigh more."""
    passage = ranked[sentence.rank].passage
    own = query.terms_of(sentence.said, question.languages)
    alone = query.covered(question, own)
    if not alone:
        return 0.0
    within = query.covered(question, own | query.terms_of(passage.crumb, question.languages))
    return (0.6 * alone + 0.4 * within) * _RANK_DECAY**sentence.rank

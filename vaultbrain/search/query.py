"""A question as the legs need it: its words, their stems, and how rare each is."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.search import struck
from vaultbrain.store import analysis, lexical

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.store.database import Connection

# Leaving common terms out is a matter of time, not of quality: on the dev vaults every term helps
# (cross-language success@10 .32 without those in a tenth of all chunks, .55 with them), but FTS5
# takes time for every row that matches, about 1 CPU ms for each of these counts.
COMMON_SHARE, COMMON_COUNT = 0.1, 2000
_KEPT_IF_ALL_COMMON = 3
_MAX_TERMS = 64
# So many words at the head of two lines say that they are about the same.
_OPENING = 2


class Term(msgspec.Struct, frozen=True):
    """One thing to look for.

    `word` is folded; `stems` are its possible stems; a `phrase` is several words in a row.
    `weight` is its inverse document frequency; a `common` term is left out where there is a rarer
    one.
    """

    word: str
    stems: tuple[str, ...]
    weight: float
    common: bool


class Question(msgspec.Struct, frozen=True):
    """A question, cleaned by the gate, with its terms weighed against this vault."""

    text: str
    terms: tuple[Term, ...]
    phrases: tuple[str, ...]
    bigrams: tuple[str, ...]

    @property
    def rare(self) -> tuple[Term, ...]:
        """The terms worth asking for: all but the common ones, unless all are common."""
        kept = tuple(term for term in self.terms if not term.common)
        if kept or self.bigrams:
            return kept
        return tuple(sorted(self.terms, key=lambda term: -term.weight)[:_KEPT_IF_ALL_COMMON])


def read(db: Connection, text: str) -> Question:
    """Take a question apart and weigh its terms by this vault's own frequencies."""
    words = list(dict.fromkeys(w for w in analysis.words(text) if not _unspaced(w)))[:_MAX_TERMS]
    bigrams = list(dict.fromkeys(analysis.bigrams(text)))[:_MAX_TERMS]
    stems = {word: _stems(word) for word in words}
    every_stem = {stem for group in stems.values() for stem in group}
    in_words = lexical.frequencies(db, (analysis.fold(word) for word in words), stems=False)
    in_stems = lexical.frequencies(db, every_stem | set(bigrams), stems=True)
    total = lexical.size(db)
    most = max(COMMON_COUNT, COMMON_SHARE * total)
    terms = []
    for word in words:
        folded = analysis.fold(word)
        held = max([in_words.get(folded, 0), *(in_stems.get(at, 0) for at in stems[word])])
        terms.append(Term(folded, stems[word], _weight(held, total), held > most))
    rare = tuple(pair for pair in bigrams if in_stems.get(pair, 0) <= most)
    return Question(text, tuple(terms), _phrases(text), rare or tuple(bigrams))


def _weight(held: int, total: int) -> float:
    """Inverse document frequency as in BM25 (Robertson and Zaragoza 2009), always above 0."""
    return math.log(1 + (max(0, total - held) + 0.5) / (held + 0.5))


def _stems(word: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(analysis.stem(word, at) for at in analysis.LANGUAGES))


def _unspaced(word: str) -> bool:
    """Whether a word is a run of a script without blanks; its bigrams stand for it."""
    return bool(analysis.bigrams(word))


def _phrases(text: str) -> tuple[str, ...]:
    """Words that the user joined by punctuation, as in `v-model` or `2024/17`, and quotes."""
    joined = [" ".join(analysis.words(token)) for token in text.split()]
    quoted = [" ".join(analysis.words(part)) for part in re.findall(r'"([^"]+)"', text)]
    return tuple(dict.fromkeys(phrase for phrase in joined + quoted if " " in phrase))


def expression(question: Question) -> str:
    """The question as an FTS5 expression: an OR of quoted terms; empty where there is none."""
    parts: list[str] = []
    for term in question.rare:
        parts.append(_quote(term.word))
        parts.extend(_quote(stem) for stem in term.stems)
    parts.extend(f"stems : {_quote(pair)}" for pair in question.bigrams)
    parts.extend(_quote(phrase) for phrase in question.phrases)
    return " OR ".join(dict.fromkeys(parts))


def _quote(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def coverage(question: Question, text: str) -> float:
    """How much of the question's weight a text holds, 0 to 1, by word or stem or bigram."""
    return covered(question, terms_of(text))


def terms_of(text: str) -> frozenset[str]:
    """Every word, stem and bigram of a text."""
    found: set[str] = set(analysis.bigrams(text))
    for word in analysis.words(text):
        found.add(analysis.fold(word))
        found.update(_stems(word))
    return frozenset(found)


def covered(question: Question, found: frozenset[str]) -> float:
    """As `coverage`, for a text whose terms are known."""
    weights = [(term.weight, _holds(term, found)) for term in question.rare]
    weights += [(1.0, pair in found) for pair in question.bigrams]
    total = sum(weight for weight, _ in weights)
    return sum(weight for weight, there in weights if there) / total if total else 0.0


def _holds(term: Term, found: frozenset[str]) -> bool:
    return term.word in found or any(stem in found for stem in term.stems)


def best_line(question: Question, lines: Sequence[str]) -> int:
    """The index of the line that holds most of the question.

    The first among equals, or the last of those that begin as that one does: what is said of the
    same thing again further down is the newer. What is struck through counts for nothing.
    """
    said = struck.blanked("\n".join(lines)).split("\n")
    scores = [coverage(question, line) if line.strip() else -1.0 for line in said]
    best = scores.index(max(scores))
    alike = (n for n, at in enumerate(scores) if at == scores[best] > 0)
    return max((n for n in alike if opening(said[n]) == opening(said[best])), default=best)


def opening(text: str) -> tuple[str, ...]:
    """The first words of a line, by which two lines are seen to speak of the same thing."""
    return tuple(map(analysis.fold, analysis.words(text)[:_OPENING]))


def folded(text: str) -> str:
    """The words of a text between blanks, as they are looked for."""
    return " ".join(map(analysis.fold, analysis.words(text)))


def identifiers(question: Question) -> tuple[str, ...]:
    """What a question can only mean as it is written: `INV-2041`, `v1.2`, or its only word."""
    tokens = question.text.split()
    meant = (at for at in tokens if len(tokens) == 1 or _is_identifier(at))
    return tuple(dict.fromkeys(filter(None, map(folded, meant))))


def _is_identifier(token: str) -> bool:
    parts = analysis.words(token)
    joined = len(parts) > 1 or any(part.isalnum() and not part.isdecimal() for part in parts)
    return joined and any(at.isdecimal() for at in token)

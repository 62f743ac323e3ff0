"""A question as the legs need it: its words, their stems, and how rare each is."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.search import struck
from vaultbrain.search.typos import Near  # noqa: TC001 - a field of a record
from vaultbrain.store import analysis, languages, lexical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Protocol

    from vaultbrain.store.database import Connection

    class Frequencies(Protocol):
        """Counts the chunks that hold each of some terms."""

        def __call__(self, db: Connection, terms: Iterable[str], *, stems: bool) -> dict[str, int]:
            """As `lexical.frequencies`."""


# Leaving common terms out is a matter of time, not of quality: on the dev vaults every term helps
# (cross-language success@10 .32 without those in a tenth of all chunks, .55 with them), but FTS5
# takes time for every row that matches, about 1 CPU ms for each of these counts.
COMMON_SHARE, COMMON_COUNT = 0.1, 2000
_KEPT_IF_ALL_COMMON = 3
_MAX_TERMS = 64
# One note among so many chunks does not make a language of the vault's.
_CHUNKS_OF_A_LANGUAGE = 2000
# `2nd`, `10:30`, `2024-05-17`, `17.5.2024`, `3D`, `A4`: of these there are many.
_NO_IDENTIFIER = re.compile(r"\d+(?:st|nd|rd|th)|[\d.:/,-]+|[^\W\d_]?\d|\d[^\W\d_]", re.IGNORECASE)
_AROUND = "\"'?!.,;:()[]{}"
_CODE = re.compile(r"(?=(?:\D*\d){3})(?=[^A-Z_/.-]*[A-Z_/.-])[A-Za-z][A-Za-z0-9_/.-]*")
# Nouns are written with a capital.
_CAPITALS = frozenset({"german"})
# So many words at the head of two lines say that they are about the same.
_OPENING = 2


class Term(msgspec.Struct, frozen=True):
    """One thing to look for.

    `word` is folded; `stems` are its possible stems; a `phrase` is several words in a row.
    `weight` is its inverse document frequency; a `common` term is left out where there is a rarer
    one. Of a word that the vault does not hold, `near` is what may have been meant, and the weight
    is that of the commonest of these.
    """

    word: str
    stems: tuple[str, ...]
    weight: float
    common: bool
    near: tuple[Near, ...] = ()
    is_known: bool = True


class Lookups(msgspec.Struct, frozen=True):
    """What a question is weighed by.

    `size` counts the chunks, `frequencies` those that hold each of some terms or stems; `meant`
    says what may have been meant by words that the vault does not hold, given words in their
    order with the number of chunks that hold each.
    """

    size: Callable[[Connection], int]
    frequencies: Frequencies
    meant: Callable[[Connection, Mapping[str, int]], Mapping[str, tuple[Near, ...]]]


class Question(msgspec.Struct, frozen=True):
    """A question, cleaned by the gate, with its terms weighed against this vault."""

    text: str
    terms: tuple[Term, ...]
    phrases: tuple[str, ...]
    bigrams: tuple[str, ...]
    languages: tuple[str, ...]  # by which its words have stems, its own first

    @property
    def rare(self) -> tuple[Term, ...]:
        """The terms worth asking for: all but the common ones, unless all are common."""
        kept = tuple(term for term in self.terms if not term.common)
        if kept or self.bigrams:
            return kept
        return tuple(sorted(self.terms, key=lambda term: -term.weight)[:_KEPT_IF_ALL_COMMON])


def _as_written(_: Connection, held: Mapping[str, int]) -> Mapping[str, tuple[Near, ...]]:
    return dict.fromkeys(held, ())


def read(db: Connection, text: str, vault: Lookups | None = None) -> Question:
    """Take a question apart and weigh its terms by this vault's own frequencies.

    Args:
        db: a reading connection.
        text: the question.
        vault: what is known of it, kept from question to question; without it all is counted
            anew and nothing is taken for mistyped.
    """
    vault = vault or Lookups(lexical.size, lexical.frequencies, _as_written)
    words = list(dict.fromkeys(w for w in analysis.words(text) if not _unspaced(w)))[:_MAX_TERMS]
    bigrams = list(dict.fromkeys(analysis.bigrams(text)))[:_MAX_TERMS]
    total = vault.size(db)
    spoken = _languages(db, text, total)
    stems = {word: _stems(word, spoken) for word in words}
    every_stem = {stem for group in stems.values() for stem in group}
    in_stems = vault.frequencies(db, every_stem | set(bigrams), stems=True)
    held = {word: max(in_stems.get(at, 0) for at in stems[word]) for word in words}
    # A stem is held wherever its word is, but for aliases and tags.
    rest = {word: analysis.fold(word) for word in words if not held[word]}
    in_words = vault.frequencies(db, rest.values(), stems=False) if rest else {}
    held |= {word: in_words.get(folded, 0) for word, folded in rest.items()}
    most = max(COMMON_COUNT, COMMON_SHARE * total)
    # Nobody mistypes what stands in every question, though no note may hold it.
    own = [word for word in words if not languages.is_common(word, spoken[:1])]
    near = vault.meant(db, {analysis.fold(word): held[word] for word in own})
    terms = []
    for word in words:
        folded = analysis.fold(word)
        found = near.get(folded, ())
        documents = max(held[word], *(at.documents for at in found), 0)
        known = bool(documents) or word not in own
        weight = _weight(documents, total)
        terms.append(Term(folded, stems[word], weight, documents > most, found, known))
    rare = tuple(pair for pair in bigrams if in_stems.get(pair, 0) <= most)
    return Question(text, tuple(terms), _phrases(text), rare or tuple(bigrams), spoken)


def _weight(held: int, total: int) -> float:
    """Inverse document frequency as in BM25 (Robertson and Zaragoza 2009), always above 0."""
    return math.log(1 + (max(0, total - held) + 0.5) / (held + 0.5))


def _languages(db: Connection, text: str, total: int) -> tuple[str, ...]:
    """The question's own language, and those of the vault but for what was guessed by mistake."""
    of_vault = lexical.languages(db, total // _CHUNKS_OF_A_LANGUAGE)
    return tuple(dict.fromkeys((languages.guess(text), *of_vault)))


def _stems(word: str, spoken: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(analysis.stem(word, at) for at in spoken))


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
        for at in term.near:
            parts.append(_quote(at.word))
            if " " not in at.word:
                parts.extend(_quote(stem) for stem in _stems(at.word, question.languages))
    parts.extend(f"stems : {_quote(pair)}" for pair in question.bigrams)
    parts.extend(_quote(phrase) for phrase in question.phrases)
    return " OR ".join(dict.fromkeys(parts))


def _quote(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def coverage(question: Question, text: str) -> float:
    """How much of the question's weight a text holds, 0 to 1, by word or stem or bigram."""
    return covered(question, terms_of(text, question.languages))


def terms_of(text: str, spoken: tuple[str, ...]) -> frozenset[str]:
    """Every word of a text and what it is joined of, with stems in some languages, every bigram."""
    return frozenset(analysis.forms(text, spoken))


def covered(question: Question, found: frozenset[str]) -> float:
    """As `coverage`, for a text whose terms are known."""
    weights = [(term.weight, _held(term, found)) for term in question.rare]
    weights += [(1.0, float(pair in found)) for pair in question.bigrams]
    total = sum(weight for weight, _ in weights)
    return sum(weight * share for weight, share in weights) / total if total else 0.0


def _held(term: Term, found: frozenset[str]) -> float:
    """1 for a term as it is written or inflected, less for what may have been meant by it."""
    if term.word in found or any(stem in found for stem in term.stems):
        return 1.0
    return max(
        (at.similarity for at in term.near if found.issuperset(at.word.split())), default=0.0
    )


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


def strangeness(question: Question) -> float:
    """The share of a question's words that the vault knows, if a name or number is none of these.

    0 where all names are known, and near 0 where hardly a word is: that is another language.
    """
    tokens = enumerate(question.text.split())
    named = [at for place, at in tokens if _is_name(at, place, question)]
    names = set(folded(" ".join(named)).split())
    if not any(term.word in names for term in question.terms if not term.is_known):
        return 0.0
    return sum(term.is_known for term in question.terms) / len(question.terms)


def _is_name(token: str, place: int, question: Question) -> bool:
    """Whether it is written with a number, or with a capital that no rule asks for."""
    if any(at.isdecimal() for at in token):
        return True
    return place > 0 and token[:1].isupper() and question.languages[0] not in _CAPITALS


def identifiers(question: Question) -> tuple[str, ...]:
    """What a question can only mean as it is written: `INV-2041`, `v1.2`, or its only word."""
    tokens = question.text.split()
    meant = (at for at in tokens if len(tokens) == 1 or _is_identifier(at))
    return tuple(dict.fromkeys(filter(None, map(folded, meant))))


def _is_identifier(token: str) -> bool:
    """Whether it holds a number and more, but is no day, time, place in a row or size of paper."""
    if _NO_IDENTIFIER.fullmatch(token.strip(_AROUND)):
        return False
    parts = analysis.words(token)
    joined = len(parts) > 1 or any(part.isalnum() and not part.isdecimal() for part in parts)
    return joined and any(at.isdecimal() for at in token)


def codes(question: Question) -> tuple[str, ...]:
    """What names one thing alone, as `INV-2041` does: a number of three figures with more to it.

    Not what is only a word with a number, as `sha256`.
    """
    tokens = (at.strip(_AROUND) for at in question.text.split())
    return tuple(at for at in tokens if _CODE.fullmatch(at) and _is_identifier(at))


def holds_code(text: str, code: str) -> bool:
    """Whether a text holds a code, however its parts are joined."""
    parts = r"[\W_]*".join(re.findall(r"[^\W\d_]+|\d+", code))
    return bool(re.search(rf"(?<!\w){parts}(?!\w)", text, re.IGNORECASE))

"""Text to index terms, the same way for notes and for questions.

SQLite's tokenizer splits words and folds case and diacritics of Latin letters. What it cannot do is
added as a column of its own: stems of inflected words, the words of joined names, bigrams of
scripts written without spaces, and words that nobody would type as they are written: with
characters of no width inside, with vowel marks, as ligatures or glued to another script.

Stems do not tell their language: a Spanish question finds English notes by stems that both
languages have of Latin or Greek (of 15 dev questions 11 within the first ten notes; without the
stems of the question's own language, 6).
"""

from __future__ import annotations

import functools
import itertools
import re
import threading
import unicodedata
from importlib import metadata
from typing import TYPE_CHECKING

import snowballstemmer

from vaultbrain.store import czech
from vaultbrain.store.common_words import CZECH
from vaultbrain.unicode import composed

if TYPE_CHECKING:
    from collections.abc import Callable

# Goes up when the same text would give other words or stems, or a note another language.
_VERSION = 1
# Languages without a stemmer, and whose endings are nearly theirs: of the pairs of forms of one
# word, 44 % get one stem in Slovak, 32 % in Ukrainian, 35 % in Slovene, next to none without; of
# the pairs with one stem, 95 to 99 % are forms of one word.
_KIN = {"slovak": CZECH, "ukrainian": "russian", "slovene": "serbian"}

# Letters and digits, with the combining marks that the tokenizer keeps within a word, and the signs
# of Indic scripts, at which it splits: such a word is asked for as a phrase.
_FIRST_MARK, _LAST_MARK = "\u0300", "\u0331"
_INDIC = "\u0900-\u0963\u0966-\u0dff"
WORD = re.compile(rf"[^\W_]+(?:[{_FIRST_MARK}-{_LAST_MARK}{_INDIC}]+[^\W_]*)*")
# Thai, Lao, Burmese, Khmer, kana, ideographs with their extensions and marks, Hangul.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]+"
)
# Anything but what English and Czech are written with.
_UNUSUAL = re.compile(
    "[^\x00-\x7f\xa0§°€×«»\u2010-\u2027ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž]"  # noqa: RUF001
)
# Combining classes of what may be left out in writing: overlays, the vowel marks of Hebrew and
# Arabic, accents. The signs of Indic scripts, Thai and kana have others.
_OPTIONAL = frozenset({1, *range(10, 37), *range(202, 241)})
_TATWEEL = "\u0640"
# Letters that Unicode does not take apart, as those type them who do not have them.
_STROKED = {
    letter: plain
    for lower, plain in zip("łđøħŧðıæœßẞþ", "l d o h t d i ae oe ss ss th".split(), strict=True)
    for letter, plain in ((lower, plain), (lower.upper(), plain.upper()))
    if not letter.isascii()
}
# Longer words are no words, and have neither stems nor parts.
_LONGEST = 40
_PART, _SHORTEST_PART = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+"), 3
# Where there is none of these, no name is joined by capitals.
_JOINED = re.compile("[A-Za-z0-9][A-Z]|[A-Z][0-9]")
# A letter that nobody writes with.
_MARK = "\ua7ff"
_MOST_STEMS, _MOST_FORMS = 1 << 18, 1 << 15


class _Normals(dict[int, str]):
    """Character → what is looked for in its place; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        found = self[code] = _normal(chr(code))
        return found


_NORMALS = _Normals()


def _normal(character: str) -> str:
    """Nothing for what has no width and for marks that may be left out; else its plain form.

    Latin letters keep their diacritics, for stems need them and the tokenizer takes them off.
    """
    kind = unicodedata.category(character)
    if kind == "Cf" or character == _TATWEEL or _is_left_out(character):
        return ""
    if kind[0] not in "LN":
        return character
    plain = unicodedata.normalize("NFKC", character)
    if kind == "No" and not plain.isalnum():
        return f" {plain} "  # a fraction, which may stand right behind a number
    parts = unicodedata.normalize("NFD", plain)
    if parts[0].isascii():
        return plain
    if parts[0] in _STROKED:
        return _STROKED[parts[0]]
    return unicodedata.normalize("NFC", "".join(at for at in parts if not _is_left_out(at)))


def _is_left_out(mark: str) -> bool:
    """Whether a character is a mark that questions are written without."""
    if unicodedata.category(mark) not in {"Mn", "Me"}:
        return False
    if unicodedata.combining(mark):
        return unicodedata.combining(mark) in _OPTIONAL
    return unicodedata.name(mark, "").startswith("VARIATION SELECTOR")


def normalise(text: str) -> str:
    """A text as it is searched: composed, without what has no width, scripts apart.

    A run of a script without blanks stands between blanks, so that a Latin name within it is a
    word of its own.
    """
    if text.isascii() or not _UNUSUAL.search(text):
        return text
    plain = composed(text).translate(_NORMALS)
    return _UNSPACED.sub(r" \g<0> ", composed(plain))


class _Folds(dict[int, str]):
    """Character → what the tokenizer makes of it; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        found = self[code] = _folded(chr(code))
        return found


_FOLDS = _Folds()


def _folded(character: str) -> str:
    """Lower case; Latin letters, and they alone, without their diacritics."""
    if _FIRST_MARK <= character <= _LAST_MARK:
        return ""
    lower = character.casefold()
    if len(lower) > 1:  # the tokenizer keeps a sharp s
        lower = character.lower()
    base = unicodedata.normalize("NFD", lower)[0]
    return base if base.isascii() else lower


@functools.cache
def version() -> str:
    """Equal versions make equal words and stems of equal texts."""
    return f"{_VERSION}-{metadata.version('snowballstemmer')}"


def fold(text: str) -> str:
    """Lower case without diacritics, as the tokenizer stores it."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def words(text: str) -> list[str]:
    """The words of a text in lower case, diacritics kept and composed."""
    return WORD.findall(normalise(text).lower())


def parts(text: str) -> list[str]:
    """The words, in lower case, of names that are joined by capitals, as `computedValue` is."""
    found: list[str] = []
    if not _JOINED.search(text):
        return found
    for word in WORD.findall(normalise(text)):
        if word[1:].islower() or word.isupper() or not word.isascii() or len(word) > _LONGEST:
            continue
        split = _PART.findall(word)
        if len(split) > 1:
            found.extend(part.lower() for part in split if len(part) >= _SHORTEST_PART)
    return found


def tokens(text: str) -> list[str]:
    """The words that the tokenizer makes of a text as it is written, in their order."""
    return [fold(word) for word in WORD.findall(composed(text.lower()))]


def marked(word: str) -> str:
    """A folded word as it is found where the tokenizer makes something else of it.

    The `stems` column holds it beside the word itself, which may stand there as a stem of another.
    """
    return _MARK + word


class _Stems(dict[str, str]):
    """Word → folded stem of one language, filled as words are met and emptied when full."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._stem, self._lock = _stemmer(language), threading.Lock()

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_STEMS:
            self.clear()
        plain = len(word) > _LONGEST or not word.isalpha()
        with self._lock:  # a Snowball stemmer holds the word that it works on
            found = self[word] = fold(word if plain else self._stem(word))
        return found


def _stemmer(language: str) -> Callable[[str], str]:
    """What makes stems of a language's words; for many it is nothing."""
    if language == CZECH:
        return lambda word: czech.stem(fold(word))
    if language not in snowballstemmer.algorithms():
        return str
    stem: Callable[[str], str] = snowballstemmer.stemmer(language).stemWord
    return stem


@functools.cache
def _stems_of(language: str) -> _Stems:
    return _Stems(language)


def stem(word: str, language: str) -> str:
    """The folded stem of a lower-case word; digits and very long words stay as they are."""
    return _stems_of(_KIN.get(language, language))[word]


class _Forms(dict[str, tuple[str, ...]]):
    """Word → what it is found by: folded, and its stems in some languages."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        super().__init__()
        self._languages = languages

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= _MOST_FORMS:
            self.clear()
        stems = (stem(word, language) for language in self._languages)
        found = self[word] = tuple(dict.fromkeys((fold(word), *stems)))
        return found


@functools.cache
def _forms_of(languages: tuple[str, ...]) -> _Forms:
    return _Forms(languages)


def forms(text: str, languages: tuple[str, ...]) -> set[str]:
    """All that a text is found by: its words, their stems and its bigrams."""
    known = _forms_of(languages)
    found = set(bigrams(text))
    for word in {*words(text), *parts(text)}:
        found.update(known[word])
    return found


class _Indexed(dict[str, tuple[str, ...]]):
    """Text between blanks → the stems of its words, and what the tokenizer does not find of it."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._stems = _stems_of(language)

    def __missing__(self, text: str) -> tuple[str, ...]:
        if len(self) >= _MOST_STEMS:
            self.clear()
        found = [word for word in words(text) if not _UNSPACED.match(word)]
        indexed = [self._stems[word] for word in found]
        indexed += [self._stems[part] for part in parts(text)]
        if _UNUSUAL.search(text):
            known = set(tokens(text))
            other = [at for at in map(fold, found) if at not in known]
            indexed += [at for at in other if at not in indexed]
            indexed += map(marked, other)
        kept = self[text] = tuple(indexed)
        return kept


@functools.cache
def _indexed_of(language: str) -> _Indexed:
    return _Indexed(language)


def stems(text: str, language: str) -> str:
    """The `stems` column of a text: the stem of every word, as often as it stands, and bigrams.

    How often counts: with each stem once the dev sets lose .010 of nDCG@10 by words alone (95 %
    interval .005 to .015), for a fifth less of an index of words.
    """
    of_text = _indexed_of(_KIN.get(language, language)).__getitem__
    found = itertools.chain.from_iterable(map(of_text, text.split()))
    return " ".join([*found, *bigrams(text)])


def release() -> None:
    """Forget the words met so far; a hundred thousand of them take 20 MB, and a query few."""
    _indexed_of.cache_clear()
    _forms_of.cache_clear()
    _stems_of.cache_clear()


def bigrams(text: str) -> list[str]:
    """Overlapping pairs of every run written without spaces; a run of one stands alone."""
    if text.isascii() or not _UNSPACED.search(text):
        return []
    found: list[str] = []
    for run in _UNSPACED.findall(normalise(text)):
        found.extend(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return found

"""Text to index terms, the same way for notes and for questions.

SQLite's tokenizer splits words and folds case and diacritics. What it cannot do is added as a
column of its own: stems of inflected words and bigrams of scripts written without spaces.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata

import snowballstemmer

ENGLISH, CZECH = "english", "czech"
LANGUAGES = (ENGLISH, CZECH)

# Letters and digits, with the combining marks that the tokenizer keeps within a word.
_FIRST_MARK, _LAST_MARK = "\u0300", "\u0331"
WORD = re.compile(rf"[^\W_]+(?:[{_FIRST_MARK}-{_LAST_MARK}]+[^\W_]*)*")
# Kana, CJK ideographs with extension A, compatibility ideographs, half-width kana, Hangul, Thai.
_UNSPACED = re.compile(
    "[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]+"
)
# The commonest words of each language that the other does not have.
_COMMON = {
    CZECH: frozenset(
        "je se na že jsem jsme jak ale pro byl byla bylo být který která které nebo aby jako už "
        "ještě když tak není má mám co při podle ve ze po od do s z k i kde "
        "kdo jaký jaká jaké".split()
    ),
    ENGLISH: frozenset(
        "the of and is that for it with as was on are be this have from or by you not but what "
        "which can how when where who will if an at we they has does".split()
    ),
}
_STEMMED_LENGTH = 40
_SAMPLE = 400
_MOST_STEMS = 1 << 18


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


def fold(text: str) -> str:
    """Lower case without diacritics, as the tokenizer stores it."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def words(text: str) -> list[str]:
    """The words of a text in lower case, diacritics kept and composed."""
    lower = text.lower()
    return WORD.findall(lower if lower.isascii() else unicodedata.normalize("NFC", lower))


def guess_language(found: list[str]) -> str:
    """English or Czech, by the commonest words; English where neither shows."""
    sample = set(found[:_SAMPLE])
    return CZECH if len(sample & _COMMON[CZECH]) > len(sample & _COMMON[ENGLISH]) else ENGLISH


class _Stems(dict[str, str]):
    """Word → folded stem of one language, filled as words are met and emptied when full."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._stem = snowballstemmer.stemmer(language).stemWord

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_STEMS:
            self.clear()
        plain = len(word) > _STEMMED_LENGTH or not word.isalpha()
        found = self[word] = fold(word if plain else self._stem(word))
        return found


@functools.cache
def _stems_of(language: str) -> _Stems:
    return _Stems(language)


def stem(word: str, language: str) -> str:
    """The folded stem of a lower-case word; digits and very long words stay as they are."""
    return _stems_of(language)[word]


class _Inflected(dict[str, tuple[str, ...]]):
    """Token between blanks → the stems of its words that are not those words themselves."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._stems = _stems_of(language)

    def __missing__(self, token: str) -> tuple[str, ...]:
        if len(self) >= _MOST_STEMS:
            self.clear()
        stemmed = ((word, self._stems[word]) for word in words(token))
        found = self[token] = tuple(stem for word, stem in stemmed if stem != word)
        return found


@functools.cache
def _inflected_of(language: str) -> _Inflected:
    return _Inflected(language)


def stems(text: str, language: str) -> str:
    """The `stems` column of a text: stems that are not their own word, each once, and bigrams.

    A stem that equals its word is found in the other columns. Each stem stands once: the column
    says that a text is about something, the body says how much.
    """
    of_token = _inflected_of(language).__getitem__
    found = set(itertools.chain.from_iterable(map(of_token, set(text.lower().split()))))
    return " ".join([*sorted(found), *bigrams(text)])


def release() -> None:
    """Forget the words met so far; a hundred thousand of them take 20 MB, and a query few."""
    _inflected_of.cache_clear()
    _stems_of.cache_clear()


def bigrams(text: str) -> list[str]:
    """Overlapping pairs of every run written without spaces; a run of one stands alone."""
    if text.isascii():
        return []
    found: list[str] = []
    for run in _UNSPACED.findall(text):
        found.extend(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return found

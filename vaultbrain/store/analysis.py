"""Text to index terms, the same way for notes and for questions.

SQLite's tokenizer splits words and folds case and diacritics of Latin letters. What it cannot do is
added as a column of its own: stems of inflected words, bigrams of scripts written without spaces,
and words that nobody would type as they are written: with characters of no width inside, with
vowel marks, as ligatures or glued to another script.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata

import snowballstemmer

from vaultbrain.unicode import composed

ENGLISH, CZECH = "english", "czech"
LANGUAGES = (ENGLISH, CZECH)

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


def fold(text: str) -> str:
    """Lower case without diacritics, as the tokenizer stores it."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def words(text: str) -> list[str]:
    """The words of a text in lower case, diacritics kept and composed."""
    return WORD.findall(normalise(text).lower())


def _tokens(text: str) -> set[str]:
    """The words that the tokenizer makes of a text as it is written."""
    return set(map(fold, WORD.findall(composed(text.lower()))))


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


class _Added(dict[str, tuple[str, ...]]):
    """Text between blanks → its words that the tokenizer does not find, and other stems."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._stems = _stems_of(language)

    def __missing__(self, text: str) -> tuple[str, ...]:
        if len(self) >= _MOST_STEMS:
            self.clear()
        found = words(text)
        added = [stem for word in found if (stem := self._stems[word]) != word]
        if _UNUSUAL.search(text):
            own = _tokens(text)
            added += [at for at in map(fold, found) if at not in own and not _UNSPACED.match(at)]
        kept = self[text] = tuple(added)
        return kept


@functools.cache
def _added_of(language: str) -> _Added:
    return _Added(language)


def stems(text: str, language: str) -> str:
    """The `stems` column of a text: what the other columns do not hold, each once, and bigrams.

    A stem that equals its word is found in the other columns. Each stem stands once: the column
    says that a text is about something, the body says how much.
    """
    of_text = _added_of(language).__getitem__
    found = set(itertools.chain.from_iterable(map(of_text, set(text.lower().split()))))
    return " ".join([*sorted(found), *bigrams(text)])


def release() -> None:
    """Forget the words met so far; a hundred thousand of them take 20 MB, and a query few."""
    _added_of.cache_clear()
    _stems_of.cache_clear()


def bigrams(text: str) -> list[str]:
    """Overlapping pairs of every run written without spaces; a run of one stands alone."""
    if text.isascii() or not _UNSPACED.search(text):
        return []
    found: list[str] = []
    for run in _UNSPACED.findall(normalise(text)):
        found.extend(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return found

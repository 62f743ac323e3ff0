"""Words of a question that are not the vault's, and what was meant by them."""

from __future__ import annotations

import itertools
import math
import re
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.store import lexical, notes, vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from vaultbrain.search.lexicon import Column, Found
    from vaultbrain.store.database import Connection

MOST_NEAR = 3
# What a question in a language the vault does not have may take, .2 ms a word.
_MOST_WORDS = 8
# Words from so many letters on may be two edits away; shorter ones than these only a cheap one.
_TWO_EDITS, _ONE_EDIT, _SHORTEST = 8, 4, 3
_CHEAP = 1.15
# A word in so few chunks may be mistyped there, too, where a near one is so many times as common.
_RARE, _COMMONER = 2, 50
_RARE_LENGTH = 5
# What counts as an edit besides: a letter that nothing in the word suggests, another first letter;
# and how much a word in ten times as many chunks is preferred.
_FOREIGN, _FIRST, _TENFOLD = 0.3, 0.2, 0.1
_SHORTEST_JOINED, _SHORTEST_PART = 6, 4
# A word of two that are both known may be so much rarer than they; as one of few it would outweigh
# what was asked for.
_RARER = 10
_LETTERS_AND_DIGITS = re.compile(r"([^\W\d_]{3,})(\d+)|(\d+)([^\W\d_]{3,})")
# A vocabulary that is read this quickly is read anew whenever the index has changed; another one
# in the background, for a hundredth of the time.
_AT_ONCE_SECONDS, _PAUSES = 0.02, 100


class Near(msgspec.Struct, frozen=True):
    """What may have been meant: a word of the vault, or two in a row with a blank between them.

    `similarity` is above 0 and below 1; `documents` is how many chunks hold it, the rarer of two.
    One of the two may be a number, which is the question's own.
    """

    word: str
    similarity: float
    documents: int

    @property
    def own(self) -> str:
        """What of it is the vault's."""
        return " ".join(_letters(self))


class _Snapshot(msgspec.Struct, frozen=True):
    """The vocabulary as it was when the index had this generation, and how long reading took."""

    columns: Mapping[int, Column]
    generation: int
    read_at: float
    seconds: float


class Vocabulary:
    """All words of the vault, kept from the first need until `release`. Shared by threads."""

    def __init__(self, inspecting: Callable[[], AbstractContextManager[Connection]]) -> None:
        """Take the collaborator.

        Args:
            inspecting: opens a connection for what may take seconds.
        """
        self._inspecting = inspecting
        self._lock = threading.Lock()
        self._snapshot: _Snapshot | None = None
        self._refreshing: threading.Thread | None = None

    def near(self, db: Connection, held: Mapping[str, int]) -> dict[str, tuple[Near, ...]]:
        """What may have been meant by the words of a question.

        Looked for are words that the vault does not hold, and those it holds so rarely that they
        may be mistyped there, too. One with digits is at most taken apart: a code is never another.

        Args:
            db: a reading connection.
            held: the folded words in the question's order, with the number of chunks that hold
                each, or a word of its stem.

        Returns:
            For each word that may be meant otherwise, the likeliest first. Two words that are one
            in the vault have it both.
        """
        found: dict[str, list[Near]] = {word: [] for word in held}
        doubted = [word for word, documents in held.items() if _is_doubted(word, documents)]
        if doubted:
            columns = self._current(db)
            for word in doubted[:_MOST_WORDS]:
                found[word] = _meant(columns, word, held[word])
            found = _still_held(db, found)
        for pair, joined in _joined(db, held):
            for word in pair:
                found[word].append(joined)
        return {word: _best(near) for word, near in found.items() if near}

    def release(self) -> None:
        """Forget the words; the next word that is not known has them read again."""
        with self._lock:
            self._snapshot = None

    def _current(self, db: Connection) -> Mapping[int, Column]:
        """The words of now, or of a short time ago."""
        generation = notes.generation(db)
        with self._lock:
            kept = self._snapshot
            if kept is None or (kept.generation != generation and kept.seconds < _AT_ONCE_SECONDS):
                kept = self._snapshot = _read(db)
            elif kept.generation != generation and self._may_refresh(kept):
                self._refreshing = threading.Thread(
                    target=self._refresh, name="vocabulary", daemon=True
                )
                self._refreshing.start()
            return kept.columns

    def _may_refresh(self, kept: _Snapshot) -> bool:
        is_busy = self._refreshing is not None and self._refreshing.is_alive()
        return not is_busy and time.monotonic() - kept.read_at >= kept.seconds * _PAUSES

    def _refresh(self) -> None:
        try:
            with self._inspecting() as db:
                fresh = _read(db)
        except StoreError:
            return  # stopped, or the database remembers why
        with self._lock:
            self._snapshot = fresh


def _still_held(db: Connection, found: Mapping[str, list[Near]]) -> dict[str, list[Near]]:
    """What was found without the words of notes that are gone since: they are not to be said."""
    words = {word for near in found.values() for at in near for word in _letters(at)}
    held = lexical.frequencies(db, words, stems=False) if words else {}
    return {
        typed: [at for at in near if all(word in held for word in _letters(at))]
        for typed, near in found.items()
    }


def _letters(near: Near) -> list[str]:
    """The words of a vault that something may mean; a number beside one is the question's own."""
    return [word for word in near.word.split() if word.isalpha()]


def _read(db: Connection) -> _Snapshot:
    from vaultbrain.search import lexicon  # noqa: PLC0415 - numpy waits for the first need

    started = time.monotonic()
    generation = notes.generation(db)
    columns = lexicon.pack(vocabulary.words(db))
    now = time.monotonic()
    return _Snapshot(columns, generation, now, now - started)


def _is_doubted(word: str, documents: int) -> bool:
    if len(word) > vocabulary.LONGEST:
        return False
    if not documents:
        return len(word) >= _SHORTEST
    return documents <= _RARE and len(word) >= _RARE_LENGTH and word.isalpha()


def _meant(columns: Mapping[int, Column], word: str, held: int) -> list[Near]:
    from vaultbrain.search import lexicon  # noqa: PLC0415 - loaded with the words

    """The words that one word may stand for, and how it may be two."""
    if not word.isalpha():
        return [] if held else _apart(columns, word)
    near = _ranked(columns, word, 1)
    if held and lexicon.documents(columns, word):
        return [at for at in near if at.documents >= _COMMONER * held]
    if not near and len(word) >= _TWO_EDITS:
        near = _ranked(columns, word, 2)
    if held:  # a stem that it may have by chance
        return [at for at in near if at.documents > held]
    return near + _split(columns, word)


def _ranked(columns: Mapping[int, Column], word: str, most: int) -> list[Near]:
    from vaultbrain.search import lexicon  # noqa: PLC0415 - loaded with the words

    near = []
    for found in lexicon.nearest(columns, word, most):
        cost = _cost(word, found)
        if len(word) >= _ONE_EDIT or cost < _CHEAP:
            near.append(Near(found.word, _similarity(word, cost), found.documents))
    return near


def _cost(typed: str, found: Found) -> float:
    """Edits, less for common words, more for what is seldom mistyped.

    Of all ways to mistype a word, few lose, swap or double letters and many bring another one in:
    each of the few is the likelier.
    """
    cost = found.distance - _TENFOLD * math.log10(found.documents)
    if _is_foreign(typed, found.word):
        cost += _FOREIGN
    if typed[0] != found.word[0]:
        cost += _FIRST
    return cost


def _is_foreign(typed: str, meant: str) -> bool:
    """Whether a letter was typed that is not in the word, or not so often but for doubling."""
    if len(typed) < len(meant) or sorted(typed) == sorted(meant):
        return False
    return [letter for letter, _ in itertools.groupby(typed)] != [
        letter for letter, _ in itertools.groupby(meant)
    ]


def _similarity(typed: str, cost: float) -> float:
    """Near 1 for what costs little, less where the edits are much of the word."""
    return 1 / (1 + cost * 2 / len(typed))


def _split(columns: Mapping[int, Column], word: str) -> list[Near]:
    """A word as two of the vault that were run together; the likeliest pair.

    Where there is none, a letter may have been typed in place of the blank.
    """
    for skipped in (0, 1):
        pairs = ((word[:at], word[at + skipped :]) for at in range(2, len(word) - 1 - skipped))
        cost = 1 + skipped * _FOREIGN
        found = [near for pair in pairs if (near := _pair(columns, *pair, cost))]
        if found:
            return [max(found, key=lambda near: near.documents)]
    return []


def _pair(columns: Mapping[int, Column], first: str, second: str, cost: float) -> Near | None:
    """Two words in a row; a short one only if it is as common as the other, as `of` and `in`."""
    from vaultbrain.search import lexicon  # noqa: PLC0415 - loaded with the words

    shorter, longer = sorted((first, second), key=len)
    if len(longer) < _SHORTEST_PART:
        return None
    of_longer = lexicon.documents(columns, longer)
    of_shorter = lexicon.documents(columns, shorter) if of_longer else 0
    if not of_shorter or (len(shorter) < _SHORTEST_PART and of_shorter < of_longer):
        return None
    typed = first + second
    return Near(f"{first} {second}", _similarity(typed, cost), min(of_longer, of_shorter))


def _apart(columns: Mapping[int, Column], word: str) -> list[Near]:
    """A word of the vault and the number that was typed right behind or before it.

    A letter may have been typed in place of the blank, but the number is that number.
    """
    from vaultbrain.search import lexicon  # noqa: PLC0415 - loaded with the words

    parts = _LETTERS_AND_DIGITS.fullmatch(word)
    if not parts:
        return []
    before, number, number_before, behind = parts.groups()
    letters = (before, before[:-1]) if before else (behind, behind[1:])
    for skipped, part in enumerate(letters):
        if documents := lexicon.documents(columns, part):
            meant = f"{part} {number}" if before else f"{number_before} {part}"
            return [Near(meant, _similarity(word, 1 + skipped * _FOREIGN), documents)]
    return []


def _joined(db: Connection, held: Mapping[str, int]) -> Iterator[tuple[tuple[str, str], Near]]:
    """Neighbours that are one word in the vault; digits agree, so a code stays that code."""
    pairs = {"".join(pair): pair for pair in itertools.pairwise(held) if _may_join(held, *pair)}
    found = lexical.frequencies(db, pairs, stems=False) if pairs else {}
    for word, documents in found.items():
        if documents * _RARER >= min(held[part] for part in pairs[word]):
            yield pairs[word], Near(word, _similarity(word, 1.0), documents)


def _may_join(held: Mapping[str, int], first: str, second: str) -> bool:
    """Not `in compressible`: a short word that is common stands there for its own sake."""
    shorter, longer = sorted((first, second), key=len)
    is_own = len(shorter) < _SHORTEST_PART and held[shorter] > held[longer] > 0
    return not is_own and len(first) + len(second) >= _SHORTEST_JOINED


def _best(near: list[Near]) -> tuple[Near, ...]:
    return tuple(sorted(near, key=lambda at: (-at.similarity, at.word))[:MOST_NEAR])

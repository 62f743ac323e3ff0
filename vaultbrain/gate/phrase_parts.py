"""Functions that cut the word lists of wallets out of a run of words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from vaultbrain.gate.checks import seeds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Spans = list[tuple[int, int]]

_SHORTEST = 12
_DUMP = 48
_LABELLED = 11
_SIZES = frozenset({12, 13, 15, 18, 20, 21, 24, 25, 33})
_SIGNS = (
    ",;|<>*+_\"'`•·~#()[]-=/.:?!0123456789\u2013\u2014\u201c\u201d\u201e\u201a\u2018\u2019«»\u2039\u203a"
    "\xa0\u3000"
)
_NO_LETTERS = str.maketrans(dict.fromkeys(_SIGNS, " "))
_STOP_WORDS = frozenset(
    """
    the and for was with are that this you have from they will can not but all when what which
    their there then than your into more been were would about could should after before being
    que las los por para con una del como les des est pour dans sur und der die das nicht mit
    ist den ein eine auf jak ale nebo jsou jako pro aby kde kdy byl bylo jest nie sie tak przez
    """.split()
)


class _Word(NamedTuple):
    start: int
    end: int
    number: int | None  # the digits in front of it
    row: int


def seed_phrases(run: str) -> Spans:
    """Wallet phrases with a valid checksum in a run of words, in any of the official languages.

    Almost every run is prose: looking at each twelfth word is enough to pass it.
    """
    words = run.translate(_NO_LETTERS).split()
    rows = list(_rows(words))
    if not rows:
        return []
    places = _places(run, words)
    return [span for first, last in rows for span in _phrases(words, places, first, last)]


def _rows(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Maximal rows of 12 or more words that stand in some list."""
    known = seeds.known_words()
    place = _SHORTEST - 1
    done = 0
    while place < len(words):
        if seeds.plain(words[place]) not in known:
            done = place + 1
            place += _SHORTEST
            continue
        first, last = place, place + 1
        while first > done and seeds.plain(words[first - 1]) in known:
            first -= 1
        while last < len(words) and seeds.plain(words[last]) in known:
            last += 1
        if last - first >= _SHORTEST:
            yield first, last
        done = last
        place = last + _SHORTEST


def _places(run: str, words: Sequence[str]) -> list[_Word]:
    places = []
    position = row = 0
    for word in words:
        start = run.index(word, position)
        between = run[position:start]
        row += between.count("\n")
        digits = "".join(c for c in between if c in "0123456789")[:4]
        position = start + len(word)
        places.append(_Word(start, position, int(digits) if digits else None, row))
    return places


def _phrases(words: Sequence[str], places: Sequence[_Word], first: int, last: int) -> Spans:
    plain = [seeds.plain(word) for word in words[first : min(last, first + _DUMP)]]
    for word_list in seeds.word_lists():
        if sum(map(word_list.__contains__, plain)) < _SHORTEST:
            continue
        begin, row = _longest([word_list.get(word) for word in plain])
        if len(row) == _DUMP:
            # So many words of a list are no prose; in the order of the list they are the list.
            is_secret = len(set(row)) * 2 > _DUMP and not _is_ascending(row)
            return [(places[first].start, places[last - 1].end)] if is_secret else []
        begin += first
        found = _phrase(row, places[begin : begin + len(row)]) if len(row) >= _SHORTEST else None
        if found:
            return [(places[begin + found[0]].start, places[begin + found[1] - 1].end)]
    return []


def _longest(indexes: Sequence[int | None]) -> tuple[int, list[int]]:
    """The longest row without a stranger: where it begins, and its indexes."""
    best: list[int] = []
    begin = 0
    row: list[int] = []
    for place, index in enumerate(indexes):
        if index is None:
            row = []
            continue
        row.append(index)
        if len(row) > len(best):
            best, begin = row, place + 1 - len(row)
    return begin, best


def _is_ascending(indexes: Sequence[int]) -> bool:
    return all(a < b for a, b in pairwise(indexes))


def _phrase(row: Sequence[int], places: Sequence[_Word]) -> tuple[int, int] | None:
    if _is_ascending(row):
        return None
    found = seeds.phrase_in(row)
    if found or len(row) not in seeds.SIZES:
        return found
    for order in (_by_number(places), _by_column(places)):
        if order and seeds.is_phrase([row[n] for n in order]):
            return 0, len(row)
    return None


def _by_number(places: Sequence[_Word]) -> list[int]:
    """Order of a list that counts its words, as in two columns side by side."""
    size = len(places)
    numbers = [place.number for place in places]
    # The number in front of the first word stands before the run.
    missing = set(range(1, size + 1)) - set(numbers[1:])
    if len(missing) != 1:
        return []
    numbers[0] = missing.pop()
    return sorted(range(size), key=lambda n: numbers[n] or 0)


def _by_column(places: Sequence[_Word]) -> list[int]:
    """Order of a grid that is read from top to bottom."""
    rows: dict[int, list[int]] = {}
    for n, place in enumerate(places):
        rows.setdefault(place.row, []).append(n)
    widths = {len(row) for row in rows.values()}
    if len(widths) != 1 or widths == {1} or len(rows) == 1:
        return []
    return [row[column] for column in range(widths.pop()) for row in rows.values()]


def seed_words(run: str) -> Spans:
    """Words of one list, 11 or more with hardly a stranger among them: a phrase with slips."""
    words = run.translate(_NO_LETTERS).split()
    plain = [seeds.plain(word) for word in words]
    known = seeds.known_words()
    if sum(word in known for word in plain) < _LABELLED:
        return []
    for word_list in seeds.word_lists():
        if sum(map(word_list.__contains__, plain)) < _LABELLED:
            continue
        found = _segment(plain, word_list)
        if found:
            places = _places(run, words)
            return [(places[found[0]].start, places[found[1] - 1].end)]
    return []


def _segment(words: Sequence[str], word_list: Mapping[str, int]) -> tuple[int, int] | None:
    first = last = strangers = 0
    indexes: list[int] = []
    for place, word in enumerate(words):
        index = word_list.get(word)
        if index is None:
            strangers += 1
            if strangers <= 1 + len(indexes) // 8 and indexes:
                continue
            if _is_phrase(indexes):
                return first, last
            indexes, strangers = [], 0
            continue
        if not indexes:
            first, strangers = place, 0
        indexes.append(index)
        last = place + 1
    return (first, last) if _is_phrase(indexes) else None


def _is_phrase(indexes: Sequence[int]) -> bool:
    return len(indexes) >= _LABELLED and not _is_ascending(indexes)


def unlisted_words(run: str) -> Spans:
    """A phrase of another kind, as of SLIP-39 or Monero: as many words as those have, no prose."""
    words = run.translate(_NO_LETTERS).split()
    if len(words) not in _SIZES or _STOP_WORDS & set(words):
        return []
    return [(0, len(run))] if all(word.islower() for word in words) else []


PHRASE_PARTS = (seed_phrases, seed_words, unlisted_words)
"""The functions of this module that a rule may name."""

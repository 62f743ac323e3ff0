"""Functions that cut secrets with a structure: phrases, user parts of URLs, cookies, code lists."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from vaultbrain.gate.checks import seeds, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Spans = list[tuple[int, int]]

_SHORTEST = 12
_DUMP = 48
_LABELLED = 11
_SIZES = frozenset({12, 13, 15, 18, 20, 21, 24, 25, 33})
_NO_LETTERS = str.maketrans(dict.fromkeys(",;|>*+_\"'`•·~#()[]-–—.:0123456789", " "))
_STOP_WORDS = frozenset(
    """
    the and for was with are that this you have from they will can not but all when what which
    their there then than your into more been were would about could should after before being
    que las los por para con una del como les des est pour dans sur und der die das nicht mit
    ist den ein eine auf jak ale nebo jsou jako pro aby kde kdy byl bylo jest nie sie tak przez
    """.split()
)
_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "version", "priority"})
_PLACES = tuple(
    """
    door gate garage alarm entr building keypad keybox lockbox safe locker padlock lift office gym
    shed storage parking flat house cottage dveř dver vchod vstup brán bran vrat garáž garaz
    trezor sejf schrán schran zám zam závor zavor výtah vytah kancel byt dům dum chat chalup sklep
    kolárn kolo kufr telefon mobil tablet skříň skrin šatn tür tuer tor haus tresor keller büro
    portail porte immeuble coffre cadenas puerta portal garaje alarma candado drzwi bram furtk
    sejf klatk domofon wind kłódk sim visa karta card revolut
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


def userinfo_secret(userinfo: str) -> Spans:
    """The password of `user:password@`, or the token that stands there alone."""
    user, colon, password = userinfo.partition(":")
    start = len(user) + 1
    spans: Spans = []
    if tokens.url_user_token(user) and (not colon or password.startswith("x-oauth") or not password):
        spans.append((0, len(user)))
    elif password and not _is_port(password) and tokens.url_password(password):
        spans.append((start, start + len(password)))
    return spans


def _is_port(password: str) -> bool:
    """Tell the port of `host:8080/…@` or `host:8080)…@` from a password."""
    rest = password.lstrip("0123456789")
    digits = len(password) - len(rest)
    return 0 < digits <= 5 and rest[:1] in tuple("/)]}>,;|\\?&#")  # noqa: PLR2004


def cookie_values(header: str) -> Spans:
    """Values of a cookie header that are tokens."""
    spans: Spans = []
    start = 0
    for pair in header.split(";"):
        name, equals, value = pair.partition("=")
        bare = value.strip().rstrip("'\"`\\,")
        if equals and len(bare) >= 12 and name.strip().lower() not in _ATTRIBUTES:  # noqa: PLR2004
            first = start + len(name) + 1 + value.find(bare)
            if tokens.machine_token(bare):
                spans.append((first, first + len(bare)))
        start += len(pair) + 1
    return spans


def _codes(text: str, start: int) -> Spans:
    """What could be typed at a lock: 4 to 10 digits, maybe with a letter, # or * at the ends."""
    spans: Spans = []
    for word in text.replace("|", " ").replace(",", " ").split(" "):
        bare = word.strip("`_()[].:;\t\r")
        if tokens.door_code(bare) and bare.strip("#*ABCDEF").isdigit():
            first = start + word.find(bare)
            spans.append((first, first + len(bare)))
        start += len(word) + 1
    return spans


def _names_a_place(text: str) -> bool:
    words = text.lower().replace("|", " ").replace("*", " ").split()
    return any(word.startswith(_PLACES) for word in words)


def place_codes(block: str) -> Spans:
    """Codes in list items that name a door, an alarm, a card."""
    spans: Spans = []
    start = 0
    for line in block.split("\n"):
        if _names_a_place(line):
            spans += _codes(line, start)
        start += len(line) + 1
    return spans


def code_columns(block: str) -> Spans:
    """Cells below `PIN`, or below `code` where the rows name doors; a whole table, header first."""
    lines = block.split("\n")
    headers = [cell.strip(" *_`:\t\r>").lower() for cell in lines[0].split("|")]
    secret = [n for n, cell in enumerate(headers) if _is_pin(cell)]
    coded = [n for n, cell in enumerate(headers) if _is_code(cell)]
    first = next((n for n, cell in enumerate(headers) if cell), 0)
    spans: Spans = []
    start = len(lines[0]) + len(lines[1]) + 2
    for line in lines[2:]:
        cells = line.split("|")
        columns = secret + (coded if _names_a_place(line) or _names_a_place(lines[0]) else [])
        # A table of a connector counts its pins in the first column.
        spans += _cells(cells, [n for n in columns if n != first], start)
        start += len(line) + 1
    return spans


def _is_pin(cell: str) -> bool:
    words = cell.split()
    return bool(words) and words[0].rstrip("12") in {"pin", "puk", "piny"} and len(words) <= 3  # noqa: PLR2004


def _is_code(cell: str) -> bool:
    words = cell.split()
    return bool({"kód", "kod", "code", "código", "codigo", "codes", "kódy"} & set(words)) and len(words) <= 3  # noqa: PLR2004


def _cells(cells: Sequence[str], columns: Sequence[int], start: int) -> Spans:
    spans: Spans = []
    for n, cell in enumerate(cells):
        if n in columns:
            spans += _codes(cell, start)
        start += len(cell) + 1
    return spans


CODE_PARTS = (
    seed_phrases,
    seed_words,
    unlisted_words,
    userinfo_secret,
    cookie_values,
    place_codes,
    code_columns,
)
"""The functions of this module that a rule may name."""

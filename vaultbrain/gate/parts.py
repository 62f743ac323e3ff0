"""Functions that cut a block of text into the values that a rule means.

Each takes the matched block and returns character spans in it, in order. They serve what one
pattern cannot say: the third column of a table, the values of a list below `Hesla:`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from vaultbrain.gate import (
    answer_parts,
    code_parts,
    lock_parts,
    personal_columns,
    personal_parts,
    phrase_parts,
    recovery_parts,
)
from vaultbrain.gate.checks import plausible
from vaultbrain.gate.lines import words
from vaultbrain.gate.lines.accounts import account_values, random_values
from vaultbrain.gate.lines.labels import PASSWORDS, TOKENS, labels, lowered
from vaultbrain.gate.lines.networks import network_values
from vaultbrain.gate.lines.pairs import PAIR_PARTS
from vaultbrain.gate.lines.values import password_values, token_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Span = tuple[int, int]

_DRESS = "*_`~ \t\r"
_CODES = frozenset({"pin", "puk"})
_LONGEST_HEADER = 5
_WIDEST_HEADER = 24
_LEAST = 8
_BEFORE_LISTED = (": ", " - ", " \u2013 ", " → ", "\t", "= ", " / ")
_RULE = frozenset("|:- \t\r>")
_DELIMITERS = "\t;,"
_BULLET = " \t>*+-•●\u20130123456789.)[]x"
_SIGNS = "!#@%&+?$*"


def _lines(block: str) -> Iterator[tuple[int, str]]:
    """Each line with its offset."""
    start = 0
    for line in block.split("\n"):
        yield start, line
        start += len(line) + 1


def _split(row: str, sign: str) -> list[Span]:
    """Split a row at a sign outside quotes; spans of the trimmed cells."""
    spans = []
    start = 0
    quoted = False
    for place, c in enumerate(f"{row}{sign}"):
        if c == '"' and sign != "|":
            quoted = not quoted
        if c == sign and (not quoted or place == len(row)) and row[place - 1 : place] != "\\":
            cell = row[start:place]
            first = start + len(cell) - len(cell.lstrip())
            spans.append((first, max(first, first + len(cell.strip()))))
            start = place + 1
    return spans


def _names_secret(header: str) -> bool:
    """Tell a header such as `Heslo (staré)`: a label, and not what is said about one."""
    bare = header.strip(_DRESS + ":[]")
    low = lowered(bare)
    told = low.replace("(", " ").replace(")", " ").replace("]", " ").split()
    if not told or len(told) > _LONGEST_HEADER or not words.ABOUT.isdisjoint(told):
        return False
    return bool(labels(bare, low, PASSWORDS) or labels(bare, low, TOKENS) or told[0] in _CODES)


def _names_owner(header: str) -> bool:
    return not words.LOGINS.isdisjoint(header.lower().strip(_DRESS).replace("-", " ").split())


def secret_columns(block: str) -> list[Span]:
    """Cells below a header such as `password`, and beside one; the block is a table, header first.

    A Markdown table, or lines of values between tabs, semicolons or commas.
    """
    first, _, rest = block.partition("\n")
    if "|" in first and set(rest.partition("\n")[0]) <= _RULE:
        return _table(block, "|", 2)
    if "|" in first:
        return _table(block, "|", 1) if _header(block, "|", 1).columns else []
    sign = max(_DELIMITERS, key=first.count)
    return _table(block, sign, 1) if _is_header(first, sign) else []


def _is_header(row: str, sign: str) -> bool:
    cells = [row[a:b] for a, b in _split(row, sign)]
    plain = (cell.strip('"').replace("_", "").replace(" ", "").replace("-", "") for cell in cells)
    if len(cells) <= 1 or max(map(len, cells)) > _WIDEST_HEADER:
        return False
    return all(cell.isalpha() or not cell for cell in plain)


class _Header(NamedTuple):
    """What the first row says: the columns of secrets, where of keys, and if a plain word counts.

    Below `Secret` stands where one is kept too: `vault`, `rotated`.
    """

    columns: list[int]
    keys: frozenset[int]
    weak: bool


def _header(block: str, sign: str, body: int) -> _Header:
    names = [name.strip(_DRESS) for name in _cells(lowered(block[: block.find("\n")]), sign)]
    told = set(names)
    columns = [
        n for n, cell in enumerate(_cells(block[: block.find("\n")], sign)) if _names_secret(cell)
    ]
    if told & words.NETWORKS:
        columns += [n for n, name in enumerate(names) if name in words.KEYS]
    if told & words.MEANINGS:
        columns = []
    if not columns:
        return _Header([], frozenset(), weak=not told & (words.STATES | words.MEANINGS))
    weak = any(map(_names_owner, names)) or bool(
        told & words.PLACES_OF_ACCOUNTS and _are_single(block, sign, body, columns)
    )
    keys = frozenset(n for n in columns if _names_key(names[n]))
    return _Header(columns, keys, weak)


def _names_key(name: str) -> bool:
    return bool(labels(name, name, TOKENS)) and not labels(name, name, PASSWORDS)


def _cells(row: str, sign: str) -> list[str]:
    return [row[a:b] for a, b in _split(row, sign)]


def _table(block: str, sign: str, body: int) -> list[Span]:
    spans: list[Span] = []
    header = _header(block, sign, body)
    width = len(_split(block[: block.find("\n")], sign))
    for number, (start, row) in enumerate(_lines(block)):
        cells = _split(row, sign) if number >= body else []
        if sign != "|" and len(cells) != width:
            continue
        told = [(n, cells[n]) for n in header.columns if n < len(cells)]
        if sign == "|" and not header.columns:
            told = [(-1, cell) for cell in _beside(row, cells)]
        spans += [
            (start + a, start + b)
            for n, (a, b) in told
            if (_is_key(row[a:b]) if n in header.keys else _is_cell(row[a:b], weak=header.weak))
        ]
    return spans


def _are_single(block: str, sign: str, body: int, columns: list[int]) -> bool:
    """Tell a column of single words of which one looks like a password."""
    strong = False
    for _, row in list(_lines(block))[body:]:
        cells = _split(row, sign)
        for a, b in (cells[n] for n in columns if n < len(cells)):
            bare = row[a:b].strip(_DRESS + '"')
            if " " in bare:
                return False
            strong = strong or plausible.plausible_mixed(bare)
    return strong


def _beside(row: str, cells: list[Span]) -> list[Span]:
    """The cell after the one that names it, in a table of names and values."""
    return [
        value
        for name, value in pairwise(cells)
        if name[1] - name[0] < 40 and _names_secret(row[name[0] : name[1]])  # noqa: PLR2004
    ]


def _is_cell(cell: str, *, weak: bool) -> bool:
    bare = cell.strip(_DRESS + '"')
    return plausible.plausible_cell(bare) if weak else plausible.plausible_mixed(bare)


def _is_key(cell: str) -> bool:
    bare = cell.strip(_DRESS + '"')
    return plausible.plausible_token(bare) or plausible.strong_mixed(bare)


def list_values(block: str) -> list[Span]:
    """What the lines of a list tell: `wifi: value`, `nas - eva / value`, `bank value`."""
    spans: list[Span] = []
    for start, line in _lines(block):
        at = len(line) - len(line.lstrip(_BULLET))
        told = line[at:].rstrip(" \t\r*_`|")
        ends = [told.rfind(sign) + len(sign) for sign in _BEFORE_LISTED if sign in told]
        value = max(ends, default=told.rfind(" ") + 1)
        accepts = _is_listed if ends else plausible.strong_mixed
        bare = told[value:].strip(_DRESS)
        place = line.find(bare, at + value)
        if bare and " " not in bare and accepts(bare):
            spans.append((start + place, start + place + len(bare)))
    return spans


def _is_listed(value: str) -> bool:
    return plausible.plausible_mixed(value) or (value.islower() and plausible.plausible_word(value))


def seasons(line: str) -> list[Span]:
    """Values such as Novatex26# or Winter2025!, where the line is about logging in.

    A sign other than ! tells it from a shout.
    """
    spans = []
    at = 0
    told = line.split()
    if any(word.strip(_DRESS + ".,:;").lower() in words.EXAMPLES for word in told[:12]):
        return []
    for number, word in enumerate(told):
        at = line.find(word, at)
        bare = word.strip("\"'`*_()[],.;:„“")
        if plausible.season(bare) and _is_about_login(told, number, bare):
            place = line.find(bare, at)
            spans.append((place, place + len(bare)))
        at += len(word)
    return spans


def piped_values(block: str) -> list[Span]:
    """The value in `echo "user:value" | chpasswd`, and the last one of a line of a .pgpass file."""
    if "|" in block:
        told = block.partition("|")[0].rstrip(" \t\"'")
        start = max(told.rfind(sign) for sign in " \t\"':") + 1
        end = len(told)
    else:
        start, end = block.rfind(":") + 1, len(block)
    return [(start, end)] if plausible.strong(block[start:end]) else []


def initialled_value(block: str) -> list[Span]:
    """The value in `u: eva p: X`, and in the lines `J: eva` and `H: X`."""
    spans = []
    for start, line in _lines(block):
        head, sign, last = line.rstrip("\r `").rpartition(": ")
        bare = last.strip("`*")
        named = sign and head[-1:].lower() in "hpw"
        if named and len(bare) >= _LEAST and plausible.strong_mixed(bare):
            place = start + line.rfind(bare)
            spans.append((place, place + len(bare)))
    return spans


def answered_value(block: str) -> list[Span]:
    """The value on the line below a question for a password: `me: X`."""
    question, _, answer = block.partition("\n")
    low = lowered(question)
    told = labels(question, low, PASSWORDS)
    words_before = low[: told[0].start].replace(":", " ").split() if told else []
    if not told or not ("?" in question or words.ASKS.intersection(words_before)):
        return []
    after = low[told[-1].end :].split(maxsplit=1)
    if after and after[0].strip(_DRESS + "?!.)") not in words.ASKED_FOR:
        return []
    bare = answer.split()[-1].strip("`")
    place = block.rfind(bare)
    return [(place, place + len(bare))] if plausible.strong_mixed(bare) else []


def _is_about_login(told: list[str], number: int, bare: str) -> bool:
    """Tell by the words around: the less the value itself looks like one, the clearer they must be.

    Firma26# is one by itself, Firma2024! where logins are meant, Room24! beside a login only.
    """
    if not set(bare[len(bare.rstrip(_SIGNS)) :]) <= {"!", "?"}:
        return True
    near = told[max(0, number - 12) : number + 12]
    around = {word.strip(_DRESS + ".,:;()!?").lower() for word in near}
    before = told[number - 1].strip(_DRESS + ":").lower() if number else ""
    if around & words.PASSWORD_TALK or before in words.TRIES:
        return True
    return sum(c.isdigit() for c in bare) == 4 and bool(around & words.ACCOUNTS)  # noqa: PLR2004


PARTS: Mapping[str, Callable[[str], list[Span]]] = {
    part.__name__: part
    for part in (
        *(secret_columns, list_values, seasons, piped_values, initialled_value, answered_value),
        *(password_values, token_values, account_values, network_values, random_values),
        *PAIR_PARTS,
        *code_parts.CODE_PARTS,
        *lock_parts.LOCK_PARTS,
        *answer_parts.ANSWER_PARTS,
        *phrase_parts.PHRASE_PARTS,
        *recovery_parts.RECOVERY_PARTS,
        *personal_parts.PERSONAL_PARTS,
        *personal_columns.COLUMN_PARTS,
    )
}
"""Every function that a rule may name."""

"""Functions that cut a block of text into the values that a rule means.

Each takes the matched block and returns character spans in it, in order. They serve what one
pattern cannot say: the third column of a table, the last word of each list item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_LABELS = frozenset(
    """
    password passwords passwd pass pwd pw passphrase psk pin puk secret token key
    heslo hesla klíč api-key api_key apikey
    """.split()
)
# A column is a secret one only when its header is about nothing else.
_FILLERS = frozenset("wifi wi-fi admin root user login api access nové staré new old".split())


def _cells(row: str) -> list[tuple[int, int]]:
    """Split a table row at its bars; spans of the trimmed cells."""
    spans = []
    start = 0
    for cell in row.split("|"):
        bare = cell.strip()
        first = start + cell.find(bare)
        spans.append((first, first + len(bare)))
        start += len(cell) + 1
    return spans


def _is_label(header: str) -> bool:
    words = header.lower().strip("*_`: ").replace("*", " ").split()
    return bool(_LABELS & set(words)) and set(words) <= _LABELS | _FILLERS


def secret_columns(block: str) -> list[tuple[int, int]]:
    """Cells below a header such as `password`; the block is a whole table, header first."""
    spans: list[tuple[int, int]] = []
    columns: list[int] = []
    start = 0
    for number, row in enumerate(block.split("\n")):
        cells = _cells(row)
        if number == 0:
            columns = [n for n, (a, b) in enumerate(cells) if _is_label(row[a:b])]
        elif number > 1:
            kept = (cells[n] for n in columns if n < len(cells))
            spans += [(start + a, start + b) for a, b in kept if a < b]
        start += len(row) + 1
    return spans


def last_words(block: str) -> list[tuple[int, int]]:
    """Last word of each line."""
    spans: list[tuple[int, int]] = []
    start = 0
    for line in block.split("\n"):
        bare = line.rstrip()
        word = bare.split(" ")[-1] if bare else ""
        if word:
            spans.append((start + len(bare) - len(word), start + len(bare)))
        start += len(line) + 1
    return spans


PARTS: Mapping[str, Callable[[str], list[tuple[int, int]]]] = {
    part.__name__: part for part in (secret_columns, last_words)
}
"""Every function that a rule may name."""

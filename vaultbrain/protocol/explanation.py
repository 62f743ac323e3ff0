"""How a query was read, for those who ask why something was found.

It never repeats what only the query holds, which may be a secret: whoever asked knows it.
"""

from __future__ import annotations

import msgspec


class TermExplained(msgspec.Struct, frozen=True, kw_only=True):
    """One word of a query.

    Attributes:
        word: folded; empty where no note holds it.
        stems: folded; what else it is found by.
        meant: words of the vault that are looked for in its place, for it may be mistyped.
        share: of the chunks that hold it, 0 to 1.
        weight: how much it counts: its inverse document frequency.
        left_out: whether it was too common to be looked for.
    """

    word: str
    stems: tuple[str, ...]
    meant: tuple[str, ...]
    share: float
    weight: float
    left_out: bool


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A query as it was read.

    Attributes:
        terms: its words.
        pairs: pairs of characters, of scripts that are written without blanks.
        phrases: how many a note must hold.
        excluded: how many words and phrases no note found holds.
        filters: how many there are, those beside the query, too.
        filtered: notes that the filters leave; None without a filter.
        allowed: notes that could be found, after filters, phrases and exclusions.
        total: all notes.
        coverage: the share of the query's weight in one of the best passages, 0 to 1.
    """

    terms: tuple[TermExplained, ...]
    pairs: tuple[str, ...]
    phrases: int
    excluded: int
    filters: int
    filtered: int | None
    allowed: int
    total: int
    coverage: float

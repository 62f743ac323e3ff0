"""How a query was read, for those who ask why something was found."""

from __future__ import annotations

import msgspec


class TermExplained(msgspec.Struct, frozen=True, kw_only=True):
    """One word of a query.

    Attributes:
        word: folded.
        stems: folded; what else it is found by.
        share: of the chunks that hold it, 0 to 1.
        weight: how much it counts: its inverse document frequency.
        left_out: whether it was too common to be looked for.
    """

    word: str
    stems: tuple[str, ...]
    share: float
    weight: float
    left_out: bool


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A query as it was read.

    Attributes:
        text: what both legs were given.
        terms: its words.
        pairs: pairs of characters, of scripts that are written without blanks.
        joined: words that count more where they stand in a row.
        phrases: that a note must hold.
        excluded: words and phrases that no note found holds.
        filters: as they would be typed.
        filtered: notes that the filters leave; None without a filter.
        allowed: notes that could be found, after filters, phrases and exclusions.
        total: all notes.
        coverage: the share of the query's weight in one of the best passages, 0 to 1.
    """

    text: str
    terms: tuple[TermExplained, ...]
    pairs: tuple[str, ...]
    joined: tuple[str, ...]
    phrases: tuple[str, ...]
    excluded: tuple[str, ...]
    filters: tuple[str, ...]
    filtered: int | None
    allowed: int
    total: int
    coverage: float

"""Finding chunks by their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

# Order of the columns of `lex`: title, aliases, headings, tags, body, stems.
WEIGHTS = (4.0, 4.0, 3.0, 2.0, 1.0, 0.7)

_MATCH = """
SELECT lex.rowid, -bm25(lex, {weights}) AS score
FROM lex
WHERE lex MATCH ?
ORDER BY score DESC LIMIT ?
"""
_MATCH_FILTERED = """
SELECT lex.rowid, -bm25(lex, {weights}) AS score
FROM lex JOIN chunk ON chunk.id = lex.rowid
WHERE lex MATCH ? AND chunk.note_id IN (SELECT value FROM json_each(?))
ORDER BY score DESC LIMIT ?
"""
# The first chunk of every note whose title or aliases hold a phrase.
_NAMED = """
SELECT lex.rowid, note.title, note.aliases
FROM lex JOIN chunk ON chunk.id = lex.rowid JOIN note ON note.id = chunk.note_id
WHERE lex MATCH ? AND chunk.ordinal = 0 LIMIT ?
"""
_FREQUENCIES = """
SELECT term, sum(doc) FROM lex_vocab
WHERE term IN (SELECT value FROM json_each(?)) AND col {columns} 'stems' GROUP BY term
"""
_CHUNKS = "SELECT count(*) FROM chunk"


class Scored(msgspec.Struct, frozen=True):
    """A chunk and how well it matches; more is better."""

    chunk_id: int
    score: float


def match(
    db: apsw.Connection, expression: str, limit: int, notes: Sequence[int] | None = None
) -> list[Scored]:
    """The best chunks for an FTS5 expression, best first.

    Scores are BM25 with k1 = 1.2, b = 0.75 and the weights above (Robertson and Zaragoza 2009),
    as FTS5 computes them, with the sign turned.

    Args:
        db: a reading connection.
        expression: FTS5 syntax, every term quoted.
        limit: at most so many chunks.
        notes: only chunks of these notes; None for all.
    """
    weights = ", ".join(str(weight) for weight in WEIGHTS)
    if notes is None:
        found = rows(db, _MATCH.format(weights=weights), (expression, limit))
    else:
        allowed = msgspec.json.encode(notes).decode()
        found = rows(db, _MATCH_FILTERED.format(weights=weights), (expression, allowed, limit))
    return [Scored(int(row[0]), float(row[1])) for row in found]


def named(db: apsw.Connection, phrase: str, limit: int) -> dict[int, tuple[str, ...]]:
    """First chunks of notes that have a phrase in a name, with all names of those notes.

    Args:
        db: a reading connection.
        phrase: folded words between blanks.
        limit: at most so many notes.
    """
    found = rows(db, _NAMED, (f'{{title aliases}} : "{phrase}"', limit))
    return {
        int(chunk_id): (str(title), *msgspec.json.decode(aliases, type=tuple[str, ...]))
        for chunk_id, title, aliases in found
    }


def frequencies(db: apsw.Connection, terms: Iterable[str], *, stems: bool) -> dict[str, int]:
    """In how many chunks each folded term stands; terms that stand nowhere are left out.

    A word is counted once for each column that holds it, which overstates titles a little.
    """
    wanted = msgspec.json.encode(list(terms)).decode()
    found = rows(db, _FREQUENCIES.format(columns="=" if stems else "<>"), (wanted,))
    return {str(term): int(count) for term, count in found}


def size(db: apsw.Connection) -> int:
    """How many chunks can be found."""
    return int(value(db, _CHUNKS))

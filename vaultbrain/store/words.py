"""The words of every chunk, derived a second time and compared with those that were stored.

Nothing else can say whether they are whole: the table of words keeps no text to compare with.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain.store import notes
from vaultbrain.store.rows import UNREADABLE, rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    import apsw

# A table of the same form in memory, for the files are not to be written.
_LEX = "SELECT sql FROM main.sqlite_schema WHERE name = 'lex'"
_AGAIN = """
SELECT note.title, note.aliases, note.tags, chunk.heading, chunk.text, note.language
FROM chunk JOIN note ON note.id = chunk.note_id WHERE chunk.id = ?
"""
_PUT_AGAIN = """
INSERT INTO temp.lex_again (rowid, title, aliases, headings, tags, body, stems)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_INSTANCES = "SELECT CAST(term AS BLOB), doc, col, offset FROM temp.{}"
_SIZES = """
SELECT one.id FROM main.lex_docsize AS one JOIN temp.lex_again_docsize AS other USING (id)
WHERE one.sz <> other.sz
"""
# How long the texts are together: nothing in a new table, zeros in one that lost its last text.
_TOTALS = "SELECT block FROM {}_data WHERE id = 1 AND block <> zeroblob(length(block))"


class Differing(msgspec.Struct, frozen=True):
    """Chunks that are found by other words than they have, or at other places."""

    chunks: frozenset[int]
    totals: bool  # whether the number of all words differs


def differing(db: apsw.Connection) -> Differing:
    """Compare all words.

    Args:
        db: any connection; the words of 10,000 notes take 100 MB of memory meanwhile.

    Raises:
        apsw.Error: the words cannot be read.
    """
    for (made,) in rows(db, _LEX):
        db.execute(made.replace(" lex ", " temp.lex_again ", 1))
    try:
        _derive(db)
        chunks = _differing_words(db)
        totals = [rows(db, _TOTALS.format(name)) for name in ("main.lex", "temp.lex_again")]
        return Differing(frozenset(chunks), totals[0] != totals[1])
    finally:
        for name in ("lex_words", "lex_words_again", "lex_again"):
            db.execute(f"DROP TABLE IF EXISTS temp.{name}")


def _derive(db: apsw.Connection) -> None:
    for (chunk_id,) in rows(db, "SELECT id FROM chunk ORDER BY id"):
        try:
            for row in rows(db, _AGAIN, (chunk_id,)):
                title, aliases, tags, heading, text, language = row
                passage = notes.Passage(chunk_id, _strings(heading), text)
                names = title, _strings(aliases), _strings(tags)
                db.execute(_PUT_AGAIN, notes.words(*names, passage, language))
        except (*UNREADABLE, KeyError):  # no language either; told by a checksum
            continue


def _strings(raw: str) -> tuple[str, ...]:
    return msgspec.json.decode(raw, type=tuple[str, ...])


def _differing_words(db: apsw.Connection) -> set[int]:
    places = {"lex_words": "'main', 'lex'", "lex_words_again": "'temp', 'lex_again'"}
    for name, place in places.items():
        db.execute(f"CREATE VIRTUAL TABLE temp.{name} USING fts5vocab({place}, 'instance')")
    one, other = (db.execute(_INSTANCES.format(name)) for name in places)
    with contextlib.closing(one), contextlib.closing(other):  # or the tables could not be dropped
        return _differing(one, other) | {row[0] for row in rows(db, _SIZES)}


def _differing(one: Iterator[tuple[Any, ...]], other: Iterator[tuple[Any, ...]]) -> set[int]:
    """The chunks of words that stand in one of two ordered lists and not in the other."""
    found: set[int] = set()
    left, right = next(one, None), next(other, None)
    while left is not None or right is not None:
        if left == right:
            left, right = next(one, None), next(other, None)
        elif right is None or (left is not None and left < right):
            found.add(left[1])  # type: ignore[index]
            left = next(one, None)
        else:
            found.add(right[1])
            right = next(other, None)
    return found

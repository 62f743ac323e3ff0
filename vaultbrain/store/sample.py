"""What notes are known by, for measuring a search on the vault it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    import apsw

_NOTES = """
SELECT id, title, aliases FROM note
WHERE EXISTS (SELECT 1 FROM chunk WHERE note_id = note.id) ORDER BY source, path
"""
_PARTS = "SELECT id, heading, text FROM chunk WHERE note_id = ? ORDER BY ordinal"
_HOLDERS = """
SELECT count(DISTINCT chunk.note_id) FROM lex JOIN chunk ON chunk.id = lex.rowid WHERE lex MATCH ?
"""
_FILE_BYTES = "SELECT coalesce(sum(size), 0) FROM note"
_TEXT_BYTES = "SELECT coalesce(sum(octet_length(text)), 0) FROM chunk"


class Named(msgspec.Struct, frozen=True):
    """A note and its names: the title first, then its aliases."""

    note_id: int
    names: tuple[str, ...]


class Part(msgspec.Struct, frozen=True):
    """A chunk of a note with the headings above it, outermost first."""

    chunk_id: int
    heading: tuple[str, ...]
    text: str


class Sizes(msgspec.Struct, frozen=True):
    """Bytes of the notes' files as they were indexed, and of the text that was taken from them."""

    files: int
    text: int


def notes(db: apsw.Connection) -> list[Named]:
    """Every note of which there is text, in the order of sources and paths."""
    return [
        Named(int(note_id), (str(title), *msgspec.json.decode(aliases, type=tuple[str, ...])))
        for note_id, title, aliases in rows(db, _NOTES)
    ]


def parts(db: apsw.Connection, note_id: int) -> list[Part]:
    """The chunks of a note, in their order."""
    return [
        Part(int(chunk_id), msgspec.json.decode(heading, type=tuple[str, ...]), str(text))
        for chunk_id, heading, text in rows(db, _PARTS, (note_id,))
    ]


def holders(db: apsw.Connection, phrase: str) -> int:
    """In how many notes some words stand in a row, in a heading or below; 0 for no words."""
    quoted = phrase.replace('"', '""')
    return int(value(db, _HOLDERS, (f'{{headings body}} : "{quoted}"',)))


def sizes(db: apsw.Connection) -> Sizes:
    """How large the notes are."""
    return Sizes(int(value(db, _FILE_BYTES)), int(value(db, _TEXT_BYTES)))

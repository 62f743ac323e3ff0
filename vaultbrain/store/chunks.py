"""Chunks with their notes, as the read path needs them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain.records import Signature
from vaultbrain.store.analysis import fold
from vaultbrain.store.rows import UNREADABLE, rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

_FETCH = """
SELECT chunk.id, note.id, note.source, note.path, note.title, note.aliases, chunk.heading,
       chunk.crumb, chunk.line_start, chunk.line_end, chunk.text, chunk.place, note.language,
       note.sha256, note.recipe,
       (SELECT group_concat(id) FROM finding WHERE note_id = note.id AND action = 'allowed'),
       note.size, note.mtime_ns, note.ctime_ns, note.inode
FROM json_each(?) AS wanted
JOIN chunk ON chunk.id = wanted.value
JOIN note ON note.id = chunk.note_id
"""
_NAMED = """
SELECT min(chunk.id), note.title, note.aliases FROM note JOIN chunk ON chunk.note_id = note.id
WHERE note.id IN (SELECT value FROM json_each(?)) GROUP BY note.id
"""
_FILTER = """
SELECT id FROM note
WHERE (?1 IS NULL OR source = ?1)
  AND (?2 IS NULL OR path = ?2 OR path GLOB ?2 OR substr(path, 1, length(?2)) = ?2)
  AND (?3 IS NULL OR id IN (SELECT note_id FROM tag WHERE tag = ?3 OR tag GLOB ?3 || '/*'))
"""


class Passage(msgspec.Struct, frozen=True):
    """A chunk and the note it belongs to.

    `passed` are the ids of findings that the gate let pass in the note.
    """

    chunk_id: int
    note_id: int
    source: str
    path: str
    title: str
    aliases: tuple[str, ...]
    heading: tuple[str, ...]
    crumb: str
    line_start: int
    line_end: int
    text: str
    place: str
    language: str
    sha256: bytes
    signature: Signature
    recipe: str = ""
    passed: frozenset[str] = frozenset()


def fetch(db: apsw.Connection, ids: Iterable[int]) -> dict[int, Passage]:
    """The chunks of these ids; those that are gone, or damaged so that they are no text, not."""
    wanted = list(ids)
    try:
        return _fetch(db, wanted)
    except UNREADABLE:  # must not cost the answer that other chunks give
        found: dict[int, Passage] = {}
        for chunk_id in wanted:
            with contextlib.suppress(*UNREADABLE):
                found |= _fetch(db, [chunk_id])
        return found


def _fetch(db: apsw.Connection, ids: list[int]) -> dict[int, Passage]:
    wanted = msgspec.json.encode(ids).decode()
    return {row[0]: _passage(row) for row in rows(db, _FETCH, (wanted,))}


def _passage(row: tuple[Any, ...]) -> Passage:
    chunk_id, note_id, source, path, title, aliases, heading, *rest = row
    crumb, line_start, line_end, text, place, language, sha256, recipe, passed, *signature = rest
    return Passage(
        chunk_id=chunk_id,
        note_id=note_id,
        source=source,
        path=path,
        title=title,
        aliases=tuple(msgspec.json.decode(aliases)),
        heading=tuple(msgspec.json.decode(heading)),
        crumb=crumb,
        line_start=line_start,
        line_end=line_end,
        text=text,
        place=place,
        language=language,
        sha256=sha256,
        signature=Signature(*signature),
        recipe=recipe,
        passed=frozenset(passed.split(",")) if passed else frozenset(),
    )


def select_notes(
    db: apsw.Connection, *, source: str | None, path: str | None, tag: str | None
) -> list[int] | None:
    """The notes that pass a filter, or None where there is no filter.

    Args:
        db: a reading connection.
        source: a source id.
        path: a note, a folder's beginning, or a glob in which `*` also crosses folders.
        tag: with or without `#`; a parent tag takes its children in.
    """
    if source is None and path is None and tag is None:
        return None
    folded = fold(tag.lstrip("#")) if tag is not None else None
    return [int(row[0]) for row in rows(db, _FILTER, (source, path, folded))]

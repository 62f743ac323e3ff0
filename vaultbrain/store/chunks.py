"""Chunks with their notes, as the read path needs them."""

from __future__ import annotations

import contextlib
import datetime as dt
import unicodedata
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
_NOTES_OF = """
SELECT id, note_id FROM chunk WHERE id IN (SELECT value FROM json_each(?))
"""
# Lists are JSON; an empty one asks for nothing. A note that says no day of its own goes by the time
# of its file, in seconds.
_SELECT = """
SELECT id FROM note
WHERE (?1 = '[]' OR source IN (SELECT value FROM json_each(?1)))
  AND source NOT IN (SELECT value FROM json_each(?2))
  AND (?3 = '[]' OR EXISTS (
    SELECT 1 FROM json_each(?3)
    WHERE note.path = value OR note.path GLOB value
      OR substr(note.path, 1, length(value)) = value))
  AND (?4 = '[]' OR NOT EXISTS (
    SELECT 1 FROM json_each(?4)
    WHERE note.path = value OR note.path GLOB value
      OR substr(note.path, 1, length(value)) = value))
  AND (?5 = '[]' OR id IN (
    SELECT note_id FROM tag, json_each(?5)
    WHERE tag = value OR substr(tag, 1, length(value) + 1) = value || '/'))
  AND (?6 = '[]' OR id NOT IN (
    SELECT note_id FROM tag, json_each(?6)
    WHERE tag = value OR substr(tag, 1, length(value) + 1) = value || '/'))
  AND (?7 IS NULL OR iif(date = '', mtime_ns / 1000000000 >= ?8, date >= ?7))
  AND (?9 IS NULL OR iif(date = '', mtime_ns / 1000000000 < ?10, date < ?9))
"""
_NEWEST = """
SELECT min(chunk.id) FROM note JOIN chunk ON chunk.note_id = note.id
WHERE note.id IN (SELECT value FROM json_each(?)) GROUP BY note.id
ORDER BY iif(note.date = '', date(note.mtime_ns / 1000000000, 'unixepoch', 'localtime'), note.date)
         DESC, note.mtime_ns DESC, note.path LIMIT ?
"""
_EVERY = "SELECT id FROM note"


class Selection(msgspec.Struct, frozen=True):
    """Which notes may be found: of each key any of its values, and none of those left out.

    A path is a note, a folder's beginning, or a glob in which `*` also crosses folders; a tag is
    with or without `#`, and a parent tag takes its children in. `after` is the first day that may
    be, `before` the first that may not.
    """

    sources: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    not_sources: tuple[str, ...] = ()
    not_paths: tuple[str, ...] = ()
    not_tags: tuple[str, ...] = ()
    after: dt.date | None = None
    before: dt.date | None = None

    @property
    def count(self) -> int:
        """How many filters these are."""
        of_keys = (self.sources, self.paths, self.tags)
        left_out = (self.not_sources, self.not_paths, self.not_tags)
        days = [at for at in (self.after, self.before) if at is not None]
        return sum(map(len, (*of_keys, *left_out, days)))


EVERY_NOTE = Selection()


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


def notes_of(db: apsw.Connection, ids: Iterable[int]) -> dict[int, int]:
    """The note of each of these chunks; those that are gone are left out."""
    return dict(rows(db, _NOTES_OF, (msgspec.json.encode(list(ids)).decode(),)))


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


def select_notes(db: apsw.Connection, *selections: Selection) -> list[int] | None:
    """The notes that pass every selection, in the order of their ids; None where that is all."""
    chosen = [_selected(db, at) for at in selections if at != EVERY_NOTE]
    if not chosen:
        return None
    return sorted(set(chosen[0]).intersection(*chosen[1:]))


def _selected(db: apsw.Connection, at: Selection) -> list[int]:
    paths = map(_forms, (at.paths, at.not_paths))
    pairs = ((at.sources, at.not_sources), paths, map(_folded, _tags(at)))
    wanted = [msgspec.json.encode(values).decode() for pair in pairs for values in pair]
    days = [value for day in (at.after, at.before) for value in (_iso(day), _began(day))]
    return [int(row[0]) for row in rows(db, _SELECT, (*wanted, *days))]


def _forms(paths: Iterable[str]) -> list[str]:
    """As they are typed and as file systems may have them: composed, and with marks apart."""
    forms = (
        path if form is None else unicodedata.normalize(form, path)
        for path in paths
        for form in (None, "NFC", "NFD")
    )
    return list(dict.fromkeys(forms))


def _tags(at: Selection) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return at.tags, at.not_tags


def _folded(tags: Iterable[str]) -> list[str]:
    return [fold(tag.lstrip("#").rstrip("/")) for tag in tags]


def _iso(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None


def _began(day: dt.date | None) -> int | None:
    """When a day began here, in unix seconds."""
    if day is None:
        return None
    return int(dt.datetime.combine(day, dt.time()).astimezone().timestamp())


def every_note(db: apsw.Connection) -> list[int]:
    """The ids of all notes."""
    return [int(row[0]) for row in rows(db, _EVERY)]


def newest(db: apsw.Connection, notes: Iterable[int], limit: int) -> list[int]:
    """The first chunks of some notes, by the day that each is about, newest first."""
    wanted = msgspec.json.encode(list(notes)).decode()
    return [int(row[0]) for row in rows(db, _NEWEST, (wanted, limit))]

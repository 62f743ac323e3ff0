"""What the gate found in notes: where, of which kind, and what was done; never the value."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import apsw

    from vaultbrain.records import Finding

    Row = tuple[str | int | None, ...]

BASELINE = "baseline"
"""The key of `meta` that tells what passed when the notes were read."""

SEALED = """
SELECT ordinal, rule, class, tier, line, action, id FROM finding WHERE note_id = ? ORDER BY ordinal
"""
"""What a note's checksum covers. When something was first seen, nothing else tells."""

_PUT = """
INSERT INTO finding (note_id, ordinal, rule, class, tier, line, action, id, first_seen)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_DROP = "DELETE FROM finding WHERE note_id = ?"
_FIRST_SEEN = "SELECT id, min(first_seen) FROM finding WHERE note_id = ? GROUP BY id"
_ALLOWED = "SELECT DISTINCT id FROM finding WHERE note_id = ? AND action = 'allowed'"
_REDACTED = "SELECT DISTINCT id FROM finding WHERE note_id = ? AND action = 'redacted'"
_ANY_ALLOWED = "SELECT EXISTS (SELECT 1 FROM finding WHERE id = ? AND action = 'allowed')"
_ANY_REDACTED = "SELECT EXISTS (SELECT 1 FROM finding WHERE action = 'redacted')"
_CHOSEN = """
FROM finding JOIN note ON note.id = finding.note_id
WHERE (?1 IS NULL OR note.source = ?1)
  AND (?2 IS NULL OR note.path = ?2)
  AND (?3 IS NULL OR finding.class = ?3)
  AND (?4 IS NULL OR finding.tier = ?4)
  AND (?5 IS NULL OR finding.action = ?5)
"""
_LISTED = f"""
SELECT note.source, note.path, finding.line, finding.class, finding.tier, finding.rule,
       finding.action, finding.id, finding.first_seen
{_CHOSEN} ORDER BY note.source, note.path, finding.ordinal LIMIT ?6
"""
_COUNT = f"SELECT count(*) {_CHOSEN}"
_COUNTED = """
SELECT class, tier, action, count(*) FROM finding GROUP BY class, tier, action
ORDER BY class, action
"""
_NOTES_WITH = """
SELECT DISTINCT note.source, note.path FROM finding JOIN note ON note.id = finding.note_id
WHERE finding.id = ? ORDER BY note.source, note.path
"""
# A checksum covers the recipe; without one a row is no damaged one.
_OUTDATE = """
UPDATE note SET recipe = '', checksum = NULL
WHERE id IN (SELECT note_id FROM finding WHERE id = ?)
"""
_OUTDATE_ALL = "UPDATE note SET recipe = replace(recipe, ?, 'again'), checksum = NULL"
_OTHERS = "SELECT count(*) FROM note WHERE recipe != ?"


class Chosen(msgspec.Struct, frozen=True):
    """Which findings are asked for; None stands for all."""

    source: str | None = None
    path: str | None = None
    class_: str | None = None
    tier: str | None = None
    action: str | None = None


class Listed(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    """A finding with its note; `first_seen` in unix seconds."""

    source: str
    path: str
    line: int
    class_: str
    tier: str
    rule: str
    action: str
    id: str
    first_seen: int


class Counted(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    """How many findings of a kind something was done with."""

    class_: str
    tier: str
    action: str
    count: int


def as_rows(found: Iterable[Finding]) -> list[Row]:
    """Findings as rows without the note, as a checksum covers them."""
    return [
        (n, at.rule, at.class_, at.tier.value, at.line, at.action.value, at.id)
        for n, at in enumerate(found)
    ]


def put(db: apsw.Connection, note_id: int, found: Iterable[Row], seen: Mapping[str, int]) -> None:
    """Store the findings of a note.

    Args:
        db: the connection that writes.
        note_id: its row.
        found: made by `as_rows`.
        seen: when those that are known were first seen, by their ids.
    """
    now = int(time.time())
    db.executemany(_PUT, ((note_id, *row, seen.get(str(row[-1]), now)) for row in found))


def drop(db: apsw.Connection, note_id: int) -> None:
    """Forget the findings of a note."""
    db.execute(_DROP, (note_id,))


def first_seen(db: apsw.Connection, note_id: int) -> dict[str, int]:
    """When the findings of a note were first seen, in unix seconds, by their ids."""
    return dict(rows(db, _FIRST_SEEN, (note_id,)))


def allowed(db: apsw.Connection, note_id: int) -> frozenset[str]:
    """The ids of findings of a note that were let pass."""
    return frozenset(str(row[0]) for row in rows(db, _ALLOWED, (note_id,)))


def redacted(db: apsw.Connection, note_id: int) -> frozenset[str]:
    """The ids of findings of a note that were taken out."""
    return frozenset(str(row[0]) for row in rows(db, _REDACTED, (note_id,)))


def is_allowed(db: apsw.Connection, id_: str) -> bool:
    """Whether a finding was let pass in any note."""
    return bool(value(db, _ANY_ALLOWED, (id_,)))


def has_redacted(db: apsw.Connection) -> bool:
    """Whether anything was taken out of any note."""
    return bool(value(db, _ANY_REDACTED))


def select(db: apsw.Connection, chosen: Chosen, limit: int) -> list[Listed]:
    """Some findings, in the order of their notes."""
    return [Listed(*row) for row in rows(db, _LISTED, (*_wanted(chosen), limit))]


def count(db: apsw.Connection, chosen: Chosen) -> int:
    """How many they are."""
    found = value(db, _COUNT, _wanted(chosen))
    return int(found) if isinstance(found, int) else 0


def counted(db: apsw.Connection) -> list[Counted]:
    """All findings by kind."""
    return [Counted(*row) for row in rows(db, _COUNTED)]


def notes_with(db: apsw.Connection, id_: str) -> list[tuple[str, str]]:
    """Source and path of the notes with a finding."""
    return [(str(source), str(path)) for source, path in rows(db, _NOTES_WITH, (id_,))]


def outdate(db: apsw.Connection, id_: str) -> None:
    """Have the notes with a finding made anew, as by other rules."""
    db.execute(_OUTDATE, (id_,))


def outdate_all(db: apsw.Connection, ruleset: str) -> None:
    """Have all notes looked at again; `ruleset` is the part of their recipes that is the rules'."""
    db.execute(_OUTDATE_ALL, (ruleset,))


def count_outdated(db: apsw.Connection, recipe: str) -> int:
    """How many notes have not passed the rules of now."""
    found = value(db, _OTHERS, (recipe,))
    return int(found) if isinstance(found, int) else 0


def _wanted(chosen: Chosen) -> tuple[str | None, ...]:
    return (chosen.source, chosen.path, chosen.class_, chosen.tier, chosen.action)

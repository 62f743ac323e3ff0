"""Whether the files still hold what was written.

SQLite notices damage that breaks its own order. What can be read and was never written so, it
takes for true: of 60 damages of 32 bytes it noticed fewer than half. So every row that means
something has a checksum, and the words, which have none, can be derived a second time.

`quick` and `inspect` read whole files and are for whoever asks. `sample` reads a few rows each time
and comes round to all of them when nothing else is to be done; `repair` is its other half.
"""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Literal

import apsw
import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.paths import VECTORS_FILE
from vaultbrain.store import generations, notes, schema, words
from vaultbrain.store.connections import looking, looking_at_both
from vaultbrain.store.rows import UNREADABLE, checksum, rows, value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from vaultbrain.store.schema import File

_INDEX = "index.db"
_ROWS_AT_ONCE = 1000
# Looked at in this order.
_FILE_OF = dict.fromkeys(("note", "chunk"), _INDEX)
_FILE_OF |= dict.fromkeys(("vector", "spare", "page"), VECTORS_FILE)

_STORED = "SELECT id, CAST(checksum AS INTEGER) FROM {} WHERE id > ? ORDER BY id LIMIT ?"
_SEALED = """
SELECT generation, text_hash, norm, value, mean
FROM {0} JOIN generation ON generation.id = generation WHERE {0}.id = ?
"""
_VALUES = {
    "chunk": "SELECT note_id, ordinal, heading, crumb, line_start, line_end, text, text_hash, "
    "place FROM chunk WHERE id = ?",
    **{table: _SEALED.format(table) for table in ("vector", "spare")},
    "page": "SELECT generation, number, count, codes FROM page WHERE id = ?",
}
_SEAL = "UPDATE {} SET checksum = ? WHERE id = ?"
_NOTE_OF_CHUNK = "SELECT note_id FROM chunk WHERE id = ?"
_PATH = "SELECT path FROM note WHERE id = ?"
_WORDLESS = """
SELECT id FROM chunk WHERE NOT EXISTS (SELECT 1 FROM lex_docsize WHERE lex_docsize.id = chunk.id)
UNION ALL
SELECT id FROM lex_docsize WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.id = lex_docsize.id)
"""
_OUTDATED = """
SELECT chunk.id FROM chunk JOIN note ON note.id = chunk.note_id
WHERE substr(note.recipe, 1, length(?)) <> ?
"""
_WITHOUT_VECTOR = """
SELECT chunk.id FROM chunk
WHERE NOT EXISTS (SELECT 1 FROM pending WHERE pending.chunk_id = chunk.id) AND NOT EXISTS (
    SELECT 1 FROM vector JOIN generation ON generation.id = vector.generation
    WHERE vector.text_hash = chunk.text_hash AND generation.live = 1)
"""


class Fault(msgspec.Struct, frozen=True):
    """Something that is not as it was written.

    It may be `mended` without anybody's doing: when idle, for `sample` finds it as well, or at the
    next start, where the files are of two moments because of a crash between their commits.
    """

    file: str  # its name
    what: str
    table: str = ""
    row_id: int = 0
    note_id: int | None = None
    path: str | None = None
    mended: Literal["never", "idle", "start"] = "never"


class Cursor(msgspec.Struct, frozen=True):
    """The last row of each table that was looked at."""

    note: int = 0
    chunk: int = 0
    vector: int = 0
    spare: int = 0
    page: int = 0


class Sampled(msgspec.Struct, frozen=True):
    """What was found in some rows; `unsealed` rows, by table and id, have no checksum yet."""

    cursor: Cursor
    faults: tuple[Fault, ...]
    unsealed: tuple[tuple[str, int], ...]


class _Row(msgspec.Struct, frozen=True):
    id: int
    stored: int | None
    actual: int | None  # None where it cannot be read


def quick(db: apsw.Connection) -> list[Fault]:
    """What SQLite notices by itself, in 0.4 s for each 100 MB.

    Args:
        db: any connection to both files; it is only read.
    """
    index = _structure(db, "main", "quick_check", schema.INDEX)
    return [*index, *_structure(db, "vectors", "quick_check", schema.VECTORS)]


def inspect(index: Path, reading: str = "") -> list[Fault]:
    """Everything that can be found out. The words are derived a second time, in memory.

    Args:
        index: the path of one file, beside which the other is; a daemon may be using them, or
            they cannot even be opened.
        reading: with this the recipes of now begin. The words of notes with others are left
            out: they were derived otherwise, and the notes are going to be read anew.
    """
    found: list[Fault] = []
    aged: list[Fault] = []
    for path, file in ((index, schema.INDEX), (index.with_name(VECTORS_FILE), schema.VECTORS)):
        try:
            with looking(path, file) as db:
                found += _structure(db, "main", "integrity_check", file)
                aged += _age(db, path, file)
        except StoreError as error:
            found.append(Fault(path.name, error.message))
    if aged:
        return found + aged  # what they hold can be read by the code of their own version alone
    try:
        with looking_at_both(index) as db:
            return found + _contents(db, reading)
    except StoreError as error:
        return found or [Fault(index.name, error.message)]


def _age(db: apsw.Connection, path: Path, file: File) -> Iterator[Fault]:
    """That a file is of another version, where that can be read."""
    with contextlib.suppress(apsw.Error):
        ahead = schema.ahead(db, file)
        if ahead < 0:
            yield Fault(path.name, "it is of an earlier version of vaultbrain", mended="start")
        elif ahead > 0:
            yield Fault(path.name, "it is of a newer version of vaultbrain")


def sample(db: apsw.Connection, cursor: Cursor, limit: int) -> Sampled:
    """Look at the next rows of each table, and at the first again after the last.

    Args:
        db: a reading connection.
        cursor: `Cursor()`, then that of the last result.
        limit: at most so many rows of each table.
    """
    ends: dict[str, int] = {}
    faults: list[Fault] = []
    unsealed: list[tuple[str, int]] = []
    for table in _FILE_OF:
        found = _sums(db, table, getattr(cursor, table), limit)
        ends[table] = found[-1].id if len(found) == limit else 0
        faults += _unlike(db, table, found)
        unsealed += [(table, row.id) for row in found if row.stored is None]
    db.execute("PRAGMA shrink_memory")  # rows that nobody asked for are not worth keeping
    return Sampled(Cursor(**ends), tuple(faults), tuple(unsealed))


def repair(
    db: apsw.Connection, faults: Iterable[Fault], unsealed: Iterable[tuple[str, int]] = ()
) -> int:
    """Drop damaged vectors, so that their texts wait; have damaged notes read anew; seal the rest.

    Args:
        db: the connection that writes.
        faults: as `sample` found them.
        unsealed: as `sample` found them.

    Returns:
        How many notes must be read anew: let their sources be scanned.
    """
    known = list(faults)
    for table in ("vector", "spare", "page"):
        generations.drop(db, table, [at.row_id for at in known if at.table == table])
    damaged = {at.note_id for at in known if at.note_id is not None}
    distrust(db, damaged)
    for table, row_id in unsealed:
        for row in _sums(db, table, row_id - 1, 1):
            db.execute(_SEAL.format(table), (row.actual, row_id))
    return len(damaged)


def distrust(db: apsw.Connection, note_ids: Iterable[int]) -> None:
    """Have notes read anew by the next scan of their source, though their files are the same."""
    for note_id in note_ids:
        notes.touch(db, note_id, notes.UNREAD)


def _structure(db: apsw.Connection, name: str, pragma: str, file: File) -> Iterator[Fault]:
    shown = f"{file.name}.db"

    def look() -> Iterator[Fault]:
        for row in rows(db, f"PRAGMA {name}.{pragma}"):
            if row[0] != "ok":
                yield Fault(shown, str(row[0]).splitlines()[-1])  # below a headline
        for table, row_id, parent, _ in rows(db, f"PRAGMA {name}.foreign_key_check"):
            yield Fault(shown, f"a row of {table} belongs to no {parent}", str(table), row_id or 0)
        if value(db, f"PRAGMA {name}.application_id") != file.application_id:
            yield Fault(shown, "it does not say that it is ours")

    return _tried(shown, look)


def _contents(db: apsw.Connection, reading: str) -> list[Fault]:
    """What only we can know."""
    looks = [(file, functools.partial(_all_unlike, db, table)) for table, file in _FILE_OF.items()]
    others = (_without_words, _without_vector, functools.partial(_wrong_words, reading=reading))
    looks += [(_INDEX, functools.partial(look, db)) for look in others]
    return [fault for file, look in looks for fault in _tried(file, look)]


def _tried(file: str, look: Callable[[], Iterator[Fault]]) -> Iterator[Fault]:
    """What a look finds; that it cannot be had is a finding too."""
    try:
        yield from look()
    except apsw.InterruptError:  # the files are to be closed
        raise
    except apsw.Error as error:
        yield Fault(file, str(error))
    except UNREADABLE:  # whose text may be of a note
        yield Fault(file, "a row cannot be read")


def _all_unlike(db: apsw.Connection, table: str) -> Iterator[Fault]:
    last = 0
    while found := _sums(db, table, last, _ROWS_AT_ONCE):
        # In a damaged tree ids can stand in any order, but there is no way back.
        last = max(last + 1, *(row.id for row in found))
        yield from _unlike(db, table, found)


def _sums(db: apsw.Connection, table: str, after: int, limit: int) -> list[_Row]:
    found = rows(db, _STORED.format(table), (after, limit))
    return [_Row(at, stored, _actual(db, table, at)) for at, stored in found]


def _actual(db: apsw.Connection, table: str, row_id: int) -> int | None:
    try:
        if table == "note":
            return notes.checksum_of(db, row_id)
        found = rows(db, _VALUES[table], (row_id,))
    except UNREADABLE:
        return None
    # In a damaged tree a row can be met that is not found by its id.
    return checksum(found[0]) if found else None


def _unlike(db: apsw.Connection, table: str, read: Iterable[_Row]) -> Iterator[Fault]:
    for row in read:
        if row.actual is None or row.stored not in {None, row.actual}:
            found = _fault(db, f"a row of {table} is not what was written", table, row.id)
            yield msgspec.structs.replace(found, mended="idle")


def _without_words(db: apsw.Connection) -> Iterator[Fault]:
    for row in rows(db, _WORDLESS):
        yield _fault(db, "a chunk without words, or words without a chunk", "chunk", row[0])


def _without_vector(db: apsw.Connection) -> Iterator[Fault]:
    for row in rows(db, _WITHOUT_VECTOR):  # `generations.begin` sets it right
        found = _fault(db, "a chunk has no vector and waits for none", "chunk", row[0])
        yield msgspec.structs.replace(found, mended="start")


def _fault(db: apsw.Connection, what: str, table: str, row_id: int) -> Fault:
    note_id = row_id if table == "note" else None
    for row in rows(db, _NOTE_OF_CHUNK, (row_id,)) if table == "chunk" else ():
        note_id = row[0]
    path = None
    with contextlib.suppress(UnicodeDecodeError):
        for row in rows(db, _PATH, (note_id,)):
            path = row[0]
    return Fault(_FILE_OF[table], what, table, row_id, note_id, path)


def _wrong_words(db: apsw.Connection, *, reading: str) -> Iterator[Fault]:
    found = words.differing(db)
    outdated = {row[0] for row in rows(db, _OUTDATED, (reading, reading))}
    for chunk_id in sorted(found.chunks - outdated):
        yield _fault(db, "the words of a chunk are not its own", "chunk", chunk_id)
    if found.totals and not outdated:
        yield Fault(_INDEX, "the number of all words is not what was written")

"""Notes, chunks and what hangs on them. Every change of a note is one call, one transaction."""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.records import Problem, Signature
from vaultbrain.store import analysis, findings, forgotten, generations, languages, lexical
from vaultbrain.store.rows import checksum, rows, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import apsw

    from vaultbrain.records import Chunk, Finding, Note
    from vaultbrain.store.findings import Row as _Row

_KNOWN = """
SELECT path, id, sha256, size, mtime_ns, ctime_ns, inode, checked_ns, recipe
FROM note WHERE source = ?
"""
_KNOWN_ONE = _KNOWN + " AND path = ?"
_KNOWN_BELOW = _KNOWN + " AND path >= ? AND path < ?"
_PUT_NOTE = """
INSERT INTO note (source, path, title, aliases, tags, frontmatter, language, sha256,
                  recipe, date, digest, size, mtime_ns, ctime_ns, inode, checked_ns, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_PUT_CHUNK = """
INSERT INTO chunk (note_id, ordinal, heading, crumb, line_start, line_end, text, text_hash,
                   place, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_PUT_LEX = """
INSERT INTO lex (rowid, title, aliases, headings, tags, body, stems) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_PUT_PENDING = "INSERT INTO pending (chunk_id, mtime_ns) VALUES (?, ?)"
_PUT_TAG = "INSERT INTO tag (note_id, tag) VALUES (?, ?)"
_PUT_LINK = """
INSERT INTO link (note_id, ordinal, target, heading, block, alias, embed, line)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_CHUNK_IDS = "SELECT id FROM chunk WHERE note_id = ? ORDER BY id"
_DROP_LEX = "DELETE FROM lex WHERE rowid = ?"
# Chunks that are gone, whose words go at the end of the transaction.
MAKE_GONE = "CREATE TEMP TABLE gone (chunk_id INTEGER PRIMARY KEY)"
_PUT_GONE = "INSERT INTO temp.gone VALUES (?)"
_GONE = "SELECT chunk_id FROM temp.gone ORDER BY chunk_id"
_NONE_GONE = "DELETE FROM temp.gone"
_DROP_NOTE = "DELETE FROM note WHERE id = ?"
_TOUCH = """
UPDATE note SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, checked_ns = ? WHERE id = ?
"""
_TITLE = "SELECT title FROM note WHERE id = ?"
_CRUMBS = """
SELECT id, note_id, ordinal, heading, crumb, line_start, line_end, text, text_hash, place
FROM chunk WHERE note_id = ?
"""
_RETITLE = "UPDATE chunk SET crumb = ?, checksum = ? WHERE id = ?"
_MOVE = "UPDATE note SET path = ?, title = ?, aliases = ?, date = ? WHERE id = ?"
_SEAL = "UPDATE note SET checksum = ? WHERE id = ?"
_SEALED = """
SELECT source, path, title, aliases, tags, frontmatter, language, sha256, recipe, date
FROM note WHERE id = ?
"""
_TAGS = "SELECT tag FROM tag WHERE note_id = ? ORDER BY tag"
_LINKS = """
SELECT ordinal, target, heading, block, alias, embed, line FROM link WHERE note_id = ?
ORDER BY ordinal
"""
_REST = (_TAGS, _LINKS, findings.SEALED)
_MADE = "SELECT tags, frontmatter, recipe FROM note WHERE id = ?"
_PASSAGES = """
SELECT heading, line_start, line_end, text, place FROM chunk WHERE note_id = ? ORDER BY ordinal
"""
_CHUNKS = "SELECT id, heading, text FROM chunk WHERE note_id = ? ORDER BY ordinal"
_UPDATE_RECIPE = "UPDATE note SET recipe = ? WHERE id = ?"
_DIGEST = "SELECT digest FROM note WHERE id = ?"
_HASHES = "SELECT DISTINCT text_hash FROM chunk WHERE note_id = ?"
_LANGUAGE = "SELECT language FROM note WHERE id = ?"
_PUT_PROBLEM = "INSERT OR REPLACE INTO problem VALUES (?, ?, ?, ?, ?)"
_DROP_PROBLEMS = "DELETE FROM problem WHERE source = ? AND path = ?"
_DROP_PROBLEM_CODE = "DELETE FROM problem WHERE source = ? AND code = ?"
_PROBLEMS = "SELECT code, message, advice, path FROM problem ORDER BY source, path LIMIT ?"
_HAS_PROBLEMS = "SELECT EXISTS (SELECT 1 FROM problem WHERE source = ? AND path = ?)"
_COUNT_PROBLEMS = "SELECT count(*) FROM problem WHERE code = ?"
_COUNTS = "SELECT (SELECT count(*) FROM note), (SELECT count(*) FROM chunk)"
_NOTES_BY_SOURCE = "SELECT source, count(*) FROM note GROUP BY source"
_FIND = "SELECT source, path, title, sha256 FROM note WHERE path = ? ORDER BY source"
_SAMPLE = "SELECT path, sha256 FROM note WHERE source = ? ORDER BY sha256 LIMIT ?"
_META = "SELECT value FROM meta WHERE key = ?"
_PUT_META = "INSERT OR REPLACE INTO meta VALUES (?, ?)"
_BUMP = """
INSERT INTO meta VALUES ('generation', '1')
ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)
"""
_DROP_OTHER_PROBLEMS = """
DELETE FROM problem WHERE source NOT IN (SELECT value FROM json_each(?))
"""
_DROP_SOURCE = "SELECT id FROM note WHERE source NOT IN (SELECT value FROM json_each(?))"


# So much of a chunk tells its language.
_SAMPLED = 1000
# The signature of a note that is to be read anew: whatever is on disk differs from it.
UNREAD = Signature(-1, -1, -1, -1)


class Known(msgspec.Struct, frozen=True):
    """What the index remembers of a file."""

    id: int
    path: str
    sha256: bytes
    signature: Signature
    checked_ns: int
    recipe: str


class Entry(msgspec.Struct, frozen=True):
    """A note ready to be stored, with everything that hangs on it.

    Where it `forgets`, what stood in its place held what is not to be kept, not even for later use.
    """

    source: str
    note: Note
    chunks: tuple[Chunk, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    sha256: bytes
    signature: Signature
    recipe: str
    forgets: bool = False

    @property
    def digest(self) -> bytes:
        """SHA-256 of what the rows are made of but for findings: equal ones make equal rows."""
        at = self.note
        names = (at.title, at.names, at.tags, at.frontmatter, at.date)
        made_of = (*names, at.links, at.sections, at.marks)
        return hashlib.sha256(msgspec.msgpack.encode(made_of)).digest()


class Passage(msgspec.Struct, frozen=True):
    """A chunk as far as its words go."""

    id: int
    heading: tuple[str, ...]
    text: str


class Found(msgspec.Struct, frozen=True):
    """A note by its path."""

    source: str
    path: str
    title: str
    sha256: bytes


def known(
    db: apsw.Connection, source: str, *, path: str | None = None, below: str | None = None
) -> dict[str, Known]:
    """What is remembered of a source, of one path in it, or of one folder in it."""
    if path is not None:
        found = rows(db, _KNOWN_ONE, (source, path))
    elif below:
        found = rows(db, _KNOWN_BELOW, (source, f"{below}/", f"{below}0"))
    else:
        found = rows(db, _KNOWN, (source,))
        db.execute("PRAGMA shrink_memory")  # every page was read, and few are needed again
    return {
        row[0]: Known(row[1], row[0], row[2], Signature(*row[3:7]), row[7], row[8]) for row in found
    }


def replace(db: apsw.Connection, entry: Entry) -> int:
    """Put a note in the place of whatever stood at its path; returns its id.

    Single plain inserts only: RETURNING, INSERT … SELECT and savepoints make SQLite open a
    statement transaction, at which FTS5 writes what it holds in memory as one more segment.
    """
    outdated: set[bytes] = set()
    seen: dict[str, int] = {}
    for old in known(db, entry.source, path=entry.note.path).values():
        # What other rules let pass may hold what these redact.
        if entry.forgets or old.recipe != entry.recipe:
            outdated.update(row[0] for row in rows(db, _HASHES, (old.id,)))
        seen = findings.first_seen(db, old.id)
        _drop(db, old.id)
    note, at = entry.note, entry.signature
    language = _language([chunk.text for chunk in entry.chunks])
    row = (
        *(entry.source, note.path, note.title, _json(note.names), _json(note.tags)),
        *(note.frontmatter.value, language, entry.sha256, entry.recipe, note.date or ""),
    )
    rest = _rest(entry)
    signature = (at.size, at.mtime_ns, at.ctime_ns, at.inode, time.time_ns())
    db.execute(_PUT_NOTE, (*row, entry.digest, *signature, checksum((row, *rest))))
    note_id = db.last_insert_rowid()
    _put_chunks(db, note_id, entry, language)
    _put_rest(db, note_id, rest, seen)
    put_problems(db, entry.source, note.path, entry.problems)
    forgotten.forget(db, outdated.difference(chunk.text_hash for chunk in entry.chunks))
    db.execute(_BUMP)
    return note_id


def _put_chunks(db: apsw.Connection, note_id: int, entry: Entry, language: str) -> None:
    generation_id = generations.live_id(db)
    for chunk in entry.chunks:
        row = (
            *(note_id, chunk.ordinal, _json(chunk.heading), chunk.crumb),
            *(chunk.line_start, chunk.line_end, chunk.text, chunk.text_hash, chunk.place),
        )
        db.execute(_PUT_CHUNK, (*row, checksum(row)))
        chunk_id = db.last_insert_rowid()
        if not generations.claim(db, generation_id, chunk.text_hash):
            db.execute(_PUT_PENDING, (chunk_id, entry.signature.mtime_ns))
        _put_words(db, entry.note, Passage(chunk_id, chunk.heading, chunk.text), language)


def _language(texts: Sequence[str]) -> str:
    """The language of a note, by the beginnings of its first chunks."""
    return languages.guess("\n".join(text[:_SAMPLED] for text in texts[:3]))


def _put_words(db: apsw.Connection, note: Note, passage: Passage, language: str) -> None:
    db.execute(_PUT_LEX, words(note.title, note.names, note.tags, passage, language))


def words(
    title: str, aliases: Iterable[str], tags: Iterable[str], passage: Passage, language: str
) -> tuple[str | int, ...]:
    """The row of `lex` by which a chunk is found: its id, and its columns in their order."""
    headings = " \n".join(dict.fromkeys((*passage.heading, *lexical.headings_in(passage.text))))
    stems = analysis.stems(f"{title}\n{headings}\n{passage.text}", language)
    names = (title, " \n".join(aliases), headings, " ".join(tags))
    return (passage.id, *names, passage.text, stems)


def _rest(entry: Entry) -> tuple[list[_Row], ...]:
    """What hangs on a note beside its chunks, as rows without the note: tags, links, findings."""
    return (
        [(tag,) for tag in sorted({analysis.fold(tag) for tag in entry.note.tags})],
        [
            (n, at.target, at.heading, at.block, at.alias, int(at.embed), at.line)
            for n, at in enumerate(entry.note.links)
        ],
        findings.as_rows(entry.findings),
    )


def _put_rest(
    db: apsw.Connection, note_id: int, rest: tuple[list[_Row], ...], seen: Mapping[str, int]
) -> None:
    tags, links, found = rest
    db.executemany(_PUT_TAG, ((note_id, *row) for row in tags))
    db.executemany(_PUT_LINK, ((note_id, *row) for row in links))
    findings.put(db, note_id, found, seen)


def checksum_of(db: apsw.Connection, note_id: int) -> int:
    """What the checksum of a note must be: its names, what it was made of, and all but chunks.

    Its signature is left out, for it changes often, and a damaged one has the note read anew.
    """
    rest = (rows(db, sql, (note_id,)) for sql in _REST)
    return checksum((*rows(db, _SEALED, (note_id,)), *rest))


def put_problems(db: apsw.Connection, source: str, path: str, problems: Iterable[Problem]) -> None:
    """Remember what is wrong with one file; replaces what was remembered of it."""
    db.execute(_DROP_PROBLEMS, (source, path))
    db.executemany(
        _PUT_PROBLEM, ((source, path, at.code, at.message, at.advice) for at in problems)
    )


def put_scan_problems(db: apsw.Connection, source: str, problems: Iterable[Problem]) -> None:
    """Remember what a scan could not list; replaces what earlier scans said."""
    for code in ("folder-unreadable", "name-unreadable", "ignore-file-broken"):
        db.execute(_DROP_PROBLEM_CODE, (source, code))
    db.executemany(
        _PUT_PROBLEM, ((source, at.path or "", at.code, at.message, at.advice) for at in problems)
    )


def rename(db: apsw.Connection, old: Known, entry: Entry) -> None:
    """Put a note in the place of one that had the same bytes at another path.

    Its rows move where they would be made the same, which nothing promises: the ending of a name
    says how a file is read, and of a picture its name is most of what can be read.
    """
    if _is_made_alike(db, old, entry):
        move(db, old, entry.source, entry.note, entry.signature)
        put_problems(db, entry.source, entry.note.path, entry.problems)
        return
    drop = forget if entry.forgets or old.recipe != entry.recipe else delete
    drop(db, entry.source, old)
    replace(db, entry)


def texts(db: apsw.Connection, note_id: int) -> list[str]:
    """The texts of a note's chunks, in their order."""
    return [str(row[2]) for row in rows(db, _CHUNKS, (note_id,))]


def digest(db: apsw.Connection, note_id: int) -> bytes:
    """Of what was read from a note; see `Entry`."""
    found = rows(db, _DIGEST, (note_id,))
    return bytes(found[0][0]) if found else b""


def pass_again(db: apsw.Connection, old: Known, entry: Entry) -> None:
    """Remember that other rules made the same of a note, with other findings perhaps."""
    seen = findings.first_seen(db, old.id)
    findings.drop(db, old.id)
    findings.put(db, old.id, findings.as_rows(entry.findings), seen)
    db.execute(_UPDATE_RECIPE, (entry.recipe, old.id))
    db.execute(_SEAL, (checksum_of(db, old.id), old.id))
    touch(db, old.id, entry.signature)
    put_problems(db, entry.source, old.path, entry.problems)


def _is_made_alike(db: apsw.Connection, old: Known, entry: Entry) -> bool:
    """Whether all rows of a note are those of another, but for names."""
    made = (_json(entry.note.tags), entry.note.frontmatter.value, entry.recipe)
    if rows(db, _MADE, (old.id,)) != [made]:
        return False
    chunks = [
        (_json(at.heading), at.line_start, at.line_end, at.text, at.place) for at in entry.chunks
    ]
    if rows(db, _PASSAGES, (old.id,)) != chunks:
        return False
    return all(
        rows(db, sql, (old.id,)) == made for sql, made in zip(_REST, _rest(entry), strict=True)
    )


def move(db: apsw.Connection, old: Known, source: str, note: Note, signature: Signature) -> None:
    """Give a note its new path and names. Its text is the same, so its vectors stay."""
    for other in known(db, source, path=note.path).values():
        if other.id != old.id:
            _drop(db, other.id)
    # The old name would be shown with every passage; vectors are found by hash and stay.
    _retitle(db, old.id, str(value(db, _TITLE, (old.id,))), note.title)
    db.execute(_MOVE, (note.path, note.title, _json(note.names), note.date or "", old.id))
    db.execute(_SEAL, (checksum_of(db, old.id), old.id))
    touch(db, old.id, signature)
    db.executemany(_DROP_LEX, rows(db, _CHUNK_IDS, (old.id,)))
    found = rows(db, _CHUNKS, (old.id,))
    language = value(db, _LANGUAGE, (old.id,))
    for chunk_id, heading, text in found:
        passage = Passage(int(chunk_id), tuple(msgspec.json.decode(heading)), str(text))
        _put_words(db, note, passage, language)
    db.execute(_DROP_PROBLEMS, (source, old.path))
    db.execute(_BUMP)


def _retitle(db: apsw.Connection, note_id: int, before: str, after: str) -> None:
    """Write another title in front of every chunk's path of headings."""
    for chunk_id, *row in rows(db, _CRUMBS, (note_id,)):
        crumb = str(row[3])
        if crumb.startswith(before):
            row[3] = after + crumb[len(before) :]
            db.execute(_RETITLE, (row[3], checksum(row), chunk_id))


def touch(db: apsw.Connection, note_id: int, signature: Signature) -> None:
    """Remember that a file's bytes are unchanged under a new signature."""
    at = signature
    db.execute(_TOUCH, (at.size, at.mtime_ns, at.ctime_ns, at.inode, time.time_ns(), note_id))


def delete(db: apsw.Connection, source: str, old: Known) -> None:
    """Forget a note and what hangs on it. `generations.prune` takes its vectors out of use."""
    _drop(db, old.id)
    db.execute(_DROP_PROBLEMS, (source, old.path))
    db.execute(_BUMP)


def forget(db: apsw.Connection, source: str, old: Known) -> None:
    """Delete a note that may not be indexed any more; its vectors go at once and for good."""
    hashes = [row[0] for row in rows(db, _HASHES, (old.id,))]
    delete(db, source, old)
    forgotten.forget(db, hashes)


def delete_other_sources(db: apsw.Connection, sources: Iterable[str]) -> int:
    """Forget the notes of sources that are no longer configured; returns how many."""
    kept = _json(tuple(sources))
    ids = [int(row[0]) for row in rows(db, _DROP_SOURCE, (kept,))]
    db.execute(_DROP_OTHER_PROBLEMS, (kept,))
    for note_id in ids:
        _drop(db, note_id)
    if ids:
        db.execute(_BUMP)
    return len(ids)


def _drop(db: apsw.Connection, note_id: int) -> None:
    db.executemany(_PUT_GONE, rows(db, _CHUNK_IDS, (note_id,)))
    db.execute(_DROP_NOTE, (note_id,))


def settle(db: apsw.Connection) -> None:
    """Delete the words of chunks that are gone: the last thing in every transaction.

    FTS5 keeps in memory what comes in the order of its ids; a deletion between two insertions made
    it write a segment for each note, which was a third of the work on 10,000 changed notes.
    """
    gone = rows(db, _GONE)
    if gone:
        db.executemany(_DROP_LEX, gone)
        db.execute(_NONE_GONE)


def find(db: apsw.Connection, path: str) -> list[Found]:
    """The notes at a path, one for each source that has it."""
    return [Found(*row) for row in rows(db, _FIND, (path,))]


def sample(db: apsw.Connection, source: str, limit: int) -> list[tuple[str, bytes]]:
    """Path and SHA-256 of some notes of a source, from all over it."""
    return [(str(path), bytes(sha256)) for path, sha256 in rows(db, _SAMPLE, (source, limit))]


def problems(db: apsw.Connection, limit: int) -> list[Problem]:
    """What is wrong with single files, in the order of their paths."""
    return [
        Problem(code=row[0], message=row[1], advice=row[2], path=row[3] or None)
        for row in rows(db, _PROBLEMS, (limit,))
    ]


def has_problems(db: apsw.Connection, source: str, path: str) -> bool:
    """Whether anything is known to be wrong with a file."""
    return bool(value(db, _HAS_PROBLEMS, (source, path)))


def count_problems(db: apsw.Connection, code: str) -> int:
    """How many files have a problem of a kind."""
    return int(value(db, _COUNT_PROBLEMS, (code,)))


def counts(db: apsw.Connection) -> tuple[int, int]:
    """How many notes and chunks there are."""
    notes, chunks = rows(db, _COUNTS)[0]
    return int(notes), int(chunks)


def notes_by_source(db: apsw.Connection) -> dict[str, int]:
    """How many notes each source has."""
    return dict(rows(db, _NOTES_BY_SOURCE))


def generation(db: apsw.Connection) -> int:
    """A number that grows with every change of the index."""
    return int(meta(db, "generation") or 0)


def meta(db: apsw.Connection, key: str) -> str | None:
    """A remembered value of the index as a whole."""
    found = rows(db, _META, (key,))
    return str(found[0][0]) if found else None


def put_meta(db: apsw.Connection, key: str, value: str) -> None:
    """Remember a value of the index as a whole."""
    db.execute(_PUT_META, (key, value))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()

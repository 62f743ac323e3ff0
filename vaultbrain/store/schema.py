"""The files of the store: created, checked and brought up to date before anybody works in them."""

from __future__ import annotations

import contextlib
import errno
import os
from typing import TYPE_CHECKING

import apsw
import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.store import steps
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# What a look at every table may cost after an end that was not clean: 0.03 s for each 100 MB, and
# as much as the disk takes to read them. SQLite's own files survive such an end; a disk that lied
# is what this is for. Larger ones, and the words (0.3 s for each 100 MB), are looked at when idle.
_QUICKLY_LOOKED_THROUGH = 256 << 20
_CONNECTION = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
)
# Tables that have pages of their own.
_KEYS = "PRAGMA foreign_key_check"
_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
# Closing does it too, but does not tell where there is no room for it.
_EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
READ = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
# Written into the file when it is created.
_PERSISTENT = (
    "PRAGMA page_size = 4096",
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
)


class DamagedError(Exception):
    """A file that was ours cannot be used as it is; the text says why. It can be made anew."""


class File(msgspec.Struct, frozen=True):
    """What one file of the store is."""

    name: str  # of the folder of its steps, and as a schema
    application_id: int
    tables: frozenset[str]  # some, by which it is known for ours
    trouble: str  # of {path} for the reason {why}
    remedy: str  # what deleting it does


INDEX = File(
    "index",
    0x76_62_72_6E,  # "vbrn"
    frozenset({"meta", "note", "chunk", "lex"}),
    "The index {path} cannot be used: {why}. Your notes are not affected, and the index is "
    "only derived from them.",
    "it is rebuilt.",
)
VECTORS = File(
    "vectors",
    0x76_62_76_65,  # "vbve"
    frozenset({"generation", "vector", "spare"}),
    "The vectors in {path} cannot be used: {why}. Your notes are not affected, and the vectors "
    "are only derived from them.",
    "every text is embedded anew, and until that is done search goes by words.",
)


def prepare(path: Path, file: File, *, check: bool = False, readonly: bool = False) -> bool:
    """Create a file that its owner alone may read, or check it and bring it up to date.

    A new one gets its name when it is whole: half a file would be taken for a damaged one.

    Args:
        path: where it is.
        file: what it must be.
        check: look through the whole file; otherwise that is done after an end that was not
            clean, and not as thoroughly.
        readonly: it cannot be written, so it must be there and up to date.

    Returns:
        True where it was created.

    Raises:
        DamagedError: it must be made anew.
        StoreError: it is not ours, is of a newer version or cannot be opened.
    """
    unclean = _is_unclean(path)  # seen before anything is opened
    try:
        with telling(path, file):
            at = path if readonly or path.exists() else _draft(path)
            with contextlib.closing(_opened(at, readonly=readonly)) as db:
                configure(db)
                version = _recognise(db, path, file)
                _look_through(db, all_of_it=check, tables=unclean)
                if readonly:
                    return _is_up_to_date(version, path, file)
                created = _bring_up_to_date(db, file, version)
                if at != path:
                    rows(db, _EMPTY_LOG)
            if at != path:
                _delete_logs(path)
                at.rename(path)
    except StoreError as error:
        if isinstance(error.__cause__, (apsw.CorruptError, apsw.NotADBError)):
            raise DamagedError(str(error.__cause__)) from error
        raise
    return created


def _draft(path: Path) -> Path:
    """A new file, still empty, under another name; what a kill left there is deleted."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    _delete_logs(draft)
    # Made here, for SQLite's own would have the rights that the umask leaves. Its logs take those
    # of their file.
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    return draft


def _delete_logs(path: Path) -> None:
    """Those of a file that is gone: SQLite would play them into the one that takes its name."""
    for at in (log_of(path), path.with_name(f"{path.name}-shm")):
        at.unlink(missing_ok=True)


def _opened(path: Path, *, readonly: bool) -> apsw.Connection:
    flags = READ if readonly else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    return apsw.Connection(place(path, readonly=readonly), flags=flags)


def place(path: Path, *, readonly: bool) -> str:
    """What to tell SQLite to open, the flag `READ` given where it cannot be written.

    Without a folder in which to make its locks, SQLite reads only what it is told not to change.
    That leaves out a log that was not moved into the file, so this is read as well as can be.
    """
    if not readonly:
        return str(path)
    option = "mode=ro" if has_log(path) else "immutable=1"
    return f"{path.absolute().as_uri()}?{option}"


def log_of(path: Path) -> Path:
    """Where SQLite keeps what is not yet in the file."""
    return path.with_name(f"{path.name}-wal")


def has_log(path: Path) -> bool:
    """Whether something is not yet in the file: it is open, or its last end was not clean."""
    return size(log_of(path)) > 0


def size(path: Path) -> int:
    """Bytes of a file; 0 where there is none."""
    return path.stat().st_size if path.exists() else 0


def can_write(path: Path) -> bool:
    """Whether SQLite may write a file and its logs; opens nothing."""
    rights = ((path, os.W_OK), (path.parent, os.W_OK | os.X_OK))
    return all(os.access(at, right, effective_ids=True) for at, right in rights if at.exists())


@contextlib.contextmanager
def telling(path: Path, file: File) -> Iterator[None]:
    """Say of SQLite's errors, and the system's, which file they are about and what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StoreError(_no_room(path, file)) from error
        raise StoreError(_cannot_open(path, file, str(error.strerror))) from error
    except (apsw.CantOpenError, apsw.PermissionsError, apsw.ReadOnlyError) as error:
        raise StoreError(_cannot_open(path, file, str(error))) from error
    except apsw.Error as error:
        if isinstance(error, apsw.FullError) or _lacks_room(error):
            raise StoreError(_no_room(path, file)) from error
        raise StoreError(_cannot_use(path, file, str(error))) from error


def _lacks_room(error: apsw.Error) -> bool:
    """Whether the file that connections share could not be made."""
    return getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE


def configure(connection: apsw.Connection) -> None:
    """Set what every connection must be told once."""
    for pragma in _CONNECTION:
        connection.execute(pragma)


def protect(connection: apsw.Connection, schema: str) -> None:
    """Set what a connection that writes must be told of each file."""
    # FAST and OFF leave deleted text in the file (and FTS5's own switch costs 20 times the write).
    connection.execute(f"PRAGMA {schema}.secure_delete = ON")
    connection.execute(f"PRAGMA {schema}.synchronous = NORMAL")
    connection.execute(f"PRAGMA {schema}.journal_size_limit = 67108864")


def _recognise(connection: apsw.Connection, path: Path, file: File) -> int:
    """The version of a file that is ours or empty; nothing is written into anybody else's."""
    tables = {row[0] for row in rows(connection, "SELECT name FROM sqlite_schema")}
    version = int(value(connection, "PRAGMA user_version"))
    if not tables:
        return 0
    if value(connection, "PRAGMA application_id") != file.application_id:
        if file.tables <= tables:
            raise DamagedError("its first page was changed")
        raise StoreError(_cannot_use(path, file, "it is a database of another program"))
    if version > len(_steps(file)):
        raise StoreError(_cannot_use(path, file, f"it is of a newer version ({version})"))
    return version


def _is_unclean(path: Path) -> bool:
    return has_log(path) and size(path) <= _QUICKLY_LOOKED_THROUGH


def _look_through(connection: apsw.Connection, *, all_of_it: bool, tables: bool) -> None:
    found: list[str] = []
    if all_of_it:
        found.append(value(connection, "PRAGMA integrity_check(1)"))
        found += [f"{row[0]} lacks what it belongs to" for row in rows(connection, _KEYS)]
    elif tables:
        names = rows(connection, _TABLES)
        found += [value(connection, f"PRAGMA quick_check('{row[0]}')") for row in names]
    for said in found:
        if said != "ok":
            raise DamagedError(said.splitlines()[-1])  # below a headline


def ahead(connection: apsw.Connection, file: File) -> int:
    """How many versions a file is newer than this code; less than 0 for an older one."""
    return int(value(connection, "PRAGMA user_version")) - len(_steps(file))


def _is_up_to_date(version: int, path: Path, file: File) -> bool:
    if version < len(_steps(file)):
        why = "it is of an older version, and cannot be written and so not be brought up to date"
        raise StoreError(_cannot_open(path, file, why))
    return False


def _bring_up_to_date(connection: apsw.Connection, file: File, version: int) -> bool:
    for pragma in () if version else _PERSISTENT:
        connection.execute(pragma)
    protect(connection, "main")
    steps.take(connection, _steps(file), version, file.application_id)
    return not version


def _steps(file: File) -> list[str]:
    return steps.read(file.name)


def _cannot_use(path: Path, file: File, why: str) -> str:
    return f"{file.trouble.format(path=path, why=why)} {advice(path, file)}"


def advice(path: Path, file: File) -> str:
    """How to have a file made anew."""
    return f"Stop vaultbrain, delete {path.name}* in {path.parent} and start again; {file.remedy}"


def _cannot_open(path: Path, file: File, why: str) -> str:
    trouble = file.trouble.format(path=path, why=why)
    return f"{trouble} Make {path.parent} and the files in it writable for you and start again."


def _no_room(path: Path, file: File) -> str:
    trouble = file.trouble.format(path=path, why="its disk is full")
    return f"{trouble} Make room there and start again; nothing is lost."

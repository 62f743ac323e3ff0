"""The file of authored data: created, checked, brought up to date and copied, never dropped.

It keeps a rollback journal, not a log as the index does: between two writes the file is whole in
itself, can be read where nothing may be written, and SQLite notices when it is taken away. A
write costs some 0.5 ms more for it.
"""

from __future__ import annotations

import contextlib
import errno
import os
from typing import TYPE_CHECKING

import apsw

from vaultbrain.errors import StoreError
from vaultbrain.store import steps
from vaultbrain.store.rows import rows, value
from vaultbrain.store.schema import configure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION_ID = 0x76_62_73_74  # "vbst"
JOURNALS = ("-journal", "-wal", "-shm")  # the last two where somebody changed the journal
_DURABLE = (
    "PRAGMA journal_mode = DELETE",
    # FULL, and the folder is synced too, without which a commit could be undone by a power cut.
    "PRAGMA synchronous = EXTRA",
    "PRAGMA secure_delete = ON",
)
_TROUBLE = (
    "What you decided about your vaults is in {path}, and it cannot be used: {why}. Your notes "
    "and the index are not affected. {advice}"
)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class UnfitError(Exception):
    """A file is not ours to use; says why."""


class DamagedError(UnfitError):
    """A file was ours, or is none of anybody; says what is wrong with it."""


def connect(path: Path, *, is_new: bool) -> apsw.Connection:
    """Open the file, for reading alone where no more is allowed, and bring it up to date.

    Args:
        path: of the file; created for its owner alone where it is missing.
        is_new: whether it may be missing or empty; otherwise that is a damage.

    Raises:
        DamagedError: it must be replaced; nothing was written to it.
        StoreError: it is another program's or of a newer version; nothing was written to it.
        apsw.Error: it cannot be read now.
        OSError: it cannot be created.
    """
    if not path.exists():
        if not is_new:
            raise DamagedError("it is missing")
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        _prepare(connection, is_new=is_new)
    except BaseException as error:
        connection.close()
        if isinstance(error, UnfitError) and not isinstance(error, DamagedError):
            raise StoreError(_refusal(path, str(error))) from error
        raise
    return connection


def check(path: Path) -> str:
    """Why a file cannot be a good copy; empty where it is one."""
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            _examine(connection, is_new=False)
        finally:
            connection.close()
    except (apsw.Error, UnfitError) as error:
        return str(error)
    return ""


def copy(source: apsw.Connection, target: Path) -> None:
    """Write what a connection sees into a new file that its owner alone may read."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    copied = apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        with copied.backup("main", source, "main") as copying:
            copying.step()
    finally:
        copied.close()


def copy_file(source: Path, target: Path) -> None:
    """The same, of a file that nobody writes."""
    connection = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        copy(connection, target)
    finally:
        connection.close()


def settle(path: Path) -> None:
    """Undo what a process that was killed left half written, as far as the file can be read."""
    with contextlib.suppress(apsw.Error):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            rows(connection, "SELECT 1 FROM sqlite_schema")
        finally:
            connection.close()


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """Say of every error which file it is about, what it means and what to do.

    Raises:
        StoreError: in place of SQLite's and the system's errors.
    """
    try:
        yield
    except (apsw.Error, OSError, UnfitError) as error:
        why = getattr(error, "strerror", None) or str(error)
        message = _TROUBLE.format(path=path, why=why, advice=_advice(error))
        raise StoreError(message) from error


def _prepare(connection: apsw.Connection, *, is_new: bool) -> None:
    configure(connection)
    try:
        _examine(connection, is_new=is_new)
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise DamagedError(str(error)) from error
    for pragma in _DURABLE:
        connection.execute(pragma).fetchall()
    version = int(value(connection, "PRAGMA user_version"))
    steps.take(connection, _steps(), version, APPLICATION_ID)


def _examine(connection: apsw.Connection, *, is_new: bool) -> None:
    """Only reads, so that nothing is written into a file that is not ours."""
    if not value(connection, "SELECT count(*) FROM sqlite_schema"):
        if not is_new:
            raise DamagedError("it is empty")
    elif value(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise UnfitError("it is a database of another program")
    version = value(connection, "PRAGMA user_version")
    if version > len(_steps()):
        raise UnfitError(f"it is of a newer version ({version})")
    found = str(value(connection, "PRAGMA quick_check(1)"))
    if found != "ok":
        raise DamagedError(found.splitlines()[-1])  # below a headline


def _steps() -> list[str]:
    return steps.read("state")


def _refusal(path: Path, why: str) -> str:
    advice = (
        "It was left as it is. Update vaultbrain if it comes from a newer one; otherwise stop "
        "vaultbrain and see what can be put in its place: vaultbrain restore"
    )
    return _TROUBLE.format(path=path, why=why, advice=advice)


def _advice(error: Exception) -> str:
    if isinstance(error, apsw.FullError) or getattr(error, "errno", None) in _NO_ROOM:
        return "Make room on that disk; nothing that was written before is lost."
    moved = getattr(error, "extendedresult", None) == apsw.SQLITE_READONLY_DBMOVED
    closed = isinstance(error, apsw.ReadOnlyError | apsw.CantOpenError | OSError)
    if closed and not moved:
        return "Make the folder and the file writable for yourself, then restart vaultbrain."
    return "Restart vaultbrain: what cannot be read is kept, and the newest backup put in place."

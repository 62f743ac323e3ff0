"""Opening `index.db`: connections, pragmas, schema versions."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import queue
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from vaultbrain.errors import StoreError
from vaultbrain.store.rows import value

if TYPE_CHECKING:
    from collections.abc import Iterator

Connection = apsw.Connection
APPLICATION_ID = 0x76_62_72_6E  # "vbrn"
_READERS = 4
_PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
    # No memory map: every connection would count the whole file as its own memory.
    "PRAGMA cache_size = -8192",
)
# FAST and OFF leave deleted text in the file (and FTS5's own switch costs 20 times the write).
_WRITER_PRAGMAS = (
    "PRAGMA page_size = 4096",
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA secure_delete = ON",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA wal_autocheckpoint = 4000",
)


class Database:
    """One index file: a single connection that writes and a few that only read."""

    def __init__(self, path: Path) -> None:
        """Open the file, create it where there is none, and bring its schema up to date.

        Raises:
            StoreError: the file is no index of ours, is damaged or is of a newer version.
        """
        self.path = path
        self.writer = _connect(path, write=True)
        try:
            self.rebuilt = _prepare(self.writer, path)
        except apsw.Error as error:
            self.writer.close()
            raise StoreError(_cannot_open(path, str(error))) from error
        except StoreError:
            self.writer.close()
            raise
        # None stands in the queue once the file is closed.
        self._readers: queue.SimpleQueue[apsw.Connection | None] = queue.SimpleQueue()
        for _ in range(_READERS):
            self._readers.put(_connect(path, write=False))

    @contextlib.contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A read-only connection in one short transaction: everything read fits together.

        Raises:
            StoreError: the index is closed.
        """
        connection = self._readers.get()
        if connection is None:
            self._readers.put(None)
            raise StoreError("vaultbrain is stopping, so nothing can be read. Start it again.")
        try:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")
        finally:
            self._readers.put(connection)

    @contextlib.contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """One write transaction; only the writer thread may ask for it."""
        self.writer.execute("BEGIN IMMEDIATE")
        try:
            yield self.writer
            self.writer.execute("COMMIT")
        except BaseException:
            # A full disk makes SQLite roll back by itself.
            if self.writer.in_transaction:
                self.writer.execute("ROLLBACK")
            raise

    def purge(self) -> bool:
        """Make sure that nothing deleted can be found in the file's bytes any more.

        FTS5 keeps the words of deleted rows until its segments are merged, and the log keeps
        old pages until it is emptied.

        Returns:
            False where a reader kept the log from being emptied: do it again later.
        """
        self.writer.execute("INSERT INTO lex (lex) VALUES ('optimize')")
        # Every row is a page given back: a statement left at its first row gives back one.
        self.writer.execute("PRAGMA incremental_vacuum").fetchall()
        return self.checkpoint()

    def checkpoint(self) -> bool:
        """Move the log into the file and empty it; False where a reader was in the way."""
        return not value(self.writer, "PRAGMA wal_checkpoint(TRUNCATE)")

    def bytes_on_disk(self) -> int:
        """Size of the file and its log."""
        names = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(name.stat().st_size for name in names if name.exists())

    def close(self) -> None:
        """Empty the log and close every connection."""
        for _ in range(_READERS):
            connection = self._readers.get()
            if connection is not None:
                connection.close()
        self._readers.put(None)
        self.checkpoint()
        self.writer.close()


def extension_version() -> str:
    """The version of sqlite-vec that SQLite really loads.

    Raises:
        StoreError: it cannot be loaded.
    """
    connection = apsw.Connection(":memory:")
    try:
        _load_extension(connection)
        return str(value(connection, "SELECT vec_version()"))
    finally:
        connection.close()


def _connect(path: Path, *, write: bool) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READWRITE if write else apsw.SQLITE_OPEN_READONLY
    previous = os.umask(0o177)
    try:
        connection = apsw.Connection(
            str(path), flags=flags | (apsw.SQLITE_OPEN_CREATE if write else 0)
        )
        _set_up(connection, path, write=write)
    except apsw.Error as error:
        raise StoreError(_cannot_open(path, str(error))) from error
    finally:
        os.umask(previous)
    return connection


def _set_up(connection: apsw.Connection, path: Path, *, write: bool) -> None:
    try:
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        # First of all: a change of the journal mode is written into the file.
        if write:
            _refuse_foreign(connection, path)
        for pragma in _WRITER_PRAGMAS if write else ():
            connection.execute(pragma)
        _load_extension(connection)
    except BaseException:
        connection.close()
        raise


def _refuse_foreign(connection: apsw.Connection, path: Path) -> None:
    tables = value(connection, "SELECT count(*) FROM sqlite_schema")
    if tables and value(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise StoreError(_cannot_open(path, "it is a database of another program"))


def _load_extension(connection: apsw.Connection) -> None:
    # Importing the package would import numpy for nothing: only its library is wanted.
    found = importlib.util.find_spec("sqlite_vec")
    places = found.submodule_search_locations if found else None
    if not places:
        raise StoreError(
            "The package sqlite-vec is missing, so the index cannot be opened. "
            "Your notes are not affected. Install vaultbrain again."
        )
    try:
        connection.enable_load_extension(True)  # noqa: FBT003 - apsw takes no keyword
        connection.load_extension(str(Path(places[0]) / "vec0"))
        connection.enable_load_extension(False)  # noqa: FBT003
    except apsw.Error as error:
        raise StoreError(
            f"SQLite could not load sqlite-vec ({error}), so the index cannot be opened. "
            "Your notes are not affected. Install vaultbrain again."
        ) from error


def _prepare(connection: apsw.Connection, path: Path) -> bool:
    """Create or check the schema; True where it was created."""
    steps = _migrations()
    version = int(value(connection, "PRAGMA user_version"))
    tables = int(value(connection, "SELECT count(*) FROM sqlite_schema"))
    if version > len(steps):
        raise StoreError(_cannot_open(path, f"it is of a newer version ({version})"))
    for number, script in enumerate(steps[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(script)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
    return not tables


def _migrations() -> list[str]:
    folder = resources.files("vaultbrain.store") / "sql"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return [file.read_text(encoding="utf-8") for file in files]


def _cannot_open(path: Path, why: str) -> str:
    return (
        f"The index {path} cannot be used: {why}. Your notes are not affected, and the index is "
        f"only derived from them. Stop vaultbrain, delete {path.name}* in that folder and start "
        "again; it is rebuilt."
    )

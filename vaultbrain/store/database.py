"""The two files of the store as one: connections, transactions, and what goes for both.

`index.db` holds notes, chunks and words, `vectors.db` beside it the vectors: deleting the first
costs a minute, deleting the second costs the time to embed everything. Every connection sees both,
and as no two tables share a name, queries need not say which file they mean.
"""

from __future__ import annotations

import contextlib
import importlib.util
import queue
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from vaultbrain.errors import StoreError
from vaultbrain.paths import VECTORS_FILE
from vaultbrain.store import generations, schema
from vaultbrain.store.rows import value

if TYPE_CHECKING:
    from collections.abc import Iterator

Connection = apsw.Connection
_READERS = 4
# Schemas, and the pages of each that a connection keeps, in KiB. Vectors are asked for here and
# there: keeping more of 100,000 saved no time. No memory map: every connection would count the
# whole file as its own memory.
_CACHE = {"main": 8192, "vectors": 2048}


class Database:
    """The store's files: a single connection that writes and a few that only read.

    A transaction is whole in each file, but the files commit one after the other: `index.db`
    may know of a vector that never reached `vectors.db`. `generations.reconcile` sets that right,
    at the start by `generations.begin`, and here after a commit that failed.
    """

    def __init__(self, path: Path) -> None:
        """Open `index.db` and the vectors beside it, create what is missing, bring both up to date.

        `rebuilt` tells whether the index was created anew.

        Raises:
            StoreError: a file is not ours, is damaged or is of a newer version.
        """
        self._paths = (path, path.with_name(VECTORS_FILE))
        self.rebuilt = schema.prepare(path, schema.INDEX)
        schema.prepare(self._paths[1], schema.VECTORS)
        self.writer = _connect(*self._paths, write=True)
        self._torn = False
        # None stands in the queue once the files are closed.
        self._readers: queue.SimpleQueue[apsw.Connection | None] = queue.SimpleQueue()
        for _ in range(_READERS):
            self._readers.put(_connect(*self._paths, write=False))

    @contextlib.contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A read-only connection in one short transaction.

        Everything read of one file fits together; the vectors may be a moment younger.

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
            if self._torn:
                generations.reconcile(self.writer)
            yield self.writer
            self._torn = True  # until both files are committed
            self.writer.execute("COMMIT")
            self._torn = False
        except BaseException:
            # A full disk makes SQLite roll back by itself.
            if self.writer.in_transaction:
                self.writer.execute("ROLLBACK")
            raise

    def purge(self) -> bool:
        """Make sure that nothing deleted can be found in the files' bytes any more.

        FTS5 keeps the words of deleted rows until its segments are merged, and the logs keep
        old pages until they are emptied.

        Returns:
            False where a reader kept the log from being emptied: do it again later.
        """
        self.writer.execute("INSERT INTO lex (lex) VALUES ('optimize')")
        for name in _CACHE:
            # Every row is a page given back: a statement left at its first row gives back one.
            self.writer.execute(f"PRAGMA {name}.incremental_vacuum").fetchall()
        return self.checkpoint()

    def checkpoint(self) -> bool:
        """Move the logs into their files and empty them; False where a reader was in the way."""
        return not value(self.writer, "PRAGMA wal_checkpoint(TRUNCATE)")

    def bytes_on_disk(self) -> int:
        """Size of the files and their logs."""
        logs = [path.with_name(path.name + "-wal") for path in self._paths]
        return sum(path.stat().st_size for path in (*self._paths, *logs) if path.exists())

    def close(self) -> None:
        """Empty the logs and close every connection."""
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


def _connect(index: Path, vectors: Path, *, write: bool) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READWRITE if write else apsw.SQLITE_OPEN_READONLY
    with schema.telling(index, schema.INDEX):
        connection = apsw.Connection(str(index), flags=flags)
        try:
            _set_up(connection, vectors, write=write)
        except BaseException:
            connection.close()
            raise
    return connection


def _set_up(connection: apsw.Connection, vectors: Path, *, write: bool) -> None:
    schema.configure(connection)
    with schema.telling(vectors, schema.VECTORS):
        # With the connection's own flags: a reader only reads it.
        connection.execute("ATTACH ? AS vectors", (str(vectors),))
    for name, kib in _CACHE.items():
        connection.execute(f"PRAGMA {name}.cache_size = -{kib}")
        if write:
            schema.protect(connection, name)
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    _load_extension(connection)


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

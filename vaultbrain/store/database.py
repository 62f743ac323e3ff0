"""The two files of the store as one: connections, transactions, and what goes for both.

`index.db` holds notes, chunks and words, `vectors.db` beside it the vectors: deleting the first
costs a minute, deleting the second costs the time to embed everything. Every connection sees both,
and as no two tables share a name, queries need not say which file they mean.
"""

from __future__ import annotations

import contextlib
import errno
import queue
import threading
import time
from typing import TYPE_CHECKING

import apsw

from vaultbrain.errors import StoreError
from vaultbrain.paths import VECTORS_FILE
from vaultbrain.store import generations, notes, quarantine, schema
from vaultbrain.store.connections import SCHEMAS, connect
from vaultbrain.store.rows import value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Connection = apsw.Connection
_READERS = 4
# Steps of SQLite between two looks at whether the files are to be closed: 0.2 ms of them.
_STEPS = 10_000
_DAMAGE = (apsw.CorruptError, apsw.NotADBError, apsw.IOError)
# What a disk that became read-only answers to whoever writes.
_REFUSED = (apsw.ReadOnlyError, apsw.CantOpenError, apsw.IOError)
# A disk that is full for this user alone, or to which no larger file may be written.
_FULL = {errno.EDQUOT, errno.EFBIG}
_DAMAGED = (
    "The index cannot be read or written as it should: {}. Your notes are not affected, and the "
    "index is only derived from them. It is checked in a moment, and what is damaged is made anew."
)
_HOME = "home"  # a key of `meta`
_OTHER, _WHY_OTHER = "was made for another home", "the state.db beside it is not its own"
_OF_ANOTHER = (
    "The index {} was made for another home, and on a read-only disk it cannot be made anew. Your "
    "notes are not affected. Make the disk writable and start vaultbrain again."
)
_READONLY = (
    "The index is on a read-only disk, so questions are answered from what is known, and changes "
    "of your notes are not. Your notes are not affected. Make the disk writable; what changed is "
    "found then."
)
_STOPPING = "vaultbrain is stopping, so nothing can be read. Start it again."


class Database:
    """The store's files: a single connection that writes and a few that only read.

    A transaction is whole in each file, but the files commit one after the other: `index.db`
    may know of a vector that never reached `vectors.db`. `generations.reconcile` sets that right,
    at the start by `generations.begin`, and here after a commit that failed.

    Damage that is noticed later is remembered, and nothing is written any more: it takes a new
    `Database` with `check` to put the damaged file aside.

    Attributes:
        rebuilt: whether the index was created anew.
        quarantined: what was damaged, or another home's, and put aside.
        readonly: whether the files cannot be written; may become true later.
        damage: what was noticed of a file that cannot be read or written as it should; empty
            where nothing was.
    """

    def __init__(self, path: Path, *, check: bool = False, home: str = "") -> None:
        """Open `index.db` and the vectors beside it, create what is missing, bring both up to date.

        Args:
            path: of the index.
            check: look through both files first, whatever it takes (0.4 s for each 100 MB).
            home: whose index it has to be; that of another one is put aside.

        Raises:
            StoreError: a file is not ours, is of a newer version or cannot be opened.
        """
        self._paths = (path, path.with_name(VECTORS_FILE))
        self.readonly = path.exists() and not self.can_write()
        self.damage = ""
        made = quarantine.make_ready(self._paths, check=check, readonly=self.readonly)
        self.rebuilt, self.quarantined = made
        self.writer = connect(*self._paths, write=not self.readonly, readonly=self.readonly)
        if home:
            self._claim(home)
        if not self.readonly:
            self.delete_old()
        self._torn = False
        self._closing = threading.Event()
        self._inspection = threading.Lock()
        # None stands in the queue once the files are closed.
        self._readers: queue.SimpleQueue[apsw.Connection | None] = queue.SimpleQueue()
        for _ in range(_READERS):
            self._readers.put(connect(*self._paths, write=False, readonly=self.readonly))
        self._identities = {
            at: _identity(at) for path in self._paths for at in (path, schema.log_of(path))
        }

    @contextlib.contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A read-only connection in one short transaction.

        Everything read of one file fits together; the vectors may be a moment younger.

        Raises:
            StoreError: the index is closed, or a file is damaged.
        """
        connection = self._readers.get()
        if connection is None:
            self._readers.put(None)
            raise StoreError(_STOPPING)
        try:
            with self._noticing(connection):
                connection.execute("BEGIN")
                try:
                    yield connection
                finally:
                    if connection.in_transaction:  # a disk that cannot be read ends it
                        connection.execute("ROLLBACK")
        finally:
            self._readers.put(connection)

    @contextlib.contextmanager
    def inspecting(self) -> Iterator[apsw.Connection]:
        """A read-only connection for what takes seconds: `close` ends that, and waits no longer.

        There is one at a time, and each query has a moment of its own.

        Raises:
            StoreError: the index is closed, also meanwhile, or a file is damaged.
        """
        with self._inspection:
            if self._closing.is_set():
                raise StoreError(_STOPPING)
            connection = connect(*self._paths, write=False, readonly=self.readonly)
            try:
                # Unlike an interrupt, this also ends what begins later.
                connection.set_progress_handler(self._closing.is_set, _STEPS)
                with self._noticing(connection):
                    yield connection
            except apsw.InterruptError as error:
                raise StoreError(_STOPPING) from error
            finally:
                connection.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """One write transaction; only the writer thread may ask for it.

        Raises:
            StoreError: a file is damaged or cannot be written. A full disk is apsw's own error.
        """
        with self._noticing(self.writer, writes=True):
            self.writer.execute("BEGIN IMMEDIATE")
            try:
                if self._torn:
                    generations.reconcile(self.writer)
                yield self.writer
                notes.settle(self.writer)
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
        old pages until they are emptied. Files put aside long ago are deleted.

        Returns:
            False where a reader kept the log from being emptied: do it again later.

        Raises:
            StoreError: as in `writing`.
        """
        with self._noticing(self.writer, writes=True):
            self.delete_old()
            self.writer.execute("INSERT INTO lex (lex) VALUES ('optimize')")
            for name in SCHEMAS:
                # Every row is a page given back: a statement left at its first row gives back one.
                self.writer.execute(f"PRAGMA {name}.incremental_vacuum").fetchall()
            return self.checkpoint()

    def has_put_aside(self) -> bool:
        """Whether there are files that were put aside."""
        return any(map(quarantine.has_any, self._paths))

    def delete_put_aside(self) -> None:
        """Delete the files that were put aside, however new they are; from any thread."""
        for path in self._paths:
            quarantine.delete_all(path)

    def delete_old(self) -> None:
        """Delete the files that were put aside long ago; from any thread."""
        for path in self._paths:
            quarantine.delete_old(path, time.time())

    def checkpoint(self) -> bool:
        """Move the logs into their files and empty them; False where a reader was in the way.

        Raises:
            StoreError: as in `writing`.
        """
        with self._noticing(self.writer, writes=True):
            return not value(self.writer, "PRAGMA wal_checkpoint(TRUNCATE)")

    def bytes_on_disk(self) -> int:
        """Size of the files and their logs."""
        return sum(map(schema.size, self._identities))

    def can_write(self) -> bool:
        """Whether both files may be written now; asks the file system alone, opens nothing."""
        return all(map(schema.can_write, self._paths))

    def was_replaced(self) -> bool:
        """Whether a file or its log was deleted, moved or written over by another since.

        SQLite does not notice: what is written then reaches nobody. Only looks, for whoever opens
        and closes such a file inside this process takes SQLite's locks away. One thread may ask.
        """
        for path, before in self._identities.items():
            now = _identity(path)
            if before is None:  # a log that was not there yet
                self._identities[path] = now
            elif now != before:
                return True
        return False

    def release_memory(self) -> None:
        """Give the pages back that connections keep; only the writer thread may ask for it."""
        self.writer.execute("PRAGMA shrink_memory")
        for _ in range(_READERS):
            with self.reading() as reader:  # the queue hands out one after the other
                reader.execute("PRAGMA shrink_memory")

    def close(self) -> None:
        """Empty the logs and close every connection; may be called twice.

        What cannot be emptied is read next time.
        """
        if self._closing.is_set():
            return
        self._closing.set()
        with self._inspection:
            pass  # it has ended
        for connection in filter(None, (self._readers.get() for _ in range(_READERS))):
            connection.close()
        self._readers.put(None)
        with contextlib.suppress(apsw.Error, StoreError):
            self.checkpoint()
        self.writer.close()

    def _claim(self, home: str) -> None:
        """See to it that the index is that of a home: a copy of another's would answer for it."""
        path, known = self._paths[0], notes.meta(self.writer, _HOME)
        if known not in {None, home}:
            if self.readonly:
                raise StoreError(_OF_ANOTHER.format(path))
            self.writer.close()
            self.quarantined += (quarantine.put_aside(path, _WHY_OTHER, _OTHER),)
            self.rebuilt = schema.prepare(path, schema.INDEX)
            self.writer = connect(*self._paths, write=True, readonly=False)
        if known != home and not self.readonly:
            notes.put_meta(self.writer, _HOME, home)

    @contextlib.contextmanager
    def _noticing(self, connection: apsw.Connection, *, writes: bool = False) -> Iterator[None]:
        """Remember what is noticed of the files, and refuse to write where that is no use."""
        if writes and self.readonly:
            raise StoreError(_READONLY)
        if writes and self.damage:
            raise StoreError(_DAMAGED.format(self.damage))
        try:
            yield
        except (*_DAMAGE, *_REFUSED) as error:
            if isinstance(error, _REFUSED) and not self.readonly and not self.can_write():
                self.readonly = True
                raise StoreError(_READONLY) from error
            full = isinstance(error, apsw.IOError) and connection.system_errno in _FULL
            if isinstance(error, _DAMAGE) and not full:
                self.damage = self.damage or _reason(error)
                raise StoreError(_DAMAGED.format(self.damage)) from error
            raise


def _reason(error: apsw.Error) -> str:
    """What was noticed; which file it was in is known of the words alone."""
    words = getattr(error, "extendedresult", 0) == apsw.SQLITE_CORRUPT_VTAB
    return f"the words in index.db are damaged ({error})" if words else str(error)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

"""Connections to both files as one, and what each of them is told."""

from __future__ import annotations

import contextlib
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from vaultbrain.errors import StoreError
from vaultbrain.paths import VECTORS_FILE
from vaultbrain.store import notes, schema
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.store.schema import File

# Schemas, and the pages of each that a connection keeps, in KiB. Vectors are asked for here and
# there: keeping more of 100,000 saved no time. No memory map: every connection would count the
# whole file as its own memory.
SCHEMAS = {"main": 4096, "vectors": 1024}


def connect(index: Path, vectors: Path, *, write: bool, readonly: bool) -> apsw.Connection:
    """A connection to both files.

    Args:
        index: the path of one,
        vectors: and of the other; both are there and up to date.
        write: whether it may write.
        readonly: whether the disk forbids it.

    Raises:
        StoreError: they cannot be opened.
    """
    flags = apsw.SQLITE_OPEN_READWRITE if write else schema.READ
    at = [schema.place(path, readonly=readonly) for path in (index, vectors)]
    with schema.telling(index, schema.INDEX):
        connection = apsw.Connection(at[0], flags=flags)
        try:
            _set_up(connection, vectors, at[1], write=write)
        except BaseException:
            connection.close()
            raise
    return connection


@contextlib.contextmanager
def looking(path: Path, file: File) -> Iterator[apsw.Connection]:
    """A read-only connection to one file alone, for a process that is not the daemon.

    Raises:
        StoreError: it cannot be opened.
    """
    with schema.telling(path, file):
        at = schema.place(path, readonly=not schema.can_write(path))
        connection = apsw.Connection(at, flags=schema.READ)
    with _one_moment(connection):
        schema.configure(connection)
        yield connection


@contextlib.contextmanager
def looking_at_both(index: Path) -> Iterator[apsw.Connection]:
    """The same, of the index and the vectors beside it."""
    paths = index, index.with_name(VECTORS_FILE)
    readonly = not all(map(schema.can_write, paths))
    with _one_moment(connect(*paths, write=False, readonly=readonly)) as connection:
        yield connection


@contextlib.contextmanager
def _one_moment(connection: apsw.Connection) -> Iterator[apsw.Connection]:
    try:
        connection.execute("BEGIN")
        # A file's moment is that of its first read, which of the second could be minutes later.
        # What is wrong with one that cannot be read is told by the reads that follow.
        for _, name, _ in rows(connection, "PRAGMA database_list"):
            with contextlib.suppress(apsw.Error):
                rows(connection, f"PRAGMA {name}.schema_version")
        yield connection
    finally:
        connection.close()


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


def _set_up(connection: apsw.Connection, vectors: Path, at: str, *, write: bool) -> None:
    schema.configure(connection)
    with schema.telling(vectors, schema.VECTORS):
        # With the connection's own flags: a reader only reads it.
        connection.execute("ATTACH ? AS vectors", (at,))
    for name, kib in SCHEMAS.items():
        connection.execute(f"PRAGMA {name}.cache_size = -{kib}")
        if write:
            schema.protect(connection, name)
    if write:
        connection.execute(notes.MAKE_GONE)
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

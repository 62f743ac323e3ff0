"""The files of the store: created, checked and brought up to date before anybody works in them."""

from __future__ import annotations

import contextlib
import os
from importlib import resources
from typing import TYPE_CHECKING

import apsw
import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.store.rows import value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CONNECTION = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
)
# Written into the file when it is created.
_PERSISTENT = (
    "PRAGMA page_size = 4096",
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
)


class File(msgspec.Struct, frozen=True):
    """What one file of the store is."""

    name: str  # of the folder of its steps, and as a schema
    application_id: int
    trouble: str  # of {path} for the reason {why}
    remedy: str  # what deleting it does


INDEX = File(
    "index",
    0x76_62_72_6E,  # "vbrn"
    "The index {path} cannot be used: {why}. Your notes are not affected, and the index is "
    "only derived from them.",
    "it is rebuilt.",
)
VECTORS = File(
    "vectors",
    0x76_62_76_65,  # "vbve"
    "The vectors in {path} cannot be used: {why}. Your notes are not affected, and the vectors "
    "are only derived from them.",
    "every text is embedded anew, and until that is done search goes by words.",
)


def prepare(path: Path, file: File) -> bool:
    """Create a file that its owner alone may read, or check it and bring it up to date.

    Returns:
        True where it was created.

    Raises:
        StoreError: it is not ours, is damaged or is of a newer version.
    """
    previous = os.umask(0o177)
    try:
        with telling(path, file):
            connection = apsw.Connection(str(path))
            try:
                return _prepare(connection, path, file)
            finally:
                connection.close()
    finally:
        os.umask(previous)


@contextlib.contextmanager
def telling(path: Path, file: File) -> Iterator[None]:
    """Say of SQLite's errors which file they are about and what to do."""
    try:
        yield
    except apsw.Error as error:
        raise StoreError(_cannot_use(path, file, str(error))) from error


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


def _prepare(connection: apsw.Connection, path: Path, file: File) -> bool:
    configure(connection)
    # First of all: nothing is written into the file of another program.
    tables = int(value(connection, "SELECT count(*) FROM sqlite_schema"))
    if tables and value(connection, "PRAGMA application_id") != file.application_id:
        raise StoreError(_cannot_use(path, file, "it is a database of another program"))
    for pragma in () if tables else _PERSISTENT:
        connection.execute(pragma)
    protect(connection, "main")
    steps = _steps(file)
    version = int(value(connection, "PRAGMA user_version"))
    if version > len(steps):
        raise StoreError(_cannot_use(path, file, f"it is of a newer version ({version})"))
    for number, script in enumerate(steps[version:], start=version + 1):
        _migrate(connection, script, file, number)
    return not tables


def _migrate(connection: apsw.Connection, script: str, file: File, number: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(script)
        connection.execute(f"PRAGMA application_id = {file.application_id}")
        connection.execute(f"PRAGMA user_version = {number}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _steps(file: File) -> list[str]:
    folder = resources.files("vaultbrain.store") / "sql" / file.name
    found = (at for at in folder.iterdir() if at.name.endswith(".sql"))
    return [at.read_text(encoding="utf-8") for at in sorted(found, key=lambda at: at.name)]


def _cannot_use(path: Path, file: File, why: str) -> str:
    trouble = file.trouble.format(path=path, why=why)
    return (
        f"{trouble} Stop vaultbrain, delete {path.name}* in that folder and start again; "
        f"{file.remedy}"
    )

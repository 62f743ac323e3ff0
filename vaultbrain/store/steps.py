"""The steps by which a file of the store came to its form, and how an older one takes the rest."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw


def read(name: str) -> list[str]:
    """The scripts of one file, by the name of its folder in `sql/`, in their order."""
    folder = resources.files("vaultbrain.store") / "sql" / name
    found = (at for at in folder.iterdir() if at.name.endswith(".sql"))
    return [at.read_text(encoding="utf-8") for at in sorted(found, key=lambda at: at.name)]


def take(
    connection: apsw.Connection, scripts: Sequence[str], version: int, application_id: int
) -> None:
    """Take those that a file of this version lacks, each whole or not at all."""
    for number, script in enumerate(scripts[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(script)
            connection.execute(f"PRAGMA application_id = {application_id}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk makes SQLite roll back by itself
                connection.execute("ROLLBACK")
            raise

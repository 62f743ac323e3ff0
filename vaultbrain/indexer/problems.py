"""What is wrong with files of a source: told without secrets, and forgotten with its cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import BlockedByGate, NoteUnreadable
from vaultbrain.indexer.draft import secret_names
from vaultbrain.store import notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.indexer.draft import Tools
    from vaultbrain.records import Problem
    from vaultbrain.sources.folder import Scan
    from vaultbrain.store.database import Connection

_ALL = 1 << 31


def discreet(tools: Tools, problems: Sequence[Problem]) -> list[Problem]:
    """Problems without the secrets that names of files hold."""
    secret = secret_names(tools, sorted({at.path for at in problems if at.path}))
    return [
        msgspec.structs.replace(
            at, path=secret[at.path], message=at.message.replace(at.path, secret[at.path])
        )
        if at.path in secret
        else at
        for at in problems
    ]


def put(db: Connection, source: str, scan: Scan, problems: Sequence[Problem]) -> None:
    """Remember what a whole look found wrong; forget what was wrong with files that are gone.

    Args:
        db: the connection that writes.
        source: looked through.
        scan: what was seen.
        problems: its problems, `discreet`.
    """
    blind = tuple(folder + "/" if folder else "" for folder in scan.unlisted)
    told = (at.path for at in notes.problems(db, _ALL) if at.path is not None)
    gone = [at for at in told if at not in scan.entries and not at.startswith(blind)]
    drop(db, source, gone)
    notes.put_scan_problems(db, source, problems)


def drop(db: Connection, source: str, paths: Sequence[str]) -> None:
    """Forget what was wrong with files."""
    for path in paths:
        notes.put_problems(db, source, path, ())


def secret_name(shown: str) -> BlockedByGate:
    """A note cannot be indexed, for its name would be shown with every answer."""
    return BlockedByGate(
        f"The name of {shown} holds a secret, so the note is not indexed: names are shown with "
        "every answer. Rename it."
    )


def unexpected(path: str) -> NoteUnreadable:
    """A note cannot be indexed because of us."""
    return NoteUnreadable(
        f"{path} could not be indexed because of a fault in vaultbrain. The note itself is not "
        "affected. Please report it with the traceback in the log, which holds no note text."
    )

"""`state.db`: what was seen, ordered and decided about vaults, and cannot be derived from notes.

Few rows, seldom written, each of them on the disk before the call returns.
"""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.store import authored, backups
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import apsw

NOTHING = "nothing"
RESTORE = "restore"

_HOME = "SELECT id FROM home"
_SEEN = "SELECT device, inode, seen_at FROM source WHERE id = ?"
_SAMPLE = "SELECT path, sha256 FROM sample WHERE source = ? ORDER BY ordinal"
_REMEMBER = "INSERT INTO source (id, device, inode, seen_at) VALUES (?, ?, ?, ?)"
_REMEMBER_SAMPLE = "INSERT INTO sample (source, ordinal, path, sha256) VALUES (?, ?, ?, ?)"
_FORGET = "DELETE FROM source WHERE id = ?"
_RECORD = "INSERT INTO act (at, kind, source, notes, detail) VALUES (?, ?, ?, ?, ?)"
_ACTS = "SELECT at, kind, source, notes, detail FROM act ORDER BY id DESC LIMIT ?"
_HELD = "SELECT since, notes FROM held WHERE source = ?"
_HOLD = """
INSERT INTO held (source, since, notes) VALUES (?, ?, ?)
ON CONFLICT (source) DO UPDATE SET notes = excluded.notes
"""
_RELEASE = "DELETE FROM held WHERE source = ?"
_ALLOW = "INSERT OR IGNORE INTO allowed (id, at) VALUES (?, ?)"
_FORBID = "DELETE FROM allowed WHERE id = ?"
_ALLOWED = "SELECT id FROM allowed ORDER BY id"


class Sample(msgspec.Struct, frozen=True):
    """A note that was there: what stands for its path, and the hash of its bytes."""

    path: str
    sha256: bytes


class Seen(msgspec.Struct, frozen=True):
    """A vault as it was last there: its folder, when (unix seconds) and some of its notes."""

    device: int
    inode: int
    seen_at: int
    sample: tuple[Sample, ...] = ()


class Act(msgspec.Struct, frozen=True):
    """What was ordered or decided about a vault.

    Attributes:
        at: unix seconds.
        kind: `purge`, `adopt`, `restore` and the like.
        source: the vault's; empty where it is about none.
        notes: how many are concerned.
        detail: for people; never note text.
    """

    at: int
    kind: str
    source: str = ""
    notes: int = 0
    detail: str = ""


class Held(msgspec.Struct, frozen=True):
    """A mass deletion that is held back: since when (unix seconds) and of how many notes."""

    since: int
    notes: int


class State:
    """The one connection to `state.db`; any thread may call.

    Attributes:
        restored_from: the backup that had to be put in place of a damaged file at the start,
            `nothing` where none was good and it begins empty, or empty where all was well.
        read_only: whether nothing can be written, as on a read-only disk.
        home: what tells this home from all others.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        """Open the file, create it, or bring its newest good backup back.

        Args:
            path: of `state.db`.
            folder: of its backups; need not be there.

        Raises:
            StoreError: it is another program's or of a newer version, or cannot be opened now.
        """
        self._path, self._folder = path, folder
        self._lock = threading.Lock()
        self.restored_from = ""
        with authored.telling(path):
            self._connection = self._open()
            self.home = str(value(self._connection, _HOME))
        self.read_only: bool = self._connection.readonly("main")

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._lock:
            self._connection.close()

    def seen(self, source: str) -> Seen | None:
        """How a vault was last there; None where it never was."""
        with self._using() as db:
            found = rows(db, _SEEN, (source,))
            sample = tuple(Sample(*row) for row in rows(db, _SAMPLE, (source,)))
        return Seen(int(found[0][0]), int(found[0][1]), found[0][2], sample) if found else None

    def remember(self, source: str, seen: Seen) -> None:
        """Put down how a vault is there now, in place of what was known.

        Raises:
            StoreError: it could not be written; what was known before still is.
        """
        sample = [(source, n, at.path, at.sha256) for n, at in enumerate(seen.sample)]
        with self._writing() as db:
            db.execute(_FORGET, (source,))
            db.execute(_REMEMBER, (source, str(seen.device), str(seen.inode), seen.seen_at))
            db.executemany(_REMEMBER_SAMPLE, sample)

    def forget(self, source: str) -> None:
        """Know nothing of a vault any more; raises as `remember` does."""
        with self._writing() as db:
            db.execute(_FORGET, (source,))

    def record(self, act: Act) -> None:
        """Put down what was ordered or decided; raises as `remember` does."""
        with self._writing() as db:
            _record(db, act)

    def acts(self, limit: int) -> list[Act]:
        """The last acts, newest first."""
        with self._using() as db:
            return [Act(*row) for row in rows(db, _ACTS, (limit,))]

    def held(self, source: str) -> Held | None:
        """The deletion that is held back of a vault; None where there is none."""
        with self._using() as db:
            found = rows(db, _HELD, (source,))
        return Held(*found[0]) if found else None

    def hold(self, source: str, since: int, notes: int) -> None:
        """Hold a deletion back; one that is held already keeps its `since`, and is of `notes` now.

        Raises as `remember` does.
        """
        with self._writing() as db:
            db.execute(_HOLD, (source, since, notes))

    def release(self, source: str) -> None:
        """Hold nothing back any more; raises as `remember` does."""
        with self._writing() as db:
            db.execute(_RELEASE, (source,))

    def allow(self, finding: str, now: int) -> None:
        """Let a finding of the gate pass, by its id, from `now` on; raises as `remember` does."""
        with self._writing() as db:
            db.execute(_ALLOW, (finding, now))
            _record(db, Act(now, "allow", detail=finding))

    def forbid(self, finding: str, now: int) -> None:
        """Let it pass no more; raises as `remember` does."""
        with self._writing() as db:
            db.execute(_FORBID, (finding,))
            _record(db, Act(now, "forbid", detail=finding))

    def allowed(self) -> list[str]:
        """The ids of findings that pass."""
        with self._using() as db:
            return [str(row[0]) for row in rows(db, _ALLOWED)]

    def backup(self, now: float) -> Path | None:
        """Make a backup where the newest is a day old; to be called every now and then.

        Args:
            now: unix seconds.

        Returns:
            The new backup; None where none was due.

        Raises:
            StoreError: none could be made; those that are there stay.
        """
        with self._using() as db:
            if not backups.is_due(backups.list_backups(self._folder, now), now):
                return None
            return backups.save(db, self._folder, now)

    def _open(self) -> apsw.Connection:
        now = time.time()
        is_new = not backups.list_backups(self._folder, now)
        try:
            return authored.connect(self._path, is_new=is_new)
        except authored.DamagedError as error:
            found = backups.bring_back(self._path, self._folder, now)
            self.restored_from = found or NOTHING
            connection = authored.connect(self._path, is_new=not found)
            detail = f"{error}; {self.restored_from} was put in its place"
            _record(connection, Act(int(now), RESTORE, detail=detail))
            return connection

    @contextlib.contextmanager
    def _using(self) -> Iterator[apsw.Connection]:
        with self._lock, authored.telling(self._path):
            yield self._connection

    @contextlib.contextmanager
    def _writing(self) -> Iterator[apsw.Connection]:
        with self._using() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:  # a full disk makes SQLite roll back by itself
                    db.execute("ROLLBACK")
                raise


def restore(path: Path, backup: Path, now: float) -> Path | None:
    """Put a backup in place of `state.db`, all of it or not at all; no daemon may have it open.

    Args:
        path: of `state.db`.
        backup: one of its backups, or what was set aside.
        now: unix seconds.

    Returns:
        What `state.db` was until now, set aside; None where it was missing.

    Raises:
        StoreError: the backup is damaged, another program's or newer, or nothing can be written.
    """
    with authored.telling(path):
        fault = authored.check(backup)
        if fault:
            raise StoreError(
                f"{backup} cannot be put in place: {fault}. Nothing was changed, and your notes "
                "are not affected. Choose another one: vaultbrain restore"
            )
        with backups.replacing(path) as draft:
            authored.copy_file(backup, draft)
            connection = authored.connect(draft, is_new=False)
            try:
                _record(connection, Act(int(now), RESTORE, detail=f"{backup.name} put in place"))
            finally:
                connection.close()
            authored.settle(path)
            return backups.set_aside(path, backups.BEFORE_RESTORE, now)


def _record(db: apsw.Connection, act: Act) -> None:
    db.execute(_RECORD, (act.at, act.kind, act.source, act.notes, act.detail))

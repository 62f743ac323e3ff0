"""What `vaultbrain restore` does, while no daemon runs."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import filelock

from vaultbrain.errors import NotReady, UsageError
from vaultbrain.paths import private_dir
from vaultbrain.store import authored, backups, state

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.paths import Paths
    from vaultbrain.store.backups import Backup

LATEST = "latest"


@dataclass(frozen=True)
class Restored:
    """What is in place now, and the name of what was there before; empty where nothing was."""

    backup: Backup
    set_aside: str


def saved(paths: Paths) -> tuple[tuple[Backup, ...], tuple[Backup, ...]]:
    """The daily backups, and what was set aside; both newest first.

    Raises:
        StoreError: a folder may not be read.
    """
    with authored.telling(paths.state_db):
        daily = backups.list_backups(paths.backups_dir, time.time())
        return daily, backups.list_set_aside(paths.state_db)


def restore(paths: Paths, name: str) -> Restored:
    """Put a backup in place of `state.db`; what was there is set aside.

    Args:
        paths: the home.
        name: as `saved` tells it, or `latest` for the newest daily backup.

    Raises:
        UsageError: there is no backup of that name.
        NotReady: the daemon runs.
        StoreError: the backup is no good, or it cannot be written.
    """
    backup, file = _find(paths, name)
    private_dir(paths.data_dir)
    with authored.telling(paths.state_db), _alone(paths.lock):
        aside = state.restore(paths.state_db, file, time.time())
    return Restored(backup, aside.name if aside else "")


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the lock that the daemon holds while it runs."""
    lock = filelock.FileLock(path, mode=0o600)
    try:
        lock.acquire(blocking=False)
    except filelock.Timeout:
        raise NotReady(
            "The daemon is running, so nothing was restored; your notes and what you decided "
            "about your vaults are as they were. End it first: vaultbrain stop"
        ) from None
    try:
        yield
    finally:
        lock.release()


def _find(paths: Paths, name: str) -> tuple[Backup, Path]:
    daily, set_aside = saved(paths)
    if name == LATEST and daily:
        return daily[0], paths.backups_dir / daily[0].name
    for folder, found in ((paths.backups_dir, daily), (paths.data_dir, set_aside)):
        for backup in found:
            if backup.name == name:
                return backup, folder / name
    what = "no backup yet" if name == LATEST else f"no backup '{name}'"
    raise UsageError(f"There is {what}. Nothing was changed. See what there is: vaultbrain restore")

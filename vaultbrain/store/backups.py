"""Copies of `state.db`, one a day, and how one of them takes its place again.

Nothing here trusts the clock: one that runs ahead makes backups of days to come, one that was
reset makes old backups look so. Those are never counted among the newest, and never deleted.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import stat
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.store import authored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import apsw

KEEP = 7
INTERVAL_SECONDS = 86_400.0
BEFORE_RESTORE, DAMAGED = "before-restore", "damaged"
_NAME = "state-%Y-%m-%d.db"
_IS_NAME = re.compile(r"state-(\d{4}-\d\d-\d\d)\.db")
_IS_ASIDE = re.compile(rf"\.(?:{BEFORE_RESTORE}|{DAMAGED})-\d{{8}}T\d{{6}}Z(?:-\d+)?")


class Backup(msgspec.Struct, frozen=True):
    """A copy of `state.db`; `at` in unix seconds."""

    name: str
    at: float
    bytes: int


def list_backups(folder: Path, now: float) -> tuple[Backup, ...]:
    """The daily backups, newest first; those of a time to come are last.

    Raises:
        OSError: the folder is there but may not be read.
    """
    found = [
        Backup(path.name, _made_at(day, status.st_mtime), status.st_size)
        for path, status in _files(folder)
        if (day := _day(path.name)) is not None
    ]
    return tuple(sorted(found, key=lambda backup: (backup.at > now, -backup.at)))


def list_set_aside(path: Path) -> tuple[Backup, ...]:
    """What was set aside of `state.db`, the one last written to first.

    Raises:
        OSError: the folder is there but may not be read.
    """
    found = [
        Backup(at.name, status.st_mtime, status.st_size)
        for at, status in _files(path.parent)
        if at.name.startswith(path.name) and _IS_ASIDE.fullmatch(at.name[len(path.name) :])
    ]
    return tuple(sorted(found, key=lambda backup: (-backup.at, backup.name)))


def is_due(found: Iterable[Backup], now: float) -> bool:
    """Whether none was made within a day."""
    return not any(0 <= now - backup.at < INTERVAL_SECONDS for backup in found)


def save(source: apsw.Connection, folder: Path, now: float) -> Path:
    """Make the backup of this day and let those go that are too many.

    Raises:
        DamagedError: what was copied is damaged; the backups are as they were.
        apsw.Error: there is no room, or it cannot be written; likewise.
        OSError: likewise.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / time.strftime(_NAME, time.gmtime(now))
    with replacing(target) as draft:
        authored.copy(source, draft)
        fault = authored.check(draft)
        if fault:
            raise authored.DamagedError(fault)
        os.utime(draft, (now, now))
    past = [backup for backup in list_backups(folder, now) if backup.at <= now]
    for backup in past[KEEP:]:
        (folder / backup.name).unlink()
    return target


def bring_back(path: Path, folder: Path, now: float) -> str:
    """Set a damaged `state.db` aside and put the newest good backup in its place.

    Returns:
        The backup's name; empty where none is good, and nothing is in its place.
    """
    set_aside(path, DAMAGED, now)
    for backup in list_backups(folder, now):
        if not authored.check(folder / backup.name):
            with replacing(path) as draft:
                authored.copy_file(folder / backup.name, draft)
            return backup.name
    path.unlink(missing_ok=True)
    return ""


def set_aside(path: Path, why: str, now: float) -> Path | None:
    """Give a database, and its journal, a second name beside it; None where it is missing.

    It keeps its first name until another takes that, so that a crash in between loses nothing.
    """
    aside = _free(path, why, now)
    for ending in authored.JOURNALS:
        # One that stayed would be played into the file that comes into its place.
        journal = path.with_name(path.name + ending)
        if journal.exists():
            journal.replace(aside.with_name(aside.name + ending))
    if not path.exists():
        return None
    try:
        os.link(path, aside)
    except OSError:  # the file system has no second names
        path.rename(aside)
    return aside


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A draft that becomes the file, all of it and for good, unless something fails."""
    draft = path.with_name(".state.new")
    _discard(draft)
    try:
        yield draft
        _sync(draft)
        draft.replace(path)
        _sync(path.parent)
    finally:
        _discard(draft)


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    with contextlib.suppress(FileNotFoundError):
        for path in sorted(folder.iterdir()):
            with contextlib.suppress(FileNotFoundError):  # the daemon lets an old one go
                status = path.lstat()
                if stat.S_ISREG(status.st_mode):
                    yield path, status


def _day(name: str) -> float | None:
    """The first second of the day that a backup's name tells."""
    found = _IS_NAME.fullmatch(name)
    with contextlib.suppress(ValueError):  # the 31st of February
        if found is not None:
            day = dt.date.fromisoformat(found[1])
            return dt.datetime.combine(day, dt.time(), dt.UTC).timestamp()
    return None


def _made_at(day: float, modified: float) -> float:
    """The name tells the day, whoever copied the file since; the file itself the second."""
    return modified if 0 <= modified - day < INTERVAL_SECONDS else day


def _free(path: Path, why: str, now: float) -> Path:
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))
    aside, number = path.with_name(f"{path.name}.{why}-{stamp}"), 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.{why}-{stamp}-{number}")
    return aside


def _discard(draft: Path) -> None:
    for ending in ("", *authored.JOURNALS):
        draft.with_name(draft.name + ending).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

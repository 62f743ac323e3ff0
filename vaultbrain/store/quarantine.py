"""A file that is damaged is put aside, never deleted at once, and a new one made in its place."""

from __future__ import annotations

import contextlib
import re
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.store import schema
from vaultbrain.store.schema import DamagedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.store.schema import File

# It may hold what was deleted from the notes since, so it is not kept for good.
KEEP_SECONDS = 7 * 86_400
_STAMP = "%Y%m%dT%H%M%SZ"
_LOST = (
    "{} is damaged ({}), and on a read-only disk it cannot be made anew. Your notes are not "
    "affected, and it is only derived from them. Make the disk writable and start vaultbrain again."
)
_TAILS = ("", "-wal", "-shm")


class Quarantined(msgspec.Struct, frozen=True):
    """A file that could not be used, of which `what` and `why` tell: it "was damaged (why)".

    It is kept beside the new one under the name `kept_as`; its logs are named after it.
    """

    file: str  # its name
    why: str
    kept_as: str
    what: str = "was damaged"


def make_ready(
    paths: tuple[Path, Path], *, check: bool, readonly: bool
) -> tuple[bool, tuple[Quarantined, ...]]:
    """Create both files or bring them up to date; what is damaged is put aside and created anew.

    Args:
        paths: of the index and the vectors.
        check: look through the whole files.
        readonly: they cannot be written, so neither can they be made.

    Returns:
        Whether the index was created, and what was put aside.

    Raises:
        StoreError: one is not ours, is of a newer version, or can be neither used nor made anew.
    """
    used = any(schema.has_log(path) or schema.size(path) for path in paths)
    made = [
        _make_ready(path, file, check=check, readonly=readonly, was_used=used)
        for path, file in zip(paths, (schema.INDEX, schema.VECTORS), strict=True)
    ]
    return made[0][0], tuple(at for _, at in made if at is not None)


def _make_ready(
    path: Path, file: File, *, check: bool, readonly: bool, was_used: bool
) -> tuple[bool, Quarantined | None]:
    """The same of one file; where the other `was_used`, an empty one has lost what it held."""
    try:
        if schema.size(path) or not path.exists() or not was_used:
            return schema.prepare(path, file, check=check, readonly=readonly), None
        why = "it was empty"
    except DamagedError as error:
        why = str(error)
    if readonly:
        raise StoreError(_LOST.format(path, why))
    found = put_aside(path, why)
    schema.prepare(path, file)
    return True, found


def put_aside(path: Path, why: str, what: str = "was damaged") -> Quarantined:
    """Rename a file and its logs, and delete what was put aside before it. It must be closed."""
    for old in _kept(path):
        old.unlink()
    kept_as = f"{path.name}.damaged-{time.strftime(_STAMP, time.gmtime())}"
    # The file first. A log that a crash leaves here would be played into the next file of this
    # name; `schema.prepare` deletes it before it gives one that name.
    for tail in _TAILS:
        at = path.with_name(path.name + tail)
        if at.exists():
            at.rename(path.with_name(kept_as + tail))
    return Quarantined(path.name, why, kept_as, what)


def has_any(path: Path) -> bool:
    """Whether anything of a file was put aside."""
    return any(True for _ in _kept(path))


def delete_all(path: Path) -> None:
    """Delete everything that was put aside of a file, as far as that can be done now."""
    for at in _kept(path):
        with contextlib.suppress(OSError):
            at.unlink()


def delete_old(path: Path, now: float) -> None:
    """Delete what was put aside long ago; what cannot be deleted now is tried again.

    Args:
        path: where the file itself is.
        now: unix seconds.
    """
    oldest = time.strftime(_STAMP, time.gmtime(now - KEEP_SECONDS))
    for at in _kept(path):
        if at.name.removeprefix(f"{path.name}.damaged-") < oldest:
            with contextlib.suppress(OSError):
                at.unlink()


def _kept(path: Path) -> Iterator[Path]:
    """Only what bears a name given here: a copy that the user made is the user's."""
    ours = re.compile(re.escape(path.name) + r"\.damaged-\d{8}T\d{6}Z(-wal|-shm)?")
    return (at for at in list(path.parent.iterdir()) if ours.fullmatch(at.name))

"""A folder of notes on disk: list it, look at one file, read one file."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Literal

import msgspec

from vaultbrain.errors import NoteChanging, NoteUnreadable
from vaultbrain.sources import mounts
from vaultbrain.sources.ignore import IgnoreRules, unread
from vaultbrain.sources.walk import (
    Walk,
    is_dataless,
    not_downloaded,
    signature_of,
    speakable,
    volume_away,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vaultbrain.records import Problem, Signature

# Parts of a path that are no name: an absolute path begins with an empty one.
_SPECIAL = frozenset({"", ".", ".."})
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Identity(msgspec.Struct, frozen=True):
    """Which folder this is: the same path can be another volume a moment later."""

    device: int
    inode: int


class Scan(msgspec.Struct, frozen=True):
    """What one pass over the folder saw.

    `entries` are the notes to be indexed, `others` the paths of all other files where they were
    asked for. Below the folders in `unlisted` nothing is known,
    so a note missing there is not a deleted note.
    """

    entries: dict[str, Signature]
    unlisted: tuple[str, ...]
    problems: tuple[Problem, ...]
    folders: int
    others: tuple[str, ...] = ()


class FolderSource:
    """One configured folder. Holds no open file between calls.

    `most_bytes` tells how large a file may be by its path, 0 for those that nobody can read;
    `unread` are the patterns of `include` that can name no other.
    """

    def __init__(
        self,
        source_id: str,
        root: Path,
        include: Sequence[str],
        exclude: Sequence[str] = (),
        *,
        most_bytes: Callable[[str], int],
    ) -> None:
        self.id = source_id
        self.root = root
        self._most_bytes = most_bytes
        self._new_rules: Callable[[], IgnoreRules] = lambda: IgnoreRules(
            root, include, exclude, most_bytes
        )
        self.rules = self._new_rules()
        self.unread = unread(include, most_bytes)
        # Folders in it that volumes were mounted on.
        self.volumes: frozenset[str] = frozenset()

    def identity(self) -> Identity | None:
        """The folder behind the path now, or None where there is none."""
        try:
            found = self.root.stat()
        except OSError:
            return None
        return Identity(found.st_dev, found.st_ino) if stat.S_ISDIR(found.st_mode) else None

    def renew_rules(self) -> None:
        """Read the ignore files anew."""
        self.rules = self._new_rules()

    def scan(self, below: str = "", *, others: bool = False) -> Scan:
        """List the notes of the folder, or of one folder in it; reads the ignore files anew."""
        self.renew_rules()
        walk = Walk(self.root, self.rules, others=others)
        walk.run(below)
        self._miss_volumes(walk)
        problems = (*walk.problems, *self.rules.problems)
        unlisted, listed = tuple(walk.unlisted), tuple(walk.others)
        return Scan(walk.entries, unlisted, problems, walk.folders, listed)

    def is_away(self, path: str) -> bool:
        """Whether a path is on a volume that was mounted in this folder and is not now."""
        if not self.volumes:
            return False
        away = self.volumes - mounts.inside(self.root)
        return any(f"{path}/".startswith(f"{volume}/") for volume in away)

    def _miss_volumes(self, walk: Walk) -> None:
        """Of what is on a volume that is away nothing is known; an empty folder is in its place."""
        there = mounts.inside(self.root)
        for volume in sorted(self.volumes - there):
            if self.rules.ignores(f"{volume}/x"):
                continue
            if any(path.startswith(f"{volume}/") for path in walk.entries):
                self.volumes -= {volume}  # its notes are in an ordinary folder now
            else:
                walk.unlisted.append(volume)
                walk.problems.append(volume_away(volume))
        self.volumes |= there

    def look(self, path: str) -> Signature | None:
        """The signature of one note, or None where there is no note to index."""
        if not speakable(path):
            return None
        if not self.rules.is_note(path) or self.rules.ignores(path) or self._leads_out(path):
            return None
        try:
            found = os.lstat(self.root / path)
        except (OSError, ValueError):
            return None
        return signature_of(found) if stat.S_ISREG(found.st_mode) else None

    def is_folder(self, path: str) -> bool:
        """Whether a path is a folder that a scan would enter."""
        if not speakable(path):
            return False
        if path and (self.rules.ignores(path + "/x") or self._leads_out(path)):
            return False
        try:
            return stat.S_ISDIR(os.lstat(self.root / path).st_mode)
        except (OSError, ValueError):
            return False

    def what_is_at(self, path: str) -> Literal["nothing", "file", "other", "hidden"]:
        """What stands at a path, whatever its name; `hidden` where the system does not tell."""
        try:
            mode = os.lstat(self.root / path).st_mode
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return "nothing"
        except OSError:
            return "hidden"
        return "file" if stat.S_ISREG(mode) else "other"

    def read(self, path: str) -> tuple[bytes, Signature]:
        """Read a whole note, and the signature that the bytes belong to.

        Raises:
            NoteUnreadable: the file is gone, no plain file, forbidden, too large or elsewhere.
            NoteChanging: it was written to while it was read.
        """
        if self._leads_out(path):
            raise NoteUnreadable(f"{path} leads out of the folder. It is not read.")
        try:
            if is_dataless(os.lstat(self.root / path)):
                raise NoteUnreadable(not_downloaded(path).message)
            return self._read(path, os.open(self.root / path, _OPEN))
        except (OSError, ValueError) as error:
            raise NoteUnreadable(_reason(path, error)) from error

    def _read(self, path: str, handle: int) -> tuple[bytes, Signature]:
        with os.fdopen(handle, "rb") as file:
            before = os.fstat(handle)
            if not stat.S_ISREG(before.st_mode):
                raise NoteUnreadable(f"{path} is no plain file. It is not indexed.")
            most = self._most_bytes(path)
            if before.st_size > most:
                raise NoteUnreadable(
                    f"{path} is larger than {most >> 20} MiB. It is not indexed; "
                    "split it, or name it in .brainignore to silence this line."
                )
            raw = file.read(most + 1)
            after = signature_of(os.fstat(handle))
        if after != signature_of(before) or len(raw) != after.size:
            raise NoteChanging(f"{path} was written to while it was read. It is read again soon.")
        return raw, after

    def _leads_out(self, path: str) -> bool:
        """Whether a path leaves the folder by `..` or a linked folder; a scan follows neither."""
        parts = path.split("/")
        if not _SPECIAL.isdisjoint(parts):
            return True
        place = os.fspath(self.root)
        try:
            for folder in parts[:-1]:
                place = f"{place}/{folder}"
                if stat.S_ISLNK(os.lstat(place).st_mode):
                    return True
        except (FileNotFoundError, NotADirectoryError):
            return False  # nothing is there that could lead anywhere
        except (OSError, ValueError):
            return True
        return False


def _reason(path: str, error: OSError | ValueError) -> str:
    why = getattr(error, "strerror", None) or str(error)
    return (
        f"{path} cannot be read: {why}. What was known of it is not shown as current; "
        "give yourself the right to read it and run `vaultbrain sync`, or name it in .brainignore."
    )

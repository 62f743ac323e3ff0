"""A folder of notes on disk: list it, look at one file, read one file."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import NoteChanging, NoteUnreadable
from vaultbrain.records import Problem, Signature
from vaultbrain.sources import mounts
from vaultbrain.sources.ignore import IgnoreRules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

MAX_NOTE_BYTES = 8 << 20
# Parts of a path that are no name: an absolute path begins with an empty one.
_SPECIAL = frozenset({"", ".", ".."})
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
# iCloud takes files off the disk. Older systems leave a small file `.name.icloud`; newer ones keep
# the name and set a flag, and whoever reads the file then waits for it to be downloaded.
_PLACEHOLDER = ".icloud"
_SF_DATALESS = 0x40000000


class Identity(msgspec.Struct, frozen=True):
    """Which folder this is: the same path can be another volume a moment later."""

    device: int
    inode: int


class Scan(msgspec.Struct, frozen=True):
    """What one pass over the folder saw.

    `entries` are the notes to be indexed. Below the folders in `unlisted` nothing is known,
    so a note missing there is not a deleted note.
    """

    entries: dict[str, Signature]
    unlisted: tuple[str, ...]
    problems: tuple[Problem, ...]
    folders: int


class FolderSource:
    """One configured folder. Holds no open file between calls."""

    def __init__(
        self, source_id: str, root: Path, include: Sequence[str], exclude: Sequence[str] = ()
    ) -> None:
        self.id = source_id
        self.root = root
        self._new_rules: Callable[[], IgnoreRules] = lambda: IgnoreRules(root, include, exclude)
        self.rules = self._new_rules()
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

    def scan(self, below: str = "") -> Scan:
        """List the notes of the folder, or of one folder in it; reads the ignore files anew."""
        self.renew_rules()
        walk = _Walk(self.root, self.rules)
        walk.run(below)
        self._miss_volumes(walk)
        problems = (*walk.problems, *self.rules.problems)
        return Scan(walk.entries, tuple(walk.unlisted), problems, walk.folders)

    def is_away(self, path: str) -> bool:
        """Whether a path is on a volume that was mounted in this folder and is not now."""
        if not self.volumes:
            return False
        away = self.volumes - mounts.inside(self.root)
        return any(f"{path}/".startswith(f"{volume}/") for volume in away)

    def _miss_volumes(self, walk: _Walk) -> None:
        """Of what is on a volume that is away nothing is known; an empty folder is in its place."""
        there = mounts.inside(self.root)
        for volume in sorted(self.volumes - there):
            if self.rules.ignores(f"{volume}/x"):
                continue
            if any(path.startswith(f"{volume}/") for path in walk.entries):
                self.volumes -= {volume}  # its notes are in an ordinary folder now
            else:
                walk.unlisted.append(volume)
                walk.problems.append(_volume_away(volume))
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
        return _signature(found) if stat.S_ISREG(found.st_mode) else None

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

    def read(self, path: str) -> tuple[bytes, Signature]:
        """Read a whole note, and the signature that the bytes belong to.

        Raises:
            NoteUnreadable: the file is gone, no plain file, forbidden, too large or elsewhere.
            NoteChanging: it was written to while it was read.
        """
        if self._leads_out(path):
            raise NoteUnreadable(f"{path} leads out of the folder. It is not read.")
        try:
            if _is_dataless(os.lstat(self.root / path)):
                raise NoteUnreadable(_not_downloaded(path).message)
            return self._read(path, os.open(self.root / path, _OPEN))
        except (OSError, ValueError) as error:
            raise NoteUnreadable(_reason(path, error)) from error

    def _read(self, path: str, handle: int) -> tuple[bytes, Signature]:
        with os.fdopen(handle, "rb") as file:
            before = os.fstat(handle)
            if not stat.S_ISREG(before.st_mode):
                raise NoteUnreadable(f"{path} is no plain file. It is not indexed.")
            if before.st_size > MAX_NOTE_BYTES:
                raise NoteUnreadable(
                    f"{path} is larger than {MAX_NOTE_BYTES >> 20} MiB. It is not indexed; "
                    "split it, or name it in .brainignore to silence this line."
                )
            raw = file.read(MAX_NOTE_BYTES + 1)
            after = _signature(os.fstat(handle))
        if after != _signature(before) or len(raw) != after.size:
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


class _Walk:
    """One pass over the tree, without following links."""

    def __init__(self, root: Path, rules: IgnoreRules) -> None:
        self._root = os.fspath(root)
        self._rules = rules
        self.entries: dict[str, Signature] = {}
        self.unlisted: list[str] = []
        self.problems: list[Problem] = []
        self.folders = 0

    def run(self, below: str) -> None:
        pending = [below]
        while pending:
            folder = pending.pop()
            try:
                with os.scandir(f"{self._root}/{folder}") as listing:
                    self.folders += 1
                    os.lstat(f"{self._root}/{folder}/.")  # names alone can be allowed
                    for entry in listing:
                        deeper = self._visit(folder, entry)
                        if deeper is not None:
                            pending.append(deeper)
            except OSError as error:
                self._unlisted(folder, error)

    def _visit(self, folder: str, entry: os.DirEntry[str]) -> str | None:
        """Note a file; return a folder that is to be entered."""
        path = f"{folder}/{entry.name}" if folder else entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if not speakable(entry.name):
            # Before the ignore rules: patterns match text, and this is none.
            if is_folder or self._rules.is_note(path):
                self.problems.append(_unspeakable(path))
            return None
        if is_folder:
            return None if self._rules.ignores_folder(path) else path
        if not self._rules.is_note(path):
            self._look_behind(folder, entry)
        elif not self._rules.ignores_file(path):
            self._note(path, entry)
        return None

    def _note(self, path: str, entry: os.DirEntry[str]) -> None:
        try:
            found = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return  # deleted between listing and looking
        except OSError as error:
            self._unlisted(path.rpartition("/")[0], error)
            return
        if stat.S_ISREG(found.st_mode):
            self.entries[path] = _signature(found)
            if _is_dataless(found):
                self.problems.append(_not_downloaded(path))
        elif stat.S_ISLNK(found.st_mode):
            self.problems.append(_link(path))

    def _look_behind(self, folder: str, entry: os.DirEntry[str]) -> None:
        """Tell of what is no note by its name but may stand for notes.

        Where a link leads is not asked, for a server that is away would let us wait; a name
        without an extension is taken for that of a folder.
        """
        name = entry.name
        if name.startswith(".") and name.endswith(_PLACEHOLDER):
            name = name[1 : -len(_PLACEHOLDER)]
            path = f"{folder}/{name}" if folder else name
            if self._rules.is_note(path) and not self._rules.ignores_file(path):
                self.problems.append(_not_downloaded(path))
        elif "." not in name and entry.is_symlink():
            path = f"{folder}/{name}" if folder else name
            if not (self._rules.ignores_folder(path) or self._rules.ignores_file(path)):
                self.problems.append(_link(path))

    def _unlisted(self, folder: str, error: OSError) -> None:
        if folder and isinstance(error, (FileNotFoundError, NotADirectoryError)):
            return  # deleted between listing and entering
        self.unlisted.append(folder)
        self.problems.append(
            Problem(
                code="folder-unreadable",
                message=f"The folder {folder or '.'} cannot be listed: {error.strerror}.",
                advice="Notes in it keep their last state. Give yourself the right to read it.",
                path=folder or None,
            )
        )


def _volume_away(volume: str) -> Problem:
    return Problem(
        code="volume-away",
        message=f"No volume is mounted on {volume}, where there was one. Its notes are kept.",
        advice="Mount it. If it is gone for good: vaultbrain purge",
        path=volume,
    )


def _signature(found: os.stat_result) -> Signature:
    return Signature(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def speakable(name: str) -> bool:
    """Whether a file name is text; Linux allows any bytes."""
    return name.isascii() or not any("\udc80" <= character <= "\udcff" for character in name)


def _is_dataless(found: os.stat_result) -> bool:
    """Whether reading a file would download it; macOS alone has such flags."""
    return bool(getattr(found, "st_flags", 0) & _SF_DATALESS)


def _not_downloaded(path: str) -> Problem:
    return Problem(
        code="not-downloaded",
        message=f"{path} is in iCloud and not on this disk, so it is not read.",
        advice="Download it in Finder, or name it in .brainignore to silence this line.",
        path=path,
    )


def _link(path: str) -> Problem:
    return Problem(
        code="link-not-followed",
        message=f"{path} is a link. Links are not followed, so nothing behind it is indexed.",
        advice="Put what it leads to into the vault or register it as a source of its own; "
        "or name the link in .brainignore to silence this line.",
        path=path,
    )


def _unspeakable(path: str) -> Problem:
    shown = os.fsencode(path).decode("utf-8", "backslashreplace")
    return Problem(
        code="name-unreadable",
        message=f"The name of {shown} is not UTF-8, so nothing under it is indexed.",
        advice="Rename it.",
        path=shown,
    )


def _reason(path: str, error: OSError | ValueError) -> str:
    why = getattr(error, "strerror", None) or str(error)
    return (
        f"{path} cannot be read: {why}. What was known of it is not shown as current; "
        "give yourself the right to read it and run `vaultbrain sync`, or name it in .brainignore."
    )

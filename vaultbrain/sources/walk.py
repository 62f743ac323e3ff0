"""One pass over a tree of folders: which notes are there, and of what nothing can be known."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from vaultbrain.records import Problem, Signature

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.sources.ignore import IgnoreRules

# iCloud takes files off the disk. Older systems leave a small file `.name.icloud`; newer ones keep
# the name and set a flag, and whoever reads the file then waits for it to be downloaded.
_PLACEHOLDER = ".icloud"
_SF_DATALESS = 0x40000000


class Walk:
    """One pass over the tree, without following links."""

    def __init__(self, root: Path, rules: IgnoreRules, *, others: bool = False) -> None:
        """Take the folder; `others` says that files which are no notes are listed as well."""
        self._root = os.fspath(root)
        self._rules, self._keeps_others = rules, others
        self.others: list[str] = []
        self.entries: dict[str, Signature] = {}
        self.unlisted: list[str] = []
        self.problems: list[Problem] = []
        self.folders = 0

    def run(self, below: str) -> None:
        """Walk through one folder, by its path from the root, and all below."""
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
            if self._keeps_others and not self._rules.ignores_file(path):
                self.others.append(path)
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
            self.entries[path] = signature_of(found)
            if is_dataless(found):
                self.problems.append(not_downloaded(path))
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
                self.problems.append(not_downloaded(path))
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


def volume_away(volume: str) -> Problem:
    """No volume is in a place where one was."""
    return Problem(
        code="volume-away",
        message=f"No volume is mounted on {volume}, where there was one. Its notes are kept.",
        advice="Mount it. If it is gone for good: vaultbrain purge",
        path=volume,
    )


def signature_of(found: os.stat_result) -> Signature:
    """What tells whether a file is unchanged."""
    return Signature(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def speakable(name: str) -> bool:
    """Whether a file name is text; Linux allows any bytes."""
    return name.isascii() or not any("\udc80" <= character <= "\udcff" for character in name)


def is_dataless(found: os.stat_result) -> bool:
    """Whether reading a file would download it; macOS alone has such flags."""
    return bool(getattr(found, "st_flags", 0) & _SF_DATALESS)


def not_downloaded(path: str) -> Problem:
    """A note is in the cloud alone."""
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

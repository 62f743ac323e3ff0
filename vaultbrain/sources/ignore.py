"""Which files of a folder are notes: `include`, `exclude`, `.brainignore`, built-in excludes.

`.brainignore` files follow the rules of `.gitignore`, in any folder of the vault; the file
nearest to a note speaks last. The built-in excludes cannot be taken back. Unlike Git's, a
folder taken back (`!a/`) takes back what lies in it, and `a/**` names the folder as well.
"""

from __future__ import annotations

import fnmatch
import logging
import os
import re
import stat
from typing import TYPE_CHECKING

from pathspec import GitIgnoreSpec

from vaultbrain.paths import IGNORE_FILE
from vaultbrain.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

EXCLUDED_FOLDERS = frozenset(
    ".git .hg .svn .obsidian .trash .stversions .stfolder .smart-env .venv .sync "
    "node_modules __pycache__".split()
)
# Lock, swap, backup and half-written files of editors, browsers and sync clients.
_TEMPORARY = re.compile(
    "|".join(
        fnmatch.translate(pattern)
        for pattern in (
            ".#*|#*#|*~|~$*|.~lock.*|*.sw[a-z]|*.tmp|*.temp|*.bak|*.part|*.crdownload|4913|"
            ".syncthing.*|~syncthing~*|.goutputstream-*|*.icloud|.DS_Store|._*|.nfs*"
        ).split("|")
    )
)
# With wildcards in it, it may be any.
_ENDING = re.compile(r"\.\w+$")
_MAX_IGNORE_FILE = 1 << 20
LOG = logging.getLogger("vaultbrain.sources")


class IgnoreRules:
    """The rules of one folder as they stood when each `.brainignore` was first needed."""

    def __init__(
        self,
        root: Path,
        include: Sequence[str],
        exclude: Sequence[str],
        is_readable: Callable[[str], object],
    ) -> None:
        """Take the patterns; what has no reader is no note, whatever `include` says."""
        self._root, self._is_readable = root, is_readable
        self._names = _any([pattern for pattern in include if "/" not in pattern])
        self._paths = _any([pattern for pattern in include if "/" in pattern])
        self._exclude = GitIgnoreSpec.from_lines(exclude) if exclude else None
        self._files: dict[str, GitIgnoreSpec | None] = {}
        self.problems: list[Problem] = []

    def is_note(self, path: str) -> bool:
        """Whether a file's name is one of those to index; says nothing of ignore files."""
        name = path.rpartition("/")[2]
        wanted = self._names is not None and self._names.match(name)
        wanted = wanted or (self._paths is not None and self._paths.match(path))
        return bool(wanted and self._is_readable(path)) and not _TEMPORARY.match(name)

    def ignores(self, path: str) -> bool:
        """Whether a file is ignored, by itself or by one of the folders it lies in."""
        parts = path.split("/")
        folders = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
        return any(self.ignores_folder(folder) for folder in folders) or self.ignores_file(path)

    def ignores_folder(self, path: str) -> bool:
        """Whether a folder is ignored by itself; its parents are taken to be visited."""
        return path.rpartition("/")[2] in EXCLUDED_FOLDERS or self._matches(path + "/")

    def ignores_file(self, path: str) -> bool:
        """Whether a file is ignored by itself; its folders are taken to be visited."""
        return self._matches(path)

    def _matches(self, path: str) -> bool:
        """The nearest `.brainignore` with a word on the path decides, then `exclude`."""
        folder = path.rstrip("/").rpartition("/")[0]
        while True:
            spec = self._spec(folder)
            if spec is not None:
                below = path[len(folder) + 1 :] if folder else path
                verdict = spec.check_file(below).include
                if verdict is not None:
                    return verdict
            if not folder:
                break
            folder = folder.rpartition("/")[0]
        return self._exclude is not None and self._exclude.match_file(path)

    def _spec(self, folder: str) -> GitIgnoreSpec | None:
        if folder not in self._files:
            if _is_closed(self._root / folder):
                return None  # not remembered: it may be opened, and its notes with it
            self._files[folder] = self._load(folder)
        return self._files[folder]

    def _load(self, folder: str) -> GitIgnoreSpec | None:
        """Read one ignore file. One that cannot be read ignores its whole folder: fail closed."""
        try:
            return _compile(_read(self._root / folder / IGNORE_FILE))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except Exception as error:  # noqa: BLE001 - each regex engine has errors of its own
            where = f"{folder}/{IGNORE_FILE}" if folder else IGNORE_FILE
            LOG.warning("%s cannot be used: %s", where, type(error).__name__)
            self.problems.append(_unusable(where))
            return GitIgnoreSpec.from_lines(["*"])


def unread(include: Sequence[str], is_readable: Callable[[str], object]) -> tuple[str, ...]:
    """The patterns that name an ending of which no file can be read, as in `*.docx`."""
    ended = ((at, _ENDING.search(at)) for at in include)
    return tuple(at for at, found in ended if found and not is_readable(f"x{found[0]}"))


def _is_closed(folder: Path) -> bool:
    """Whether nothing in a folder can be reached: then no rule of its own is needed.

    Ignoring all of it would make the indexer forget notes that nobody said to ignore.
    """
    try:
        os.lstat(folder / IGNORE_FILE)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return False


def _unusable(where: str) -> Problem:
    return Problem(
        code="ignore-file-broken",
        message=f"{where} cannot be used, so no note in its folder is indexed.",
        advice="Correct the file: a pattern in it is not valid, or it is no readable text.",
        path=where,
    )


def _read(path: Path) -> bytes:
    """A whole ignore file; a pipe in its place must not make the scan wait."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("no plain file")
        raw = file.read(_MAX_IGNORE_FILE + 1)
    if len(raw) > _MAX_IGNORE_FILE or b"\0" in raw:
        raise ValueError("too large, or no UTF-8 text")
    return raw


def _compile(raw: bytes) -> GitIgnoreSpec:
    text = raw.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return GitIgnoreSpec.from_lines(text.split("\n"))


def _any(patterns: Sequence[str]) -> re.Pattern[str] | None:
    if not patterns:
        return None
    return re.compile("|".join(fnmatch.translate(p) for p in patterns), re.IGNORECASE)

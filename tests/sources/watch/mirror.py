"""Looks at whatever is named, at once: the strictest reader of hints."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path


class Mirror:
    """What a reader of hints knows of a folder: path → text."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, str] = {}
        self._wake = threading.Condition()

    def put(self, source: str, path: str) -> None:
        assert source == "s"
        seen = _look(self._root, path)
        with self._wake:
            kept = {
                name: text
                for name, text in self._known.items()
                if path and name != path and not name.startswith(path + "/")
            }
            self._known = kept | seen
            self._wake.notify_all()

    def agrees(self, seconds: float = 20.0) -> None:
        """Wait until all is known that is there, and nothing else."""
        truth = _look(self._root, "")
        with self._wake:
            if not self._wake.wait_for(lambda: self._known == truth, seconds):
                lost = {name for name in truth if self._known.get(name) != truth[name]}
                ghosts = self._known.keys() - truth.keys()
                raise AssertionError(f"not heard: {sorted(lost)}, not there: {sorted(ghosts)}")


def _look(root: Path, path: str) -> dict[str, str]:
    seen: dict[str, str] = {}
    top = root / path if path else root
    if top.is_symlink():
        return seen
    if top.is_file():
        _read(root, top, seen)
    for folder, _, names in os.walk(top):
        for name in names:
            _read(root, Path(folder) / name, seen)
    return seen


def _read(root: Path, file: Path, seen: dict[str, str]) -> None:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        seen[str(file.relative_to(root))] = file.read_text()

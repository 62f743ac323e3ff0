"""Why a scan would not come to a file or a folder that somebody asks for by name."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from vaultbrain.indexer.draft import secret_names
from vaultbrain.indexer.problems import secret_name
from vaultbrain.records import Problem
from vaultbrain.sources.walk import speakable

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.indexer.draft import Tools
    from vaultbrain.sources.folder import FolderSource

_IGNORED = (
    "It is named in a .brainignore, excluded in config.yaml, or in a folder that vaultbrain "
    "never reads."
)
_LINKED = "Give the path of what the link leads to; to have it indexed, register that as a source."


def refusal(
    tools: Tools, source: FolderSource, path: str, *, is_folder: bool = False
) -> Problem | None:
    """Why a scan would not come to a path of a source, or None where it would.

    What is said is text without secrets, whatever the name.
    """
    secret = secret_names(tools, [path]).get(path)
    if secret is not None:
        return blocked(shown(secret))
    said = shown(path)
    if not speakable(path):
        message = f"The name of {said} is not UTF-8, so nothing under it is indexed."
        return Problem("name-unreadable", message, "Rename it.", said)
    if source.rules.ignores(f"{path}/x" if is_folder else path):
        message = f"{said} is ignored, so nothing of it is indexed."
        return Problem("ignored", message, _IGNORED, said)
    link = _link_in(source.root, path)
    if link is not None:
        message = f"{link} is a link. Links are not followed, so nothing behind it is indexed."
        return Problem("link-not-followed", message, _LINKED, said)
    return None


def blocked(name: str) -> Problem:
    """The problem of a file whose name holds a secret; `name` is what may be shown of it."""
    return Problem("blocked-by-gate", secret_name(name).message, "", name)


def shown(path: str) -> str:
    """A path as text, also where its bytes are none."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _link_in(root: Path, path: str) -> str | None:
    """The first part of a path that is a link; what cannot be asked is left to the reader."""
    parts = path.split("/")
    for depth in range(1, len(parts) + 1):
        part = "/".join(parts[:depth])
        with contextlib.suppress(PermissionError):
            if (root / part).is_symlink():
                return part
    return None

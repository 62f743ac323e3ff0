"""Reading a file or a folder without a daemon, by the settings that a daemon would use."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from vaultbrain import config as settings
from vaultbrain.daemon.tools import make_embedder, make_source, make_tools
from vaultbrain.errors import UsageError
from vaultbrain.gate import Gate
from vaultbrain.indexer import inspect as inspecting
from vaultbrain.indexer.inspect import Inspection
from vaultbrain.paths import IGNORE_FILE
from vaultbrain.reading.kinds import Readers, kinds
from vaultbrain.records import Problem
from vaultbrain.sources.ignore import EXCLUDED_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultbrain.config import Config
    from vaultbrain.indexer.inspect import Survey
    from vaultbrain.paths import Paths
    from vaultbrain.sources.folder import FolderSource

# What lies in the root of a vault, or of a repository.
_SIGNS = (".obsidian", ".git", IGNORE_FILE)


def inspect(paths: Paths, place: Path, tell: Callable[[int, int], None]) -> Inspection | Survey:
    """Read a file, or all files of a folder, and say what the index would hold of it.

    Args:
        paths: the home, for its settings.
        place: the file or folder.
        tell: called with how many files of a folder were read, and of how many.

    Raises:
        UsageError: there is nothing at that place, or no file.
        ConfigError: the settings are wrong.
        NoteChanging: the file is being written to.
    """
    config = settings.load(paths.config_file)
    place = _present(place)
    with contextlib.closing(Readers(kinds())) as readers:
        embedder = make_embedder(paths, config)
        try:
            gate = Gate(strong=config.gate.pii.strong, soft=config.gate.pii.soft)
            tools = make_tools(gate, readers, embedder)
            if place.is_dir():
                source = _source(config, readers, place)
                return inspecting.survey(tools, source, tell)
            source = _source(config, readers, _root(config, place))
            path = place.relative_to(source.root).as_posix()
            refused = _refused(source, path)
            if refused is not None:
                return Inspection(path=path, problems=(refused,))
            return inspecting.inspect(tools, source, path)
        finally:
            if embedder is not None:
                embedder.close()


def _present(place: Path) -> Path:
    """The place with links in the names of its folders followed."""
    try:
        found = place.parent.resolve(strict=True) / place.name if place.name else place.resolve()
        found.lstat()
    except (OSError, ValueError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or "it cannot be the name of a file"
        raise UsageError(
            f"{place} cannot be read: {why}. Nothing was changed. Give the path of a note or a "
            "folder."
        ) from error
    return found


def _root(config: Config, file: Path) -> Path:
    """The vault that a file is in: a source, else what looks like a vault, else its folder."""
    for source in config.sources.values():
        root = source.root.absolute()
        if root in file.parents:
            return root
        if root.resolve() in file.parents:
            return root.resolve()
    for folder in file.parents:
        if any((folder / sign).exists() for sign in _SIGNS):
            return folder
    hidden = [folder.parent for folder in file.parents if folder.name in EXCLUDED_FOLDERS]
    return hidden[-1] if hidden else file.parent


def _source(config: Config, readers: Readers, root: Path) -> FolderSource:
    for name, at in config.sources.items():
        if os.path.realpath(at.root) == os.path.realpath(root):
            return make_source(name, at, readers)
    return make_source("inspected", settings.SourceConfig(path=str(root)), readers)


def _refused(source: FolderSource, path: str) -> Problem | None:
    """Why a file would never be read, if so."""
    if source.rules.ignores(path):
        message = f"{path} is ignored, so nothing of it is indexed."
        advice = "It is named in a .brainignore, excluded in config.yaml, or in a folder that "
        advice += "vaultbrain never reads."
        return Problem(code="ignored", message=message, advice=advice, path=path)
    return None

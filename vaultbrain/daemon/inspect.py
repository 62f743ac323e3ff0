"""Reading a file or a folder without a daemon, by the settings that a daemon would use."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from vaultbrain import config as settings
from vaultbrain.daemon.tools import make_embedder, make_gate, make_scanner, make_source, make_tools
from vaultbrain.errors import UsageError
from vaultbrain.indexer.inspect import Inspector
from vaultbrain.inference.words import WordCounts
from vaultbrain.paths import IGNORE_FILE
from vaultbrain.reading.kinds import Readers, kinds
from vaultbrain.sources.ignore import EXCLUDED_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.config import Config
    from vaultbrain.indexer.inspect import Inspection, Survey
    from vaultbrain.indexer.progress import Reading
    from vaultbrain.paths import Paths
    from vaultbrain.sources.folder import FolderSource

# What lies in the root of a vault of Obsidian.
_SIGN = ".obsidian"


def inspect(paths: Paths, given: str, tell: Callable[[Reading], None]) -> Inspection | Survey:
    """Read a file, or all files of a folder, and say what the index would hold of it.

    Nothing is written, neither into the home nor anywhere else.

    Args:
        paths: the home, for its settings.
        given: the path of the file or folder, as it was typed.
        tell: hears how far the reading of a folder is.

    Raises:
        UsageError: there is nothing at that path.
        ConfigError: the settings are wrong.
    """
    place = _present(given)
    config = settings.load(paths.config_file)
    with contextlib.ExitStack() as opened:
        readers = opened.enter_context(contextlib.closing(Readers(kinds())))
        embedder = make_embedder(paths, config, traceless=True)
        if embedder is not None:
            opened.enter_context(contextlib.closing(embedder))
        scanner = make_scanner(paths, config, traceless=True)
        tools = make_tools(make_gate(config, scanner), readers, embedder)
        is_folder = _is_folder(place)
        root = _root(config, place if is_folder else place.parent)
        path = "" if place == root else place.relative_to(root).as_posix()
        source = _source(config, readers, root)
        estimate = tools.count_tokens if embedder is None else WordCounts().estimate
        inspector = Inspector(tools, source, estimate, readers.most_bytes)
        return inspector.folder(path, tell) if is_folder else inspector.file(path)


def _present(given: str) -> Path:
    """The absolute path; links in it stay, for it depends on them whether it is read at all."""
    if not given:
        raise UsageError("An empty path names nothing. Give the path of a note or a folder.")
    try:
        place = Path.cwd() / Path(given).expanduser()
        if ".." in place.parts:
            is_up = place.name == ".."
            place = place.resolve() if is_up else place.parent.resolve() / place.name
        os.lstat(place)
    except PermissionError:
        pass  # it may be there; the reader says what is wrong
    except (OSError, ValueError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or "it cannot be the name of a file"
        raise UsageError(
            f"{given} cannot be read: {why}. Give the path of a note or a folder."
        ) from error
    return place


def _is_folder(place: Path) -> bool:
    try:
        return place.is_dir()
    except PermissionError:
        return False


def _root(config: Config, folder: Path) -> Path:
    """The vault that a folder is in: a source, else what looks like a vault, else the folder."""
    line = (folder, *folder.parents)
    roots = {os.path.realpath(at.root) for at in config.sources.values()}
    named = (at for at in line if os.path.realpath(at) in roots)
    vaults = (at for at in line if os.path.lexists(at / _SIGN))
    ruled = (at for at in reversed(line) if os.path.lexists(at / IGNORE_FILE))
    hidden = (at.parent for at in reversed(line) if at.name in EXCLUDED_FOLDERS)
    return next((at for found in (named, vaults, ruled, hidden) for at in found), folder)


def _source(config: Config, readers: Readers, root: Path) -> FolderSource:
    for name, at in config.sources.items():
        if os.path.realpath(at.root) == os.path.realpath(root):
            return make_source(name, at, readers)
    return make_source("inspected", settings.SourceConfig(path=str(root)), readers)

"""Objects that the daemon and the verbs that do without it make from the same settings."""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import TYPE_CHECKING

from vaultbrain.errors import ConfigError
from vaultbrain.gate import Gate
from vaultbrain.gate.allow import Allowance, Allowing
from vaultbrain.gate.deep import DeepScanner
from vaultbrain.gate.rules.classes import CLASSES, CONTAINERS
from vaultbrain.gate.scanner import Scanner
from vaultbrain.indexer.draft import Tools
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.sources.folder import FolderSource

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from vaultbrain.config import Config, SourceConfig
    from vaultbrain.gate.allow import Baseline
    from vaultbrain.inference.base import Embedder
    from vaultbrain.paths import Paths
    from vaultbrain.reading.kinds import Readers

_KEY_BYTES = 32


def make_embedder(paths: Paths, config: Config, *, traceless: bool = False) -> Embedder | None:
    """The embedder that the settings name; None where there is to be none.

    A `traceless` one makes no file or folder; what a daemon has built for it, it uses.
    """
    if config.model.embedder == "off":
        return None
    if traceless:
        built = paths.models_dir if paths.models_dir.is_dir() else None
        return BuiltinEmbedder(find_installation, WorkerSettings(models=built))
    worker = WorkerSettings(models=paths.models_dir, log=paths.worker_log)
    return BuiltinEmbedder(find_installation, worker)


def make_scanner(paths: Paths, config: Config, *, traceless: bool = False) -> Scanner:
    """What finds secrets: our rules and, where the settings want it, a second scanner.

    A `traceless` one makes no file or folder.

    Raises:
        BlockedByGate: the second scanner is not installed.
    """
    if config.gate.deep_scan == "off":
        return Scanner()
    return Scanner(DeepScanner(None if traceless else paths.deep_scan_dir))


def make_gate(config: Config, scanner: Scanner, baseline: Baseline | None = None) -> Gate:
    """The gate with the policy of the settings.

    Args:
        config: the settings.
        scanner: finds.
        baseline: findings that the user lets pass; none do without one.

    Raises:
        ConfigError: a rule names a class that no rule of this kind can let pass.
    """
    known = CLASSES.keys() - CONTAINERS
    for rule in config.gate.allow:
        for unknown in sorted(set(rule.classes) - known):
            raise ConfigError(_unknown_class(unknown, known))
    rules = [Allowance(at.path, at.classes, at.source) for at in config.gate.allow]
    foreign = frozenset(name for name, at in config.sources.items() if at.origin == "foreign")
    return Gate(
        strong=config.gate.pii.strong,
        soft=config.gate.pii.soft,
        allowing=Allowing(rules, foreign),
        baseline=baseline,
        scanner=scanner,
    )


def _unknown_class(name: str, known: Collection[str]) -> str:
    if name in CONTAINERS:
        return (
            f"gate.allow: no rule lets {name} pass, for whoever has one has everything. Nothing "
            "was started. Where a finding is none: vaultbrain gate allow ID"
        )
    return (
        f"gate.allow: there is no class {name!r}, so nothing was started. There are: "
        f"{', '.join(sorted(known))}."
    )


def load_key(path: Path) -> bytes:
    """The key of this home's findings; made where there is none.

    Where it cannot be kept, as on a read-only disk, it is good for this process alone, and no
    finding is allowed.
    """
    made = secrets.token_bytes(_KEY_BYTES)
    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        with contextlib.suppress(OSError):
            path.chmod(0o600)
            found = path.read_bytes()
            if len(found) == _KEY_BYTES:
                return found
            path.write_bytes(made)  # a crash left it empty
    except OSError:
        pass
    else:
        with contextlib.suppress(OSError), path.open("wb") as file:
            file.write(made)
            file.flush()
            os.fsync(file.fileno())
    return made


def home_files(paths: Paths) -> list[Path]:
    """Every file of a home in which a word of a note could stand."""
    folders = (paths.data_dir, paths.state_dir)
    found = (at for folder in folders for at in sorted(folder.rglob("*")))
    others = (paths.models_dir, paths.deep_scan_dir, paths.gate_key)
    return [
        at for at in found if at.is_file() and not any(at.is_relative_to(one) for one in others)
    ]


def make_source(name: str, at: SourceConfig, readers: Readers) -> FolderSource:
    """A source as the settings describe it."""
    return FolderSource(
        name, at.root.absolute(), at.include, at.exclude, most_bytes=readers.most_bytes
    )


def make_sources(config: Config, readers: Readers) -> dict[str, FolderSource]:
    """Every source of the settings, by its id."""
    return {name: make_source(name, at, readers) for name, at in config.sources.items()}


def make_tools(gate: Gate, readers: Readers, embedder: Embedder | None) -> Tools:
    """What turns bytes into rows."""
    reader = GatedReader(readers, gate)
    if embedder is None:
        return Tools(gate, reader, _count_words, "words")
    return Tools(gate, reader, embedder.count_tokens, embedder.identity.tokenizer)


def _count_words(texts: Sequence[str]) -> list[int]:
    """Without a model there are no tokens; a word of these languages has one to two."""
    return [len(text.split()) * 3 // 2 for text in texts]

"""Objects that the daemon and the verbs that do without it make from the same settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate import Gate
from vaultbrain.indexer.draft import Tools
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.sources.folder import FolderSource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.config import Config, SourceConfig
    from vaultbrain.inference.base import Embedder
    from vaultbrain.paths import Paths
    from vaultbrain.reading.kinds import Readers


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


def make_gate(config: Config) -> Gate:
    """The gate with the policy of the settings."""
    return Gate(strong=config.gate.pii.strong, soft=config.gate.pii.soft)


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

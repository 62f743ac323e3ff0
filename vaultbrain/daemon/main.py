"""The composition root: the one place where objects are made and joined."""

from __future__ import annotations

import functools
import gc
import logging
import os
import signal
import threading
import time
from typing import TYPE_CHECKING

from vaultbrain import config as settings
from vaultbrain.answer.ask import Ask
from vaultbrain.daemon import logs
from vaultbrain.daemon.handlers import Handlers, Parts
from vaultbrain.daemon.instance import Instance
from vaultbrain.daemon.notify import notify
from vaultbrain.daemon.power import on_battery
from vaultbrain.daemon.server import Server
from vaultbrain.daemon.supervisor import Supervisor, exit_hard
from vaultbrain.errors import ConfigError
from vaultbrain.gate import Gate
from vaultbrain.indexer.doubts import Doubts
from vaultbrain.indexer.draft import Tools
from vaultbrain.indexer.embedding import Embedding
from vaultbrain.indexer.pipeline import Pipeline
from vaultbrain.indexer.progress import Progress
from vaultbrain.indexer.writer import Writer
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.paths import private_dir
from vaultbrain.reading.markdown import Reader
from vaultbrain.search.current import Vault
from vaultbrain.search.service import Search
from vaultbrain.sources.folder import FolderSource
from vaultbrain.sources.watch import Hints
from vaultbrain.store import generations, notes
from vaultbrain.store.database import Database

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping, Sequence

    from vaultbrain.config import Config
    from vaultbrain.inference.base import Embedder
    from vaultbrain.paths import Paths


LOG = logging.getLogger("vaultbrain.daemon")
_GC_THRESHOLDS = (20_000, 20, 50)


def run(
    paths: Paths,
    *,
    log_level: str = "info",
    make_embedder: Callable[[Paths], Embedder] | None = None,
) -> int:
    """Be the daemon of a home until told to stop; returns the exit status.

    Args:
        paths: the home.
        log_level: as in `logging`.
        make_embedder: another embedder than the builtin one; benchmarks keep a cache in it.

    Raises:
        ConfigError: the settings are wrong or name no vault.
        AlreadyRunning: another daemon serves this home.
        StoreError: the index cannot be opened.
    """
    config = settings.load(paths.config_file)
    if not config.sources:
        raise ConfigError(
            f"{paths.config_file} names no vault, so there is nothing to serve. "
            "Register one: vaultbrain start ~/Notes"
        )
    private_dir(paths.state_dir)
    # Parsed Markdown is many small objects that die young; looking for cycles in all that
    # lives took 1 of 25 CPU seconds of a first indexing.
    gc.set_threshold(*_GC_THRESHOLDS)
    with Instance(paths) as listener:
        log = logs.open_log(paths.log, log_level)
        try:
            embedder = _embedder(config, paths, make_embedder)
            daemon = Daemon(paths, config, embedder)
            daemon.serve(listener)
        finally:
            logs.close_log(log)
    return 0


def _embedder(
    config: Config, paths: Paths, make: Callable[[Paths], Embedder] | None
) -> Embedder | None:
    if config.model.embedder == "off":
        return None
    if make:
        return make(paths)
    worker = WorkerSettings(models=paths.models_dir, log=paths.worker_log)
    return BuiltinEmbedder(find_installation, worker)


class Daemon:
    """Everything that lives as long as the process."""

    def __init__(self, paths: Paths, config: Config, embedder: Embedder | None) -> None:
        self._database = Database(paths.index_db)
        self._writer = Writer(self._database)
        self._embedder = embedder
        sources, hints = _sources(config), Hints()
        gate = Gate(strong=config.gate.pii.strong, soft=config.gate.pii.soft)
        vault = Vault(sources, gate, Reader)
        reading, embedding = Progress(), Progress()
        self._embedding = (
            Embedding(
                self._database,
                self._writer,
                embedder,
                embedding,
                reading.is_busy,
                on_battery if config.model.on_battery == "pause" else _never,
            )
            if embedder
            else None
        )
        self._pipeline = Pipeline(
            sources,
            hints,
            _tools(gate, embedder),
            (self._database, self._writer),
            reading,
            self._embedding.wake if self._embedding else _nothing,
        )
        self._threads = self._make_threads()
        beat = functools.partial(notify, os.environ, "WATCHDOG=1")
        self._supervisor = Supervisor(sources, hints, self._writer, self._threads, beat, exit_hard)
        prefer = self._embedding.prefer if self._embedding else _nothing
        search = Search(self._database, vault, embedder, Doubts(hints.put).tell, prefer)
        self._handlers = self._make_handlers(sources, vault, search, (reading, embedding))

    def _make_handlers(
        self,
        sources: Mapping[str, FolderSource],
        vault: Vault,
        search: Search,
        progress: tuple[Progress, Progress],
    ) -> Handlers:
        parts = Parts(
            database=self._database,
            sources=sources,
            vault=vault,
            pipeline=self._pipeline,
            supervisor=self._supervisor,
            embedder=self._embedder,
            embedding=self._embedding,
            search=search,
            ask=Ask(search, vault, self._embedder),
            reading=progress[0],
            embedding_progress=progress[1],
            vectors_kept=_vectors_kept(self._database, self._embedder),
        )
        return Handlers(parts)

    def _make_threads(self) -> list[threading.Thread]:
        work: list[tuple[str, Callable[[], None]]] = [("indexer", self._pipeline.run)]
        if self._embedding:
            work.append(("embedding", self._embedding.run))
        return [threading.Thread(target=run, name=name, daemon=True) for name, run in work]

    def serve(self, listener: socket.socket) -> None:
        """Start every thread, answer until stopped, then end everything in order."""
        server = Server(listener, self._handlers.dispatch)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: server.stop())
        self._start()
        notify(os.environ, "READY=1")
        try:
            server.run()
        finally:
            notify(os.environ, "STOPPING=1")
            self._stop()

    def _start(self) -> None:
        self._writer.start()
        names = tuple(self._handlers.source_ids)
        dropped = self._writer.submit(
            lambda db: notes.delete_other_sources(db, names), urgent=True
        ).result()
        if dropped:
            self._writer.submit(lambda db: generations.prune(db, int(time.time())))
            self._writer.purge()
        for thread in self._threads:
            thread.start()
        self._watching = threading.Thread(
            target=self._supervisor.run, name="supervisor", daemon=True
        )
        self._supervisor.tick(time.monotonic())
        self._watching.start()

    def _stop(self) -> None:
        """Writers of jobs first, then the writer, then the file."""
        self._supervisor.stop()
        self._pipeline.stop()
        if self._embedding:
            self._embedding.stop()
        if self._embedder:
            self._embedder.close()
        for thread in [*self._threads, self._watching]:
            thread.join(10)
        self._writer.close()
        self._database.close()


def _sources(config: Config) -> dict[str, FolderSource]:
    return {
        name: FolderSource(name, at.root.absolute(), at.include, at.exclude)
        for name, at in config.sources.items()
    }


def _vectors_kept(database: Database, embedder: Embedder | None) -> int:
    """How many vectors outlived the index they were made for; told once, at the start."""
    if embedder is None or not database.rebuilt:
        return 0
    with database.reading() as db:
        generation = generations.live(db, embedder.identity.fingerprint)
        kept = generations.count(db, generation) if generation else 0
    if kept:
        LOG.info("the index is new; %d vectors of an earlier one are kept and used again", kept)
    return kept


def _tools(gate: Gate, embedder: Embedder | None) -> Tools:
    if embedder is None:
        return Tools(gate, Reader(), _count_words, "words")
    return Tools(gate, Reader(), embedder.count_tokens, embedder.identity.tokenizer)


def _count_words(texts: Sequence[str]) -> list[int]:
    """Without a model there are no tokens; a word of these languages has one to two."""
    return [len(text.split()) * 3 // 2 for text in texts]


def _never() -> bool:
    """Vectors are made on battery as well."""
    return False


def _nothing(*_: object) -> None:
    """Nobody waits for new text where there is no model."""

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

import msgspec

from vaultbrain import config as settings
from vaultbrain.answer.ask import Ask
from vaultbrain.daemon import logs
from vaultbrain.daemon.findings import Findings
from vaultbrain.daemon.handlers import Handlers, Parts
from vaultbrain.daemon.instance import Instance
from vaultbrain.daemon.limits import Limits, raise_and_count
from vaultbrain.daemon.locked import Locked
from vaultbrain.daemon.memory import give_back
from vaultbrain.daemon.notify import notify
from vaultbrain.daemon.power import on_battery
from vaultbrain.daemon.supervisor import Signs, Supervisor, beat, exit_hard
from vaultbrain.daemon.tools import (
    home_files,
    load_key,
    make_embedder,
    make_gate,
    make_scanner,
    make_sources,
    make_tools,
)
from vaultbrain.daemon.turns import End, Renewals, Turns
from vaultbrain.daemon.upkeep import Stores, Upkeep
from vaultbrain.daemon.watching import Watching
from vaultbrain.errors import ConfigError, NotReady, StoreError
from vaultbrain.gate import Gate
from vaultbrain.gate.allow import Baseline
from vaultbrain.indexer.cleansing import Cleansing
from vaultbrain.indexer.doubts import Doubts
from vaultbrain.indexer.embedding import Embedding
from vaultbrain.indexer.guard import Guard
from vaultbrain.indexer.pipeline import Pipeline
from vaultbrain.indexer.progress import Progress
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.indexer.writer import Writer
from vaultbrain.paths import private_dir
from vaultbrain.reading.kinds import Readers, kinds
from vaultbrain.search.current import Vault
from vaultbrain.search.service import Search
from vaultbrain.sources.watch import Hints
from vaultbrain.store import generations, notes
from vaultbrain.store.database import Database
from vaultbrain.store.state import State

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultbrain.config import Config
    from vaultbrain.gate.scanner import Scanner
    from vaultbrain.inference.base import Embedder
    from vaultbrain.paths import Paths


LOG = logging.getLogger("vaultbrain.daemon")
_GC_THRESHOLDS = (20_000, 20, 50)
# Of one thread within one turn of the daemon; a fault that comes again is not an accident.
MOST_FAULTS = 3
_AGAIN_SECONDS = 0.5


class Home(msgspec.Struct, frozen=True):
    """What outlives every turn: where things are, the settings, how an embedder is made."""

    paths: Paths
    config: Config
    make_embedder: Callable[[Paths], Embedder] | None
    scanner: Scanner
    started_at: float


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
    config = _settings(paths)
    private_dir(paths.state_dir)
    # Parsed Markdown is many small objects that die young; looking for cycles in all that
    # lives took 1 of 25 CPU seconds of a first indexing.
    gc.set_threshold(*_GC_THRESHOLDS)
    instance = Instance(paths, locked=paths.locked.exists())
    with instance as listener:
        # First of all: from now on somebody may connect, and ask us to stop.
        turns = Turns(listener, Limits(connections=raise_and_count()))
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: turns.end(End.STOP))
        # Compiled once, for the log and for the notes.
        scanner = make_scanner(paths, config)
        log = logs.open_log(paths.log, log_level, Gate(soft="redact", scanner=scanner))
        try:
            _serve(Home(paths, config, make_embedder, scanner, time.time()), instance, turns)
        finally:
            logs.close_log(log)
    return 0


def _settings(paths: Paths) -> Config:
    config = settings.load(paths.config_file)
    if not config.sources:
        raise ConfigError(
            f"{paths.config_file} names no vault, so there is nothing to serve. "
            "Register one: vaultbrain start ~/Notes"
        )
    return config


def _serve(home: Home, instance: Instance, turns: Turns) -> None:
    """One turn after another, until one is ended for good."""
    # Started anew, a locked daemon stays locked: the index may be on a volume that is away.
    renewals, end = Renewals(), End.LOCK if home.paths.locked.exists() else End.UNLOCK
    volume: int | None = None
    try:
        while end is not End.STOP:
            if end is End.RENEW and _is_away(home.paths.data_dir, volume):
                LOG.error("the volume of the index is away, so nothing is opened until unlocked")
                end = End.LOCK
            if end is End.LOCK:
                end = _be_locked(home, instance, turns)
                continue
            if end is End.RENEW:
                _get_ready_again(instance, turns, renewals)
            try:
                daemon = Daemon(home, turns, suspect=end is End.RENEW)
            except StoreError as error:
                if end is not End.RENEW:
                    raise  # whoever starts us is told
                LOG.warning("the index cannot be opened: %s", error.message)
                continue
            volume = home.paths.data_dir.stat().st_dev
            end = daemon.serve()
    finally:
        notify(os.environ, "STOPPING=1")


def _is_away(folder: Path, volume: int | None) -> bool:
    """Whether another volume is at a folder now; a new index must not begin on that one."""
    try:
        return folder.stat().st_dev != volume
    except OSError:
        return False  # the folder was deleted, and is made anew


def _get_ready_again(instance: Instance, turns: Turns, renewals: Renewals) -> None:
    pause = renewals.pause()
    if pause is None:
        exit_hard("the index fails again and again; questions cannot be answered. See its disk")
    else:
        turns.rest(pause)
    instance.acquire()  # on a read-only disk there was no lock to be had


def _be_locked(home: Home, instance: Instance, turns: Turns) -> End:
    """Hold nothing open until unlocked; the lock of this home is on the same volume."""
    LOG.info("locked")
    home.paths.locked.touch(mode=0o600)
    instance.release()
    unlock = functools.partial(turns.end_soon, End.UNLOCK)
    locked = Locked(home.config, home.paths, home.started_at, unlock)
    ended = threading.Event()
    # A manager that hears nothing would start a daemon anew that opens its files.
    beating = threading.Thread(target=beat, args=(ended, turns.stalled, _beat), daemon=True)
    beating.start()
    try:
        end = turns.serve(locked.dispatch, _ready)
    finally:
        ended.set()
        beating.join()
    if end is End.UNLOCK:
        try:
            instance.acquire()
        except NotReady as error:  # `restore` is at work, perhaps
            LOG.warning("still locked: %s", error.message)
            return End.LOCK
        home.paths.locked.unlink(missing_ok=True)
        LOG.info("unlocked")
    return end


class Daemon:
    """Everything that lives as long as the index is open."""

    def __init__(self, home: Home, turns: Turns, *, suspect: bool) -> None:
        """Open what is there; `suspect` files are read through before they are trusted."""
        self._home, paths, config = home, home.paths, home.config
        self._turns, self._embedder = turns, _embedder(home)
        self._state = State(paths.state_db, paths.backups_dir)
        try:
            self._database = Database(paths.index_db, check=suspect, home=self._state.home)
        except BaseException:
            self._state.close()  # it is opened again for the next try
            raise
        self._writer = Writer(self._database)
        self._readers, self._hints = Readers(kinds()), Hints()
        # Who asks does not wait for the file that the indexer is parsing.
        self._asked = Readers(kinds())
        self._sources = make_sources(config, self._readers)
        baseline = Baseline(load_key(paths.gate_key), self._state.allowed())
        gate = make_gate(config, home.scanner, baseline)
        tools = self._tools = make_tools(gate, self._readers, self._embedder)
        asked = GatedReader(self._asked, tools.gate)
        self._vault = Vault(self._sources, tools.gate, asked, tools.recipe, self._is_away)
        files = functools.partial(home_files, paths)
        self._cleansing = Cleansing(self._database, self._writer, files)
        self._guard, self._progress = Guard(self._state), (Progress(), Progress())
        self._embedding = self._make_embedding(config)
        self._pipeline = self._make_pipeline()
        self._search = self._make_search()
        self._threads = self._make_threads()
        self._watching = Watching(self._sources, self._hints, paths.run_dir)
        self._upkeep = self._make_upkeep()
        self._supervisor = self._make_supervisor()
        self._ticking = threading.Thread(
            target=self._supervisor.run, name="supervisor", daemon=True
        )
        self._handlers = self._make_handlers()

    def _is_away(self, source: str) -> bool:
        return self._pipeline.state(source).offline

    def _make_upkeep(self) -> Upkeep:
        folder = self._home.paths.data_dir
        return Upkeep(
            Stores(self._database, self._writer, self._state, folder),
            self._hints,
            self._progress[0].is_busy,
            tuple(self._sources),
            self._renew,
            functools.partial(give_back, self._home.scanner, self._search),
        )

    def _make_embedding(self, config: Config) -> Embedding | None:
        if self._embedder is None:
            return None
        reading, embedding = self._progress
        waits = on_battery if config.model.on_battery == "pause" else _never
        return Embedding(
            self._database, self._writer, self._embedder, embedding, reading.is_busy, waits
        )

    def _make_pipeline(self) -> Pipeline:
        return Pipeline(
            self._sources,
            self._hints,
            self._tools,
            (self._database, self._writer, self._guard, self._cleansing),
            self._progress[0],
            self._embedding.wake if self._embedding else _nothing,
        )

    def _make_threads(self) -> list[threading.Thread]:
        if self._database.readonly:
            return []
        work: list[tuple[str, Callable[[], None]]] = [("indexer", self._pipeline.run)]
        if self._embedding:
            work.append(("embedding", self._embedding.run))
        return [
            threading.Thread(target=self._persist, args=(name, run), name=name, daemon=True)
            for name, run in work
        ]

    def _persist(self, name: str, work: Callable[[], None]) -> None:
        """Run a thread's work, again where it fails: the index is set right by a whole look.

        A thread that fails again and again ends, and with it the daemon.
        """
        for fault in range(1, MOST_FAULTS + 1):
            try:
                work()
            except Exception:
                LOG.exception("the thread %s failed, %d of %d times", name, fault, MOST_FAULTS)
                time.sleep(_AGAIN_SECONDS)
                for source in self._sources:
                    self._hints.put(source, "")
            else:
                return

    def _make_supervisor(self) -> Supervisor:
        alive = {thread.name: thread.is_alive for thread in self._threads}
        if not self._database.readonly:
            alive["writer"] = lambda: self._writer.alive
        signs = Signs(alive, {"server": self._turns.stalled, "writer": self._writer.stalled})
        return Supervisor(self._watching, self._upkeep, signs, _beat, exit_hard)

    def _make_search(self) -> Search:
        prefer = self._embedding.prefer if self._embedding else _nothing
        doubts = Doubts(self._hints.doubt)

        def doubt(source: str, path: str, sha256: bytes) -> bool:
            is_new = doubts.tell(source, path, sha256)
            # Notes that are held back are known to be gone.
            return is_new and not self._pipeline.state(source).held

        return Search(self._database, self._vault, self._embedder, doubt, prefer)

    def _make_handlers(self) -> Handlers:
        parts = Parts(
            started_at=self._home.started_at,
            database=self._database,
            sources=self._sources,
            vault=self._vault,
            pipeline=self._pipeline,
            guard=self._guard,
            watching=self._watching,
            upkeep=self._upkeep,
            silent=self._supervisor.silent,
            lock=functools.partial(self._turns.end_soon, End.LOCK),
            embedder=self._embedder,
            embedding=self._embedding,
            search=self._search,
            ask=Ask(self._search, self._vault, self._embedder),
            findings=Findings(
                (self._database, self._writer, self._state),
                self._vault,
                self._tools,
                self._pipeline,
                self._cleansing,
            ),
            reading=self._progress[0],
            embedding_progress=self._progress[1],
            vectors_kept=_vectors_kept(self._database, self._embedder),
            state_restored_from=self._state.restored_from,
        )
        return Handlers(parts)

    def serve(self) -> End:
        """Start every thread, answer until the turn ends, then end everything in order."""
        try:
            self._start()
            return self._turns.serve(self._handlers.dispatch, _ready)
        except StoreError:
            if not self._database.damage:
                raise
            # Opening reads little of the files; the next turn reads all.
            LOG.exception("the index is opened anew")
            return End.RENEW
        finally:
            self._stop()

    def _renew(self, reason: str) -> None:
        LOG.error("the index is opened anew: %s", reason)
        self._turns.end(End.RENEW)

    def _start(self) -> None:
        if not self._database.readonly:
            self._writer.start()
            self._forget_other_sources()
        for thread in self._threads:
            thread.start()
        self._supervisor.tick(time.monotonic())
        self._ticking.start()

    def _forget_other_sources(self) -> None:
        names = tuple(self._sources)
        dropped = self._writer.submit(
            lambda db: notes.delete_other_sources(db, names), urgent=True
        ).result()
        if dropped:
            self._writer.submit(lambda db: generations.prune(db, int(time.time())))
            self._writer.purge()

    def _stop(self) -> None:
        """Writers of jobs first, then the writer, then the files."""
        self._supervisor.stop()
        self._pipeline.stop()
        self._readers.close()
        self._asked.close()
        if self._embedding:
            self._embedding.stop()
        if self._embedder:
            self._embedder.close()
        for thread in [*self._threads, self._ticking]:
            if thread.is_alive():
                thread.join(10)
        self._writer.close()
        self._database.close()
        self._state.close()


def _embedder(home: Home) -> Embedder | None:
    if home.make_embedder and home.config.model.embedder != "off":
        return home.make_embedder(home.paths)
    return make_embedder(home.paths, home.config)


def _ready() -> None:
    notify(os.environ, "READY=1")


def _beat() -> None:
    notify(os.environ, "WATCHDOG=1")


def _vectors_kept(database: Database, embedder: Embedder | None) -> int:
    """How many vectors outlived the index they were made for; told once, at the start."""
    if embedder is None or not database.rebuilt:
        return 0
    try:
        with database.reading() as db:
            generation = generations.live(db, embedder.identity.fingerprint)
            kept = generations.count(db, generation) if generation else 0
    except StoreError:
        return 0  # the database remembers why, and is opened anew
    if kept:
        LOG.info("the index is new; %d vectors of an earlier one are kept and used again", kept)
    return kept


def _never() -> bool:
    """Vectors are made on battery as well."""
    return False


def _nothing(*_: object) -> None:
    """Nobody waits for new text where there is no model."""

"""Looks once a second whether all that should be alive is, and the vault still the same folder."""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import TYPE_CHECKING

from vaultbrain.sources.watch import Watcher
from vaultbrain.store import generations, notes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from vaultbrain.indexer.writer import Writer
    from vaultbrain.sources.folder import FolderSource, Identity
    from vaultbrain.sources.watch import Hints
    from vaultbrain.store.database import Connection

LOG = logging.getLogger("vaultbrain.supervisor")
TICK_SECONDS = 1.0
RESCAN_SECONDS = 600.0
# Where the folder cannot be watched, looking often is all that is left.
DEAF_RESCAN_SECONDS = 60.0
TIDY_SECONDS = 60.0
# Merging the words takes about 10 ms for every thousand chunks; so it stays below a hundredth.
PURGE_SECONDS_PER_CHUNK = 0.001
# A watch that ended is begun anew; one that could not begin needs the user, so there is no hurry.
REVIVE_SECONDS = 5.0
_RESUME_SECONDS = 5.0


class Supervisor:
    """Owns the watchers. Everything it finds ends in one act: look through the source again."""

    def __init__(
        self,
        sources: Mapping[str, FolderSource],
        hints: Hints,
        writer: Writer,
        threads: Sequence[threading.Thread],
        heartbeat: Callable[[], object],
        on_death: Callable[[str], None],
    ) -> None:
        self._sources, self._hints, self._writer = sources, hints, writer
        self._threads, self._heartbeat, self._on_death = threads, heartbeat, on_death
        self._watchers: dict[str, Watcher] = {}
        self._identities: dict[str, Identity | None] = {}
        self._scanned: dict[str, float] = {}
        self._tried: dict[str, float] = {}
        self._tidied = time.monotonic()
        self._pruned: Future[tuple[int, int, int]] | None = None
        self._purged = time.monotonic()
        self._purged_at: int | None = None
        self._purging: Future[bool] | None = None
        self._asleep = _asleep()
        self._turn = threading.Lock()
        self._stopping = threading.Event()

    def run(self) -> None:
        """Tick until stopped."""
        while not self._stopping.wait(TICK_SECONDS):
            try:
                self.tick(time.monotonic())
            except Exception:
                LOG.exception("a look at everything failed")
                self._on_death("supervisor")
                return

    def stop(self) -> None:
        """End the watches and the ticking."""
        self._stopping.set()
        with self._turn:  # a tick under way could begin a watch after all have ended
            for watcher in self._watchers.values():
                watcher.stop()
            self._watchers.clear()

    def watching(self, source: str) -> bool:
        """Whether changes of a source are heard at once."""
        watcher = self._watchers.get(source)
        return watcher is not None and watcher.alive

    def tick(self, now: float) -> None:
        """Look at everything once; `now` is monotonic."""
        with self._turn:
            if not self._stopping.is_set():
                self._tick(now)

    def _tick(self, now: float) -> None:
        asleep = _asleep()
        resumed = asleep - self._asleep > _RESUME_SECONDS
        self._asleep = asleep
        for source in self._sources.values():
            self._look(source, now, resumed=resumed)
        dead = [thread.name for thread in self._threads if not thread.is_alive()]
        if not self._writer.alive:
            dead.append("writer")
        if dead:
            self._on_death(", ".join(dead))
            return
        self._tidy(now)
        self._heartbeat()

    def _tidy(self, now: float) -> None:
        """Take vectors of texts that are gone out of use, and on a later tick purge their bytes."""
        if self._pruned is not None and self._pruned.done():
            # Never from a callback: in the writer's own thread a full queue would never empty.
            done, self._pruned = self._pruned, None
            if done.exception() is None:
                self._purge(now, *done.result())
        elif self._pruned is None and now - self._tidied >= TIDY_SECONDS and not len(self._hints):
            self._tidied = now
            self._pruned = self._writer.submit(_prune)

    def _purge(self, now: float, pruned: int, generation: int, chunks: int) -> None:
        """Also after edits, for they leave old words behind; then not so often, for it costs."""
        unfinished = self._purging is not None and (
            not self._purging.done()
            or bool(self._purging.exception())
            or not self._purging.result()
        )
        pause = max(TIDY_SECONDS, PURGE_SECONDS_PER_CHUNK * chunks)
        edited = generation != self._purged_at and now - self._purged >= pause
        if pruned or unfinished or edited:
            self._purged, self._purged_at = now, generation
            self._purging = self._writer.purge()

    def _look(self, source: FolderSource, now: float, *, resumed: bool) -> None:
        """Scan, watch, scan: what appears before its watch is found by the second scan."""
        identity = source.identity()
        changed = identity != self._identities.get(source.id, identity)
        first = source.id not in self._identities
        self._identities[source.id] = identity
        if changed or first or (identity is not None and self._revives(source, now)):
            self._tried[source.id] = now
            restarted = self._watch(source) if identity is not None else self._unwatch(source)
            if changed or first or restarted:
                self._again(source, now)
        pause = RESCAN_SECONDS if self.watching(source.id) else DEAF_RESCAN_SECONDS
        if resumed or now - self._scanned.get(source.id, now) >= pause:
            self._again(source, now)

    def _revives(self, source: FolderSource, now: float) -> bool:
        """Whether the watch is down and it is time to try again: each try walks the tree."""
        pause = REVIVE_SECONDS if source.id in self._watchers else DEAF_RESCAN_SECONDS
        tried = self._tried.get(source.id)
        return not self.watching(source.id) and (tried is None or now - tried >= pause)

    def _again(self, source: FolderSource, now: float) -> None:
        self._scanned[source.id] = now
        self._hints.put(source.id, "")

    def _watch(self, source: FolderSource) -> bool:
        self._unwatch(source)
        watcher = Watcher(source.id, source.root, self._hints.put)
        try:
            watcher.start()
        except OSError as error:
            LOG.warning("source %s cannot be watched: %s", source.id, error.strerror)
            return False
        self._watchers[source.id] = watcher
        return True

    def _unwatch(self, source: FolderSource) -> bool:
        watcher = self._watchers.pop(source.id, None)
        if watcher is not None:
            watcher.stop()
        return False


def _prune(db: Connection) -> tuple[int, int, int]:
    return generations.prune(db, int(time.time())), notes.generation(db), notes.counts(db)[1]


def _asleep() -> float:
    """Seconds the machine spent suspended; grows when it wakes up."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(clock) - time.monotonic() if clock is not None else 0.0


def exit_hard(names: str) -> None:
    """End the process so that the service manager starts it anew."""
    LOG.critical("a thread has died: %s", names)
    os._exit(70)

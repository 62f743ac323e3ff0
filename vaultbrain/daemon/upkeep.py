"""What the databases need while nobody asks: tidying, a look at their bytes, a daily copy."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.store import checks, generations, notes, pages
from vaultbrain.store.checks import Cursor

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from vaultbrain.indexer.writer import Writer
    from vaultbrain.sources.watch import Hints
    from vaultbrain.store.database import Connection, Database
    from vaultbrain.store.state import State

LOG = logging.getLogger("vaultbrain.upkeep")
TIDY_SECONDS = 60.0
# Merging the words takes about 10 ms for every thousand chunks; so it stays below a hundredth.
PURGE_SECONDS_PER_CHUNK = 0.001
# Rows whose checksums are looked at in one go; 100,000 chunks are through within four hours.
SAMPLED = 500
BACKUP_SECONDS = 600.0
# A look through 10,000 notes leaves 5 MB behind.
REST_SECONDS = 300.0
# About half a second for each 100 MB.
FIRST_CHECK_SECONDS, CHECK_SECONDS = 900.0, 86_400.0
# A second at most, most of it for vectors of a file that has no pages yet.
_PAGES_AT_ONCE = 500
# With less, the next large change may not find room.
LEAST_FREE = 64 << 20


class Stores(msgspec.Struct, frozen=True):
    """What is looked after."""

    database: Database
    writer: Writer
    state: State
    folder: Path


class Upkeep:
    """Called once a second by the supervisor; does little each time, and the rest in the writer."""

    def __init__(
        self,
        stores: Stores,
        hints: Hints,
        is_reading: Callable[[], bool],
        sources: tuple[str, ...],
        renew: Callable[[str], None],
        release: Callable[[], None],
    ) -> None:
        """Take the collaborators.

        Args:
            stores: the databases.
            hints: told of sources that are to be looked through.
            is_reading: whether notes are being read; where not, and without hints, it is idle.
            sources: their ids.
            renew: asks for the index to be opened and checked anew, for a reason.
            release: gives back the memory that others need for work only.
        """
        self._stores, self._hints, self._is_reading = stores, hints, is_reading
        self._sources, self._renew, self._release = sources, renew, release
        self._tidied = self._sampled = time.monotonic()
        self._backed_up = float("-inf")
        self._check_at = self._sampled + FIRST_CHECK_SECONDS
        self._pruned: Future[tuple[int, int, int]] | None = None
        self._purged = time.monotonic()
        self._purged_at: int | None = None
        self._purging: Future[bool] | None = None
        self._cursor = Cursor()
        self._generation = self._rested_with = -1
        self._rested = self._tidied
        self.is_readonly = stores.database.readonly
        self.low_on_space = False
        self.backup_trouble = ""

    def tick(self, now: float) -> None:
        """Look at everything once; `now` is monotonic."""
        database = self._stores.database
        if database.damage:
            self._renew(database.damage)
        elif database.was_replaced():
            self._renew("a file of the index was deleted or replaced")
            return  # with its folder, perhaps
        self.low_on_space = shutil.disk_usage(self._stores.folder).free < LEAST_FREE
        self.is_readonly = not database.can_write()
        if self.is_readonly or database.readonly:
            if not self.is_readonly:
                self._renew("the index can be written again")
            return
        if not self._stores.writer.has_room():
            return  # who waits for the writer cannot tell that it has stalled
        self._tidy(now)
        self._sample(now)
        self._check(now)
        self._back_up(now)

    def _tidy(self, now: float) -> None:
        """Take vectors of texts that are gone out of use, and on a later tick purge their bytes."""
        if self._pruned is not None and self._pruned.done():
            # Never from a callback: in the writer's own thread a full queue would never empty.
            done, self._pruned = self._pruned, None
            if done.exception() is None:
                self._purge(now, *done.result())
                self._rest(now, done.result()[1])
        elif self._pruned is None and self._is_idle() and now - self._tidied >= TIDY_SECONDS:
            self._tidied = now
            self._pruned = self._stores.writer.submit(_prune)

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
            self._purging = self._stores.writer.purge()

    def _rest(self, now: float, generation: int) -> None:
        """A minute after the last change, and then now and then, give back what work needed."""
        was_still, self._generation = generation == self._generation, generation
        if was_still and (generation != self._rested_with or now - self._rested >= REST_SECONDS):
            self._rested, self._rested_with = now, generation
            self._stores.writer.submit(lambda _: self._stores.database.release_memory())
            self._stores.writer.submit(lambda _: self._release())

    def _sample(self, now: float) -> None:
        """Compare some rows with their checksums; what is wrong is made anew."""
        if not self._is_idle() or now - self._sampled < TIDY_SECONDS:
            return
        self._sampled = now
        try:
            with self._stores.database.reading() as db:
                found = checks.sample(db, self._cursor, SAMPLED)
        except StoreError:
            return  # the database remembers why, and the next tick sees it
        self._cursor = found.cursor
        if found.faults:
            LOG.error("%d rows of the index are not as they were written", len(found.faults))
        if found.faults or found.unsealed:
            repairing = self._stores.writer.submit(
                lambda db: checks.repair(db, found.faults, found.unsealed)
            )
            repairing.add_done_callback(self._on_repaired)

    def _check(self, now: float) -> None:
        """Once a day let SQLite look through both files; what it finds is made anew."""
        if self._is_idle() and now >= self._check_at:
            self._check_at = now + CHECK_SECONDS
            self._stores.database.delete_old()
            # Seconds in a large vault, so not in the thread that gives signs of life.
            threading.Thread(target=self._look_through, name="check", daemon=True).start()

    def _look_through(self) -> None:
        try:
            with self._stores.database.inspecting() as db:
                found = checks.quick(db)
        except StoreError:
            return  # stopped, or the database remembers why
        if found:
            self._renew(f"{found[0].file}: {found[0].what}")

    def _on_repaired(self, repairing: Future[int]) -> None:
        """In the writer's thread."""
        if repairing.exception() is None and repairing.result():
            for source in self._sources:
                self._hints.put(source, "")

    def _back_up(self, now: float) -> None:
        if now - self._backed_up < BACKUP_SECONDS:
            return
        self._backed_up = now
        try:
            self._stores.state.backup(time.time())
            self.backup_trouble = ""
        except StoreError as error:
            LOG.warning("state.db could not be backed up: %s", error.message)
            self.backup_trouble = error.message

    def _is_idle(self) -> bool:
        return not len(self._hints) and not self._is_reading()


def _prune(db: Connection) -> tuple[int, int, int]:
    pruned = generations.prune(db, int(time.time()))
    _pack(db)
    return pruned, notes.generation(db), notes.counts(db)[1]


def _pack(db: Connection) -> None:
    """Let what searches hold in memory be loaded faster next time."""
    generation = generations.current(db)
    if generation and pages.missing(db, generation):
        from vaultbrain.store import codes  # noqa: PLC0415 - numpy waits for the first need

        codes.pack(db, generation, _PAGES_AT_ONCE)

"""Vectors for texts that wait for one, in the background: asked about first, then newest note."""

from __future__ import annotations

import collections
import logging
import threading
import time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from vaultbrain.errors import EmbedderError
from vaultbrain.indexer.preferred import Preferred
from vaultbrain.store import generations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.indexer.progress import Progress
    from vaultbrain.indexer.writer import Writer
    from vaultbrain.inference.base import Embedder, Vectors
    from vaultbrain.store.database import Connection, Database
    from vaultbrain.store.generations import Generation, Waiting

# One transaction each.
BATCH = 16
_LET_READ = 0.05
# Where notes are read for longer than this, the model works beside.
LONGEST_READING = 60.0
_BESIDE_READING = 1.0
_LOOK_AGAIN = 60.0
POWER_SECONDS = 30.0
# So many of the texts that come next tell how long texts are; looked at so often.
_MEASURED, _MEASURE_SECONDS = 2000, 10.0
_FAILURES = 2
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
_HARMLESS = "word"
_FAULT = "A fault in vaultbrain; the log says where. It is tried again."
_UNSTORED = (
    "vectors cannot be stored. Make room on the disk of the index, or see the log; it is tried "
    "again."
)
T = TypeVar("T")
LOG = logging.getLogger("vaultbrain.embedding")


class Embedding:
    """The thread between the waiting list and the model. No lock is held across a model call.

    `paused` says that texts wait for the machine to be plugged in, `trouble` what keeps them
    from being embedded otherwise.
    """

    def __init__(
        self,
        database: Database,
        writer: Writer,
        embedder: Embedder,
        progress: Progress,
        is_reading: Callable[[], bool],
        on_battery: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take the collaborators.

        Args:
            database: the index.
            writer: its one writer.
            embedder: the model.
            progress: told how far the work is.
            is_reading: whether notes are being read; words come first, meaning after.
            on_battery: whether the work has to wait for power; asked every 30 s at most.
        """
        self._database, self._writer, self._embedder = database, writer, embedder
        self._progress, self._is_reading, self._on_battery = progress, is_reading, on_battery
        self._identity = embedder.identity
        self._power_asked_at, self._lacks_power = float("-inf"), False
        self._preferred = Preferred()
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._nothing_waits = False
        self._reading_since: float | None = None
        self._measured_at, self._pause = float("-inf"), FIRST_PAUSE
        # So many texts are tried one by one, for one of them made a batch fail.
        self._suspects = 0
        self._failures: collections.Counter[bytes] = collections.Counter()
        self.paused = False
        self.trouble = ""

    def wake(self) -> None:
        """Say that there may be something to do."""
        self._wake.set()

    def prefer(self, chunk_ids: Sequence[int]) -> None:
        """Ask for these chunks next, as far as they wait. Any thread may call; costs nothing."""
        if self._wake.is_set() or not self._nothing_waits:
            self._preferred.put(chunk_ids)

    def run(self) -> None:
        """Work until stopped."""
        generation: Generation | None = None
        while not self._stopping.is_set():
            if self._embedder.identity != self._identity:  # another engine took over
                generation = None
            generation = generation or self._begin()
            if generation is None:  # it could not be stored; `_begin` has waited
                continue
            self._nothing_waits = False  # before the wake is cleared: `prefer` looks at both
            self._wake.clear()
            is_reading = self._let_read()
            if self._stopping.is_set():
                return
            after = self.step(generation)
            if after is None:
                # What is being read may be woken for before it is committed.
                self._wake.wait(_BESIDE_READING if is_reading else _LOOK_AGAIN)
            else:
                generation = after

    def _begin(self) -> Generation | None:
        """Make the model's generation the live one; None where that could not be stored."""
        self._identity = self._embedder.identity
        return self._write(lambda db: make_live(db, self._embedder))

    def stop(self) -> None:
        """End after the batch in hand."""
        self._stopping.set()
        self._wake.set()

    def step(self, generation: Generation) -> Generation | None:
        """One batch; None when there is nothing to do."""
        limit, first = 1 if self._suspects else BATCH, self._preferred.read()
        with self._database.reading() as db:
            batch = generations.waiting(db, limit, first)
            if batch:
                self._tell(db)
        if not batch:
            self._rest(first)
            return None
        if self._waits_for_power():
            return generation
        values = self._embed(batch)
        after = None if values is None else self._store(generation, batch, values)
        if after is None:
            return generation
        # Whatever of so many still waited was in the batch.
        self._preferred.drop(first[:limit])
        return after

    def _let_read(self) -> bool:
        """Words first, unless they take minutes; whether notes are still being read."""
        while self._is_reading():
            now = time.monotonic()
            since = self._reading_since = self._reading_since or now
            if now - since >= LONGEST_READING or self._stopping.wait(_LET_READ):
                return True
        self._reading_since = None
        return False

    def _tell(self, db: Connection) -> None:
        """Say how much is left; what a text takes goes with its length."""
        left, now = generations.count_waiting(db), time.monotonic()
        if not self._progress.is_busy():
            self._progress.begin("embedding", left)
            self._measured_at = float("-inf")
        if now >= self._measured_at + _MEASURE_SECONDS:
            self._measured_at, found = now, generations.waiting(db, _MEASURED)
            self._progress.expect(left, _size(found) / len(found) * left)
        else:
            self._progress.expect(left)

    def _rest(self, first: Sequence[int]) -> None:
        self._progress.end()
        self._preferred.drop(first)
        self.paused = False
        self._nothing_waits = True

    def _waits_for_power(self) -> bool:
        """Wait until it is time to ask again, where there is only the battery."""
        now = time.monotonic()
        if now >= self._power_asked_at + POWER_SECONDS:
            self._power_asked_at, self._lacks_power = now, self._on_battery()
        self.paused = self._lacks_power
        if self.paused:
            self._progress.pause()
            self._stopping.wait(self._power_asked_at + POWER_SECONDS - now)
        return self.paused

    def _embed(self, batch: Sequence[Waiting]) -> Vectors | None:
        """Vectors of shape (len(batch), dimension); None where the model failed."""
        try:
            values = self._embedder.embed_passages([item.text for item in batch])
        except Exception as error:
            if self._stopping.is_set():  # the model is ended first
                return None
            if isinstance(error, EmbedderError):
                LOG.warning("a batch could not be embedded: %s", error.message)
                self.trouble = error.message
            else:
                LOG.exception("a batch could not be embedded")
                self.trouble = _FAULT
            self._find_culprit(batch)
            return None
        # Of an engine that took over meanwhile; they are made again for its own generation.
        return values if self._embedder.identity == self._identity else None

    def _store(
        self, generation: Generation, batch: Sequence[Waiting], values: Vectors
    ) -> Generation | None:
        """The generation as it is afterwards; None where nothing could be stored."""
        from vaultbrain.store import vectors  # noqa: PLC0415 - numpy waits for the first need

        hashes = [item.text_hash for item in batch]
        after = self._write(lambda db: vectors.put(db, generation, hashes, values))
        if after is None:
            return None
        for text_hash in hashes:
            self._failures.pop(text_hash, None)
        self._suspects = max(0, self._suspects - len(batch))
        self._progress.advance(len(batch), _size(batch))
        self._recover()
        return after

    def _find_culprit(self, batch: Sequence[Waiting]) -> None:
        """Go on one by one; a text that fails alone and twice is left to search by words."""
        self._suspects = max(self._suspects, len(batch))
        # A model that is away says nothing about the text.
        if len(batch) == 1 and self._works():
            text_hash = batch[0].text_hash
            self._failures[text_hash] += 1
            if self._failures[text_hash] >= _FAILURES:
                self._give_up(text_hash)
                return
        self._back_off()

    def _works(self) -> bool:
        """Whether the model embeds anything at all."""
        try:
            self._embedder.embed_passages([_HARMLESS])
        except Exception:  # noqa: BLE001 - whatever it is, it was not the text
            return False
        return True

    def _give_up(self, text_hash: bytes) -> None:
        def strike(db: Connection) -> bool:
            generations.done(db, text_hash)
            return True

        LOG.warning("a text is given up; it is found by its words only")
        if self._write(strike):
            del self._failures[text_hash]
            self._suspects = 0
            self._recover()

    def _write(self, job: Callable[[Connection], T]) -> T | None:
        """The job's result once it is committed; None where it could not be."""
        try:
            return self._writer.submit(job, urgent=True).result()
        except Exception:
            LOG.exception("vectors could not be stored")
            self.trouble = _UNSTORED
            self._back_off()
            return None

    def _back_off(self) -> None:
        self._stopping.wait(self._pause)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)

    def _recover(self) -> None:
        self._pause, self.trouble = FIRST_PAUSE, ""


def make_live(db: Connection, embedder: Embedder) -> Generation:
    """Make a model's generation the live one, with what its vectors are known to be worth."""
    identity, worth = embedder.identity, embedder.calibration
    calibration = msgspec.json.encode(worth).decode() if worth else None
    return generations.begin(db, identity.fingerprint, identity.dimension, calibration)


def _size(texts: Sequence[Waiting]) -> int:
    """In bytes: of any script, three to four of them make a token."""
    return sum(len(item.text.encode()) for item in texts)

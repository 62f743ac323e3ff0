"""Vectors for texts that wait for one, in the background, newest note first."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from vaultbrain.errors import EmbedderError
from vaultbrain.store import generations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.indexer.progress import Progress
    from vaultbrain.indexer.writer import Writer
    from vaultbrain.inference.base import Embedder
    from vaultbrain.store.database import Database
    from vaultbrain.store.generations import Generation, Waiting

# A question waits for at most one batch.
BATCH = 2
_LET_READ = 0.05
_FAILURES = 2
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
_FAULT = "A fault in vaultbrain; the log says where. It is tried again."
LOG = logging.getLogger("vaultbrain.embedding")


class Embedding:
    """The thread between the waiting list and the model. No lock is held across a model call."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        embedder: Embedder,
        progress: Progress,
        is_reading: Callable[[], bool],
        batch: int = BATCH,
    ) -> None:
        self._database, self._writer, self._embedder = database, writer, embedder
        self._progress, self._is_reading, self._batch = progress, is_reading, batch
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._pause = FIRST_PAUSE
        # The text that is tried alone after a failure, and how often it failed alone.
        self._suspect: bytes | None = None
        self._failures = 0
        self.trouble = ""

    def wake(self) -> None:
        """Say that there may be something to do."""
        self._wake.set()

    def run(self) -> None:
        """Work until stopped."""
        identity = self._embedder.identity
        generation = self._writer.submit(
            lambda db: generations.begin(db, identity.fingerprint, identity.dimension), urgent=True
        ).result()
        while not self._stopping.is_set():
            self._wake.clear()
            # The chunker counts tokens in the same worker: words first, meaning after.
            while self._is_reading() and not self._stopping.wait(_LET_READ):
                pass
            after = self.step(generation)
            if after is None:
                self._wake.wait(60.0)
            else:
                generation = after

    def stop(self) -> None:
        """End after the batch in hand."""
        self._stopping.set()
        self._wake.set()

    def step(self, generation: Generation) -> Generation | None:
        """One batch; None when there is nothing to do."""
        with self._database.reading() as db:
            batch = generations.waiting(db, 1 if self._suspect else self._batch)
            left = generations.count_waiting(db)
        if not batch:
            self._progress.end()
            return None
        if self._progress.read().phase == "idle":
            self._progress.begin("embedding", left)
        try:
            return self._embed(generation, batch, left)
        except EmbedderError as error:
            LOG.warning("a batch could not be embedded: %s", error.message)
            self._after_failure(batch, error.message)
        except Exception:
            LOG.exception("a batch could not be embedded or stored")
            self._after_failure(batch, _FAULT)
        return generation

    def _embed(self, generation: Generation, batch: Sequence[Waiting], left: int) -> Generation:
        from vaultbrain.store import vectors  # noqa: PLC0415 - numpy waits for the first need

        values = self._embedder.embed_passages([item.text for item in batch])
        hashes = [item.text_hash for item in batch]
        after = self._writer.submit(
            lambda db: vectors.put(db, generation, hashes, values), urgent=True
        ).result()
        self._progress.advance(len(batch), self._progress.read().done + left)
        self._recover()
        return after

    def _recover(self) -> None:
        self._pause, self._suspect, self._failures = FIRST_PAUSE, None, 0
        self.trouble = ""

    def _after_failure(self, batch: Sequence[Waiting], trouble: str) -> None:
        """Wait and try again; a text that fails alone and twice is left to lexical search."""
        self.trouble = trouble
        first = batch[0].text_hash
        if len(batch) > 1 or first != self._suspect:
            self._failures = 0
        # A model that is away says nothing about the text.
        if len(batch) == 1 and self._embedder.health().available:
            self._failures += 1
        self._suspect = first
        self._stopping.wait(self._pause)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        if self._failures >= _FAILURES:
            LOG.warning("a text was given up; it is found by its words only")
            self._writer.submit(lambda db: generations.done(db, first), urgent=True).result()
            self._recover()

"""The embedding model that ships with vaultbrain, run in a process of its own."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.backoff import Backoff
from vaultbrain.inference.base import Health
from vaultbrain.inference.choice import Choice
from vaultbrain.inference.clean import clean
from vaultbrain.inference.engines import CALIBRATION
from vaultbrain.inference.faults import RuntimeMissing, WeightsDamaged
from vaultbrain.inference.frames import LANES, Request
from vaultbrain.inference.installation import Fault, unavailable
from vaultbrain.inference.process import WorkerGone, WorkerProcess
from vaultbrain.inference.words import WordCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.inference.base import Calibration, ModelIdentity, Vectors
    from vaultbrain.inference.engines import Engine
    from vaultbrain.inference.frames import Lane, Reply
    from vaultbrain.inference.installation import Installation
    from vaultbrain.inference.process import WorkerSettings

# 512 positions less start, end and the two tokens of the prefix "passage: ".
MAX_TOKENS = 508
# Characters; far above MAX_TOKENS in any script, and low enough to be read within a minute.
LONGEST_TEXT = 20_000
# Enough to fill the engine. Nobody waits for a request to end, but a crash costs all of it.
_TEXTS_PER_REQUEST = 16

_CLOSED = Fault("the embedding model was shut down", "Start vaultbrain again.")
_SEE_LOG = "It is tried again with the next request. If this goes on, look into worker.log."


class BuiltinEmbedder:
    """multilingual-e5-small behind the Embedder protocol.

    The worker is started when it is first needed, goes when it has been idle, and is started
    again. Of a text longer than 20,000 characters only the beginning is embedded. Where the
    libraries of the fastest engine turn out to be of no use, the next one takes over for good,
    and `identity` changes.
    """

    def __init__(
        self,
        find: Callable[[], Installation],
        settings: WorkerSettings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take `find_installation` or its like, how to run the worker, and a clock in seconds."""
        self._find, self._settings = find, settings
        self._choice = Choice(find, clock)
        self._closed = False
        self._backoff = Backoff(clock)
        self._counting = threading.Lock()
        self._words = WordCounts()
        self._lanes = {lane: threading.Lock() for lane in LANES}
        self._starting = threading.Lock()
        self._worker: WorkerProcess | None = None

    @property
    def identity(self) -> ModelIdentity:
        """Which vectors this embedder makes."""
        return self._choice.engine.identity

    @property
    def calibration(self) -> Calibration:
        """The same for all engines."""
        return CALIBRATION

    @property
    def max_tokens(self) -> int:
        """How many tokens a passage may have."""
        return MAX_TOKENS

    def embed_passages(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        """Embed passages; see Embedder."""
        import numpy as np  # noqa: PLC0415 - costs more than the daemon's whole start

        lane: Lane = "urgent" if urgent else "passages"
        rows = [self._vectors(lane, batch) for batch in _batches(texts)]
        if not rows:
            return np.empty((0, self.identity.dimension), np.float32)
        return np.concatenate(rows)

    def embed_query(self, text: str, timeout: float | None = None) -> Vectors:
        """Embed a question; see Embedder."""
        vector: Vectors = self._vectors("query", [_prepared(text)], timeout)[0]
        return vector

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count tokens; see Embedder. While the model fails, an over-estimate."""
        cleaned = [clean(text) for text in texts]
        try:
            return self._words.count(cleaned, self._count)
        except EmbedderError:
            # Health tells; chunks a little short are better than none.
            return self._words.estimate(cleaned)

    def health(self) -> Health:
        """Say whether the model can be asked; see Embedder."""
        fault = self._current_fault() or self._pause()
        if fault is not None:
            return Health(available=False, loaded=False, reason=fault.reason, advice=fault.advice)
        worker = self._worker
        if worker is None or not worker.alive:
            return Health(available=True, loaded=False)
        return Health(available=True, loaded=worker.answered, pid=worker.pid)

    def verify(self) -> None:
        """Compare the weights on disk with the expected ones; reads 72 MB.

        Raises:
            EmbedderError: they are missing or other ones.
        """
        self._find().verify()

    def unload(self) -> None:
        """Give the model's memory back; the next request, or one in progress, loads it again."""
        with self._starting:
            worker, self._worker = self._worker, None
            if worker is not None:
                worker.end()

    def close(self) -> None:
        """End the worker at once, also under threads that are asking; see Embedder."""
        self._closed = True
        self.unload()

    def _count(self, words: list[str]) -> list[int]:
        counts = self._ask(Request("count", words)).counts
        if len(counts) != len(words):
            raise EmbedderError(_failure("gave back too few counts"))
        return counts

    def _vectors(self, lane: Lane, texts: list[str], timeout: float | None = None) -> Vectors:
        import numpy as np  # noqa: PLC0415

        reply = self._ask(Request(lane, texts), timeout)
        shape = (len(texts), self.identity.dimension)
        if len(reply.vectors) != shape[0] * shape[1] * 4:
            raise EmbedderError(_failure("gave back vectors of the wrong size"))
        vectors = np.frombuffer(reply.vectors, "<f4").reshape(shape).astype(np.float32)
        if not np.isfinite(vectors).all():
            raise EmbedderError(_failure("gave back vectors that are no numbers"))
        return vectors

    def _ask(self, request: Request, timeout: float | None = None) -> Reply:
        self._require_usable()
        lane = self._lanes[request.lane]
        if not lane.acquire(timeout=-1 if timeout is None else timeout):
            raise EmbedderError(
                "The embedding model was busy for longer than this request could wait. "
                "The notes are unharmed; search by words works meanwhile. Try again in a moment."
            )
        try:
            self._require_usable()
            return self._exchange(request)
        finally:
            lane.release()

    def _exchange(self, request: Request) -> Reply:
        engine, counts = self._choice.engine, True
        try:
            reply = self._reply(request)
        except WorkerGone as gone:
            problem = gone.problem
            # One crash is one failure, however many requests it cost.
            counts = gone.first or gone.innocent
            if counts and self._choice.crashed(engine):
                self.unload()
        except OSError as error:
            problem = f"could not be started ({type(error).__name__})"
        else:
            if not reply.error:
                with self._counting:
                    self._backoff.succeeded()
                self._choice.answered(engine)
                return reply
            problem = f"failed ({reply.error})"
            self._heed(reply.error, engine)
        self._require_open()
        if counts:
            with self._counting:
                self._backoff.failed(f"the embedding model {problem}")
        raise EmbedderError(_failure(problem))

    def _reply(self, request: Request) -> Reply:
        """Ask; once more if the worker left for want of work or was ended by another request."""
        try:
            return self._running().ask(request)
        except WorkerGone as gone:
            if not gone.innocent:
                raise
        return self._running().ask(request)

    def _running(self) -> WorkerProcess:
        with self._starting:
            self._require_open()
            worker, engine = self._worker, self._choice.engine.name
            if worker and not (worker.alive and worker.engine == engine):
                # Before the next one starts: two engines may not fit into memory. And one that
                # still runs would give its vectors out as those of the engine that took over.
                worker.end()
                self._worker = None
            if self._worker is None:
                self._worker = WorkerProcess(replace(self._settings, engine=engine))
            return self._worker

    def _heed(self, error: str, engine: Engine) -> None:
        """Draw the consequence of what a worker said of its engine."""
        if error == WeightsDamaged.__name__:
            self._choice.weights_damaged()
        elif error == RuntimeMissing.__name__ and self._choice.libraries_missing(engine):
            self.unload()

    def _current_fault(self) -> Fault | None:
        return _CLOSED if self._closed else self._choice.fault()

    def _require_open(self) -> None:
        fault = self._current_fault()
        if fault is not None:
            raise EmbedderError(unavailable(fault))

    def _require_usable(self) -> None:
        self._require_open()
        pause = self._pause()
        if pause is not None:
            raise EmbedderError(unavailable(pause))

    def _pause(self) -> Fault | None:
        seconds = self._backoff.remaining
        if not seconds:
            return None
        return Fault(
            f"{self._backoff.reason}, several times in a row",
            f"It is tried again in {seconds:.0f} s. If this goes on, look into worker.log.",
        )


def _failure(problem: str) -> str:
    return (
        f"The embedding model {problem}. The notes it was working on have no vectors yet, so "
        f"search finds them by their words only. {_SEE_LOG}"
    )


def _prepared(text: str) -> str:
    return clean(text[:LONGEST_TEXT])


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Requests so short that little is lost with one."""
    batch: list[str] = []
    for text in map(_prepared, texts):
        full = sum(map(len, batch)) + len(text) > LONGEST_TEXT
        if batch and (full or len(batch) == _TEXTS_PER_REQUEST):
            yield batch
            batch = []
        batch.append(text)
    if batch:
        yield batch

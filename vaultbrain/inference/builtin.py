"""The embedding model that ships with vaultbrain, run in a process of its own."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.backoff import Backoff
from vaultbrain.inference.base import Health
from vaultbrain.inference.clean import clean
from vaultbrain.inference.frames import Request
from vaultbrain.inference.installation import IDENTITY, Fault, unavailable
from vaultbrain.inference.process import WorkerGone, WorkerHung, WorkerProcess
from vaultbrain.inference.turns import Rank, Turns
from vaultbrain.inference.words import WordCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.inference.base import ModelIdentity, Vectors
    from vaultbrain.inference.frames import Op, Reply
    from vaultbrain.inference.installation import Installation
    from vaultbrain.inference.process import WorkerSettings

# 512 positions less start, end and the two tokens of the prefix "passage: ".
MAX_TOKENS = 508
# Characters; far above MAX_TOKENS in any script, and low enough to be read within a minute.
LONGEST_TEXT = 20_000
# Four texts already fill the engine; more would only keep a query waiting.
_TEXTS_PER_REQUEST = 4

_CLOSED = Fault("the embedding model was shut down", "Start vaultbrain again.")
_SEE_LOG = "It is tried again with the next request. If this goes on, look into worker.log."


class BuiltinEmbedder:
    """multilingual-e5-small behind the Embedder protocol.

    The worker is started when it is first needed, goes when it has been idle, and is started
    again. Of a text longer than 20,000 characters only the beginning is embedded.
    """

    def __init__(
        self,
        installation: Installation,
        settings: WorkerSettings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take what `find_installation` found, how to run the worker, and a clock in seconds."""
        self._installation = installation
        self._settings = settings
        self._fault = installation.fault()
        self._backoff = Backoff(clock)
        self._turns = Turns()
        self._words = WordCounts()
        self._worker: WorkerProcess | None = None

    @property
    def identity(self) -> ModelIdentity:
        """Which vectors this embedder makes."""
        return IDENTITY

    @property
    def max_tokens(self) -> int:
        """How many tokens a passage may have."""
        return MAX_TOKENS

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Embed passages; see Embedder."""
        import numpy as np  # noqa: PLC0415 - costs more than the daemon's whole start

        rows = [self._vectors("passages", batch, Rank.PASSAGES) for batch in _batches(texts)]
        if not rows:
            return np.empty((0, IDENTITY.dimension), np.float32)
        return np.concatenate(rows)

    def embed_query(self, text: str, timeout: float | None = None) -> Vectors:
        """Embed a question; see Embedder."""
        vector: Vectors = self._vectors("query", [_prepared(text)], Rank.QUERY, timeout)[0]
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
        fault = self._fault or self._pause()
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
        self._installation.verify()

    def unload(self) -> None:
        """Give the model's memory back; the next request loads it again."""
        with self._turns.turn(Rank.QUERY):
            worker, self._worker = self._worker, None
            if worker is not None:
                worker.stop()

    def close(self) -> None:
        """End the worker at once, also under a thread that is asking; see Embedder."""
        self._fault = _CLOSED
        worker = self._worker
        if worker is not None:
            worker.kill()
        self.unload()

    def _count(self, words: list[str]) -> list[int]:
        counts = self._ask(Request("count", words), Rank.COUNT).counts
        if len(counts) != len(words):
            raise EmbedderError(_failure("gave back too few counts"))
        return counts

    def _vectors(
        self, op: Op, texts: list[str], rank: Rank, timeout: float | None = None
    ) -> Vectors:
        import numpy as np  # noqa: PLC0415

        reply = self._ask(Request(op, texts), rank, timeout)
        if len(reply.vectors) != len(texts) * IDENTITY.dimension * 4:
            raise EmbedderError(_failure("gave back vectors of the wrong size"))
        shape = (len(texts), IDENTITY.dimension)
        vectors = np.frombuffer(reply.vectors, "<f4").reshape(shape).astype(np.float32)
        if not np.isfinite(vectors).all():
            raise EmbedderError(_failure("gave back vectors that are no numbers"))
        return vectors

    def _ask(self, request: Request, rank: Rank, timeout: float | None = None) -> Reply:
        self._require_usable()
        try:
            with self._turns.turn(rank, timeout):
                self._require_usable()
                return self._exchange(request)
        except TimeoutError:
            raise EmbedderError(
                "The embedding model was busy for longer than this request could wait. "
                "The notes are unharmed; search by words works meanwhile. Try again in a moment."
            ) from None

    def _exchange(self, request: Request) -> Reply:
        try:
            reply = self._reply(request)
        except WorkerHung:
            problem = f"did not answer within {self._settings.patience:.0f} seconds"
        except WorkerGone as gone:
            problem = f"ended unexpectedly (status {gone.status})"
        except OSError as error:
            problem = f"could not be started ({type(error).__name__})"
        else:
            if not reply.error:
                self._backoff.succeeded()
                return reply
            problem = f"failed ({reply.error})"
        if self._fault is None:
            self._backoff.failed(f"the embedding model {problem}")
        self._require_open()
        raise EmbedderError(_failure(problem))

    def _reply(self, request: Request) -> Reply:
        """Ask; once more if the worker had just left for want of work."""
        try:
            return self._running().ask(request)
        except WorkerGone as gone:
            if gone.status != 0:
                raise
        return self._running().ask(request)

    def _running(self) -> WorkerProcess:
        if self._worker is not None and not self._worker.alive:
            self._worker.discard()
            self._worker = None
        if self._worker is None:
            self._worker = WorkerProcess(self._settings)
        return self._worker

    def _require_open(self) -> None:
        if self._fault is not None:
            raise EmbedderError(unavailable(self._fault))

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
    """Requests short enough that a query never waits long."""
    batch: list[str] = []
    for text in map(_prepared, texts):
        full = sum(map(len, batch)) + len(text) > LONGEST_TEXT
        if batch and (full or len(batch) == _TEXTS_PER_REQUEST):
            yield batch
            batch = []
        batch.append(text)
    if batch:
        yield batch

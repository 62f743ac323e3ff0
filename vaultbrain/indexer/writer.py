"""The one thread that writes. Everyone else hands it jobs through a bounded queue."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from vaultbrain.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.store.database import Connection, Database

T = TypeVar("T")
_CAPACITY = 64


class Writer:
    """Runs each job in a transaction of its own, in the order in which they were handed in."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue(_CAPACITY)
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._closed = False

    def start(self) -> None:
        """Begin to take jobs."""
        self._thread.start()

    def submit(self, job: Callable[[Connection], T]) -> Future[T]:
        """Queue a job; blocks while the queue is full. Its error is in the future.

        Raises:
            StoreError: the writer is closed.
        """
        return self._queue(lambda: self._in_transaction(job))

    def purge(self) -> Future[None]:
        """Queue the removal of everything deleted from the file's bytes."""
        return self._queue(self._database.purge)

    def flush(self) -> None:
        """Wait until every job handed in so far is committed."""
        self._queue(lambda: None).result()

    def close(self) -> None:
        """Finish the jobs handed in so far, then end."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            if self._thread.is_alive():
                self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether jobs are being done."""
        return self._thread.is_alive()

    def _queue(self, work: Callable[[], T]) -> Future[T]:
        if self._closed:
            raise StoreError("vaultbrain is stopping, so nothing more is stored. Start it again.")
        future: Future[T] = Future()
        self._jobs.put(lambda: _settle(future, work))
        return future

    def _in_transaction(self, job: Callable[[Connection], T]) -> T:
        with self._database.writing() as connection:
            return job(connection)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _settle(future: Future[T], work: Callable[[], T]) -> None:
    try:
        result = work()
    except Exception as error:  # noqa: BLE001 - handed to whoever waits for the job
        future.set_exception(error)
    else:
        future.set_result(result)

"""The one thread that writes. Everyone else hands it jobs through a bounded queue."""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from vaultbrain.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.store.database import Connection, Database

    Job = tuple[Callable[[Connection], Any] | None, Future[Any], bool]

T = TypeVar("T")
_CAPACITY = 64
_LINGER_SECONDS = 0.25


class Writer:
    """Runs jobs in the order in which they were handed in.

    Each job is whole or undone by itself, and may be run again after an undone try, so it does
    nothing but write to its connection. Jobs handed in soon after one another share one commit:
    FTS5 writes a segment for every commit, and merging the segments of 10,000 commits took 2 of
    11 CPU seconds.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: queue.Queue[Job | None] = queue.Queue(_CAPACITY)
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._gate = threading.Lock()
        self._closed = False
        self._began: float | None = None

    def start(self) -> None:
        """Begin to take jobs."""
        self._thread.start()

    def submit(self, job: Callable[[Connection], T], *, urgent: bool = False) -> Future[T]:
        """Queue a job; blocks while the queue is full. Its error is in the future.

        An urgent job is committed at once, and with it those before it.

        Raises:
            StoreError: the writer is closed.
        """
        return self._queue(job, urgent=urgent)

    def purge(self) -> Future[bool]:
        """Queue the removal of everything deleted from the file's bytes; False: not all yet."""
        return self._queue(None, urgent=True)

    def flush(self) -> None:
        """Wait until every job handed in so far is committed or has failed: its future tells."""
        self._queue(lambda _: None, urgent=True).exception()

    def close(self) -> None:
        """Finish the jobs handed in so far, then end."""
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        if self._thread.is_alive():
            self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether jobs are being done."""
        return self._thread.is_alive()

    def stalled(self) -> float:
        """For how many seconds the present jobs have been in hand; 0 where there are none."""
        began = self._began
        return time.monotonic() - began if began is not None else 0.0

    def has_room(self) -> bool:
        """Whether a few jobs can be handed in without waiting."""
        return self._jobs.qsize() < _CAPACITY // 2

    def _queue(self, job: Callable[[Connection], T] | None, *, urgent: bool) -> Future[T]:
        future: Future[T] = Future()
        # A job behind the end of the queue would never be done, and its caller wait for ever.
        with self._gate:
            if self._closed:
                message = "vaultbrain is stopping, so nothing more is stored. Start it again."
                raise StoreError(message)
            self._jobs.put((job, future, urgent))
        return future

    def _run(self) -> None:
        while True:
            batch, last = self._waiting()
            self._began = time.monotonic()
            # A purge stands outside of every transaction; it is urgent, so it is the last.
            group = [item for item in batch if item[0] is not None]
            if group:
                self._commit(group)
            for _, future, _ in batch[len(group) :]:
                self._purge(future)
            self._began = None
            if last:
                return

    def _waiting(self) -> tuple[list[Job], bool]:
        """The next job and those that come right after it, and whether they are the last."""
        item = self._jobs.get()
        batch: list[Job] = []
        deadline = time.monotonic() + _LINGER_SECONDS
        while item is not None:
            batch.append(item)
            left = deadline - time.monotonic()
            if item[2] or left <= 0:  # late is late, however much else comes in
                return batch, False
            try:
                item = self._jobs.get(timeout=left)
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, group: list[Job]) -> None:
        """Run a group in one transaction, or each job in its own where one of them fails.

        No savepoints: at each, FTS5 would write what it holds in memory. Futures are settled
        when their job is on disk.
        """
        try:
            results = self._together(group)
        except Exception as error:  # noqa: BLE001 - handed to whoever waits for the job
            if len(group) == 1:
                group[0][1].set_exception(error)
                return
            for job in group:
                self._commit([job])
            return
        for (_, future, _), result in zip(group, results, strict=True):
            future.set_result(result)

    def _together(self, group: list[Job]) -> list[Any]:
        with self._database.writing() as connection:
            return [job(connection) if job else None for job, _, _ in group]

    def _purge(self, future: Future[Any]) -> None:
        try:
            complete = self._database.purge()
        except Exception as error:  # noqa: BLE001 - handed to whoever waits for it
            future.set_exception(error)
        else:
            future.set_result(complete)

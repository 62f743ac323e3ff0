"""Who may speak to the model next."""

from __future__ import annotations

import enum
import itertools
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Rank(enum.IntEnum):
    """The lower goes first: somebody waits for a query, nobody for a passage."""

    QUERY = 0
    COUNT = 1
    PASSAGES = 2


class Turns:
    """A lock that goes to the best rank first, and within a rank to whoever came first."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: set[tuple[Rank, int]] = set()
        self._arrivals = itertools.count()
        self._busy = False

    @contextmanager
    def turn(self, rank: Rank, timeout: float | None = None) -> Iterator[None]:
        """Hold the turn for the length of a `with` block.

        Args:
            rank: the caller's rank.
            timeout: seconds to wait; None waits as long as it takes.

        Raises:
            TimeoutError: the turn did not come in time.
        """
        self._enter(rank, timeout)
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()

    def _enter(self, rank: Rank, timeout: float | None) -> None:
        with self._changed:
            ticket = (rank, next(self._arrivals))
            self._waiting.add(ticket)
            try:
                if not self._changed.wait_for(lambda: self._is_next(ticket), timeout):
                    raise TimeoutError
                self._busy = True
            finally:
                self._waiting.discard(ticket)
                # Whoever was behind a caller that gave up may be next now.
                self._changed.notify_all()

    def _is_next(self, ticket: tuple[Rank, int]) -> bool:
        return not self._busy and min(self._waiting) == ticket

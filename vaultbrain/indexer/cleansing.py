"""What may not be indexed, or not any more, leaves no bytes behind; and that is proved."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.store import findings, generations, traces

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultbrain.indexer.draft import Draft
    from vaultbrain.indexer.writer import Writer
    from vaultbrain.store.database import Database
    from vaultbrain.store.notes import Known

LOG = logging.getLogger("vaultbrain.indexer")
RETRY_SECONDS = 60.0
# So many values are kept in memory until they are seen to be gone.
_MOST_VALUES = 20_000


class Proof(msgspec.Struct, frozen=True):
    """What the last look for values that were taken out has shown.

    Attributes:
        at: unix seconds.
        values: how many were looked for.
        files: how many files were looked through.
        copies: by name of file, how many of the values it still holds.
    """

    at: int
    values: int
    files: int
    copies: dict[str, int]


class Cleansing:
    """Purges what was forgotten, and looks for it afterwards. For the indexer's thread.

    Args:
        database: where values may stand.
        writer: purges.
        files: every file of the home that could hold one.
    """

    def __init__(self, database: Database, writer: Writer, files: Callable[[], list[Path]]) -> None:
        self._database, self._writer, self._files = database, writer, files
        self._is_due = False
        self._values: set[str] = set()
        self._retry_at = float("inf")
        self.proof: Proof | None = None
        self.trouble = ""

    def forgets(self, old: Known | None, at: Draft, *, is_outdated: bool) -> bool:
        """Whether the rows of a note hold what is taken out now; it will be looked for."""
        if old is None or not at.secrets:
            return False
        with self._database.reading() as db:
            passed = findings.allowed(db, old.id)
            known = findings.redacted(db, old.id) if is_outdated else at.secrets.keys() - passed
        new = at.secrets.keys() - known
        if len(self._values) < _MOST_VALUES:
            self._values.update(at.secrets[id_] for id_ in new)
        return bool(new)

    def ask(self) -> None:
        """Purge at the next opportunity."""
        self._is_due = True

    def run(self) -> None:
        """Purge where it was asked for, and prove it; tried again where a reader is in the way."""
        if not self._is_due and time.monotonic() < self._retry_at:
            return
        self._is_due, self._retry_at = False, float("inf")
        try:
            self._writer.submit(lambda db: generations.prune(db, int(time.time()))).result()
            is_clean = self._writer.purge().result()
            if is_clean:
                self._prove()
        except StoreError as error:
            self.trouble = error.message
            is_clean = False
        if not is_clean:
            self._retry_at = time.monotonic() + RETRY_SECONDS

    def _prove(self) -> None:
        wanted = traces.needles(self._values)
        if wanted:
            self._database.delete_put_aside()
        files = self._files()
        copies = traces.search(files, wanted) if wanted else {}
        held = {path.name: count for path, count in copies.items() if count}
        self.proof = Proof(int(time.time()), len(self._values), len(files), held)
        self.trouble = ""
        self._values.clear()
        LOG.info("values taken out: %d, in %d files: %s", *self._said())

    def _said(self) -> tuple[int, int, str]:
        proof = self.proof
        held = sum(proof.copies.values()) if proof else 0
        return (proof.values, proof.files, f"{held} copies") if proof else (0, 0, "")

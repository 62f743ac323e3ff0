"""What may not be indexed, or not any more, leaves no bytes behind; and that is proved."""

from __future__ import annotations

import contextlib
import logging
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import StoreError
from vaultbrain.store import findings, generations, notes, traces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from vaultbrain.indexer.draft import Draft
    from vaultbrain.indexer.writer import Writer
    from vaultbrain.store.database import Connection, Database
    from vaultbrain.store.notes import Known

LOG = logging.getLogger("vaultbrain.indexer")
RETRY_SECONDS = 60.0
_DUE = "cleansing"
# So many values are kept in memory until they are seen to be gone.
_MOST_VALUES = 20_000
_IN_THE_WAY = (
    "What was taken out is deleted, but a reader kept its bytes from being purged. That is tried "
    "again within a minute."
)
_NOT_PURGED = (
    "What was taken out could not be purged from the index, so its bytes may still be there. Make "
    "room on its disk or see the log; it is tried again every minute."
)


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
        self._is_due = self._collects_all = False
        self._values: set[str] = set()
        self._retry_at = float("inf")
        self.proof: Proof | None = None
        self.trouble = ""

    def forgets(self, old: Known | None, at: Draft, *, is_outdated: bool) -> bool:
        """Whether the rows of a note hold what is taken out now; it will be looked for."""
        if old is None or not at.secrets:
            return False
        with self._database.reading() as db:
            new = at.secrets.keys() - findings.redacted(db, old.id)
            if new and not is_outdated:
                # Of a note that was changed, what stood in it before it was known for a secret.
                passed, stored = findings.allowed(db, old.id), "\n".join(notes.texts(db, old.id))
                new = {id_ for id_ in new if id_ in passed or at.secrets[id_] in stored}
        self._add(at.secrets[id_] for id_ in new)
        return bool(new)

    def _add(self, values: Iterable[str]) -> None:
        if len(self._values) < _MOST_VALUES:
            self._values.update(values)

    def collect_all(self) -> None:
        """Look for all that is taken out of the notes read from now on, until that was done."""
        self._collects_all = True

    def collect(self, at: Draft) -> None:
        """Look for what is taken out of a note, where all is to be looked for."""
        if self._collects_all and at.secrets:
            self._add(at.secrets.values())
            self.ask()

    def ask(self) -> None:
        """Purge at the next opportunity; a kill before it does not undo that."""
        if not self._is_due:
            self._is_due = True
            self._writer.submit(lambda db: notes.put_meta(db, _DUE, "1"))

    def resume(self) -> None:
        """Purge what the last daemon of this home was killed before it had purged."""
        with self._database.reading() as db:
            self._is_due = notes.meta(db, _DUE) == "1"

    def match(self, check: str, ruleset: str) -> None:
        """Have all notes pass the gate again where other findings pass than when they were read.

        Args:
            check: what tells the findings that pass now from all others.
            ruleset: the part of recipes that is the gate's.
        """
        with self._database.reading() as db:
            before = notes.meta(db, findings.BASELINE)

        def job(db: Connection) -> None:
            if before is not None:
                findings.outdate_all(db, ruleset)
            notes.put_meta(db, findings.BASELINE, check)

        if before != check:
            self._writer.submit(job)

    def run(self) -> None:
        """Purge where it was asked for, and prove it; tried again where a reader is in the way."""
        self._discard()
        if not self._is_due and time.monotonic() < self._retry_at:
            return
        self._is_due, self._retry_at = False, float("inf")
        try:
            self._writer.submit(lambda db: generations.prune(db, int(time.time()))).result()
            if self._writer.purge().result():
                self._prove()
                self._writer.submit(lambda db: notes.put_meta(db, _DUE, ""))
                return
            self.trouble = _IN_THE_WAY
        except Exception as error:  # noqa: BLE001 - whatever it is, notes are indexed all the same
            LOG.error("nothing could be purged or proved: %s", type(error).__name__)  # noqa: TRY400
            self.trouble = error.message if isinstance(error, StoreError) else _NOT_PURGED
        self._retry_at = time.monotonic() + RETRY_SECONDS

    def _discard(self) -> None:
        """Delete what was put aside where notes hold secrets: it may hold them as they were.

        A damaged file cannot be cleaned, and nobody knows by which rules it was made.
        """
        if not self._database.has_put_aside():
            return
        is_doubtful = self._is_due
        with contextlib.suppress(StoreError), self._database.reading() as db:
            is_doubtful = is_doubtful or findings.has_redacted(db)
        if is_doubtful:
            self._database.delete_put_aside()

    def _prove(self) -> None:
        wanted = traces.needles(self._values)
        files = self._files()
        copies = traces.search(files, wanted) if wanted else {}
        held = {path.name: count for path, count in copies.items() if count}
        self.proof = Proof(int(time.time()), len(wanted), len(files), held)
        self.trouble = ""
        said = (len(wanted), len(files), sum(held.values()))
        LOG.info("values taken out: %d, in %d files: %d copies", *said)
        self._values.clear()
        self._collects_all = False

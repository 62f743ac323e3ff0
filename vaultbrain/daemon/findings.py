"""The methods of the gate: what it found, what passes, and a look through everything."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from vaultbrain.errors import UsageError
from vaultbrain.indexer.draft import secret_names
from vaultbrain.protocol import methods
from vaultbrain.store import findings, notes

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from vaultbrain.indexer.cleansing import Cleansing
    from vaultbrain.indexer.draft import Tools
    from vaultbrain.indexer.pipeline import Pipeline
    from vaultbrain.indexer.writer import Writer
    from vaultbrain.search.current import Vault
    from vaultbrain.store.database import Connection, Database
    from vaultbrain.store.state import State

T = TypeVar("T")
_QUARANTINED = "note-quarantined"


class Findings:
    """Asks and changes what is known of the gate's findings."""

    def __init__(
        self,
        stores: tuple[Database, Writer, State],
        vault: Vault,
        tools: Tools,
        pipeline: Pipeline,
        cleansing: Cleansing,
    ) -> None:
        self._database, self._writer, self._state = stores
        self._vault, self._tools = vault, tools
        self._pipeline, self._cleansing = pipeline, cleansing

    def status(self, db: Connection) -> methods.GateStatus:
        """The gate in short."""
        counted = findings.counted(db)
        gone = [at for at in counted if at.action == "redacted"]
        return methods.GateStatus(
            ruleset=self._tools.gate.ruleset,
            redactions={
                name: sum(at.count for at in gone if at.class_ == name)
                for name in dict.fromkeys(at.class_ for at in gone)
            },
            counts=tuple(_said(at, methods.FindingCount) for at in counted),
            waiting=findings.count_outdated(db, self._tools.recipe),
            quarantined=notes.count_problems(db, _QUARANTINED),
            allowed=len(self._state.allowed()),
            deep_scan=self._tools.gate.has_second,
            proof=self._proof(),
            trouble=self._cleansing.trouble,
        )

    def select(
        self, params: methods.GateFindingsParams
    ) -> tuple[tuple[methods.GateFinding, ...], int]:
        """Findings, and how many there are in all."""
        chosen = findings.Chosen(
            source=params.source,
            path=params.path,
            class_=params.class_,
            tier=params.tier,
            action=params.action,
        )
        with self._database.reading() as db:
            listed = findings.select(db, chosen, params.limit)
            total = findings.count(db, chosen)
        # Notes that have not passed the rules of now may have names that do not.
        secret = secret_names(self._tools, list(dict.fromkeys(at.path for at in listed)))
        shown = (msgspec.structs.replace(at, path=secret.get(at.path, at.path)) for at in listed)
        return tuple(_said(at, methods.GateFinding) for at in shown), total

    def allow(
        self, params: methods.GateAllowParams, cancelled: threading.Event, tell: Callable[[], None]
    ) -> tuple[tuple[str, str], ...] | None:
        """Let a finding pass, or no more; its notes, or None where the wait ended before.

        Raises:
            UsageError: no finding has this id.
            StoreError: it could not be put down.
        """
        with self._database.reading() as db:
            found = findings.notes_with(db, params.id)
        baseline = self._tools.gate.baseline
        if not found and params.id not in baseline:
            raise UsageError(
                f"No finding has the id {params.id}, so nothing was changed. `vaultbrain gate "
                "show` lists them with their ids."
            )
        (self._take_back if params.undo else self._let_pass)(params.id)
        done = self._pipeline.sync(cancelled, params.timeout, tell)
        if done and params.undo and self._still_passes(params.id):
            # Of a note that was just being read, the rows of before came last.
            self._outdate(params.id)
            done = self._pipeline.sync(cancelled, params.timeout, tell)
        secret = secret_names(self._tools, list(dict.fromkeys(path for _, path in found)))
        shown = tuple((source, secret.get(path, path)) for source, path in found)
        return shown if done else None

    def _let_pass(self, id_: str) -> None:
        self._state.allow(id_, int(time.time()))
        self._tools.gate.baseline.put(id_)
        self._vault.forget()
        self._outdate(id_)

    def _take_back(self, id_: str) -> None:
        """In this order no crash leaves rows with what may not pass any more."""
        baseline = self._tools.gate.baseline
        passed = id_ in baseline
        baseline.drop(id_)
        self._vault.forget()
        try:
            self._outdate(id_)
            self._state.forbid(id_, int(time.time()))
        except BaseException:
            if passed:
                baseline.put(id_)
            raise

    def _outdate(self, id_: str) -> None:
        check = self._tools.gate.baseline.check

        def job(db: Connection) -> None:
            findings.outdate(db, id_)
            notes.put_meta(db, findings.BASELINE, check)

        self._writer.submit(job, urgent=True).result()

    def _still_passes(self, id_: str) -> bool:
        with self._database.reading() as db:
            return findings.is_allowed(db, id_)

    def rescan(self, timeout: float, cancelled: threading.Event, tell: Callable[[], None]) -> bool:
        """Have all notes pass the gate; False where the wait ended before.

        Raises:
            StoreError: not all of it could be written.
        """
        ruleset = self._tools.ruleset
        self._cleansing.collect_all()
        self._writer.submit(lambda db: findings.outdate_all(db, ruleset), urgent=True).result()
        return self._pipeline.sync(cancelled, timeout, tell)

    def _proof(self) -> methods.GateProof | None:
        at = self._cleansing.proof
        return _said(at, methods.GateProof) if at else None


def _said(record: msgspec.Struct, kind: type[T]) -> T:
    return msgspec.convert(msgspec.to_builtins(record), kind)

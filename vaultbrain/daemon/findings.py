"""The methods of the gate: what it found, what passes, and a look through everything."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from vaultbrain.errors import UsageError
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
        return tuple(_said(at, methods.GateFinding) for at in listed), total

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
        change = self._state.forbid if params.undo else self._state.allow
        change(params.id, int(time.time()))
        (baseline.drop if params.undo else baseline.put)(params.id)
        self._vault.forget()
        self._writer.submit(lambda db: findings.outdate(db, params.id), urgent=True).result()
        done = self._pipeline.sync(cancelled, params.timeout, tell)
        return tuple(found) if done else None

    def rescan(self, timeout: float, cancelled: threading.Event, tell: Callable[[], None]) -> bool:
        """Have all notes pass the gate; False where the wait ended before.

        Raises:
            StoreError: not all of it could be written.
        """
        ruleset = self._tools.ruleset
        self._writer.submit(lambda db: findings.outdate_all(db, ruleset), urgent=True).result()
        self._cleansing.ask()
        return self._pipeline.sync(cancelled, timeout, tell)

    def _proof(self) -> methods.GateProof | None:
        at = self._cleansing.proof
        return _said(at, methods.GateProof) if at else None


def _said(record: msgspec.Struct, kind: type[T]) -> T:
    return msgspec.convert(msgspec.to_builtins(record), kind)

"""What the daemon answers while it is locked: that it is, and nothing of the notes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import vaultbrain
from vaultbrain.errors import NotReady
from vaultbrain.protocol import methods, wire
from vaultbrain.records import Problem, State

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.config import Config
    from vaultbrain.daemon.server import Call
    from vaultbrain.paths import Paths

_COMMON: dict[str, Any] = {"state": State.LOCKED, "generation": 0, "pending": 0}
_ADVICE = "Mount its volume if it is not there, then: vaultbrain unlock"
_PROBLEM = Problem(
    code="locked",
    message="vaultbrain is locked: it holds no file of the vault or of the index open.",
    advice=_ADVICE,
)


class Locked:
    """Handlers of a daemon that has let go of everything."""

    def __init__(
        self, config: Config, paths: Paths, started_at: float, unlock: Callable[[], None]
    ) -> None:
        """Take what is told.

        Args:
            config: names the sources.
            paths: where the index has to be before it is opened.
            started_at: unix seconds.
            unlock: ends the lock soon.
        """
        self._config, self._paths, self._unlock = config, paths, unlock
        self._started_at = started_at

    def dispatch(self, call: Call) -> methods.Result:
        """Answer one call.

        Raises:
            NotReady: the method needs the notes or the index, or the index is not there yet.
        """
        if call.method == "hello":
            return methods.HelloResult(
                **_COMMON,
                protocol=wire.PROTOCOL,
                version=vaultbrain.__version__,
                sources=tuple(self._config.sources),
                capabilities=("unlock",),
            )
        if call.method == "status":
            return self._status()
        if call.method == "lock":
            return methods.LockResult(**_COMMON)
        if call.method == "unlock":
            return self._open()
        raise NotReady(f"vaultbrain is locked, so it cannot {call.method}. {_ADVICE}")

    def _open(self) -> methods.UnlockResult:
        # Opening would make a new index in the bare folder below the volume that is not mounted.
        if not self._paths.index_db.exists():
            raise NotReady(
                f"The index is not at {self._paths.index_db}, so vaultbrain stays locked. "
                f"Mount its volume and unlock again; or, if it was deleted, delete "
                f"{self._paths.locked} as well and restart vaultbrain."
            )
        self._unlock()
        return methods.UnlockResult(**_COMMON)

    def _status(self) -> methods.StatusResult:
        return methods.StatusResult(
            **_COMMON,
            pid=os.getpid(),
            version=vaultbrain.__version__,
            started_at=self._started_at,
            sources=tuple(
                methods.SourceStatus(
                    id=name,
                    kind="folder",
                    path=str(at.root),
                    state=State.LOCKED,
                    notes=0,
                    watching=False,
                )
                for name, at in self._config.sources.items()
            ),
            notes=0,
            chunks=0,
            vectors=0,
            vectors_kept=0,
            embeddable=0,
            progress=methods.Progress(),
            model=methods.ModelStatus(
                name=self._config.model.embedder,
                precision="",
                fingerprint="",
                available=False,
                loaded=False,
                reason="locked",
            ),
            gate=methods.GateStatus(ruleset="", redactions={}),
            database_bytes=0,
            index_age_seconds=None,
            problems=(_PROBLEM,),
        )

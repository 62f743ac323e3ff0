"""One request on a worker thread: what a handler is given, and its answer as a line."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping  # noqa: TC003 - an alias below needs them
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultbrain.errors import InternalError, VaultbrainError
from vaultbrain.protocol import requests
from vaultbrain.protocol.faults import describe

if TYPE_CHECKING:
    import threading

    import msgspec

    from vaultbrain.protocol.methods import Params

LOG = logging.getLogger("vaultbrain.server")


@dataclass(frozen=True)
class Call:
    """What a handler is given.

    Attributes:
        method: a name of the table.
        params: the decoded params struct of that method.
        progress: tells the client how far it is; may be called from any thread.
        cancelled: set when nobody waits for the answer any more; long work looks at it.
    """

    method: str
    params: Params
    progress: Callable[[Mapping[str, object]], None]
    cancelled: threading.Event


Dispatch = Callable[[Call], "msgspec.Struct"]


def answer(dispatch: Dispatch, request_id: requests.Id, call: Call) -> bytes:
    """The answer as a line, empty where nobody waits for it any more and nothing was done.

    Raises nothing but what ends a process.
    """
    if call.cancelled.is_set():
        return b""
    try:
        return requests.encode_result(request_id, dispatch(call))
    except VaultbrainError as error:
        if isinstance(error, InternalError):
            log_fault(call.method, error)
        return requests.encode_refusal(requests.refused(request_id, error))
    except Exception as error:  # noqa: BLE001 - a bug in one handler must not end the daemon
        log_fault(call.method, error)
        fault = InternalError(
            f"Something went wrong inside the daemon while it served {call.method}; your notes "
            "were not touched. The log says where; `vaultbrain doctor` names the log file."
        )
        return requests.encode_refusal(requests.refused(request_id, fault))


def log_fault(what: str, error: Exception) -> None:
    """Log an unexpected fault with its place and type, never with values."""
    LOG.error("%s failed:\n%s", what, describe(error))

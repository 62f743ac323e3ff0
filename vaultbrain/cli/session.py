"""Asking the daemon, as verbs do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vaultbrain.cli import render
from vaultbrain.cli.text import one_line
from vaultbrain.client import Client
from vaultbrain.errors import UsageError
from vaultbrain.protocol.wire import question_fault

if TYPE_CHECKING:
    from vaultbrain.cli.io import Io


@dataclass(frozen=True)
class Reply:
    """A result and, where it was needed to explain the result, the daemon's status."""

    result: dict[str, Any]
    status: dict[str, Any] | None

    @property
    def roots(self) -> dict[str, str]:
        """Source id → folder, where known."""
        return {s["id"]: s["path"] for s in (self.status or {}).get("sources", ())}


def ask(io: Io, method: str, params: dict[str, Any]) -> Reply:
    """Call a method that reads the index, and say on stderr what its answer may lack."""
    with Client(io.paths().socket) as client:
        result = client.call(method, params)
        links = io.style().enabled and not io.json
        lacking = result.get("state") != "ready"
        status = client.call("status") if links or lacking else None
    if lacking:
        io.say(render.state_line(result, status))
    if result.get("notice"):
        io.say(one_line(result["notice"]))
    return Reply(result, status)


def question(words: list[str]) -> str:
    """Join the words of a question and refuse what cannot be asked.

    Raises:
        UsageError: it is empty or too long.
    """
    text = " ".join(words).strip()
    fault = question_fault(text)
    if fault:
        raise UsageError(fault)
    return text

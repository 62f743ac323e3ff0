"""Asking the daemon, as verbs do it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vaultbrain.cli import render
from vaultbrain.cli.text import one_line
from vaultbrain.client import Client
from vaultbrain.errors import DaemonNotRunning, NotReady, UsageError
from vaultbrain.protocol.wire import MAX_QUESTION, PROTOCOL

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.cli.io import Io


@dataclass(frozen=True)
class Reply:
    """A result and what is needed to explain it.

    `status` is the daemon's, where something had to be looked up in it; `several` says that
    the daemon has more than one source, so that a path alone may be ambiguous.
    """

    result: dict[str, Any]
    status: dict[str, Any] | None
    several: bool = False

    def page(self, io: Io) -> render.Page:
        """How to print the result."""
        sources = (self.status or {}).get("sources", ())
        return render.Page(
            io.style(),
            io.width(),
            roots={source["id"]: source["path"] for source in sources},
            away={source["id"] for source in sources if source["state"] == "offline"},
            name_source=self.several,
        )


def ask(io: Io, method: str, params: dict[str, Any]) -> Reply:
    """Call a method that reads the index, and say on stderr what its answer may lack."""
    with Client(io.paths().socket) as client:
        result = client.call(method, params)
        links = io.style().enabled and not io.json
        lacking = result.get("state") != "ready"
        status = client.call("status") if links or lacking else None
        places = any(result.get(key) for key in ("hits", "citations", "nearest"))
        several = places and not io.json and len(_sources(client)) > 1
    if lacking:
        io.say(render.state_line(result, status))
    if result.get("notice"):
        io.say(one_line(result["notice"]))
    return Reply(result, status, several)


def sources(io: Io) -> list[str]:
    """The ids of the daemon's sources."""
    with Client(io.paths().socket) as client:
        return _sources(client)


def await_state(
    io: Io, is_reached: Callable[[str], bool], seconds: float, pause: float = 0.1
) -> dict[str, Any]:
    """The daemon's status once its state is as wanted; asks it again and again.

    Raises:
        NotReady: it is not within so many seconds.
        DaemonNotRunning: it has ended.
    """
    deadline, state = time.monotonic() + seconds, "silent"
    while True:
        status = _status(io, seconds)
        if status is not None:
            state = str(status["state"])
            if is_reached(state):
                return status
        if time.monotonic() >= deadline:
            raise NotReady(
                f"The daemon is still {state} after {seconds:g} s. "
                "Look again with `vaultbrain status`."
            )
        time.sleep(pause)


def _status(io: Io, seconds: float) -> dict[str, Any] | None:
    """None where the line was cut: the daemon closes or opens its files, and answers soon."""
    with Client(io.paths().socket, seconds) as client:
        try:
            return client.call("status")
        except DaemonNotRunning:
            return None


def _sources(client: Client) -> list[str]:
    found = client.call("hello", {"protocol": PROTOCOL, "client": "cli"})
    return list(found["sources"])


def question(words: list[str], example: str) -> str:
    """Join the words of a question and refuse what cannot be asked, with an `example`.

    Raises:
        UsageError: it is empty or too long.
    """
    text = " ".join(words).strip()
    if not text:
        raise UsageError(
            f"The question is empty, so nothing was looked up. Write some words: {example}"
        )
    if len(text) > MAX_QUESTION:  # how many in truth, nobody knows who reads only so far
        raise UsageError(
            f"The question has more than {MAX_QUESTION:,} characters, so nothing was looked up. "
            "Shorten it to the words that matter."
        )
    return text

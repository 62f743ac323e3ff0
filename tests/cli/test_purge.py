from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import COMMON
from vaultbrain.errors import DeadlineExceeded, NotReady, UsageError

if TYPE_CHECKING:
    from tests.cli.conftest import Shell
    from vaultbrain.daemon.server import Call

PURGED = {**COMMON, "forgotten": 60, "clean": True}


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ({}, "Forgot 60 notes no longer on disk."),
        ({"forgotten": 1}, "Forgot 1 note no longer on disk."),
        (
            {"clean": False},
            "Forgot 60 notes no longer on disk; their last bytes follow within a minute.",
        ),
        ({"forgotten": 0}, "Nothing was held back. What is on disk is what is known."),
    ],
)
def test_purge_says_what_was_forgotten(shell: Shell, answer: dict[str, Any], line: str) -> None:
    shell.serve(purge={**PURGED, **answer})
    assert shell.run("purge") == 0
    assert (shell.out, shell.err) == (f"{line}\n", "")
    assert shell.calls == [("purge", {"source": None, "timeout": 600.0})]


def test_purge_of_one_source(shell: Shell) -> None:
    shell.serve(purge=PURGED)
    assert shell.run("purge", "--source", "work") == 0
    assert shell.calls == [("purge", {"source": "work", "timeout": 600.0})]


def test_purge_as_json(shell: Shell) -> None:
    shell.serve(purge=PURGED)
    assert shell.run("purge", "--json") == 0
    assert json.loads(shell.out) == PURGED
    assert shell.err == ""


@pytest.mark.parametrize(
    "error",
    [
        UsageError("There is no source 'work'. Configured: notes."),
        NotReady("The folder of source notes is not there, so nothing was forgotten."),
        DeadlineExceeded("Not everything could be indexed within 600 s; it goes on."),
    ],
)
def test_purge_that_is_refused(shell: Shell, error: Exception) -> None:
    shell.serve(purge=error)
    assert shell.run("purge") == error.code  # type: ignore[attr-defined]
    assert shell.out == ""
    assert str(error) in shell.err


def test_purge_without_a_daemon(shell: Shell) -> None:
    assert shell.run("purge") != 0
    assert "vaultbrain start" in shell.err
    assert shell.out == ""


def purge_slowly(call: Call) -> dict[str, Any]:
    for done in range(3):
        call.progress({"phase": "reading", "done": done, "total": 2})
    return PURGED


@pytest.mark.parametrize("verb", ["purge", "sync"])
def test_progress_is_whole_lines_where_nobody_looks(shell: Shell, verb: str) -> None:
    shell.serve(purge=purge_slowly, sync=lambda call: (purge_slowly(call), COMMON)[1])
    assert shell.run(verb) == 0
    assert shell.err == "0 of 2 notes read\n"
    assert shell.out.count("\n") == 1


@pytest.mark.parametrize("verb", ["purge", "sync"])
def test_no_progress_is_left_on_a_terminal(shell: Shell, verb: str) -> None:
    shell.serve(purge=purge_slowly, sync=lambda call: (purge_slowly(call), COMMON)[1])
    shell.terminal = True
    assert shell.run(verb) == 0
    assert "notes read" in shell.err
    # The line of the bar is erased, with the cursor at its beginning, before the result comes.
    erase = "\x1b[2K"
    assert shell.err.rindex(erase) > shell.err.rindex("read")
    assert "read" not in shell.out.split("\n")[-1]


def test_the_help_says_what_is_not_touched(shell: Shell) -> None:
    assert shell.run("purge", "--help") == 0
    assert "Your notes are not touched" in " ".join(shell.out.split())

from __future__ import annotations

import itertools
import json
import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import COMMON, STATUS
from vaultbrain.cli import session
from vaultbrain.cli.verbs import lock, unlock
from vaultbrain.errors import DaemonNotRunning, NotReady

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.cli.conftest import Shell
    from vaultbrain.daemon.server import Call

LOCKED = {**COMMON, "state": "locked", "generation": 0}


def states(*names: str) -> Callable[[Call], dict[str, Any]]:
    """One status after another; the last one for ever."""
    coming: Iterable[str] = itertools.chain(names, itertools.repeat(names[-1]))
    return lambda _: {**STATUS, "state": next(iter(coming))}


def methods(shell: Shell) -> list[str]:
    return [method for method, _ in shell.calls]


def test_lock_waits_until_nothing_is_open(shell: Shell) -> None:
    shell.serve(lock=COMMON, status=states("ready", "ready", "locked"))
    assert shell.run("lock") == 0
    assert shell.out == (
        "Locked: no file of the vault or of the index is open. Open again: vaultbrain unlock\n"
    )
    assert shell.err == ""
    assert methods(shell) == ["lock", "status", "status", "status"]


def test_lock_as_json(shell: Shell) -> None:
    shell.serve(lock=LOCKED, status=states("locked"))
    assert shell.run("lock", "--json") == 0
    assert json.loads(shell.out) == {"state": "locked"}


@pytest.mark.parametrize("state", ["ready", "indexing", "offline"])
def test_unlock_waits_until_questions_are_answered(shell: Shell, state: str) -> None:
    shell.serve(unlock=LOCKED, status=states("locked", state))
    assert shell.run("unlock") == 0
    assert shell.out == f"Unlocked: questions are answered again (state: {state}).\n"
    assert shell.err == ""
    assert methods(shell) == ["unlock", "status", "status"]


def test_unlock_as_json(shell: Shell) -> None:
    shell.serve(unlock=COMMON, status=states("indexing"))
    assert shell.run("unlock", "--json") == 0
    assert json.loads(shell.out) == {"state": "indexing"}


def test_unlock_where_the_index_is_away(shell: Shell) -> None:
    shell.serve(unlock=NotReady("The index is not there, so vaultbrain stays locked."))
    assert shell.run("unlock") == NotReady.code
    assert "stays locked" in shell.err
    assert shell.out == ""
    assert methods(shell) == ["unlock"]


@pytest.mark.parametrize("verb", ["lock", "unlock"])
def test_without_a_daemon_there_is_nothing_to_lock(shell: Shell, verb: str) -> None:
    assert shell.run(verb) != 0
    assert "vaultbrain start" in shell.err
    assert shell.out == ""


@pytest.mark.parametrize("verb", [lock, unlock])
def test_waiting_has_an_end(shell: Shell, monkeypatch: pytest.MonkeyPatch, verb: Any) -> None:  # noqa: ANN401
    monkeypatch.setattr(verb, "SECONDS", 0.3)
    name = verb.__name__.rpartition(".")[2]
    state = {"lock": "ready", "unlock": "locked"}[name]
    shell.serve(**{name: COMMON, "status": states(state)})
    assert shell.run(name) == NotReady.code
    assert f"still {state} after 0.3 s" in shell.err
    assert "vaultbrain status" in shell.err
    assert shell.out == ""


def test_a_state_that_is_there_is_not_waited_for(shell: Shell) -> None:
    shell.serve(status=states("ready"))
    found = session.await_state(shell.io(), lambda state: state == "ready", 5, pause=60)
    assert found["state"] == "ready"
    assert methods(shell) == ["status"]


def test_a_daemon_that_cuts_the_line_meanwhile_is_asked_again(shell: Shell) -> None:
    shell.paths.run_dir.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(shell.paths.socket))
        listener.listen(4)

        def answer_the_fourth() -> None:
            for number in range(4):
                connection, _ = listener.accept()
                with connection:
                    asked = json.loads(connection.recv(1000))
                    said = {"jsonrpc": "2.0", "id": asked["id"], "result": {"state": "locked"}}
                    if number == 3:
                        connection.sendall(json.dumps(said).encode() + b"\n")

        answering = threading.Thread(target=answer_the_fourth)
        answering.start()
        with pytest.raises(NotReady, match="still silent after 1 s"):
            session.await_state(shell.io(), lambda state: state == "locked", 1.0, pause=1.1)
        found = session.await_state(shell.io(), lambda state: state == "locked", 10)
        answering.join(10)
    assert found == {"state": "locked"}


def test_a_daemon_that_has_ended_is_not_waited_for(shell: Shell) -> None:
    with pytest.raises(DaemonNotRunning):
        session.await_state(shell.io(), lambda state: state == "locked", 60)

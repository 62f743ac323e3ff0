"""start, stop, daemon, doctor."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import filelock
import pytest

from vaultbrain.cli.verbs import daemon, doctor, start, stop
from vaultbrain.daemon.doctor import Check
from vaultbrain.errors import (
    AlreadyRunning,
    Busy,
    NotReady,
    ProtocolError,
    UsageError,
    VaultbrainError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.cli.conftest import Shell
    from vaultbrain.cli.io import Io


PROBLEM = {"code": "c", "message": "The volume is away.", "advice": "Plug it in.", "path": None}
OFFLINE = {"state": "offline", "index_age_seconds": None, "problems": [PROBLEM]}


class Child:
    """A started daemon that is in truth nothing."""

    def __init__(self, status: int | None = None) -> None:
        self.status = status

    def poll(self) -> int | None:
        return self.status


def begin(shell: Shell, vault: object, launch: Callable[[Io], Child], *, wait: bool = False) -> int:
    args = argparse.Namespace(vault=None if vault is None else str(vault), wait=wait)
    return shell.keep(lambda io: start.run(args, io, launch))


def never(_: Io) -> Child:
    raise AssertionError("nothing was to be started")


def phases(shell: Shell, *steps: dict[str, Any]) -> Callable[[object], dict[str, Any]]:
    """Status answers that go through the steps and stay at the last."""
    base = shell.answers["status"]
    left = [
        {**base, "progress": {**base["progress"], **step.pop("progress", {})}, **step}
        for step in steps
    ]

    def answer(_: object) -> dict[str, Any]:
        return left.pop(0) if len(left) > 1 else left[0]

    return answer


def test_start_registers_launches_and_waits_for_search(shell: Shell, vault: Path) -> None:
    answer = phases(
        shell,
        {"state": "indexing", "index_age_seconds": None},
        {"state": "indexing", "progress": {"phase": "reading", "done": 1, "total": 5}},
        {
            "state": "indexing",
            "progress": {"phase": "embedding", "done": 0, "total": 9},
            "pending": 9,
        },
    )

    def launch(_: Io) -> Child:
        shell.serve(status=answer)
        return Child()

    assert begin(shell, vault, launch) == 0
    assert shell.err == f"Registered {vault} as source `notes`.\n1 of 5 notes read\n"
    assert shell.out == (
        "Ready: 1,000 notes can be searched.\n"
        "Search by meaning follows in the background: 3,900 of 4,000 chunks so far.\n"
        'Next: vaultbrain ask "..."\n'
    )


def test_start_promises_no_meaning_without_a_model(shell: Shell, vault: Path) -> None:
    model = {
        "name": "m",
        "precision": "x",
        "fingerprint": "f",
        "available": False,
        "loaded": False,
        "reason": "gone",
    }

    answer = phases(shell, {"state": "degraded", "pending": 9, "model": model})

    def launch(_: Io) -> Child:
        shell.serve(status=answer)
        return Child()

    assert begin(shell, vault, launch) == 0
    assert "Ready:" in shell.out
    assert "meaning follows" not in shell.out


def test_start_may_wait_for_the_vectors(shell: Shell, vault: Path) -> None:
    seen: list[int] = []
    steps = phases(
        shell,
        {"progress": {"phase": "embedding", "done": 0, "total": 9}, "pending": 9},
        {"pending": 4},
        {},
    )

    def answer(call: object) -> dict[str, Any]:
        found = steps(call)
        seen.append(found["pending"])
        return found

    def launch(_: Io) -> Child:
        shell.serve(status=answer)
        return Child()

    assert begin(shell, vault, launch, wait=True) == 0
    assert seen[-1] == 0
    assert "Search by meaning" not in shell.out


def test_start_does_not_wait_for_a_power_plug(shell: Shell, vault: Path) -> None:
    waiting = {
        "state": "degraded",
        "progress": {"phase": "embedding", "done": 0, "total": 9},
        "pending": 9,
        "problems": [{"code": "on-battery", "message": "Waits.", "advice": "Plug in."}],
    }
    steps = phases(shell, {"state": "indexing", "index_age_seconds": None}, waiting)

    def launch(_: Io) -> Child:
        shell.serve(status=steps)
        return Child()

    assert begin(shell, vault, launch, wait=True) == 0
    assert "Waits." in shell.err


def test_start_with_json_prints_only_the_status(shell: Shell, vault: Path) -> None:
    def launch(io: Io) -> Child:
        shell.serve()
        io.json = True
        return Child()

    assert begin(shell, vault, launch) == 0
    assert json.loads(shell.out)["notes"] == 1000


def test_start_says_what_is_wrong_when_it_is_ready(shell: Shell, vault: Path) -> None:
    here = shell.answers["status"]["sources"][0]
    sources = [here, {**here, "id": "work", "state": "offline"}]
    answer = phases(shell, {**OFFLINE, "sources": sources})

    def launch(_: Io) -> Child:
        shell.serve(status=answer)
        return Child()

    assert begin(shell, vault, launch) == 0
    assert shell.out.startswith("Ready: ")
    assert "offline: the vault's folder is away" in shell.err
    assert shell.err.count("The volume is away.") == 1
    assert "  - The volume is away.\n    Plug it in.\n" in shell.err


def everything_away(shell: Shell) -> dict[str, Any]:
    source = {**shell.answers["status"]["sources"][0], "state": "offline"}
    return {**shell.answers["status"], **OFFLINE, "sources": [source]}


def test_start_fails_where_every_vault_is_away(shell: Shell, vault: Path) -> None:
    def launch(_: Io) -> Child:
        shell.serve(status=everything_away(shell))
        return Child()

    with pytest.raises(NotReady, match="no vault is there: /home/mia/Notes") as caught:
        begin(shell, vault, launch)
    assert "correct its path in config.yaml" in caught.value.message
    assert shell.out == ""
    assert "  - The volume is away.\n    Plug it in.\n" in shell.err


def test_start_fails_where_it_runs_already_and_every_vault_is_away(shell: Shell) -> None:
    shell.serve(status=everything_away(shell))
    assert shell.run("start") == 4
    assert shell.out == ""
    assert "no vault is there" in shell.err
    assert shell.run("start", "--json") == 4
    assert json.loads(shell.out)["state"] == "offline"
    assert shell.err == ""


def test_start_without_a_vault_says_what_to_do(shell: Shell) -> None:
    with pytest.raises(UsageError, match="No vault is registered"):
        begin(shell, None, never)


def test_start_uses_what_is_registered(shell: Shell, vault: Path) -> None:
    shell.run("init", str(vault))

    def launch(_: Io) -> Child:
        shell.serve()
        return Child()

    assert begin(shell, None, launch) == 0
    assert shell.err == ""


def test_start_fails_where_the_daemon_is_locked(shell: Shell, vault: Path) -> None:
    locked = {**shell.answers["status"], "state": "locked", "index_age_seconds": None}

    def launch(_: Io) -> Child:
        shell.serve(status=locked)
        return Child()

    with pytest.raises(NotReady, match=r"is locked.*vaultbrain unlock"):
        begin(shell, vault, launch)
    assert shell.out == ""
    assert shell.run("start") == 4  # it runs already
    assert shell.out == ""
    assert shell.run("start", "--json") == 4
    assert json.loads(shell.out)["state"] == "locked"


def test_start_when_it_runs_already(shell: Shell, vault: Path) -> None:
    source = {**shell.answers["status"]["sources"][0], "path": str(vault)}
    shell.serve(status={**shell.answers["status"], "sources": [source]})
    for given in (None, vault):
        assert begin(shell, given, never) == 0
        assert shell.out == "Already running (process 4242).\n"
    shell.serve(status={**shell.answers["status"], "state": "indexing"})
    assert begin(shell, None, never) == 0
    assert shell.err.startswith("indexing: ")
    assert shell.run("start", "--json") == 0
    assert json.loads(shell.out)["pid"] == 4242


def test_start_with_a_vault_the_running_daemon_does_not_know(shell: Shell, vault: Path) -> None:
    shell.serve()
    with pytest.raises(NotReady, match="vaultbrain stop, then vaultbrain start"):
        begin(shell, vault, never)


@pytest.mark.parametrize(
    ("status", "written", "kind", "said"),
    [
        (
            2,
            "vaultbrain: config.yaml, line 3: odd.\nCorrect it.\n",
            UsageError,
            "line 3",
        ),
        (70, "Traceback\n\nImportError: broken\n\n", VaultbrainError, "ImportError: broken"),
        (4, "", NotReady, "(nothing)"),
    ],
)
def test_a_daemon_that_ends_at_once_is_explained(
    shell: Shell, vault: Path, status: int, written: str, kind: type[VaultbrainError], said: str
) -> None:
    shell.paths.state_dir.mkdir(mode=0o700)
    shell.paths.log.write_text("vaultbrain: an older trouble\n")

    def launch(_: Io) -> Child:
        with shell.paths.log.open("a") as log:
            log.write(written)
        return Child(status)

    with pytest.raises(kind) as caught:
        begin(shell, vault, launch)
    assert caught.value.code == status
    assert said in caught.value.message
    assert f"exit status {status}" in caught.value.message
    assert "older" not in caught.value.message


def test_a_log_that_went_away_is_said(shell: Shell, vault: Path) -> None:
    with pytest.raises(NotReady, match="cannot be read"):
        begin(shell, vault, lambda _: Child(4))


def test_another_start_may_have_been_quicker(shell: Shell, vault: Path) -> None:
    def launch(_: Io) -> Child:
        shell.serve()
        return Child(AlreadyRunning.code)

    assert begin(shell, vault, launch) == 0


def test_losing_the_race_is_noticed(
    shell: Shell, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([None, None, shell.answers["status"], shell.answers["status"]])
    monkeypatch.setattr(start, "_status", lambda _: next(answers, shell.answers["status"]))
    assert begin(shell, vault, lambda _: Child(4)) == 0


def test_a_daemon_that_never_answers(
    shell: Shell, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "ANSWER_SECONDS", 0.05)
    with pytest.raises(NotReady, match="does not answer"):
        begin(shell, vault, lambda _: Child())


def test_a_daemon_that_dies_while_it_reads(shell: Shell, vault: Path) -> None:
    child = Child()
    before = {**shell.answers["status"], "index_age_seconds": None}
    answers = iter([False, True])

    def answer(_: object) -> dict[str, Any]:
        if next(answers, True):
            child.status = 70
            shell.paths.socket.unlink(missing_ok=True)
        return before

    def launch(_: Io) -> Child:
        shell.serve(status=answer)
        return child

    with pytest.raises(VaultbrainError, match="exit status 70"):
        begin(shell, vault, launch)


def test_an_interruption_leaves_the_daemon_running(
    shell: Shell, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vaultbrain.cli.verbs.start.time.sleep", interrupt)
    assert begin(shell, vault, lambda _: Child()) == 130
    assert "goes on in the background" in shell.err


def test_launch_starts_our_own_interpreter_detached(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, Any] = {}

    class Popen:
        def __init__(self, command: list[str], **options: Any) -> None:  # noqa: ANN401
            seen.update(options, command=command)

    monkeypatch.setattr("subprocess.Popen", Popen)
    shell.paths.state_dir.mkdir(mode=0o700)
    start.launch(shell.io())
    assert seen["command"][1:] == ["-m", "vaultbrain", "daemon"]
    assert seen["start_new_session"] is True
    assert seen["env"]["VAULTBRAIN_HOME"] == shell.environ["VAULTBRAIN_HOME"]
    assert (seen["cwd"] / "vaultbrain" / "__main__.py").exists()
    assert shell.paths.log.stat().st_mode & 0o777 == 0o600


def test_launch_without_a_home_of_its_own(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}
    monkeypatch.setattr("subprocess.Popen", lambda _, **options: seen.update(options))
    io = shell.io()
    monkeypatch.setattr(io, "paths", lambda: shell.paths)
    shell.paths.state_dir.mkdir(mode=0o700)
    io.environ = {}
    start.launch(io)
    assert seen["env"] == {}


def halt(shell: Shell, kill: Callable[[int, int], None], wait: float = 2.0) -> int:
    return shell.keep(lambda io: stop.run(argparse.Namespace(), io, kill, wait))


def test_stop_signals_and_waits_for_the_socket_to_go(shell: Shell) -> None:
    shell.serve()
    asked: list[tuple[int, int]] = []

    def kill(pid: int, number: int) -> None:
        asked.append((pid, number))
        shell.paths.socket.unlink()

    assert halt(shell, kill) == 0
    assert asked == [(4242, signal.SIGTERM)]
    assert "has ended" in shell.out


def test_stop_with_json(shell: Shell) -> None:
    shell.serve()

    def kill(*_: int) -> None:
        shell.paths.socket.unlink()
        raise ProcessLookupError

    def run(io: Io) -> int:
        io.json = True
        return stop.run(argparse.Namespace(), io, kill)

    assert shell.keep(run) == 0
    assert json.loads(shell.out) == {"stopped": True, "pid": 4242}


def test_stop_does_not_wait_for_ever(shell: Shell) -> None:
    shell.serve()
    with pytest.raises(NotReady, match="process 4242"):
        halt(shell, lambda *_: None, 0.06)


@pytest.mark.parametrize("pid", [0, 1, -1])
def test_stop_never_signals_a_group(shell: Shell, pid: int) -> None:
    shell.serve(status={**shell.answers["status"], "pid": pid})
    with pytest.raises(ProtocolError, match="did not say which process"):
        halt(shell, lambda *_: os.abort())


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """A process that looks like a daemon, with a long path before what tells it apart."""
    code = f"import time; time.sleep(60)  # {'x' * 200}"
    child = subprocess.Popen([sys.executable, "-c", code, "vaultbrain", "daemon"])
    while "vaultbrain" not in stop.command_of(child.pid):
        time.sleep(0.01)  # the system shows a new command line a moment late
    yield child
    child.kill()
    child.wait()


def hold(shell: Shell, pid: int) -> filelock.FileLock:
    shell.paths.data_dir.mkdir(mode=0o700)
    lock = filelock.FileLock(shell.paths.lock, thread_local=False)
    lock.acquire()
    shell.paths.lock.write_text(f"{pid}\n")
    return lock


@pytest.mark.parametrize("trouble", ["busy", "silent", "nameless", "no socket"])
def test_stop_asks_the_lock_where_the_daemon_does_not_answer(
    shell: Shell,
    sleeper: subprocess.Popen[bytes],
    monkeypatch: pytest.MonkeyPatch,
    trouble: str,
) -> None:
    monkeypatch.setattr(stop, "ANSWER_SECONDS", 0.05)
    lock = hold(shell, sleeper.pid)
    answers = {"busy": Busy("full"), "nameless": {**shell.answers["status"], "pid": 0}}
    if trouble == "silent":
        shell.serve(status=lambda call: call.cancelled.wait(5) and None)
    elif trouble != "no socket":
        shell.serve(status=answers[trouble])
    asked: list[tuple[int, int]] = []

    def kill(pid: int, number: int) -> None:
        asked.append((pid, number))
        shell.paths.socket.unlink(missing_ok=True)
        lock.release()

    assert halt(shell, kill) == 0
    assert asked == [(sleeper.pid, signal.SIGTERM)]
    assert "has ended" in shell.out


def test_a_command_line_without_proc_is_asked_of_ps(
    sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("vaultbrain.paths.PROCESSES", tmp_path)
    assert "vaultbrain daemon" in stop.command_of(sleeper.pid)
    assert stop.command_of(2**22 + 1) == ""


def test_stop_waits_for_the_lock_too(shell: Shell, sleeper: subprocess.Popen[bytes]) -> None:
    lock = hold(shell, sleeper.pid)
    with pytest.raises(NotReady, match=f"process {sleeper.pid}"):
        halt(shell, lambda *_: None, 0.06)
    lock.release()


def test_stop_leaves_other_processes_alone(shell: Shell, sleeper: subprocess.Popen[bytes]) -> None:
    shell.serve(status=Busy("full"))
    lock = hold(shell, 2**22 + 1)  # beyond every process
    with pytest.raises(Busy):
        halt(shell, lambda *_: os.abort())
    shell.paths.lock.write_text("1\n")
    with pytest.raises(Busy):
        halt(shell, lambda *_: os.abort())
    lock.release()
    shell.paths.lock.write_text(f"{sleeper.pid}\n")  # nobody holds it: it is an old one
    with pytest.raises(Busy):
        halt(shell, lambda *_: os.abort())


def test_the_daemon_verb_hands_over(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def run(paths: object, *, log_level: str) -> int:
        seen.extend([paths, log_level])
        return 0

    monkeypatch.setattr("vaultbrain.daemon.main.run", run)
    args = argparse.Namespace(log_level="debug")
    assert shell.keep(lambda io: daemon.run(args, io)) == 0
    assert seen == [shell.paths, "debug"]


def test_doctor_lists_checks_and_advice(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Check("python", "ok", "3.11"), Check("vault notes", "warn", "odd", "Look at it.")]
    monkeypatch.setattr("vaultbrain.daemon.doctor.checks", lambda _, *, deep: [] if deep else found)
    assert shell.run("doctor") == 0
    assert shell.out == (
        "ok    python       3.11\n"
        "warn  vault notes  odd\n"
        "                   Look at it.\n"
        "warn  daemon       not running\n"
        "                   Start it: vaultbrain start VAULT\n"
    )
    found.append(Check("sqlite", "fail", "no"))
    assert shell.run("doctor") == doctor.FAILED
    assert shell.run("doctor", "--deep") == 0
    assert shell.run("doctor", "--json") == 4
    assert json.loads(shell.out)["checks"][2] == {
        "name": "sqlite",
        "status": "fail",
        "detail": "no",
        "advice": "",
    }


def test_doctor_asks_the_daemon(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultbrain.daemon.doctor.checks", lambda *_, **__: [])
    problem = {"code": "c", "message": "Broken head.", "advice": "Mend it.", "path": "a.md"}
    shell.serve(status={**shell.answers["status"], "problems": [problem]})
    assert shell.run("doctor") == 0
    assert "ok    daemon   running, process 4242, state ready" in shell.out
    assert "warn  problem  a.md: Broken head.\n               Mend it." in shell.out
    shell.serve(status=Busy("full"))
    assert shell.run("doctor") == 4
    assert "fail  daemon  full" in shell.out

from __future__ import annotations

import time

import pytest

from vaultbrain.inference.frames import Request
from vaultbrain.inference.process import WorkerGone, WorkerHung, WorkerProcess, WorkerSettings

HELLO = Request("hello")


def run(code: str, patience: float = 30) -> WorkerProcess:
    return WorkerProcess(WorkerSettings(program=("-c", code), patience=patience))


def test_a_worker_that_ended_before_the_request() -> None:
    worker = run("import sys; sys.exit(5)")
    while worker.alive:
        time.sleep(0.01)
    with pytest.raises(WorkerGone) as caught:
        worker.ask(HELLO)
    assert caught.value.status == 5
    worker.discard()


def test_a_worker_that_hangs_up_but_lives_on_is_killed() -> None:
    worker = run("import os, time; os.close(0); os.close(1); time.sleep(60)")
    with pytest.raises(WorkerGone) as caught:
        worker.ask(HELLO)
    assert caught.value.status == -9
    assert not worker.alive


def test_a_worker_that_never_reads_holds_nobody_up() -> None:
    worker = run("import time; time.sleep(60)", patience=0.2)
    with pytest.raises(WorkerHung):
        worker.ask(Request("passages", ["x" * 2**20]))
    assert not worker.alive


def test_stopping_is_polite_first() -> None:
    worker = run("import sys; sys.stdin.read(); sys.exit(3)")
    worker.stop()
    assert worker._process.returncode == 3
    worker.stop()
    worker.kill()

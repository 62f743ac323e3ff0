"""bench: what is asked, what is counted, and what is printed of it."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import COMMON, STATUS
from vaultbrain import config
from vaultbrain.cli import bench, bench_index, bench_table
from vaultbrain.cli.render import Page
from vaultbrain.cli.text import Style, columns
from vaultbrain.config import Config, SourceConfig
from vaultbrain.errors import NotReady, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.cli.conftest import Shell
    from vaultbrain.daemon.server import Call

USAGE: dict[str, Any] = {
    **COMMON,
    "file_bytes": 4_000_000,
    "text_bytes": 3_900_000,
    "processes": [
        {"role": "daemon", "rss_bytes": 84_000_000, "peak_bytes": 90_000_000, "cpu_seconds": 4.0},
        {"role": "model", "rss_bytes": 212_000_000, "peak_bytes": None, "cpu_seconds": 1.0},
    ],
}
NO_MODEL = {
    **STATUS["model"],
    "available": False,
    "loaded": False,
    "reason": "switched off in config.yaml",
}
PRIVATE = "the secret garden"


def items(*kinds: str) -> list[dict[str, str]]:
    return [
        {"kind": kind, "query": f"{PRIVATE} {n}", "source": "notes", "path": f"{n}.md"}
        for n, kind in enumerate(kinds)
    ]


def hit(path: str) -> dict[str, Any]:
    return {
        "source": "notes",
        "path": path,
        "title": PRIVATE,
        "heading": [],
        "line_start": 1,
        "line_end": 1,
        "line": 1,
        "snippet": PRIVATE,
        "score": 1.0,
        "sha256": "0",
        "fresh": True,
        "why": {},
    }


def search(call: Call) -> dict[str, Any]:
    """By words the note stands second, by meaning nowhere, by both first."""
    number = call.params.query.split()[-1]  # type: ignore[attr-defined]
    mode = call.params.mode  # type: ignore[attr-defined]
    paths = {"lexical": ["x.md", f"{number}.md"], "semantic": ["x.md"], "hybrid": [f"{number}.md"]}
    return {**COMMON, "hits": [hit(path) for path in paths[mode]]}


ANSWER = {
    **COMMON,
    "answer": "",
    "grounded": False,
    "refused": True,
    "reason": "",
    "citations": [],
    "nearest": [],
    "engine": "extractive",
    "evidence": 0.0,
}


@pytest.fixture
def served(shell: Shell) -> Shell:
    shell.serve(
        **{
            "bench.sample": {**COMMON, "items": items("title", "typo", "heading", "sentence")},
            "bench.usage": USAGE,
            "search": search,
            "ask": ANSWER,
        }
    )
    return shell


def test_the_table(served: Shell) -> None:
    assert served.run("bench") == 0
    lines = served.out.splitlines()
    assert lines[0] == "vault     1,000 notes, 4,000 chunks, 3.9 MB of text"
    assert lines[1] == "database  12.3 MB, 3.2 MB for each MB of text"
    assert lines[2] == "memory    daemon 84.0 MB, model 212.0 MB"
    assert lines[4].split() == ["answer", "time", "in", "ms", "asked", "p50", "p95", "p99"]
    assert [line.split()[:-4] for line in lines[5:9]] == [
        ["by", "words"],
        ["by", "meaning"],
        ["by", "both"],
        ["ask"],
    ]
    assert all(line.split()[-4] == "4" for line in lines[5:9])
    assert lines[10].split() == "note found again by asked by words by meaning by both".split()
    assert lines[12].split() == ["title", "1", "0%", "100%", "0%", "0%", "100%", "100%"]
    assert "title with a typo" in lines[13]
    assert len({len(line) for line in lines[10:16]}) == 1
    assert max(map(columns, lines)) <= 80
    assert PRIVATE not in served.out + served.err
    assert ".md" not in served.out + served.err


def test_json(served: Shell) -> None:
    assert served.run("bench", "--json", "--count", "7", "--seed", "3") == 0
    found = json.loads(served.out)
    assert served.err == ""
    assert found["seed"] == 3
    assert found["text_bytes"] == 3_900_000
    assert found["processes"] == USAGE["processes"]
    assert found["latency"].keys() == {"lexical", "semantic", "hybrid", "ask"}
    assert found["latency"]["ask"]["n"] == 4
    assert found["found_again"][0] == {
        "kind": "title",
        "n": 1,
        "lexical": {"first": 0.0, "top10": 1.0},
        "semantic": {"first": 0.0, "top10": 0.0},
        "hybrid": {"first": 1.0, "top10": 1.0},
    }
    assert found["index"] is None
    assert PRIVATE not in served.out
    sampled = [params for method, params in served.calls if method == "bench.sample"]
    assert sampled == [{"count": 2, "seed": 4}, {"count": 7, "seed": 3}]


def test_every_way_is_as_often_the_first_to_ask(served: Shell) -> None:
    assert served.run("bench", "--json") == 0
    asked = [
        params["mode"] if method == "search" else "ask"
        for method, params in served.calls
        if method in ("search", "ask")
    ]
    assert len(asked) == 2 * 4 * 4  # half of it to get warm
    firsts = asked[16::4]
    assert sorted(firsts) == ["ask", "hybrid", "lexical", "semantic"]
    assert [sorted(asked[at : at + 4]) for at in range(0, 32, 4)] == [sorted(firsts)] * 8


def test_without_a_model_only_words_are_asked(served: Shell) -> None:
    served.serve(status={**STATUS, "model": NO_MODEL})
    assert served.run("bench") == 0
    assert "by meaning " not in served.out
    assert "Not asked by meaning: switched off in config.yaml." in served.out
    assert "by words" in served.out
    served.serve(status={**STATUS, "model": {**NO_MODEL, "reason": ""}})
    assert served.run("bench") == 0
    assert "Not asked by meaning: there is no model." in served.out


def test_a_query_that_is_refused_was_not_found(served: Shell) -> None:
    served.serve(search=UsageError("There is no filter a:."))
    assert served.run("bench", "--json") == 0
    found = json.loads(served.out)
    assert found["latency"]["lexical"]["n"] == 4
    assert {row["lexical"]["top10"] for row in found["found_again"]} == {0.0}


def test_kinds_of_other_versions_are_left_alone() -> None:
    client = type("Client", (), {"call": lambda *_: {"items": items("title", "riddle")}})()
    assert [item["kind"] for item in bench._items(client, 2, 0)] == ["title"]


def test_no_note_no_question(served: Shell) -> None:
    empty = {**STATUS, "notes": 0, "chunks": 0, "database_bytes": 0}
    none = {**USAGE, "text_bytes": 0, "processes": []}
    served.serve(**{"status": empty, "bench.usage": none, "bench.sample": {**COMMON, "items": []}})
    assert served.run("bench") == 1
    assert served.out == (
        "vault     0 notes, 0 chunks, 0 bytes of text\n"
        "database  0 bytes\n"
        "memory    the system does not tell\n"
    )
    assert "No question could be made" in served.err
    assert served.run("bench", "--json") == 1
    assert json.loads(served.out)["latency"]["ask"] == {"n": 0}


def test_what_the_figures_lack_is_said(served: Shell) -> None:
    progress = {"phase": "embedding", "done": 1, "total": 4, "eta_seconds": 9.0}
    served.serve(status={**STATUS, "state": "indexing", "progress": progress})
    assert served.run("bench") == 0
    assert "indexing: 1 of 4 chunks embedded, about 9 s left" in served.err


def test_progress_with_an_estimate(served: Shell) -> None:
    served.terminal = True
    assert served.run("bench") == 0
    assert "32 of 32 questions asked, about 0 s left" in served.err


def test_no_daemon(shell: Shell) -> None:
    assert shell.run("bench") == 3
    assert "not running" in shell.err


@pytest.mark.parametrize(
    "wrong",
    [("--count", "1001"), ("--seed", "-1"), ("--vectors",), ("--count", "0"), ("--seed", "x")],
)
def test_what_cannot_be_measured(shell: Shell, wrong: tuple[str, ...]) -> None:
    assert shell.run("bench", *wrong) == 2
    assert "Nothing was" in shell.err or "nothing was" in shell.err


# Figures


@given(st.lists(st.integers(0, 999), min_size=1), st.sampled_from(bench.PERCENTILES))
def test_percentiles_are_by_nearest_rank(values: list[int], percent: int) -> None:
    ordered = sorted(values)
    found = bench.percentile(ordered, percent)
    at_most = sum(value <= found for value in ordered)
    below = sum(value < found for value in ordered)
    assert found in ordered
    assert at_most >= percent / 100 * len(ordered) > below


def test_percentiles_of_a_hundred() -> None:
    hundred = list(range(1, 101))
    assert [bench.percentile(hundred, percent) for percent in bench.PERCENTILES] == [50, 95, 99]
    assert math.isclose(bench.percentile([7.5], 99), 7.5)


# The second index

MADE: dict[str, Any] = {
    "notes": 1000,
    "chunks": 4000,
    "text_bytes": 3_900_000,
    "seconds": 7.14,
    "cpu_seconds": 4.0,
    "notes_per_second": 140.1,
    "text_mb_per_cpu_second": 0.975,
    "database_bytes": 9_000_000,
    "daemon_peak_bytes": 150_000_000,
    "vectors": None,
}
EMBEDDED = {
    "seconds": 192.0,
    "cpu_seconds": 300.0,
    "chunks_per_second": 20.8,
    "database_bytes": 16_000_000,
    "model_peak_bytes": 300_000_000,
}


def printed(index: dict[str, Any]) -> str:
    found = {
        **STATUS,
        "text_bytes": 3_900_000,
        "processes": [],
        "latency": {},
        "found_again": [],
        "index": index,
    }
    return bench_table.table(found, Page(Style(enabled=False))).partition("nothing\n")[2]


def test_the_index_in_the_table() -> None:
    assert printed({**MADE, "vectors": EMBEDDED}).splitlines() == [
        "  words     1,000 notes, 4,000 chunks in 7.1 s: 140 notes/s",
        "            4.0 CPU seconds, 0.97 MB of text for each",
        "            database 9.0 MB, 2.3 MB for each MB of text; at most 150.0 MB of memory",
        "  vectors   4,000 chunks in 3 min: 21 chunks/s",
        "            300.0 CPU seconds of the model",
        "            database 16.0 MB, 4.1 MB for each MB of text; at most 300.0 MB of memory",
    ]


def test_what_the_system_does_not_tell_is_left_out() -> None:
    unknown = {**EMBEDDED, "cpu_seconds": None, "model_peak_bytes": None}
    made = {**MADE, "text_mb_per_cpu_second": None, "daemon_peak_bytes": None}
    shown = printed({**made, "vectors": unknown})
    assert "of memory" not in shown
    assert "for each\n" not in shown
    assert "of the model" not in shown


SECOND = """
import os, signal, socket, sys, threading
from pathlib import Path
from vaultbrain.daemon.server import Server
import msgspec
from vaultbrain.errors import DeadlineExceeded
from vaultbrain.protocol.methods import METHODS
from vaultbrain.paths import locate
home = sys.argv[-1]
answers = {answers!r}
late = iter({late!r})
def dispatch(call):
    if call.method == "sync" and next(late, False):
        raise DeadlineExceeded("It goes on.")
    answer = answers[call.method]
    if isinstance(answer, list):
        answer = answer.pop(0) if len(answer) > 1 else answer[0]
    if answer is None:
        os._exit(70)
    return msgspec.convert(answer, METHODS[call.method].result)
places = locate({{"VAULTBRAIN_HOME": home}})
places.run_dir.mkdir(mode=0o700)
print("This is what it said.", flush=True)
listener = socket.socket(socket.AF_UNIX)
listener.bind(str(places.socket))
listener.listen()
server = Server(listener, dispatch)
threading.Thread(target=lambda: (sys.stdin.read(), server.stop()), daemon=True).start()
server.run()
"""


@pytest.fixture
def second(served: Shell, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Shell]:
    """A vault, and a second daemon that answers as it is told."""
    places = served.paths
    for folder in (places.config_dir, places.data_dir):
        folder.mkdir(mode=0o700, parents=True)
    vault = places.config_dir
    sources = {"notes": SourceConfig(path=str(vault))}
    places.config_file.write_text(config.dump(Config(sources=sources)))
    began = subprocess.Popen

    def answering(*late: bool, **answers: Any) -> Shell:  # noqa: ANN401
        told = {
            "status": STATUS,
            "bench.usage": USAGE,
            "sync": COMMON,
            **{name.replace("_", "."): answer for name, answer in answers.items()},
        }
        script = SECOND.format(answers=told, late=late)

        def start(command: list[str], **how: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401
            assert command[1:3] == ["-m", "vaultbrain.daemon.scratch"]
            return began([sys.executable, "-c", script, command[3]], **how)

        monkeypatch.setattr(subprocess, "Popen", start)
        return served

    return answering


def left(shell: Shell) -> list[Path]:
    return list(shell.paths.data_dir.glob("bench-*"))


def test_a_second_index_by_words(second: Callable[..., Shell]) -> None:
    shell = second(True)  # noqa: FBT003 - the first wait takes too long
    shell.paths.models_dir.mkdir()
    assert shell.run("bench", "--index", "--json") == 0
    made = json.loads(shell.out)["index"]
    assert (made["notes"], made["chunks"], made["vectors"]) == (1000, 4000, None)
    assert made["cpu_seconds"] == 4.0  # without the model's
    assert made["text_mb_per_cpu_second"] == 0.975
    assert made["daemon_peak_bytes"] == 90_000_000
    assert made["notes_per_second"] == pytest.approx(1000 / made["seconds"], rel=0.05)
    assert left(shell) == []
    assert shell.paths.models_dir.is_dir()
    assert shell.run("bench", "--index") == 0
    assert "index made from nothing" in shell.out


def test_a_second_index_with_vectors(second: Callable[..., Shell]) -> None:
    waiting = {**STATUS, "pending": 9}
    shell = second(status=[STATUS, waiting, STATUS])
    assert shell.run("bench", "--index", "--vectors", "--json") == 0
    made = json.loads(shell.out)["index"]["vectors"]
    assert made["cpu_seconds"] == 1.0
    assert made["model_peak_bytes"] is None
    assert made["chunks_per_second"] == pytest.approx(3900 / made["seconds"], rel=0.1)
    assert left(shell) == []


def test_what_the_system_does_not_tell(second: Callable[..., Shell]) -> None:
    shell = second(bench_usage={**USAGE, "processes": []})
    assert shell.run("bench", "--index", "--vectors", "--json") == 0
    made = json.loads(shell.out)["index"]
    assert made["text_mb_per_cpu_second"] is made["daemon_peak_bytes"] is None
    assert made["vectors"]["cpu_seconds"] is None


def test_a_model_that_gives_up(second: Callable[..., Shell]) -> None:
    shell = second(status=[STATUS, {**STATUS, "pending": 9, "model": NO_MODEL}])
    assert shell.run("bench", "--index", "--vectors") == NotReady.code
    assert "gave up (switched off in config.yaml)" in shell.err
    assert left(shell) == []


def test_a_second_daemon_that_goes_away(second: Callable[..., Shell]) -> None:
    shell = second(sync=None)
    assert shell.run("bench", "--index") == NotReady.code
    assert "It said: This is what it said." in shell.err
    assert left(shell) == []


def test_a_second_daemon_that_ends_at_once(
    second: Callable[..., Shell], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = second()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert shell.run("bench", "--index") == NotReady.code
    assert "It said: (nothing)" in shell.err
    assert left(shell) == []


def test_a_second_daemon_that_does_not_end_is_killed() -> None:
    ignoring = "import signal; signal.signal(15, signal.SIG_IGN); print(1, flush=True)"
    with (
        subprocess.Popen(
            [sys.executable, "-c", f"{ignoring}; signal.pause()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as child,
        pytest.MonkeyPatch.context() as patch,
    ):
        assert child.stdout is not None
        child.stdout.readline()
        patch.setattr(bench_index, "_END_SECONDS", 0.1)
        bench_index._end(child)
        assert child.returncode == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_it_finds_nothing_left(
    number: int, second: Callable[..., Shell], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = second()

    def read_all(*_: object) -> None:
        assert len(left(shell)) == 1
        os.kill(os.getpid(), number)
        time.sleep(10)

    before = signal.getsignal(number)
    monkeypatch.setattr(bench_index, "_read_all", read_all)
    assert shell.run("bench", "--index") == 130
    assert left(shell) == []
    assert signal.getsignal(number) is before


def test_what_is_needed_for_a_second_index(second: Callable[..., Shell]) -> None:
    shell = second()
    away = [{**STATUS["sources"][0], "state": "offline"}]
    shell.serve(status={**STATUS, "sources": away})
    assert shell.run("bench", "--index") == NotReady.code
    assert "The folder of source notes is not there" in shell.err
    shell.serve(status={**STATUS, "model": NO_MODEL})
    assert shell.run("bench", "--index", "--vectors") == NotReady.code
    assert "no model to make vectors with" in shell.err
    shell.serve(status={**STATUS, "database_bytes": 1 << 62})
    assert shell.run("bench", "--index") == NotReady.code
    assert "has not so much room" in shell.err
    assert left(shell) == []


@pytest.fixture
def short_path() -> Iterator[Path]:
    """The path of a socket may be no longer than 100 bytes."""
    with tempfile.TemporaryDirectory(prefix="vb-") as folder:
        yield Path(folder)


def test_homes_that_a_crash_left_are_removed(short_path: Path) -> None:
    old, young, used = (short_path / f"bench-{name}" for name in ("old", "young", "used"))
    for home in (old, young, used):
        (home / "data").mkdir(parents=True)
    now = time.time()
    for home in (old, used):
        os.utime(home, (now - 100, now - 100))
    script = (
        "import fcntl, os, sys; file = open(sys.argv[1], 'w'); fcntl.flock(file, fcntl.LOCK_EX); "
        "print(os.getpid(), file=file, flush=True); print(1, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(used / "data" / "lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        bench_index.remove_left(short_path, now)
        holder.communicate(b"\n")
    assert [home.exists() for home in (old, young, used)] == [False, True, True]

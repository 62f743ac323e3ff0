"""Other tools that search notes, each indexed, brought up to date and asked in its own way."""

from __future__ import annotations

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.parse
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

import vaultbrain
from benchmarks.daemon import cpu_seconds, environment, memory, processes, running, worker_of
from benchmarks.search_edits import edits
from benchmarks.search_installed import QMD, find_qmd, find_ripgrep
from benchmarks.search_measures import Spent, put, run, summed
from benchmarks.vaults import home_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.search_measures import Asked, Cost
    from benchmarks.search_vaults import Sample
    from vaultbrain.client import Client

HERE = Path(__file__).parent
_SCRIPT = str(HERE / "search_script.py")
_STAND_IN = (sys.executable, str(HERE / "search_daemon.py"))
_PLAIN = (sys.executable, "-m", "vaultbrain", "daemon")
_ROUNDS = 3
_EDITS = 10


class Figures(msgspec.Struct, frozen=True):
    """One tool. CPU and wall in seconds, memory in MB, `size` in MB on disk per MB of text.

    `index`, `nothing` and `change` are [CPU, wall] of a first indexing, of one where nothing has
    changed, and of one changed note; empty where a tool keeps no index. `peak` is of the indexing,
    `serving` of the process that was asked. `missing` says why there are no figures.
    """

    name: str
    about: str
    missing: str = ""
    index: list[float] = []
    nothing: list[float] = []
    change: list[float] = []
    asked: Asked | None = None
    peak: float = 0.0
    serving: float = 0.0
    size: float = 0.0


class Place(NamedTuple):
    """What a tool is given: the vault, a new folder of its own, and where tools are installed."""

    sample: Sample
    folder: Path
    tools: Path


def ours(name: str, mode: str, embedder: str, about: str) -> Callable[[Place], Figures]:
    """vaultbrain, with or without vectors."""

    def measure(place: Place) -> Figures:
        environ = environment(place.folder)
        paths = home_for(place.folder, place.sample.vault, embedder)
        command = _PLAIN if embedder == "off" else _STAND_IN
        with running(environ, command) as client:
            index = _indexed(client)
            peak = memory(_daemon(client))[1]
        began = time.perf_counter()
        with running(environ, command) as client:
            while client.call("status", {})["index_age_seconds"] is None:
                time.sleep(0.02)
            nothing = [_cpu(client), time.perf_counter() - began]
            asked, serving = _asked(client, place.sample, mode)
            edited = edits(client, place.sample.files(), _EDITS)
        data = sum(at.stat().st_size for at in paths.data_dir.glob("*.db*"))
        return Figures(
            name=name,
            about=f"vaultbrain {vaultbrain.__version__}: {about}",
            index=index,
            nothing=nothing,
            change=[edited.cpu / 1000, edited.wall / 1000],
            asked=asked,
            peak=peak,
            serving=serving,
            size=data / 1e6 / place.sample.megabytes(),
        )

    return measure


def _daemon(client: Client) -> int:
    return int(client.call("status", {})["pid"])


def _cpu(client: Client) -> float:
    """CPU seconds of the daemon and its worker so far."""
    return sum(map(cpu_seconds, processes(_daemon(client))))


def _indexed(client: Client) -> list[float]:
    """CPU and wall seconds until all is searchable, by meaning too."""
    began = time.perf_counter()
    client.call("sync", {"timeout": 3600})
    while client.call("status", {})["pending"]:
        time.sleep(0.5)
    return [_cpu(client), time.perf_counter() - began]


def _asked(client: Client, sample: Sample, mode: str) -> tuple[Asked, float]:
    def ask(text: str) -> list[str]:
        found = client.call("search", {"query": text, "limit": 10, "mode": mode})
        return [hit["path"] for hit in found["hits"]]

    ask("the model is loaded by the first question")
    daemon = _daemon(client)
    worker = worker_of(daemon)
    pids = {"daemon": daemon} | ({"worker": worker} if worker else {})
    return put(sample.queries, ask, pids), memory(daemon)[0]


def script(place: Place) -> Figures:
    """The plain script over FTS5."""
    database = place.folder / "words.db"
    command = [sys.executable, _SCRIPT, str(database)]
    update = [*command, str(place.sample.vault)]
    index = run(update, os.environ)
    size = database.stat().st_size / 1e6 / place.sample.megabytes()
    nothing, change = _updates(update, os.environ, place.sample)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, answers = process.stdin, process.stdout

        def ask(text: str) -> list[str]:
            print(text, file=asked, flush=True)
            paths: list[str] = json.loads(answers.readline())
            return paths

        found, serving = (
            put(place.sample.queries, ask, {"script": process.pid}),
            memory(process.pid)[0],
        )
        asked.close()
    return _figures(
        "plain FTS5 script",
        f"Python {sys.version.split()[0]}, sqlite3; warm",
        (index, nothing, change),
        found,
        (serving, size),
    )


def ripgrep(place: Place) -> Figures:
    """ripgrep: no index, every query reads the vault."""
    binary = find_ripgrep(place.tools)
    version = run([binary, "--version"], os.environ).output.decode().split("\n")[0]
    vault, spent, peak = place.sample.vault, [], 0.0
    command = [binary, "--files-with-matches", "--ignore-case", "--fixed-strings", "--"]
    for query in place.sample.queries:
        cost = run([*command, query.text, str(vault)], os.environ, allowed=(0, 1))
        paths = [os.path.relpath(at, vault) for at in cost.output.decode().splitlines()]
        spent.append(Spent(query, paths, 1000 * cost.wall, {"rg": 1000 * cost.cpu}))
        peak = max(peak, cost.peak)
    about = f"{version}: files that hold the whole query as a phrase; a process for each query"
    return Figures("ripgrep", about, asked=summed(spent), peak=peak, serving=peak)


def qmd(place: Place) -> Figures:
    """qmd without a model: BM25, asked over its HTTP server."""
    environ = {**os.environ, "HOME": str(place.folder), "XDG_CACHE_HOME": str(place.folder)}
    command = find_qmd(place.tools)
    index = run(
        [*command, "collection", "add", str(place.sample.vault), "--name", "notes"], environ
    )
    nothing, change = _updates([*command, "update"], environ, place.sample)
    size = sum(at.stat().st_size for at in place.folder.rglob("*.sqlite*")) / 1e6
    with _serving(command, environ) as (process, port):
        asked = put(place.sample.queries, lambda text: _ask_qmd(port, text), {"qmd": process})
        serving = memory(process)[0]
    about = f"{QMD.replace('@tobilu/', '')}, BM25 alone, over its HTTP server; warm"
    return _figures(
        "qmd", about, (index, nothing, change), asked, (serving, size / place.sample.megabytes())
    )


@contextmanager
def _serving(command: Sequence[str], environ: dict[str, str]) -> Iterator[tuple[int, int]]:
    """qmd's server: its process and its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [*command, "mcp", "--http", "--port", str(port)],
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(port)


def _ask_qmd(port: int, text: str) -> list[str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    wanted = {"searches": [{"type": "lex", "query": text}], "rerank": False, "limit": 10}
    connection.request("POST", "/query", json.dumps(wanted), {"content-type": "application/json"})
    found = json.loads(connection.getresponse().read())
    connection.close()
    return [
        urllib.parse.unquote(hit["file"]).removeprefix("qmd://notes/") for hit in found["results"]
    ]


def _updates(
    command: Sequence[str], environ: dict[str, str] | os._Environ[str], sample: Sample
) -> tuple[Cost, Cost]:
    """An update where nothing has changed, and one after a note has: the median of three."""
    nothing, change = [], []
    file = sample.files()[0]
    before = file.read_bytes()
    for number in range(_ROUNDS):
        nothing.append(run(command, environ))
        file.write_bytes(before + f"\nAdded later: word{number}.\n".encode())
        change.append(run(command, environ))
    file.write_bytes(before)
    return statistics.median_low(nothing), statistics.median_low(change)


def _figures(
    name: str, about: str, costs: tuple[Cost, Cost, Cost], asked: Asked, room: tuple[float, float]
) -> Figures:
    index, nothing, change = costs
    return Figures(
        name=name,
        about=about,
        index=[index.cpu, index.wall],
        nothing=[nothing.cpu, nothing.wall],
        change=[change.cpu, change.wall],
        asked=asked,
        peak=index.peak,
        serving=room[0],
        size=room[1],
    )

"""What search costs as a vault grows: latency, an edit, indexing, memory and disk.

    python benchmarks/scale.py                              # 1,000, 10,000 and 50,000 notes
    python benchmarks/scale.py --sizes 1000 --generator GENERATOR

Makes a vault of each size, lets a daemon of its own index it in a home of its own, and asks it
over the socket in every mode: codes, two words of a topic, questions in plain language, titles,
and titles with one typo. Passages get stand-in vectors (search_daemon.py), for real ones of 50,000
notes take hours; questions are embedded by the real model, so times are those of a user. What is
found by meaning is chance here, so only words find the codes and titles that are counted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from benchmarks.daemon import cpu_seconds, environment, memory, running, worker_of
from benchmarks.search_edits import edits, unchanged
from benchmarks.search_measures import (
    machine,
    put,
    share,
    table,
    unanswered,
    write_json,
)
from benchmarks.search_vaults import CODE, TITLE, TYPO, make
from benchmarks.vaults import home_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.search_edits import Edits
    from benchmarks.search_measures import (
        Asked,
        Machine,
    )
    from benchmarks.search_vaults import Sample
    from vaultbrain.client import Client
    from vaultbrain.paths import Paths

HERE = Path(__file__).parent
COMMAND = (sys.executable, str(HERE / "search_daemon.py"))
STAND_IN = (
    "Vectors of passages are stand-ins, drawn from their texts' hashes at the model's width; "
    "questions were embedded by the real model. What is found by meaning is chance."
)
MODES = ("lexical", "hybrid", "semantic")
# Not a part of the index, or nothing that grows with a vault.
_NO_INDEX = ("state.db", "lock", "gate.key")


class Size(msgspec.Struct, frozen=True):
    """One vault. CPU and wall in seconds, memory and disk in MB.

    `words` and `vectors` hold [CPU of the daemon, CPU of its worker, wall] until words found
    everything, and until all vectors were stored. `memory` is the daemon's once all was asked,
    `peak` its most of the whole run, indexing included; `worker` is the most of the model's worker.
    `disk` is by file.
    """

    notes: int
    chunks: int
    text: float
    words: list[float]
    vectors: list[float]
    restart: float
    nothing: float
    edits: Edits
    asked: dict[str, Asked]
    memory: float
    peak: float
    worker: float
    disk: dict[str, float]


class Report(msgspec.Struct, frozen=True):
    """A run of this benchmark."""

    machine: Machine
    vault: str
    about: str
    sizes: list[Size]


def measure(folder: Path, sample: Sample, rounds: int) -> Size:
    """Index one vault, ask, edit and look."""
    environ = environment(folder / "h")
    paths = home_for(folder / "h", sample.vault, "builtin")
    text, files = sample.megabytes(), sample.files()
    with running(environ, COMMAND) as client:
        began = time.perf_counter()
        client.call("sync", {"timeout": 3600})
        daemon = client.call("status", {})["pid"]
        words = _so_far(daemon, began)
        status = _complete(client)
        vectors = _so_far(daemon, began)
        indexing = memory(daemon)[1]
    with running(environ, COMMAND) as client:
        restart = _until_looked(client)
        asked = dict(_answers(client, sample))
        daemon = client.call("status", {})["pid"]
        resident, worker = memory(daemon)[0], memory(worker_of(daemon) or daemon)[1]
        nothing = unchanged(client)
        edited = edits(client, files[:: max(1, len(files) // (2 * rounds))], rounds)
        peak = max(indexing, memory(daemon)[1])
    return Size(
        notes=status["notes"],
        chunks=status["chunks"],
        text=text,
        words=words,
        vectors=vectors,
        restart=restart,
        nothing=nothing,
        edits=edited,
        asked=asked,
        memory=resident,
        peak=peak,
        worker=worker,
        disk=disk(paths),
    )


def _so_far(daemon: int, began: float) -> list[float]:
    """CPU seconds of a daemon, of its worker, and wall seconds."""
    worker = worker_of(daemon)
    return [
        cpu_seconds(daemon),
        cpu_seconds(worker) if worker else 0.0,
        time.perf_counter() - began,
    ]


def _complete(client: Client) -> dict[str, Any]:
    """Wait until nothing waits for a vector; the status then."""
    while (status := client.call("status", {}))["pending"]:
        time.sleep(0.5)
    return status


def _until_looked(client: Client) -> float:
    """CPU seconds of a daemon that has just started until it has looked at every note."""
    while (status := client.call("status", {}))["index_age_seconds"] is None:
        time.sleep(0.05)
    return cpu_seconds(status["pid"])


def _answers(client: Client, sample: Sample) -> Iterator[tuple[str, Asked]]:
    for mode in MODES:

        def ask(text: str, mode: str = mode) -> list[str]:
            found = client.call("search", {"query": text, "limit": 10, "mode": mode})
            return [hit["path"] for hit in found["hits"]]

        ask("the model is loaded by the first question")
        daemon = client.call("status", {})["pid"]
        worker = worker_of(daemon)
        pids = {"daemon": daemon} | ({"worker": worker} if worker else {})
        yield mode, put(sample.queries, ask, pids)


def disk(paths: Paths) -> dict[str, float]:
    """MB of each file of the index, its logs with it."""
    found: dict[str, float] = {}
    for file in paths.data_dir.iterdir():
        name = file.name.removesuffix("-wal").removesuffix("-shm")
        if file.is_file() and name not in _NO_INDEX:
            found[name] = found.get(name, 0.0) + file.stat().st_size / 1e6
    return found


def told(report: Report) -> str:
    """The report as tables of Markdown."""
    return "\n\n".join(
        (
            f"{report.about}\nVaults: {report.vault}. Load at the start: {report.machine.load:.1f}",
            _questions(report.sizes),
            _work(report.sizes),
            _room(report.sizes),
        )
    )


def _questions(sizes: Sequence[Size]) -> str:
    rows = [
        [
            f"{size.notes:,}",
            mode,
            f"{asked.times.p50:.1f}",
            f"{asked.times.p95:.1f}",
            f"{asked.cpu.p50:.1f}",
            f"{asked.cpu.p95:.1f}",
            f"{asked.shares.get('worker', 0.0):.1f}",
            *(share(asked, kind) for kind in (CODE, TITLE, TYPO)),
            unanswered(asked),
        ]
        for size in sizes
        for mode, asked in size.asked.items()
    ]
    head = ["notes", "mode", "p50 ms", "p95 ms", "CPU p50", "CPU p95", "of it worker"]
    head += ["codes", "titles", "typos"]
    return table([*head, "questions without result"], rows)


def _work(sizes: Sequence[Size]) -> str:
    rows = [
        [
            f"{size.notes:,}",
            f"{size.chunks:,}",
            *(f"{seconds:.1f}" for seconds in (*size.words, *size.vectors)),
            f"{size.restart:.2f}",
            f"{size.nothing:.3f}",
            f"{size.edits.wall:.0f}",
            f"{size.edits.worst:.0f}",
            f"{size.edits.cpu:.1f}",
        ]
        for size in sizes
    ]
    head = ["notes", "chunks", "words CPU s", "worker's", "wall s", "vectors CPU s", "worker's"]
    head += ["wall s", "restart CPU s", "sync CPU s", "edit ms", "at most", "CPU ms"]
    return table(head, rows)


def _room(sizes: Sequence[Size]) -> str:
    rows = [
        [
            f"{size.notes:,}",
            f"{size.text:.1f}",
            f"{size.memory:.0f}",
            f"{size.peak:.0f}",
            f"{size.worker:.0f}",
            f"{sum(size.disk.values()) / size.text:.2f}",
            ", ".join(f"{name} {mb / size.text:.2f}" for name, mb in sorted(size.disk.items())),
        ]
        for size in sizes
    ]
    head = ["notes", "text MB", "RSS MB", "peak", "worker's peak", "MB on disk per MB", "by file"]
    return table(head, rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 50_000])
    parser.add_argument("--generator", type=Path, help="makes the vaults: GENERATOR VAULT NOTES")
    parser.add_argument("--rounds", type=int, default=20, help="edits")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "scale.json")
    options = parser.parse_args()
    vault = options.generator.name if options.generator else "search_vaults.py"
    report = Report(machine(), vault, STAND_IN, [])
    for notes in options.sizes:
        with tempfile.TemporaryDirectory(prefix="vb-") as name:
            sample = make(Path(name), notes, options.generator)
            report.sizes.append(measure(Path(name), sample, options.rounds))
        print(told(report), flush=True)
        write_json(options.out, report)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What vectors cost a user: the first indexing, questions meanwhile, and what is embedded again.

    python benchmarks/vectors.py --vault VAULT [--rounds 100]

Works on a copy of VAULT with a real daemon and the real model, and prints:

- seconds until the words of all notes can be searched, and until all have vectors;
- the time of a question idle and while vectors are made, the worker's memory, and how long the
  first question takes that has to load the model;
- how many texts are embedded after one paragraph of a note of a hundred chunks is edited, after
  a folder of 500 notes is renamed, and after index.db is deleted.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import msgspec

from benchmarks.daemon import environment, memory, running, worker_of
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.paths import VECTORS_FILE, locate

if TYPE_CHECKING:
    from vaultbrain.client import Client
    from vaultbrain.paths import Paths

QUESTIONS = (
    "When did we renew the certificate of the mail server?",
    "Kdo má na starosti smlouvu o pronájmu?",
    "budget of the conference",
    "What should I take to the dentist?",
    "jak nastavit zálohování",
)
LONG_NOTE = "A note of a hundred chunks.md"
MOVED_NOTES = 500


def ask(client: Client, rounds: int) -> str:
    """Median and 95th percentile of a hybrid search, in ms; every question is another one."""
    times = []
    for number in range(rounds):
        query = f"{QUESTIONS[number % len(QUESTIONS)]} {number}"
        began = time.perf_counter()
        client.call("search", {"query": query, "limit": 10})
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.02)
    times.sort()
    return f"{statistics.median(times):.0f} / {times[int(rounds * 0.95)]:.0f} ms"


def finish(client: Client) -> dict[str, Any]:
    """Wait until nothing waits for a vector; the status then."""
    client.call("sync", {"timeout": 600})
    while (status := client.call("status", {}))["pending"]:
        time.sleep(0.05)
    return status


def embedded(paths: Paths) -> set[bytes]:
    """The texts that have, or had, a vector."""
    database = apsw.Connection(str(paths.data_dir / VECTORS_FILE), flags=apsw.SQLITE_OPEN_READONLY)
    found = database.execute("SELECT text_hash FROM vector UNION SELECT text_hash FROM spare")
    hashes = {row[0] for row in found}
    database.close()
    return hashes


def worker_memory(status: dict[str, Any]) -> str:
    """Resident memory of the daemon's model worker, now and at its peak."""
    worker = worker_of(status["pid"])
    if worker is None:
        return "not running, 0 MB"
    now, peak = memory(worker)
    return f"{now:.0f} MB now, {peak:.0f} MB at its peak"


def write_long_note(vault: Path) -> list[str]:
    """Paragraphs of other notes, enough for a hundred chunks."""
    paragraphs = []
    for path in sorted(vault.rglob("*.md")):
        text = path.read_text(encoding="utf-8", errors="replace")
        paragraphs += [at for at in text.split("\n\n") if 200 < len(at) < 900 and at[0].isalpha()]
    chosen = (paragraphs * 20)[:700]
    (vault / LONG_NOTE).write_text("\n\n".join(chosen) + "\n", encoding="utf-8")
    return chosen


def first_indexing(home: Path, rounds: int) -> None:
    paths = locate(environment(home))
    began = time.perf_counter()
    with running(environment(home)) as client:
        client.call("sync", {"timeout": 600})
        print(f"words of all notes after {time.perf_counter() - began:.1f} s")
        while not client.call("status", {})["vectors"]:
            time.sleep(0.05)
        print(f"a question meanwhile, median / 95 %: {ask(client, rounds)}")
        status = finish(client)
        took = time.perf_counter() - began
        print(f"all {status['vectors']} vectors after {took:.1f} s (the questions included)")
        print(f"a question when idle, median / 95 %: {ask(client, rounds)}")
        print(f"worker: {worker_memory(status)}")
        print(f"on disk: {_megabytes(paths)}")


def _megabytes(paths: Paths) -> str:
    """What stands in the data folder, each database with its log."""
    files = [at for at in paths.data_dir.rglob("*") if at.is_file()]
    sizes = {
        name: sum(at.stat().st_size for at in files if name in str(at.relative_to(paths.data_dir)))
        for name in (paths.index_db.name, VECTORS_FILE, paths.models_dir.name)
    }
    return ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in sizes.items())


def edits(home: Path, vault: Path, paragraphs: list[str], rounds: int) -> None:
    """One paragraph at a time is edited, put in or taken out of the long note."""
    paths = locate(environment(home))
    dice, counts = random.Random(3), []  # noqa: S311 - no secret
    with running(environment(home)) as client:
        chunks = finish(client)["chunks"]
        for number in range(rounds):
            before = embedded(paths)
            at = dice.randrange(len(paragraphs))
            new = f"{paragraphs[at]} And remark {number} was added."
            paragraphs[at : at + number % 3] = [new] if number % 3 < 2 else []
            text = "\n\n".join(paragraphs) + "\n"
            (vault / LONG_NOTE).write_text(text, encoding="utf-8")
            finish(client)
            counts.append(len(embedded(paths) - before))
        print(
            f"{rounds} edits of a paragraph in a note of many chunks ({chunks} in the vault): "
            f"{statistics.mean(counts):.1f} texts embedded, at most {max(counts)}"
        )


def rename(home: Path, vault: Path) -> None:
    paths = locate(environment(home))
    folder = vault / "Folder of five hundred"
    folder.mkdir()
    notes = [at for at in sorted(vault.rglob("*.md")) if at.parent != folder][:MOVED_NOTES]
    for number, note in enumerate(notes):
        (folder / f"{number:03}").mkdir()
        note.rename(folder / f"{number:03}" / note.name)
    with running(environment(home)) as client:
        finish(client)
        before = embedded(paths)
        folder.rename(vault / "Another name")
        finish(client)
        print(f"a folder of {len(notes)} renamed: {len(embedded(paths) - before)} texts embedded")


def rebuild(home: Path) -> None:
    paths = locate(environment(home))
    before = embedded(paths)
    for file in paths.data_dir.glob(f"{paths.index_db.name}*"):
        file.unlink()
    began = time.perf_counter()
    with running(environment(home)) as client:
        status = finish(client)
        took = time.perf_counter() - began
        again = len(embedded(paths) - before)
        print(
            f"index.db deleted: {again} texts embedded, {status['vectors']} vectors after "
            f"{took:.1f} s; status tells {status['vectors_kept']} kept; "
            f"worker: {worker_memory(status)}"
        )


def questions(models: Path) -> None:
    """The embedder by itself: the first vector of a fresh worker, then warm ones."""
    cold, warm = [], []
    for _ in range(5):
        embedder = BuiltinEmbedder(find_installation, WorkerSettings(models=models))
        began = time.perf_counter()
        embedder.embed_query(QUESTIONS[0])
        cold.append(time.perf_counter() - began)
        for number in range(60):
            began = time.perf_counter()
            embedder.embed_query(f"{QUESTIONS[number % len(QUESTIONS)]} {number}")
            warm.append((time.perf_counter() - began) * 1000)
        embedder.close()
    print(f"first vector of a question, worker not running: {statistics.median(cold):.2f} s")
    print(f"vector of a question, worker warm: {statistics.median(warm):.1f} ms median")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vb-") as folder:
        home, vault = Path(folder) / "h", Path(folder) / "vault"
        shutil.copytree(options.vault, vault)
        (home / "config").mkdir(parents=True)
        settings = {"sources": {"notes": {"path": str(vault)}}}
        (home / "config" / "config.yaml").write_bytes(msgspec.json.encode(settings))
        first_indexing(home, options.rounds)
        questions(home / "data" / "models")
        paragraphs = write_long_note(vault)
        edits(home, vault, paragraphs, 30)
        rename(home, vault)
        rebuild(home)
    return 0


if __name__ == "__main__":
    sys.exit(main())

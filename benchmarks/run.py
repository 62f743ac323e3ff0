"""Measure one daemon on a copy of the demo vault: speed, memory, right and wrong answers.

    python benchmarks/run.py

Needs nothing but this repository. Retrieval quality on large collections: golden.py.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaultbrain.client import Client
from vaultbrain.paths import HOME_VARIABLE, locate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "tests" / "vaults" / "demo"
SAVES = 20
MODES = ("lexical", "semantic", "hybrid")


def main() -> None:
    known = json.loads(DEMO.with_suffix(".json").read_text(encoding="utf-8"))
    home = Path(tempfile.mkdtemp(prefix="vb-"))
    vault = home / "vault"
    shutil.copytree(DEMO, vault)
    environ = {**os.environ, HOME_VARIABLE: str(home)}
    command = [sys.executable, "-m", "vaultbrain"]
    try:
        began = time.perf_counter()
        subprocess.run(
            [*command, "start", str(vault), "--wait"], env=environ, check=True, capture_output=True
        )
        row("start to last vector", f"{time.perf_counter() - began:.1f} s")
        with Client(locate(environ).socket) as client:
            measure(client, vault, known)
    finally:
        subprocess.run([*command, "stop"], env=environ, check=False, capture_output=True)
        shutil.rmtree(home)


def row(name: str, value: str) -> None:
    print(f"{name:32} {value}", flush=True)


def measure(client: Client, vault: Path, known: dict[str, Any]) -> None:
    status = client.call("status")
    row("notes, chunks", f"{status['notes']}, {status['chunks']}")
    row("memory of the daemon", memory(status["pid"]))
    texts = [q["text"] for q in known["questions"]]
    for mode in MODES:
        row(f"search, {mode}", times(search(client, text, mode) for text in texts))
    row("ask", times(ask(client, text) for text in texts))
    row("save to found by words", times(save(client, vault, n) for n in range(SAVES)))
    quality(client, known)


def memory(pid: int) -> str:
    """Resident memory of the daemon without its model worker."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return "not known on this platform"
    (size,) = (line.split()[1] for line in lines if line.startswith("VmRSS"))
    return f"{int(size) / 1024:.0f} MiB"


def times(calls: Iterable[Callable[[], object]]) -> str:
    spent = []
    for call in calls:
        began = time.perf_counter()
        call()
        spent.append((time.perf_counter() - began) * 1000)
    p95 = statistics.quantiles(spent, n=20)[-1]
    return f"p50 {statistics.median(spent):.0f} ms, p95 {p95:.0f} ms"


def search(client: Client, text: str, mode: str) -> Callable[[], object]:
    return lambda: client.call("search", {"query": text, "mode": mode})


def ask(client: Client, text: str) -> Callable[[], object]:
    return lambda: client.call("ask", {"question": text})


def save(client: Client, vault: Path, number: int) -> Callable[[], object]:
    def call() -> None:
        word = f"zqxword{number:04}"
        (vault / "saved.md").write_text(f"# Saved\n\nThe word is {word}.\n", encoding="utf-8")
        params = {"query": word, "mode": "lexical", "limit": 1}
        while word not in json.dumps(client.call("search", params)["hits"]):
            time.sleep(0.005)

    return call


def quality(client: Client, known: dict[str, Any]) -> None:
    kinds: dict[str, list[bool]] = {}
    wrong = []
    for question in known["questions"]:
        found = client.call("ask", {"question": question["text"]})
        shown = json.dumps([found["answer"], found["citations"]], ensure_ascii=False)
        right = bool(found["refused"])
        if question["must_contain"]:
            right = not right and all(part in shown for part in question["must_contain"])
        kinds.setdefault(question["kind"], []).append(right)
        if not right:
            outcome = "refused" if found["refused"] else found["answer"]
            wrong.append(f"  {question['text']}\n    {found['evidence']:.2f}  {outcome}")
    for kind, outcomes in kinds.items():
        row(f"questions right, {kind}", f"{sum(outcomes)} of {len(outcomes)}")
    found_first = 0
    for wanted in known["searches"]:
        hits = client.call("search", {"query": wanted["text"], "limit": 1})["hits"]
        found_first += bool(hits) and hits[0]["path"] == wanted["path"]
    row("identifiers found first", f"{found_first} of {len(known['searches'])}")
    if wrong:
        print("\nWrong, with the evidence:\n" + "\n".join(wrong))


if __name__ == "__main__":
    main()

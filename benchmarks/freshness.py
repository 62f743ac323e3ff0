"""How soon a change of a note shows in the answers, and that nothing secret is kept anywhere.

    python benchmarks/freshness.py --vault VAULT --truth TRUTH [--rounds 20]

VAULT and TRUTH are what tools/make_vault.py writes. Works on a copy of the vault with a real
daemon and the real model: saves, rewrites, renames and deletes notes, polls the socket until
the answer is right, and prints the times. Then searches every planted secret and the text of
every ignored note in the bytes of index.db, its log, the daemon's log and all answers.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.golden import HERE, read_jsonl, served

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.client import Client

WORDS = ("quixotry", "zymurgist", "flapdragon", "snollygoster", "gardyloo", "wherrybeam")
MEANINGS = (
    (
        "The cat had kittens in the laundry basket last night.",
        "Where did our cat give birth to her young ones?",
    ),
    (
        "Babiččin recept na bramboračku chce hodně majoránky.",
        "Co patří do bramborové polévky podle babičky?",
    ),
    (
        "The ferry to Brodick leaves at a quarter past seven.",
        "At what time does the boat to Brodick depart?",
    ),
    ("Umyvadlo v koupelně protéká, zavolat instalatéra.", "Co se porouchalo v koupelně?"),
)


def until(check: Callable[[], bool], timeout: float = 20.0) -> float:
    """Seconds until a check holds."""
    began = time.perf_counter()
    while not check():
        if time.perf_counter() - began > timeout:
            raise TimeoutError
        time.sleep(0.01)
    return time.perf_counter() - began


class Trial:
    """Changes of a vault and the questions that must notice them."""

    def __init__(self, client: Client, vault: Path) -> None:
        self._client, self._vault = client, vault
        self.answers: list[str] = []
        self.times: dict[str, list[float]] = defaultdict(list)

    def paths(self, query: str, mode: str = "lexical") -> list[str]:
        found = self._client.call("search", {"query": query, "mode": mode, "limit": 10})
        self.answers.append(json.dumps(found, ensure_ascii=False))
        return [hit["path"] for hit in found["hits"]]

    def round(self, number: int) -> None:
        word = f"{WORDS[number % len(WORDS)]}{number}"
        name, renamed = f"Trial {number}.md", f"Moved {number}.md"
        note = self._vault / name
        note.write_text(f"# Trial\n\nThe word of the day is {word}.\n", encoding="utf-8")
        self._took("saved, by keyword", lambda: name in self.paths(word))
        temporary = self._vault / f".{name}.tmp"
        temporary.write_text(f"# Trial\n\nNow it is {word}bis.\n", encoding="utf-8")
        temporary.replace(note)
        self._took("rewritten, by keyword", lambda: name in self.paths(f"{word}bis"))
        note.rename(self._vault / renamed)
        self._took("renamed, old name gone", lambda: self.paths(f"{word}bis") == [renamed])
        (self._vault / renamed).unlink()
        self._took("deleted, gone", lambda: not self.paths(f"{word}bis"))
        text, question = MEANINGS[number % len(MEANINGS)]
        meant = self._vault / f"Meant {number}.md"
        meant.write_text(f"{text}\n", encoding="utf-8")
        self._took("saved, by meaning", lambda: meant.name in self.paths(question, "semantic"))
        meant.unlink()
        until(lambda: meant.name not in self.paths(question, "semantic"))

    def _took(self, what: str, check: Callable[[], bool]) -> None:
        self.times[what].append(until(check))


def leaks(truth: Path, vault: Path, home: Path, answers: list[str]) -> dict[str, int]:
    """How often secrets and ignored texts stand in what was written or said."""
    files = [path for path in home.rglob("*") if path.is_file()]
    haystack = b"\n".join(path.read_bytes() for path in files) + "\n".join(answers).encode()
    secrets = [row["value"] for row in read_jsonl(truth / "secrets.jsonl")]
    ignored: list[str] = json.loads((truth / "ignored.json").read_text(encoding="utf-8"))
    texts = [
        max((vault / path).read_text(encoding="utf-8").splitlines(), key=len)
        for path in ignored
        if (vault / path).stat().st_size
    ]
    return {
        f"{len(secrets)} secrets": sum(haystack.count(value.encode()) for value in secrets),
        f"{len(ignored)} ignored paths": sum(haystack.count(path.encode()) for path in ignored),
        f"longest line of {len(texts)} ignored notes": sum(
            haystack.count(text.encode()) for text in texts
        ),
        f"bytes searched in {len(files)} files and {len(answers)} answers": len(haystack),
    }


def ask_for_secrets(trial: Trial, truth: Path) -> None:
    for row in read_jsonl(truth / "secrets.jsonl"):
        for mode in ("lexical", "hybrid"):
            trial.paths(str(row["value"]), mode)
            trial.paths(f"{row['kind'].replace('_', ' ')} {row['path']}", mode)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--truth", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--cache", type=Path, default=HERE / "results" / "vectors.db")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vb-fresh-") as folder:
        vault = Path(folder) / "vault"
        shutil.copytree(options.vault, vault)
        with served(vault, options.cache) as (client, home):
            trial = Trial(client, vault)
            for number in range(options.rounds):
                trial.round(number)
            ask_for_secrets(trial, options.truth)
            found = leaks(options.truth, vault, home, trial.answers)
    report(trial.times, found)
    return 0


def report(times: dict[str, list[float]], found: dict[str, Any]) -> None:
    print(f"{'seconds':28} {'median':>7} {'max':>7}")
    for what, taken in times.items():
        print(f"{what:28} {statistics.median(taken):7.2f} {max(taken):7.2f}")
    for what, count in found.items():
        print(f"{what}: {count:,}")


if __name__ == "__main__":
    sys.exit(main())

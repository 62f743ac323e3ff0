"""Fit the evidence for refusal on golden queries, and say what it refuses.

    python benchmarks/calibrate.py --data ../shared/data/search --each 20 \\
        --collections tasks vue-en vue-cs xquad-en-dev

Indexes each collection in this process with the product's own parts and the vector cache of
golden.py, examines up to `--each` queries of every kind, and fits a logistic regression with
both classes weighted equally. A query counts as answered where one of its first three
sentences stands in a judged note; answerable queries whose note was not found at all are left
out of the fit and shown in the table. The bias is moved so that FALSE_REFUSALS of the answered
ones of a kind fall below the floor of .5, on average over the kinds; words alone separate so
well that they keep the even bias. Prints the coefficients of vaultbrain/search/evidence.py.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.cached_daemon import CachedEmbedder
from benchmarks.golden import HERE, read_jsonl
from vaultbrain.answer.ask import Ask
from vaultbrain.gate import Gate
from vaultbrain.indexer.cleansing import Cleansing
from vaultbrain.indexer.draft import Tools
from vaultbrain.indexer.embedding import Embedding
from vaultbrain.indexer.guard import Guard
from vaultbrain.indexer.pipeline import Pipeline
from vaultbrain.indexer.progress import Progress
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.indexer.writer import Writer
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.reading.kinds import Readers, kinds
from vaultbrain.search.current import Vault
from vaultbrain.search.service import Search
from vaultbrain.sources.folder import FolderSource
from vaultbrain.sources.watch import Batch, Hints
from vaultbrain.store import generations
from vaultbrain.store.database import Database
from vaultbrain.store.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vaultbrain.answer.ask import Examined

FALSE_REFUSALS = 0.08
SENTENCES = 3


def indexed(folder: Path, home: Path, embedder: CachedEmbedder) -> Ask:
    """Everything between a folder and an answer, fully indexed."""
    database = Database(home / "index.db")
    writer = Writer(database)
    writer.start()
    readers = Readers(kinds())
    source = FolderSource("notes", folder, ["*.md"], most_bytes=readers.most_bytes)
    sources = {"notes": source}
    gate = Gate()
    reader = GatedReader(readers, gate)
    tools = Tools(gate, reader, embedder.count_tokens, embedder.identity.fingerprint)
    guard = Guard(State(home / "state.db", home / "backups"))
    stores = (database, writer, guard, Cleansing(database, writer, list))
    pipeline = Pipeline(sources, Hints(), tools, stores, Progress(), lambda: None)
    pipeline.process(Batch(frozenset(), frozenset(sources)))
    embedding = Embedding(database, writer, embedder, Progress(), lambda: False)
    identity = embedder.identity
    generation = writer.submit(
        lambda db: generations.begin(db, identity.fingerprint, identity.dimension)
    ).result()
    while (after := embedding.step(generation)) is not None:
        generation = after
    vault = Vault(sources, gate, reader, tools.recipe)
    return Ask(Search(database, vault, embedder, lambda *_: False), vault, embedder)


def row(query: dict[str, Any], judged: set[str], found: Examined) -> dict[str, Any]:
    cited = {
        found.results.ranked[at.sentence.rank].passage.path for at in found.sentences[:SENTENCES]
    }
    at = found.features
    return {
        "kind": f"{query['collection']} / {query['kind']}",
        "answerable": query["answerable"],
        "answered": bool(cited & judged),
        "x": [1.0, at.coverage, at.margin or 0.0, at.lead or 0.0],
    }


def collect(options: argparse.Namespace) -> list[dict[str, Any]]:
    queries = read_jsonl(options.data / "dev" / "queries.jsonl")
    judged: dict[str, set[str]] = defaultdict(set)
    for judgement in read_jsonl(options.data / "dev" / "qrels.jsonl"):
        judged[judgement["qid"]].add(judgement["path"])
    inner = BuiltinEmbedder(find_installation, WorkerSettings())
    embedder = CachedEmbedder(inner, options.cache)
    chance = random.Random(1)  # noqa: S311 - a sample, not a secret
    rows = []
    for collection in options.collections:
        with tempfile.TemporaryDirectory() as vault, tempfile.TemporaryDirectory() as home:
            command = [sys.executable, str(options.data / "materialise.py"), "--split", "dev"]
            command += ["--collection", collection, "--out", vault]
            subprocess.run(command, check=True, stdout=sys.stderr)
            ask = indexed(Path(vault), Path(home), embedder)
            kinds = defaultdict(list)
            for query in queries:
                if query["collection"] == collection:
                    kinds[query["kind"]].append(query)
            for chosen in kinds.values():
                rows += [
                    row(query, judged[query["id"]], ask.examine(query["text"]))
                    for query in chance.sample(chosen, min(options.each, len(chosen)))
                ]
    embedder.close()
    return rows


def fit(x: NDArray[np.float64], y: NDArray[np.float64], ridge: float = 0.3) -> NDArray[np.float64]:
    """Logistic regression by Newton's method, classes weighted equally, on scaled features."""
    centre, scale = x.mean(axis=0), x.std(axis=0)
    centre[0], scale[0] = 0.0, 1.0
    z = (x - centre) / scale
    weight = np.where(y == 1, 0.5 / y.sum(), 0.5 / (1 - y).sum()) * len(y)
    beta = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ beta))
        gradient = z.T @ (weight * (y - p)) - ridge * beta
        hessian = (z.T * (weight * p * (1 - p))) @ z + ridge * np.eye(len(beta))
        beta += np.linalg.solve(hessian, gradient)
    raw = beta / scale
    raw[0] = beta[0] - (raw[1:] * centre[1:]).sum()
    coefficients: NDArray[np.float64] = raw
    return coefficients


def threshold(scores: list[NDArray[np.float64]]) -> float:
    """Where FALSE_REFUSALS of the answered ones lie below, every kind counting the same."""
    for at in np.sort(np.concatenate(scores)):
        if np.mean([(of_kind < at).mean() for of_kind in scores]) > FALSE_REFUSALS:
            return float(at)
    return float(min(map(np.min, scores)))


def report(name: str, rows: list[dict[str, Any]], columns: list[int], *, move: bool) -> None:
    x = np.array([[r["x"][c] for c in columns] for r in rows])
    answerable = np.array([r["answerable"] for r in rows])
    answered = np.array([r["answered"] for r in rows])
    used = ~answerable | answered
    beta = fit(x[used], answerable[used].astype(float))
    kinds = [np.array([r["kind"] == kind for r in rows]) for kind in {r["kind"] for r in rows}]
    scores = [x[kind & answerable & answered] @ beta for kind in kinds]
    if move:
        beta[0] -= threshold([of_kind for of_kind in scores if len(of_kind)])
    refused = x @ beta < 0
    print(f"\n{name}: coefficients", ", ".join(f"{b:.2f}" for b in beta))
    print(
        f"  refused: unanswerable {refused[~answerable].mean():.2f}, answered "
        f"{refused[answerable & answered].mean():.2f}, answerable {refused[answerable].mean():.2f}"
    )
    for kind in sorted({r["kind"] for r in rows}):
        at = np.array([r["kind"] == kind for r in rows])
        print(
            f"  {kind:40} n {at.sum():3d}  refused {refused[at].mean():.2f}  "
            f"judged note cited {answered[at].mean():.2f}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of materialise.py")
    parser.add_argument("--collections", nargs="+", required=True)
    parser.add_argument("--each", type=int, default=20, help="queries of each kind at most")
    parser.add_argument("--cache", type=Path, default=HERE / "results" / "vectors.db")
    options = parser.parse_args()
    rows = collect(options)
    report("with the model", rows, [0, 1, 2, 3], move=True)
    # Without a model nobody expects a question in another language to be answered.
    plain = [r for r in rows if "cross" not in r["kind"] and "typo" not in r["kind"]]
    report("words only", plain, [0, 1], move=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())

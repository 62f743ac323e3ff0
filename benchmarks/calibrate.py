"""Fit the evidence for refusal on golden queries, and say what it refuses.

    python benchmarks/calibrate.py --data ../shared/data/search --truth OUT \\
        --collections tasks vue-en vue-cs xquad-en-dev

Indexes each collection, and a vault that tools/make_vault.py has written to OUT, in this process
with the product's own parts and the vector cache of golden.py; examines the queries and fits a
logistic regression, every collection counting by the root of its queries and both classes the
same. A query counts as answered where one of the first three notes is a judged one; others are
left out of the fit, and so is LoCoMo, whose questions without an answer are about what the notes
speak of, with the persons swapped: their features are those of the others. The bias is moved so
that FALSE_REFUSALS of the answerable queries fall below the floor of .5. Prints the coefficients
of vaultbrain/inference/engines.py, and what is refused with them, and with those that a collection
left out would have had.
"""

from __future__ import annotations

import argparse
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
from vaultbrain.indexer.embedding import Embedding, make_live
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
from vaultbrain.store.database import Database
from vaultbrain.store.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vaultbrain.answer.ask import Examined

FALSE_REFUSALS = 0.035
NOTES = 3
# Not fitted to, see above.
LEFT_OUT = "locomo-dev"
MADE = "make_vault"


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
    generation = writer.submit(lambda db: make_live(db, embedder)).result()
    while (after := embedding.step(generation)) is not None:
        generation = after
    vault = Vault(sources, gate, reader, tools.recipe)
    return Ask(Search(database, vault, embedder, lambda *_: False), vault, embedder)


def row(query: dict[str, Any], judged: set[str], found: Examined) -> dict[str, Any]:
    first = {at.passage.path for at in found.results.ranked[:NOTES]}
    at = found.features
    return {
        "collection": query["collection"],
        "kind": f"{query['collection']} / {query['kind']}",
        "answerable": query["answerable"],
        "answered": bool(first & judged),
        "x": [1.0, at.coverage, at.strange, at.passage or 0.0, at.sentence or 0.0],
    }


def asked_of(folder: Path, name: str) -> list[tuple[dict[str, Any], set[str]]]:
    """The queries of a collection with the notes that answer them."""
    judged: dict[str, set[str]] = defaultdict(set)
    for judgement in read_jsonl(folder / "qrels.jsonl"):
        judged[judgement["qid"]].add(judgement["path"])
    queries = read_jsonl(folder / "queries.jsonl")
    if name == MADE:
        queries = [query | {"collection": MADE} for query in queries]
    return [(at, judged[at["id"]]) for at in queries if at["collection"] == name]


def examined(
    vault: Path, queries: list[tuple[dict[str, Any], set[str]]], embedder: CachedEmbedder
) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as home:
        ask = indexed(vault, Path(home), embedder)
        return [row(query, judged, ask.examine(query["text"])) for query, judged in queries]


def collect(options: argparse.Namespace) -> list[dict[str, Any]]:
    inner = BuiltinEmbedder(find_installation, WorkerSettings())
    embedder = CachedEmbedder(inner, options.cache)
    rows = []
    for collection in options.collections:
        with tempfile.TemporaryDirectory() as vault:
            command = [sys.executable, str(options.data / "materialise.py"), "--split", "dev"]
            command += ["--collection", collection, "--out", vault]
            subprocess.run(command, check=True, stdout=sys.stderr)
            queries = asked_of(options.data / "dev", collection)
            rows += examined(Path(vault), queries, embedder)
    if options.truth:
        queries = asked_of(options.truth / "truth", MADE)
        rows += examined(options.truth / "vault", queries, embedder)
    embedder.close()
    return rows


def fit(
    x: NDArray[np.float64], y: NDArray[np.float64], weight: NDArray[np.float64], ridge: float = 0.3
) -> NDArray[np.float64]:
    """Logistic regression by Newton's method on scaled features."""
    centre, scale = x.mean(axis=0), x.std(axis=0)
    centre[0], scale[0] = 0.0, 1.0
    z = (x - centre) / np.maximum(scale, 1e-9)
    beta = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ beta))
        gradient = z.T @ (weight * (y - p)) - ridge * beta
        hessian = (z.T * (weight * p * (1 - p))) @ z + ridge * np.eye(len(beta))
        beta += np.linalg.solve(hessian, gradient)
    raw = beta / np.maximum(scale, 1e-9)
    raw[0] = beta[0] - (raw[1:] * centre[1:]).sum()
    coefficients: NDArray[np.float64] = raw
    return coefficients


def weights(collections: NDArray[np.str_], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Every collection by the root of its queries; both classes the same in all."""
    found = np.zeros(len(y))
    for collection in np.unique(collections):
        for label in (0, 1):
            at = (collections == collection) & (y == label)
            found[at] = 1 / np.sqrt(max(1, at.sum()))
    for label in (0, 1):
        found[y == label] *= 0.5 * len(y) / found[y == label].sum()
    return found


def fitted(rows: list[dict[str, Any]], columns: list[int]) -> NDArray[np.float64]:
    x = np.array([[r["x"][c] for c in columns] for r in rows])
    answerable = np.array([r["answerable"] for r in rows])
    collections = np.array([r["collection"] for r in rows])
    used = np.array([r["answered"] or not r["answerable"] for r in rows])
    used &= collections != LEFT_OUT
    y = answerable[used].astype(float)
    beta = fit(x[used], y, weights(collections[used], y))
    beta[0] -= np.quantile(x[answerable & (collections != MADE)] @ beta, FALSE_REFUSALS)
    return beta


def report(name: str, rows: list[dict[str, Any]], columns: list[int]) -> None:
    x = np.array([[r["x"][c] for c in columns] for r in rows])
    answerable = np.array([r["answerable"] for r in rows])
    of = np.array([r["collection"] for r in rows])
    beta = fitted(rows, columns)
    refused = x @ beta < 0
    blind = np.zeros(len(rows), bool)
    for collection in np.unique(of):
        others = [r for r in rows if r["collection"] != collection]
        blind[of == collection] = x[of == collection] @ fitted(others, columns) < 0
    print(f"\n{name}: coefficients", ", ".join(f"{b:.2f}" for b in beta))
    for what, at in (("dev", of != MADE), (MADE, of == MADE)):
        if at.any():
            print(
                f"  {what}: refused of unanswerable {refused[at & ~answerable].mean():.3f} "
                f"(left out {blind[at & ~answerable].mean():.3f}), of answerable "
                f"{refused[at & answerable].mean():.3f} ({blind[at & answerable].mean():.3f})"
            )
    kinds = np.array([r["kind"] for r in rows])
    answered = np.array([r["answered"] for r in rows])
    for kind in np.unique(kinds):
        at = kinds == kind
        print(
            f"  {kind:40} n {at.sum():3d}  refused {refused[at].mean():.2f} "
            f"({blind[at].mean():.2f})  judged note in the first three {answered[at].mean():.2f}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of materialise.py")
    parser.add_argument("--collections", nargs="+", required=True)
    parser.add_argument("--truth", type=Path, help="folder that make_vault.py has written")
    parser.add_argument("--cache", type=Path, default=HERE / "results" / "vectors.db")
    options = parser.parse_args()
    rows = collect(options)
    report("with the model", rows, [0, 1, 2, 3, 4])
    # Without a model nobody expects a question in another language to be answered.
    plain = [r for r in rows if "cross" not in r["kind"] and "typo" not in r["kind"]]
    report("words only", plain, [0, 1, 2])
    return 0


if __name__ == "__main__":
    sys.exit(main())

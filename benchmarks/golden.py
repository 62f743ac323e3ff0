"""Retrieval quality over the socket, on the golden queries of a data folder.

    python benchmarks/golden.py --data ../shared/data/search --collections tasks vue-en vue-cs
    python benchmarks/golden.py ... --core --modes lexical semantic hybrid rrf --out results/

Materialises each collection, lets a daemon of its own index it in its own VAULTBRAIN_HOME,
asks every query over the socket, writes run-MODE.jsonl for score.py and prints its table by
kind beside the floor (whole-file BM25 of baseline_fts5.py). Embeddings are kept in a cache
keyed by model and text, so a rerun takes minutes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.daemon import environment, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.client import Client

HERE = Path(__file__).parent
MODES = ("lexical", "semantic", "hybrid")
COLUMNS = ("n", "s@1", "s@5", "s@10", "mrr", "ndcg", "loc@5")


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


@contextmanager
def served(vault: Path, cache: Path, embedder: str = "builtin") -> Iterator[tuple[Client, Path]]:
    """A daemon over a vault in a home of its own, fully indexed; and that home."""
    home = Path(tempfile.mkdtemp(prefix="vb-"))
    (home / "config").mkdir()
    settings = {
        "sources": {"notes": {"path": str(vault)}},
        "model": {"embedder": embedder},
    }
    (home / "config" / "config.yaml").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, str(HERE / "cached_daemon.py"), str(cache)]
    try:
        with running(environment(home), command) as client:
            wait_until_complete(client)
            yield client, home
    finally:
        shutil.rmtree(home)


def wait_until_complete(client: Client) -> None:
    """Wait for words, then for vectors, with a line every ten seconds."""
    client.call("sync", {"timeout": 600})
    told = time.monotonic()
    while (status := client.call("status", {}))["pending"]:
        if time.monotonic() - told > 10:
            told = time.monotonic()
            at = status["progress"]
            print(f"  {status['pending']} chunks wait, eta {at['eta_seconds']} s", file=sys.stderr)
        time.sleep(0.2)
    print(f"  {status['notes']} notes, {status['chunks']} chunks", file=sys.stderr)


def ask(client: Client, query: dict[str, Any], mode: str) -> dict[str, Any]:
    """One query as score.py wants it."""
    params = {"query": query["text"], "limit": 10, "mode": mode, "explain": True}
    found = client.call("search", params)
    answer = client.call("ask", {"question": query["text"]}) if mode == "hybrid" else {}
    keys = ("path", "line_start", "line_end")
    row: dict[str, Any] = {
        "qid": query["id"],
        "results": [{key: hit[key] for key in keys} for hit in found["hits"]],
    }
    if answer:
        row |= {"refused": answer["refused"], "evidence": answer["evidence"]}
    return row


def score(data: Path, run: Path, *, core: bool) -> dict[str, dict[str, float]]:
    """score.py's table by kind."""
    command = [sys.executable, str(data / "score.py"), "--split", "dev", "--run", str(run)]
    command += ["--by", "both", "--json", *(["--core"] if core else [])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    table: dict[str, dict[str, float]] = json.loads(done.stdout)
    return table


def floor(data: Path, out: Path, wanted: set[str]) -> Path:
    """Whole-file BM25 of the same queries."""
    whole = out / "run-floor-all.jsonl"
    command = [
        sys.executable,
        str(data / "baseline_fts5.py"),
        "--split",
        "dev",
        "--out",
        str(whole),
    ]
    subprocess.run(command, check=True)
    run = out / "run-floor.jsonl"
    rows = [row for row in read_jsonl(whole) if row["qid"] in wanted]
    run.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return run


def print_table(tables: dict[str, dict[str, dict[str, float]]]) -> None:
    for kind in sorted(tables["floor"], key=lambda name: (name == "ALL", name)):
        print(f"\n{kind}")
        print("  " + f"{'':10}" + "".join(f"{column:>8}" for column in COLUMNS))
        for mode, table in tables.items():
            row = table.get(kind, {})
            cells = [f"{row[c]:>8.3f}" if c in row else f"{'':>8}" for c in COLUMNS]
            print(f"  {mode:10}" + "".join(cells))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of materialise.py")
    parser.add_argument("--collections", nargs="+", required=True)
    parser.add_argument("--core", action="store_true", help="only the core queries")
    parser.add_argument("--modes", nargs="+", default=list(MODES), choices=MODES)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "golden")
    parser.add_argument("--cache", type=Path, default=HERE / "results" / "vectors.db")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    options.cache.parent.mkdir(parents=True, exist_ok=True)
    queries = read_jsonl(options.data / "dev" / "queries.jsonl")
    runs: dict[str, list[dict[str, Any]]] = defaultdict(list)
    wanted = set()
    for collection in options.collections:
        print(collection, file=sys.stderr)
        chosen = [
            q for q in queries if q["collection"] == collection and (q["core"] or not options.core)
        ]
        wanted |= {query["id"] for query in chosen}
        with tempfile.TemporaryDirectory(prefix="vb-vault-") as folder:
            command = [sys.executable, str(options.data / "materialise.py"), "--split", "dev"]
            command += ["--collection", collection, "--out", folder]
            subprocess.run(command, check=True, stdout=sys.stderr)
            with served(Path(folder), options.cache) as (client, _):
                for mode in options.modes:
                    runs[mode] += [ask(client, query, mode) for query in chosen]
    tables = {
        "floor": score(options.data, floor(options.data, options.out, wanted), core=options.core)
    }
    for mode, rows in runs.items():
        run = options.out / f"run-{mode}.jsonl"
        run.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        tables[mode] = score(options.data, run, core=options.core)
    (options.out / "table.json").write_text(json.dumps(tables, indent=1), encoding="utf-8")
    print_table(tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())

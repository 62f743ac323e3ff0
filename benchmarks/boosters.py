"""What each part of search is worth: the same queries with one part off, in this process.

    python -m benchmarks.boosters --data ../shared/data/search --cache VECTORS.db \\
        --collections tasks vue-en vue-cs

Indexes each collection with the product's own parts and the vector cache of golden.py, asks all
answerable queries as the product is and with one part switched off at a time, and prints what the
part adds to nDCG@10 and success@10 (score.py's definitions), with the 95 % bootstrap interval over
the queries. Parts of the index itself are left out of another index of the same notes.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from benchmarks.cached_daemon import CachedEmbedder
from benchmarks.calibrate import indexed
from benchmarks.golden import HERE, read_jsonl
from vaultbrain.inference import engines
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.search import dense, exact, service
from vaultbrain.search.exact import Named
from vaultbrain.search.results import Request
from vaultbrain.store import analysis, lexical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from vaultbrain.search.service import Search

SAMPLES = 2000
AS_IT_IS = "as it is"
Judged = dict[str, int]


@contextlib.contextmanager
def replaced(owner: object, name: str, value: object) -> Iterator[None]:
    """Another value for a while."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _calibrated(**changes: float) -> Callable[[], contextlib.AbstractContextManager[None]]:
    other = msgspec.structs.replace(engines.CALIBRATION, **changes)
    return lambda: replaced(msgspec.json, "decode", _decoding(other))


def _decoding(other: object) -> Callable[..., Any]:
    decode = msgspec.json.decode

    def decoded(*what: Any, **how: Any) -> Any:  # noqa: ANN401
        return other if how.get("type") is type(other) else decode(*what, **how)

    return decoded


def _once(text: str, language: str) -> str:
    """Each stem once."""
    held = _STEMS(text, language).split()
    return " ".join(dict.fromkeys(held))


_STEMS = analysis.stems
# What is switched off while a query is asked.
WHEN_ASKED: dict[str, Callable[[], contextlib.AbstractContextManager[None]]] = {
    "the axis taken off": lambda: replaced(dense, "DAMPED", 0.0),
    "leads of languages taken off": lambda: replaced(dense, "LANGUAGE_SHARE", 0.0),
    "notes and sections of that name first": lambda: replaced(exact, "named", lambda *_: Named()),
    "identifiers first": lambda: replaced(exact, "holders", lambda *_: frozenset()),
    "trust by coverage": _calibrated(trusted_coverage=1e-9),
    "half the weight, not .4": _calibrated(dense_weight=0.4),
    "half the weight, not .6": _calibrated(dense_weight=0.6),
    "200 passages of each leg, not 100": lambda: replaced(service, "LEG", 100),
}
# What is left out of an index.
WHEN_INDEXED: dict[str, Callable[[], contextlib.AbstractContextManager[None]]] = {
    "stems as often as they stand": lambda: replaced(analysis, "stems", _once),
    "headings within passages": lambda: replaced(lexical, "headings_in", lambda _: ()),
    "parts of names joined by capitals": lambda: replaced(analysis, "parts", lambda _: []),
}


def _nothing_meant(_: object, held: dict[str, int]) -> dict[str, tuple[()]]:
    return dict.fromkeys(held, ())


def measured(paths: Sequence[str], judged: Judged) -> tuple[float, float]:
    """NDCG@10 with gains of 2^grade - 1, and success@10, of notes in their order."""
    first = list(dict.fromkeys(paths))[:10]
    gains = [
        (2 ** judged[path] - 1) / math.log2(at + 2)
        for at, path in enumerate(first)
        if path in judged
    ]
    best = sorted(judged.values(), reverse=True)[:10]
    ideal = sum((2**grade - 1) / math.log2(at + 2) for at, grade in enumerate(best))
    return (sum(gains) / ideal if ideal else 0.0), float(bool(gains))


def asked(
    search: Search,
    queries: Sequence[tuple[str, Judged]],
    **how: Any,  # noqa: ANN401
) -> list[tuple[float, float]]:
    found = []
    for text, judged in queries:
        ranked = search.find(Request(text, limit=10, **how)).ranked
        found.append(measured([at.passage.path for at in ranked], judged))
    return found


def told(name: str, change: NDArray[np.float64]) -> str:
    """The mean of a change and its interval, for both measures."""
    chance = np.random.default_rng(1)
    samples = change[chance.integers(0, len(change), (SAMPLES, len(change)))].mean(axis=1)
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    cells = (
        f"{mean:+.4f} [{one:+.4f}, {other:+.4f}]"
        for mean, one, other in zip(change.mean(axis=0), low, high, strict=True)
    )
    return f"{name:40} " + "   ".join(cells)


def queries_of(data: Path, collection: str) -> list[tuple[str, Judged]]:
    judged: dict[str, Judged] = defaultdict(dict)
    for at in read_jsonl(data / "dev" / "qrels.jsonl"):
        grades = judged[at["qid"]]
        grades[at["path"]] = max(grades.get(at["path"], 0), at["grade"])
    return [
        (at["text"], judged[at["id"]])
        for at in read_jsonl(data / "dev" / "queries.jsonl")
        if at["collection"] == collection and at["answerable"]
    ]


def run(
    vault: Path, queries: Sequence[tuple[str, Judged]], embedder: CachedEmbedder
) -> dict[str, list[tuple[float, float]]]:
    """Every part off in turn, and all on."""
    found = {}
    with tempfile.TemporaryDirectory() as home:
        search = indexed(vault, Path(home), embedder)._search  # noqa: SLF001
        found[AS_IT_IS] = asked(search, queries)
        found["fused by scores, not by ranks"] = asked(search, queries, fusion="rrf")
        for name, off in WHEN_ASKED.items():
            with off():
                found[name] = asked(search, queries)
        lookups = search._lookups  # noqa: SLF001
        as_written = msgspec.structs.replace(lookups, meant=_nothing_meant)
        with replaced(search, "_lookups", as_written):
            found["what may have been meant"] = asked(search, queries)
    for name, off in WHEN_INDEXED.items():
        with tempfile.TemporaryDirectory() as home, off():
            analysis.release()
            found[name] = asked(indexed(vault, Path(home), embedder)._search, queries)  # noqa: SLF001
        analysis.release()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of materialise.py")
    parser.add_argument("--collections", nargs="+", required=True)
    parser.add_argument("--cache", type=Path, default=HERE / "results" / "vectors.db")
    options = parser.parse_args()
    embedder = CachedEmbedder(BuiltinEmbedder(find_installation, WorkerSettings()), options.cache)
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for collection in options.collections:
        with tempfile.TemporaryDirectory() as vault:
            command = [sys.executable, str(options.data / "materialise.py"), "--split", "dev"]
            command += ["--collection", collection, "--out", vault]
            subprocess.run(command, check=True, stdout=sys.stderr)
            queries = queries_of(options.data, collection)
            for name, rows in run(Path(vault), queries, embedder).items():
                found[name] += rows
    embedder.close()
    whole = np.array(found.pop(AS_IT_IS))
    ndcg, success = whole.mean(axis=0)
    print(f"{len(whole)} queries: nDCG@10 {ndcg:.4f}, success@10 {success:.4f}")
    print(f"{'what each part adds':40} nDCG@10                      success@10")
    for name, rows in found.items():
        print(told(name, whole - np.array(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The dense stage beside brute force and sqlite-vec's own vec0, in one run.

    python benchmarks/dense.py [--sizes 10000 100000 1000000] [--cache CACHE.db] [--queries 50]

Makes a store of each size with the product's own code, asks it as a search does, and prints CPU
milliseconds (median and 95 %), recall@10 against exact cosines, and megabytes on disk and in
memory; also how long the codes take to load, and a search in a tenth of the notes. With `--cache`
(of golden.py) the vectors are real ones, and between neighbours where there are not enough; without
it, and for a million, they are synthetic clusters around a common direction. simsimd takes part
where it is installed. Writes benchmarks/results/dense.json.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import itertools
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np
import sqlite_vec

from vaultbrain.search import dense
from vaultbrain.store import codes, generations, vectors
from vaultbrain.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from vaultbrain.store.generations import Generation
    from vaultbrain.store.narrow import Floats

RESULTS = Path(__file__).parent / "results" / "dense.json"
DIMENSION, BEST = 384, 10
CHUNKS_OF_NOTE = 7
_MOST_OF_REAL = 200_000
_NOTE = """
INSERT INTO note (id, source, path, title, aliases, tags, frontmatter, language, sha256, size,
                  mtime_ns, ctime_ns, inode, checked_ns, recipe)
VALUES (?1, 's', ?2, ?2, '[]', '[]', 'none', 'en', x'', 1, 1, 1, 1, 1, '')
"""
_CHUNK = """
INSERT INTO chunk (id, note_id, ordinal, heading, crumb, line_start, line_end, text, text_hash)
VALUES (?, ?, ?, '[]', '', 1, 1, ?, ?)
"""


def real(cache: Path, count: int, queries: int, dice: np.random.Generator) -> tuple[Floats, Floats]:
    """Vectors of a cache; what is missing lies between two neighbours, with noise."""
    db = apsw.Connection(str(cache), flags=apsw.SQLITE_OPEN_READONLY)
    found = np.frombuffer(
        b"".join(row[0] for row in db.execute("SELECT value FROM vector ORDER BY key")), np.float32
    )
    known = unit(np.unique(found.reshape(-1, DIMENSION), axis=0))
    known = known[dice.permutation(len(known))]
    asked, known = known[:queries], known[queries:]
    parts = [known]
    while (left := count - sum(map(len, parts))) > 0:
        some = known[dice.choice(len(known), min(left, 2000, len(known)), replace=False)]
        near = np.argpartition(-(some @ known.T), 12, axis=1)[:, 2:12]
        other = known[near[np.arange(len(some)), dice.integers(0, 10, len(some))]]
        share = dice.uniform(0.3, 0.7, (len(some), 1))
        noise = dice.normal(0, 0.012, some.shape)
        parts.append(unit(share * some + (1 - share) * other + noise))
    return np.concatenate(parts)[:count], asked


def clusters(count: int, queries: int, dice: np.random.Generator) -> tuple[Floats, Floats]:
    """Texts of the same matter near each other, and all near one direction, as models make them.

    A note's are of one matter, and so is what stands beside it.
    """
    spectrum = np.linspace(1.4, 0.6, DIMENSION)
    common = unit(dice.normal(0, 1, (1, DIMENSION)))
    matters = dice.normal(0, 1, (max(2, count // 50), DIMENSION)) * spectrum

    def texts(number: int, spread: float) -> Floats:
        made = np.empty((number, DIMENSION), np.float32)
        of_matter = np.sort(dice.integers(0, len(matters), number))
        for start in range(0, number, 50_000):
            part = made[start : start + 50_000]
            own = dice.standard_normal(part.shape, np.float32) * spectrum
            part[:] = unit(
                0.9 * common
                + (0.6 * matters[of_matter[start : start + 50_000]] + spread * own) * 0.022
            )
        return made

    return texts(count, 0.8), texts(queries, 0.8)


def unit(values: NDArray[np.floating[Any]]) -> Floats:
    return np.asarray(values / np.linalg.norm(values, axis=1, keepdims=True), np.float32)


def exact(values: Floats, asked: Iterable[Floats]) -> list[set[int]]:
    """The nearest by exact cosines; sets of places."""
    best: list[set[int]] = []
    for query in asked:
        scores = values @ query
        best.append(set(np.argpartition(-scores, BEST)[:BEST].tolist()))
    return best


def fill(folder: Path, values: Floats) -> Database:
    """A store whose chunk n + 1 has the vector n."""
    database = Database(folder / "index.db")
    hashes = [number.to_bytes(32) for number in range(len(values))]
    with database.writing() as db:
        notes = len(values) // CHUNKS_OF_NOTE + 1
        db.executemany(_NOTE, ((at, f"{at}.md") for at in range(1, notes + 1)))
        text = "text of a chunk " * 40
        db.executemany(
            _CHUNK,
            (
                (at + 1, at // CHUNKS_OF_NOTE + 1, at, text, text_hash)
                for at, text_hash in enumerate(hashes)
            ),
        )
        generation = generations.begin(db, "model", DIMENSION)
    # The mean is fixed by the first, which are never so many at a time.
    starts = [0, *range(vectors.MEAN_AFTER, len(values), 5000)]
    for start, stop in itertools.pairwise([*starts, len(values)]):
        part = slice(start, stop)
        with database.writing() as db:
            generation = vectors.put(db, generation, hashes[part], values[part])
    database.checkpoint()
    return database


def timed(
    ask: Callable[[Floats], Sequence[int]], asked: Floats, right: list[set[int]]
) -> dict[str, Any]:
    """CPU milliseconds of the whole process, and how much of what is right was found."""
    ask(asked[0])
    took, found = [], 0
    for query, wanted in zip(asked, right, strict=True):
        began = time.process_time()
        best = ask(query)
        took.append((time.process_time() - began) * 1000)
        found += len(wanted & set(best[:BEST]))
    return {
        "p50": round(float(np.median(took)), 2),
        "p95": round(float(np.percentile(took, 95)), 2),
        "recall": round(found / (BEST * len(asked)), 4),
    }


def ours(folder: Path, values: Floats, asked: Floats) -> list[dict[str, Any]]:
    """A part of each query is taken off first; its exact neighbours are those of what is left."""
    database = fill(folder, values)
    with database.writing() as db:
        generation = generations.current(db)
        assert generation is not None
        from_rows, _ = loaded(db, generation)
        codes.pack(db, generation, len(values))
    database.checkpoint()
    before, index = resident(), dense.CodeIndex()
    with database.reading() as db:
        load, parts = loaded(db, generation)

        def ask(query: Floats, notes: list[int] | None = None) -> list[int]:
            found = dense.nearest(db, index, generation, query, 100, notes)
            return [at.chunk_id - 1 for at in found.hits]

        left = [dense.nearest(db, index, generation, query, BEST).query for query in asked]
        row = timed(ask, asked, exact(values, left))
        row |= {"disk": megabytes(folder / "vectors.db"), "memory": resident() - before}
        row |= {"load_ms": load, "load_from_rows_ms": from_rows, "codes_mb": parts}
        few = len(values) // 10 // CHUNKS_OF_NOTE
        starts = [max(0, ask(query)[0] // CHUNKS_OF_NOTE - few // 2) for query in asked]
        began = time.process_time()
        ask(asked[0], [1])
        first = {"first_filtered_ms": round((time.process_time() - began) * 1000, 1)}
        part = [slice(at * CHUNKS_OF_NOTE, (at + few) * CHUNKS_OF_NOTE) for at in starts]
        best = [
            {part[n].start + place for place in exact(values[part[n]], left[n : n + 1])[0]}
            for n in range(len(asked))
        ]
        notes = iter([starts[0], *starts])
        filtered = timed(
            lambda query: ask(query, [*range((at := next(notes)) + 1, at + few + 1)]), asked, best
        )
    database.close()
    names = ("vaultbrain", "vaultbrain, a tenth of the notes")
    return [{"name": names[0]} | row, {"name": names[1]} | first | filtered]


def loaded(db: apsw.Connection, generation: Generation) -> tuple[float, float]:
    """CPU milliseconds that the codes take to load, and their megabytes."""
    began = time.process_time()
    found = codes.read(db, generation)
    took = (time.process_time() - began) * 1000
    parts = (found.ids, found.bits, found.norms, found.gains)
    return round(took, 1), sum(at.nbytes for at in parts) / 1e6


def resident() -> float:
    """MB."""
    text = Path("/proc/self/status").read_text(encoding="ascii")
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


def megabytes(file: Path) -> float:
    return round(file.stat().st_size / 1e6, 1)


def brute_force(values: Floats, asked: Floats, right: list[set[int]]) -> list[dict[str, Any]]:
    def by_numpy(query: Floats) -> list[int]:
        scores = values @ query
        at = np.argpartition(-scores, BEST)[:BEST]
        return [int(place) for place in at]

    table = [
        {"name": "numpy float32", "memory": values.nbytes / 1e6} | timed(by_numpy, asked, right)
    ]
    if importlib.util.find_spec("simsimd") is None:
        print("simsimd is not installed, so it is left out")
        return table
    simsimd = importlib.import_module("simsimd")

    def by_simsimd(query: Floats) -> list[int]:
        far = np.asarray(simsimd.cdist(query[None, :], values, metric="inner"))[0]
        at = np.argpartition(-far, BEST)[:BEST]
        return [int(place) for place in at]

    row = timed(by_simsimd, asked, right)
    return [*table, {"name": "simsimd float32", "memory": values.nbytes / 1e6} | row]


def vec0(
    folder: Path, values: Floats, asked: Floats, right: list[set[int]]
) -> list[dict[str, Any]]:
    file = folder / "vec0.db"
    db = apsw.Connection(str(file))
    db.enable_load_extension(True)  # noqa: FBT003 - apsw takes no keyword
    db.load_extension(sqlite_vec.loadable_path())
    db.execute("PRAGMA journal_mode = WAL").fetchall()
    db.execute(f"CREATE VIRTUAL TABLE wide USING vec0 (value float[{DIMENSION}])")
    db.execute(f"CREATE VIRTUAL TABLE bits USING vec0 (value bit[{DIMENSION}])")
    with db:
        for at, vector in enumerate(values, 1):
            raw = vector.tobytes()
            db.execute("INSERT INTO wide (rowid, value) VALUES (?, ?)", (at, raw))
            db.execute(
                "INSERT INTO bits (rowid, value) VALUES (?, vec_quantize_binary(?))", (at, raw)
            )
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    size = megabytes(file)
    whole = "SELECT rowid FROM wide WHERE value MATCH ? AND k = 10"
    coarse = """
    SELECT rowid FROM wide WHERE rowid IN (
        SELECT rowid FROM bits WHERE value MATCH vec_quantize_binary(?1) AND k = 500)
    ORDER BY vec_distance_cosine(value, ?1) LIMIT 10
    """

    def ask(sql: str) -> Callable[[Floats], list[int]]:
        return lambda query: [int(str(row[0])) - 1 for row in db.execute(sql, (query.tobytes(),))]

    table = [
        {"name": "vec0 float32", "disk": size} | timed(ask(whole), asked, right),
        {"name": "vec0 bits, 500 rescored", "disk": size} | timed(ask(coarse), asked, right),
    ]
    db.close()
    return table


def measure(size: int, options: argparse.Namespace) -> list[dict[str, Any]]:
    dice = np.random.default_rng(size)
    if options.cache and size <= _MOST_OF_REAL:
        values, asked = real(options.cache, size, options.queries, dice)
    else:
        values, asked = clusters(size, options.queries, dice)
    right = exact(values, asked)
    table = []
    with tempfile.TemporaryDirectory(prefix="vb-") as folder:
        table += ours(Path(folder), values, asked)
    table += brute_force(values, asked, right)
    few = slice(0, max(5, min(len(asked), 1_000_000 // size)))
    with tempfile.TemporaryDirectory(prefix="vb-") as folder:
        table += vec0(Path(folder), values, asked[few], right[few])
    return table


def show(size: int, table: list[dict[str, Any]]) -> None:
    print(f"\n{size} vectors of {DIMENSION}")
    print(f"{'':34}{'p50 ms':>9}{'p95 ms':>9}{'ratio':>8}{'recall':>8}{'disk MB':>9}{'RAM MB':>8}")
    for row in table:
        ratio = row["p50"] / table[0]["p50"]
        print(
            f"{row['name']:34}{row['p50']:9.2f}{row['p95']:9.2f}{ratio:8.1f}{row['recall']:8.3f}"
            f"{row.get('disk', 0):9.1f}{row.get('memory', 0):8.1f}"
        )
    print({name: at for name, at in (table[0] | table[1]).items() if name.endswith(("_ms", "_mb"))})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--queries", type=int, default=50)
    options = parser.parse_args()
    found = {}
    for size in options.sizes:
        found[size] = measure(size, options)
        show(size, found[size])
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Random damage in both files of the index, and who notices it.

    python benchmarks/damage.py --vault VAULT [--notes 600] [--damages 60]

Indexes the first notes of a copy of the vault with the real daemon, gives every text a vector of
random numbers, and then damages 32 bytes at a random place of a copy of one file, again and again.
`said` counts the damages after which the files say something else than before, or cannot be read
at all; the others hit room that nothing uses, or what is made again anyway. Then what is found by
SQLite's quick and thorough checks, by the checksums that are sampled when the daemon is idle, and
by all of it together, as in `vaultbrain doctor --deep`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np

from benchmarks.daemon import environment, running
from vaultbrain.errors import StoreError
from vaultbrain.paths import VECTORS_FILE, locate
from vaultbrain.store import checks, generations, vectors
from vaultbrain.store.connections import looking_at_both
from vaultbrain.store.database import Database
from vaultbrain.store.rows import UNREADABLE, rows, value

if TYPE_CHECKING:
    from collections.abc import Callable

DIMENSION = 384
# Not the signature of a file nor when it was looked at: damage there has the note read anew.
CONTENT = (
    """
    SELECT id, source, path, title, aliases, tags, frontmatter, language, sha256, recipe FROM note
    """,
    "SELECT id, note_id, ordinal, heading, crumb, line_start, line_end, text, text_hash FROM chunk",
    "SELECT * FROM tag",
    "SELECT * FROM link",
    "SELECT * FROM finding",
    "SELECT id, generation, text_hash, norm, value FROM vector",
    "SELECT id, generation, text_hash, norm, value FROM spare",
    "SELECT term, doc, col, offset FROM temp.instances",
)


def damage(path: Path, chance: random.Random, length: int = 32) -> None:
    """Random bytes somewhere in a file."""
    raw = bytearray(path.read_bytes())
    at = chance.randrange(len(raw) - length)
    raw[at : at + length] = chance.randbytes(length)
    path.write_bytes(raw)


def content(index: Path) -> list[list[tuple[Any, ...]]] | None:
    """Everything that the files say; None where a part of it cannot be read."""
    with contextlib.closing(apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)) as db:
        try:
            db.execute("ATTACH ? AS vectors", (str(index.with_name(VECTORS_FILE)),))
            db.execute("CREATE VIRTUAL TABLE temp.instances USING fts5vocab(main, lex, instance)")
            return [sorted(rows(db, sql), key=repr) for sql in CONTENT]
        except (apsw.Error, *UNREADABLE):
            return None


def copy(index: Path, folder: Path) -> Path:
    """Both files in another folder."""
    for path in (index, index.with_name(VECTORS_FILE)):
        shutil.copy(path, folder / path.name)
    return folder / index.name


def build(vault: Path, count: int, home: Path) -> Path:
    """The files of an index of some notes."""
    notes = sorted(vault.rglob("*.md"))[:count]
    for path in notes:
        target = home / "vault" / path.relative_to(vault)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    (home / "config").mkdir(mode=0o700)
    settings = {
        "sources": {"notes": {"path": str(home / "vault")}},
        "model": {"embedder": "off"},
    }
    (home / "config" / "config.yaml").write_text(json.dumps(settings), "utf-8")
    environ = environment(home)
    with running(environ) as client:
        client.call("sync", {"timeout": 900})
    index = locate(environ).index_db
    embed(index)
    return index


def embed(index: Path) -> None:
    """Give every text a vector; which one is all the same here."""
    database = Database(index)
    chance = np.random.default_rng(1)
    with database.writing() as db:
        generation = generations.begin(db, "random", DIMENSION)
        hashes = [at.text_hash for at in generations.waiting(db, 1_000_000)]
        values = chance.normal(size=(len(hashes), DIMENSION)).astype(np.float32)
        vectors.put(db, generation, hashes, values)
    database.close()


def _sampled(db: apsw.Connection) -> bool:
    return bool(checks.sample(db, checks.Cursor(), 1_000_000).faults)


def _thorough(db: apsw.Connection) -> bool:
    found = [value(db, f"PRAGMA {at}.integrity_check") for at in ("main", "vectors")]
    return found != ["ok", "ok"]


LOOKS: dict[str, Callable[[apsw.Connection], bool]] = {
    "quick_check": lambda db: bool(checks.quick(db)),
    "integrity_check": _thorough,
    "checksums": _sampled,
}


def notices(index: Path, look: Callable[[apsw.Connection], bool]) -> bool:
    """Whether a look finds anything, or fails."""
    try:
        with looking_at_both(index) as db:
            return look(db)
    except (StoreError, apsw.Error):
        return True


def measure(sound: Path, name: str, damages: int) -> dict[str, int]:
    """How many damages of a file each look finds."""
    before = content(sound)
    counts = dict.fromkeys(["said", *LOOKS, "deep", "said, not found"], 0)
    for seed in range(damages):
        with tempfile.TemporaryDirectory(prefix="vb-damage-") as folder:
            index = copy(sound, Path(folder))
            damage(index.with_name(name), random.Random(seed))  # noqa: S311
            said = content(index) != before
            deep = bool(checks.inspect(index))
            counts["said"] += said
            counts["deep"] += deep
            counts["said, not found"] += said and not deep
            for title, look in LOOKS.items():
                counts[title] += notices(index, look)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--notes", type=int, default=600)
    parser.add_argument("--damages", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vb-damage-") as home:
        index = build(options.vault, options.notes, Path(home))
        found = {name: measure(index, name, options.damages) for name in (index.name, VECTORS_FILE)}
        titles = list(found[index.name])
        print(f"| file | MB | {' | '.join(titles)} |")
        print(f"|---|---|{'---|' * len(titles)}")
        for name, counts in found.items():
            size = index.with_name(name).stat().st_size / 1e6
            print(f"| {name} | {size:.1f} | {' | '.join(map(str, counts.values()))} |")
    return int(any(counts["said, not found"] for counts in found.values()))


if __name__ == "__main__":
    sys.exit(main())

"""`kill -9` at random moments of indexing, and whether the index is right after each restart.

    python benchmarks/kills.py --vault VAULT [--kills 20] [--embedder builtin|off]

Works on a copy. Each round changes notes (new, edited, renamed, deleted), starts the daemon,
kills it after a random time, starts it again, waits for `sync`, ends it and compares every note's
path and SHA-256 in index.db with the folder: lost, ghost and stale notes; then integrity_check
and foreign keys of both files, chunks without a note (orphans), and chunks that neither have a
vector nor wait for one (forgotten).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import apsw

from benchmarks.daemon import COMMAND, environment, running
from vaultbrain.paths import VECTORS_FILE, locate
from vaultbrain.sources.folder import FolderSource


def change(vault: Path, chance: random.Random, number: int) -> None:
    """Forty edits, ten new notes, ten renames, ten deletions."""
    notes = sorted(path for path in vault.rglob("*.md") if "Private" not in path.parts)
    chosen = chance.sample(notes, 60)
    for path in chosen[:40]:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\nAdded in round {number}: {chance.random()}\n")
    for path in chosen[40:50]:
        path.rename(path.with_name(f"{path.stem} r{number}.md"))
    for path in chosen[50:]:
        path.unlink()
    for at in range(10):
        (vault / f"New {number}-{at}.md").write_text(f"# New\n\n{chance.random()}\n", "utf-8")


_FORGOTTEN = """
SELECT count(*) FROM chunk
WHERE id NOT IN (SELECT chunk_id FROM pending) AND text_hash NOT IN (
    SELECT text_hash FROM vector JOIN generation ON generation.id = vector.generation
    WHERE live = 1)
"""


def compare(vault: Path, index: Path) -> dict[str, int]:
    """How the index differs from the folder; all zero where it is right."""
    db = apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)
    db.execute("ATTACH ? AS vectors", (str(index.with_name(VECTORS_FILE)),))
    stored = {str(path): bytes(sha) for path, sha in db.execute("SELECT path, sha256 FROM note")}
    source = FolderSource("notes", vault, ["*.md", "*.markdown"])
    truth = {
        path: hashlib.sha256((vault / path).read_bytes()).digest() for path in source.scan().entries
    }
    (integrity,) = db.execute("PRAGMA integrity_check").fetchall()[0]
    broken = [db.execute(f"PRAGMA {at}.foreign_key_check").fetchall() for at in ("main", "vectors")]
    orphans = db.execute("SELECT count(*) FROM chunk WHERE note_id NOT IN (SELECT id FROM note)")
    result = {
        "lost": len(truth.keys() - stored.keys()),
        "ghost": len(stored.keys() - truth.keys()),
        "stale": sum(stored[path] != truth[path] for path in truth.keys() & stored.keys()),
        "damaged": int(integrity != "ok"),
        "broken keys": sum(map(len, broken)),
        "orphans": int(str(orphans.fetchall()[0][0])),
        "forgotten": int(str(db.execute(_FORGOTTEN).fetchall()[0][0])),
    }
    db.close()
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--embedder", default="builtin", choices=("builtin", "off"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)  # noqa: S311 - moments, not secrets
    total: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="vb-kill-") as folder:
        home, vault = Path(folder) / "h", Path(folder) / "vault"
        shutil.copytree(options.vault, vault)
        home.mkdir(mode=0o700)
        (home / "config").mkdir(mode=0o700)
        settings = {
            "sources": {"notes": {"path": str(vault)}},
            "model": {"embedder": options.embedder},
        }
        (home / "config" / "config.yaml").write_text(json.dumps(settings), encoding="utf-8")
        index = locate(environment(home)).index_db
        for number in range(options.kills):
            if number % 4 == 0:  # every fourth kill hits a first indexing
                shutil.rmtree(home / "data", ignore_errors=True)
            change(vault, chance, number)
            after = chance.uniform(0.3, 3.0)
            daemon = subprocess.Popen(COMMAND, env=environment(home))
            time.sleep(after)
            daemon.send_signal(signal.SIGKILL)
            daemon.wait()
            with running(environment(home)) as client:
                client.call("sync", {"timeout": 600})
            found = compare(vault, index)
            print(f"kill {number + 1:3} after {after:4.2f} s: {found}", flush=True)
            total = {key: total.get(key, 0) + count for key, count in found.items()}
    print(f"{options.kills} kills: {total}")
    return int(any(total.values()))


if __name__ == "__main__":
    sys.exit(main())

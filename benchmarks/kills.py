"""`kill -9` at random moments of indexing, and whether the index is right after each restart.

    python benchmarks/kills.py --vault VAULT [--kills 20] [--embedder builtin|off]
    python benchmarks/kills.py --quick [--kills 1000]

Works on a copy. Each round changes notes (new, edited, renamed, deleted), starts the daemon,
kills it after a random time, starts it again, waits for `sync`, ends it and compares every note's
path and SHA-256 in index.db with the folder: lost, ghost and stale notes; then integrity_check
and foreign keys of both files, chunks without a note (orphans), and chunks that neither have a
vector nor wait for one (forgotten).

With --quick the vault is 300 notes of seeded text, words only, and every second kill hits a
daemon that was running when the notes changed, so that one start serves for two things.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from benchmarks.daemon import COMMAND, environment, running
from benchmarks.vaults import home_for, write
from vaultbrain.config import DEFAULT_INCLUDE
from vaultbrain.paths import VECTORS_FILE, locate
from vaultbrain.reading.kinds import Readers, kinds
from vaultbrain.sources.folder import FolderSource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.client import Client


def change(vault: Path, chance: random.Random, number: int, times: int = 10) -> None:
    """So many times: four edits, one new note, one rename, one deletion."""
    notes = sorted(path for path in vault.rglob("*.md") if "Private" not in path.parts)
    chosen = chance.sample(notes, 6 * times)
    for path in chosen[: 4 * times]:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\nAdded in round {number}: {chance.random()}\n")
    for path in chosen[4 * times : 5 * times]:
        path.rename(path.with_name(f"{path.stem} r{number}.md"))
    for path in chosen[5 * times :]:
        path.unlink()
    for at in range(times):
        (vault / f"New {number}-{at}.md").write_text(f"# New\n\n{chance.random()}\n", "utf-8")


_FORGOTTEN = """
SELECT count(*) FROM chunk
WHERE id NOT IN (SELECT chunk_id FROM pending) AND text_hash NOT IN (
    SELECT text_hash FROM vector JOIN generation ON generation.id = vector.generation
    WHERE live = 1)
"""


def hashes(vault: Path) -> dict[str, bytes]:
    """Path and SHA-256 of every note in the folder that is to be indexed."""
    readers = Readers(kinds())
    source = FolderSource("notes", vault, DEFAULT_INCLUDE, most_bytes=readers.most_bytes)
    entries = source.scan().entries
    return {path: hashlib.sha256((vault / path).read_bytes()).digest() for path in entries}


def stored(index: Path) -> dict[str, bytes]:
    """Path and SHA-256 of every note in the index."""
    db = apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return {str(path): bytes(sha) for path, sha in db.execute("SELECT path, sha256 FROM note")}
    finally:
        db.close()


def compare(vault: Path, index: Path) -> dict[str, int]:
    """How the index differs from the folder; all zero where it is right."""
    db = apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)
    db.execute("ATTACH ? AS vectors", (str(index.with_name(VECTORS_FILE)),))
    kept, truth = stored(index), hashes(vault)
    (integrity,) = db.execute("PRAGMA integrity_check").fetchall()[0]
    broken = [db.execute(f"PRAGMA {at}.foreign_key_check").fetchall() for at in ("main", "vectors")]
    orphans = db.execute("SELECT count(*) FROM chunk WHERE note_id NOT IN (SELECT id FROM note)")
    result = {
        "lost": len(truth.keys() - kept.keys()),
        "ghost": len(kept.keys() - truth.keys()),
        "stale": sum(kept[path] != truth[path] for path in truth.keys() & kept.keys()),
        "damaged": int(integrity != "ok"),
        "broken keys": sum(map(len, broken)),
        "orphans": int(str(orphans.fetchall()[0][0])),
        "forgotten": int(str(db.execute(_FORGOTTEN).fetchall()[0][0])),
    }
    db.close()
    return result


class Trial:
    """A vault, the daemon's home, and what was found wrong so far."""

    def __init__(self, vault: Path, home: Path, chance: random.Random) -> None:
        self._vault, self._home, self._chance = vault, home, chance
        self._environ = environment(home)
        self._index = locate(self._environ).index_db
        self.total: Counter[str] = Counter()

    def slow(self, number: int) -> None:
        """Kill at some moment of a start that finds many changes, then look."""
        if number % 4 == 0:  # every fourth kill hits a first indexing
            self._forget()
        change(self._vault, self._chance, number)
        after = self._killed_start(3.0)
        with running(self._environ) as client:
            client.call("sync", {"timeout": 600})
        self._compare(f"kill {number + 1:4} after {after:4.2f} s", quiet=False)

    def quick(self, number: int) -> None:
        """Kill in turns while running and while starting; look at what the kill before left."""
        if number % 2:
            with self._checked(number) as client:
                daemon = client.call("status")["pid"]
                change(self._vault, self._chance, number, 3)
                time.sleep(self._chance.uniform(0, 0.8))
                os.kill(daemon, signal.SIGKILL)
            return
        self.rest(number)
        if number % 10 == 0:
            self._forget()
        change(self._vault, self._chance, number, 3)
        self._killed_start(0.9)

    def rest(self, number: int) -> None:
        """Look at what the last kill left, and kill nothing."""
        with self._checked(number):
            pass

    @contextmanager
    def _checked(self, number: int) -> Iterator[Client]:
        with running(self._environ) as client:
            client.call("sync", {"timeout": 600})
            self._compare(f"after kill {number:4}", quiet=True)
            yield client

    def _killed_start(self, most: float) -> float:
        after = self._chance.uniform(0.3, most)
        daemon = subprocess.Popen(COMMAND, env=self._environ)
        time.sleep(after)
        daemon.send_signal(signal.SIGKILL)
        daemon.wait()
        return after

    def _forget(self) -> None:
        shutil.rmtree(self._home / "data", ignore_errors=True)

    def _compare(self, when: str, *, quiet: bool) -> None:
        found = compare(self._vault, self._index)
        self.total.update(found)
        if not quiet or any(found.values()):
            print(f"{when}: {found}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    vaults = parser.add_mutually_exclusive_group(required=True)
    vaults.add_argument("--vault", type=Path)
    vaults.add_argument("--quick", action="store_true")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--embedder", default="builtin", choices=("builtin", "off"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vb-kill-") as folder:
        home, vault = Path(folder) / "h", Path(folder) / "vault"
        if options.quick:
            write(vault, 300)
        else:
            shutil.copytree(options.vault, vault)
        home_for(home, vault, "off" if options.quick else options.embedder)
        chance = random.Random(options.seed)  # noqa: S311 - moments, not secrets
        trial, began = Trial(vault, home, chance), time.monotonic()
        for number in range(options.kills):
            (trial.quick if options.quick else trial.slow)(number)
        if options.quick:
            trial.rest(options.kills)
    print(f"{options.kills} kills in {time.monotonic() - began:.0f} s: {dict(trial.total)}")
    return int(any(trial.total.values()))


if __name__ == "__main__":
    sys.exit(main())

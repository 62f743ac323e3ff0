"""What happens when the model cannot run: each fault with a real daemon, and its end.

    python -m benchmarks.model_faults --vault VAULT

Weights that were changed on disk, a graph cut in half, a worker killed again and again in the
middle of a batch, and (as root on Linux) a data folder without room. For each it prints what
`status` says, whether search by words goes on, how long it takes to recover by itself once the
fault is gone, and whether every stored vector is the one that an unharmed model makes.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np

from benchmarks.daemon import environment, running, worker_of
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import WEIGHTS_FILE, find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.paths import VECTORS_FILE, locate
from vaultbrain.records import embedded_text
from vaultbrain.store.narrow import widen
from vaultbrain.store.vectors import joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.client import Client

SAMPLE = 200
# A number of a vector is stored as a byte.
ROUNDED = 0.005
KILLS = 10
WORD = "the"


class Home:
    """A home with one vault, and the daemon over it."""

    def __init__(self, folder: Path, vault: Path, shadow: Path | None = None) -> None:
        self._environ = environment(folder)
        self.paths = locate(self._environ)
        if shadow:
            self._environ["PYTHONPATH"] = str(shadow)
        self.paths.config_dir.mkdir(parents=True, exist_ok=True)
        settings = {"sources": {"notes": {"path": str(vault)}}}
        self.paths.config_file.write_text(json.dumps(settings), encoding="utf-8")

    @contextlib.contextmanager
    def served(self) -> Iterator[Client]:
        with running(self._environ) as client:
            client.call("sync", {"timeout": 600})
            yield client

    def check(self) -> str:
        """Compare what is stored with what an unharmed model makes of the same texts."""
        database = apsw.Connection(str(self.paths.index_db), flags=apsw.SQLITE_OPEN_READONLY)
        database.execute("ATTACH ? AS kept", (str(self.paths.data_dir / VECTORS_FILE),))
        found: list[Any] = list(
            database.execute(
                "SELECT chunk.crumb, chunk.text, vector.value, norm, mean FROM chunk "
                "LEFT JOIN kept.vector ON vector.text_hash = chunk.text_hash "
                "LEFT JOIN kept.generation ON generation.id = generation ORDER BY random()"
            )
        )
        database.close()
        bare = sum(row[2] is None for row in found)
        some = [row for row in found if row[2] is not None][:SAMPLE]
        embedder = BuiltinEmbedder(find_installation, WorkerSettings())
        made = embedder.embed_passages([embedded_text(row[0], row[1]) for row in some])
        embedder.close()
        norms = np.array([row[3] for row in some], np.float32)
        stored = widen(joined([row[2] for row in some]), norms, some[0][4])
        wrong = int((np.abs(made - stored).max(axis=1) > ROUNDED).sum())
        return f"{len(found)} chunks, {bare} without a vector, {wrong} of {len(some)} wrong"


def tell(client: Client) -> None:
    """What the user sees."""
    status = client.call("status", {})
    hits = client.call("search", {"query": WORD, "mode": "lexical"})["hits"]
    print(f"  state {status['state']}, {status['vectors']} of {status['chunks']} vectors")
    for problem in status["problems"]:
        print(f"  {problem['message']} {problem['advice']}")
    print(f"  search by words: {len(hits)} hits")


def recover(client: Client) -> None:
    began = time.perf_counter()
    while client.call("status", {})["pending"]:
        time.sleep(0.1)
    print(f"  all vectors {time.perf_counter() - began:.0f} s later, state ", end="")
    print(client.call("status", {})["state"])


def wait_for_problem(client: Client) -> None:
    while not client.call("status", {})["problems"]:
        time.sleep(0.1)


def changed_weights(folder: Path, vault: Path) -> None:
    print("weights changed on disk")
    package = find_installation().package
    assert package is not None
    shadow = folder / "shadow" / package.name
    shadow.mkdir(parents=True)
    for file in package.iterdir():
        if file.name != WEIGHTS_FILE:
            (shadow / file.name).symlink_to(file)
    weights = shadow / WEIGHTS_FILE
    shutil.copy(package / WEIGHTS_FILE, weights)
    flip(weights)
    home = Home(folder / "h", vault, shadow.parent)
    with home.served() as client:
        wait_for_problem(client)
        tell(client)
        flip(weights)
        recover(client)
    print(f"  {home.check()}")


def flip(file: Path) -> None:
    """Change one bit, or change it back."""
    with file.open("r+b") as opened:
        opened.seek(40_000_000)
        byte = opened.read(1)[0]
        opened.seek(-1, os.SEEK_CUR)
        opened.write(bytes([byte ^ 4]))


def cut_graph(folder: Path, vault: Path) -> None:
    print("graph cut in half")
    home = Home(folder / "h", vault)
    (graph,) = home.paths.models_dir.glob("*/graph")
    size = graph.stat().st_size
    os.truncate(graph, size // 2)
    for file in home.paths.data_dir.glob(f"{VECTORS_FILE}*"):
        file.unlink()
    with home.served() as client:
        recover(client)
        tell(client)
    print(f"  the graph has {graph.stat().st_size} of {size} bytes; {home.check()}")


def killed_worker(folder: Path, vault: Path) -> None:
    print(f"worker killed {KILLS} times in mid-batch")
    home = Home(folder / "k", vault)
    with home.served() as client:
        for _ in range(KILLS):
            before = client.call("status", {})["vectors"]
            while client.call("status", {})["vectors"] < before + 40:
                time.sleep(0.05)
            pid = worker_of(client.call("status", {})["pid"])
            if pid is not None:
                os.kill(pid, 9)
        tell(client)
        recover(client)
    print(f"  {home.check()}")


def no_room(folder: Path, vault: Path) -> None:
    if sys.platform != "linux" or os.geteuid():
        print("no room: skipped, for it takes root on Linux to mount a small disk")
        return
    print("16 MB of room in the data folder")
    home = Home(folder / "f", vault)
    home.paths.data_dir.mkdir(mode=0o700)
    place = str(home.paths.data_dir)
    mount = ["/bin/mount", "-t", "tmpfs", "-o", "size=16m,mode=0700", "none", place]
    subprocess.run(mount, check=True)
    try:
        with home.served() as client:
            time.sleep(20)
            tell(client)
            print("  worker.log:", home.paths.worker_log.read_text().splitlines()[-1:])
            subprocess.run(["/bin/mount", "-o", "remount,size=256m", place], check=True)
            recover(client)
        print(f"  {home.check()}")
    finally:
        subprocess.run(["/bin/umount", place], check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vault", type=Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vb-") as name:
        folder = Path(name)
        changed_weights(folder, options.vault)
        cut_graph(folder, options.vault)
        killed_worker(folder, options.vault)
        no_room(folder, options.vault)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The daemon killed at exactly its nth write, and told that the disk is full or broken.

    python benchmarks/exact_kills.py [--notes 200] [--points 30]

Takes strace, which does the killing (`inject=pwrite64:signal=KILL:when=n`), so Linux alone. The
vault is of seeded text, words only. Three runs are counted first: a very first start, a first
indexing with the empty files there already, and a start that finds many changes; strace counts for
each thread by itself, so in the first it is the making of the files that is hit, in the others the
writer. Then each is done again and again, killed at another one of its writes, started once more
without strace, and after `sync` compared as kills.py does. In the same way pwrite64 fails with
ENOSPC and fdatasync and fsync with EIO, thirty times from the nth on; a daemon that could not even
start ends with a message, one that runs has to live on, tell of it, and be right again afterwards.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from benchmarks.daemon import COMMAND, environment, running
from benchmarks.kills import change, compare
from benchmarks.vaults import home_for, write
from vaultbrain.errors import DaemonNotRunning, VaultbrainError

_FAILURES = 30
_PATIENCE = 100.0


class Scene(NamedTuple):
    """A vault, the home of its daemon, and the data folder that each run begins with."""

    name: str
    vault: Path
    home: Path
    kept: Path

    def reset(self) -> None:
        shutil.rmtree(self.home / "data", ignore_errors=True)
        if self.kept.exists():
            shutil.copytree(self.kept, self.home / "data")
            (self.home / "data").chmod(0o700)


def strace(*options: str) -> tuple[str, ...]:
    calls = "trace=pwrite64,fdatasync,fsync"
    return (shutil.which("strace") or "", "-f", "-qq", "-e", calls, *options, *COMMAND)


def count(scene: Scene, folder: Path) -> Counter[str]:
    """How often the busiest thread does each call in one run."""
    log = folder / "calls"
    scene.reset()
    with running(environment(scene.home), strace("-o", str(log))) as client:
        client.call("sync", {"timeout": 600})
        os.kill(client.call("status")["pid"], signal.SIGTERM)
    by_thread = Counter(
        (line.split()[0], line.split()[1].partition("(")[0])
        for line in log.read_text(encoding="utf-8").splitlines()
        if "(" in line and "resumed" not in line
    )
    most: Counter[str] = Counter()
    for (_, call), times in by_thread.items():
        most[call] = max(most[call], times)
    return most


def killed(scene: Scene, number: int) -> bool:
    """Run until the nth write; whether that was before `sync` was done."""
    scene.reset()
    command = strace("-o", os.devnull, "-e", f"inject=pwrite64:signal=KILL:when={number}")
    try:
        with running(environment(scene.home), command) as client:
            client.call("sync", {"timeout": 600})
            os.kill(client.call("status")["pid"], signal.SIGTERM)
    except DaemonNotRunning:
        return True
    return False


def failed(scene: Scene, call: str, error: str, number: int) -> str:
    """Run with failing calls until it is right again; what was seen of the daemon meanwhile."""
    scene.reset()
    fault = f"inject={call}:error={error}:when={number}..{number + _FAILURES - 1}"
    seen: set[str] = set()
    began = time.monotonic()
    try:
        with running(environment(scene.home), strace("-o", os.devnull, "-e", fault)) as client:
            while time.monotonic() < began + _PATIENCE:
                status = client.call("status")
                seen |= {status["state"], *(at["code"] for at in status["problems"])}
                try:
                    client.call("sync", {"timeout": 20})
                    if wrong(scene):
                        seen.add("SYNC SAID RIGHT BUT IS NOT")
                    break
                except DaemonNotRunning:
                    raise
                except VaultbrainError as error_:
                    seen.add(type(error_).__name__)
                    time.sleep(1)
            else:
                seen.add("NEVER RIGHT")
            os.kill(client.call("status")["pid"], signal.SIGTERM)
    except DaemonNotRunning:
        seen.add("ENDED")
    took = time.monotonic() - began
    return f"{took:.0f} s, {', '.join(sorted(seen - {'indexing', 'ready'})) or 'right by itself'}"


def checked(scene: Scene) -> dict[str, int]:
    """Start without faults; what is wrong after `sync`."""
    with running(environment(scene.home)) as client:
        client.call("sync", {"timeout": 600})
        return wrong(scene)


def wrong(scene: Scene) -> dict[str, int]:
    """What is wrong in the index now."""
    found = compare(scene.vault, scene.home / "data" / "index.db")
    return {what: times for what, times in found.items() if times}


def stride(most: int, points: int) -> list[int]:
    """So many numbers from 1 to `most`, evenly spread."""
    return sorted({1 + round(at * (most - 1) / max(points - 1, 1)) for at in range(points)})


def trial(scene: Scene, folder: Path, points: int) -> int:
    """All of one scene; how many runs went wrong."""
    calls = count(scene, folder)
    print(f"{scene.name}: {dict(calls)} by the busiest thread")
    reached, bad = 0, 0
    for number in stride(calls["pwrite64"], points):
        reached += killed(scene, number)
        found = checked(scene)
        bad += bool(found)
        if found:
            print(f"  killed at write {number}: {found}", flush=True)
    print(
        f"  killed at {points} writes, {reached} of them before `sync` was done and the others ",
        end="",
    )
    print(f"while ending: {bad} wrong afterwards", flush=True)
    for call, error in (("pwrite64", "ENOSPC"), ("fdatasync", "EIO"), ("fsync", "EIO")):
        for number in stride(calls[call], min(points // 10 + 1, calls[call])):
            said = failed(scene, call, error, number)
            found = checked(scene)
            bad += bool(found)
            print(f"  {call} {error} from {number}: {said}; afterwards {found or 'all right'}")
    return bad


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=200)
    parser.add_argument("--points", type=int, default=30)
    options = parser.parse_args()
    if shutil.which("strace") is None:
        print("strace is not installed, so nothing can be killed at an exact write.")
        return 0
    with tempfile.TemporaryDirectory(prefix="vb-exact-") as name:
        folder = Path(name)
        vault, home = folder / "vault", folder / "h"
        vault.mkdir()
        home_for(home, vault)
        first = Scene("a very first start", vault, home, folder / "nothing")
        empty = Scene("a first indexing", vault, home, folder / "empty")
        full = Scene("a start with changes", vault, home, folder / "full")
        checked(first)
        shutil.copytree(home / "data", empty.kept)
        write(vault, options.notes)
        bad = trial(first, folder, options.points) + trial(empty, folder, options.points)
        checked(empty)
        shutil.copytree(home / "data", full.kept)
        chance = random.Random(1)  # noqa: S311 - changes, not secrets
        change(vault, chance, 1, max(options.notes // 20, 1))
        bad += trial(full, folder, options.points)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())

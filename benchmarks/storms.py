"""Storms of changes with the daemon running, each until the index is right again.

    python benchmarks/storms.py [--notes 10000] [--seconds 60] [--rounds 20] [--only NAME ...]

Makes its vault of seeded text, about 1 KB a note, words only. `checkout`: git changes every note;
`stopped`: 12,000 notes for 10,000 are written while no daemon runs; `paused`: the same while it is
held by SIGSTOP, which overflows the queue of events; `burst`: 200 new notes; `overflow`: a program
that rewrites 3,000 notes a second; `editing`: six operations of editors with questions all the
time. "Right" is path and SHA-256 of every note in index.db as in the folder; "by keyword" is that
200 of the changed notes are found by a word that only their new version holds.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.daemon import cpu_seconds, environment, running
from benchmarks.editing import editing
from benchmarks.kills import compare, hashes, stored
from benchmarks.vaults import home_for, key, path_of, write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from vaultbrain.client import Client

SAMPLE = 200
LIMIT = 600.0
_LOOK = 0.1
_WRITES_A_SECOND = 3000


class Place(NamedTuple):
    """One vault, and the home of the daemon that serves it."""

    vault: Path
    home: Path
    database: Path
    notes: int


class Course(NamedTuple):
    """Seconds from the end of the writing until the daemon told of so many notes to be read,
    until every hash was right, and until the sample was found by keyword; and the CPU seconds
    that the daemon used for it, which a busy machine does not change much."""

    told: float | None
    most: int
    right: float
    found: float
    cpu: float

    def show(self) -> None:
        told = "never told" if self.told is None else f"told {self.told:.1f} s ({self.most:,})"
        print(f"  {told}, hashes right {self.right:.1f} s, by keyword {self.found:.1f} s, ", end="")
        print(f"daemon's CPU {self.cpu:.1f} s")


def follow(
    client: Client, place: Place, numbers: Sequence[int], began: float, cpu: float = 0.0
) -> Course:
    """Watch the index become right.

    `numbers` are keys of new versions; `began` and `cpu` say when the storm was over and what the
    daemon had used before it.
    """
    truth = hashes(place.vault)
    told: float | None = None
    most = 0
    while (now := time.monotonic()) < began + LIMIT:
        progress = client.call("status")["progress"]
        if progress["phase"] in {"scanning", "reading"} and progress["total"] > most:
            told, most = told or now - began, progress["total"]
        if stored(place.database) == truth:
            break
        time.sleep(_LOOK)
    right = time.monotonic() - began
    wait_found(client, numbers)
    found = time.monotonic() - began
    return Course(told, most, right, found, cpu_seconds(client.call("status")["pid"]) - cpu)


def wait_found(client: Client, numbers: Sequence[int]) -> None:
    """Ask until every key is found, each in one note."""
    until = time.monotonic() + LIMIT
    left = list(numbers)
    while left and time.monotonic() < until:
        left = [number for number in left if not hits(client, key(number))]
    if left:
        print(f"  NOT FOUND: {len(left)} of {len(numbers)}")


def hits(client: Client, word: str) -> list[str]:
    """The paths that a word finds."""
    found = client.call("search", {"query": word, "mode": "lexical", "limit": 3})["hits"]
    return [hit["path"] for hit in found]


def sample(place: Place, version: int) -> list[int]:
    """Keys of some notes in one version."""
    chance = random.Random(version)  # noqa: S311 - which notes, not secrets
    return [at + version * 10**6 for at in chance.sample(range(place.notes), SAMPLE)]


def settled(client: Client, place: Place) -> None:
    """Sync, and say what is wrong where anything is."""
    client.call("sync", {"timeout": 900})
    wrong = {what: count for what, count in compare(place.vault, place.database).items() if count}
    print(f"  afterwards {wrong or 'all right'}", flush=True)


def git(vault: Path, *words: str) -> None:
    who = ["-c", "user.name=b", "-c", "user.email=b@example.org", "-c", "gc.auto=0"]
    command = ["/usr/bin/git", "-C", str(vault), *who, *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def checkout(place: Place) -> None:
    write(place.vault, place.notes, 0)
    git(place.vault, "init", "-q", "-b", "one")
    for branch, version in (("one", 0), ("two", 1)):
        if version:
            git(place.vault, "checkout", "-q", "-b", branch)
            write(place.vault, place.notes, version)
        git(place.vault, "add", "-A")
        git(place.vault, "commit", "-q", "-m", branch)
    with running(environment(place.home)) as client:
        client.call("sync", {"timeout": 900})
        for branch, version in (("one", 0), ("two", 1)):
            began, cpu = time.monotonic(), cpu_seconds(client.call("status")["pid"])
            git(place.vault, "checkout", "-q", branch)
            ended = time.monotonic()
            print(f"checkout of {place.notes:,} changed notes, {ended - began:.1f} s by itself")
            follow(client, place, sample(place, version), ended, cpu).show()
        settled(client, place)


def stopped(place: Place) -> None:
    write(place.vault, place.notes, 1)
    with running(environment(place.home)) as client:
        client.call("sync", {"timeout": 900})
    count = place.notes * 6 // 5
    write(place.vault, count, 2)
    print(f"{count:,} notes written while stopped ({place.notes:,} changed, the rest new)")
    began = time.monotonic()
    with running(environment(place.home)) as client:
        print(f"  answers after {time.monotonic() - began:.1f} s")
        follow(client, place, sample(place, 2), began).show()
        settled(client, place)


def paused(place: Place) -> None:
    write(place.vault, place.notes, 2)
    with running(environment(place.home)) as client:
        client.call("sync", {"timeout": 900})
        daemon = client.call("status")["pid"]
        cpu = cpu_seconds(daemon)
        os.kill(daemon, signal.SIGSTOP)
        count = place.notes * 6 // 5
        write(place.vault, count, 3)
        os.kill(daemon, signal.SIGCONT)
        print(f"{count:,} notes written while held by SIGSTOP")
        follow(client, place, sample(place, 3), time.monotonic(), cpu).show()
        settled(client, place)


def burst(place: Place) -> None:
    write(place.vault, place.notes, 2)
    with running(environment(place.home)) as client:
        client.call("sync", {"timeout": 900})
        numbers = [9 * 10**6 + at for at in range(SAMPLE)]
        for number in numbers:
            text = f"# Burst\n\nThe word is {key(number)}.\n"
            (place.vault / f"Burst {number}.md").write_text(text, encoding="utf-8")
        began = time.monotonic()
        wait_found(client, numbers)
        found = sum(bool(hits(client, key(number))) for number in numbers)
        print(f"burst of new notes: {found}/{SAMPLE} found after {time.monotonic() - began:.1f} s")
        settled(client, place)


class Storm:
    """A program that rewrites notes without end."""

    def __init__(self, place: Place) -> None:
        self._files = [place.vault / path_of(number) for number in range(place.notes)]
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.written = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        began = time.monotonic()
        while not self._stopping.is_set():
            file = self._files[self.written % len(self._files)]
            file.write_text(f"# Stormy\n\nWritten as number {self.written}.\n", encoding="utf-8")
            self.written += 1
            ahead = self.written / _WRITES_A_SECOND - (time.monotonic() - began)
            if ahead > 0.01:
                time.sleep(ahead)


def overflow(place: Place, seconds: float) -> None:
    write(place.vault, place.notes, 2)
    with running(environment(place.home)) as client:
        client.call("sync", {"timeout": 900})
        daemon = client.call("status")["pid"]
        before, scans, slowest = cpu_seconds(daemon), set[float](), 0.0
        with Storm(place) as storm:
            began = time.monotonic()
            while time.monotonic() < began + seconds:
                asked = time.monotonic()
                status = client.call("status")
                slowest = max(slowest, time.monotonic() - asked)
                scans.add(status["sources"][0]["last_scan_at"])
                time.sleep(0.2)
        span = time.monotonic() - began
        used = (cpu_seconds(daemon) - before) / span
        print(f"{storm.written / span:,.0f} notes rewritten a second for {span:.0f} s")
        print(f"  CPU {used:.2f} of a core, {len(scans) - 1} whole scans ended, ", end="")
        print(f"slowest status {slowest:.2f} s")
        ended, cpu = time.monotonic(), cpu_seconds(daemon)
        follow(client, place, (), ended, cpu).show()
        settled(client, place)


def edited(place: Place, rounds: int) -> None:
    write(place.vault, place.notes, 2)
    with running(environment(place.home)) as client:
        client.call("sync", {"timeout": 900})
        editing(client, place.vault, rounds)
        settled(client, place)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60, help="how long `overflow` lasts")
    parser.add_argument("--rounds", type=int, default=20, help="of each operation in `editing`")
    parser.add_argument("--only", nargs="+", metavar="NAME")
    options = parser.parse_args()
    storms: dict[str, Callable[[Place], None]] = {
        "checkout": checkout,
        "stopped": stopped,
        "paused": paused,
        "burst": burst,
        "overflow": lambda place: overflow(place, options.seconds),
        "editing": lambda place: edited(place, options.rounds),
    }
    for name in options.only or storms:
        with tempfile.TemporaryDirectory(prefix="vb-storm-") as folder:
            vault, home = Path(folder) / "vault", Path(folder) / "h"
            vault.mkdir()
            paths = home_for(home, vault)
            storms[name](Place(vault, home, paths.index_db, options.notes))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Random changes with the daemon running, killed now and then: nothing lost, nothing grown.

    python benchmarks/soak.py [--vault VAULT] [--minutes 10] [--kills 5] [--embedder off|builtin]

Works on a copy of VAULT, or on 1,000 notes of seeded text. Every second some notes are written,
edited, renamed, moved, deleted, whole folders too, or ignored; after each two dozen changes `sync`
has to make the index equal to the folder. Between kills, memory, open files and threads of the
daemon are looked at; at the end it prints how they grew over the last three quarters of the
longest stretch without a kill.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.daemon import environment, memory, running
from benchmarks.kills import compare
from benchmarks.vaults import body, home_for, write
from vaultbrain.errors import VaultbrainError
from vaultbrain.paths import PROCESSES

if TYPE_CHECKING:
    from vaultbrain.client import Client
    from vaultbrain.paths import Paths

_CHANGES = 24


class Sample(NamedTuple):
    """The daemon at one moment; memory in MiB."""

    at: float
    resident: float
    files: int
    threads: int


class Gardener:
    """Changes a vault at random."""

    def __init__(self, vault: Path, chance: random.Random) -> None:
        self._vault, self._chance = vault, chance
        self._made = 0
        self.done: Counter[str] = Counter()

    def change(self) -> None:
        """One change of a random kind."""
        kinds = {
            self._edit: 50,
            self._new: 14,
            self._rename: 10,
            self._move: 8,
            self._delete: 12,
            self._rename_folder: 2,
            self._ignore: 2,
            self._search_again: 2,
        }
        (kind,) = self._chance.choices(list(kinds), list(kinds.values()))
        kind()
        self.done[kind.__name__.strip("_")] += 1

    def _notes(self) -> list[Path]:
        return sorted(at for at in self._vault.rglob("*.md") if not at.is_symlink())

    def _any(self) -> Path:
        return self._chance.choice(self._notes())

    def _folders(self) -> list[Path]:
        return sorted({at.parent for at in self._notes()})

    def _edit(self) -> None:
        note = self._any()
        text = f"\n{body(self._chance, self._chance.randint(20, 3000))}"
        if self._chance.random() < 0.5:
            with note.open("a", encoding="utf-8") as file:
                file.write(text)
        else:
            temporary = note.with_name(f".{note.name}.tmp")
            temporary.write_text(f"# {note.stem}\n{text}", encoding="utf-8")
            temporary.replace(note)

    def _new(self) -> None:
        self._made += 1
        folder = self._chance.choice(self._folders())
        text = f"# Made {self._made}\n\n{body(self._chance)}"
        (folder / f"Made {self._made}.md").write_text(text, encoding="utf-8")

    def _rename(self) -> None:
        self._made += 1
        note = self._any()
        note.rename(note.with_name(f"Named {self._made}.md"))

    def _move(self) -> None:
        self._made += 1
        self._any().rename(self._chance.choice(self._folders()) / f"Moved {self._made}.md")

    def _delete(self) -> None:
        self._any().unlink()

    def _rename_folder(self) -> None:
        self._made += 1
        folder = self._chance.choice(self._folders())
        if folder != self._vault:
            folder.rename(folder.with_name(f"Folder {self._made}"))

    def _ignore(self) -> None:
        names = [at.name for at in self._notes() if at.stem.replace(" ", "").isalnum()]
        some = self._chance.sample(names, 2)
        (self._vault / ".brainignore").write_text("\n".join(some) + "\n", encoding="utf-8")

    def _search_again(self) -> None:
        (self._vault / ".brainignore").unlink(missing_ok=True)


def look(daemon: int) -> Sample:
    """Look at the daemon from outside."""
    place = PROCESSES / str(daemon)
    files, threads = (len(list((place / at).iterdir())) for at in ("fd", "task"))
    return Sample(time.monotonic(), memory(daemon)[0], files, threads)


class Soak:
    """The trial as a whole."""

    def __init__(self, vault: Path, home: Path, paths: Paths, chance: random.Random) -> None:
        self._vault, self._environ, self._paths = vault, environment(home), paths
        self._chance = chance
        self.gardener = Gardener(vault, chance)
        self.wrong: Counter[str] = Counter()
        self.syncs: list[float] = []

    def stretch(self, until: float, *, kill: bool) -> list[Sample]:
        """Change and compare until a moment; then kill the daemon, or ask it to end."""
        samples: list[Sample] = []
        with running(self._environ) as client:
            daemon = client.call("status")["pid"]
            while not samples or time.monotonic() < until:
                self._round(client)
                samples.append(look(daemon))
            if kill:
                for _ in range(self._chance.randrange(_CHANGES)):
                    self.gardener.change()
                time.sleep(self._chance.uniform(0, 0.6))
                os.kill(daemon, signal.SIGKILL)
        return samples

    def _round(self, client: Client) -> None:
        for number in range(_CHANGES):
            self.gardener.change()
            if number % 6 == 0:
                client.call("search", {"query": body(self._chance, 60)})
            time.sleep(self._chance.choice((0, 0, 0.01, 0.1)))
        began = time.monotonic()
        client.call("sync", {"timeout": 600})
        self.syncs.append(time.monotonic() - began)
        found = compare(self._vault, self._paths.index_db)
        # So many deletions in so short a time may look like the loss of a vault, and are shown.
        codes = {problem["code"] for problem in client.call("status")["problems"]}
        found["held back"] = found.pop("ghost") if "mass-deletion" in codes else 0
        self.wrong.update(found)
        if any(count for what, count in found.items() if what != "held back"):
            print(f"wrong after {self.gardener.done.total()} changes: {found}", flush=True)

    def tell(self) -> None:
        """Print the end of the daemon's log, which holds no text of notes."""
        print(self._paths.log.read_text(encoding="utf-8")[-4000:])


def growth(samples: list[Sample]) -> None:
    """Print how the last quarter of some samples differs from the second."""
    quarter = max(len(samples) // 4, 1)
    early, late = samples[quarter : 2 * quarter] or samples, samples[-quarter:]
    for name in ("resident", "files", "threads"):
        before, after = (statistics.mean(getattr(at, name) for at in p) for p in (early, late))
        print(f"  {name:9} {before:7.1f} -> {after:7.1f}  {100 * (after / before - 1):+5.1f} %")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vault", type=Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--kills", type=int, default=5, help="all in the first third of the time")
    parser.add_argument("--embedder", default="off", choices=("builtin", "off"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)  # noqa: S311 - changes, not secrets
    with tempfile.TemporaryDirectory(prefix="vb-soak-") as folder:
        home, vault = Path(folder) / "h", Path(folder) / "vault"
        if options.vault:
            shutil.copytree(options.vault, vault)
        else:
            write(vault, 1000)
        soak = Soak(vault, home, home_for(home, vault, options.embedder), chance)
        began = time.monotonic()
        try:
            for number in range(options.kills):
                part = options.minutes * 60 / 3 * (number + 1) / options.kills
                soak.stretch(began + part, kill=True)
            samples = soak.stretch(began + 60 * options.minutes, kill=False)
        except VaultbrainError:
            soak.tell()
            raise
    kinds = ", ".join(f"{count} {kind}" for kind, count in soak.gardener.done.most_common())
    print(f"{soak.gardener.done.total()} changes ({kinds}), {options.kills} kills")
    print(f"{len(soak.syncs)} comparisons: {dict(soak.wrong)}")
    print(f"sync: median {statistics.median(soak.syncs):.2f} s, at most {max(soak.syncs):.2f} s")
    print(f"the last {len(samples)} rounds, {samples[-1].at - samples[0].at:.0f} s, one daemon:")
    growth(samples)
    return int(any(count for what, count in soak.wrong.items() if what != "held back"))


if __name__ == "__main__":
    sys.exit(main())

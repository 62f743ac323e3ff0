"""The daemon with a model that costs nothing and writes down what it was asked to embed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.system.launching import altered

if TYPE_CHECKING:
    from tests.system.conftest import Rig

# Vectors of texts that are gone are taken out of use when the daemon tidies.
TIDY = {"daemon_upkeep__TIDY_SECONDS": 0.2, "daemon_supervisor__TICK_SECONDS": 0.2}
_COUNTING = f"""
import os, sys
sys.path.append({str(Path(__file__).parents[2])!r})
from tests.fakes import FakeEmbedder
from vaultbrain.daemon import main

class Counting(FakeEmbedder):
    def embed_passages(self, texts, *, urgent=False):
        with open(os.environ["EMBEDDED"], "a") as out:
            out.writelines("one\\n" for _ in texts)
        return super().embed_passages(texts, urgent=urgent)

main._embedder = lambda home: Counting()
"""


def counting(rig: Rig, *lines: str, **constants: object) -> tuple[str, ...]:
    """What stands before the command line of a daemon with that model; more as in `altered`."""
    rig.configure("builtin")
    rig.environ["EMBEDDED"] = str(rig.folder / "embedded")
    return altered(_COUNTING, *lines, **constants)


def start_counting(rig: Rig, *before: str, **constants: object) -> None:
    """Start the daemon, and wait until everything is embedded."""
    rig.start(*before, *counting(rig, **constants))
    rig.until(lambda: rig.status()["state"] == "ready", 20)


def embedded(rig: Rig) -> int:
    """How many texts were ever embedded."""
    return len((rig.folder / "embedded").read_text().splitlines())

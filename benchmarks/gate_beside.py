"""The gate beside other scanners: the same labelled rows and the same notes for all, in one run."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import gate_score, gate_texts
from benchmarks.gate_peers import TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_HOST = Path(__file__).with_name("gate_peers.py")
_PACKAGES = ("detect-secrets", "kingfisher-secret-scanner", "credsweeper")
# Of the notes so much, for the slowest scans 0.2 MB a second.
_SAMPLE = 2_000_000


class Run(NamedTuple):
    """What a tool made of some texts: findings by id; CPU seconds for it and for getting ready."""

    findings: Mapping[str, gate_score.Findings]
    seconds: float
    load: float
    version: str


def install(folder: Path) -> Path:
    """The Python of a virtual environment with the other scanners, made where there is none."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        # Its warnings about mirrors are none of the table's.
        subprocess.run([*pip, *_PACKAGES], check=True, stderr=subprocess.DEVNULL)
    return python


def run(tool: str, peer: Path, texts: Mapping[str, str], home: Path) -> Run:
    python = sys.executable if tool.startswith("vaultbrain") else str(peer)
    said = "".join(json.dumps({"id": id_, "text": text}) + "\n" for id_, text in texts.items())
    done = subprocess.run(
        [python, "-P", str(_HOST), tool],
        input=said,
        env={**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    *answers, last = map(json.loads, done.stdout.splitlines())
    return Run({at["id"]: at["findings"] for at in answers}, **last)


def peers(files: Sequence[Path], folders: Sequence[Path], place: Path | None) -> Iterator[str]:
    rows = list(gate_score.read_rows(files))
    labelled = {row.id: row.text for row in rows}
    notes = _sample(gate_texts.read(folders))
    size = sum(len(text.encode()) for text in notes.values()) / 1e6
    yield (
        f"{len(rows):,} labelled rows; {len(notes):,} ordinary notes, {size:.1f} MB, for the speed "
        f"and the last column.\n"
    )
    yield (
        "| tool | recall, secret | strong | soft | negatives hit | precision | MB per CPU s "
        "| ready, CPU s | found in notes |\n|---|---|---|---|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary)
        peer = install(place or home / "venv")
        for tool in TOOLS:
            on_rows, on_notes = (run(tool, peer, texts, home) for texts in (labelled, notes))
            made = gate_score.score(rows, on_rows.findings)
            yield _line(tool, made, on_rows, on_notes, size)


def _sample(notes: Sequence[str]) -> dict[str, str]:
    chance = random.Random(6)  # noqa: S311 - a sample, not a secret
    drawn: dict[str, str] = {}
    left = _SAMPLE
    for number, text in enumerate(chance.sample(notes, len(notes))):
        if left <= 0:
            break
        drawn[str(number)] = text
        left -= len(text.encode())
    return drawn


def _line(tool: str, made: gate_score.Score, rows: Run, notes: Run, size: float) -> str:
    grave = sum(at["tier"] != "soft" for some in notes.findings.values() for at in some)
    cells = (
        f"{tool} {rows.version}",
        *(_three(*made.recall(tier)) for tier in gate_score.TIERS),
        f"{100 * len(made.hit) / made.negatives:.1f} %" if made.negatives else "",
        _three(made.right, made.right + made.wrong),
        f"{size / max(notes.seconds, 0.01):.1f}",
        f"{rows.load:.1f}",
        f"{grave:,}",
    )
    return f"| {' | '.join(cells)} |"


def _three(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else ""

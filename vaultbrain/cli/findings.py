"""What the gate found, as calm, aligned text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from vaultbrain.cli.text import columns, count, one_line, wrap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultbrain.cli.render import Page

    Found = Sequence[Mapping[str, Any]]

_NOTHING = "Nothing was found."


def status(found: Mapping[str, Any], page: Page) -> str:
    """What the gate does, and what it found by kind."""
    if not found["ruleset"]:
        return "The index is locked, so nothing is known of findings. Open it: vaultbrain unlock"
    rows = [
        ("rules", one_line(found["ruleset"])[:12]),
        ("second scanner", "asked, too" if found["deep_scan"] else "off"),
        ("waiting", _waiting(found["waiting"])),
        ("quarantined", count(found["quarantined"], "note")),
        ("allowed", count(found["allowed"], "finding")),
        ("purge", found["trouble"] or proof(found["proof"])),
    ]
    width = max(len(name) for name, _ in rows)
    lines = []
    for name, said in rows:
        first, *more = wrap(said, max(page.width - width - 2, 20))
        lines += [f"{page.style.bold(f'{name:{width}}')}  {first}"]
        lines += [f"{'':{width}}  {line}" for line in more]
    if not found["counts"]:
        return "\n".join([*lines, "", _NOTHING])
    head = ("class", "tier", "done", "found")
    body = [(at["class"], at["tier"], at["action"], f"{at['count']:,}") for at in found["counts"]]
    return "\n".join([*lines, "", *_table(head, body, page)])


def _waiting(waiting: int) -> str:
    if not waiting:
        return "no note; all have passed the rules of now"
    return f"{count(waiting, 'note')}; found ones are looked at before they are shown"


def proof(found: Mapping[str, Any] | None) -> str:
    """What the last look for values that were taken out has shown."""
    if found is None:
        return "nothing had to be purged since the start"
    if not found["values"]:
        return "purged; there was no value to look for that could not stand there by chance"
    held = sum(found["copies"].values())
    looked = f"{count(found['values'], 'value')} looked for in {count(found['files'], 'file')}"
    if not held:
        return f"{looked}: no copy is left"
    where = ", ".join(f"{one_line(name)} ({n:,})" for name, n in sorted(found["copies"].items()))
    return (
        f"{looked}; some still stand in {where}. Either a note holds them where no rule knows "
        "them for secrets, or the purge was not complete: delete index.db, and it is made anew."
    )


def listed(result: Mapping[str, Any], page: Page) -> str:
    """Findings note by note."""
    found: Found = result["findings"]
    if not found:
        return _NOTHING
    lines: list[str] = []
    notes: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for at in found:
        notes.setdefault((at["source"], at["path"]), []).append(at)
    for (_, path), here in notes.items():
        lines += (
            ["", page.style.bold(one_line(path))] if lines else [page.style.bold(one_line(path))]
        )
        head = ("line", "class", "rule", "done", "first seen", "id")
        body = [
            (f"{at['line']:,}", at["class"], at["rule"], at["action"], _day(at), at["id"])
            for at in here
        ]
        lines += _table(head, body, page)
    left = result["total"] - len(found)
    if left > 0:
        lines += ["", page.style.dim(f"{count(left, 'more finding')}; --limit {result['total']}")]
    return "\n".join(lines)


def scanned(found: Found, page: Page) -> str:
    """Findings in one text."""
    if not found:
        return _NOTHING
    body = [(f"{at['line']:,}", at["class"], at["tier"], at["rule"]) for at in found]
    return "\n".join(_table(("line", "class", "tier", "rule"), body, page))


def _day(at: Mapping[str, Any]) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(at["first_seen"]))


def _table(head: Sequence[str], body: Sequence[Sequence[str]], page: Page) -> list[str]:
    """Rows with aligned columns; figures stand to the right."""
    cells = [head, *([one_line(cell) for cell in row] for row in body)]
    widths = [max(columns(row[n]) for row in cells) for n in range(len(head))]
    is_figure = [
        all(row[n].replace(",", "").isdigit() for row in cells[1:]) for n in range(len(head))
    ]
    lines = []
    for row in cells:
        parts = [
            cell.rjust(width) if figure else cell + " " * (width - columns(cell))
            for cell, width, figure in zip(row, widths, is_figure, strict=True)
        ]
        lines.append("  " + "  ".join(parts).rstrip())
    return [page.style.dim(lines[0]), *lines[1:]]

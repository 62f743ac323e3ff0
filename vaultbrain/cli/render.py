"""Results as calm, aligned text. Takes what came over the socket, returns what is printed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vaultbrain.cli import explaining
from vaultbrain.cli.text import (
    clean,
    columns,
    count,
    duration,
    one_line,
    query_words,
    size,
    wrap,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vaultbrain.cli.text import Style

SNIPPET_LINES = 2
# So many problems of one kind are told one by one.
ALIKE = 3
_AWAY = "its folder is away; shown as it was indexed"
_MARKED = re.compile(r"\[\d+\]")
_WORK = {"embedding": ("chunk", "embedded"), "asking": ("question", "asked")}
_LACKING = {
    "indexing": "the notes are still being read, so something may be missing",
    "degraded": "a part of vaultbrain does not work, so something may be missing",
    "offline": "the vault's folder is away; this is what was known of it last",
    "locked": "the index is locked",
    "readonly": "the index cannot be written, so it may be out of date",
}


@dataclass(frozen=True)
class Page:
    """How to print.

    Attributes:
        style: bold and links, or plain.
        width: in cells.
        roots: source id → folder, for links.
        away: ids of the sources whose folder is not there now.
        name_source: whether a path is led by its source.
    """

    style: Style
    width: int = 80
    roots: Mapping[str, str] = field(default_factory=dict)
    away: Collection[str] = ()
    name_source: bool = False


def hits(found: Sequence[Mapping[str, Any]], query: str, page: Page) -> str:
    """Search hits, numbered, best first."""
    words = query_words(query)
    margin = len(str(len(found))) + 2
    return "\n\n".join(_hit(n, hit, words, page, margin) for n, hit in enumerate(found, start=1))


def _hit(n: int, hit: Mapping[str, Any], words: list[str], page: Page, margin: int) -> str:
    style = page.style
    number = f"{n:>{margin - 2}}"
    lines = [style.bold(one_line(hit["title"])), _place(hit, page)]
    snippet = wrap(hit["snippet"], page.width - margin, SNIPPET_LINES)
    lines += [style.emphasise(line, words) for line in snippet if line]
    if not hit["fresh"]:
        away = hit["source"] in page.away
        lines.append(style.dim(_AWAY if away else "changed since it was indexed"))
    if hit["why"]:
        lines += [style.dim(line) for line in explaining.why(hit)]
    indent = " " * margin
    return f"{style.dim(number)}  {lines[0]}\n" + "\n".join(indent + line for line in lines[1:])


def _place(spot: Mapping[str, Any], page: Page) -> str:
    """`path:line  Heading > Sub`, the path as a link; `source:path:line` where it is named.

    `path  p. 3` where the file has no lines of its own.
    """
    path = one_line(spot["path"])
    shown = f"{one_line(spot['source'])}:{path}" if page.name_source else path
    place = one_line(spot.get("place") or "")
    at = f"  {place}" if place else f":{spot.get('line', spot['line_start'])}"
    where = page.style.link(f"{shown}{at}", _uri(spot, page.roots))
    heading = [] if spot["heading"] == [spot.get("title")] else spot["heading"]
    trail = " > ".join(one_line(part) for part in heading)
    return page.style.dim(f"{where}  {trail}" if trail else where)


def _uri(spot: Mapping[str, Any], roots: Mapping[str, str]) -> str | None:
    root = roots.get(spot["source"])
    if root is None:
        return None
    from pathlib import PurePosixPath  # noqa: PLC0415 - only a terminal gets links

    path = PurePosixPath(root) / spot["path"]
    return path.as_uri() if path.is_absolute() else None


def answer(result: Mapping[str, Any], page: Page) -> str:
    """An answer with its citations, or a refusal with the nearest notes."""
    if result["refused"] or not result["citations"]:
        return _refusal(result, page)
    cited = result["citations"]
    said = result["answer"].splitlines()
    if not _MARKED.search(result["answer"]):
        said = [f"{c['quote']} [{c['n']}]" for c in cited]
    width = max(len(str(c["n"])) for c in cited) + 2
    places = [f"{_number(c, width)} {_place(c, page)}" for c in cited]
    return "\n".join([*(line for text in said for line in wrap(text, page.width)), "", *places])


def _number(citation: Mapping[str, Any], width: int) -> str:
    return f"[{citation['n']}]".rjust(width)


def _refusal(result: Mapping[str, Any], page: Page) -> str:
    lines = [page.style.bold("Not found in your vault.")]
    if result["reason"]:
        lines += wrap(result["reason"], page.width)
    near = result["nearest"]
    if near:
        titles = [one_line(hit["title"]) for hit in near]
        width = max(map(columns, titles))
        lines += ["", "Nearest notes:"]
        lines += [
            f"  {title}{' ' * (width - columns(title))}  {_place(hit, page)}"
            for title, hit in zip(titles, near, strict=True)
        ]
    return "\n".join(lines)


def state_line(result: Mapping[str, Any], status: Mapping[str, Any] | None) -> str:
    """What an answer may lack, in one line, as `state: reason`."""
    state = str(result.get("state", "unknown"))
    known = status or {}
    progress = known.get("progress") or {}
    if state == "indexing" and progress.get("phase", "idle") != "idle":
        return f"{state}: {progress_line(progress)}"
    problems = known.get("problems") or ()
    if state != "indexing" and problems:
        return f"{state}: {one_line(problems[0]['message'])} {one_line(problems[0]['advice'])}"
    return f"{state}: {_LACKING.get(state, 'the answer may not be complete')}"


def progress_line(progress: Mapping[str, Any]) -> str:
    """`312 of 1,000 notes read, about 12 s left`."""
    phase, done, total = progress["phase"], progress["done"], progress["total"]
    if phase == "scanning":
        return f"looking through the vault, {count(done, 'note')} so far"
    if phase == "idle":
        return "nothing to do"
    noun, verb = _WORK.get(phase, ("note", "read"))
    eta = progress.get("eta_seconds")
    left = f", about {duration(eta)} left" if eta is not None else ""
    return f"{done:,} of {count(total, noun)} {verb}{left}"


def status(found: Mapping[str, Any], page: Page, now: float) -> str:
    """The daemon's status; `now` in unix seconds."""
    style = page.style
    rows = [
        ("daemon", _daemon(found, now)),
        ("state", str(found["state"])),
        *_sources(found["sources"], now),
        ("index", _index(found)),
        ("vectors", _vectors(found)),
        ("model", _model(found["model"])),
        ("gate", _gate(found["gate"])),
    ]
    if found["progress"]["phase"] != "idle":
        rows.append(("doing", progress_line(found["progress"])))
    width = max(len(name) for name, _ in rows)
    lines = [f"{style.bold(f'{name:{width}}')}  {value}" for name, value in rows]
    return "\n".join([*lines, *problems(found["problems"], page)])


def _daemon(found: Mapping[str, Any], now: float) -> str:
    up = duration(max(now - found["started_at"], 0))
    return f"vaultbrain {found['version']}, process {found['pid']}, up {up}"


def _sources(found: Sequence[Mapping[str, Any]], now: float) -> list[tuple[str, str]]:
    rows = []
    for source in found:
        watched = "watching" if source["watching"] else "not watching"
        scanned = source["last_scan_at"]
        seen = f", looked through {duration(max(now - scanned, 0))} ago" if scanned else ""
        about = f"{count(source['notes'], 'note')}, {source['state']}, {watched}{seen}"
        rows.append(("source", f"{source['id']}: {one_line(source['path'])} ({about})"))
    return rows or [("source", "none; register one with `vaultbrain start VAULT`")]


def _index(found: Mapping[str, Any]) -> str:
    age = found["index_age_seconds"]
    checked = f"true to the disk {duration(age)} ago" if age is not None else "not yet complete"
    counts = f"{count(found['notes'], 'note')}, {count(found['chunks'], 'chunk')}"
    return f"{counts}, {size(found['database_bytes'])}, {checked}"


def _vectors(found: Mapping[str, Any]) -> str:
    kept = found["vectors_kept"]
    known = f" ({kept:,} kept from an earlier index)" if kept else ""
    return f"{found['vectors']:,} of {count(found['embeddable'], 'chunk')}{known}"


def _model(found: Mapping[str, Any]) -> str:
    name = one_line(found["name"])
    if not found["available"]:
        reason = one_line(found["reason"]) or "not available"
        return f"{name}: {reason}; searching by words only"
    return f"{name} ({'loaded' if found['loaded'] else 'loaded when needed'})"


def _gate(found: Mapping[str, Any]) -> str:
    taken = ", ".join(f"{n:,} {one_line(kind)}" for kind, n in sorted(found["redactions"].items()))
    said = [f"rules {one_line(found['ruleset'])[:12]}", f"taken out: {taken or 'nothing'}"]
    if found.get("quarantined"):
        said.append(f"{count(found['quarantined'], 'note')} quarantined")
    if found.get("waiting"):
        said.append(f"{count(found['waiting'], 'note')} to pass new rules")
    return "; ".join(said)


def problems(found: Sequence[Mapping[str, Any]], page: Page) -> list[str]:
    """Problems with what to do about each; of many alike the first. No line where there is none."""
    if not found:
        return []
    lines = ["", page.style.bold("problems")]
    alike: dict[str, int] = {}
    for problem in found:
        number = alike[problem["code"]] = alike.get(problem["code"], 0) + 1
        if number <= ALIKE:
            message, *more = wrap(problem_text(problem), page.width - 4)
            lines += [f"  - {message}", *(f"    {line}" for line in more)]
            if problem["advice"]:
                lines += [f"    {line}" for line in wrap(problem["advice"], page.width - 4)]
    for code, number in alike.items():
        if number > ALIKE:
            left = f"{count(number - ALIKE, 'more problem')} of the kind {code}; --json names all"
            lines += [page.style.dim(f"  - {line}") for line in wrap(left, page.width - 4)]
    return lines


def problem_text(problem: Mapping[str, Any]) -> str:
    """Message of a problem, led by the note it is about."""
    path, message = problem.get("path"), str(problem["message"])
    return f"{path}: {message}" if path and path not in message else message


def checks(found: Sequence[Mapping[str, Any]], page: Page) -> str:
    """The doctor's list: status, name, detail; advice below."""
    width = max((len(check["name"]) for check in found), default=0)
    lines = []
    for check in found:
        head = f"{check['status']:4}  {check['name']:{width}}  "
        indent = " " * len(head)
        detail = wrap(check["detail"], max(page.width - len(head), 20))
        advice = wrap(check["advice"], max(page.width - len(head), 20)) if check["advice"] else []
        shown = page.style.bold(head) if check["status"] != "ok" else head
        lines.append(shown + detail[0])
        lines += [indent + line for line in (*detail[1:], *advice)]
    return "\n".join(lines)


def passage(result: Mapping[str, Any]) -> str:
    """The text of `get`, harmless, lines as they are."""
    return clean(result["text"])

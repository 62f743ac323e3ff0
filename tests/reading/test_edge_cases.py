"""A collection of awkward notes, where it lies beside the project; compliance only goes up."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from vaultbrain.reading.chunk import chunk
from vaultbrain.reading.markdown import Reader
from vaultbrain.reading.text import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.records import Note

FILE = Path(__file__).parents[3] / "shared" / "data" / "markdown" / "edge_cases.jsonl"
# Cases of those with an expectation of ours that hold today. It may only grow.
REACHED = 60


def content(case: dict[str, Any]) -> bytes:
    if "content" in case:
        return str(case["content"]).encode()
    if "content_b64" in case:
        return base64.b64decode(str(case["content_b64"]))
    made = case["generate"]
    if made["kind"] == "repeat":
        return str(made["unit"] * made["times"] + made["suffix"]).encode()
    if made["kind"] == "backticks":
        ticks = " ".join("`" * n for n in range(1, made["times"]))
        return f"{ticks}{made['suffix']}".encode()
    sections = (
        f"## Section {i}\n\n{made['body'].format(i=i)}"
        f"{made['needle'] if i == made['needle_at'] else ''}\n\n"
        for i in range(made["count"])
    )
    return "".join(sections).encode()


def count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def holds(note: Note, expect: dict[str, Any]) -> bool | None:
    """Whether all that is expected of the reader holds; None where nothing is."""
    headings = [list(s.heading) for s in note.sections if s.heading]
    checks: dict[str, Callable[[Any], bool]] = {
        "frontmatter": lambda want: note.frontmatter.value == want,
        "title": lambda want: note.title == want,
        "headings": lambda want: headings == want,
        "not_headings": lambda want: not {h for path in headings for h in path} & set(want),
        "tags": lambda want: list(note.tags) == want,
        "tags_include": lambda want: set(want) <= set(note.tags),
        "not_tags": lambda want: not set(want) & set(note.tags),
        "tags_any_of": lambda want: list(note.tags) in want,
        "aliases": lambda want: set(want) <= {*note.aliases, note.title},
        "lines": lambda want: all(_stands(note, text, line) for text, line in want.items()),
    }
    asked = [check(expect[key]) for key, check in checks.items() if key in expect]
    return all(asked) if asked else None


def _stands(note: Note, text: str, line: int) -> bool:
    return any(
        text in got
        for s in note.sections
        for b in s.blocks
        for n, got in enumerate(b.text.split("\n"), start=b.line_start)
        if n == line
    )


@pytest.mark.skipif(not FILE.exists(), reason="the collection is not beside the project")
def test_no_case_crashes_and_as_many_hold_as_ever() -> None:
    reader = Reader()
    results: dict[str, bool] = {}
    for line in FILE.read_text(encoding="utf-8").strip().split("\n"):
        case = json.loads(line)
        note = reader.read(case["file"], decode(content(case)).text)
        chunk(note, count)
        held = holds(note, case["expect"])
        if held is not None:
            results[case["id"]] = held
    failed = sorted(case for case, held in results.items() if not held)
    assert len(results) - len(failed) >= REACHED, failed

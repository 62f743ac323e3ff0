"""How many chunks an edit of one paragraph makes anew, before and after a change of the chunker.

    git show HEAD:vaultbrain/reading/chunk.py > old.py
    python benchmarks/rechunk.py --vaults VAULT VAULT:10 --old old.py

Every note of the vaults (VAULT:10 takes every tenth) is cut, and notes of four chunks or more
are edited: a paragraph, item, row or line of code is changed, grown, shrunk, put in or deleted,
or a section put before another one. Four notes of about a hundred chunks are made up besides.
Counted is what would be embedded: chunks whose text hash the note did not have before. An
edit may be far-reaching for Markdown, such as a deleted line that ended a list; these count as
well.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.reading import chunk as current
from vaultbrain.reading.base import Extract
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.reading.text import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.records import Block, Note

    Count = Callable[[Sequence[str]], list[int]]

READER = MarkdownReader()
WORTH_EDITING = 4
WORDS = [
    f"{a}{b}{c}" for a in "bdfgklmnprstvz" for b in ("a", "ei", "o", "u") for c in ("n", "rel")
]


def load(path: Path) -> Any:  # noqa: ANN401 - a module
    spec = importlib.util.spec_from_file_location("chunk_before", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def prose(chance: random.Random, words: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(words)).capitalize() + "."


def sizes(chance: random.Random, middle: float) -> int:
    return max(3, min(200, int(middle * chance.lognormvariate(0, 0.5))))


def made_up(chance: random.Random) -> dict[str, str]:
    """Four notes of about a hundred chunks."""
    flat = [prose(chance, sizes(chance, 35)) for _ in range(520)]
    sections = [
        f"## {prose(chance, 2)}\n\n" + "\n\n".join(prose(chance, sizes(chance, 20)) for _ in "ab")
        for _ in range(300)
    ]
    tasks = [f"- [ ] {prose(chance, sizes(chance, 8))}" for _ in range(2000)]
    rows = [f"| {prose(chance, 3)} | {prose(chance, 9)} |" for _ in range(400)]
    line = " ".join(prose(chance, sizes(chance, 12)) for _ in range(500))
    mix = [
        *flat[:100],
        *sections[:60],
        "\n".join(tasks[:400]),
        *flat[100:120],
        line,
        *sections[-9:],
    ]
    mix += ["\n".join(["| a | b |", "|---|---|", *rows])]
    made = {"flat": flat, "sections": sections, "tasks": ["\n".join(tasks)], "mix": mix}
    return {name: "\n\n".join(parts) + "\n" for name, parts in made.items()}


def edited(chance: random.Random, text: str) -> str:
    """The text with one paragraph, item or row edited, or one section more."""
    blocks = [b for s in READER.read("n.md", Extract(text)).sections for b in s.blocks]
    lines = text.split("\n")
    way = chance.choice(["change", "word", "grow", "shrink", "insert", "delete", "section"])
    if way == "section":
        return "\n".join(with_section(chance, lines, blocks))
    block = chance.choice([b for b in blocks if b.kind not in {"heading", "properties"}] or blocks)
    start, end = span(chance, block)
    old = " ".join(lines[start:end])
    mark = old[: len(old) - len(old.lstrip("-*+ [x]|>#1234567890.)"))]
    size = min(120, max(3, len(old.split())))
    new = mark + prose(chance, chance.randint(size // 2 + 1, 2 * size))
    lines[start:end] = {
        "change": [new],
        "word": [old.replace(chance.choice(old.split() or [" "]), prose(chance, 1), 1)],
        "grow": [f"{old} {prose(chance, size)}"],
        "shrink": [old[: len(old) // 2 + 8]],
        "insert": [new, *[""] * (block.kind == "paragraph"), *lines[start:end]],
        "delete": [],
    }[way]
    return "\n".join(lines)


def span(chance: random.Random, block: Block) -> tuple[int, int]:
    """Which lines are edited, from 0: a paragraph, or a line within another block."""
    if block.kind == "paragraph":
        return block.line_start - 1, block.line_end
    head = {"table": 2, "fence": 1, "math": 1}.get(block.kind, 0)
    first, last = block.line_start - 1 + head, block.line_end - 1 - (head == 1)
    at = chance.randint(min(first, last), last)
    return at, at + 1


def with_section(chance: random.Random, lines: list[str], blocks: Sequence[Block]) -> list[str]:
    """A section more in front of another one, or at the end."""
    # Not in front of the first: it may be the title, which every breadcrumb holds.
    headings = [b for b in blocks if b.kind == "heading" and b.text.startswith("#")][1:]
    at, mark = len(lines), "##"
    if headings:
        next_one = chance.choice(headings)
        at, mark = next_one.line_start - 1, next_one.text.split()[0]
    new = ["", f"{mark} {prose(chance, 2)}", "", prose(chance, sizes(chance, 35)), ""]
    return [*lines[:at], *new, *lines[at:]]


def cost(chunker: Any, notes: Sequence[Note], count: Count) -> float:  # noqa: ANN401
    """CPU seconds of this process; all words were counted before."""
    began = time.process_time()
    for note in notes:
        chunker.chunk(note, count)
    return time.process_time() - began


def measure(chunker: Any, notes: dict[str, str], edits: int, count: Count) -> dict[str, Any]:  # noqa: ANN401
    read = [READER.read(path, Extract(text)) for path, text in notes.items()]
    cut = [chunker.chunk(note, count) for note in read]
    seconds = min(cost(chunker, read, count) for _ in range(5))
    made = []
    for (path, text), before in zip(notes.items(), cut, strict=True):
        chance = random.Random(path)  # noqa: S311 - a sample, not a secret
        known = {at.text_hash for at in before}
        for _ in range(edits if len(before) >= WORTH_EDITING else 0):
            after = chunker.chunk(READER.read(path, Extract(edited(chance, text))), count)
            made.append(sum(at.text_hash not in known for at in after))
    tokens = sorted(count([at.embedded for chunks in cut for at in chunks]))
    return {"tokens": tokens, "made": sorted(made), "seconds": seconds}


def row(name: str, version: str, found: dict[str, Any]) -> None:
    tokens, made = found["tokens"], found["made"] or [0]
    tenths = [tokens[len(tokens) * part // 10] for part in (1, 5, 9)]
    above = sum(at > 3 for at in made) / len(made)
    print(
        f"{name:16.16} {version:6} {len(tokens):6} {tenths[0]:4} {tenths[1]:4} {tenths[2]:4} "
        f"{len(found['made']):7} {statistics.mean(made):5.2f} {made[len(made) * 99 // 100]:4} "
        f"{made[-1]:4} {above:6.2%} {found['seconds']:7.3f}",
        flush=True,
    )


def vault(argument: str) -> tuple[str, dict[str, str]]:
    folder, _, every = argument.partition(":")
    files = sorted(Path(folder).rglob("*.md"))[:: int(every or 1)]
    name = "/".join(Path(folder).parts[-2:])
    return name, {str(path): decode(path.read_bytes()).text for path in files}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vaults", nargs="*", default=[], help="folders; :10 takes every tenth")
    parser.add_argument("--old", type=Path, help="an earlier chunk.py")
    parser.add_argument("--edits", type=int, default=20, help="of each note of a vault")
    parser.add_argument("--made-up", type=int, default=1000, help="edits of each made-up note")
    options = parser.parse_args()
    versions = {"now": current} | ({"before": load(options.old)} if options.old else {})
    embedder = BuiltinEmbedder(find_installation, WorkerSettings())
    shapes = made_up(random.Random(1))  # noqa: S311
    work = [(name, {f"{name}.md": text}, options.made_up) for name, text in shapes.items()]
    work += [(*vault(argument), options.edits) for argument in options.vaults]
    print("notes            cut    chunks  p10  p50  p90   edits  mean  p99  max     >3   CPU s")
    try:
        for name, notes, edits in work:
            for version, chunker in versions.items():
                row(name, version, measure(chunker, notes, edits, embedder.count_tokens))
    finally:
        embedder.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

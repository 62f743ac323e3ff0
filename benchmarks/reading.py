"""Reading: its speed, what hostile notes cost, and what is read from real vaults.

python -m benchmarks.reading speed VAULT           MB per CPU second, step by step
python -m benchmarks.reading hostile               each in a process of its own
python -m benchmarks.reading vaults FOLDER...      notes, links, problems, and chunks to look at
"""

from __future__ import annotations

import argparse
import gc
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from vaultbrain.config import DEFAULT_INCLUDE
from vaultbrain.gate import Gate
from vaultbrain.indexer.draft import Tools
from vaultbrain.indexer.inspect import Inspector
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.inference.installation import find_installation
from vaultbrain.inference.process import WorkerSettings
from vaultbrain.reading.base import Extract
from vaultbrain.reading.chunk import chunk
from vaultbrain.reading.kinds import Readers, kinds
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.sources.folder import FolderSource

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")
MB = 1e6
# Notes at once: as many as the indexer holds.
AT_ONCE = 256


def characters(texts: Sequence[str]) -> list[int]:
    """A count that costs nothing, so that the tokenizer's can be told apart."""
    return [len(text) // 4 + 1 for text in texts]


class Meter:
    """CPU seconds by step. The tokenizer works inside the chunker, and is told apart."""

    def __init__(self, count: Callable[[Sequence[str]], list[int]]) -> None:
        self.spent = dict.fromkeys(("decode", "gate", "parse", "chunk", "tokenizer"), 0.0)
        self._count = count

    def run(self, step: str, work: Callable[[], list[T]]) -> list[T]:
        began = time.process_time()
        found = work()
        self.spent[step] += time.process_time() - began
        return found

    def count(self, texts: Sequence[str]) -> list[int]:
        began = time.process_time()
        found = self._count(texts)
        seconds = time.process_time() - began
        self.spent["tokenizer"] += seconds
        self.spent["chunk"] -= seconds
        return found


def measured(notes: Sequence[bytes], count: Callable[[Sequence[str]], list[int]]) -> Meter:
    reader, gate, meter = MarkdownReader(), Gate(), Meter(count)
    gate.clean("warm")
    for start in range(0, len(notes), AT_ONCE):
        some = notes[start : start + AT_ONCE]
        texts = meter.run("decode", lambda some=some: [reader.extract("a.md", at) for at in some])  # type: ignore[misc]
        meter.run("gate", lambda texts=texts: [gate.clean(at.text) for at in texts])  # type: ignore[misc]
        read = meter.run("parse", lambda texts=texts: [reader.read("a.md", at) for at in texts])  # type: ignore[misc]
        meter.run("chunk", lambda read=read: [chunk(at, meter.count) for at in read])  # type: ignore[misc]
        del texts, read
        gc.collect()
    return meter


def speed(vault: Path, rounds: int) -> None:
    notes = [path.read_bytes() for path in sorted(vault.rglob("*.md"))]
    size = sum(map(len, notes)) / MB
    embedder = BuiltinEmbedder(find_installation, WorkerSettings())
    embedder.count_tokens(["warm"])
    runs = [measured(notes, embedder.count_tokens).spent for _ in range(rounds)]
    embedder.close()
    best = {step: min(run[step] for run in runs) for step in runs[0]}
    best["parse + chunk"] = best["parse"] + best["chunk"]
    print(f"{len(notes):,} notes, {size:.1f} MB, best of {rounds}\n")
    print("| step | CPU s | MB per CPU s |\n|---|---|---|")
    for name, seconds in best.items():
        print(f"| {name} | {seconds:.2f} | {size / seconds:.1f} |")


def _aliases() -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]" for n in range(1, 40)]
    return "---\n" + "\n".join(lines) + "\n---\nbody\n"


HOSTILE: dict[str, Callable[[], str]] = {
    "5 MB note of sections": lambda: "".join(
        f"## Section {n}\n\nWords of section {n} with a [[link {n}]] and #tag, and some more words "
        f"to fill the line, as people write them.\n\n- item one\n- item two\n\n"
        for n in range(31_000)
    ),
    "5 MB paragraph": lambda: "lorem ipsum dolor sit amet " * 185_000,
    "5 MB of short lines": lambda: "some words on a line\n" * 238_000,
    "5 MB table": lambda: "| a | b |\n|---|---|\n" + "| some words | more of them |\n" * 170_000,
    "5 MB list": lambda: "- an item of a list with a [[link]]\n" * 138_000,
    "5 MB of headings": lambda: "# H\n\ntext here\n\n" * 310_000,
    "5 MB fence": lambda: "```\n" + "value = compute(1)  # step\n" * 185_000 + "```\n",
    "1 MB line of words": lambda: "lorem ipsum dolor " * 58_000,
    "1 MB line without a space": lambda: "QUJD" * 250_000,
    "1 MB line of CJK": lambda: "昨晚整理旧照片相册" * 37_000,
    "40,000 brackets": lambda: "[" * 40_000,
    "20,000 wikilink openings": lambda: "[[" * 20_000,
    "600 runs of backticks": lambda: " ".join("`" * n for n in range(1, 600)),
    "2,000 nested quotes": lambda: "> " * 2_000 + "x",
    "20,000 unclosed comments": lambda: "<!-- " * 20_000,
    "YAML alias bomb": _aliases,
    "YAML, 40,000 brackets": lambda: "---\na: " + "[" * 40_000 + "\n---\nbody\n",
}


def one_hostile(name: str) -> None:
    text = HOSTILE[name]()
    reader = MarkdownReader()
    began = time.process_time()
    note = reader.read("a.md", Extract(text))
    read = time.process_time() - began
    found = chunk(note, characters)
    spent = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = "; ".join(note.problems) or "nothing"
    print(
        f"| {name} | {len(text) / MB:.2f} | {read:.2f} | {spent:.2f} | {peak:.0f} | "
        f"{len(found):,} | {told} |"
    )


def hostile() -> None:
    print("| note | MB | read, CPU s | read + chunk, CPU s | peak MiB | chunks | told |")
    print("|---|---|---|---|---|---|---|")
    sys.stdout.flush()
    for name in HOSTILE:
        subprocess.run(
            [sys.executable, "-m", "benchmarks.reading", "hostile", "--one", name], check=True
        )


def vaults(folders: Sequence[Path], sample: int) -> None:
    readers = Readers(kinds())
    embedder = BuiltinEmbedder(find_installation, WorkerSettings())
    gate = Gate()
    reader = GatedReader(readers, gate)
    tools = Tools(gate, reader, embedder.count_tokens, embedder.identity.tokenizer)
    for folder in folders:
        include = (*DEFAULT_INCLUDE, "*.jsonl", "*.png", "*.jpg", "*.html")
        source = FolderSource("vault", folder, include, most_bytes=readers.most_bytes)
        began = time.process_time()
        inspector = Inspector(tools, source, tools.count_tokens, readers.most_bytes)
        found = inspector.folder("", lambda _: None)
        seconds = time.process_time() - began
        kinds_ = ", ".join(f"{n:,} .{kind}" for kind, n in found.kinds.items())
        links = ", ".join(f"{n:,} {status}" for status, n in found.links.items() if n)
        print(f"\n## {folder.name}\n")
        print(f"- {found.notes:,} notes ({kinds_}), {found.chunks:,} chunks, {seconds:.1f} CPU s")
        print(f"- links: {links or 'none'}")
        print(f"- taken out by the gate: {found.redactions or 'nothing'}")
        print(f"- problems: {len(found.problems)}")
        for problem in found.problems[:20]:
            print(f"  - {problem.code}: {problem.message}")
        _print_sample(inspector, source, sample)
    embedder.close()
    readers.close()


def _print_sample(inspector: Inspector, source: FolderSource, size: int) -> None:
    chance = random.Random(5)  # noqa: S311 - a sample, not a secret
    paths = sorted(source.scan().entries)
    for path in chance.sample(paths, min(size, len(paths))):
        read = inspector.file(path)
        if not read.chunks:
            continue
        at = chance.choice(read.chunks)
        text = " ⏎ ".join(line for line in at.text.split("\n") if line.strip())
        shown = text if len(text) <= 300 else f"{text[:200]} … {text[-90:]}"
        print(f"- `{path}:{at.line_start}-{at.line_end}` {' > '.join(at.heading)}\n  {shown}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["speed", "hostile", "vaults"])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--one", choices=HOSTILE)
    args = parser.parse_args()
    if args.what == "speed":
        speed(args.folders[0], args.rounds)
    elif args.what == "vaults":
        vaults(args.folders, args.sample)
    elif args.one:
        one_hostile(args.one)
    else:
        hostile()


if __name__ == "__main__":
    main()

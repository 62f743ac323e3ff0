"""The engine: tokenizer, graph and weights together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import onnxruntime

from vaultbrain.inference.e5.tokens import Tokenizer
from vaultbrain.inference.engines import PASSAGE, QUERY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.inference.e5.artifacts import Artifacts
    from vaultbrain.inference.e5.weights import Floats, Weights

VERSION: str = onnxruntime.__version__


class OnnxEngine:
    """multilingual-e5-small, quantized, in onnxruntime; see worker.Engine.

    A text is computed on one thread and alone, so that its vector depends on nothing but the
    text; several passages are computed on as many threads.
    """

    def __init__(self, weights: Weights, artifacts: Artifacts, threads: int) -> None:
        self._weights = weights
        self._tokenizer = Tokenizer(artifacts.tokenizer, weights.replacements)
        self._session = onnxruntime.InferenceSession(
            artifacts.graph, _options(), providers=["CPUExecutionProvider"]
        )
        self._input = self._session.get_inputs()[0].name
        self._window = weights.shape.positions - 2
        # Its threads start in the thread that asks for passages and inherit its low priority.
        self._pool = ThreadPoolExecutor(threads)

    def count(self, words: Sequence[str]) -> list[int]:
        """Tokens of each word; see worker.Engine."""
        return [len(ids) for ids in self._tokenizer.ids(words)]

    def passages(self, texts: Sequence[str], *, urgent: bool = False) -> Floats:
        """Vectors of passages; see worker.Engine."""
        tokens = self._tokenizer.ids([PASSAGE + text for text in texts])
        if urgent:
            return np.stack([self._vector(ids) for ids in tokens])
        # The longest first: the threads end together.
        order = sorted(range(len(tokens)), key=lambda at: -len(tokens[at]))
        vectors = np.empty((len(texts), self._weights.shape.hidden), np.float32)
        for at, vector in zip(
            order, self._pool.map(self._vector, [tokens[at] for at in order]), strict=True
        ):
            vectors[at] = vector
        return vectors

    def queries(self, texts: Sequence[str]) -> Floats:
        """Vectors of questions; see worker.Engine."""
        return np.stack(
            [self._vector(ids) for ids in self._tokenizer.ids([QUERY + text for text in texts])]
        )

    def _vector(self, ids: list[int]) -> Floats:
        """The mean over all tokens; a text beyond the model's positions is read in windows."""
        total = np.zeros(self._weights.shape.hidden, np.float32)
        for start in range(0, len(ids), self._window):
            part = ids[start : start + self._window]
            window = [self._weights.begin, *part, self._weights.end]
            embeddings = self._weights.embeddings(window)[None]
            total += self._session.run(None, {self._input: embeddings})[0][0] * len(window)
        return total / np.linalg.norm(total)


def _options() -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # Beyond the basic ones it would fuse what `graph` keeps apart for speed.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.log_severity_level = 3
    return options

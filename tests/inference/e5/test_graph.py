from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.inference.e5 import tiny
from vaultbrain.inference.e5 import artifacts, graph, tokens
from vaultbrain.inference.e5.engine import OnnxEngine

if TYPE_CHECKING:
    from vaultbrain.inference.e5.weights import Floats, Weights


def engine(weights: Weights, largest: int = 127, threads: int = 2) -> OnnxEngine:
    built = artifacts.Artifacts(graph.build(weights, largest), tokens.build(weights.vocabulary()))
    return OnnxEngine(weights, built, threads)


def stored(weights: Weights) -> dict[str, Floats]:
    """The weights as the file holds them."""
    values = tiny.tensors()
    return {name: weights.tensor(name).reshape(value.shape) for name, value in values.items()}


@pytest.mark.parametrize(("largest", "nearness"), [(127, 0.9998), (63, 0.9995)])
def test_the_graph_computes_the_encoder(weights: Weights, largest: int, nearness: float) -> None:
    ids = [0, *(tiny.PIECES.index(piece) for piece in ("▁", *"passage:", "▁the", "▁ab", "c")), 2]
    expected = tiny.forward(stored(weights), ids)
    (found,) = engine(weights, largest).passages(["the abc"])
    assert np.linalg.norm(found) == pytest.approx(1, abs=1e-5)
    assert found @ expected / np.linalg.norm(expected) > nearness


def test_a_question_has_a_prefix_of_its_own(weights: Weights) -> None:
    ids = [0, *(tiny.PIECES.index(piece) for piece in ("▁", *"query:", "▁the")), 2]
    expected = tiny.forward(stored(weights), ids)
    (found,) = engine(weights).queries(["the"])
    assert found @ expected / np.linalg.norm(expected) > 0.9998


def test_company_changes_no_vector(weights: Weights) -> None:
    texts = ["a", "the the the the the", "c ab", "the", ""]
    subject = engine(weights)
    together = subject.passages(texts)
    for text, vector in zip(texts, together, strict=True):
        assert np.array_equal(subject.passages([text])[0], vector)
    assert np.array_equal(engine(weights, threads=1).passages(texts), together)


def test_a_text_beyond_the_window_is_read_to_its_end(weights: Weights) -> None:
    values, room = stored(weights), tiny.POSITIONS - 2
    prefix = [tiny.PIECES.index(piece) for piece in ("▁", *"passage:")]
    ids = prefix + [tiny.PIECES.index("▁the")] * 30
    windows = [[0, *ids[at : at + room], 2] for at in range(0, len(ids), room)]
    assert len(windows) == 2
    expected = sum(tiny.forward(values, window) * len(window) for window in windows)
    (found,) = engine(weights).passages(["the " * 30])
    assert found @ expected / np.linalg.norm(expected) > 0.9998


def test_tokens_are_counted_without_prefix_and_specials(weights: Weights) -> None:
    assert engine(weights).count(["abc", "the", "🟥🟧"]) == [2, 1, 3]


def test_quantized_weights_stay_within_their_range() -> None:
    matrix = np.array([[1.0, -254.0, 0.0], [0.5, 127.0, 0.0]], np.float32)
    whole, scales = graph.quantized(matrix, 127)
    assert whole.tolist() == [[127, -127, 0], [64, 64, 0]]
    assert scales[:2].tolist() == pytest.approx([1 / 127, 2])
    assert np.isfinite(scales).all()
    assert np.abs(graph.quantized(matrix, 63)[0]).max() == 63

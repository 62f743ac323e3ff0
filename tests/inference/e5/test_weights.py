from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.inference.e5 import tiny
from vaultbrain.inference.e5.weights import Shape, open_weights
from vaultbrain.inference.faults import WeightsDamaged

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.inference.e5.weights import Weights


def test_the_header_tells_the_sizes(weights: Weights) -> None:
    assert weights.shape == Shape(384, 1, 12, 1536, 31, 24, weights.shape.epsilon)
    assert weights.shape.epsilon == pytest.approx(tiny.EPSILON)
    assert weights.replacements == tiny.REPLACEMENTS


def test_pieces_come_with_their_scores_and_roles(weights: Weights) -> None:
    found = weights.vocabulary()
    assert found.pieces == tiny.PIECES
    assert found.scores.tolist() == list(tiny.SCORES)
    assert (weights.begin, weights.end, found.unknown) == (0, 2, 3)


def test_a_float_tensor_is_read_as_it_is(weights: Weights) -> None:
    assert np.array_equal(weights.tensor("l0.fi.b"), tiny.tensors()["l0.fi.b"])


@pytest.mark.parametrize(
    ("name", "shape"), [("l0.q.w", (384, 384)), ("l0.fi.w", (1536, 384)), ("l0.fo.w", (384, 1536))]
)
def test_a_quantized_matrix_is_near_what_was_packed(
    weights: Weights, name: str, shape: tuple[int, int]
) -> None:
    found, expected = weights.matrix(name), tiny.tensors()[name]
    assert found.shape == shape
    # Half a step of a block's scale, which is a seventh of its largest value.
    steps = np.abs(expected.reshape(-1, 32)).max(axis=1, keepdims=True) / 7
    assert (np.abs(found - expected).reshape(-1, 32) <= steps * 0.51).all()


def test_low_nibbles_come_first(tmp_path: Path) -> None:
    values = tiny.tensors()
    table = np.resize(np.arange(-7, 8, dtype=np.float32), (len(tiny.PIECES), 384))
    raw = tiny.file({**values, "emb.word": table})
    (tmp_path / "w").write_bytes(raw)
    found = open_weights(tmp_path / "w", hashlib.sha256(raw).hexdigest())
    assert found.tensor("emb.word").tolist() == table.reshape(-1).tolist()


def test_word_embeddings_are_the_rows_of_their_table(weights: Weights) -> None:
    table = weights.tensor("emb.word").reshape(31, 384)
    assert np.array_equal(weights.embeddings([5, 0, 30, 5]), table[[5, 0, 30, 5]])


def test_other_bytes_than_expected_are_refused(tmp_path: Path) -> None:
    raw = tiny.file(tiny.tensors())
    (tmp_path / "w").write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    with pytest.raises(WeightsDamaged):
        open_weights(tmp_path / "w", hashlib.sha256(raw).hexdigest())


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsDamaged):
        open_weights(tmp_path / "none", "")


def test_another_format_under_the_right_hash_is_refused(tmp_path: Path) -> None:
    good = tiny.file(tiny.tensors())
    at = good.index(b"emb.word") + len(b"emb.word")
    for raw in (
        tiny.file(tiny.tensors(), magic=b"E5S2"),
        tiny.file(tiny.tensors(), block=64),
        good[:at] + b"\x07" + good[at + 1 :],  # a kind of tensor that is not known
        good.replace(struct.pack("<iI", 4, 36), struct.pack("<iI", 4, 37)),
    ):
        (tmp_path / "w").write_bytes(raw)
        with pytest.raises(WeightsDamaged):
            open_weights(tmp_path / "w", hashlib.sha256(raw).hexdigest())

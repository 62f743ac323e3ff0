from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.inference.e5 import tiny
from vaultbrain.inference.e5 import tokens

if TYPE_CHECKING:
    from vaultbrain.inference.e5 import weights


@pytest.fixture
def tokenizer(weights: weights.Weights) -> tokens.Tokenizer:
    return tokens.Tokenizer(tokens.build(weights.vocabulary()), weights.replacements)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("the abc", ["▁the", "▁ab", "c"]),
        ("  the \n the  ", ["▁the", "▁the"]),
        ("cab", ["▁", "c", "ab"]),
        ("a\u0301\ufb01", ["▁", "a", "f", "i"]),  # the model's own normalization
        ("a\u00a0b", ["▁", "a", "▁", "b"]),
        ("", []),
        # As the model's own engine reads it: a piece like any other.
        ("a<s>", ["▁", "a", "<s>"]),
    ],
)
def test_the_best_pieces_are_found(
    tokenizer: tokens.Tokenizer, text: str, pieces: list[str]
) -> None:
    assert tokenizer.ids([text]) == [[tiny.PIECES.index(piece) for piece in pieces]]


def test_each_unknown_character_counts(tokenizer: tokens.Tokenizer) -> None:
    unknown, space = tiny.PIECES.index("<unk>"), tiny.PIECES.index("▁")
    assert tokenizer.ids(["the", "🟥🟧z a"]) == [
        [tiny.PIECES.index("▁the")],
        [space, unknown, unknown, unknown, space, tiny.PIECES.index("a")],
    ]

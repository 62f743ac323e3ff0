from __future__ import annotations

import time
import unicodedata

import pytest

from vaultbrain.unicode import composed, is_piled


@pytest.mark.parametrize(
    "text", ["plain", "příliš žluťoučký", "한국어 か\u3099", "\u2126 x\u0301", "🎉" * 50]
)
def test_text_is_composed(text: str) -> None:
    assert composed(unicodedata.normalize("NFD", text)) == unicodedata.normalize("NFC", text)


def test_a_pile_of_signs_takes_no_time() -> None:
    pile = "\u0301\u0327" * 500_000
    start = time.process_time()
    found = composed(f"e\u0301 a{pile} e\u0301")
    assert time.process_time() - start < 2
    assert found == f"\u00e9 a{pile} \u00e9"


def test_a_pile_is_told() -> None:
    assert is_piled("a" + "\u0301" * 32)
    assert not is_piled("a\u0301" * 32)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.clean import clean
from vaultbrain.inference.words import LONGEST_KEPT, WordCounts, estimate


def lengths(words: list[str]) -> list[int]:
    return [len(word) for word in words]


@given(st.text(st.characters(codec=None)))
def test_clean_text_can_be_encoded_and_has_no_odd_edges(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode()
    assert "\0" not in cleaned
    assert cleaned == cleaned.strip()
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain note", "plain note"),
        ("a\0b", "a b"),
        ("a\ud800b", "a b"),
        ("a\x0b\u200bb\ufeff", "a  b"),
        (" \n", ""),
        ("\ufdfa", "صلى الله عليه وسلم"),
    ],
)
def test_clean(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(st.lists(st.text("ab \n", max_size=30), max_size=5))
def test_counts_are_the_sums_over_words(texts: list[str]) -> None:
    counter = WordCounts()
    expected = [len("".join(text.split())) for text in texts]
    assert counter.count(texts, lengths) == expected
    assert counter.count(texts, lengths) == expected


def test_each_word_is_asked_once_ever() -> None:
    asked: list[list[str]] = []

    def ask(words: list[str]) -> list[int]:
        asked.append(words)
        return lengths(words)

    counter = WordCounts()
    counter.count(["one two one", "two three"], ask)
    counter.count(["three one four"], ask)
    counter.count(["four"], ask)
    assert asked == [["one", "three", "two"], ["four"]]


def test_long_words_are_asked_again() -> None:
    word = "x" * (LONGEST_KEPT + 1)
    asked: list[str] = []

    def ask(words: list[str]) -> list[int]:
        asked.extend(words)
        return lengths(words)

    counter = WordCounts()
    assert counter.count([word, f"{word} y"], ask) == [41, 42]
    assert counter.count([word], ask) == [41]
    assert asked == [word, "y", word]


def test_many_words_travel_in_several_requests() -> None:
    sizes: list[int] = []

    def ask(words: list[str]) -> list[int]:
        sizes.append(sum(map(len, words)))
        return lengths(words)

    text = " ".join(f"{n:039d}" for n in range(12_000))
    assert WordCounts().count([text], ask) == [12_000 * 39]
    assert len(sizes) == 3
    assert max(sizes) <= 200_000


def test_the_memory_is_bounded_and_counts_stay_right() -> None:
    counter = WordCounts(most=3)
    assert counter.count(["a bb ccc"], lengths) == [6]
    assert counter.count(["a bb dddd"], lengths) == [7]
    assert len(counter._known) <= 3
    assert counter.count(["p q r s t"], lengths) == [5]
    assert counter._known == {}


def test_a_failing_model_leaves_nothing_behind() -> None:
    def fail(words: list[str]) -> list[int]:
        raise EmbedderError(f"{len(words)} words")

    counter = WordCounts()
    counter.count(["known"], lengths)
    with pytest.raises(EmbedderError):
        counter.count(["known new"], fail)
    assert set(counter._known) == {"known"}
    assert counter.estimate(["known new", ""]) == [6, 0]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("a", 1),
        ("cat", 1),
        ("note", 2),
        ("střecha", 3),
        ("a.b", 2),
        ("1/2", 3),
        ("日本", 2),
        ("k" * 50, 50),
    ],
)
def test_estimate(word: str, expected: int) -> None:
    assert estimate(word) == expected

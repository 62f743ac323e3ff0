from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from vaultbrain.search import lexicon

WORDS = st.text(st.characters(categories=["Ll"]), min_size=1, max_size=9)
CLOSE = st.text(st.sampled_from("abñж"), min_size=1, max_size=6)


def packed(words: set[str]) -> dict[int, lexicon.Column]:
    return dict(lexicon.pack((word, n) for n, word in enumerate(sorted(words), 1)))


@given(st.sets(WORDS), WORDS)
def test_every_word_is_found_as_it_is(words: set[str], other: str) -> None:
    columns = packed(words)
    counts = {word: lexicon.documents(columns, word) for word in words | {other}}
    assert counts == {other: 0} | {word: n for n, word in enumerate(sorted(words), 1)}


@given(st.sets(CLOSE), CLOSE, st.integers(1, 2))
def test_near_words_are_those_of_a_comparison_with_all(
    words: set[str], typed: str, most: int
) -> None:
    found = lexicon.nearest(packed(words), typed, most)
    assert {at.word: at.distance for at in found} == {
        word: distance for word in words if 0 < (distance := OSA.distance(typed, word)) <= most
    }


@given(st.one_of(WORDS, CLOSE), st.one_of(WORDS, CLOSE))
def test_signatures_never_differ_by_more_than_two_bits_an_edit(one: str, other: str) -> None:
    differing = lexicon.signature(one) ^ lexicon.signature(other)
    assert differing.bit_count() <= 2 * OSA.distance(one, other)
    assert lexicon.signature(one) < 1 << 64


def test_nothing_is_near_in_an_empty_vault() -> None:
    assert list(lexicon.nearest({}, "word", 2)) == []
    assert lexicon.documents({}, "word") == 0

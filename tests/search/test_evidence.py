from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.search.evidence import FLOOR, Features, evidence

shares = st.floats(0, 1)
cosines = st.floats(-0.3, 0.3)


@given(shares, shares, cosines, cosines)
def test_more_of_anything_that_speaks_for_an_answer_is_more_evidence(
    coverage: float, strange: float, passage: float, sentence: float
) -> None:
    sure = evidence(Features(coverage, strange, passage, sentence))
    assert 0 <= sure <= 1
    assert evidence(Features(1.0, strange, passage, sentence)) >= sure
    assert evidence(Features(coverage, 0.0, passage, sentence)) >= sure
    assert evidence(Features(coverage, strange, passage + 0.1, sentence)) >= sure
    assert evidence(Features(coverage, strange, passage, sentence + 0.1)) >= sure


def test_what_scores_as_noise_is_refused_and_what_stands_out_is_not() -> None:
    assert evidence(Features(0.3, 0.0, 0.0, 0.0)) < FLOOR
    assert evidence(Features(0.3, 0.0, 0.08, 0.1)) > 0.95
    assert evidence(Features(0.5, 0.8, 0.02, 0.05)) < evidence(Features(0.5, 0.0, 0.02, 0.05))


def test_words_alone_go_by_what_they_cover() -> None:
    assert evidence(Features(1.0)) > 0.95
    assert evidence(Features(0.1)) < FLOOR
    assert evidence(Features(0.7, strange=0.9)) < FLOOR < evidence(Features(0.7))
    assert evidence(Features(0.7, passage=0.2)) == evidence(Features(0.7))

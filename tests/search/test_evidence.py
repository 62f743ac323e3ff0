from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.inference.engines import CALIBRATION
from vaultbrain.search.evidence import FLOOR, Features, evidence


def sure(*features: float, **more: float) -> float:
    return evidence(Features(*features, **more), CALIBRATION)


shares = st.floats(0, 1)
cosines = st.floats(-0.3, 0.3)


@given(shares, shares, cosines, cosines)
def test_more_of_anything_that_speaks_for_an_answer_is_more_evidence(
    coverage: float, strange: float, passage: float, sentence: float
) -> None:
    before = sure(coverage, strange, passage, sentence)
    assert 0 <= before <= 1
    assert sure(1.0, strange, passage, sentence) >= before
    assert sure(coverage, 0.0, passage, sentence) >= before
    assert sure(coverage, strange, passage + 0.1, sentence) >= before
    assert sure(coverage, strange, passage, sentence + 0.1) >= before


def test_what_scores_as_noise_is_refused_and_what_stands_out_is_not() -> None:
    assert sure(0.3, 0.0, 0.0, 0.0) < FLOOR
    assert sure(0.3, 0.0, 0.08, 0.1) > 0.95
    assert sure(0.5, 0.8, 0.02, 0.05) < sure(0.5, 0.0, 0.02, 0.05)


def test_words_alone_go_by_what_they_cover() -> None:
    assert sure(1.0) > 0.95
    assert sure(0.1) < FLOOR
    assert sure(0.7, strange=0.9) < FLOOR < sure(0.7)
    assert sure(0.7, passage=0.2) == sure(0.7)
    assert evidence(Features(0.7, 0.0, 0.2, 0.2), None) == sure(0.7)

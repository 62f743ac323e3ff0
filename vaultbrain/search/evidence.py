"""How sure the vault holds what was asked: 0 to 1, calibrated, independent of the ranking.

Never a fusion score (it looks the same for right and wrong answers) and never an absolute
cosine (this model's cosines of unrelated texts reach .84): only how much of the question one
passage covers, and how far the best passage stands out from this query's own background.
"""

from __future__ import annotations

import math

import msgspec


class Features(msgspec.Struct, frozen=True):
    """What is known of the best passages.

    coverage: share of the question's weight in one passage, 0 to 1.
    margin: cosine of the best passage above the background, in deviations; None without a model.
    agreement: both legs have the same note among their first three.
    """

    coverage: float
    margin: float | None
    agreement: bool


# Fitted by benchmarks/calibrate.py on the dev queries; see docs/explanation/evidence.md.
_WITH_MODEL = (-9.0, 3.0, 1.6, 0.6)
_WORDS_ONLY = (-4.0, 6.0)
FLOOR = 0.5


def evidence(features: Features) -> float:
    """The probability that the passages hold the answer, by logistic regression."""
    if features.margin is None:
        bias, by_coverage = _WORDS_ONLY
        return _logistic(bias + by_coverage * features.coverage)
    bias, by_coverage, by_margin, by_agreement = _WITH_MODEL
    return _logistic(
        bias
        + by_coverage * features.coverage
        + by_margin * features.margin
        + by_agreement * features.agreement
    )


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))

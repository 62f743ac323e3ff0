"""How sure the vault holds what was asked: 0 to 1, calibrated, independent of the ranking.

Never a fusion score (it looks the same for right and wrong answers) and never an absolute
cosine (this model's cosines of unrelated texts reach .84): only how much of the question one
passage covers, and how far the best passage and the best sentence stand out from what this
very question scores against the vault at large.
"""

from __future__ import annotations

import math

import msgspec


class Features(msgspec.Struct, frozen=True):
    """What is known of the best passages.

    coverage: share of the question's weight in one passage, 0 to 1.
    margin: cosine of the best passage above the background, in the background's deviations.
    lead: cosine of the best sentence above the background's mean.
    Both are None where no model was asked.
    """

    coverage: float
    margin: float | None = None
    lead: float | None = None


# Fitted by logistic regression on the dev queries (benchmarks/calibrate.py prints them).
_WITH_MODEL = (-14.5, 3.2, 2.6, 76.5)
_WORDS_ONLY = (-5.9, 12.8)
FLOOR = 0.5


def evidence(features: Features) -> float:
    """The probability that the passages hold the answer."""
    bias, by_coverage = _WORDS_ONLY
    by_words = _logistic(bias + by_coverage * features.coverage)
    if features.margin is None or features.lead is None:
        return by_words
    bias, by_coverage, by_margin, by_lead = _WITH_MODEL
    with_model = _logistic(
        bias
        + by_coverage * features.coverage
        + by_margin * features.margin
        + by_lead * features.lead
    )
    # Words that are all there are as sure beside a model: on the dev queries this refuses 8.5 % of
    # the answered ones in place of 9.2 %, and no fewer of those without an answer.
    return max(by_words, with_model)


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))

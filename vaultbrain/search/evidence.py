"""How sure the vault holds what was asked: 0 to 1, calibrated, independent of the ranking.

Never a fusion score (it looks the same for right and wrong answers) and never an absolute
cosine (this model's cosines of unrelated texts reach .84): only how much of the question one
passage covers, and how far the best passage and the best sentence stand out from what questions
score that this vault does not answer.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from vaultbrain.inference.base import Calibration


class Features(msgspec.Struct, frozen=True):
    """What is known of the best passages.

    coverage: share of the question's weight in one passage, 0 to 1.
    strange: share of the question's words that the vault knows, where a name or a number in it is
        none of these; else 0.
    passage: cosine of the best passage, less the noise.
    sentence: cosine of the best sentence, less the noise.
    The last two are None where no model was asked.
    """

    coverage: float
    strange: float = 0.0
    passage: float | None = None
    sentence: float | None = None


# Fitted by logistic regression on the dev queries (benchmarks/calibrate.py prints them).
_WORDS_ONLY = (-4.14, 13.03, -10.02)
FLOOR = 0.5
_CERTAIN = 50.0


def evidence(features: Features, calibration: Calibration | None) -> float:
    """The probability that the passages hold the answer.

    By words alone where no model was asked, or one that nobody has measured.
    """
    if calibration is None or features.passage is None or features.sentence is None:
        bias, by_coverage, by_strange = _WORDS_ONLY
        return _logistic(bias + by_coverage * features.coverage + by_strange * features.strange)
    bias, by_coverage, by_strange, by_passage, by_sentence = calibration.evidence
    return _logistic(
        bias
        + by_coverage * features.coverage
        + by_strange * features.strange
        + by_passage * features.passage
        + by_sentence * features.sentence
    )


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-_CERTAIN, min(_CERTAIN, value))))

"""What a vault scores for questions that it does not answer.

How near the nearest passage is, says little by itself: it depends on the model, on the language of
the question and of the notes, on what they are about and on how many they are. So the vault is
asked what hardly any vault answers, in the language of the question, and what that scores is the
zero.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from vaultbrain.search.unrelated import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.search.dense import Nearest
    from vaultbrain.store.narrow import Floats

# Measured anew when the vault has grown or shrunk by this part.
_OUT_OF_DATE = 1 / 4
# A language without questions of its own is measured with so many of each.
_OF_EACH = 2


class Noise:
    """Measured for each language when it is first asked in. Shared by threads."""

    def __init__(self, embed: Callable[[str], Floats]) -> None:
        """Take the collaborator.

        Args:
            embed: gives the vector of a question.
        """
        self._embed = embed
        self._lock = threading.Lock()
        self._vectors: dict[tuple[int, str], list[Floats]] = {}
        self._known: dict[tuple[int, str], tuple[int, float]] = {}

    def of_vault(
        self, generation: int, language: str, vectors: int, nearest: Callable[[Floats], Nearest]
    ) -> float:
        """What a vault scores for a question that it does not answer; kept until it has changed.

        Args:
            generation: whose vectors.
            language: of the question.
            vectors: how many the vault has.
            nearest: finds the passages nearest to a vector.

        Returns:
            The cosine of the nearest passage, less its language's lead; the median of all such
            questions.

        Raises:
            EmbedderError: the model does not answer.
        """
        with self._lock:
            known = self._known.get((generation, language))
        if known is None or abs(vectors - known[0]) > _OUT_OF_DATE * known[0]:
            known = vectors, self.of(generation, language, nearest)
            with self._lock:
                self._known[generation, language] = known
        return known[1]

    def of(self, generation: int, language: str, nearest: Callable[[Floats], Nearest]) -> float:
        """The same of a part of the vault, which `nearest` looks through."""
        found = [nearest(vector).hits for vector in self._asked(generation, language)]
        return float(np.median([hits[0].score for hits in found if hits] or [0.0]))

    def _asked(self, generation: int, language: str) -> list[Floats]:
        with self._lock:  # two would ask the model for the same
            asked = self._vectors.get((generation, language))
            if asked is None:
                asked = [self._embed(text) for text in questions(language)]
                self._vectors[generation, language] = asked
            return asked


def questions(language: str) -> tuple[str, ...]:
    """Those in a language, or some in every one."""
    own = QUESTIONS.get(language)
    if own is not None:
        return own
    return tuple(text for texts in QUESTIONS.values() for text in texts[:_OF_EACH])

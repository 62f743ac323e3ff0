"""What the house asks of an embedding model, whichever engine runs it.

Importing this module loads no model and no numpy: the daemon imports it at start-up.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]


class ModelIdentity(msgspec.Struct, frozen=True):
    """Everything that decides whether two vectors may be compared.

    `prefixes` holds what the model puts before a query and before a passage, `precision` how
    its weights are rounded. Two engines that run the same weights to the same vectors share an
    identity.
    """

    model: str
    weights_sha256: str
    precision: str
    prefixes: tuple[str, str]
    pooling: str
    dimension: int

    @property
    def fingerprint(self) -> str:
        """The key of a generation of vectors: the model's name and a hash over all fields."""
        digest = hashlib.sha256(msgspec.json.encode(self)).hexdigest()
        return f"{self.model}:{digest[:16]}"

    @property
    def tokenizer(self) -> str:
        """Equal for all that count tokens alike: the tokenizer comes with the weights."""
        return f"{self.model}:{self.weights_sha256[:16]}"


class Calibration(msgspec.Struct, frozen=True):
    """What a model's vectors are worth, fitted on queries with known answers.

    `dense_weight` is the share of meaning in a ranking where words are fully trusted, which they
    are where one of the best passages holds `trusted_coverage` of a question. `evidence` are the
    coefficients of a logistic regression: the bias, then those of `search.evidence.Features`.
    """

    dense_weight: float
    trusted_coverage: float
    evidence: tuple[float, float, float, float, float]


class Health(msgspec.Struct, frozen=True):
    """Whether an embedder can be asked now.

    `loaded` says that the model is in memory, `pid` in which process where it has one of its
    own. `reason` and `advice` are empty if all is well.
    """

    available: bool
    loaded: bool
    reason: str = ""
    advice: str = ""
    pid: int | None = None


class Embedder(Protocol):
    """Turns texts into unit vectors. Every method may be called from any thread."""

    @property
    def identity(self) -> ModelIdentity:
        """Which vectors this embedder makes."""

    @property
    def calibration(self) -> Calibration | None:
        """What its vectors are worth; None where nobody has measured it."""

    @property
    def max_tokens(self) -> int:
        """How many tokens, as `count_tokens` counts them, a passage may have."""

    def embed_passages(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        """Embed passages in the order given.

        Urgent ones do not wait behind others and are computed with the priority of a question.
        A passage of more than `max_tokens` tokens still gets one vector, but a blurred one:
        cut it before. White space around a text does not count.

        Returns:
            float32 of shape (len(texts), dimension), each row of length 1.

        Raises:
            EmbedderError: the model is unavailable or failed on this batch; nothing is kept.
        """

    def embed_query(self, text: str, timeout: float | None = None) -> Vectors:
        """Embed a question, whatever else is being embedded.

        Args:
            text: the question.
            timeout: seconds to wait for the model to be free; None waits as long as it takes.

        Returns:
            float32 of shape (dimension,), of length 1.

        Raises:
            EmbedderError: the model is unavailable, failed, or was not free in time.
        """

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, without the prefix and the special tokens.

        Counts add up over words: a text has as many tokens as its words together. Never
        raises for a missing model: it then estimates, and rather too many than too few.
        """

    def health(self) -> Health:
        """Say whether the model can be asked, without waiting for it."""

    def close(self) -> None:
        """Free everything; later calls raise EmbedderError. May be called twice."""

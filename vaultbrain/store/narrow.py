"""A vector in bytes: what is left of it without the mean, as a length and a direction.

Vectors of a model point nearly the same way, and what they share tells nothing. So the mean is
taken off, and the rest of each vector has a scale of its own: 127 is its largest number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Small = NDArray[np.int8]
    Ids = NDArray[np.int64]

_LARGEST = np.float32(127)
# Divides a zero without a warning.
_TINY = np.float32(1e-30)


def unit(values: Floats) -> Floats:
    """Vectors of shape (n, dimension), each of length 1; zeros stay."""
    return np.asarray(values / np.maximum(_lengths(values), _TINY)[:, None], np.float32)


def centred(values: Floats, mean: bytes | None) -> Floats:
    """Vectors less the mean, which is float32, or None where it is not known yet."""
    return values if mean is None else values - np.frombuffer(mean, np.float32)


def narrow(values: Floats, mean: bytes | None) -> tuple[Small, Floats]:
    """Directions (n, dimension) and lengths (n,) of vectors (n, dimension) less the mean."""
    return narrow_rest(centred(unit(values), mean))


def narrow_rest(rest: Floats) -> tuple[Small, Floats]:
    """The same of vectors whose mean is off."""
    largest = np.maximum(np.abs(rest).max(axis=1, initial=0), _TINY)
    return np.rint(rest * (_LARGEST / largest)[:, None]).astype(np.int8), _lengths(rest)


def widen(small: Small, norms: Floats, mean: bytes | None) -> Floats:
    """The vectors of shape (n, dimension) again, of length 1 but for a thousandth."""
    rest = direction(small) * norms[:, None]
    return rest if mean is None else rest + np.frombuffer(mean, np.float32)


def direction(small: Small) -> Floats:
    """Directions as unit vectors."""
    return unit(small.astype(np.float32))


def _lengths(values: Floats) -> Floats:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", values, values)), np.float32)

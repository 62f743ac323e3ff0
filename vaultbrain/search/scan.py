"""Choosing candidates by their codes: all of them looked at once, the best looked at closely.

What ranks vectors of length 1 by their cosine with a query, ranks them by
`(query - mean) * rest - rest² / 2`, where `rest` is the vector less the mean. Codes hold the signs
of `rest`, and the gain that makes of a product with signs the best guess of that with `rest`. First
the query counts by its signs as well: that is one pass over the bits. For the best of
them it counts by four bits a number, which is four passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vaultbrain.store.codes import signs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vaultbrain.store.codes import Bits, Codes
    from vaultbrain.store.narrow import Floats

    Places = NDArray[np.intp]

# What is looked at closely: this part, and so many at least.
_CLOSELY, _LEAST_CLOSELY = 1 / 64, 4096
# Bits that a number of the query has then, and the largest, in standard deviations.
_BITS, _LARGEST = 4, 2.75
# So many codes at a time stay near the processor.
_AT_ONCE = 16_384
_TINY = 1e-30
# A threshold is found in so many of the numbers, for a sort of all costs more than the scan.
_SAMPLED = 16_384


def closest(codes: Codes, rest: Floats, limit: int) -> Places:
    """Places of the vectors that are most likely the nearest, in no order.

    Args:
        codes: of n vectors.
        rest: the query less their mean, shape (dimension,).
        limit: at most so many.
    """
    count = len(codes.ids)
    if count <= limit:
        return np.arange(count)
    few = max(int(count * _CLOSELY), _LEAST_CLOSELY, limit)
    if count <= few:
        return largest(_close(codes, rest), limit)
    at = largest(_rough(codes, rest), few)
    at.sort()
    return np.asarray(at[largest(_close(codes.take(at), rest), limit)], np.intp)


def largest(scores: Floats, limit: int) -> Places:
    """Places of the largest numbers, in no order."""
    count = len(scores)
    if count <= limit:
        return np.arange(count)
    at = np.arange(0)
    if count > 2 * _SAMPLED:
        some = scores[:: count // _SAMPLED]
        rank = min(len(some) - 1, int(len(some) * limit / count * 1.15) + 16)
        at = np.flatnonzero(scores >= np.partition(some, -1 - rank)[-1 - rank])
    if len(at) < limit:  # there was no sample, or it was misleading
        return np.argpartition(scores, -limit)[-limit:]
    return np.asarray(at[np.argpartition(scores[at], -limit)[-limit:]], np.intp)


def _rough(codes: Codes, rest: Floats) -> Floats:
    """The query by its signs: the product is the count of equal less that of different ones."""
    dimension, bits = len(rest), signs(rest[None, :])
    weight = np.float32((rest * rest).sum() / max(float(np.abs(rest).sum()), _TINY))
    scores = np.empty(len(codes.ids), np.float32)
    for start in range(0, len(scores), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        score, norms = scores[part], codes.norms[part]
        np.multiply(_count(codes.bits[:, part] ^ bits), -2 * weight, out=score)
        score += dimension * weight
        score *= codes.gains[part]
        score -= norms * norms * np.float32(0.5)
    return scores


def _close(codes: Codes, rest: Floats) -> Floats:
    """The query in steps, the first bits of all their numbers at once, then the second ones."""
    largest_number = _LARGEST * float(np.sqrt((rest * rest).mean()))
    last = 2**_BITS - 1
    step = max(2 * largest_number / last, _TINY)
    steps = np.clip(np.rint((rest + largest_number) / step), 0, last).astype(np.uint8)
    sums = np.zeros(len(codes.ids), np.float32)
    for bit in range(_BITS):
        plane = signs((steps >> bit & 1)[None, :])
        sums += _count(codes.bits & plane) * np.float32(step * 2**bit)
    sums -= _count(codes.bits) * np.float32(largest_number)
    # A sign is its bit twice, less one.
    products = 2 * sums - np.float32((step * steps - largest_number).sum())
    return np.asarray(codes.gains * products - codes.norms * codes.norms / 2, np.float32)


def _count(bits: Bits) -> NDArray[np.uint16]:
    """How many bits are set in each column, which is a vector."""
    return np.asarray(np.bitwise_count(bits).sum(axis=0, dtype=np.uint16))

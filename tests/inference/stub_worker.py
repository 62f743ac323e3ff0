"""A worker whose engine does what the first word of a text says. Started by tests."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vaultbrain.inference.worker import serve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.inference.base import Vectors

DIMENSION = 384


class StubEngine:
    def count(self, words: Sequence[str]) -> list[int]:
        for word in words:
            obey(word.partition(":"))
        return [1] * (len(words) - ("miscount" in words))

    def passages(self, texts: Sequence[str]) -> Vectors:
        for text in texts:
            obey(text.partition(":"))
        vectors = np.zeros((len(texts), DIMENSION - ("narrow" in texts)), np.float32)
        vectors[:, 0] = np.nan if "nan" in texts else 1
        return vectors

    queries = passages


def obey(order: tuple[str, str, str]) -> None:
    match order:
        case ("die", _, status):
            os._exit(int(status))
        case ("sleep", _, seconds):
            time.sleep(float(seconds))
        case ("raise", _, _):
            raise LookupError("the text stands here")
        case ("noise", _, _):
            os.write(1, b"\xff" * 8)
        case ("leave", _, flag) if not Path(flag).exists():
            Path(flag).touch()
            os._exit(0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int)
    parser.add_argument("--idle", type=float, default=60)
    serve(0, 1, StubEngine, parser.parse_args().idle)

"""A worker whose engine does what the first word of a text says. Started by tests."""

from __future__ import annotations

import argparse
import os
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vaultbrain.inference.faults import RuntimeMissing, WeightsDamaged
from vaultbrain.inference.worker import connect, serve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.inference.base import Vectors

DIMENSION = 384


class StubEngine:
    def count(self, words: Sequence[str]) -> list[int]:
        for word in words:
            obey(word.partition(":"))
        return [1] * (len(words) - ("miscount" in words))

    def passages(self, texts: Sequence[str], *, urgent: bool) -> Vectors:
        return embed("urgent" if urgent else "passages", texts)

    def queries(self, texts: Sequence[str]) -> Vectors:
        return embed("query", texts)


def embed(lane: str, texts: Sequence[str]) -> Vectors:
    for text in texts:
        obey(text.partition(":"))
    vectors = np.zeros((len(texts), DIMENSION - ("narrow" in texts)), np.float32)
    vectors[:, 0] = np.nan if "nan" in texts else 1
    vectors[:, 1] = [fingerprint(lane, text) for text in texts]
    return vectors


def fingerprint(lane: str, text: str) -> int:
    """Stands in a vector, so that a test can tell whose it is; exact in float32."""
    return zlib.crc32(f"{lane} {text}".encode()) % 2**20


def obey(order: tuple[str, str, str]) -> None:
    match order:
        case ("die", _, status):
            os._exit(int(status))
        case ("hang", _, flag):
            Path(flag).touch()
            time.sleep(60)
        case ("wait", _, flag):
            Path(f"{flag}.waiting").touch()
            while not Path(flag).exists():
                time.sleep(0.005)
        case ("raise", _, quoted):
            raise LookupError(quoted)
        case ("lack", _, _):
            raise RuntimeMissing
        case ("damage", _, _):
            raise WeightsDamaged
        case ("noise", _, _):
            os.write(1, b"\xff" * 8)
        case ("leave", _, flag) if not Path(flag).exists():
            Path(flag).touch()
            os._exit(0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lanes", type=int, nargs=4)
    parser.add_argument("--idle", type=float, default=60)
    # What it is told of a real engine is nothing to it.
    given, _ = parser.parse_known_args()
    # One line of the log for each start.
    print("started", flush=True)  # noqa: T201
    serve(connect(given.lanes), StubEngine, given.idle)
    os._exit(0)

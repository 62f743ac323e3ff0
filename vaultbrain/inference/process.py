"""A model worker as the daemon holds it: one child process, two pipes."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vaultbrain.inference.frames import FrameError, pack, parse_reply, read_body

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultbrain.inference.frames import Reply, Request

_GRACE_SECONDS = 2.0
_PASSED_ON = ("PATH", "HOME", "LANG", "PYTHONPATH")


class WorkerGone(Exception):  # noqa: N818 - read as a sentence
    """The worker ended before it answered. Status 0 means that it went by itself."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class WorkerHung(Exception):  # noqa: N818
    """The worker took too long and was killed."""


@dataclass(frozen=True)
class WorkerSettings:
    """How to run a worker.

    The worker computes on `threads` threads and ends after `idle` seconds without a request;
    None leaves either to its own default. It is killed when a request takes longer than
    `patience` seconds; `log` gets its standard error. `program` is what Python runs.
    """

    threads: int | None = None
    idle: float | None = None
    patience: float = 120.0
    log: Path | None = None
    program: tuple[str, ...] = ("-m", "vaultbrain.inference.worker")

    def command(self) -> list[str]:
        """The command line. `-P` keeps modules of the current folder, a vault maybe, out."""
        arguments: list[str] = []
        if self.threads is not None:
            arguments += ["--threads", str(self.threads)]
        if self.idle is not None:
            arguments += ["--idle", str(self.idle)]
        return [sys.executable, "-P", *self.program, *arguments]


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """What a worker may know of the daemon's environment; no token or key is among it."""
    passed = {
        key: value for key, value in environ.items() if key in _PASSED_ON or key.startswith("OMP_")
    }
    root = str(Path(__file__).parents[2])
    if root not in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        # Run from a source tree: the worker has to find the package there as well.
        passed["PYTHONPATH"] = os.pathsep.join(filter(None, (passed.get("PYTHONPATH"), root)))
    return passed


class WorkerProcess:
    """One running worker. One thread at a time may ask; `alive` and `kill` are for all."""

    def __init__(self, settings: WorkerSettings) -> None:
        """Start it.

        Raises:
            OSError: the process cannot be started or the log not be written.
        """
        self._patience = settings.patience
        self.answered = False
        log = os.open(settings.log or os.devnull, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            self._process = subprocess.Popen(
                settings.command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(os.environ),
                bufsize=0,
                close_fds=True,
            )
        finally:
            os.close(log)
        assert self._process.stdin is not None  # noqa: S101 - asked for above
        assert self._process.stdout is not None  # noqa: S101
        self._requests, self._replies = self._process.stdin, self._process.stdout
        # A worker that stops reading must not hold the daemon in a write.
        os.set_blocking(self._requests.fileno(), False)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def ask(self, request: Request) -> Reply:
        """Send a request and wait for its reply.

        Raises:
            WorkerGone: it ended first.
            WorkerHung: it took too long, and was killed.
        """
        deadline = time.monotonic() + self._patience
        try:
            self._send(pack(request), deadline)
            reply = self._reply(deadline)
        except FrameError as error:
            self.discard()
            raise WorkerGone(self._process.returncode) from error
        except BaseException:
            # Half an exchange leaves the pipes out of step: this worker is of no more use.
            self.discard()
            raise
        self.answered = True
        return reply

    def stop(self) -> None:
        """Ask it to end, and see to it that it does."""
        self._requests.close()
        try:
            self._process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self.discard()

    def kill(self) -> None:
        """End it at once; a thread that is asking gets WorkerGone."""
        self._process.kill()

    def discard(self) -> None:
        """End it at once and free its pipes."""
        self._process.kill()
        self._process.wait()
        self._requests.close()
        self._replies.close()

    def _send(self, data: bytes, deadline: float) -> None:
        view = memoryview(data)
        while view:
            self._wait(self._requests.fileno(), select.POLLOUT, deadline)
            try:
                view = view[os.write(self._requests.fileno(), view) :]
            except BrokenPipeError:
                raise WorkerGone(self._status()) from None

    def _reply(self, deadline: float) -> Reply:
        body = read_body(lambda length: self._receive(length, deadline))
        if body is None:
            raise WorkerGone(self._status())
        return parse_reply(body)

    def _receive(self, length: int, deadline: float) -> bytes:
        self._wait(self._replies.fileno(), select.POLLIN, deadline)
        return os.read(self._replies.fileno(), length)

    def _wait(self, descriptor: int, event: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise WorkerHung

    def _status(self) -> int:
        # Its end of a pipe is closed, so it is ending; nothing else closes it.
        try:
            return self._process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

"""Files whose parsers may crash, hang or take all memory are parsed in a process apart.

It costs such a file its place in the index, and nobody else anything.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultbrain.child import FrameError, environment, pack
from vaultbrain.errors import NoteChanging, NoteUnreadable
from vaultbrain.reading.worker import Request, parse_reply, read_body

if TYPE_CHECKING:
    from vaultbrain.reading.base import Extract, Reader
    from vaultbrain.reading.worker import ParsedKind, Reply
    from vaultbrain.records import Note

_GRACE_SECONDS = 2.0
# It had nothing to do; or it was ended from outside, for want of memory on the machine perhaps.
_NO_FAULT = frozenset({0, -signal.SIGTERM, -signal.SIGKILL})


class _Gone(Exception):  # noqa: N818 - read as a sentence
    """The process ended without an answer.

    Attributes:
        problem: what it did, in words that follow "the process that parses it".
        innocent: it left by itself or was ended by somebody, so the file may be asked for again.
    """

    def __init__(self, problem: str, *, innocent: bool = False) -> None:
        super().__init__(problem)
        self.problem, self.innocent = problem, innocent


@dataclass(frozen=True)
class ApartSettings:
    """How to run the process.

    It is ended when a file takes longer than `patience` seconds; `program` is what Python runs.
    """

    patience: float = 30.0
    program: tuple[str, ...] = ("-m", "vaultbrain.reading.worker")


class Apart:
    """A reader that takes the text out of files in another process, one file at a time.

    The process is started when it is first needed, and anew when it is gone.
    """

    def __init__(
        self, kind: ParsedKind, reader: Reader, settings: ApartSettings = ApartSettings()
    ) -> None:
        self._kind, self._reader, self._settings = kind, reader, settings
        self._asking = threading.Lock()
        self._running: _Process | None = None
        self._closed = threading.Event()

    def extract(self, path: str, raw: bytes) -> Extract:
        """Take the text out of the bytes of a file. Any thread may ask; they wait for each other.

        Raises:
            NoteUnreadable: there is no text to be had, or the parser failed on the file.
            NoteChanging: this was closed; the file had no part in that.
        """
        frame = pack(Request(self._kind, path, raw))
        with self._asking:
            try:
                reply = self._ask(frame)
            except OSError as error:
                raise _failed(path, f"could not be started ({error.strerror})") from None
            except _Gone as gone:
                raise self._spoken(path, gone) from None
        if reply.extract is None:
            raise NoteUnreadable(reply.refusal)
        return reply.extract

    def read(self, path: str, extract: Extract) -> Note:
        """Make a note of a text that has passed the gate, in this process."""
        return self._reader.read(path, extract)

    def close(self) -> None:
        """End the process, at once also when a file is being parsed. No other is started."""
        self._closed.set()
        if (running := self._running) is not None:
            running.kill()
        with self._asking:
            self._end()

    def _ask(self, frame: bytes) -> Reply:
        try:
            return self._ask_running(self._running or self._started(), frame)
        except _Gone as gone:
            if not gone.innocent or self._closed.is_set():
                raise
        return self._ask_running(self._started(), frame)

    def _started(self) -> _Process:
        self._running = running = _Process(self._settings)
        if self._closed.is_set():
            # Whoever closes sees the process, or is seen here.
            running.kill()
        return running

    def _ask_running(self, running: _Process, frame: bytes) -> Reply:
        try:
            return running.ask(frame)
        except BaseException:
            # Half an exchange leaves the two out of step.
            self._end()
            raise

    def _end(self) -> None:
        if self._running is not None:
            self._running.end()
            self._running = None

    def _spoken(self, path: str, gone: _Gone) -> NoteUnreadable | NoteChanging:
        if self._closed.is_set():
            return NoteChanging(
                f"{path} was not read, for the daemon is ending. The next one reads it."
            )
        return _failed(path, gone.problem)


class _Process:
    """One running process and the socket that is its standard input and output."""

    def __init__(self, settings: ApartSettings) -> None:
        self._patience = settings.patience
        self._socket, far = socket.socketpair()
        try:
            with far:
                self._process = subprocess.Popen(
                    # `-P` keeps modules of the current folder, a vault maybe, out.
                    [sys.executable, "-P", *settings.program],
                    stdin=far.fileno(),
                    stdout=far.fileno(),
                    stderr=subprocess.DEVNULL,
                    env=environment(os.environ),
                )
        except BaseException:
            self._socket.close()
            raise

    def ask(self, frame: bytes) -> Reply:
        """One request, one reply.

        Raises:
            _Gone: it ended first, took too long or gave back what is no answer.
        """
        deadline = time.monotonic() + self._patience

        def receive(length: int) -> bytes:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(left)
            return self._socket.recv(length)

        try:
            self._socket.settimeout(self._patience)
            self._socket.sendall(frame)
            body = read_body(receive)
            if body is not None:
                return parse_reply(body)
        except TimeoutError:
            raise _Gone(f"did not finish within {self._patience:.0f} seconds") from None
        except FrameError:
            raise _Gone("gave back what is no answer") from None
        except OSError:
            pass
        raise self._gone()

    def kill(self) -> None:
        """Have it end at once; it holds nothing that would have to be saved. For any thread."""
        self._process.kill()

    def end(self) -> None:
        """End it, and free what it took."""
        self._socket.close()
        self.kill()
        self._process.wait()

    def _gone(self) -> _Gone:
        # Its end of the socket is closed, so it is ending; nothing else closes it.
        try:
            status = self._process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return _Gone("closed its connection")
        cause = signal.Signals(-status).name if status < 0 else f"status {status}"
        return _Gone(f"ended unexpectedly ({cause})", innocent=status in _NO_FAULT)


def _failed(path: str, problem: str) -> NoteUnreadable:
    return NoteUnreadable(
        f"{path} was not read: the process that parses it {problem}. It cannot be searched; all "
        "else is not affected. If it opens elsewhere, save it anew from there."
    )

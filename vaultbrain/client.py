"""A blocking client of the socket. Standard library only: every command pays its import."""

from __future__ import annotations

import json
import socket
import time
from typing import TYPE_CHECKING, Any

from vaultbrain.errors import (
    Busy,
    DaemonNotRunning,
    DeadlineExceeded,
    ProtocolError,
    UsageError,
    VaultbrainError,
    from_wire,
)
from vaultbrain.protocol.wire import MAX_LINE, PROGRESS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType
    from typing import Self

MAX_ANSWER = 64 * 1024 * 1024
CONNECT_SECONDS = 1.0


class Client:
    """One connection to the daemon; not for use by two threads at once.

    Args:
        socket_path: where the daemon answers.
        timeout: seconds one call may take, connection included.

    Raises:
        DaemonNotRunning: nothing answers there.
        Busy: the daemon takes no further connection now.
    """

    def __init__(self, socket_path: Path, timeout: float = 35.0) -> None:
        self._timeout = timeout
        self._last_id = 0
        self._buffer = bytearray()
        self._socket = _connect(socket_path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; the daemon then drops what it still does for us."""
        self._socket.close()

    def call(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        on_progress: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Ask and wait for the answer.

        Args:
            method: a name of the table in `protocol.methods`.
            params: its params by name.
            on_progress: called with the params of each progress notification.

        Raises:
            UsageError: the request is larger than a line may be.
            DaemonNotRunning: the daemon went away before it answered.
            DeadlineExceeded: no answer within the time-out; the connection is closed.
            ProtocolError: what came back is not our protocol; the connection is closed.
            VaultbrainError: what the daemon reported.
        """
        self._last_id += 1
        request = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params or {}}
        line = _encode(request)
        if len(line) > MAX_LINE:
            message = (
                f"The request is {len(line):,} bytes long; at most {MAX_LINE:,} can be sent. "
                "Nothing was sent. Shorten it."
            )
            raise UsageError(message)
        try:
            return self._exchange(line, on_progress)
        except VaultbrainError:
            raise
        except BaseException:
            self.close()  # an answer may still be under way and would be taken for the next one's
            raise

    def _exchange(
        self, line: bytes, on_progress: Callable[[dict[str, Any]], None] | None
    ) -> dict[str, Any]:
        deadline = time.monotonic() + self._timeout
        self._send(line, deadline)
        while True:
            message = self._decode(self._read_line(deadline))
            if message.get("method") == PROGRESS and on_progress is not None:
                params = message.get("params")
                on_progress(params if isinstance(params, dict) else {})
            # An error without an id is about the connection, so about us.
            elif message.get("id") == self._last_id or (
                "error" in message and message.get("id") is None
            ):
                return self._outcome(message)

    def _send(self, line: bytes, deadline: float) -> None:
        try:
            self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
            self._socket.sendall(line)
        except TimeoutError:
            raise self._too_late() from None
        except (BrokenPipeError, ConnectionResetError):
            return  # the reason may lie in our inbox; reading tells
        except OSError as error:
            raise self._gone() from error

    def _read_line(self, deadline: float) -> bytes:
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > MAX_ANSWER:
                raise self._garbled(f"an answer longer than {MAX_ANSWER:,} bytes")
            self._buffer += self._receive(deadline)
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _receive(self, deadline: float) -> bytes:
        left = deadline - time.monotonic()
        if left <= 0:
            raise self._too_late()
        try:
            self._socket.settimeout(left)
            data = self._socket.recv(256 * 1024)
        except TimeoutError:
            raise self._too_late() from None
        except OSError as error:
            raise self._gone() from error
        if not data:
            raise self._gone()
        return data

    def _decode(self, line: bytes) -> dict[str, Any]:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise self._garbled("a line that is not JSON") from None
        if not isinstance(message, dict):
            raise self._garbled("a line that is no object")
        return message

    def _outcome(self, message: dict[str, Any]) -> dict[str, Any]:
        result = message.get("result")
        if isinstance(result, dict):
            return result
        error = message.get("error")
        if not isinstance(error, dict):
            raise self._garbled("an answer with neither result nor error")
        code, text, data = error.get("code"), error.get("message"), error.get("data")
        name = data.get("name") if isinstance(data, dict) else None
        if not isinstance(code, int) or not isinstance(text, str):
            raise self._garbled("an error with no code or message")
        raise from_wire(name if isinstance(name, str) else "", code, text)

    def _garbled(self, what: str) -> ProtocolError:
        self.close()
        return ProtocolError(
            f"What answers on the socket sent {what}. Your notes were not touched. "
            "Restart the daemon: vaultbrain stop, then vaultbrain start"
        )

    def _gone(self) -> DaemonNotRunning:
        self.close()
        return DaemonNotRunning(
            "The daemon went away before it answered; your notes were not touched. "
            "Look at `vaultbrain doctor`, or start it again with `vaultbrain start`."
        )

    def _too_late(self) -> DeadlineExceeded:
        self.close()
        return DeadlineExceeded(
            f"The daemon did not answer within {self._timeout:g} s; the request was taken back "
            "and your notes were not touched. Try again, or look at `vaultbrain status`."
        )


def _encode(request: dict[str, Any]) -> bytes:
    try:
        return json.dumps(request, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:
        raise UsageError(
            "The request holds bytes that are not UTF-8 text, so nothing was sent. Write it "
            "in a terminal that is set to UTF-8."
        ) from None


def _connect(path: Path) -> socket.socket:
    deadline = time.monotonic() + CONNECT_SECONDS
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # With a time-out set, a full queue is an error at once instead of a wait without end.
        connection.settimeout(CONNECT_SECONDS)
        try:
            connection.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
            connection.close()
            raise DaemonNotRunning(
                "The vaultbrain daemon is not running, so nothing could be looked up; your notes "
                "are as they were. Start it with `vaultbrain start VAULT`."
            ) from None
        except BlockingIOError:  # the queue of waiting connections is full
            connection.close()
            if time.monotonic() > deadline:
                raise Busy(
                    "The daemon has too many callers waiting. Nothing was done; try again in a "
                    "moment, or look at `vaultbrain doctor`."
                ) from None
            time.sleep(0.02)
        except OSError as error:
            connection.close()
            raise DaemonNotRunning(
                f"The daemon's socket {path} cannot be used: {error.strerror or error}. Your "
                "notes were not touched. Look at `vaultbrain doctor`."
            ) from error
        else:
            return connection

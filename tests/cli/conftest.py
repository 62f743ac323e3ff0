from __future__ import annotations

import io as streams
import shutil
import socket
import tempfile
import threading
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from vaultbrain.cli.io import Io
from vaultbrain.cli.main import main
from vaultbrain.daemon.server import Server
from vaultbrain.paths import locate
from vaultbrain.protocol.methods import METHODS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from vaultbrain.daemon.server import Call
    from vaultbrain.paths import Paths

COMMON = {"state": "ready", "generation": 7, "pending": 0}
STATUS: dict[str, Any] = {
    **COMMON,
    "pid": 4242,
    "version": "0.1.0",
    "started_at": 1000.0,
    "sources": [
        {
            "id": "notes",
            "kind": "folder",
            "path": "/home/mia/Notes",
            "state": "ready",
            "notes": 1000,
            "watching": True,
            "unwatched": 0,
            "held": 0,
            "replaced": False,
            "last_scan_at": 1090.0,
        }
    ],
    "notes": 1000,
    "chunks": 4000,
    "vectors": 3900,
    "vectors_kept": 0,
    "embeddable": 4000,
    "progress": {"phase": "idle", "done": 0, "total": 0, "eta_seconds": None},
    "model": {
        "name": "e5",
        "precision": "int8",
        "fingerprint": "f",
        "available": True,
        "loaded": True,
        "reason": "",
    },
    "gate": {"ruleset": "abc", "redactions": {"password": 3, "iban": 1}},
    "database_bytes": 12_345_678,
    "index_age_seconds": 4.0,
    "problems": [],
}
HELLO = {**COMMON, "protocol": 1, "version": "0.1.0", "sources": ["notes"], "capabilities": []}


class Terminal(streams.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Shell:
    """Runs command lines in this process, against canned answers on a real socket."""

    def __init__(self, home: str) -> None:
        self.environ = {"VAULTBRAIN_HOME": home}
        self.paths: Paths = locate(self.environ)
        self.answers: dict[str, Any] = {"status": STATUS, "hello": HELLO}
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.stdin: streams.StringIO = streams.StringIO()
        self.out = self.err = ""
        self.terminal = False
        self._server: Server | None = None

    def io(self) -> Io:
        make = Terminal if self.terminal else streams.StringIO
        return Io(self.stdin, make(), make(), self.environ)

    def run(self, *argv: str) -> int:
        return self.keep(lambda io: main(argv, io))

    def keep(self, command: Callable[[Io], int]) -> int:
        """Run with fresh streams and keep what was printed."""
        io = self.io()
        try:
            return command(io)
        finally:
            self.out, self.err = _text(io.stdout), _text(io.stderr)

    def dispatch(self, call: Call) -> msgspec.Struct:
        self.calls.append((call.method, msgspec.to_builtins(call.params)))
        answer = self.answers[call.method]
        if callable(answer):
            answer = answer(call)
        if isinstance(answer, Exception):
            raise answer
        return msgspec.convert(answer, METHODS[call.method].result)

    def serve(self, **answers: Any) -> None:  # noqa: ANN401 - dicts, errors, functions
        self.answers.update(answers)
        if self._server is not None:
            return
        self.paths.run_dir.mkdir(mode=0o700, exist_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.paths.socket))
        self._listener.listen(16)
        self._server = Server(self._listener, self.dispatch)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()

    def close(self) -> None:
        if self._server is not None:
            self._server.stop()
            self._thread.join(10)
            self._listener.close()
            self.paths.socket.unlink(missing_ok=True)
            self._server = None


def _text(stream: object) -> str:
    assert isinstance(stream, streams.StringIO)
    return stream.getvalue()


@pytest.fixture
def shell() -> Iterator[Shell]:
    home = tempfile.mkdtemp(prefix="vb")
    found = Shell(home)
    yield found
    found.close()
    shutil.rmtree(home)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "Mia's Notes"
    folder.mkdir()
    (folder / "a.md").write_text("# A\n")
    return folder

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import vaultbrain
from vaultbrain import config as settings
from vaultbrain.client import Client
from vaultbrain.config import Config, ModelConfig, SourceConfig
from vaultbrain.errors import DaemonNotRunning, StoreError
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BESIDE_PACKAGE = Path(vaultbrain.__file__).parent.parent


class Rig:
    """A home, a vault and the real daemon as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "Notes"
        self.root.mkdir()
        self.environ = {**os.environ, "VAULTBRAIN_HOME": str(folder / "h")}
        self.paths = locate(self.environ)
        self.daemon: subprocess.Popen[bytes] | None = None
        self.configure()

    def configure(self, embedder: Any = "off", **others: Path) -> None:  # noqa: ANN401
        """Write the settings; `others` are more sources."""
        found = Config(
            sources={
                name: SourceConfig(path=str(at))
                for name, at in {"notes": self.root, **others}.items()
            },
            model=ModelConfig(embedder=embedder),
        )
        self.paths.config_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.paths.config_file.write_text(settings.dump(found))

    def cli(self, *arguments: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "vaultbrain", *arguments],
            cwd=BESIDE_PACKAGE,
            env=self.environ,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    def json(self, *arguments: str) -> Any:  # noqa: ANN401
        return json.loads(self.cli(*arguments, "--json").stdout)

    def spawn(self, *before: str, **environ: str) -> None:
        """Start the daemon as a child of ours, so that we can kill it and wait for it.

        `before` is the command that runs it, such as `unshare -m --`; `environ` is added to ours.
        """
        self.paths.state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.folder / "out").open("ab") as out:
            self.daemon = subprocess.Popen(
                [*before, sys.executable, "-m", "vaultbrain", "daemon"],
                cwd=BESIDE_PACKAGE,
                env={**self.environ, **environ},
                stdout=out,
                stderr=out,
            )

    def start(self, *before: str, **environ: str) -> None:
        self.spawn(*before, **environ)
        self.until(lambda: self.status()["index_age_seconds"] is not None, 30)

    def end(self, how: int = signal.SIGTERM) -> int:
        assert self.daemon is not None
        self.daemon.send_signal(how)
        status = self.daemon.wait(20)
        self.daemon = None
        return status

    def call(self, method: str, **params: Any) -> dict[str, Any]:  # noqa: ANN401
        with Client(self.paths.socket) as client:
            return client.call(method, params)

    def status(self) -> dict[str, Any]:
        return self.call("status")

    def found(self, query: str, **params: Any) -> list[str]:  # noqa: ANN401
        result = self.call("search", query=query, mode="lexical", limit=100, **params)
        return sorted(hit["path"] for hit in result["hits"])

    def current(self, query: str) -> list[str]:
        """What is shown as being so now."""
        hits = self.call("search", query=query, mode="lexical", limit=100)["hits"]
        return sorted(hit["path"] for hit in hits if hit["fresh"])

    def codes(self) -> list[str]:
        """What `status` tells of."""
        try:
            return [at["code"] for at in self.status()["problems"]]
        except StoreError as error:  # told for the moment in which the index is opened anew
            assert "It is checked in a moment" in error.message  # noqa: PT017
            return ["damaged"]

    def log(self) -> str:
        return self.paths.log.read_text(encoding="utf-8")

    def cpu_seconds(self) -> float:
        """What the daemon has used so far."""
        assert self.daemon is not None
        spent = Path(f"/proc/{self.daemon.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")

    def until(self, true: Callable[[], object], seconds: float = 3) -> float:
        """Wait for something to become true; returns how long it took."""
        begin = time.monotonic()
        while True:
            with contextlib.suppress(DaemonNotRunning):
                if true():
                    return time.monotonic() - begin
            if self.daemon is not None and self.daemon.poll() is not None:
                pytest.fail(
                    f"the daemon ended with status {self.daemon.returncode}: {self.log()[-3000:]}"
                )
            assert time.monotonic() - begin < seconds, "it did not become true in time"
            time.sleep(0.02)

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def stored_bytes(self) -> bytes:
        """Everything that the daemon ever wrote."""
        home = self.folder / "h"
        files = [*home.rglob("*"), self.folder / "out"]
        return b"".join(file.read_bytes() for file in files if file.is_file())

    def close(self) -> None:
        if self.daemon is not None and self.daemon.poll() is None:
            self.daemon.kill()
            self.daemon.wait()
        with contextlib.suppress(DaemonNotRunning):
            os.kill(self.status()["pid"], signal.SIGKILL)


@pytest.fixture
def rig() -> Iterator[Rig]:
    folder = Path(tempfile.mkdtemp(prefix="vb"))
    rig = Rig(folder)
    yield rig
    rig.close()
    shutil.rmtree(folder)

"""A daemon in a home that goes away with it, by the signs that are seen from outside."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import vaultbrain
from vaultbrain import config
from vaultbrain.config import Config, ModelConfig, SourceConfig
from vaultbrain.daemon import scratch
from vaultbrain.errors import ConfigError
from vaultbrain.paths import HOME_VARIABLE, locate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.paths import Paths


@pytest.fixture
def home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="vb"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def places_of(home: Path) -> Paths:
    return locate({HOME_VARIABLE: str(home)})


def test_it_ends_with_its_input_and_leaves_nothing(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n")
    places = places_of(home)
    places.config_dir.mkdir(mode=0o700)
    sources = {"notes": SourceConfig(path=str(tmp_path))}
    made = Config(sources=sources, model=ModelConfig(embedder="off"))
    places.config_file.write_text(config.dump(made))
    with subprocess.Popen(
        [sys.executable, "-m", "vaultbrain.daemon.scratch", str(home)],
        cwd=Path(vaultbrain.__file__).parent.parent,
        stdin=subprocess.PIPE,
    ) as daemon:
        deadline = time.monotonic() + 30
        while not places.socket.exists():
            assert daemon.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert daemon.stdin is not None
        daemon.stdin.write(b"not the end")
        daemon.stdin.close()
        assert daemon.wait(20) == 0
    assert not home.exists()


def test_what_keeps_it_from_serving_is_said(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *what: ended.append(what))
    assert scratch.main([str(home)], io.BytesIO()) == ConfigError.code
    assert "names no vault" in capsys.readouterr().err
    assert not home.exists()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.name.endswith("(_end_with)"):
            thread.join(10)
    assert ended == [(os.getpid(), signal.SIGTERM)]

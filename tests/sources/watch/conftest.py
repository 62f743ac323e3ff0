from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.sources.watch.contract import Heard
from tests.sources.watch.watching import Stuck, started
from vaultbrain.sources.watch.inotify import InotifyWatcher

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "vault" / "sub" / "deep").mkdir(parents=True)
    (tmp_path / "vault" / "sub" / "a.md").write_text("text")
    return tmp_path / "vault"


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def stuck() -> Iterator[Stuck]:
    put = Stuck()
    yield put
    put.let_go.set()


@pytest.fixture
def watcher(root: Path, heard: Heard, tmp_path: Path) -> Iterator[InotifyWatcher]:
    yield from started(InotifyWatcher("s", root, heard.put, pulse=tmp_path / "run" / "pulse"))


@pytest.fixture
def held(root: Path, stuck: Stuck, tmp_path: Path) -> Iterator[InotifyWatcher]:
    for watching in started(InotifyWatcher("s", root, stuck.put, pulse=tmp_path / "pulse")):
        yield watching
        stuck.let_go.set()

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vaultbrain.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "index.db")
    yield opened
    opened.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder whose parents everybody may enter."""
    folder = Path(tempfile.mkdtemp(prefix="vb"))
    yield folder
    shutil.rmtree(folder)

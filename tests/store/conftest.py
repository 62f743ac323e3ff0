from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultbrain.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "index.db")
    yield opened
    opened.close()

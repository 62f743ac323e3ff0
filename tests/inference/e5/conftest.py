from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from tests.inference.e5 import tiny
from vaultbrain.inference.e5.weights import open_weights

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.inference.e5.weights import Weights


@pytest.fixture
def weights(tmp_path: Path) -> Weights:
    """The tiny model, open."""
    raw = tiny.file(tiny.tensors())
    path = tmp_path / "tiny.bin"
    path.write_bytes(raw)
    return open_weights(path, hashlib.sha256(raw).hexdigest())

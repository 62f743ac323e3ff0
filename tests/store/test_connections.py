from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import pytest

from vaultbrain.errors import StoreError
from vaultbrain.store.connections import extension_version
from vaultbrain.store.database import Database

if TYPE_CHECKING:
    from pathlib import Path


def test_the_extension_has_a_version() -> None:
    assert extension_version().startswith("v0.")


def test_without_the_extension_the_advice_is_to_install_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(StoreError, match=r"sqlite-vec is missing.*Install vaultbrain again"):
        Database(tmp_path / "index.db")


def test_an_extension_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.util.find_spec("msgspec")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: package)
    with pytest.raises(StoreError, match="could not load sqlite-vec"):
        extension_version()

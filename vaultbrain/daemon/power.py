"""Whether the machine runs on its battery. What cannot be told counts as mains power."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from vaultbrain import paths

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SECONDS = 5.0


def on_battery(
    platform: str = sys.platform,
    supplies: Path = paths.POWER_SUPPLIES,
    pmset: Path = paths.PMSET,
) -> bool:
    """Ask the operating system.

    Args:
        platform: as in `sys.platform`.
        supplies: the folder in which Linux describes every power supply.
        pmset: the program that macOS has for this.
    """
    return _ask(pmset) if platform == "darwin" else discharging(supplies)


def discharging(supplies: Path) -> bool:
    """Whether a battery of the machine gives power and nothing else does."""
    try:
        found = [_supply(folder) for folder in supplies.iterdir()]
    except OSError:
        return False
    return "battery" in found and "mains" not in found


def _supply(folder: Path) -> str:
    """What gives power here: `mains`, `battery`, or nothing now. A mouse powers itself alone."""
    kind, scope, online, status = _words(folder, "type", "scope", "online", "status")
    if kind == "Battery" and scope != "Device" and status == "Discharging":
        return "battery"
    if kind.startswith(("Mains", "USB", "Wireless")) and online == "1":
        return "mains"
    return ""


def _words(folder: Path, *names: str) -> Iterator[str]:
    for name in names:
        try:
            yield (folder / name).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            yield ""


def _ask(pmset: Path) -> bool:
    try:
        said = subprocess.run(
            [pmset, "-g", "batt"], capture_output=True, timeout=_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return b"'Battery Power'" in said.stdout

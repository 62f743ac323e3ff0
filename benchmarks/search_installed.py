"""Where the programs of other tools are; installed by npm where they are missing."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

QMD = "@tobilu/qmd@2.8.3"
_NODE = "node@22"
_RIPGREP = "@vscode/ripgrep@1.18.0"


class NotInstalledError(Exception):
    """A tool that cannot be had here; says why."""


def find_ripgrep(tools: Path) -> str:
    """The program: the system's, or the one of Visual Studio Code."""
    found = shutil.which("rg")
    if found is None:
        _install(tools, _RIPGREP, "node_modules/@vscode/ripgrep/package.json")
        found = next(map(str, tools.glob("node_modules/@vscode/ripgrep-*/bin/rg")), None)
    if found is None:
        raise NotInstalledError(f"{_RIPGREP} has no program for this machine")
    return found


def find_qmd(tools: Path) -> list[str]:
    """The command: a node that is new enough, and qmd's own script."""
    script = "node_modules/@tobilu/qmd/dist/cli/qmd.js"
    _install(tools, _NODE, "node_modules/.bin/node")
    _install(tools, QMD, script)
    return [str(tools / "node_modules" / ".bin" / "node"), str(tools / script)]


def _install(tools: Path, package: str, shows: str) -> None:
    """Install a package of npm, unless the file that shows it is there."""
    if (tools / shows).exists():
        return
    npm = shutil.which("npm")
    if npm is None:
        raise NotInstalledError(f"npm, which would install {package}, is not here")
    command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(tools), package]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NotInstalledError(f"npm could not install {package}: {last}")

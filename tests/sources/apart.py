"""Runs code in namespaces of its own, where mounts, limits and rights are not everybody's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

UNSHARE = shutil.which("unshare")


def run_apart(code: str, folder: Path, before: str = "true", prefix: str = "exec") -> None:
    """Run code to its end; its last argument is the folder.

    `before` is a line of the shell that comes first, `prefix` a command that starts the rest.
    """
    script = f'{before} && {prefix} "$@"'
    done = _apart("sh", "-c", script, "sh", sys.executable, "-c", code, str(folder))
    assert done.returncode == 0, done.stderr


def _apart(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [UNSHARE or "unshare", "-Urm", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def _is_possible() -> bool:
    if UNSHARE is None:
        return False
    script = 'mount -t tmpfs none /mnt && exec "$0" -c ""'
    return _apart("sh", "-c", script, sys.executable).returncode == 0


in_namespace = pytest.mark.skipif(not _is_possible(), reason="no namespaces of users here")

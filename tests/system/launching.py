"""What stands before the daemon's command line: other constants, a tracer, a world of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.system.conftest import Rig

_RUN = """
import runpy, sys
sys.argv = sys.argv[3:]  # behind the interpreter and its -m
runpy.run_module("vaultbrain", run_name="__main__", alter_sys=True)
"""
# Not the tracer but the daemon is the child then: signals and its exit status are its own.
_STRACE = ("strace", "-D", "-f", "-qq", "-o", os.devnull)
# The mount goes away with its last process.
_MOUNT = 'mount -t tmpfs -o mode=0700,size="$1" none "$2"'


def altered(*lines: str, **constants: object) -> tuple[str, ...]:
    """Set module constants and run some lines first.

    `daemon_supervisor__TICK_SECONDS=0.1` sets that constant of `vaultbrain.daemon.supervisor`.
    """
    code = []
    for name, value in constants.items():
        place, _, constant = name.partition("__")
        module = f"vaultbrain.{place.replace('_', '.', 1)}"
        code += [f"import {module}", f"{module}.{constant} = {value!r}"]
    return (sys.executable, "-c", "\n".join((*code, *lines, _RUN)))


def traced(*faults: str, only: Sequence[Path] = ()) -> tuple[str, ...]:
    """Let system calls fail or kill, as `strace --inject` is told; `only` of some files."""
    injected = [word for fault in faults for word in ("-e", f"inject={fault}")]
    named = [word for path in only for word in ("-P", str(path))]
    # Nothing is injected into what is not traced.
    calls = ",".join(sorted({fault.partition(":")[0] for fault in faults}))
    return (*_STRACE, *named, "-e", f"trace={calls}", *injected)


def on_small_disk(rig: Rig, size: str, then: str = "true") -> tuple[str, ...]:
    """Have the data folder on a disk of its own; what stands in it is copied over.

    `then` is a line of the shell in which `$2` is the folder.
    """
    rig.paths.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    script = f"""
    cp -a "$2/." "$3/"
    {_MOUNT}
    cp -a "$3/." "$2/"
    {then}
    shift 3
    exec "$@"
    """
    aside = rig.folder / "aside"
    aside.mkdir(exist_ok=True)
    return ("unshare", "-Urm", "sh", "-ec", script, "sh", size, str(rig.paths.data_dir), str(aside))


def inside(rig: Rig, *command: str) -> None:
    """Run a command where the daemon sees its own mounts."""
    assert rig.daemon is not None
    at = ("nsenter", "-t", str(rig.daemon.pid), "-U", "-m", "--preserve-credentials")
    subprocess.run([*at, *command], check=True, timeout=20)


def _works(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    done = subprocess.run(command, capture_output=True, check=False, timeout=20)
    return done.returncode == 0


with_strace = pytest.mark.skipif(
    not _works(*traced("fsync:error=EIO"), "true"),
    reason="strace may not trace here" if shutil.which("strace") else "strace is not here",
)
FAKETIME = next(map(str, Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), "")
with_faketime = pytest.mark.skipif(not FAKETIME, reason="faketime is not here")
with_prlimit = pytest.mark.skipif(not _works("prlimit"), reason="prlimit is not here")

"""A namespace of mounts in which a daemon runs, while the test stays outside and looks in."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Self

import vaultbrain

if TYPE_CHECKING:
    from types import TracebackType

BESIDE_PACKAGE = Path(vaultbrain.__file__).parent.parent
_UNSHARE = shutil.which("unshare") or "unshare"
_TOOLS = ("unshare", "nsenter", "mount", "umount")


class Namespace:
    """Mounts that nobody else sees; all of them end with the last process in it.

    It is one of users as well, so that everybody may have one; who is root stays root.
    """

    def __init__(self) -> None:
        # It ends when our end of its input is closed, even if we are killed.
        self._holder = subprocess.Popen(
            [_UNSHARE, "-Urm", "sh", "-c", "echo; exec cat"],
            cwd=BESIDE_PACKAGE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._holder.stdout is not None
        self._holder.stdout.readline()
        self._served: list[subprocess.Popen[bytes]] = []
        enter = f"nsenter --target {self._holder.pid} --user --mount --wd --preserve-credentials --"
        self.before = tuple(enter.split())

    def run(self, *command: str | Path, text: str = "") -> str:
        """Run a command inside; returns what it wrote."""
        done = subprocess.run(
            [*self.before, *map(str, command)],
            input=text,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def serve(self, *command: str | Path, text: str = "") -> None:
        """Run a command inside until all is over, such as one that serves a file system."""
        running = subprocess.Popen(
            [*self.before, *map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        self._served.append(running)
        assert running.stdin is not None
        running.stdin.write(text.encode())
        running.stdin.close()

    def view(self, path: Path) -> Path:
        """How a path of the inside is reached from outside."""
        return Path(f"/proc/{self._holder.pid}/root{path}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        del kind, value, trace
        for running in self._served:
            running.terminate()
            running.wait(10)
        self._holder.communicate(timeout=10)


def is_possible() -> bool:
    """Whether this machine lets us make one and mount in it."""
    if not all(map(shutil.which, _TOOLS)):
        return False
    with (
        contextlib.suppress(AssertionError, OSError, subprocess.SubprocessError),
        Namespace() as at,
    ):
        at.run("mount", "-t", "tmpfs", "none", "/mnt")
        return at.view(Path("/mnt")).is_dir()
    return False

"""Where things live. The only module with path literals.

`VAULTBRAIN_HOME`, when set, holds everything; otherwise the platform's own places are used.
Standard library only at import: the command-line client reads this module on every call.
"""

from __future__ import annotations

import os
import stat
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vaultbrain.errors import NotReady, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

APP = "vaultbrain"
HOME_VARIABLE = "VAULTBRAIN_HOME"
IGNORE_FILE = ".brainignore"
VECTORS_FILE = "vectors.db"  # beside the index
PROCESSES = Path("/proc")  # Linux alone has it
CPU_INFO = PROCESSES / "cpuinfo"
MOUNTS = PROCESSES / "self" / "mountinfo"
OPEN_FILES = PROCESSES / "self" / "fdinfo"  # one text for each open file of this process
CPU_TOPOLOGY = Path("/sys/devices/system/cpu")  # Linux
PS = Path("/bin/ps")
POWER_SUPPLIES = Path("/sys/class/power_supply")  # Linux
PMSET = Path("/usr/bin/pmset")  # macOS
# Linux takes 107 bytes and macOS 103; stay below both.
SOCKET_PATH_LIMIT = 100


@dataclass(frozen=True)
class Paths:
    """The four folders of one home and the files in them."""

    config_dir: Path
    data_dir: Path
    state_dir: Path
    run_dir: Path

    @property
    def config_file(self) -> Path:
        """The user's settings."""
        return self.config_dir / "config.yaml"

    @property
    def index_db(self) -> Path:
        """Derived data: may be deleted at any time and comes back."""
        return self.data_dir / "index.db"

    @property
    def state_db(self) -> Path:
        """Authored data: what the user decided; nothing else can bring it back."""
        return self.data_dir / "state.db"

    @property
    def backups_dir(self) -> Path:
        """Copies of the authored data, one a day."""
        return self.data_dir / "backups"

    @property
    def gate_key(self) -> Path:
        """32 random bytes: what turns a finding of the gate into an id that says nothing."""
        return self.data_dir / "gate.key"

    @property
    def deep_scan_dir(self) -> Path:
        """Compiled rules of the second scanner; come back when deleted."""
        return self.data_dir / "deep-scan"

    @property
    def models_dir(self) -> Path:
        """What the model worker built from the weights; comes back when deleted."""
        return self.data_dir / "models"

    @property
    def lock(self) -> Path:
        """Held by the one daemon of this home for as long as it lives."""
        return self.data_dir / "lock"

    @property
    def locked(self) -> Path:
        """There while the user wants no file to be opened; outside of what is locked."""
        return self.state_dir / "locked"

    @property
    def log(self) -> Path:
        """The daemon's log; never holds note text."""
        return self.state_dir / "vaultbrain.log"

    @property
    def worker_log(self) -> Path:
        """What the model worker wrote to its standard error."""
        return self.state_dir / "worker.log"

    @property
    def socket(self) -> Path:
        """Where the daemon answers."""
        return self.run_dir / "vaultbrain.sock"


def locate(environ: Mapping[str, str]) -> Paths:
    """Find the folders of this home without creating any.

    Raises:
        UsageError: the socket's path would be too long for the operating system.
    """
    home = environ.get(HOME_VARIABLE)
    found = _under(Path(home).expanduser().absolute()) if home else _platform()
    if len(os.fsencode(found.socket)) > SOCKET_PATH_LIMIT:
        message = (
            f"The socket's path is longer than {SOCKET_PATH_LIMIT} bytes: {found.socket}\n"
            "The operating system would refuse it, so nothing was started. "
            f"Set {HOME_VARIABLE} to a folder with a shorter path."
        )
        raise UsageError(message)
    return found


def _under(home: Path) -> Paths:
    return Paths(home / "config", home / "data", home / "state", home / "run")


def _platform() -> Paths:
    import platformdirs  # noqa: PLC0415 - 12 ms that a client with VAULTBRAIN_HOME need not pay

    dirs = platformdirs.PlatformDirs(APP, appauthor=False)
    with warnings.catch_warnings():
        # Without XDG_RUNTIME_DIR a folder in the temporary directory serves; `private_dir`
        # makes sure that it is ours alone.
        warnings.simplefilter("ignore")
        run_dir = Path(dirs.user_runtime_dir)
    return Paths(
        Path(dirs.user_config_dir), Path(dirs.user_data_dir), Path(dirs.user_state_dir), run_dir
    )


def private_dir(path: Path) -> None:
    """Create a folder that only its owner may enter, or check that it is one.

    Raises:
        NotReady: the folder is a link, belongs to someone else, or others may enter it.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode):
        fault = "is not a folder of its own but a link or a file"
    elif found.st_uid != os.geteuid():
        fault = "belongs to another user"
    elif found.st_mode & 0o077:
        fault = f"may be entered by others (mode {stat.S_IMODE(found.st_mode):04o})"
    else:
        return
    message = (
        f"{path} {fault}. Your notes were not touched; vaultbrain does not start where others "
        f"could read the index. Make it yours alone: chmod 700 '{path}'"
    )
    raise NotReady(message)


def asset(name: str) -> Path:
    """A file that ships beside the code: `systemd/...`, `launchd/...`, `brainignore.example`.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    package = Path(__file__).parent
    source_tree = {"brainignore.example": package.parent / ".brainignore.example"}
    for found in (
        package / "assets" / name,
        source_tree.get(name, package.parent / name),
    ):
        if found.exists():
            return found
    raise FileNotFoundError(name)

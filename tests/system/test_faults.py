from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import vaultbrain
from vaultbrain.paths import SOCKET_PATH_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.system.conftest import Rig

NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
BESIDE_PACKAGE = Path(vaultbrain.__file__).parent.parent
ROOT = os.geteuid() == 0 and shutil.which("setpriv") is not None

CONNECT = """
import socket, sys
client = socket.socket(socket.AF_UNIX)
client.settimeout(5)
try:
    client.connect(sys.argv[1])
    client.sendall(b'{"jsonrpc":"2.0","id":1,"method":"status"}\\n')
    print(len(client.recv(65536)))
except PermissionError:
    print("refused")
except ConnectionError:
    print(0)
"""


@pytest.mark.fault(49)
@pytest.mark.skipif(not ROOT, reason="only root may act as somebody else")
def test_another_user_gets_no_byte_even_through_open_doors(rig: Rig) -> None:
    rig.start()

    def stranger() -> str:
        python = shutil.which("python3", path="/usr/bin") or sys.executable
        return subprocess.run(
            [*AS_NOBODY, python, "-c", CONNECT, str(rig.paths.socket)],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
        ).stdout.strip()

    assert stranger() == "refused"
    for path in (rig.folder, rig.folder / "h", rig.paths.run_dir, rig.paths.socket):
        path.chmod(0o777)
    assert stranger() == "0"
    assert rig.status()["state"] == "ready"


def loosen(folder: Path) -> None:
    folder.chmod(0o750)


def link(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))


def give_away(folder: Path) -> None:
    os.chown(folder, NOBODY, NOBODY)


@pytest.mark.fault(48)
@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (loosen, "chmod 700"),
        (link, "not a folder of its own"),
        pytest.param(
            give_away,
            "belongs to another user",
            marks=pytest.mark.skipif(not ROOT, reason="only root may give folders away"),
        ),
    ],
)
def test_in_a_folder_that_is_not_ours_alone_there_is_no_socket(
    rig: Rig, spoil: Callable[[Path], None], told: str
) -> None:
    rig.paths.run_dir.mkdir(mode=0o700, parents=True)
    spoil(rig.paths.run_dir)
    for verb in ("daemon", "start"):
        ended = rig.cli(verb)
        assert ended.returncode == 4, ended.stderr
        assert told in ended.stderr
        assert str(rig.paths.run_dir) in ended.stderr
        assert "Traceback" not in ended.stderr
    assert list(rig.paths.run_dir.iterdir()) == []
    assert not rig.paths.index_db.exists()


@pytest.mark.fault(48)
def test_where_the_path_is_too_long_for_a_socket_it_is_told(rig: Rig) -> None:
    rig.environ["VAULTBRAIN_HOME"] = str(rig.folder / ("x" * SOCKET_PATH_LIMIT))
    for verb in ("daemon", "start"):
        ended = rig.cli(verb)
        assert ended.returncode == 2
        assert "Set VAULTBRAIN_HOME" in ended.stderr
        assert "Traceback" not in ended.stderr
    assert sorted(at.name for at in rig.folder.iterdir()) == ["Notes", "h"]


# Vaults that cannot be served


def test_a_missing_vault_is_told(rig: Rig) -> None:
    for verb in ("start", "init"):
        ended = rig.cli(verb, str(rig.folder / "nowhere"))
        assert ended.returncode == 2
        assert "nowhere" in ended.stderr
        assert "Traceback" not in ended.stderr
    assert not rig.paths.socket.exists()


def test_a_file_is_no_vault(rig: Rig) -> None:
    file = rig.write("a.md", "zebra")
    ended = rig.cli("start", str(file))
    assert ended.returncode == 2
    assert "a.md" in ended.stderr
    ended = rig.cli("start", str(file), "--json")
    assert json.loads(ended.stderr)["error"]["code"] == 2


@pytest.mark.skipif(not ROOT, reason="only root may act as somebody else")
def test_an_unreadable_vault_is_told(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.root.chmod(0)
    home = rig.folder / "n"
    home.mkdir()
    for path in (rig.folder, home):
        os.chown(path, NOBODY, NOBODY)
    ended = subprocess.run(
        [*AS_NOBODY, sys.executable, "-m", "vaultbrain", "start", str(rig.root)],
        cwd=rig.folder,
        env={**rig.environ, "VAULTBRAIN_HOME": str(home), "PYTHONPATH": str(BESIDE_PACKAGE)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    rig.root.chmod(0o700)
    if "Permission denied" in ended.stderr and "vaultbrain:" not in ended.stderr:
        pytest.skip("this interpreter is not for other users")
    assert ended.returncode == 2, ended.stderr
    assert str(rig.root) in ended.stderr


@pytest.mark.fault(28)
def test_a_vault_that_vanished_before_the_start_is_offline_not_empty(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    rig.call("sync")
    rig.end()
    rig.root.rename(rig.folder / "away")
    rig.spawn()
    rig.until(lambda: rig.status()["state"] == "offline", 20)
    assert rig.status()["notes"] == 1
    (rig.folder / "away").rename(rig.root)
    rig.until(lambda: rig.status()["state"] == "ready", 20)
    assert rig.found("zebra") == ["a.md"]


def test_wrong_settings_are_told_with_their_line(rig: Rig) -> None:
    rig.paths.config_file.write_text("model:\n  embedder: none-such\n")
    ended = rig.cli("start")
    assert ended.returncode == 2
    assert "line 2" in ended.stderr

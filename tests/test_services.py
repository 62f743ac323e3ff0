from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from vaultbrain.paths import asset

if TYPE_CHECKING:
    from pathlib import Path

UNIT = asset("systemd") / "vaultbrain.service"
AGENT = asset("launchd") / "org.vaultbrain.daemon.plist"


ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd here")
def test_systemd_finds_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    command = tmp_path / ".local" / "bin" / "vaultbrain"
    command.parent.mkdir(parents=True)
    command.symlink_to("/bin/true")
    done = subprocess.run(
        [str(ANALYZE), "--user", "--man=no", "verify", str(UNIT)],
        env={**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    # Unknown keys leave the exit status at 0, so silence is the proof.
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def _unit() -> dict[str, str]:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def test_the_unit_tells_systemd_what_the_daemon_does() -> None:
    unit = _unit()
    assert unit["Type"] == "notify"
    assert unit["ExecStart"] == "%h/.local/bin/vaultbrain daemon"
    assert unit["Restart"] == "on-failure"
    assert unit["WantedBy"] == "default.target"


def test_the_unit_keeps_others_and_the_network_out() -> None:
    unit = _unit()
    assert unit["RestrictAddressFamilies"] == "AF_UNIX"
    assert unit["RuntimeDirectory"] == "vaultbrain"
    assert unit["RuntimeDirectoryMode"] == "0700"
    assert unit["UMask"] == "0077"
    assert unit["NoNewPrivileges"] == "yes"
    assert unit["LimitCORE"] == "0"


def test_the_unit_promises_nothing_that_a_user_unit_cannot_keep() -> None:
    # These need privileges or PrivateUsers=, and are skipped in silence without them;
    # StateDirectory= lands below the configuration folder.
    hollow = {"IPAddressDeny", "ProtectHome", "ProtectProc", "User", "StateDirectory"}
    assert not hollow & _unit().keys()


def test_the_agent_has_exactly_the_keys_it_needs() -> None:
    agent = plistlib.loads(AGENT.read_bytes())
    assert agent == {
        "Label": "org.vaultbrain.daemon",
        "ProgramArguments": ["/bin/sh", "-c", 'exec "$HOME/.local/bin/vaultbrain" daemon'],
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 10,
        "ExitTimeOut": 20,
        "ProcessType": "Background",
        "LowPriorityIO": True,
        "Nice": 10,
        "Umask": 0o77,
        "SoftResourceLimits": {"Core": 0, "NumberOfFiles": 4096},
    }


def test_the_agent_is_named_after_its_label() -> None:
    assert plistlib.loads(AGENT.read_bytes())["Label"] == AGENT.stem

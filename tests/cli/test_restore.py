from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

import filelock
import pytest

from vaultbrain.cli.verbs import restore
from vaultbrain.store.state import Act, State

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Shell

DAY = 86_400.0


@pytest.fixture
def now(shell: Shell) -> float:
    """Two backups, of the present state and of the day before."""
    shell.paths.data_dir.mkdir(mode=0o700)
    now = time.time()
    state = State(shell.paths.state_db, shell.paths.backups_dir)
    state.record(Act(1, "adopt", detail="old"))
    state.backup(now - DAY - 60)
    state.record(Act(2, "adopt", detail="new"))
    state.backup(now - 60)
    state.record(Act(3, "adopt", detail="newest"))
    state.close()
    return now


def details(shell: Shell) -> list[str]:
    state = State(shell.paths.state_db, shell.paths.backups_dir)
    found = [act.detail for act in state.acts(9) if act.kind == "adopt"]
    state.close()
    return found


def day(at: float) -> str:
    return time.strftime("state-%Y-%m-%d.db", time.gmtime(at))


def files(folder: Path) -> list[str]:
    return sorted(at.name for at in folder.iterdir())


def test_without_backups_that_is_said(shell: Shell) -> None:
    assert shell.run("restore") == 0
    assert shell.out.startswith("No backup yet.")
    assert shell.run("restore", "--json") == 0
    assert json.loads(shell.out) == {"backups": [], "set_aside": []}
    assert not shell.paths.data_dir.exists()
    assert shell.run("restore", "latest") == 2
    assert "There is no backup yet. Nothing was changed." in shell.err
    assert not shell.paths.data_dir.exists()


def test_backups_are_listed_newest_first(shell: Shell, now: float) -> None:
    size = (shell.paths.backups_dir / day(now - 60)).stat().st_size / 1000
    assert shell.run("restore") == 0
    assert shell.out == (
        "backups\n"
        f"  {day(now - 60)}  60 s old  {size:.1f} kB\n"
        f"  {day(now - DAY - 60)}  24 h old  {size:.1f} kB\n"
    )
    assert shell.err == "To put one back: vaultbrain restore NAME\n"
    assert shell.run("restore", "--json") == 0
    found = json.loads(shell.out)["backups"]
    assert [at["name"] for at in found] == [day(now - 60), day(now - DAY - 60)]
    assert found[0]["at"] == pytest.approx(now - 60)
    assert found[0]["bytes"] == size * 1000


def test_a_backup_of_a_day_to_come_says_so(shell: Shell, now: float) -> None:
    (shell.paths.backups_dir / "state-2999-01-01.db").write_bytes(b"x" * 10)
    assert shell.run("restore") == 0
    assert shell.out.splitlines()[-1] == "  state-2999-01-01.db  of a day to come  10 bytes"
    assert shell.run("restore", "latest") == 0
    assert f"Restored {day(now - 60)} (60 s old)" in shell.out


def test_one_is_put_back_and_that_is_undone(shell: Shell, now: float) -> None:
    assert shell.run("restore", day(now - DAY - 60)) == 0
    assert shell.out.startswith(f"Restored {day(now - DAY - 60)} (24 h old). Your notes and")
    assert shell.out.endswith("Next: vaultbrain start\n")
    assert details(shell) == ["old"]
    aside = next(name for name in files(shell.paths.data_dir) if "before-restore" in name)
    assert f"To undo: vaultbrain restore {aside}\n" in shell.out
    assert shell.run("restore") == 0
    assert f"\nset aside\n  {aside}  " in shell.out
    assert shell.run("restore", "--json", aside) == 0
    found = json.loads(shell.out)
    assert found["restored"] == aside
    assert found["set_aside"].startswith("state.db.before-restore-")
    assert details(shell) == ["newest", "new", "old"]


def test_latest_in_place_of_nothing(shell: Shell, now: float) -> None:
    shell.paths.state_db.unlink()
    assert shell.run("restore", "latest") == 0
    assert f"Restored {day(now - 60)}" in shell.out
    assert "To undo" not in shell.out
    assert details(shell) == ["new", "old"]


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("name", ["x", "../state.db", "state.db", "state-2001-01-01.db", ""])
def test_an_unknown_name_changes_nothing(shell: Shell, name: str) -> None:
    before = files(shell.paths.data_dir)
    assert shell.run("restore", name) == 2
    assert f"There is no backup '{name}'. Nothing was changed." in shell.err
    assert files(shell.paths.data_dir) == before


@pytest.mark.usefixtures("now")
def test_while_the_daemon_runs_nothing_is_restored(shell: Shell) -> None:
    lock = filelock.FileLock(shell.paths.lock, thread_local=False)
    with lock:
        assert shell.run("restore", "latest") == 4
        assert shell.run("restore") == 0
        assert shell.run("restore", "latest", "--json") == 4
        error = json.loads(shell.err)["error"]
    assert error["name"] == "NotReady"
    assert error["message"].endswith("End it first: vaultbrain stop")
    assert details(shell) == ["newest", "new", "old"]
    assert shell.run("restore", "latest") == 0


def test_a_damaged_backup_is_refused(shell: Shell, now: float) -> None:
    (shell.paths.backups_dir / day(now - 60)).write_bytes(b"x" * 4096)
    assert shell.run("restore", "latest") == 70
    assert "Nothing was changed" in shell.err
    assert "Choose another one: vaultbrain restore" in shell.err
    assert details(shell) == ["newest", "new", "old"]
    with filelock.FileLock(shell.paths.lock, blocking=False):
        assert shell.run("restore", "latest") == 4


@pytest.mark.usefixtures("now")
def test_a_folder_open_to_others_is_refused(shell: Shell) -> None:
    shell.paths.data_dir.chmod(0o755)
    assert shell.run("restore", "latest") == 4
    assert "chmod 700" in shell.err


@pytest.mark.usefixtures("now")
def test_a_folder_that_cannot_be_read_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbid(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.iterdir", forbid)
    assert shell.run("restore") == 70
    assert "Permission denied" in shell.err
    assert "inside vaultbrain" not in shell.err


def test_the_help_says_what_is_not_touched(shell: Shell) -> None:
    assert shell.run("restore", "--help") == 0
    assert "notes and the index are not touched" in shell.out
    assert restore.EXAMPLES[0] in shell.out
    assert os.sep not in restore.HELP

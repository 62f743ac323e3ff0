from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from vaultbrain.errors import StoreError
from vaultbrain.store import authored, backups
from vaultbrain.store.backups import Backup, is_due, list_backups, list_set_aside
from vaultbrain.store.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = 1_800_000_000.0  # the 15th of January 2027, 08:00
DAY = 86_400.0


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    opened = State(tmp_path / "state.db", tmp_path / "backups")
    yield opened
    opened.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def names(folder: Path) -> list[str]:
    return sorted(at.name for at in folder.iterdir())


def days(folder: Path, now: float) -> list[str]:
    return [at.name[6:16] for at in list_backups(folder, now)]


def test_where_there_is_no_folder_there_is_no_backup(folder: Path) -> None:
    assert list_backups(folder, NOW) == ()
    assert list_set_aside(folder / "state.db") == ()
    assert is_due((), NOW)


def test_the_newest_seven_are_kept(state: State, folder: Path) -> None:
    for n in range(10):
        state.backup(NOW + n * DAY)
    now = NOW + 9 * DAY
    assert days(folder, now) == [f"2027-01-{day}" for day in range(24, 17, -1)]
    found = list_backups(folder, now)
    assert [at.at for at in found] == [now - n * DAY for n in range(7)]
    assert {at.bytes for at in found} == {(folder / found[0].name).stat().st_size}


def test_what_is_no_backup_is_neither_listed_nor_deleted(state: State, folder: Path) -> None:
    folder.mkdir()
    others = ["state-2027-02-31.db", "state-1.db", "mine.txt", "state-2027-01-01.db.old"]
    for name in others:
        (folder / name).touch()
    (folder / "state-2026-12-31.db").mkdir()
    (folder / "state-2026-12-30.db").symlink_to(folder / "mine.txt")
    for n in range(9):
        state.backup(NOW + n * DAY)
    assert len(list_backups(folder, NOW + 9 * DAY)) == 7
    assert set(others) < set(names(folder))


def test_one_that_goes_while_they_are_listed_is_left_out(
    state: State, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.backup(NOW)
    there = [*folder.iterdir(), folder / "state-2027-01-01.db"]
    monkeypatch.setattr(Path, "iterdir", lambda _: iter(there))
    assert days(folder, NOW) == ["2027-01-15"]


def test_copied_backups_keep_their_day(state: State, folder: Path) -> None:
    state.backup(NOW)
    state.backup(NOW + DAY)
    for at in folder.iterdir():
        os.utime(at, (NOW + 90 * DAY, NOW + 90 * DAY))
    assert days(folder, NOW + 90 * DAY) == ["2027-01-16", "2027-01-15"]
    assert list_backups(folder, NOW + DAY)[0].at == NOW + DAY - 8 * 3600


def test_a_clock_set_back_stops_no_backups_and_deletes_none(state: State, folder: Path) -> None:
    for n in range(7):
        state.backup(NOW + n * DAY)
    true = names(folder)
    for n in range(20):
        state.backup(n * DAY / 2)  # 1970, twice a day
    assert set(true) < set(names(folder))
    assert days(folder, 9.5 * DAY)[:7] == [f"1970-01-{day:02}" for day in range(10, 3, -1)]
    assert state.backup(9.6 * DAY) is None
    # As soon as the clock is right again one is made, and those of 1970 are the oldest.
    assert state.backup(NOW + 7 * DAY) is not None
    assert days(folder, NOW + 7 * DAY) == [f"2027-01-{day}" for day in range(22, 15, -1)]


def test_a_clock_that_ran_ahead_leaves_backups_that_count_as_old(
    state: State, folder: Path
) -> None:
    for n in range(9):
        state.backup(NOW + (9000 + n) * DAY)
    for n in range(9):
        assert state.backup(NOW + n * DAY) is not None
    found = days(folder, NOW + 8 * DAY)
    assert found[:7] == [f"2027-01-{day}" for day in range(23, 16, -1)]
    assert len(found) == 14
    assert not is_due(list_backups(folder, NOW + 8 * DAY), NOW + 8 * DAY)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(-3 * 86_400, 40 * 86_400), max_size=40), st.integers(0, 40 * 86_400))
def test_whatever_the_clock_did_a_backup_is_made_within_a_day(made: list[int], now: int) -> None:
    found = [Backup("x", at, 1) for at in made]
    assert is_due(found, now) == (not [at for at in made if now - DAY < at <= now])
    assert is_due(found, now + DAY) or [at for at in made if now < at <= now + DAY]


@pytest.mark.parametrize("error", [apsw.FullError("full"), OSError(28, "No space left")])
@pytest.mark.parametrize("where", ["copy", "_sync"])
def test_a_full_disk_leaves_no_half_file(
    state: State, folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, where: str
) -> None:
    state.backup(NOW)

    def fail(*found: object) -> None:
        Path(str(found[-1])).with_name(".state.new").write_bytes(b"half")
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(authored if where == "copy" else backups, where, fail)
        with pytest.raises(StoreError, match="Make room on that disk"):
            state.backup(NOW + DAY)
    assert names(folder) == ["state-2027-01-15.db"]
    assert state.backup(NOW + DAY) is not None


ON_A_FULL_DISK = """
import sys
from pathlib import Path
from vaultbrain.errors import StoreError
from vaultbrain.store.state import Act, State
disk = Path(sys.argv[1])
state = State(disk / "state.db", disk / "backups")
written = 0
try:
    while True:
        state.record(Act(written, "purge", detail="x" * 5000))
        written += 1
except StoreError as error:
    assert "Make room" in error.message, error.message
try:
    state.backup(1_800_000_000.0)
    raise SystemExit("there should have been no room")
except StoreError as error:
    assert "Make room" in error.message, error.message
assert list((disk / "backups").iterdir()) == [] if (disk / "backups").exists() else True
assert len(state.acts(10**6)) == written > 3
state.close()
state = State(disk / "state.db", disk / "backups")
assert state.restored_from == "" and len(state.acts(10**6)) == written
"""


@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("unshare") is None, reason="only root may mount a small disk"
)
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    script = 'mount -t tmpfs -o size=160k none "$1" && exec "$2" -c "$3" "$1"'
    command = ["unshare", "-m", "sh", "-c", script, "sh", str(tmp_path), sys.executable]
    ended = subprocess.run(
        [*command, ON_A_FULL_DISK], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_what_a_killed_process_left_is_cleared(state: State, folder: Path) -> None:
    folder.mkdir()
    for name in (".state.new", ".state.new-journal"):
        (folder / name).write_bytes(b"half")
    state.backup(NOW)
    assert names(folder) == ["state-2027-01-15.db"]


def test_what_was_set_aside_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    for n, ending in enumerate(["", ".damaged-20270115T080000Z", ".before-restore-x", "-journal"]):
        (tmp_path / f"state.db{ending}").write_bytes(b"x" * n)
    (tmp_path / "state.db.before-restore-20270115T080000Z-2").write_bytes(b"old")
    (tmp_path / "state.db.before-restore-20270115T080000Z-journal").touch()
    os.utime(tmp_path / "state.db.before-restore-20270115T080000Z-2", (1000, 1000))
    found = list_set_aside(path)
    assert [at.name[9:] for at in found] == [
        "damaged-20270115T080000Z",
        "before-restore-20270115T080000Z-2",
    ]
    assert found[1].at == 1000
    assert found[1].bytes == 3


def test_where_files_have_one_name_only_it_is_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "state.db"
    path.write_bytes(b"x")
    aside = backups.set_aside(path, backups.DAMAGED, NOW)
    assert names(tmp_path) == ["state.db.damaged-20270115T080000Z"]
    assert aside == tmp_path / "state.db.damaged-20270115T080000Z"

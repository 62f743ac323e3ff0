from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from vaultbrain.errors import StoreError
from vaultbrain.store import authored, backups
from vaultbrain.store.state import NOTHING, RESTORE, Act, Held, Sample, Seen, State, restore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Operation = tuple[str, tuple[object, ...]]

NOW = 1_800_000_000.0
DAY = 86_400.0
SEEN = Seen(2**64 - 1, 2**63, 7, (Sample("b.md", b"\1" * 32), Sample("a.md", b"\2" * 32)))
NOBODY = 65534


class Home:
    """A data folder with its `state.db`; every State that is opened is closed at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path, self.backups = folder, folder / "state.db", folder / "backups"
        self._opened: list[State] = []

    def open(self) -> State:
        self._opened.append(State(self.path, self.backups))
        return self._opened[-1]

    def write(self, detail: str, *, backup_at: float | None = None) -> None:
        """Record an act, make a backup at a time, and close."""
        state = self.open()
        state.record(act(detail))
        if backup_at is not None:
            assert state.backup(backup_at) is not None
        state.close()

    def details(self) -> list[str]:
        state = self.open()
        found = [at.detail for at in reversed(state.acts(100)) if at.kind != RESTORE]
        state.close()
        return found

    def names(self, beginning: str) -> list[str]:
        return sorted(at.name for at in self.folder.iterdir() if at.name.startswith(beginning))

    def close(self) -> None:
        for state in self._opened:
            state.close()


def act(detail: str = "", at: int = 1) -> Act:
    return Act(at, "purge", "notes", 3, detail)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    found = Home(tmp_path)
    yield found
    found.close()


def refused(home: Home, why: str) -> str:
    with pytest.raises(StoreError, match=why) as caught:
        home.open()
    assert str(home.path) in caught.value.message
    assert "Your notes and the index are not affected" in caught.value.message
    return caught.value.message


# What it holds


def test_a_new_file_is_ours_and_for_us_alone(home: Home) -> None:
    state = home.open()
    assert (state.restored_from, state.read_only) == ("", False)
    assert home.names("") == ["state.db"]
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o600
    assert (state.seen("notes"), state.acts(9), state.held("notes")) == (None, [], None)
    before = home.path.read_bytes()
    state.close()
    state.close()
    home.open()
    assert home.path.read_bytes() == before
    other = sqlite3.connect(home.path)
    assert other.execute("PRAGMA application_id").fetchone() == (authored.APPLICATION_ID,)
    assert other.execute("PRAGMA user_version").fetchone() == (len(authored._steps()),)
    other.close()


def test_a_vault_is_remembered_until_it_is_forgotten(home: Home) -> None:
    state = home.open()
    state.remember("notes", Seen(1, 2, 3))
    state.remember("notes", SEEN)
    state.remember("work", Seen(1, 2, 3, (Sample("w.md", b""),)))
    state = home.open()
    assert state.seen("notes") == SEEN
    state.forget("notes")
    state.forget("never there")
    assert state.seen("notes") is None
    assert state.seen("work") == Seen(1, 2, 3, (Sample("w.md", b""),))
    assert b"a.md" not in home.path.read_bytes()


def test_acts_are_told_in_their_order_whatever_the_clock_says(home: Home) -> None:
    state = home.open()
    for at in (5, 3, 9):
        state.record(act(at=at))
    assert [found.at for found in state.acts(2)] == [9, 3]
    state.record(Act(1, "adopt"))
    assert state.acts(1) == [Act(1, "adopt", "", 0, "")]


def test_a_deletion_held_back_is_neither_forgotten_nor_prolonged(home: Home) -> None:
    home.open().hold("notes", 100, 60)
    state = home.open()
    state.hold("notes", 500, 70)
    assert state.held("notes") == Held(100, 70)
    assert state.held("work") is None
    state.release("notes")
    assert state.held("notes") is None
    state.hold("notes", 900, 1)
    assert state.held("notes") == Held(900, 1)


def test_threads_may_call_at_once(home: Home) -> None:
    state = home.open()

    def write(n: int) -> None:
        for i in range(10):
            state.record(act(f"{n}.{i}"))

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(home.details()) == sorted(f"{n}.{i}" for n in range(4) for i in range(10))


@pytest.mark.parametrize("reason", ["full by itself", "later"])
def test_a_write_that_fails_changes_nothing(home: Home, reason: str) -> None:
    state = home.open()
    state.remember("notes", SEEN)
    db = state._connection
    if reason == "later":
        broken = Seen(1, 1, 1, (Sample("a.md", "no bytes"),))  # type: ignore[arg-type]
        with pytest.raises(StoreError, match="cannot store TEXT"):
            state.remember("notes", broken)
    else:
        db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(StoreError, match=r"full.*Make room on that disk"):
            state.record(act("x" * 100_000))
    assert not db.in_transaction
    assert state.seen("notes") == SEEN
    db.execute("PRAGMA max_page_count = 1000")
    state.record(act("afterwards"))
    assert home.details() == ["afterwards"]


_ids = st.sampled_from(["notes", "work", "ö"])
_numbers = st.integers(0, 2**64 - 1)
_times = st.integers(-(2**40), 2**40)
_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_seen = st.builds(
    Seen,
    _numbers,
    _numbers,
    _times,
    st.lists(st.builds(Sample, _texts, st.binary(max_size=3)), max_size=32).map(tuple),
)
_operations = st.one_of(
    st.tuples(st.just("remember"), st.tuples(_ids, _seen)),
    st.tuples(st.just("forget"), st.tuples(_ids)),
    st.tuples(st.just("record"), st.tuples(st.builds(Act, _times, _texts, _ids, _times, _texts))),
    st.tuples(st.just("hold"), st.tuples(_ids, _times, _times)),
    st.tuples(st.just("release"), st.tuples(_ids)),
    st.just(("reopen", ())),
)


class Model:
    """What a State should hold."""

    def __init__(self) -> None:
        self.seen: dict[str, Seen] = {}
        self.acts: list[Act] = []
        self.held: dict[str, Held] = {}

    def remember(self, source: str, seen: Seen) -> None:
        self.seen[source] = seen

    def forget(self, source: str) -> None:
        self.seen.pop(source, None)

    def record(self, found: Act) -> None:
        self.acts.insert(0, found)

    def hold(self, source: str, since: int, notes: int) -> None:
        before = self.held.get(source)
        self.held[source] = Held(before.since if before else since, notes)

    def release(self, source: str) -> None:
        self.held.pop(source, None)


@settings(max_examples=40, deadline=None)
@given(st.lists(_operations, max_size=12))
def test_any_sequence_of_calls_is_there_after_opening_anew(operations: list[Operation]) -> None:
    model = Model()
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        state = home.open()
        for name, values in operations:
            if name == "reopen":
                state.close()
                state = home.open()
            else:
                getattr(state, name)(*values)
                getattr(model, name)(*values)
        state.close()
        state = home.open()
        for source in ("notes", "work", "ö"):
            assert state.seen(source) == model.seen.get(source)
            assert state.held(source) == model.held.get(source)
        assert state.acts(100) == model.acts
        home.close()


RECORDING = """
import sys
from pathlib import Path
from vaultbrain.store.state import Act, State
state = State(Path(sys.argv[1]), Path(sys.argv[2]))
print("open", flush=True)
for n in range(int(sys.argv[3]), 10**9):
    state.record(Act(n, "purge", "notes", n, "x" * 3000))
    print(n, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(home: Home) -> None:
    acknowledged: list[int] = []
    begun = 0
    for turn in range(20):
        child = subprocess.Popen(
            [sys.executable, "-c", RECORDING, str(home.path), str(home.backups), str(begun)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        acknowledged += [int(child.stdout.readline()) for _ in range(turn % 7)]
        time.sleep(turn * 0.00037)  # somewhere within the next write
        child.send_signal(signal.SIGKILL)
        acknowledged += [int(line) for line in child.stdout.read().splitlines()]
        child.wait()
        child.stdout.close()
        # One more may be there that was not told.
        begun = max(begun + 1, (acknowledged or [0])[-1] + 2)
    state = home.open()
    assert state.restored_from == ""
    found = [at.at for at in reversed(state.acts(10**6))]
    assert set(acknowledged) <= set(found)
    assert found == sorted(set(found))
    assert len(found) <= len(acknowledged) + 20
    assert authored.check(home.path) == ""


# What is wrong with the file


def other_program(home: Home) -> None:
    other = sqlite3.connect(home.path)
    other.execute("CREATE TABLE precious (x)")
    other.commit()
    other.close()


def newer(home: Home) -> None:
    home.write("kept")
    other = sqlite3.connect(home.path)
    other.execute("PRAGMA user_version = 99")
    other.close()


@pytest.mark.parametrize(
    ("make", "why"),
    [(other_program, "another program"), (newer, r"newer version \(99\)")],
)
def test_what_is_not_ours_to_read_is_left_as_it_is(
    home: Home, make: Callable[[Home], None], why: str
) -> None:
    make(home)
    before = home.path.read_bytes()
    said = refused(home, why)
    assert "It was left as it is" in said
    assert "vaultbrain restore" in said
    assert home.path.read_bytes() == before
    assert home.names("") == ["state.db"]


def garbage(raw: bytes) -> bytes:
    return b"no database at all " * (len(raw) // 19)


def half(raw: bytes) -> bytes:
    return raw[: len(raw) // 2]


def beginning(raw: bytes) -> bytes:
    return raw[:5000]


def nothing(_: bytes) -> bytes:
    return b""


def broken_schema(raw: bytes) -> bytes:
    return raw[:100] + b"\xff" * 3996 + raw[4096:]


def broken_page(raw: bytes) -> bytes:
    return raw[:4096] + b"\xff" * 4096 + raw[8192:]


def broken_row(raw: bytes) -> bytes:
    """Where the rows of the acts' page begin, as its header tells."""
    at = next(n for n in range(4096, len(raw), 4096) if b"purge" in raw[n : n + 4096])
    return raw[: at + 8] + b"\xff" * 2 + raw[at + 10 :]


DAMAGES = [garbage, half, beginning, nothing, broken_schema, broken_page, broken_row]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_kept_and_the_newest_backup_takes_its_place(
    home: Home, damage: Callable[[bytes], bytes]
) -> None:
    home.write("old", backup_at=NOW)
    home.write("new", backup_at=NOW + DAY)
    home.write("lost")
    raw = damage(home.path.read_bytes())
    home.path.write_bytes(raw)
    began = int(time.time())
    state = home.open()
    assert state.restored_from == "state-2027-01-16.db"
    told = state.acts(1)[0]
    assert began <= told.at <= time.time()
    assert told.kind == RESTORE
    assert told.detail.endswith("; state-2027-01-16.db was put in its place")
    assert home.details() == ["old", "new"]
    (kept,) = home.names("state.db.")
    assert kept.startswith("state.db.damaged-")
    assert (home.folder / kept).read_bytes() == raw
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o600
    state.close()
    assert home.open().restored_from == ""


@pytest.mark.parametrize("damage", [garbage, half])
def test_a_damaged_file_without_a_good_backup_begins_empty(
    home: Home, damage: Callable[[bytes], bytes]
) -> None:
    home.write("lost", backup_at=NOW)
    for file in (home.path, home.backups / "state-2027-01-15.db"):
        file.write_bytes(damage(file.read_bytes()))
    state = home.open()
    assert state.restored_from == NOTHING
    assert state.acts(1)[0].detail.endswith("; nothing was put in its place")
    assert home.details() == []
    assert len(home.names("state.db.damaged-")) == 1
    assert (home.backups / "state-2027-01-15.db").exists()


def test_bad_backups_are_passed_over(home: Home) -> None:
    home.write("oldest", backup_at=NOW)
    home.write("old", backup_at=NOW + DAY)
    home.write("new", backup_at=NOW + 2 * DAY)
    shutil.copy(home.backups / "state-2027-01-15.db", home.backups / "state-2027-01-18.db")
    with contextlib.closing(sqlite3.connect(home.backups / "state-2027-01-18.db")) as other:
        other.execute("PRAGMA user_version = 99")
    (home.backups / "state-2027-01-17.db").write_bytes(b"")
    home.path.write_bytes(b"x" * 4096)
    assert home.open().restored_from == "state-2027-01-16.db"
    assert home.details() == ["oldest", "old"]


def test_a_missing_file_comes_back_from_its_backup(home: Home) -> None:
    home.write("old", backup_at=NOW)
    home.path.unlink()
    journal = home.path.with_name("state.db-journal")
    journal.write_bytes(b"of a file that is gone")
    state = home.open()
    assert state.restored_from == "state-2027-01-15.db"
    assert state.acts(1)[0].detail.startswith("it is missing")
    assert home.details() == ["old"]
    assert not journal.exists()
    (kept,) = home.names("state.db.damaged-")
    assert kept.endswith("-journal")


def test_an_empty_file_without_backups_is_a_new_one(home: Home) -> None:
    home.path.touch(0o600)
    state = home.open()
    assert state.restored_from == ""
    state.record(act("first"))
    assert home.details() == ["first"]
    assert home.names("state.db.") == []


def test_a_step_that_fails_leaves_the_version_before(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.write("kept")
    steps = authored._steps()
    broken = [*steps, "CREATE TABLE added (x);", "CREATE TABLE half (x); CREATE TABLE half (x);"]
    monkeypatch.setattr(authored, "_steps", lambda: broken)
    refused(home, "half already exists")
    monkeypatch.setattr(authored, "_steps", lambda: broken[:-1])
    assert home.details() == ["kept"]
    with contextlib.closing(sqlite3.connect(home.path)) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (len(steps) + 1,)


def test_a_step_on_a_full_disk_is_taken_later(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.write("kept")
    taken = [""] * len(authored._steps())
    more = (
        "CREATE TABLE more (x); CREATE TRIGGER fill BEFORE INSERT ON more "
        "BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END; INSERT INTO more VALUES (1);"
    )
    with monkeypatch.context() as patched:
        patched.setattr(authored, "_steps", lambda: [*taken, more])
        refused(home, "disk is full")
    assert home.details() == ["kept"]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"No such file.*Make the folder and the file writable"):
        State(tmp_path / "gone" / "state.db", tmp_path / "gone" / "backups")


def test_a_file_taken_away_is_noticed_at_the_next_write(home: Home) -> None:
    state = home.open()
    state.record(act())
    home.path.rename(home.folder / "elsewhere")
    with pytest.raises(StoreError, match="Restart vaultbrain"):
        state.record(act())
    assert len(state.acts(9)) == 1


def test_what_is_closed_cannot_be_used(home: Home) -> None:
    state = home.open()
    state.close()
    with pytest.raises(StoreError, match="Restart vaultbrain"):
        state.acts(1)


def test_a_journal_of_the_other_kind_is_changed_back(home: Home) -> None:
    home.write("kept")
    with contextlib.closing(sqlite3.connect(home.path)) as other:
        assert other.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    assert home.details() == ["kept"]
    with contextlib.closing(sqlite3.connect(home.path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@contextlib.contextmanager
def unprivileged() -> Iterator[None]:
    """As somebody who is bound by file modes; root is not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def closed_home() -> Iterator[Home]:
    """A home in which nothing may be written any more."""
    with tempfile.TemporaryDirectory() as name:
        home = Home(Path(name))
        home.write("kept", backup_at=NOW)
        for at in (home.path, *home.backups.iterdir()):
            at.chmod(0o444)
        for at in (home.backups, home.folder):
            at.chmod(0o555)
        yield home
        home.close()
        for at in (home.backups, home.folder):
            at.chmod(0o755)


def test_where_nothing_may_be_written_it_is_read(closed_home: Home) -> None:
    with unprivileged():
        state = closed_home.open()
        assert state.read_only
        assert [at.detail for at in state.acts(9)] == ["kept"]
        with pytest.raises(StoreError, match="Make the folder and the file writable"):
            state.record(act())
        with pytest.raises(StoreError, match="Make the folder and the file writable"):
            state.backup(NOW + DAY)
        assert state.backup(NOW + 1) is None
        assert [at.detail for at in state.acts(9)] == ["kept"]


def test_a_damaged_file_that_cannot_be_set_aside_is_told(closed_home: Home) -> None:
    closed_home.path.write_bytes(b"x" * 4096)
    with unprivileged():
        refused(closed_home, "Permission denied")
    assert closed_home.path.read_bytes() == b"x" * 4096


# Restoring


def test_a_backup_is_restored_and_that_can_be_undone(home: Home) -> None:
    home.write("old", backup_at=NOW)
    home.write("new")
    aside = restore(home.path, home.backups / "state-2027-01-15.db", NOW)
    assert aside == home.folder / "state.db.before-restore-20270115T080000Z"
    state = home.open()
    assert state.restored_from == ""
    assert state.acts(1) == [Act(int(NOW), RESTORE, detail="state-2027-01-15.db put in place")]
    state.close()
    assert home.details() == ["old"]
    home.write("newest")
    second = restore(home.path, aside, NOW)
    assert second == home.folder / "state.db.before-restore-20270115T080000Z-2"
    assert home.details() == ["old", "new"]
    assert restore(home.path, second, NOW) is not None
    assert home.details() == ["old", "newest"]
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o600
    assert home.names(".") == []


def test_restoring_in_place_of_nothing(home: Home) -> None:
    home.write("old", backup_at=NOW)
    home.path.unlink()
    assert restore(home.path, home.backups / "state-2027-01-15.db", NOW) is None
    assert home.details() == ["old"]


@pytest.mark.parametrize("make", [garbage, nothing, half, broken_page])
def test_a_backup_that_is_no_good_is_refused(home: Home, make: Callable[[bytes], bytes]) -> None:
    home.write("old", backup_at=NOW)
    bad = home.backups / "state-2027-01-15.db"
    bad.write_bytes(make(bad.read_bytes()))
    with pytest.raises(StoreError, match=r"cannot be put in place.*Nothing was changed"):
        restore(home.path, bad, NOW)
    with pytest.raises(StoreError, match="cannot be put in place: unable to open"):
        restore(home.path, home.backups / "gone", NOW)
    assert home.names("") == ["backups", "state.db"]


def test_a_database_of_another_program_is_no_backup(home: Home) -> None:
    home.write("kept")
    other = Home(home.folder / "other")
    other.folder.mkdir()
    other_program(other)
    with pytest.raises(StoreError, match="another program"):
        restore(home.path, other.path, NOW)
    assert home.details() == ["kept"]


def test_an_older_backup_is_brought_up_to_date(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.write("old", backup_at=NOW)
    backup = home.backups / "state-2027-01-15.db"
    before = backup.read_bytes()
    steps = [*authored._steps(), "CREATE TABLE more (x);"]
    monkeypatch.setattr(authored, "_steps", lambda: steps)
    restore(home.path, backup, NOW)
    with contextlib.closing(sqlite3.connect(home.path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(steps),)
    assert backup.read_bytes() == before


def test_a_damaged_file_is_set_aside_as_well(home: Home) -> None:
    home.write("old", backup_at=NOW)
    home.path.write_bytes(b"x" * 4096)
    aside = restore(home.path, home.backups / "state-2027-01-15.db", NOW)
    assert aside is not None
    assert aside.read_bytes() == b"x" * 4096
    assert home.details() == ["old"]


def test_a_half_written_change_does_not_reach_the_backup(home: Home) -> None:
    home.write("old", backup_at=NOW)
    home.write("new")
    raw = home.path.read_bytes()
    # A process that ends in the middle of a write leaves its journal behind.
    code = (
        "import apsw, os, sys; db = apsw.Connection(sys.argv[1]); "
        "db.execute('PRAGMA cache_spill = 1; PRAGMA cache_size = 1; BEGIN IMMEDIATE'); "
        "[db.execute('INSERT INTO act (at, kind, source, notes, detail) VALUES "
        "(1, ?, ?, 1, ?)', ('', '', 'x' * 9000)) for _ in range(50)]; os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(home.path)], check=True)
    assert home.names("state.db-journal") == ["state.db-journal"]
    assert home.path.read_bytes() != raw
    aside = restore(home.path, home.backups / "state-2027-01-15.db", NOW)
    assert home.details() == ["old"]
    assert aside is not None
    assert home.names("state.db-") == []
    restore(home.path, aside, NOW)
    assert home.details() == ["old", "new"]


@pytest.mark.parametrize("last", ["act", "replace"])
def test_a_restore_that_fails_leaves_what_was_there(
    home: Home, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    home.write("old", backup_at=NOW)
    home.write("new")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    target = (authored, "copy_file") if last == "act" else (backups, "_sync")
    with monkeypatch.context() as patched:
        patched.setattr(*target, fail)
        with pytest.raises(StoreError, match=r"No space left.*Make room"):
            restore(home.path, home.backups / "state-2027-01-15.db", NOW)
    assert home.names(".") == []
    assert home.details() == ["old", "new"]


# Backups as State makes them


def test_a_backup_is_made_once_a_day(home: Home) -> None:
    state = home.open()
    state.record(act("first"))
    made = state.backup(NOW)
    assert made == home.backups / "state-2027-01-15.db"
    state.record(act("second"))
    assert state.backup(NOW + DAY - 1) is None
    assert state.backup(NOW + DAY) == home.backups / "state-2027-01-16.db"
    assert stat.S_IMODE(home.backups.stat().st_mode) == 0o700
    for at, count in (("15", 1), ("16", 2)):
        file = home.backups / f"state-2027-01-{at}.db"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        with contextlib.closing(apsw.Connection(str(file))) as db:
            assert db.execute("SELECT count(*) FROM act").fetchall() == [(count,)]


def test_a_damaged_file_does_not_become_a_backup(home: Home) -> None:
    home.write("x" * 50_000)
    state = home.open()
    raw = broken_page(home.path.read_bytes())
    home.path.write_bytes(raw[:27] + b"\xff" + raw[28:])  # its count of changes, so that it is read
    with pytest.raises(StoreError, match="the newest backup put in place"):
        state.backup(NOW)
    assert list(home.backups.iterdir()) == []
    with pytest.raises(StoreError, match="malformed"):
        state.seen("notes")

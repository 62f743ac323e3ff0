"""What watches and volumes can do to an index, row by row of the table of faults."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.system.counting import embedded, start_counting
from tests.system.launching import altered
from tests.system.namespace import Namespace, is_possible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.system.conftest import Rig

apart = pytest.mark.skipif(not is_possible(), reason="no namespaces of users and mounts here")
GOCRYPTFS = bool(shutil.which("gocryptfs") and shutil.which("fusermount3"))
fuse = pytest.mark.skipif(
    not GOCRYPTFS or not os.access("/dev/fuse", os.W_OK),
    reason="/dev/fuse is not here" if GOCRYPTFS else "gocryptfs is not here",
)
EVENTS = Path("/proc/sys/fs/inotify/max_queued_events")
OFTEN = altered("from vaultbrain.daemon import watching", "watching.OFTEN_SECONDS = 2.0")
inotify = pytest.mark.skipif(not EVENTS.exists(), reason="needs inotify")


@pytest.fixture
def space() -> Iterator[Namespace]:
    with Namespace() as space:
        yield space


def fill(root: Path, word: str, count: int = 20) -> list[str]:
    root.mkdir(exist_ok=True)
    for number in range(count):
        (root / f"{number:03}.md").write_text(f"{word} {word}{number}")
    return [f"{number:03}.md" for number in range(count)]


# The queue of events


def flood(root: Path, names: list[str]) -> None:
    """Make more events than the queue of somebody who does not read them can hold."""
    files = [f"{root}/{name}" for name in names]
    for turn in range(int(EVENTS.read_text()) // len(files) + 1):
        for file in files:  # in turn, for equal events in a row become one
            os.utime(file, ns=(turn, turn))


def halt(rig: Rig) -> None:
    """Stop the daemon, and wait until it is: until then it empties the queue."""
    assert rig.daemon is not None
    rig.daemon.send_signal(signal.SIGSTOP)
    for task in Path(f"/proc/{rig.daemon.pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError):  # a thread that ended just now
            rig.until(lambda at=task / "stat": at.read_text().rpartition(")")[2].split()[0] == "T")  # type: ignore[misc]


def go_on(rig: Rig) -> None:
    assert rig.daemon is not None
    rig.daemon.send_signal(signal.SIGCONT)


def looked_at(rig: Rig) -> float:
    """When the source was last looked through, in unix seconds."""
    at: float = rig.status()["sources"][0]["last_scan_at"]
    return at


@pytest.mark.fault(22)
@inotify
def test_an_overflow_loses_nothing(rig: Rig) -> None:
    """It does not count as a sleep here, so that nothing but the overflow asks for a look."""
    names = fill(rig.root, "zebra", 100)
    rig.start(*altered(daemon_supervisor___RESUME_SECONDS=3600.0))
    rig.call("sync")
    rig.until(lambda: rig.status()["state"] == "ready", 10)
    before = looked_at(rig)
    halt(rig)
    flood(rig.root, names)
    fill(rig.root, "giraffe", 50)
    fill(rig.root / "new", "camel", 50)
    for name in names[-10:]:
        (rig.root / name).unlink()
    go_on(rig)
    rig.until(lambda: looked_at(rig) > before, 15)
    rig.until(lambda: len(rig.current("giraffe")) == 50, 10)
    rig.until(lambda: len(rig.current("camel")) == 50, 10)
    rig.until(lambda: rig.status()["notes"] == 100 - 10 + 50, 10)
    assert rig.current("zebra") == names[50:-10]
    assert "overflow" in rig.log()
    assert "time jumped" not in rig.log()
    (rig.root / "new/000.md").write_text("tapir")
    rig.until(lambda: rig.current("tapir") == ["new/000.md"])


@pytest.mark.fault(23)
@inotify
def test_an_overflow_every_second_makes_no_storm_of_looks(rig: Rig) -> None:
    """For a minute, and with a program that writes, in the benchmark of storms."""
    names = fill(rig.root, "zebra", 200)
    rig.start()
    rig.call("sync")
    first, begin, cpu, seconds = looked_at(rig), time.monotonic(), rig.cpu_seconds(), 0.0
    looks = {first}
    while seconds < 8:
        halt(rig)
        flood(rig.root, names)
        go_on(rig)
        for _ in range(7):
            looks.add(looked_at(rig))
            time.sleep(0.1)
        seconds = time.monotonic() - begin
    assert rig.cpu_seconds() - cpu < seconds
    assert len(looks) - 1 <= seconds / 5 + 1
    (rig.root / "new.md").write_text("giraffe")
    rig.until(lambda: rig.current("giraffe") == ["new.md"], 15)
    rig.until(lambda: looked_at(rig) != first, 15)
    rig.until(lambda: rig.status()["state"] == "ready", 15)
    before = looked_at(rig)
    time.sleep(1)  # what our own looks do is no event
    assert looked_at(rig) == before


def limited(limit: str, value: int) -> tuple[str, ...]:
    """Run in a namespace of users with another limit of inotify."""
    script = f'echo {value} > /proc/sys/user/max_inotify_{limit} && exec "$@"'
    return ("unshare", "-Ur", "sh", "-ec", script, "sh")


@pytest.mark.fault(24)
@apart
@inotify
def test_with_too_few_watches_nothing_is_lost_and_all_is_told(rig: Rig) -> None:
    for number in range(50):
        rig.write(f"d{number}/a.md", "zebra")
    rig.start(*limited("watches", 20), *OFTEN)
    rig.call("sync")
    assert (rig.status()["state"], rig.codes()) == ("degraded", ["not-watching"])
    assert rig.status()["sources"][0]["unwatched"] == 51 + 1 - 20
    assert "sysctl fs.inotify.max_user_watches" in rig.cli("doctor").stdout
    for number in range(50):
        rig.write(f"d{number}/a.md", "giraffe")
    rig.until(lambda: len(rig.current("giraffe")) == 50, 8)


@pytest.mark.fault(25)
@apart
@inotify
def test_without_any_watch_it_looks_often(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start(*limited("instances", 0), *OFTEN)
    assert (rig.status()["state"], rig.codes()) == ("degraded", ["not-watching"])
    assert "max_user_instances" in rig.cli("doctor").stdout
    rig.write("d/b.md", "zebra")
    rig.until(lambda: rig.current("zebra") == ["a.md", "d/b.md"], 8)


# The root


@pytest.mark.fault(26)
def test_a_root_deleted_and_made_again(rig: Rig) -> None:
    names = fill(rig.root, "zebra")
    rig.start()
    rig.call("sync")
    before = rig.status()["generation"]
    shutil.rmtree(rig.root)
    rig.until(lambda: rig.status()["state"] == "offline", 6)
    assert (rig.status()["notes"], rig.current("zebra")) == (20, [])
    assert rig.found("zebra") == names
    fill(rig.root, "zebra")
    (rig.root / "new.md").write_text("giraffe")
    rig.until(lambda: rig.status()["state"] == "ready", 9)
    rig.until(lambda: rig.current("giraffe") == ["new.md"])
    assert (rig.current("zebra"), rig.status()["generation"]) == (names, before + 1)
    (rig.root / "new.md").write_text("camel")
    rig.until(lambda: rig.current("camel") == ["new.md"])


@pytest.mark.fault(27)
def test_a_root_replaced_by_another_folder(rig: Rig) -> None:
    names = fill(rig.root, "zebra")
    rig.start()
    rig.call("sync")
    other = rig.folder / "other"
    shutil.copytree(rig.root, other)
    (other / "000.md").write_text("giraffe")
    (other / "001.md").unlink()
    rig.root.rename(rig.folder / "before")
    other.rename(rig.root)
    rig.until(lambda: rig.current("giraffe") == ["000.md"], 6)
    rig.until(lambda: rig.current("zebra") == names[2:])
    (rig.folder / "before/002.md").write_text("quixotic")
    (rig.root / "new.md").write_text("camel")
    rig.until(lambda: rig.current("camel") == ["new.md"])
    assert (rig.current("quixotic"), rig.status()["state"]) == ([], "ready")


# Volumes


@pytest.mark.fault(28)
@apart
def test_a_volume_that_takes_the_vault_away(rig: Rig, space: Namespace) -> None:
    """The vault is a folder of the volume, so without it there is nothing at its path."""
    disk, point = rig.folder / "disk", rig.folder / "point"
    rig.root = point / "Notes"
    rig.configure()
    for folder in (disk, point):
        folder.mkdir()
    names = fill(disk / "Notes", "zebra")
    space.run("mount", "--bind", disk, point)
    rig.start(*space.before)
    rig.call("sync")
    before = rig.status()["generation"]
    space.run("umount", point)
    rig.until(lambda: rig.status()["state"] == "offline", 6)
    told = rig.call("search", query="zebra", mode="lexical", limit=100)
    assert sorted(hit["path"] for hit in told["hits"] if not hit["fresh"]) == names
    assert (told["state"], rig.codes()) == ("offline", ["source-offline"])
    answer = rig.call("ask", question="what about the zebra?")
    assert (answer["state"], answer["refused"]) == ("offline", True)
    (disk / "Notes/000.md").write_text("giraffe")
    (disk / "Notes/001.md").unlink()
    time.sleep(1.5)  # more than one look at everything
    assert (rig.status()["notes"], rig.status()["generation"]) == (20, before)
    space.run("mount", "--bind", disk, point)
    rig.until(lambda: rig.status()["state"] == "ready", 9)
    rig.until(lambda: rig.current("giraffe") == ["000.md"])
    rig.until(lambda: rig.current("zebra") == names[2:])
    (space.view(point) / "Notes/002.md").write_text("camel")
    rig.until(lambda: rig.current("camel") == ["002.md"])


def mounted(rig: Rig, space: Namespace, name: str, word: str) -> list[str]:
    """Make a volume of 20 notes, and mount it on the vault's path."""
    disk = rig.folder / name
    disk.mkdir()
    space.run("mount", "-t", "tmpfs", "none", disk)
    names = fill(space.view(disk), word)
    space.run("mount", "--bind", disk, rig.root)
    return names


@pytest.mark.fault(29)
@apart
def test_the_empty_folder_below_a_volume_is_no_empty_vault(rig: Rig, space: Namespace) -> None:
    names = mounted(rig, space, "disk", "zebra")
    start_counting(rig, *space.before)
    before = rig.status()["generation"]
    space.run("umount", rig.root)
    rig.until(lambda: rig.status()["state"] == "offline", 6)
    for _ in range(3):
        assert rig.current("zebra") == []
        time.sleep(0.6)
    assert (rig.status()["notes"], rig.status()["generation"]) == (20, before)
    rig.end()
    start_offline(rig, space)
    assert rig.status()["notes"] == 20
    space.run("mount", "--bind", rig.folder / "disk", rig.root)
    rig.until(lambda: rig.current("zebra") == names, 9)
    assert (rig.status()["generation"], embedded(rig)) == (before, 20)


def start_offline(rig: Rig, space: Namespace) -> None:
    rig.configure()
    rig.spawn(*space.before)
    rig.until(lambda: rig.status()["state"] == "offline", 20)


@pytest.mark.fault(28)
@apart
def test_a_question_to_a_volume_that_is_away_is_no_empty_answer(rig: Rig, space: Namespace) -> None:
    """Where an empty folder is left behind, as where there is none: hits that are not current."""
    names = mounted(rig, space, "disk", "zebra")
    rig.start(*space.before)
    rig.call("sync")
    space.run("umount", rig.root)
    rig.until(lambda: rig.status()["state"] == "offline", 6)
    rig.found("zebra")
    time.sleep(1.5)  # after the grace of a doubt
    assert rig.found("zebra") == names


@pytest.mark.fault(30)
@apart
def test_another_volume_at_the_same_path_is_another_vault(rig: Rig, space: Namespace) -> None:
    names = mounted(rig, space, "disk", "zebra")
    rig.start(*space.before)
    rig.call("sync")
    before = rig.status()["generation"]
    space.run("umount", rig.root)
    others = mounted(rig, space, "other", "giraffe")
    rig.until(lambda: rig.codes() == ["source-replaced"], 6)
    assert (rig.status()["state"], rig.status()["sources"][0]["replaced"]) == ("offline", True)
    rig.call("sync")
    assert (rig.status()["notes"], rig.status()["generation"]) == (20, before)
    assert (rig.found("giraffe"), rig.current("zebra")) == ([], [])
    space.run("umount", rig.root)
    space.run("mount", "--bind", rig.folder / "disk", rig.root)
    rig.until(lambda: rig.current("zebra") == names, 9)
    assert rig.status()["generation"] == before
    # And where the other one is meant to be the vault from now on:
    space.run("umount", rig.root)
    space.run("mount", "--bind", rig.folder / "other", rig.root)
    rig.until(lambda: rig.codes() == ["source-replaced"], 9)
    assert rig.cli("purge", "--source", "notes").returncode == 0
    assert (rig.current("giraffe"), rig.status()["notes"]) == (others, 20)
    assert b"zebra" not in rig.stored_bytes()


@pytest.mark.fault(30)
@apart
@pytest.mark.parametrize("common", [0, 1])
def test_another_volume_with_the_same_numbers_is_another_vault(
    rig: Rig, space: Namespace, common: int
) -> None:
    """A second stick gets the device number of the first, and its root the same inode."""
    put(rig, space, "zebra", 40, common)
    rig.start(*space.before, *altered(daemon_watching__REVIVE_SECONDS=0.5))
    rig.call("sync")
    before = (rig.status()["notes"], rig.status()["generation"])
    assert before[0] == 40 + common
    first = space.view(rig.root).stat()
    space.run("umount", rig.root)
    put(rig, space, "camel", 30, common)
    other = space.view(rig.root).stat()
    assert first.st_ino == other.st_ino  # and mostly the device is the same as well
    rig.until(lambda: rig.codes() == ["source-replaced"], 9)
    rig.call("sync")
    rig.until(lambda: rig.status()["sources"][0]["watching"], 15)
    (space.view(rig.root) / "001.md").write_text("camel edited")
    (space.view(rig.root) / "new.md").write_text("camel new")
    time.sleep(1.5)  # longer than an edit takes to be indexed
    rig.call("sync")
    assert (rig.codes(), rig.current("camel")) == (["source-replaced"], [])
    assert (rig.status()["notes"], rig.status()["generation"]) == before


def put(rig: Rig, space: Namespace, word: str, count: int, common: int) -> None:
    """Mount a volume of its own notes, and some whose names stand on every volume."""
    space.run("mount", "-t", "tmpfs", "none", rig.root)
    root = space.view(rig.root)
    for number in range(count):
        (root / f"{word[0]}{number:03}.md").write_text(f"{word} {number}")
    if common:
        (root / "README.md").write_text(f"{word} readme")


def start_two(rig: Rig, space: Namespace) -> Path:
    """A vault on a volume, and another one of 150 notes that stays."""
    other = rig.folder / "other"
    fill(other, "giraffe", 150)
    mounted(rig, space, "disk", "zebra")
    rig.configure(work=other)
    rig.start(*space.before)
    rig.call("sync")
    assert rig.status()["notes"] == 170
    space.run("umount", rig.root)
    return other


@pytest.mark.fault(29)
@apart
def test_a_purge_of_one_vault_leaves_another_that_is_away(rig: Rig, space: Namespace) -> None:
    """Also where it is not said which one: of what is away nothing is known."""
    other = start_two(rig, space)
    rig.until(lambda: rig.status()["state"] == "offline", 6)
    for number in range(90):
        (other / f"{number:03}.md").unlink()
    rig.until(lambda: "mass-deletion" in rig.codes(), 9)
    assert rig.cli("purge").returncode == 0
    assert (rig.status()["notes"], rig.codes()) == (60 + 20, ["source-offline"])
    assert rig.cli("purge", "--source", "notes").returncode != 0
    assert rig.status()["notes"] == 60 + 20
    space.run("mount", "--bind", rig.folder / "disk", rig.root)
    rig.until(lambda: len(rig.current("zebra")) == 20, 9)


@pytest.mark.fault(30)
@apart
def test_a_purge_takes_another_volume_for_the_vault_only_where_it_is_named(
    rig: Rig, space: Namespace
) -> None:
    start_two(rig, space)
    mounted(rig, space, "disk2", "camel")
    rig.until(lambda: "source-replaced" in rig.codes(), 9)
    rig.cli("purge")
    rig.call("sync")
    assert (rig.current("camel"), rig.current("zebra"), rig.status()["notes"]) == ([], [], 170)
    assert rig.cli("purge", "--source", "notes").returncode == 0
    assert (len(rig.current("camel")), rig.status()["notes"]) == (20, 170)


LEAVING = """
import os
from pathlib import Path
scandir, left = os.scandir, [3]
def leaving(at="."):
    root = Path(os.environ["LEAVES"])
    if root.with_name("armed").exists() and str(at).startswith(str(root)):
        left[0] -= 1
        if left[0] == 0:
            root.rename(root.with_name("away"))
            root.mkdir()
    return scandir(at)
os.scandir = leaving
"""


@pytest.mark.fault(28)
def test_a_vault_that_goes_away_while_it_is_looked_through(rig: Rig) -> None:
    """After the third of its folders there are none left, and none can be listed any more."""
    for folder in "abcdefgh":
        for number in range(30):
            rig.write(f"{folder}/{number}.md", "zebra")
    rig.start(*altered(LEAVING), LEAVES=str(rig.root))
    rig.call("sync")
    before = (rig.status()["notes"], rig.status()["generation"])
    (rig.folder / "armed").touch()
    rig.call("sync")
    assert (rig.folder / "away").exists()
    rig.until(lambda: rig.codes() == ["source-offline"], 6)
    assert (rig.status()["notes"], rig.status()["generation"]) == before
    assert rig.status()["sources"][0]["held"] == 0
    rig.root.rmdir()
    (rig.folder / "away").rename(rig.root)
    rig.until(lambda: rig.status()["state"] == "ready", 9)
    assert (rig.status()["notes"], rig.status()["generation"]) == before


@pytest.mark.fault(28)
@apart
def test_a_volume_within_the_vault_takes_its_notes_away_and_back(
    rig: Rig, space: Namespace
) -> None:
    fill(rig.root, "zebra", 100)
    disk, inner = rig.folder / "disk", rig.root / "inner"
    fill(disk, "giraffe", 40)
    inner.mkdir()
    space.run("mount", "--bind", disk, inner)
    rig.start(*space.before)
    rig.call("sync")
    before = (rig.status()["notes"], rig.status()["generation"])
    assert before[0] == 140
    space.run("umount", inner)
    rig.until(lambda: rig.codes() != [], 9)
    rig.call("sync")
    assert (rig.status()["notes"], rig.status()["generation"]) == before
    assert (rig.current("giraffe"), len(rig.current("zebra"))) == ([], 100)
    space.run("mount", "--bind", disk, inner)
    rig.until(lambda: len(rig.current("giraffe")) == 40, 9)
    rig.until(lambda: rig.codes() == [], 9)
    assert (rig.status()["notes"], rig.status()["generation"]) == before


# Deletions


@pytest.mark.fault(31)
@pytest.mark.skipif(not EVENTS.exists(), reason="reads /proc")
def test_a_hold_that_runs_out_while_the_vault_is_away_waits_for_it(rig: Rig) -> None:
    """Not by looking for it all the time."""
    names = fill(rig.root, "zebra", 150)
    rig.start(*altered(indexer_guard__HOLD_SECONDS=2.0))
    rig.call("sync")
    for name in names[:90]:
        (rig.root / name).unlink()
    rig.until(lambda: "mass-deletion" in rig.codes(), 9)
    rig.root.rename(rig.folder / "away")
    rig.until(lambda: rig.status()["state"] == "offline", 6)
    time.sleep(2)
    rig.call("sync")  # after which it looks whether there is something to be done
    before = rig.cpu_seconds()
    time.sleep(1.5)
    assert rig.cpu_seconds() - before < 0.3
    assert rig.status()["notes"] == 150
    (rig.folder / "away").rename(rig.root)
    rig.until(lambda: rig.status()["notes"] == 60, 12)
    assert rig.codes() == []


@pytest.mark.fault(31)
def test_a_mass_deletion_is_held_and_can_be_taken_back_or_meant(rig: Rig) -> None:
    names = fill(rig.root, "zebra", 150)
    start_counting(rig)
    backup = rig.folder / "backup"
    shutil.copytree(rig.root, backup)
    assert embedded(rig) == 150

    def delete() -> None:
        for name in names[:90]:
            (rig.root / name).unlink()
        rig.until(lambda: rig.codes() == ["mass-deletion"], 9)

    delete()
    rig.until(lambda: rig.status()["sources"][0]["held"] == 90)
    assert (rig.status()["notes"], rig.status()["state"]) == (150, "degraded")
    assert "90 notes" in rig.cli("status").stdout
    rig.until(lambda: not {*rig.found("zebra")} & {*names[:90]})
    shutil.copytree(backup, rig.root, dirs_exist_ok=True)
    rig.call("sync")
    assert (rig.status()["state"], rig.codes()) == ("ready", [])
    assert (rig.status()["notes"], embedded(rig)) == (150, 150)
    delete()
    assert rig.cli("purge").returncode == 0
    assert (rig.status()["notes"], rig.codes()) == (60, [])
    assert b"zebra89" not in rig.stored_bytes()


@pytest.mark.fault(31)
def test_a_hold_ends_when_the_notes_are_back(rig: Rig) -> None:
    """Within seconds, not with the next look ten minutes later: until then `status` is wrong."""
    names = fill(rig.root, "zebra", 80)
    rig.start()
    rig.call("sync")
    for name in names[:60]:
        (rig.root / name).rename(rig.folder / name)
    rig.until(lambda: rig.codes() == ["mass-deletion"], 9)
    for name in names[:60]:
        (rig.folder / name).rename(rig.root / name)
    rig.until(lambda: rig.current("zebra") == names)
    rig.until(lambda: rig.codes() == [], 7)


@pytest.mark.fault(32)
def test_one_deleted_note_is_gone_at_once(rig: Rig) -> None:
    names = fill(rig.root, "zebra")
    rig.start()
    rig.call("sync")
    took = []
    for number, name in enumerate(names[:7]):
        left = names[number + 1 :]
        (rig.root / name).unlink()
        assert rig.current("zebra") == left  # every hit is checked
        took.append(rig.until(lambda at=left: rig.status()["notes"] == len(at), 5))  # type: ignore[misc]
        assert (rig.found("zebra"), rig.found(f"zebra{number}")) == (left, [])
    assert statistics.median(took) < 1.5  # one second is promised
    assert rig.status()["state"] == "ready"


# File systems that change in silence, and those that are locked away


@pytest.mark.fault(33)
@apart
def test_a_change_beneath_a_stacked_file_system_is_found(rig: Rig, space: Namespace) -> None:
    below, scratch = rig.folder / "below", rig.folder / "scratch"
    scratch.mkdir()
    fill(below, "zebra")
    fill(below / "d", "zebra")
    space.run("mount", "-t", "tmpfs", "none", scratch)
    space.run("mkdir", scratch / "upper", scratch / "work")
    layers = f"lowerdir={below},upperdir={scratch}/upper,workdir={scratch}/work"
    space.run("mount", "-t", "overlay", "-o", layers, "overlay", rig.root)
    rig.start(*space.before, *OFTEN)
    rig.call("sync")
    (below / "000.md").write_text("giraffe")
    (below / "d/new.md").write_text("giraffe")
    rig.until(lambda: rig.current("giraffe") == ["000.md", "d/new.md"], 8)


def encrypt(space: Namespace, cipher: Path) -> None:
    cipher.mkdir(mode=0o700)
    space.run("gocryptfs", "-q", "-init", "-scryptn", "10", cipher, text="invented\n")


def decrypt(space: Namespace, cipher: Path, point: Path) -> None:
    point.mkdir(exist_ok=True)
    space.serve("gocryptfs", "-q", "-fg", "-nosyslog", cipher, point, text="invented\n")
    begin = time.monotonic()
    while f" {point} " not in space.run("cat", "/proc/self/mountinfo"):
        assert time.monotonic() - begin < 10
        time.sleep(0.05)


@pytest.mark.fault(33)
@apart
@fuse
def test_a_change_from_elsewhere_is_found(rig: Rig, space: Namespace) -> None:
    """Through a second mount of the same encrypted folder, as a sync program makes them."""
    cipher, elsewhere = rig.folder / "cipher", rig.folder / "elsewhere"
    encrypt(space, cipher)
    decrypt(space, cipher, rig.root)
    decrypt(space, cipher, elsewhere)
    fill(space.view(rig.root), "zebra")
    rig.start(*space.before, *OFTEN)
    rig.call("sync")
    (space.view(elsewhere) / "000.md").write_text("giraffe")
    (space.view(elsewhere) / "new.md").write_text("giraffe")
    rig.until(lambda: rig.current("giraffe") == ["000.md", "new.md"], 8)
    (space.view(rig.root) / "new.md").write_text("camel")  # and this one is heard
    rig.until(lambda: rig.current("camel") == ["new.md"])


def lock_away(rig: Rig, space: Namespace, *unmount: str) -> None:
    """Lock, and unmount the vault and the index; both must be possible at once."""
    begin = time.monotonic()
    assert rig.cli("lock").returncode == 0
    for point in (rig.root, rig.paths.data_dir):
        space.run(*unmount, point)
    assert time.monotonic() - begin < 2


def refuse_to_unlock(rig: Rig) -> None:
    assert rig.status()["state"] == "locked"
    ended = rig.cli("unlock")
    assert ended.returncode == 4
    assert "stays locked" in ended.stderr
    assert list(rig.paths.data_dir.iterdir()) == []
    assert rig.cli("search", "zebra").returncode == 4


@pytest.mark.fault(34)
@apart
def test_lock_lets_go_of_the_volumes(rig: Rig, space: Namespace) -> None:
    names = mounted(rig, space, "disk", "zebra")
    index = rig.folder / "index"
    for folder in (index, rig.paths.data_dir):
        folder.mkdir(mode=0o700, parents=True)
    space.run("mount", "-t", "tmpfs", "-o", "mode=700", "none", index)
    space.run("mount", "--bind", index, rig.paths.data_dir)
    start_counting(rig, *space.before)
    before = rig.status()["generation"]
    lock_away(rig, space, "umount")
    refuse_to_unlock(rig)
    space.run("mount", "--bind", rig.folder / "disk", rig.root)
    space.run("mount", "--bind", index, rig.paths.data_dir)
    assert rig.cli("unlock").returncode == 0
    rig.until(lambda: rig.status()["state"] == "ready", 10)
    assert (rig.current("zebra"), rig.status()["generation"]) == (names, before)
    assert embedded(rig) == 20
    (space.view(rig.root) / "new.md").write_text("giraffe")
    rig.until(lambda: rig.current("giraffe") == ["new.md"])


@pytest.mark.fault(34)
@apart
@fuse
def test_lock_lets_go_of_encrypted_folders(rig: Rig, space: Namespace) -> None:
    ciphers = {rig.root: rig.folder / "cipher", rig.paths.data_dir: rig.folder / "c2"}
    for point, cipher in ciphers.items():
        encrypt(space, cipher)
        point.mkdir(mode=0o700, parents=True, exist_ok=True)
        decrypt(space, cipher, point)
    names = fill(space.view(rig.root), "zebra")
    rig.start(*space.before)
    rig.call("sync")
    lock_away(rig, space, "fusermount3", "-u")
    refuse_to_unlock(rig)
    for point, cipher in ciphers.items():
        decrypt(space, cipher, point)
    assert rig.cli("unlock").returncode == 0
    rig.until(lambda: rig.current("zebra") == names, 10)

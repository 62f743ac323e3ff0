"""What watches and volumes can do to an index, row by row of the table of faults."""

from __future__ import annotations

import os
import shutil
import signal
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
GOCRYPTFS = shutil.which("gocryptfs") and shutil.which("fusermount3")
fuse = pytest.mark.skipif(
    not GOCRYPTFS or not os.access("/dev/fuse", os.W_OK), reason="gocryptfs is not here"
)
EVENTS = Path("/proc/sys/fs/inotify/max_queued_events")
OFTEN = altered("from vaultbrain.daemon import watching", "watching.OFTEN_SECONDS = 2.0")
inotify = pytest.mark.skipif(not EVENTS.exists(), reason="needs inotify")


@pytest.fixture
def space() -> Iterator[Namespace]:
    with Namespace() as space:
        yield space


def codes(rig: Rig) -> list[str]:
    return [at["code"] for at in rig.status()["problems"]]


def current(rig: Rig, query: str) -> list[str]:
    """What is shown as current."""
    hits = rig.call("search", query=query, mode="lexical", limit=100)["hits"]
    return sorted(hit["path"] for hit in hits if hit["fresh"])


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


@pytest.mark.fault(22)
@inotify
def test_an_overflow_loses_nothing(rig: Rig) -> None:
    """Shorter than what counts as a sleep, so that nothing but the overflow asks for a look."""
    names = fill(rig.root, "zebra", 100)
    rig.start()
    rig.call("sync")
    assert rig.daemon is not None
    rig.daemon.send_signal(signal.SIGSTOP)
    begin = time.monotonic()
    flood(rig.root, names)
    fill(rig.root, "giraffe", 50)
    fill(rig.root / "new", "camel", 50)
    for name in names[-10:]:
        (rig.root / name).unlink()
    took = time.monotonic() - begin
    rig.daemon.send_signal(signal.SIGCONT)
    assert took < 5
    rig.until(lambda: len(current(rig, "giraffe")) == 50, 10)
    rig.until(lambda: len(current(rig, "camel")) == 50, 10)
    rig.until(lambda: rig.status()["notes"] == 100 - 10 + 50, 10)
    assert current(rig, "zebra") == names[50:-10]
    (rig.root / "new/000.md").write_text("tapir")
    rig.until(lambda: current(rig, "tapir") == ["new/000.md"])


@pytest.mark.fault(23)
@inotify
def test_an_overflow_every_second_makes_no_storm_of_looks(rig: Rig) -> None:
    """For a minute, and with a program that writes, in the benchmark of storms."""
    names = fill(rig.root, "zebra", 200)
    rig.start()
    rig.call("sync")
    assert rig.daemon is not None
    clock = Path(f"/proc/{rig.daemon.pid}/stat")

    def cpu_seconds() -> float:
        spent = clock.read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")

    def looked_at() -> float:
        at: float = rig.status()["sources"][0]["last_scan_at"]
        return at

    first, begin, cpu, seconds = looked_at(), time.monotonic(), cpu_seconds(), 0.0
    looks = {first}
    while seconds < 8:
        rig.daemon.send_signal(signal.SIGSTOP)
        flood(rig.root, names)
        rig.daemon.send_signal(signal.SIGCONT)
        for _ in range(7):
            looks.add(looked_at())
            time.sleep(0.1)
        seconds = time.monotonic() - begin
    assert cpu_seconds() - cpu < seconds
    assert len(looks) - 1 <= seconds / 5 + 1
    (rig.root / "new.md").write_text("giraffe")
    rig.until(lambda: current(rig, "giraffe") == ["new.md"], 15)
    rig.until(lambda: looked_at() != first, 15)
    rig.until(lambda: rig.status()["state"] == "ready", 15)
    before = looked_at()
    time.sleep(1)  # what our own looks do is no event
    assert looked_at() == before


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
    assert (rig.status()["state"], codes(rig)) == ("degraded", ["not-watching"])
    assert rig.status()["sources"][0]["unwatched"] == 51 + 1 - 20
    assert "sysctl fs.inotify.max_user_watches" in rig.cli("doctor").stdout
    for number in range(50):
        rig.write(f"d{number}/a.md", "giraffe")
    rig.until(lambda: len(current(rig, "giraffe")) == 50, 8)


@pytest.mark.fault(25)
@apart
@inotify
def test_without_any_watch_it_looks_often(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start(*limited("instances", 0), *OFTEN)
    assert (rig.status()["state"], codes(rig)) == ("degraded", ["not-watching"])
    assert "fs.inotify.max_user_instances" in rig.cli("doctor").stdout
    rig.write("d/b.md", "zebra")
    rig.until(lambda: current(rig, "zebra") == ["a.md", "d/b.md"], 8)


# The root


@pytest.mark.fault(26)
def test_a_root_deleted_and_made_again(rig: Rig) -> None:
    names = fill(rig.root, "zebra")
    rig.start()
    rig.call("sync")
    before = rig.status()["generation"]
    shutil.rmtree(rig.root)
    rig.until(lambda: rig.status()["state"] == "offline", 6)
    assert (rig.status()["notes"], current(rig, "zebra")) == (20, [])
    assert rig.found("zebra") == names
    fill(rig.root, "zebra")
    (rig.root / "new.md").write_text("giraffe")
    rig.until(lambda: rig.status()["state"] == "ready", 9)
    rig.until(lambda: current(rig, "giraffe") == ["new.md"])
    assert (current(rig, "zebra"), rig.status()["generation"]) == (names, before + 1)
    (rig.root / "new.md").write_text("camel")
    rig.until(lambda: current(rig, "camel") == ["new.md"])


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
    rig.until(lambda: current(rig, "giraffe") == ["000.md"], 6)
    rig.until(lambda: current(rig, "zebra") == names[2:])
    (rig.folder / "before/002.md").write_text("quixotic")
    (rig.root / "new.md").write_text("camel")
    rig.until(lambda: current(rig, "camel") == ["new.md"])
    assert (current(rig, "quixotic"), rig.status()["state"]) == ([], "ready")


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
    assert (told["state"], codes(rig)) == ("offline", ["source-offline"])
    answer = rig.call("ask", question="what about the zebra?")
    assert (answer["state"], answer["refused"]) == ("offline", True)
    (disk / "Notes/000.md").write_text("giraffe")
    (disk / "Notes/001.md").unlink()
    time.sleep(1.5)  # more than one look at everything
    assert (rig.status()["notes"], rig.status()["generation"]) == (20, before)
    space.run("mount", "--bind", disk, point)
    rig.until(lambda: rig.status()["state"] == "ready", 9)
    rig.until(lambda: current(rig, "giraffe") == ["000.md"])
    rig.until(lambda: current(rig, "zebra") == names[2:])
    (space.view(point) / "Notes/002.md").write_text("camel")
    rig.until(lambda: current(rig, "camel") == ["002.md"])


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
        assert current(rig, "zebra") == []
        time.sleep(0.6)
    assert (rig.status()["notes"], rig.status()["generation"]) == (20, before)
    rig.end()
    start_offline(rig, space)
    assert rig.status()["notes"] == 20
    space.run("mount", "--bind", rig.folder / "disk", rig.root)
    rig.until(lambda: current(rig, "zebra") == names, 9)
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
    rig.until(lambda: codes(rig) == ["source-replaced"], 6)
    assert (rig.status()["state"], rig.status()["sources"][0]["replaced"]) == ("offline", True)
    rig.call("sync")
    assert (rig.status()["notes"], rig.status()["generation"]) == (20, before)
    assert (rig.found("giraffe"), current(rig, "zebra")) == ([], [])
    space.run("umount", rig.root)
    space.run("mount", "--bind", rig.folder / "disk", rig.root)
    rig.until(lambda: current(rig, "zebra") == names, 9)
    assert rig.status()["generation"] == before
    # And where the other one is meant to be the vault from now on:
    space.run("umount", rig.root)
    space.run("mount", "--bind", rig.folder / "other", rig.root)
    rig.until(lambda: codes(rig) == ["source-replaced"], 9)
    assert rig.cli("purge", "--source", "notes").returncode == 0
    assert (current(rig, "giraffe"), rig.status()["notes"]) == (others, 20)
    assert b"zebra" not in rig.stored_bytes()


# Deletions


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
        rig.until(lambda: codes(rig) == ["mass-deletion"], 9)

    delete()
    rig.until(lambda: rig.status()["sources"][0]["held"] == 90)
    assert (rig.status()["notes"], rig.status()["state"]) == (150, "degraded")
    assert "90 notes" in rig.cli("status").stdout
    rig.until(lambda: not {*rig.found("zebra")} & {*names[:90]})
    shutil.copytree(backup, rig.root, dirs_exist_ok=True)
    rig.call("sync")
    assert (rig.status()["state"], codes(rig)) == ("ready", [])
    assert (rig.status()["notes"], embedded(rig)) == (150, 150)
    delete()
    assert rig.cli("purge").returncode == 0
    assert (rig.status()["notes"], codes(rig)) == (60, [])
    assert b"zebra89" not in rig.stored_bytes()


@pytest.mark.fault(31)
def test_a_hold_ends_when_the_notes_are_back(rig: Rig) -> None:
    """Within seconds, not with the next look ten minutes later: until then `status` is wrong."""
    names = fill(rig.root, "zebra", 80)
    rig.start()
    rig.call("sync")
    for name in names[:60]:
        (rig.root / name).rename(rig.folder / name)
    rig.until(lambda: codes(rig) == ["mass-deletion"], 9)
    for name in names[:60]:
        (rig.folder / name).rename(rig.root / name)
    rig.until(lambda: current(rig, "zebra") == names)
    rig.until(lambda: codes(rig) == [], 7)


@pytest.mark.fault(32)
def test_one_deleted_note_is_gone_at_once(rig: Rig) -> None:
    names = fill(rig.root, "zebra")
    rig.start()
    rig.call("sync")
    (rig.root / names[0]).unlink()
    assert current(rig, "zebra") == names[1:]  # every hit is checked
    assert rig.until(lambda: rig.found("zebra") == names[1:]) < 3
    assert rig.until(lambda: rig.status()["notes"] == 19) < 3
    assert (rig.found("zebra0"), rig.status()["state"]) == ([], "ready")


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
    rig.until(lambda: current(rig, "giraffe") == ["000.md", "d/new.md"], 8)


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
    rig.until(lambda: current(rig, "giraffe") == ["000.md", "new.md"], 8)
    (space.view(rig.root) / "new.md").write_text("camel")  # and this one is heard
    rig.until(lambda: current(rig, "camel") == ["new.md"])


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
    assert (current(rig, "zebra"), rig.status()["generation"]) == (names, before)
    assert embedded(rig) == 20
    (space.view(rig.root) / "new.md").write_text("giraffe")
    rig.until(lambda: current(rig, "giraffe") == ["new.md"])


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
    rig.until(lambda: current(rig, "zebra") == names, 10)

"""What files and folders can do to an index, row by row of the table of faults."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import mmap
import os
import random
import shutil
import socket
import stat
import statistics
import subprocess
import sys
import time
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from tests.system.counting import embedded, start_counting
from tests.system.launching import altered

if TYPE_CHECKING:
    from tests.system.conftest import Rig

ROOT = os.geteuid() == 0
DROPPED = "-dac_override,-dac_read_search"
# Root is bound by the modes of files only without these rights.
BOUND = ("setpriv", f"--bounding-set={DROPPED}", f"--inh-caps={DROPPED}") if ROOT else ()
GIT = shutil.which("git")
QUICK = altered("from vaultbrain.daemon import watching", "watching.RESCAN_SECONDS = 2.0")


def problems(rig: Rig) -> set[tuple[str, str | None]]:
    return {(at["code"], at["path"]) for at in rig.status()["problems"]}


def rows(rig: Rig, columns: str = "note.path, chunk.id") -> list[tuple[object, ...]]:
    db = apsw.Connection(str(rig.paths.index_db), flags=apsw.SQLITE_OPEN_READONLY)
    sql = f"SELECT {columns} FROM note LEFT JOIN chunk ON chunk.note_id = note.id ORDER BY 1, 2"  # noqa: S608
    found = [tuple(row) for row in db.execute(sql)]
    db.close()
    return found


def memory(rig: Rig) -> int:
    """The most memory that the daemon ever held, in bytes."""
    assert rig.daemon is not None
    lines = Path(f"/proc/{rig.daemon.pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) << 10


# Saves


@pytest.mark.fault(1)
def test_a_save_is_indexed_once(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    rig.call("sync")
    before = rig.status()["generation"]
    rig.write("a.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["a.md"])
    rig.call("sync")
    assert (rig.found("zebra"), rig.status()["generation"]) == ([], before + 1)


TEMPORARIES = "a.md.tmp .a.md.swx #a.md# .goutputstream-X1 a.md.sb-1f2e-Zz a.md~ ../a.md".split()


@pytest.mark.fault(2)
def test_what_a_save_is_prepared_in_is_never_indexed(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    took = []
    for number, temporary in enumerate(TEMPORARIES):
        prepared = rig.write(temporary, f"half{number}")
        rig.call("sync")
        assert (rig.found(f"half{number}"), rig.status()["notes"]) == ([], 1)
        prepared.write_text(f"whole{number}")
        prepared.replace(rig.root / "a.md")
        took.append(rig.until(lambda word=f"whole{number}": rig.found(word) == ["a.md"], 5))  # type: ignore[misc]
    assert statistics.median(took) < 1.5  # one second is promised
    assert (rig.found("zebra"), rig.status()["notes"]) == ([], 1)


@pytest.mark.fault(4)
def test_the_lock_of_emacs_is_no_note(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    lock = rig.root / ".#a.md"
    lock.symlink_to("somebody@host.example.4711:1234567890")
    rig.write("a.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["a.md"])
    lock.unlink()
    secret = rig.folder / "outside.md"
    secret.write_text("quixotic")
    lock.symlink_to(secret)
    rig.call("sync")
    assert (rig.found("quixotic"), rig.status()["notes"], problems(rig)) == ([], 1, set())


SLOW_WRITER = """
import sys, time
with open(sys.argv[1], "w") as file:
    file.write("zebra in the first half\\n")
    file.flush()
    time.sleep(1)
    file.write("giraffe in the second half\\n")
"""


@pytest.mark.fault(5)
def test_a_save_in_two_halves_ends_as_one_note(rig: Rig) -> None:
    rig.start()
    with subprocess.Popen([sys.executable, "-c", SLOW_WRITER, str(rig.root / "a.md")]) as writer:
        rig.until(lambda: rig.found("giraffe") == ["a.md"], 6)
        assert writer.wait(5) == 0
    assert rig.found("zebra") == ["a.md"]
    got = rig.call("get", path="a.md")
    assert got["text"].splitlines() == ["zebra in the first half", "giraffe in the second half"]


APPENDER = """
import itertools, sys, time
with open(sys.argv[1], "w") as file:
    for number in itertools.count():
        file.write(f"word{number}\\n\\n")
        file.flush()
        time.sleep(0.1)
"""


@pytest.mark.fault(6)
def test_a_note_that_is_never_quiet_is_indexed_all_the_same(rig: Rig) -> None:
    rig.start()
    file, took = rig.root / "a.md", []
    with subprocess.Popen([sys.executable, "-c", APPENDER, str(file)]) as appender:
        try:
            for _ in range(3):
                known = len(file.read_text().split()) if file.exists() else 0
                rig.until(lambda n=known: file.exists() and len(file.read_text().split()) > n)  # type: ignore[misc]
                word = file.read_text().split()[-1]
                took.append(rig.until(lambda at=word: rig.found(at) == ["a.md"], 9))  # type: ignore[misc]
            assert appender.poll() is None
        finally:
            appender.kill()
    assert statistics.median(took) < 2.5  # two seconds are promised, after which it has to be read


@pytest.mark.fault(7)
def test_what_no_event_tells_of_is_found_by_the_next_look(rig: Rig) -> None:
    """Through a memory map that stays, and through a link of the same file outside."""
    mapped, linked = rig.write("mapped.md", "zebra"), rig.write("linked.md", "zebra")
    outside = rig.folder / "same.md"
    outside.hardlink_to(linked)
    rig.start(*QUICK)
    rig.call("sync")
    with mapped.open("r+b") as file, mmap.mmap(file.fileno(), 0) as memory_map:
        memory_map[:] = b"camel"
        outside.write_text("giraffe")
        rig.until(lambda: rig.found("camel") == ["mapped.md"], 6)
        rig.until(lambda: rig.found("giraffe") == ["linked.md"], 6)
    assert rig.found("zebra") == []


@pytest.mark.fault(8)
def test_a_change_that_keeps_size_and_time_is_found(rig: Rig) -> None:
    file = rig.write("a.md", "zebra")

    def change(text: str) -> None:
        before = file.stat()
        file.write_text(text)
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        after = file.stat()
        assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)

    rig.start()
    rig.call("sync")
    change("camel")
    rig.until(lambda: rig.found("camel") == ["a.md"])
    rig.end()
    change("tapir")  # while nobody watches
    rig.start()
    rig.until(lambda: rig.found("tapir") == ["a.md"])
    assert rig.found("camel") == []


# Names


@pytest.mark.fault(9)
def test_another_case_is_another_name_of_the_same_chunks(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    rig.call("sync")
    ((_, chunk),) = rows(rig)
    (rig.root / "a.md").rename(rig.root / "A.md")
    rig.until(lambda: rig.found("zebra") == ["A.md"])
    assert rows(rig) == [("A.md", chunk)]


@pytest.mark.fault(9)
@pytest.mark.skipif(sys.platform == "darwin", reason="both forms are one file there")
def test_one_name_in_two_forms_of_unicode_is_two_notes(rig: Rig) -> None:
    forms = [unicodedata.normalize(form, "Müsli.md") for form in ("NFC", "NFD")]
    rig.start()
    for number, name in enumerate(forms):
        rig.write(name, f"zebra number{number}")
    rig.until(lambda: rig.found("zebra") == sorted(forms))
    for number, name in enumerate(forms):
        assert rig.found(f"number{number}") == [name]


@pytest.mark.fault(10)
def test_a_name_that_is_no_text_is_listed(rig: Rig) -> None:
    """It is not indexed, unlike the notes on faults: a path in JSON has to be text."""
    rig.write("a.md", "zebra")
    rig.start()
    for name in (b"caf\xe9.md", b"d\xff/x.md"):
        path = Path(os.fsdecode(os.fsencode(rig.root) + b"/" + name))
        path.parent.mkdir(exist_ok=True)
        path.write_text("zebra")
    rig.call("sync")
    assert rig.found("zebra") == ["a.md"]
    assert problems(rig) == {("name-unreadable", "caf\\xe9.md"), ("name-unreadable", "d\\xff")}
    assert "caf\\xe9.md" in rig.cli("status").stdout


@pytest.mark.fault(11)
def test_strange_names_are_indexed_and_endless_paths_listed(rig: Rig) -> None:
    names = ["two\nlines.md", 'it\'s "quoted" `$HOME`.md', "x" * 252 + ".md", "-n.md", "a\\b.md"]
    for name in names:
        rig.write(name, "zebra")
    make_endless(rig.root)
    rig.start()
    rig.call("sync")
    assert rig.found("zebra") == sorted(names)
    (listed,) = rig.status()["problems"]
    assert listed["code"] == "folder-unreadable"
    assert "File name too long" in listed["message"]
    assert rig.json("search", "zebra")["state"] == "ready"
    rig.write(names[0], "giraffe")
    rig.until(lambda: rig.found("giraffe") == [names[0]])


def make_endless(root: Path) -> None:
    """A note so deep that its path is longer than the system takes."""
    name = "d" * 200
    at = os.open(root, os.O_RDONLY)
    for _ in range(22):
        os.mkdir(name, dir_fd=at)
        below = os.open(name, os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    with os.fdopen(os.open("deep.md", os.O_CREAT | os.O_WRONLY, dir_fd=at), "w") as file:
        file.write("zebra")
    os.close(at)


# What is no plain file of text


@pytest.mark.fault(12)
def test_links_are_listed_and_not_followed(rig: Rig) -> None:
    outside = rig.folder / "outside"
    outside.mkdir()
    (outside / "x.md").write_text("zebra")
    rig.write("a.md", "zebra")
    rig.write("d/b.md", "zebra")
    for name, target in {
        "loop": rig.root,
        "d/up": Path(".."),
        "out": outside,
        "file.md": outside / "x.md",
        "passwd.md": Path("/etc/passwd"),
        "itself.md": Path("itself.md"),
    }.items():
        (rig.root / name).symlink_to(target)
    rig.start()
    rig.call("sync")
    assert rig.found("zebra") == ["a.md", "d/b.md"]
    expected = {"loop", "d/up", "out", "file.md", "passwd.md", "itself.md"}
    assert problems(rig) == {("link-not-followed", name) for name in expected}
    (outside / "x.md").write_text("zebra giraffe")
    rig.call("sync")
    assert rig.found("giraffe") == []
    assert rig.cli("get", "passwd.md").returncode == 2
    assert b"root:" not in rig.stored_bytes()


@pytest.mark.fault(60)
def test_a_secret_in_the_name_of_what_is_no_note_is_not_told(rig: Rig) -> None:
    """Files that cannot be indexed are listed by their names, and those are kept and logged."""
    keys = [f"AKIA{'Z7QK3EXMPL5WNT2'}{letter}" for letter in "BCD"]
    (rig.root / f"{keys[0]}.md").symlink_to("/nowhere")
    rig.write(f"{keys[1]}.md", "zebra")
    rig.write(f"{keys[2]}/a.md", "zebra")
    (rig.root / f"{keys[2]}/link.md").symlink_to("/nowhere")
    rig.start()
    rig.call("sync")
    told = rig.cli("status", "--json").stdout + rig.cli("doctor").stdout
    stored = rig.stored_bytes()
    assert [key for key in keys if key in told or key.encode() in stored] == []
    assert len(rig.status()["problems"]) >= 3


class Opened:
    """Told by the system of every time that one of some files is opened."""

    def __init__(self, *files: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self._queue = libc.inotify_init1(os.O_NONBLOCK)
        assert self._queue >= 0
        for file in files:
            assert libc.inotify_add_watch(self._queue, os.fsencode(file), IN_OPEN) > 0

    def any(self) -> bool:
        try:
            return bool(os.read(self._queue, 4096))
        except BlockingIOError:
            return False

    def close(self) -> None:
        os.close(self._queue)


IN_OPEN = 0x20


@pytest.mark.fault(13)
@pytest.mark.skipif(sys.platform != "linux", reason="needs inotify")
def test_nobody_opens_a_pipe_a_socket_or_a_device(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    odd = [rig.root / name for name in ("pipe.md", "sock.md", "endless.md")]
    os.mkfifo(odd[0])
    with socket.socket(socket.AF_UNIX) as bound, contextlib.chdir(rig.root):
        bound.bind("sock.md")
    if ROOT:
        os.mknod(odd[2], stat.S_IFCHR | 0o600, os.makedev(1, 5))
    with contextlib.closing(Opened(*filter(Path.exists, odd))) as opened:
        rig.call("sync")
        for name in ("pipe.md", "sock.md", "endless.md"):
            assert rig.cli("get", name).returncode == 2
        os.utime(odd[0])  # of which it hears
        rig.call("sync")
        assert (rig.found("zebra"), rig.status()["notes"]) == (["a.md"], 1)
        rig.end()
        rig.start()
        rig.call("sync")
        assert not opened.any()
        os.close(os.open(odd[0], os.O_RDONLY | os.O_NONBLOCK))
        assert opened.any()  # we would have been told


@pytest.mark.fault(14)
def test_bytes_that_are_no_text_are_listed(rig: Rig) -> None:
    """What can be read of them is indexed, unlike the notes on faults; the rest is told."""
    chance = random.Random(14)  # noqa: S311 - to repeat a failure
    (rig.root / "random.md").write_bytes(chance.randbytes(100_000))
    (rig.root / "nul.md").write_bytes(b"zebra\0giraffe\0")
    (rig.root / "latin.md").write_bytes("zebra, caf\xe9".encode("latin-1"))
    rig.start()
    rig.call("sync")
    assert rig.found("zebra") == ["latin.md", "nul.md"]
    repaired = {("text-repaired", at) for at in ("nul.md", "latin.md")}
    assert problems(rig) == repaired | {("note-unreadable", "random.md")}
    rig.write("a.md", "zebra")
    rig.until(lambda: "a.md" in rig.found("zebra"))


@pytest.mark.fault(15)
def test_huge_files_are_listed_and_cost_no_memory(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    rig.call("sync")
    before = memory(rig)
    for name, size in {"huge.md": 200 << 20, "sparse.md": 10 << 30}.items():
        with (rig.root / name).open("wb") as file:
            file.truncate(size)
    rig.call("sync")
    assert problems(rig) == {("note-unreadable", "huge.md"), ("note-unreadable", "sparse.md")}
    assert memory(rig) - before < 20 << 20
    assert rig.found("zebra") == ["a.md"]


@pytest.mark.fault(16)
def test_odd_texts_make_the_same_rows_every_time(rig: Rig) -> None:
    texts = {
        "empty.md": b"",
        "blank.md": b"\n \n",
        "mark.md": b"\xef\xbb\xbf# Zebra\n\nmarked",
        "windows.md": b"# Zebra\r\n\r\nlines\r\n",
        "wide.md": "# Zebra\n\nwide".encode("utf-16"),
        "long.md": b"giraffe " * 131_072,
    }
    for name, raw in texts.items():
        (rig.root / name).write_bytes(raw)
    columns = "note.path, chunk.ordinal, chunk.line_start, chunk.line_end, chunk.text_hash"
    made = []
    for _ in range(2):
        rig.start()
        rig.call("sync")
        assert rig.found("zebra") == ["mark.md", "wide.md", "windows.md"]
        assert rig.found("giraffe") == ["long.md"]
        assert (rig.status()["notes"], problems(rig)) == (6, set())
        made.append(rows(rig, columns))
        rig.end()
        for file in rig.paths.data_dir.glob("index.db*"):
            file.unlink()
    assert made[0] == made[1]
    assert all(at[1] is None for at in made[0] if at[0] in {"empty.md", "blank.md"})


@pytest.mark.fault(17)
@pytest.mark.skipif(ROOT and shutil.which("setpriv") is None, reason="root reads everything")
def test_what_may_not_be_read_is_kept_and_found_again(rig: Rig) -> None:
    for path in ("a.md", "d/b.md", "c.md"):
        rig.write(path, "zebra")
    rig.start(*BOUND)
    rig.call("sync")
    (rig.root / "a.md").chmod(0)
    (rig.root / "d").chmod(0)
    rig.call("sync")
    assert problems(rig) == {("note-unreadable", "a.md"), ("folder-unreadable", "d")}
    assert rig.status()["notes"] == 3
    hits = rig.call("search", query="zebra", mode="lexical")["hits"]
    assert [hit["path"] for hit in hits if hit["fresh"]] == ["c.md"]
    for path in ("a.md", "d"):
        (rig.root / path).chmod(0o700)
    rig.until(lambda: rig.found("zebra") == ["a.md", "c.md", "d/b.md"])
    rig.write("d/b.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["d/b.md"])
    rig.call("sync")
    assert problems(rig) == set()


# Folders that wander


@pytest.mark.fault(18)
def test_a_folder_renamed_again_and_again_is_embedded_once(rig: Rig) -> None:
    for number in range(20):
        rig.write(f"d0/sub/{number}.md", f"zebra number{number}")
    start_counting(rig)
    assert (before := embedded(rig)) == 20
    for number in range(50):
        (rig.root / f"d{number}").rename(rig.root / f"d{number + 1}")
        time.sleep(0.02)
    expected = sorted(f"d50/sub/{number}.md" for number in range(20))
    rig.until(lambda: rig.found("zebra") == expected, 9)
    rig.write("d50/sub/0.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["d50/sub/0.md"])
    rig.until(lambda: rig.status()["state"] == "ready")
    assert (rig.status()["notes"], embedded(rig)) == (20, before + 1)


@pytest.mark.fault(19)
def test_a_folder_moved_out_and_a_tree_moved_in(rig: Rig) -> None:
    for number in range(5):
        rig.write(f"d/{number}.md", "zebra")
    rig.write("d.md", "zebra")
    rig.start()
    rig.call("sync")
    (rig.root / "d").rename(rig.folder / "away")
    rig.until(lambda: rig.found("zebra") == ["d.md"])
    tree = rig.folder / "tree"
    for number in range(40):
        file = tree / f"{number % 4}/sub/{number}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("giraffe")
    tree.rename(rig.root / "in")
    rig.until(lambda: len(rig.found("giraffe")) == 40)
    rig.write("in/0/sub/0.md", "camel")
    rig.until(lambda: rig.found("camel") == ["in/0/sub/0.md"])
    assert rig.status()["notes"] == 41


@pytest.mark.fault(20)
def test_nothing_is_lost_in_folders_made_in_one_go(rig: Rig) -> None:
    rig.start()
    for number in range(200):
        rig.write(f"a{number}/b/c/d/note.md", f"zebra number{number}")
    rig.until(lambda: rig.status()["notes"] == 200, 20)
    tree = rig.folder / "tree"
    for number in range(40):
        file = tree / f"{number % 4}/sub/{number}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("giraffe")
    shutil.copytree(tree, rig.root / "copy")
    rig.until(lambda: len(rig.found("giraffe")) == 40)
    rig.write("a199/b/c/d/note.md", "camel")
    rig.until(lambda: rig.found("camel") == ["a199/b/c/d/note.md"])


@pytest.mark.fault(21)
def test_a_folder_moved_out_takes_its_future_with_it(rig: Rig) -> None:
    rig.write("d/a.md", "zebra")
    rig.write("b.md", "zebra")
    rig.start()
    rig.call("sync")
    (rig.root / "d").rename(rig.folder / "away")
    for number in range(20):
        (rig.folder / "away/a.md").write_text(f"quixotic number{number}")
        (rig.folder / f"away/new{number}.md").write_text("quixotic")
        time.sleep(0.02)
    rig.until(lambda: rig.found("zebra") == ["b.md"])
    rig.write("b.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["b.md"])
    assert rig.found("quixotic") == []
    assert b"quixotic" not in rig.stored_bytes()


# Multitudes


def git(rig: Rig, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "gc.auto=0")
    command = [str(GIT), "-C", str(rig.root), "-c", "core.hooksPath=/dev/null", *identity]
    subprocess.run([*command, *arguments], check=True, capture_output=True, timeout=60)


def hashes(root: Path) -> list[tuple[str, str]]:
    files = [at for at in root.rglob("*.md") if ".git" not in at.parts]
    found = ((at.relative_to(root), hashlib.sha256(at.read_bytes())) for at in files)
    return sorted((str(path), sha256.hexdigest()) for path, sha256 in found)


@pytest.mark.fault(57)
@pytest.mark.skipif(GIT is None, reason="git is not installed")
def test_a_checkout_of_everything_and_a_rebase(rig: Rig) -> None:
    """More than the queue of hints holds; ten thousand are in the benchmark of storms."""
    many, columns = 2200, "DISTINCT note.path, lower(hex(note.sha256))"
    git(rig, "init", "-q", "-b", "main")
    for version in ("zebra", "giraffe"):
        for number in range(many):
            rig.write(f"d{number % 40}/{number}.md", f"{version} word{number}")
        git(rig, "add", "-A")
        git(rig, "commit", "-q", "-m", version)
    rig.start()
    rig.call("sync")
    before = rig.status()["generation"]
    git(rig, "checkout", "-q", "-b", "other", "main~1")
    truth = hashes(rig.root)
    rig.until(lambda: rows(rig, columns) == truth, 30)
    # Together, and not again and again; one that is looked at while git writes it counts twice.
    assert many <= rig.status()["generation"] - before < 1.2 * many
    assert (rig.found("giraffe"), rig.found("word2199")) == ([], ["d39/2199.md"])
    for number in range(10):
        rig.write(f"new{number}.md", f"camel{number}")
        git(rig, "add", "-A")
        git(rig, "commit", "-q", "-m", "new")
    git(rig, "rebase", "-q", "main")
    truth = hashes(rig.root)
    assert len(truth) == many + 10
    rig.until(lambda: rows(rig, columns) == truth, 30)
    assert (rig.found("zebra"), rig.found("camel9")) == ([], ["new9.md"])
    rig.until(lambda: rig.status()["state"] == "ready", 9)
    assert problems(rig) == set()


EXCLUDED = (".git", ".obsidian", ".trash", "node_modules", "d/.git")
CONFLICTS = (
    "a.sync-conflict-20260102-030405-ABCDEFG.md",
    "a (conflicted copy 2026-01-02 030405).md",
    "a (Ada's conflicted copy 2026-01-02).md",
)


@pytest.mark.fault(58)
@pytest.mark.skipif(not Path("/proc/self/fdinfo").exists(), reason="needs /proc")
def test_folders_of_programs_are_neither_read_nor_watched(rig: Rig) -> None:
    for folder in EXCLUDED:
        for number in range(30):
            rig.write(f"{folder}/sub{number}/x.md", "quixotic")
    for path in ("a.md", "d/b.md", "d/e/c.md"):
        rig.write(path, "zebra")
    rig.start()
    rig.write("d/.trash/y.md", "quixotic")
    rig.write("end.md", "zebra")
    rig.until(lambda: len(rig.found("zebra")) == 4)
    assert (rig.found("quixotic"), rig.status()["notes"]) == ([], 4)
    assert b"quixotic" not in rig.stored_bytes()
    assert rig.daemon is not None
    told = []
    for at in Path(f"/proc/{rig.daemon.pid}/fdinfo").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed since it was listed
            told.append(at.read_bytes())
    # The root, `d`, `d/e`, and the folder of the watch's own sign of life.
    assert sum(at.count(b"inotify wd:") for at in told) == 4


@pytest.mark.fault(58)
def test_copies_of_conflicts_are_indexed_and_told(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    for name in CONFLICTS:
        rig.write(name, "zebra")
    rig.start()
    rig.call("sync")
    assert rig.found("zebra") == sorted(["a.md", *CONFLICTS])
    assert problems(rig) == {("conflict-copy", name) for name in CONFLICTS}

from __future__ import annotations

import contextlib
import errno
import os
import socket
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vaultbrain.errors import NoteChanging, NoteUnreadable
from vaultbrain.records import Signature
from vaultbrain.sources import folder as folder_module
from vaultbrain.sources import mounts, walk
from vaultbrain.sources.folder import FolderSource
from vaultbrain.sources.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.records import Problem

MOST = 8 << 20
PROC = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")


def most_bytes(path: str) -> int:
    return MOST if path.lower().endswith(".md") else 0


def source(root: Path, *exclude: str) -> FolderSource:
    return FolderSource("notes", root, ["*.md"], exclude, most_bytes=most_bytes)


def write(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"text of {path}", encoding="utf-8")


def signature(path: Path) -> Signature:
    found = path.lstat()
    return Signature(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


@contextlib.contextmanager
def unprivileged() -> Iterator[None]:
    """As somebody who is bound by file modes; root is not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_scan_lists_the_notes_with_their_signatures(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b/c.md", "b/d/e.MD", "b/x.txt", ".git/y.md", "out/z.md", "two\nl.md")
    scan = source(tmp_path, "out/").scan()
    assert set(scan.entries) == {"a.md", "b/c.md", "b/d/e.MD", "two\nl.md"}
    assert scan.entries["b/c.md"] == signature(tmp_path / "b/c.md")
    assert (scan.unlisted, scan.problems, scan.folders) == ((), (), 3)


def test_a_scan_of_one_folder_sees_that_folder_alone(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b/c.md", "b/d/e.md", "bc/f.md")
    assert set(source(tmp_path).scan("b").entries) == {"b/c.md", "b/d/e.md"}


def test_a_folder_that_is_gone_is_no_problem_unless_it_is_the_root(tmp_path: Path) -> None:
    write(tmp_path, "file")
    assert source(tmp_path).scan("gone").unlisted == ()
    assert source(tmp_path).scan("file").unlisted == ()
    scan = source(tmp_path / "gone").scan()
    assert scan.unlisted == ("",)
    assert scan.problems[0].code == "folder-unreadable"
    assert scan.problems[0].path is None


def test_only_plain_files_are_notes(tmp_path: Path) -> None:
    write(tmp_path, "real.md", "dir.md/inner.md")
    (tmp_path / "link.md").symlink_to("real.md")
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.md")
    with socket.socket(socket.AF_UNIX) as bound, contextlib.chdir(tmp_path):
        bound.bind("sock.md")
    folder = source(tmp_path)
    assert set(folder.scan().entries) == {"real.md", "dir.md/inner.md"}
    for path in ("link.md", "pipe.md", "sock.md", "dir.md"):
        assert folder.look(path) is None
        with pytest.raises(NoteUnreadable, match=path):
            folder.read(path)


def test_names_that_are_no_text_are_reported_and_left_out(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path)
    for name in (b"/\xff.md", b"/caf\xe9/x.md", b"/\xff.png"):
        Path(os.fsdecode(raw + name)).parent.mkdir(exist_ok=True)
        Path(os.fsdecode(raw + name)).touch()
    write(tmp_path, "dobře.md")
    scan = source(tmp_path).scan()
    assert set(scan.entries) == {"dobře.md"}
    assert {(at.code, at.path) for at in scan.problems} == {
        ("name-unreadable", "\\xff.md"),
        ("name-unreadable", "caf\\xe9"),
    }


def test_a_deep_tree_is_listed_to_its_end(tmp_path: Path) -> None:
    deep = "/".join(["d"] * 200)
    at = os.open(tmp_path, os.O_RDONLY)
    for _ in range(200):
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(os.open("n.md", os.O_CREAT | os.O_WRONLY, dir_fd=at))
    os.close(at)
    assert set(source(tmp_path).scan().entries) == {f"{deep}/n.md"}


def test_a_folder_that_may_not_be_listed_is_unlisted() -> None:
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        root = Path(name)
        root.chmod(0o755)
        write(root, "a.md", "b/c.md", "d.md")
        (root / "b").chmod(0o000)
        (root / "d.md").chmod(0o000)
        stack.callback((root / "b").chmod, 0o700)
        with unprivileged():
            scan = source(root).scan()
            with pytest.raises(NoteUnreadable, match="Permission denied"):
                source(root).read("d.md")
        assert set(scan.entries) == {"a.md", "d.md"}
        # What the ignore file in it says cannot be known either.
        assert scan.unlisted == ("b",)
        assert scan.problems[0].path == "b"


@pytest.mark.fault(17)
@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_nothing_in_a_closed_folder_counts_as_gone_or_ignored(mode: int) -> None:
    """With mode 444 its names can be listed, but nothing can be told of what they name."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        root = Path(name)
        root.chmod(0o755)
        write(root, "a.md", "b/c.md", "b/d/e.md")
        (root / ".brainignore").write_text("x.md")
        (root / "b/.brainignore").write_text("c.md")
        (root / "b").chmod(mode)
        stack.callback((root / "b").chmod, 0o700)
        folder = source(root)
        with unprivileged():
            scan = folder.scan()
            assert (set(scan.entries), scan.unlisted) == ({"a.md"}, ("b",))
            assert not folder.rules.ignores("b/c.md")
            assert folder.rules.ignores("b/x.md")  # other rules hold
            assert folder.look("b/c.md") is None
            assert folder.is_folder("b")
        (root / "b").chmod(0o700)
        assert folder.rules.ignores("b/c.md")  # at once, without another scan


class _Lost:
    """A file that a failing disk names but cannot describe."""

    name = "c.md"

    def is_dir(self, *, follow_symlinks: bool) -> bool:
        return follow_symlinks

    def stat(self, *, follow_symlinks: bool) -> os.stat_result:
        raise OSError(errno.EIO, f"Input/output error {follow_symlinks}")


def test_a_file_that_cannot_be_looked_at_is_not_gone(tmp_path: Path) -> None:
    folder = source(tmp_path)
    walk = Walk(tmp_path, folder.rules)
    assert walk._visit("b", _Lost()) is None  # type: ignore[arg-type]
    assert (walk.unlisted, [at.code for at in walk.problems]) == (["b"], ["folder-unreadable"])


@pytest.mark.fault(12)
def test_links_that_may_stand_for_notes_are_listed(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b/c.md", "out/d.md", "other.txt")
    ignored = ("picture.png", "out/e.md", "out2", "node_modules", ".#a.md", "b/m.md")
    for link in ("loop", "b/l.md", *ignored):
        (tmp_path / link).symlink_to(tmp_path)
    scan = source(tmp_path, "out/", "out2", "m.md").scan()
    assert set(scan.entries) == {"a.md", "b/c.md"}
    assert {(at.code, at.path) for at in scan.problems} == {
        ("link-not-followed", "loop"),
        ("link-not-followed", "b/l.md"),
    }


# Notes that iCloud keeps elsewhere


@pytest.mark.fault(61)
def test_a_placeholder_of_icloud_is_listed(tmp_path: Path) -> None:
    write(tmp_path, "a.md", ".b.md.icloud", "d/.c.md.icloud", ".p.png.icloud", ".out.md.icloud")
    scan = source(tmp_path, "out.md").scan()
    assert set(scan.entries) == {"a.md"}
    assert {(at.code, at.path) for at in scan.problems} == {
        ("not-downloaded", "b.md"),
        ("not-downloaded", "d/c.md"),
    }
    assert all("Download" in at.advice for at in scan.problems)


class _Flagged:
    """What `stat` gives on macOS of a file whose content is elsewhere."""

    st_flags = 0x40000000


@pytest.mark.fault(61)
def test_a_note_without_its_content_is_known_listed_and_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.md", "b.md")
    assert walk.is_dataless(_Flagged())  # type: ignore[arg-type]
    assert not walk.is_dataless((tmp_path / "a.md").stat())
    away = (tmp_path / "b.md").stat().st_ino
    for module in (folder_module, walk):
        monkeypatch.setattr(module, "is_dataless", lambda found: found.st_ino == away)
    opened: list[str] = []
    real_open = os.open

    def open_and_tell(path: Path, flags: int) -> int:
        opened.append(path.name)
        return real_open(path, flags)

    monkeypatch.setattr(os, "open", open_and_tell)
    folder = source(tmp_path)
    scan = folder.scan()
    assert set(scan.entries) == {"a.md", "b.md"}  # it is not gone
    assert [(at.code, at.path) for at in scan.problems] == [("not-downloaded", "b.md")]
    with pytest.raises(NoteUnreadable, match="is in iCloud"):
        folder.read("b.md")
    assert folder.read("a.md")[0] == b"text of a.md"
    assert [name for name in opened if name.endswith(".md")] == ["a.md"]


def test_a_file_that_vanishes_between_listing_and_looking_is_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b.md")
    folder = source(tmp_path)
    check = folder.rules.ignores_file

    def vanish(path: str) -> bool:
        (tmp_path / "b.md").unlink(missing_ok=True)
        return check(path)

    with os.scandir(tmp_path) as listing:
        entries = {entry.name for entry in listing}
    assert entries == {"a.md", "b.md"}
    folder._new_rules = lambda: _Spoiled(vanish, folder)  # type: ignore[assignment,return-value]
    assert set(folder.scan().entries) == {"a.md"}


class _Spoiled:
    """The rules of a folder, with something happening whenever they are asked."""

    def __init__(self, happen: object, folder: FolderSource) -> None:
        self.problems: list[Problem] = []
        self.ignores_file = happen
        self.ignores_folder = folder.rules.ignores_folder
        self.is_note = folder.rules.is_note


def test_look_and_read_agree_with_the_scan(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b/c.md")
    folder = source(tmp_path)
    assert folder.look("b/c.md") == folder.scan().entries["b/c.md"]
    assert folder.read("b/c.md") == (b"text of b/c.md", signature(tmp_path / "b/c.md"))


def test_look_finds_no_note_where_none_is_to_be_indexed(tmp_path: Path) -> None:
    write(tmp_path, "x.txt", ".trash/a.md", "out/a.md")
    folder = source(tmp_path, "out/")
    for path in ("x.txt", ".trash/a.md", "out/a.md", "gone.md", "nul\0.md", "", "x.txt/a.md"):
        assert folder.look(path) is None


def test_no_path_leads_out_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "vault/a.md", "vault/b/c.md", "other/secret.md", "other/d/e.md")
    root = tmp_path / "vault"
    (root / "linked").symlink_to(tmp_path / "other")
    (root / "inner").symlink_to(root / "b")
    folder = source(root)
    outside = ("../other/secret.md", str(tmp_path / "other/secret.md"), "linked/secret.md")
    for path in (*outside, "inner/c.md", "b/../a.md", "nul\0/a.md"):
        assert folder.look(path) is None
        with pytest.raises(NoteUnreadable, match="leads out"):
            folder.read(path)
    assert not folder.is_folder("linked")
    assert not folder.is_folder("linked/d")
    assert not folder.is_folder("..")
    for path in ("gone/c.md", "a.md/c.md"):
        assert folder.look(path) is None
        with pytest.raises(NoteUnreadable, match="cannot be read"):
            folder.read(path)


def test_the_root_itself_may_be_a_link(tmp_path: Path) -> None:
    write(tmp_path / "vault", "b/c.md")
    (tmp_path / "link").symlink_to("vault")
    folder = source(tmp_path / "link")
    assert folder.read("b/c.md")[0] == b"text of b/c.md"
    assert folder.look("b/c.md") == folder.scan().entries["b/c.md"]
    assert folder.is_folder("b")


def test_is_folder(tmp_path: Path) -> None:
    write(tmp_path, "a/b.md", ".obsidian/x.md", "out/x.md")
    folder = source(tmp_path, "out/")
    expected = {"": True, "a": True, "a/b.md": False, ".obsidian": False, "out": False, "z": False}
    assert {path: folder.is_folder(path) for path in expected} == expected
    assert not folder.is_folder("nul\0")


def test_a_note_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a.md").open("wb") as file:
        file.truncate(MOST)
    folder = source(tmp_path)
    assert len(folder.read("a.md")[0]) == MOST
    os.truncate(tmp_path / "a.md", MOST + 1)
    with pytest.raises(NoteUnreadable, match=r"larger than 8 MiB.*\.brainignore"):
        folder.read("a.md")


def test_a_note_that_is_gone_says_so(tmp_path: Path) -> None:
    for path in ("gone.md", "nul\0.md"):
        with pytest.raises(NoteUnreadable, match="cannot be read"):
            source(tmp_path).read(path)


@PROC
def test_a_file_that_holds_more_than_its_size_is_still_being_written() -> None:
    """The kernel's own files claim a size of 0 and then have content: a note that grows."""
    with pytest.raises(NoteChanging, match="written to while"):
        source(Path(f"/proc/{os.getpid()}")).read("status")


@PROC
def test_a_disk_that_fails_makes_a_note_unreadable() -> None:
    """The memory of a process gives an input/output error at its first byte."""
    with pytest.raises(NoteUnreadable, match="cannot be read"):
        source(Path(f"/proc/{os.getpid()}")).read("mem")


def test_a_new_ignore_file_counts_from_the_next_scan(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b.md")
    folder = source(tmp_path)
    assert len(folder.scan().entries) == 2
    (tmp_path / ".brainignore").write_text("b.md")
    assert folder.look("b.md") is not None
    assert set(folder.scan().entries) == {"a.md"}
    assert folder.look("b.md") is None


def test_identity_tells_one_folder_from_another(tmp_path: Path) -> None:
    write(tmp_path, "a/x.md", "b/x.md", "file")
    first = source(tmp_path / "a").identity()
    assert first == source(tmp_path / "a").identity()
    assert first != source(tmp_path / "b").identity()
    assert source(tmp_path / "file").identity() is None
    assert source(tmp_path / "gone").identity() is None


def test_a_name_that_is_no_text_is_reported_before_any_rule_sees_it(tmp_path: Path) -> None:
    write(tmp_path, "a.md", ".brainignore")
    for name in (b"b\xe9.md", b"d\xe9"):
        path = os.fsencode(tmp_path) + b"/" + name
        if name.endswith(b".md"):
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        else:
            os.mkdir(path)  # noqa: PTH102 - pathlib would do, but bytes are the point
    scan = source(tmp_path, "out/").scan()
    assert list(scan.entries) == ["a.md"]
    assert [at.code for at in scan.problems] == ["name-unreadable"] * 2
    assert source(tmp_path).look("b\udce9.md") is None
    assert not source(tmp_path).is_folder("d\udce9")


# Volumes that are mounted in a vault


def test_notes_of_a_volume_that_is_away_are_not_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.md", "d/usb/b.md", "out/usb/c.md")
    mounted = frozenset({"d/usb", "out/usb"})
    monkeypatch.setattr(mounts, "inside", lambda _: mounted)
    folder = source(tmp_path, "out/")
    assert folder.scan().unlisted == ()
    assert folder.volumes == mounted
    assert not folder.is_away("d/usb/b.md")
    mounted = frozenset()
    (tmp_path / "d/usb/b.md").unlink()
    found = folder.scan()
    assert (set(found.entries), found.unlisted) == ({"a.md"}, ("d/usb",))
    (problem,) = found.problems
    assert (problem.code, problem.path) == ("volume-away", "d/usb")
    assert folder.is_away("d/usb/b.md")
    assert folder.is_away("d/usb")
    assert not folder.is_away("d/usbs.md")
    assert not folder.is_away("a.md")


def test_a_volume_whose_folder_has_notes_now_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "usb/b.md")
    folder = source(tmp_path)
    folder.volumes = frozenset({"usb"})
    monkeypatch.setattr(mounts, "inside", lambda _: frozenset())
    found = folder.scan()
    assert (set(found.entries), found.unlisted, found.problems) == ({"usb/b.md"}, (), ())
    assert folder.volumes == frozenset()
    assert not folder.is_away("usb/b.md")

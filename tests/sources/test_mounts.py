from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sources.apart import in_namespace, run_apart
from vaultbrain.sources import mounts
from vaultbrain.sources.mounts import Mount, MountTable, mount_at, needs_frequent_looks, parse


def mount(number: int, parent: int, point: str) -> Mount:
    return Mount(point, "ext4", "/dev/sda", read_only=False, id=number, parent=parent)


def test_a_line_of_the_table() -> None:
    line = rb"36 35 98:0 /mnt1 /my\040notes\134\011 rw,noatime master:1 shared:2 - ext3 /a\040b rw"
    assert parse(line) == Mount("/my notes\\\t", "ext3", "/a b", read_only=False, id=36, parent=35)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"1 0 0:1 / / ro - ext4 /dev/sda rw,errors=continue", True),
        (b"1 0 0:1 / / rw - ext4 /dev/sda ro", True),
        (b"1 0 0:1 / / rw,relatime - ext4 /dev/sda rw,errors=remount-ro", False),
    ],
)
def test_read_only_is_the_mount_or_the_volume(line: bytes, *, expected: bool) -> None:
    assert parse(line).read_only is expected


@given(st.binary(min_size=1).filter(lambda raw: b"\0" not in raw))
def test_every_name_comes_back(raw: bytes) -> None:
    escaped = b"".join(b"\\%03o" % byte if byte in b" \t\n\\" else bytes([byte]) for byte in raw)
    point = parse(b"1 0 0:1 / " + escaped + b" rw - tmpfs none rw").point
    assert point.encode("utf-8", "surrogateescape") == raw


def test_the_mount_entered_last_is_the_one() -> None:
    table = [mount(1, 0, "/"), mount(2, 1, "/home"), mount(3, 2, "/home/me/vault")]
    assert mount_at("/home/me/vault/notes", table) == table[2]
    assert mount_at("/home/me/vaults", table) == table[1]
    assert mount_at("/home", table) == table[1]
    assert mount_at("/homes", table) == table[0]


def test_a_mount_hides_what_was_below_its_place() -> None:
    table = [mount(1, 1, "/"), mount(2, 1, "/a/b"), mount(3, 1, "/a"), mount(4, 3, "/a")]
    assert mount_at("/a/b/c", table) == table[3]
    assert mount_at("/a/b/c", []) is None


@pytest.mark.parametrize("kind", ["fuse.gocryptfs", "fuse", "nfs4", "cifs", "smb3", "9p"])
def test_some_file_systems_change_in_silence(kind: str) -> None:
    assert needs_frequent_looks(kind)


@pytest.mark.parametrize("kind", ["ext4", "btrfs", "xfs", "tmpfs", "zfs", "fuseblk", ""])
def test_others_tell(kind: str) -> None:
    assert not needs_frequent_looks(kind)


def test_this_machine(tmp_path: Path) -> None:
    found = mounts.mount_of(tmp_path)
    assert found is not None
    assert tmp_path.is_relative_to(found.point)
    link = tmp_path / "link"
    link.symlink_to(Path("/proc"))
    there = mounts.mount_of(link)
    assert there is not None
    assert (there.point, there.kind) == ("/proc", "proc")
    assert mounts.fingerprint(tmp_path) == mounts.fingerprint(tmp_path) is not None
    assert mounts.fingerprint(tmp_path) != mounts.fingerprint(link)


def test_without_a_table_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounts, "MOUNTS", tmp_path / "none")
    assert mounts.mount_of(tmp_path) is None
    assert mounts.fingerprint(tmp_path) is None
    table = MountTable()
    assert not table.changed()
    table.close()


def test_a_closed_table_says_nothing_more() -> None:
    table = MountTable()
    table.changed()
    table.close()
    table.close()
    assert not table.changed()


CHANGES = """
import subprocess, sys
from pathlib import Path
from vaultbrain.sources.mounts import MountTable, fingerprint, mount_of

root = Path(sys.argv[-1])
table = MountTable()
before = fingerprint(root)


def step(expected, *command):
    global before
    subprocess.run(command, check=True)
    assert table.changed() and not table.changed()
    now = fingerprint(root)
    assert (now != before) is expected, command
    before = now


assert not table.changed()
step(True, "mount", "-t", "tmpfs", "none", root / "in it")
assert mount_of(root / "in it" / "deep").point == str(root / "in it")
assert mount_of(root).point != str(root)
step(False, "mount", "-t", "tmpfs", "none", root.parent / "vault2")
step(True, "mount", "-o", "remount,ro", root / "in it")
assert mount_of(root / "in it").read_only
step(True, "umount", root / "in it")
step(True, "mount", "-t", "tmpfs", "none", root)
assert mount_of(root).kind == "tmpfs"
step(True, "mount", "-t", "tmpfs", "none", root.parent)
step(True, "umount", root.parent)
step(True, "umount", root)
"""


@in_namespace
def test_only_changes_that_concern_the_folder_change_its_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "vault" / "in it").mkdir(parents=True)
    (tmp_path / "vault2").mkdir()
    run_apart(CHANGES, tmp_path / "vault")


def test_what_is_mounted_below_a_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, table = tmp_path.as_posix(), tmp_path / "table"
    table.write_text(
        "1 1 0:1 / / rw - ext4 /dev/sda rw\n"
        f"2 1 0:2 / {place}/vault rw - btrfs /dev/sdb rw\n"
        f"3 2 0:3 / {place}/vault/d/my\\040usb rw - fuse.sshfs host: rw\n"
        f"4 1 0:4 / {place}/vaults rw - tmpfs none rw\n"
    )
    monkeypatch.setattr(mounts, "MOUNTS", table)
    (tmp_path / "vault").mkdir()
    assert mounts.inside(tmp_path / "vault") == {"d/my usb"}
    assert mounts.kinds(tmp_path / "vault") == {"btrfs", "fuse.sshfs"}
    table.unlink()
    assert mounts.inside(tmp_path / "vault") == frozenset()
    assert mounts.kinds(tmp_path / "vault") == frozenset()

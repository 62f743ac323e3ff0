"""Which volumes a folder lies on and holds, as Linux tells; elsewhere nothing is known."""

from __future__ import annotations

import os
import re
import select
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.paths import MOUNTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

# Where others can change files without our kernel seeing it: servers, hosts of virtual machines,
# and what lies beneath a stacked file system.
_REMOTE = frozenset(
    "9p afs aufs beegfs ceph cifs coda drvfs ecryptfs fuse gfs2 glusterfs gpfs lustre ncpfs nfs "
    "nfs4 ocfs2 orangefs overlay prl_fs smb3 smbfs vboxsf virtiofs vmhgfs".split()
)
_OCTAL = re.compile(rb"\\([0-7]{3})")
_POINT = 4  # the field of a line with the mount's place
_FIRST_OPTIONAL = 6


class Mount(msgspec.Struct, frozen=True):
    """One volume in its place.

    `kind` is the file system, such as `ext4` or `fuse.sshfs`; `source` the device or server.
    """

    point: str
    kind: str
    source: str
    read_only: bool
    id: int
    parent: int


def needs_frequent_looks(kind: str) -> bool:
    """Whether files on such a file system change without an event that we could hear."""
    return kind in _REMOTE or kind.startswith("fuse.")


def mount_of(path: Path) -> Mount | None:
    """The mount that a path lies on, or None where the system does not tell."""
    return mount_at(os.path.realpath(path), [parse(line) for line in _lines()])


def inside(root: Path) -> frozenset[str]:
    """The folders below a root that volumes are mounted on, by their paths from there."""
    place = os.path.realpath(root).rstrip("/") + "/"
    points = (parse(line).point for line in _lines())
    return frozenset(at[len(place) :] for at in points if at.startswith(place))


def kinds(root: Path) -> frozenset[str]:
    """The file systems of a root and of everything that is mounted below it."""
    place, here = os.path.realpath(root).rstrip("/") + "/", mount_of(root)
    mounted = (here, *map(parse, _lines()))
    return frozenset(at.kind for at in mounted if at and (at is here or at.point.startswith(place)))


def fingerprint(root: Path) -> int | None:
    """A number that changes with the mounts that a folder lies on or holds, or None.

    It is worth nothing beyond this process.
    """
    place = os.fsencode(os.path.realpath(root))
    lines = tuple(line for line in _lines() if _concerns(place, line))
    return hash(lines) if lines else None


class MountTable:
    """Tells, without reading it, whether the table of mounts has changed."""

    def __init__(self) -> None:
        self._poll = select.poll()
        try:
            self._file: int | None = os.open(MOUNTS, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._file = None
        else:
            self._poll.register(self._file, select.POLLPRI)

    def changed(self) -> bool:
        """Whether anything was mounted, unmounted or altered since the last call."""
        return bool(self._poll.poll(0))

    def close(self) -> None:
        """Let go of the table; safe to call twice."""
        if self._file is not None:
            self._poll.unregister(self._file)
            os.close(self._file)
            self._file = None


def parse(line: bytes) -> Mount:
    """One line of the table, see proc_pid_mountinfo(5)."""
    fields = line.split(b" ")
    kind, source, options = fields[fields.index(b"-", _FIRST_OPTIONAL) + 1 :][:3]
    both = fields[_POINT + 1].split(b",") + options.split(b",")
    return Mount(
        point=os.fsdecode(_unescaped(fields[_POINT])),
        kind=os.fsdecode(kind),
        source=os.fsdecode(_unescaped(source)),
        read_only=b"ro" in both,
        id=int(fields[0]),
        parent=int(fields[1]),
    )


def mount_at(place: str, mounts: Sequence[Mount]) -> Mount | None:
    """The mount that is entered last on the way to a place, an absolute path without links.

    What is mounted on a folder hides the mounts that were below it, although all are in the table.
    """
    ids = {mount.id for mount in mounts}
    found = _entered(place, (m for m in mounts if m.parent not in ids or m.parent == m.id))
    while found is not None:
        inner = _entered(place, (m for m in mounts if m.parent == found.id != m.id))
        if inner is None:
            return found
        found = inner
    return None


def _entered(place: str, mounts: Iterable[Mount]) -> Mount | None:
    on_the_way = (mount for mount in mounts if _holds(mount.point, place))
    return min(on_the_way, key=lambda mount: len(mount.point), default=None)


def _holds(folder: str, place: str) -> bool:
    return place == folder or place.startswith(folder.rstrip("/") + "/")


def _concerns(place: bytes, line: bytes) -> bool:
    point = _unescaped(line.split(b" ", _POINT + 1)[_POINT])
    outer, inner = point.rstrip(b"/") + b"/", place.rstrip(b"/") + b"/"
    return inner.startswith(outer) or outer.startswith(inner)


def _unescaped(field: bytes) -> bytes:
    return _OCTAL.sub(lambda found: bytes([int(found[1], 8)]), field) if b"\\" in field else field


def _lines() -> list[bytes]:
    try:
        return MOUNTS.read_bytes().splitlines()
    except OSError:
        return []

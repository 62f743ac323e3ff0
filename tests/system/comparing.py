"""Whether the index is the folder, byte for byte, and sound."""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING

import apsw

from vaultbrain.store import checks

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Rig


def in_folder(root: Path) -> dict[str, str]:
    """Every note by its path, with the hash of its bytes."""
    return {
        str(file.relative_to(root)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in root.rglob("*.md")
    }


def in_index(index: Path) -> dict[str, str]:
    with contextlib.closing(_looking(index)) as db:
        return {
            str(path): bytes(sha256).hex()
            for path, sha256 in db.execute("SELECT path, sha256 FROM note")
        }


def assert_right(root: Path, index: Path) -> None:
    """Nothing lost, no ghost, nothing stale, no damage, no row without its owner, all words."""
    truth, kept = in_folder(root), in_index(index)
    wrong = {
        "lost": truth.keys() - kept.keys(),
        "ghosts": kept.keys() - truth.keys(),
        "stale": {path for path in truth.keys() & kept.keys() if truth[path] != kept[path]},
    }
    assert not any(wrong.values()), wrong
    for file in (index, index.with_name("vectors.db")):
        with contextlib.closing(_looking(file)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    faults = checks.inspect(index)
    assert not faults, faults


def assert_settles(rig: Rig, seconds: float = 30) -> None:
    """After a sync all is right."""
    rig.call("sync", timeout=seconds)
    assert_right(rig.root, rig.paths.index_db)


def _looking(path: Path) -> apsw.Connection:
    return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)

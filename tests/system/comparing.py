"""Whether the index is the folder, byte for byte, and sound."""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np

from tests.fakes import FakeEmbedder
from vaultbrain.paths import VECTORS_FILE
from vaultbrain.records import embedded_text
from vaultbrain.store import checks
from vaultbrain.store.narrow import widen
from vaultbrain.store.vectors import joined

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Rig

_VECTORS = """
SELECT chunk.crumb, chunk.text, vector.value, norm, mean
FROM chunk JOIN vector ON vector.text_hash = chunk.text_hash
JOIN generation ON generation.id = vector.generation
"""
_WITHOUT = """
SELECT id FROM chunk WHERE NOT EXISTS
(SELECT 1 FROM vector WHERE vector.text_hash = chunk.text_hash)
"""
_OF_NO_TEXT = """
SELECT id FROM vector WHERE NOT EXISTS
(SELECT 1 FROM chunk WHERE chunk.text_hash = vector.text_hash)
"""
_SPARE_AND_USED = """
SELECT id FROM spare WHERE EXISTS
(SELECT 1 FROM chunk WHERE chunk.text_hash = spare.text_hash)
"""


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
    for file in (index, index.with_name(VECTORS_FILE)):
        with contextlib.closing(_looking(file)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    faults = checks.inspect(index)
    assert not faults, faults


def assert_settles(rig: Rig, seconds: float = 30) -> None:
    """After a sync all is right."""
    rig.call("sync", timeout=seconds)
    assert_right(rig.root, rig.paths.index_db)


def assert_vectors_settle(rig: Rig, seconds: float = 20) -> None:
    """Once the model of `counting` is through, every text has its own vector, and no other is left.

    Let the daemon tidy often, for that is when vectors of texts that are gone are taken out of use.
    """
    rig.until(lambda: rig.status()["state"] == "ready", seconds)
    rig.until(lambda: not selected(rig.paths.index_db, _OF_NO_TEXT), seconds)
    assert selected(rig.paths.index_db, "SELECT chunk_id FROM pending") == []
    assert selected(rig.paths.index_db, _WITHOUT) == []
    assert selected(rig.paths.index_db, _SPARE_AND_USED) == []
    found = selected(rig.paths.index_db, _VECTORS)
    assert found
    expected = FakeEmbedder().embed_passages(
        [embedded_text(crumb, text) for crumb, text, *_ in found]
    )
    norms = np.array([row[3] for row in found], np.float32)
    stored = widen(joined([row[2] for row in found]), norms, found[0][4])
    assert np.allclose(stored, expected, atol=0.01)  # a byte for a number


def selected(index: Path, sql: str) -> list[tuple[Any, ...]]:
    """Rows of both files."""
    with contextlib.closing(_looking(index)) as db:
        db.execute("ATTACH ? AS vectors", (str(index.with_name(VECTORS_FILE)),))
        return db.execute(sql).fetchall()


def _looking(path: Path) -> apsw.Connection:
    return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)

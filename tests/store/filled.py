"""A small store with everything in it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
from typing import TYPE_CHECKING

import numpy as np

from vaultbrain.indexer.draft import READING_VERSION
from vaultbrain.records import Chunk, Finding, Frontmatter, Link, Note, Signature, Tier
from vaultbrain.store import generations, notes, vectors
from vaultbrain.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import apsw

DIMENSION = 32
RECIPE = f"{READING_VERSION}:rules"


def entry(number: int, *, sections: int = 3) -> notes.Entry:
    """A note like no other."""
    chance = random.Random(number)  # noqa: S311
    path, title = f"folder/{number}.md", f"Title {number}"
    made = []
    for n in range(sections):
        words = (f"word{chance.randrange(400)}" for _ in range(60))
        text = " ".join((*words, "příliš žluťoučký"))
        digest = hashlib.sha256(f"{title}\n{text}".encode()).digest()
        made.append(
            Chunk(n, (f"Heading {n}",), n + 1, n + 2, f"{title} > Heading {n}", text, digest)
        )
    link = Link(f"{number + 1}", "Heading", None, "shown", embed=False, line=2)
    note = Note(path, title, (), ("Alias",), ("Tag/One", "two"), Frontmatter.OK, (link,))
    finding = Finding("token", "password", Tier.SECRET, 0, 1, 1)
    at = Signature(number, 1, 1, 1)
    sha256 = hashlib.sha256(path.encode()).digest()
    return notes.Entry("s", note, tuple(made), (finding,), (), sha256, at, RECIPE)


def embed(db: apsw.Connection) -> None:
    """Give what waits its vectors."""
    generation = generations.live(db, "model")
    assert generation is not None
    hashes = [at.text_hash for at in generations.waiting(db, 10_000)]
    chance = np.random.default_rng(len(hashes))
    values = chance.normal(0, 1, (len(hashes), DIMENSION)).astype(np.float32)
    vectors.put(db, generation, hashes, values)


def fill(database: Database, count: int) -> None:
    """Notes with vectors, a few of them out of use, and words merged into few pages."""
    with database.writing() as db:
        for number in range(count):
            notes.replace(db, entry(number))
        generations.begin(db, "model", DIMENSION)
        embed(db)
    with database.writing() as db:
        for number in range(0, count, 10):
            notes.delete(db, "s", notes.known(db, "s")[f"folder/{number}.md"])
        generations.prune(db, 1)
    database.purge()


def make(folder: Path, count: int = 40) -> Path:
    """The closed files of such a store; returns the path of the index."""
    database = Database(folder / "index.db")
    fill(database, count)
    database.close()
    return folder / "index.db"


@contextlib.contextmanager
def nobody_writes(folder: Path) -> Iterator[None]:
    """As on a read-only disk: neither the folder nor the files in it can be written."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        for path in folder.iterdir():
            path.chmod(0o600)

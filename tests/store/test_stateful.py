"""Whatever happens to notes, all that hangs on them stays of one piece, and what is deleted
is gone to its last byte."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from vaultbrain.records import Chunk, Finding, Link, Note, Signature, Tier
from vaultbrain.store import checks, generations, lexical, notes, vectors
from vaultbrain.store.database import Database
from vaultbrain.store.rows import rows, value

PATHS = ["a.md", "b.md", "a/b.md", "a b.md"]
_paths = st.sampled_from(PATHS)


def note(path: str) -> Note:
    link = Link("x", None, None, None, embed=False, line=1)
    return Note(path, f"title {path}", (), tags=("t", "t/u"), links=(link,))


class Store(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.database = Database(self.folder / "index.db")
        self.db = self.database.writer
        self.generation = generations.begin(self.db, "m", 8)
        self.words: dict[str, list[str]] = {}
        self.gone: set[str] = set()
        self.count = 0

    def teardown(self) -> None:
        self.database.close()
        shutil.rmtree(self.folder)

    @rule(path=_paths, size=st.integers(0, 4), shared=st.booleans())
    def replace(self, path: str, size: int, shared: bool) -> None:  # noqa: FBT001
        made = []
        for _ in range(size):
            self.count += 1
            made.append(f"uniq{self.count:05}word")
        texts = [*made, "text that many notes share"] if shared else made
        chunks = tuple(
            Chunk(n, ("H",), n + 1, n + 1, "c", text, hashlib.sha256(text.encode()).digest())
            for n, text in enumerate(texts)
        )
        finding = Finding("r", "c", Tier.STRONG, 0, 1, 1)
        at = Signature(1, self.count, 1, 1)
        entry = notes.Entry("s", note(path), chunks, (finding,), (), b"", at, "r")
        with self.database.writing() as db:
            notes.replace(db, entry)
        self.gone |= set(self.words.get(path, []))
        self.words[path] = made

    @rule(path=_paths)
    def delete(self, path: str) -> None:
        if path in self.words:
            with self.database.writing() as db:
                notes.delete(db, "s", notes.known(db, "s")[path])
            self.gone |= set(self.words.pop(path))

    @rule(path=_paths, to=_paths)
    def move(self, path: str, to: str) -> None:
        if path in self.words and path != to:
            with self.database.writing() as db:
                old = notes.known(db, "s")[path]
                notes.move(db, old, "s", note(to), old.signature)
            self.gone |= set(self.words.get(to, []))
            self.words[to] = self.words.pop(path)

    @rule(limit=st.integers(1, 3))
    def embed(self, limit: int) -> None:
        with self.database.writing() as db:
            texts = generations.waiting(db, limit)
            values = np.ones((len(texts), 8), np.float32)
            vectors.put(db, self.generation, [at.text_hash for at in texts], values)

    @rule()
    def prune_and_purge(self) -> None:
        with self.database.writing() as db:
            generations.prune(db, 1)
        self.database.purge()
        raw = b"".join(path.read_bytes() for path in self.folder.iterdir())
        assert [word for word in self.gone if word.encode() in raw] == []
        orphans = "SELECT count(*) FROM vector WHERE text_hash NOT IN (SELECT text_hash FROM chunk)"
        assert value(self.db, orphans) == 0

    @invariant()
    def every_chunk_is_found_by_its_word_and_nothing_else_is(self) -> None:
        by_text = {text: at for at, text in rows(self.db, "SELECT id, text FROM chunk")}
        for word in {word for held in self.words.values() for word in held}:
            assert [at.chunk_id for at in lexical.match(self.db, word, 9)] == [by_text[word]]
        for word in self.gone:
            assert lexical.match(self.db, word, 9) == []
        listed = [row[0] for row in rows(self.db, "SELECT rowid FROM lex ORDER BY rowid")]
        assert listed == [row[0] for row in rows(self.db, "SELECT id FROM chunk ORDER BY id")]

    @invariant()
    def every_row_is_what_was_written(self) -> None:
        found = checks.sample(self.db, checks.Cursor(), 999)
        assert (found.faults, found.unsealed) == ((), ())

    @invariant()
    def nothing_hangs_in_the_air(self) -> None:
        assert value(self.db, "PRAGMA integrity_check") == "ok"
        assert rows(self.db, "PRAGMA foreign_key_check") == []
        assert {row[0] for row in rows(self.db, "SELECT path FROM note")} == set(self.words)
        for table in ("tag", "link", "finding", "chunk"):
            query = f"SELECT count(*) FROM {table} WHERE note_id NOT IN (SELECT id FROM note)"  # noqa: S608
            assert value(self.db, query) == 0
        waits = "SELECT count(*) FROM pending WHERE chunk_id NOT IN (SELECT id FROM chunk)"
        assert value(self.db, waits) == 0

    @invariant()
    def every_text_has_a_vector_or_waits_for_one(self) -> None:
        without = """
            SELECT id FROM chunk WHERE text_hash NOT IN (SELECT text_hash FROM vector) ORDER BY id
        """
        assert rows(self.db, without) == rows(self.db, "SELECT chunk_id FROM pending ORDER BY 1")


TestStore = Store.TestCase
TestStore.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)


def test_a_deleted_text_leaves_no_byte(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.db")
    for n in range(60):
        text = f"zanzibar{n} " + "common words of every note " * 20
        chunks = (Chunk(0, ("H",), 1, 1, "c", text, hashlib.sha256(text.encode()).digest()),)
        at = Signature(1, n, 1, 1)
        with database.writing() as db:
            notes.replace(db, notes.Entry("s", note(f"{n}.md"), chunks, (), (), b"", at, "r"))
    database.checkpoint()
    for n in range(0, 60, 2):
        with database.writing() as db:
            notes.delete(db, "s", notes.known(db, "s")[f"{n}.md"])
    database.purge()
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert [n for n in range(0, 60, 2) if f"zanzibar{n} ".encode() in raw] == []
    assert [at for at in range(1, 60, 2) if f"zanzibar{at} ".encode() not in raw] == []
    with database.reading() as reader:
        terms = rows(reader, "SELECT term FROM lex_vocab WHERE term GLOB 'zanzibar*'")
        assert {row[0] for row in terms} == {f"zanzibar{n}" for n in range(1, 60, 2)}
    database.close()

"""No text is embedded twice, and no chunk is left without a vector and without waiting for one."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from vaultbrain.records import Chunk, Note, Signature
from vaultbrain.store import checks, generations, notes, vectors
from vaultbrain.store.database import Database
from vaultbrain.store.generations import KEEP_SECONDS
from vaultbrain.store.narrow import narrow
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Callable

    import apsw

DIMENSION = 8
HOUR = 3600
LISTED = "SELECT chunk.id FROM pending JOIN chunk ON chunk.id = chunk_id WHERE text = ?"


@pytest.fixture
def db(database: Database) -> apsw.Connection:
    return database.writer


def digest(text: str) -> bytes:
    return hashlib.sha256(f"crumb\n{text}".encode()).digest()


def store(
    db: apsw.Connection, path: str, *texts: str, mtime_ns: int = 1, recipe: str = "r"
) -> None:
    made = tuple(Chunk(n, (), 1, 1, "crumb", t, digest(t)) for n, t in enumerate(texts))
    note = Note(path, path, ())
    at = Signature(1, mtime_ns, 1, 1)
    notes.replace(db, notes.Entry("s", note, made, (), (), b"", at, recipe))


def delete(db: apsw.Connection, path: str) -> None:
    notes.delete(db, "s", notes.known(db, "s")[path])


def begin(db: apsw.Connection, model: str = "model") -> generations.Generation:
    return generations.begin(db, model, DIMENSION)


def made_by(model: str, text_hash: bytes) -> vectors.Floats:
    """The vector that a model makes of a text."""
    seed = hashlib.sha256(model.encode() + text_hash).digest()
    return np.frombuffer(seed, np.uint8)[:DIMENSION].astype(np.float32)


def stored(model: str, text_hash: bytes) -> bytes:
    """As it stands in the file."""
    return narrow(made_by(model, text_hash)[None, :], None)[0].tobytes()


def embed(db: apsw.Connection, model: str = "model", limit: int = 99) -> int:
    """Give what waits its vectors; how many had to be made."""
    texts = generations.waiting(db, limit)
    found = generations.live(db, model)
    assert found is not None
    hashes = [at.text_hash for at in texts]
    values = np.array([made_by(model, text_hash) for text_hash in hashes], np.float32)
    vectors.put(db, found, hashes, values.reshape(len(hashes), DIMENSION))
    return len(texts)


def waiting(db: apsw.Connection, limit: int = 99, first: tuple[int, ...] = ()) -> list[str]:
    found = generations.waiting(db, limit, first)
    return [at.text.removeprefix("crumb\n") for at in found]


def texts_of(db: apsw.Connection, table: str) -> set[bytes]:
    return {row[0] for row in rows(db, f"SELECT text_hash FROM {table}")}  # noqa: S608


def digests(*texts: str) -> set[bytes]:
    return {digest(text) for text in texts}


# The waiting list


def test_the_newest_note_is_embedded_first_and_each_text_once(db: apsw.Connection) -> None:
    store(db, "old", "a", "b", mtime_ns=1)
    store(db, "new", "c", "b", mtime_ns=9)
    assert waiting(db) == ["c", "b", "a"]
    assert waiting(db, 1) == ["c"]
    assert generations.count_waiting(db) == 4
    generations.done(db, digest("b"))
    assert waiting(db) == ["c", "a"]


def test_what_was_asked_for_comes_first(db: apsw.Connection) -> None:
    store(db, "old", "a", "b", "c", mtime_ns=1)
    store(db, "new", "d", "e", mtime_ns=9)
    ids = {text: value(db, LISTED, (text,)) for text in "abcde"}
    first = (ids["c"], ids["a"], 404, ids["d"])
    assert waiting(db, 99, first) == ["c", "a", "d", "e", "b"]
    assert waiting(db, 2, first) == ["c", "a"]
    assert waiting(db, 4, first) == ["c", "a", "d", "e"]
    generations.done(db, digest("c"))
    assert waiting(db, 2, first) == ["a", "d"]
    assert waiting(db, 2, (404,)) == ["d", "e"]


def test_before_any_model_everything_waits(db: apsw.Connection) -> None:
    store(db, "x", "a")
    generations.reconcile(db)
    assert (generations.live_id(db), waiting(db)) == (None, ["a"])


# Vectors out of use


def test_a_vector_whose_text_is_gone_is_out_of_use(db: apsw.Connection) -> None:
    store(db, "x", "a", "b")
    store(db, "y", "b")
    generation = begin(db)
    embed(db)
    assert generations.prune(db, 1) == 0
    assert generations.live(db, "model") == generation
    delete(db, "x")
    assert generations.prune(db, 1) == 1
    assert (texts_of(db, "vector"), texts_of(db, "spare")) == (digests("b"), digests("a"))
    after = generations.live(db, "model")
    assert after is not None
    assert after.prunings == generation.prunings + 1
    assert generations.count(db, after) == 1
    assert generations.prune(db, 1) == 0


def test_a_text_that_comes_back_has_its_vector_at_once(db: apsw.Connection) -> None:
    store(db, "x", "a", "b")
    begin(db)
    embed(db)
    last = value(db, "SELECT max(id) FROM vector")
    delete(db, "x")
    generations.prune(db, 1)
    store(db, "elsewhere", "b", "new")
    assert waiting(db) == ["new"]
    found = rows(db, "SELECT text_hash, value FROM vector WHERE id > ?", (last,))
    assert found == [(digest("b"), stored("model", digest("b")))]
    assert texts_of(db, "spare") == digests("a")


def test_taking_a_vector_into_use_leaves_the_words_in_memory(database: Database) -> None:
    texts = [str(number) for number in range(20)]
    with database.writing() as db:
        store(db, "x", *texts)
        begin(db)
        embed(db)
    with database.writing() as db:
        delete(db, "x")
        generations.prune(db, 1)
    with database.writing() as db:
        before = value(db, "SELECT count(*) FROM lex_data")
        store(db, "y", *texts)
        assert value(db, "SELECT count(*) FROM lex_data") == before
        assert waiting(db) == []


def test_not_much_is_taken_out_of_use_at_a_time(
    db: apsw.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "MOST_AT_ONCE", 2)
    store(db, "x", "a", "b", "c", "d", "e")
    begin(db)
    embed(db)
    delete(db, "x")
    assert [generations.prune(db, 1) for _ in range(4)] == [2, 2, 1, 0]


def test_vectors_out_of_use_are_kept_for_a_while(db: apsw.Connection) -> None:
    store(db, "x", "a")
    store(db, "y", "b")
    begin(db)
    embed(db)
    delete(db, "x")
    generations.prune(db, HOUR)
    delete(db, "y")
    generations.prune(db, 2 * HOUR)
    assert generations.prune(db, KEEP_SECONDS + HOUR - 1) == 0
    assert texts_of(db, "spare") == digests("a", "b")
    assert generations.prune(db, KEEP_SECONDS + HOUR) == 1
    assert texts_of(db, "spare") == digests("b")
    store(db, "y", "b")
    assert generations.prune(db, 10 * KEEP_SECONDS) == 0
    assert (waiting(db), texts_of(db, "vector")) == ([], digests("b"))


def test_what_newer_rules_took_out_leaves_no_vector(db: apsw.Connection) -> None:
    begin(db)
    store(db, "note", "the password is invented", "kept")
    store(db, "other", "shared")
    store(db, "third", "shared", "of the third")
    embed(db)
    store(db, "note", "the password is [redacted]", "kept", recipe="newer")
    store(db, "third", recipe="newer")
    assert texts_of(db, "vector") == digests("kept", "shared")
    assert texts_of(db, "spare") == set()


def test_of_a_note_that_may_not_be_indexed_nothing_is_kept(db: apsw.Connection) -> None:
    store(db, "private", "a", "b", "c")
    store(db, "x", "b")
    begin(db, "other")
    embed(db, "other")
    generation = begin(db)
    embed(db)
    store(db, "private", "a", "b")
    generations.prune(db, 1)
    notes.forget(db, "s", notes.known(db, "s")["private"])
    assert (texts_of(db, "vector"), texts_of(db, "spare")) == (digests("b"), digests("c"))
    assert value(db, "SELECT min(prunings) FROM generation") == generation.prunings + 2
    store(db, "never embedded", "d")
    notes.forget(db, "s", notes.known(db, "s")["never embedded"])
    assert value(db, "SELECT min(prunings) FROM generation") == generation.prunings + 2


def test_of_a_note_forgotten_while_it_was_embedded_nothing_is_kept(db: apsw.Connection) -> None:
    generation = begin(db)
    store(db, "private", "a", "b")
    store(db, "x", "b")
    computed = [at.text_hash for at in generations.waiting(db, 99)]
    notes.forget(db, "s", notes.known(db, "s")["private"])
    vectors.put(db, generation, computed, np.ones((2, DIMENSION), np.float32))
    generations.prune(db, 1)
    assert (texts_of(db, "vector"), texts_of(db, "spare")) == (digests("b"), set())


def forgotten(db: apsw.Connection) -> set[bytes]:
    return texts_of(db, "forgotten")


@pytest.mark.fault(60)
def test_what_is_forgotten_is_remembered_until_it_is_gone(db: apsw.Connection) -> None:
    begin(db)
    store(db, "private", "a", "b")
    embed(db)
    notes.forget(db, "s", notes.known(db, "s")["private"])
    assert forgotten(db) == digests("a", "b")
    generations.prune(db, 1)
    assert forgotten(db) == digests("a", "b")
    assert generations.prune(db, 1) == 0
    assert forgotten(db) == set()


@pytest.mark.fault(60)
@pytest.mark.parametrize("model", ["model", "other"])
def test_a_crash_between_the_commits_of_a_forgetting_leaves_no_vector(
    tmp_path: Path, model: str
) -> None:
    database = Database(tmp_path / "index.db")
    with database.writing() as db:
        begin(db)
        store(db, "private", "a", "b")
        embed(db)
    database.checkpoint()
    before = snapshot(tmp_path)
    with database.writing() as db:
        notes.forget(db, "s", notes.known(db, "s")["private"])
    left = snapshot(tmp_path) | {at: raw for at, raw in before.items() if "vectors.db" in at}
    database.close()
    restore(tmp_path, left)
    database = Database(tmp_path / "index.db")
    with database.writing() as db:
        assert texts_of(db, "vector") == digests("a", "b")
        begin(db, model)
        assert (texts_of(db, "vector"), texts_of(db, "spare")) == (set(), set())
        generations.prune(db, 1)
        assert forgotten(db) == digests("a", "b")  # what this transaction dropped may come back
    with database.writing() as db:
        generations.prune(db, 1)
        assert forgotten(db) == set()
    database.close()


def test_a_text_that_came_back_is_not_forgotten(db: apsw.Connection) -> None:
    begin(db)
    store(db, "private", "a")
    embed(db)
    notes.forget(db, "s", notes.known(db, "s")["private"])
    store(db, "open", "a")
    embed(db)
    for _ in range(3):
        generations.prune(db, 1)
    assert (texts_of(db, "vector"), forgotten(db)) == (digests("a"), set())


# Two models


def test_another_model_and_back_again(db: apsw.Connection) -> None:
    store(db, "x", "a", "b")
    first = begin(db)
    assert embed(db) == 2
    assert begin(db) == first
    assert waiting(db) == []
    second = begin(db, "other")
    assert second.id != first.id
    assert waiting(db) == ["a", "b"]
    assert embed(db, "other") == 2
    store(db, "y", "a", "c")
    assert waiting(db) == ["c"]
    assert embed(db, "other") == 1
    assert begin(db) == first
    assert waiting(db) == ["c"]
    assert embed(db) == 1
    assert begin(db, "other") == second
    assert waiting(db) == []


def test_a_model_that_comes_back_finds_its_vectors_of_texts_that_came_back(
    db: apsw.Connection,
) -> None:
    store(db, "x", "a", "b")
    begin(db)
    embed(db)
    delete(db, "x")
    generations.prune(db, 1)
    begin(db, "other")
    store(db, "x", "a")
    assert waiting(db) == ["a"]
    begin(db)
    assert waiting(db) == []
    assert (texts_of(db, "vector"), texts_of(db, "spare")) == (digests("a"), digests("b"))


def test_a_replaced_model_is_kept_for_a_while(
    db: apsw.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = HOUR
    monkeypatch.setattr(time, "time", lambda: now)
    store(db, "x", "a", "b")
    begin(db, "first")
    embed(db, "first")
    now += 2 * KEEP_SECONDS
    assert generations.prune(db, now) == 0  # the live one, however long ago it began
    begin(db, "second")
    embed(db, "second")
    assert generations.prune(db, now + KEEP_SECONDS - 1) == 0
    assert generations.prune(db, now + KEEP_SECONDS) == 3
    assert generations.live(db, "first") is None
    assert value(db, "SELECT count(*) FROM vector") == 2
    assert waiting(db) == []


def test_a_replaced_model_is_dropped_little_by_little(
    db: apsw.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "MOST_AT_ONCE", 2)
    store(db, "x", "a", "b", "c", "d", "e")
    begin(db, "first")
    embed(db, "first")
    store(db, "x", "a", "b", "c")
    begin(db, "second")
    embed(db, "second")
    generations.prune(db, 1)
    assert (len(rows(db, "SELECT * FROM spare")), waiting(db)) == (2, [])
    late = int(time.time()) + KEEP_SECONDS
    assert [generations.prune(db, late) for _ in range(3)] == [4, 2, 0]
    assert generations.live(db, "first") is None
    assert texts_of(db, "vector") == digests("a", "b", "c")


def test_a_part_of_two_tables_is_no_more_than_a_part(
    db: apsw.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "MOST_AT_ONCE", 4)
    store(db, "x", "a", "b", "c", "d", "e")
    begin(db, "first")
    embed(db, "first")
    begin(db, "second")
    store(db, "x", "a")
    embed(db, "second")
    late = int(time.time()) + KEEP_SECONDS + 1
    assert generations.prune(db, late - 2) == 4
    assert texts_of(db, "spare") == digests("b", "c", "d", "e")
    assert [generations.prune(db, late) for _ in range(3)] == [4, 2, 0]
    assert generations.live(db, "first") is None


# Crashes


def snapshot(folder: Path) -> dict[str, bytes]:
    """Both files with their logs, as a crash would leave them now."""
    return {at.name: at.read_bytes() for at in folder.iterdir() if "-shm" not in at.name}


def restore(folder: Path, left: dict[str, bytes]) -> None:
    for file in folder.iterdir():
        file.unlink()
    for name, raw in left.items():
        (folder / name).write_bytes(raw)


class Files(RuleBasedStateMachine):
    """Both files, where a crash can throw either of them, but not both, back by one commit."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.model, self.now = "model", HOUR
        self.database = Database(self.folder / "index.db")
        self._do(begin)
        self._do(lambda db: store(db, "x", "a", "b", "c"))
        self._do(lambda db: store(db, "y", "c", "d"))
        self._do(embed)

    def teardown(self) -> None:
        self.database.close()
        shutil.rmtree(self.folder)

    def _do(self, job: Callable[[apsw.Connection], object]) -> None:
        self.before = snapshot(self.folder)
        with self.database.writing() as db:
            job(db)

    @rule(
        path=st.sampled_from("xyz"),
        texts=st.lists(st.sampled_from("abcde"), min_size=1, max_size=4, unique=True),
    )
    def store(self, path: str, texts: list[str]) -> None:
        self._do(lambda db: store(db, path, *texts))

    @rule(path=st.sampled_from("xyz"), seconds=st.sampled_from([1, HOUR, KEEP_SECONDS]))
    def delete(self, path: str, seconds: int) -> None:
        with self.database.reading() as db:
            known = notes.known(db, "s")
        if path in known:
            self._do(lambda db: delete(db, path))
        self.now += seconds
        self._do(lambda db: generations.prune(db, self.now))

    @rule(limit=st.sampled_from([99, 1]))
    def embed(self, limit: int) -> None:
        self._do(lambda db: embed(db, self.model, limit))

    @rule(model=st.sampled_from(["model", "other"]))
    def restart(self, model: str) -> None:
        self.database.close()
        self.database = Database(self.folder / "index.db")
        self.model = model
        self._do(lambda db: begin(db, model))

    @rule(name=st.sampled_from(["index.db", "vectors.db"]), lost=st.booleans())
    def crash(self, name: str, lost: bool) -> None:  # noqa: FBT001
        """The last commit reached the other file alone, or the user deletes the file."""
        left = {at: raw for at, raw in snapshot(self.folder).items() if name not in at}
        if not lost:
            left |= {at: raw for at, raw in self.before.items() if name in at}
        self._recover(left)

    def _recover(self, left: dict[str, bytes]) -> None:
        self.database.close()
        restore(self.folder, left)
        self.database = Database(self.folder / "index.db")
        self._do(lambda db: begin(db, self.model))

    @invariant()
    def every_chunk_has_a_vector_of_the_live_model_or_waits(self) -> None:
        with self.database.reading() as db:
            found = generations.live(db, self.model)
            assert found is not None
            assert generations.live_id(db) == found.id
            sql = "SELECT text_hash FROM vector WHERE generation = ?"
            has = {row[0] for row in rows(db, sql, (found.id,))}
            chunks = dict(rows(db, "SELECT id, text_hash FROM chunk"))
            without = {at for at, text_hash in chunks.items() if text_hash not in has}
            assert {row[0] for row in rows(db, "SELECT chunk_id FROM pending")} == without
            spare = "SELECT text_hash FROM spare WHERE generation = ?"
            assert not {row[0] for row in rows(db, spare, (found.id,))} & set(chunks.values())

    @invariant()
    def every_row_is_what_was_written(self) -> None:
        with self.database.reading() as db:
            found = checks.sample(db, checks.Cursor(), 999)
            assert (found.faults, found.unsealed) == ((), ())

    @invariant()
    def nothing_is_kept_twice_or_wrong(self) -> None:
        held = """
            SELECT fingerprint, text_hash, value FROM generation
            JOIN (SELECT generation, text_hash, value FROM vector
                  UNION ALL SELECT generation, text_hash, value FROM spare) ON generation = id
        """
        with self.database.reading() as db:
            found = rows(db, held)
            assert len({row[:2] for row in found}) == len(found)
            for model, text_hash, vector in found:
                assert vector == stored(model, text_hash)
            assert value(db, "SELECT count(*) FROM generation WHERE live = 1") == 1
            for schema in ("main", "vectors"):
                assert rows(db, f"PRAGMA {schema}.foreign_key_check") == []


TestFiles = Files.TestCase
TestFiles.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)


def fill(db: apsw.Connection) -> None:
    store(db, "x", "a", "b")


def empty(db: apsw.Connection) -> None:
    delete(db, "x")


def set_aside(db: apsw.Connection) -> None:
    generations.prune(db, 1)


@pytest.mark.parametrize(
    ("done", "last", "older", "made"),
    [
        *(([begin, fill], embed, "vectors.db", 2), ([begin, fill], embed, "index.db", 0)),
        *(
            (done, last, older, 0)
            for older in ("index.db", "vectors.db")
            for done, last in (
                ([begin, fill, embed], empty),
                ([begin, fill, embed, empty], set_aside),
                ([begin, fill, embed, empty], fill),
                ([begin, fill, embed, empty, set_aside], fill),
                ([fill, begin, embed], begin),
            )
        ),
    ],
)
def test_a_crash_between_the_commits(
    tmp_path: Path,
    done: list[Callable[[apsw.Connection], object]],
    last: Callable[[apsw.Connection], object],
    older: str,
    made: int,
) -> None:
    """How many vectors are made again once the note is there again."""
    database = Database(tmp_path / "index.db")
    for job in done:
        with database.writing() as db:
            job(db)
    before = snapshot(tmp_path)
    with database.writing() as db:
        last(db)
    left = snapshot(tmp_path) | {at: raw for at, raw in before.items() if older in at}
    database.close()
    restore(tmp_path, left)
    database = Database(tmp_path / "index.db")
    with database.writing() as db:
        begin(db)
        assert embed(db) == made
        fill(db)
        assert waiting(db) == []
        assert (texts_of(db, "vector"), texts_of(db, "spare")) == (digests("a", "b"), set())
    database.close()


@pytest.mark.parametrize(
    ("gone", "made"),
    [(["index.db"], 0), (["vectors.db"], 3), (["index.db", "vectors.db"], 3), ([], 0)],
)
def test_starting_again_after_deleting_a_file(tmp_path: Path, gone: list[str], made: int) -> None:
    for files in ([], gone):
        for name in files:
            (tmp_path / name).unlink()
        database = Database(tmp_path / "index.db")
        with database.writing() as db:
            if not notes.known(db, "s"):  # the pipeline may be faster than the model's thread
                store(db, "x", "a", "b")
                store(db, "y", "b", "c")
            begin(db)
            embedded = embed(db)
        database.close()
    assert embedded == made

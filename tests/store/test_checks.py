"""Nothing that changes what the files say goes unnoticed, and what can be mended is mended."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING

import apsw
import pytest

from benchmarks.damage import content, copy, damage
from tests.store.filled import DIMENSION, RECIPE, embed, entry, make, nobody_writes
from vaultbrain.store import checks, chunks, generations, notes, schema
from vaultbrain.store.checks import Cursor, Fault
from vaultbrain.store.database import Database
from vaultbrain.store.rows import rows, value
from vaultbrain.store.schema import INDEX, VECTORS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.store.schema import File

WRONG = "a row of {} is not what was written"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def store(sound: Path, tmp_path: Path) -> Iterator[Database]:
    database = Database(copy(sound, tmp_path))
    yield database
    database.close()


def change(database: Database, sql: str) -> None:
    """What a damage that SQLite does not notice would do."""
    with database.writing() as db:
        db.execute(sql)


def sampled(database: Database, limit: int = 1000) -> checks.Sampled:
    with database.reading() as db:
        return checks.sample(db, Cursor(), limit)


def deeply(database: Database) -> list[Fault]:
    return checks.inspect(database._paths[0])


def test_a_sound_store_has_no_faults(sound: Path, store: Database) -> None:
    with store.reading() as db:
        assert checks.quick(db) == []
    assert sampled(store).faults == ()
    assert checks.inspect(sound) == []


def test_before_any_model_nothing_needs_a_vector(database: Database) -> None:
    with database.writing() as db:
        notes.replace(db, entry(1))
    assert deeply(database) == []


@pytest.mark.fault(42)
@pytest.mark.parametrize("seed", range(20))
def test_every_damage_that_changes_what_is_said_is_found(
    sound: Path, tmp_path: Path, seed: int
) -> None:
    path = copy(sound, tmp_path)
    chance = random.Random(seed)  # noqa: S311
    name = chance.choice(["index.db", "vectors.db"])
    damage(path.with_name(name), chance)
    found = checks.inspect(path)
    assert (content(path) == content(sound)) or name in {at.file for at in found}


@pytest.mark.parametrize(
    ("table", "column", "to"),
    [
        *(("note", at, "'x'") for at in ("path", "title", "aliases", "tags", "language", "recipe")),
        ("note", "sha256", "x'ff'"),
        *(("chunk", at, "'x'") for at in ("heading", "crumb", "text")),
        *(("chunk", at, "7777") for at in ("ordinal", "line_start", "line_end")),
        *(("chunk", at, "CAST(x'ff' AS TEXT)") for at in ("heading", "text")),
        ("tag", "tag", "'x'"),
        *(("link", at, "'x'") for at in ("target", "heading", "block", "alias")),
        *(("link", at, "9") for at in ("ordinal", "embed", "line")),
        *(("finding", at, "'x'") for at in ("rule", "class", "tier", "action")),
    ],
)
def test_a_changed_note_is_found_and_read_anew(
    store: Database, table: str, column: str, to: str
) -> None:
    key = "id" if table == "note" else "note_id"
    with store.reading() as db:
        before = value(db, "SELECT path FROM note WHERE id = 5")
        chunk = value(db, "SELECT min(id) FROM chunk WHERE note_id = 5")
    where = f"id = {chunk}" if table == "chunk" else f"{key} = 5"
    if table == "tag":
        where += " AND tag = 'two'"
    change(store, f"UPDATE {table} SET {column} = {to} WHERE {where}")  # noqa: S608
    kind = "chunk" if table == "chunk" else "note"
    path = "x" if (table, column) == ("note", "path") else before
    row_id = chunk if kind == "chunk" else 5
    expected = Fault("index.db", WRONG.format(kind), kind, row_id, 5, path, mended="idle")
    assert sampled(store).faults == (expected,)
    assert expected in deeply(store)
    with store.writing() as db:
        assert checks.repair(db, [expected]) == 1
        assert value(db, "SELECT mtime_ns FROM note WHERE id = 5") == -1
        assert value(db, "SELECT count(*) FROM note WHERE mtime_ns = -1") == 1
        number = int(before.removeprefix("folder/").removesuffix(".md"))
        db.execute("UPDATE note SET path = ? WHERE id = 5", (before,))
        notes.replace(db, entry(number))
    assert sampled(store).faults == ()
    assert deeply(store) == []


def test_a_path_that_is_no_text_is_not_told(store: Database) -> None:
    change(store, "UPDATE note SET path = CAST(x'ff' AS TEXT) WHERE id = 5")
    (found,) = sampled(store).faults
    assert (found.row_id, found.note_id, found.path) == (5, 5, None)


@pytest.mark.parametrize("table", ["vector", "spare"])
@pytest.mark.parametrize("column", ["norm = 9.0", "value = x'00'"])
def test_a_changed_vector_is_found_and_made_anew(store: Database, table: str, column: str) -> None:
    with store.reading() as db:
        row_id = value(db, f"SELECT max(id) FROM {table}")  # noqa: S608
        before = generations.live(db, "model")
    change(store, f"UPDATE {table} SET {column} WHERE id = {row_id}")  # noqa: S608
    expected = Fault("vectors.db", WRONG.format(table), table, row_id, mended="idle")
    assert sampled(store).faults == (expected,)
    assert deeply(store) == [expected]
    with store.writing() as db:
        assert checks.repair(db, [expected]) == 0
        after = generations.live(db, "model")
        assert before is not None
        assert after is not None
        assert after.prunings == before.prunings + 1
        assert generations.count_waiting(db) == (1 if table == "vector" else 0)
        embed(db)
    assert sampled(store).faults == ()
    assert deeply(store) == []


def test_the_whole_store_is_sampled_round_and_round(store: Database) -> None:
    change(store, "UPDATE chunk SET text = 'x' WHERE id IN (SELECT max(id) FROM chunk)")
    change(store, "UPDATE note SET title = 'x' WHERE id IN (SELECT max(id) FROM note)")
    cursor = Cursor()
    found: list[str] = []
    for _ in range(12):
        with store.reading() as db:
            at = checks.sample(db, cursor, 20)
        cursor = at.cursor
        found += [fault.table for fault in at.faults]
    assert found == ["note", "chunk"] * 2 or sorted(found) == ["chunk"] * 2 + ["note"] * 6
    assert sampled(store).cursor == Cursor()


def test_rows_without_a_checksum_get_one(store: Database) -> None:
    for table in ("note", "chunk", "vector", "spare"):
        change(store, f"UPDATE {table} SET checksum = NULL WHERE id % 2")  # noqa: S608
    found = sampled(store)
    assert found.faults == ()
    assert {table for table, _ in found.unsealed} == {"note", "chunk", "vector", "spare"}
    with store.writing() as db:
        db.execute("DELETE FROM note WHERE id = 5")  # meanwhile
        db.execute("DELETE FROM lex WHERE rowid NOT IN (SELECT id FROM chunk)")
        assert checks.repair(db, found.faults, found.unsealed) == 0
    assert sampled(store).unsealed == ()
    assert deeply(store) == []


def test_words_are_those_of_their_chunk(store: Database) -> None:
    with store.reading() as db:
        ids = [row[0] for row in rows(db, "SELECT id FROM chunk ORDER BY id LIMIT 3")]
    row = ("T", "", "", "", "another body", "")
    with store.writing() as db:
        for chunk_id in (ids[0], ids[1], 7777):
            db.execute("DELETE FROM lex WHERE rowid = ?", (chunk_id,))
        for chunk_id in (ids[1], 7777):
            db.execute(
                "INSERT INTO lex (rowid, title, aliases, headings, tags, body, stems)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (chunk_id, *row),
            )
    found = deeply(store)
    missing = "a chunk without words, or words without a chunk"
    assert {(at.what, at.row_id) for at in found if at.row_id} == {
        (missing, ids[0]),
        (missing, 7777),
        *(("the words of a chunk are not its own", at) for at in (ids[0], ids[1], 7777)),
    }
    assert found[-1].what == "the number of all words is not what was written"


def test_words_by_an_older_recipe_are_to_be_made_anew_anyway(store: Database) -> None:
    with store.writing() as db:
        chunk_id, note_id = rows(db, "SELECT id, note_id FROM chunk ORDER BY id LIMIT 1")[0]
        db.execute("DELETE FROM lex WHERE rowid = ?", (chunk_id,))
        db.execute("INSERT INTO lex (rowid, body) VALUES (?, 'as it was said once')", (chunk_id,))
        db.execute("UPDATE note SET recipe = 'older' WHERE id = ?", (note_id,))
        db.execute("UPDATE note SET checksum = NULL")
    assert checks.inspect(store._paths[0], RECIPE) == []
    assert [at.row_id for at in deeply(store)] == [chunk_id, 0]


@pytest.mark.parametrize(("name", "file"), [("index.db", INDEX), ("vectors.db", VECTORS)])
def test_a_file_of_another_version_is_not_called_damaged(
    sound: Path, tmp_path: Path, name: str, file: File
) -> None:
    """Tables and columns of now are not looked for in it."""
    path = copy(sound, tmp_path)
    for version, what, mended in ((1, "an earlier", "start"), (99, "a newer", "never")):
        with contextlib.closing(apsw.Connection(str(path.with_name(name)))) as db:
            db.execute(f"PRAGMA user_version = {version}")
            assert schema.ahead(db, file) * (1 if version == 99 else -1) > 0
        said = f"it is of {what} version of vaultbrain"
        assert checks.inspect(path) == [Fault(name, said, mended=mended)]  # type: ignore[arg-type]


def test_a_chunk_needs_a_vector_or_waits(store: Database) -> None:
    change(store, "DELETE FROM vector WHERE id IN (SELECT max(id) FROM vector)")
    (found,) = deeply(store)
    assert found.what == "a chunk has no vector and waits for none"
    assert found.note_id is not None
    assert found.mended == "start"
    with store.writing() as db:
        generations.begin(db, "model", DIMENSION)
    assert deeply(store) == []


def test_what_sqlite_notices_is_told_too(store: Database) -> None:
    store.writer.execute("PRAGMA foreign_keys = OFF")
    change(store, "UPDATE vector SET generation = 77 WHERE id = 7")
    change(store, "INSERT INTO tag VALUES (404, 'nobody')")
    store.writer.execute("PRAGMA main.application_id = 1")
    with store.reading() as db:
        assert [(at.file, at.what) for at in checks.quick(db)] == [
            ("index.db", "a row of tag belongs to no note"),
            ("index.db", "it does not say that it is ours"),
            ("vectors.db", "a row of vector belongs to no generation"),
        ]


def test_damaged_words_do_not_keep_the_rest_from_being_looked_at(store: Database) -> None:
    change(store, "UPDATE lex_data SET block = x'ffff' WHERE id > 10")
    change(store, "UPDATE vector SET value = x'00' WHERE id = 7")
    found = deeply(store)
    assert not [at for at in found if "locked" in at.what]
    assert {(at.file, at.table) for at in found} >= {
        ("index.db", ""),
        ("vectors.db", "vector"),
    }


def test_a_row_that_is_no_text_costs_no_other_row(store: Database) -> None:
    with store.reading() as db:
        ids = [row[0] for row in rows(db, "SELECT id FROM chunk ORDER BY id LIMIT 3")]
    change(store, f"UPDATE chunk SET text = CAST(x'ff' AS TEXT) WHERE id = {ids[0]}")  # noqa: S608
    change(store, f"UPDATE chunk SET heading = '[' WHERE id = {ids[1]}")  # noqa: S608
    with store.reading() as db:
        assert list(chunks.fetch(db, [*ids, 7777])) == ids[2:]


def test_what_cannot_even_be_read_is_a_fault_without_its_text() -> None:
    def look() -> Iterator[Fault]:
        b"\xff secret".decode()
        yield Fault("index.db", "")

    assert list(checks._tried("index.db", look)) == [Fault("index.db", "a row cannot be read")]


# Files of another process


@pytest.mark.parametrize("name", ["index.db", "vectors.db"])
def test_a_file_that_is_none(sound: Path, tmp_path: Path, name: str) -> None:
    path = copy(sound, tmp_path)
    path.with_name(name).write_bytes(b"no database at all " * 1000)
    assert {at.file for at in checks.inspect(path)} == {name}


def test_a_file_that_is_missing(sound: Path, tmp_path: Path) -> None:
    path = copy(sound, tmp_path)
    path.unlink()
    (found,) = checks.inspect(path)
    assert found.file == "index.db"
    assert "Make" in found.what


def test_beside_a_running_daemon_and_on_a_read_only_disk(
    store: Database, sound: Path, open_folder: Path, tmp_path: Path
) -> None:
    with store.writing() as db:
        notes.replace(db, entry(500))
    assert checks.inspect(tmp_path / "index.db") == []
    path = copy(sound, open_folder)
    with nobody_writes(open_folder):
        assert checks.inspect(path) == []

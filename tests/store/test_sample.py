from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tests.store.filled import entry
from vaultbrain.store import notes, sample

if TYPE_CHECKING:
    from vaultbrain.store.database import Database


def fill(database: Database, count: int) -> None:
    with database.writing() as db:
        for number in range(count):
            notes.replace(db, entry(number))


def test_notes_come_with_their_names_in_the_order_of_their_paths(database: Database) -> None:
    fill(database, 3)
    with database.reading() as db:
        found = sample.notes(db)
    assert [at.names for at in found] == [(f"Title {n}", "Alias", str(n)) for n in range(3)]
    assert len({at.note_id for at in found}) == 3


def test_a_note_without_text_is_not_among_them(database: Database) -> None:
    with database.writing() as db:
        notes.replace(db, msgspec.structs.replace(entry(1), chunks=()))
    with database.reading() as db:
        assert sample.notes(db) == []


def test_parts_are_the_chunks_of_a_note(database: Database) -> None:
    fill(database, 2)
    with database.reading() as db:
        note = sample.notes(db)[1]
        parts = sample.parts(db, note.note_id)
    assert [at.heading for at in parts] == [("Heading 0",), ("Heading 1",), ("Heading 2",)]
    assert [at.text for at in parts] == [at.text for at in entry(1).chunks]
    assert len({at.chunk_id for at in parts}) == 3


def test_holders_counts_notes_not_chunks(database: Database) -> None:
    fill(database, 2)
    own = " ".join(entry(1).chunks[0].text.split()[:6])
    with database.reading() as db:
        assert sample.holders(db, own) == 1
        assert sample.holders(db, "Prilis ZLUTOUCKY") == 2
        assert sample.holders(db, "heading 1") == 2
        assert sample.holders(db, '"1" heading') == 0
        assert sample.holders(db, "title 1") == 0
        assert sample.holders(db, "-?") == 0


def test_sizes_are_in_bytes(database: Database) -> None:
    with database.reading() as db:
        assert sample.sizes(db) == sample.Sizes(0, 0)
    fill(database, 3)
    texts = [at.text for n in range(3) for at in entry(n).chunks]
    with database.reading() as db:
        found = sample.sizes(db)
    assert found == sample.Sizes(0 + 1 + 2, sum(len(text.encode()) for text in texts))

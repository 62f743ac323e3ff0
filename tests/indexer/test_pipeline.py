from __future__ import annotations

import os
import shutil
import threading
import time
from typing import TYPE_CHECKING

import apsw
import pytest

from tests.house import INCLUDE, BlindScanner, House, Thread, gate, readers
from tests.reading.pdfs import pdf
from tests.reading.pictures import png
from vaultbrain.errors import BlockedByGate, NoteChanging, NoteUnreadable, StoreError
from vaultbrain.gate import Gate
from vaultbrain.indexer import guard, reconcile
from vaultbrain.indexer import pipeline as module
from vaultbrain.indexer.look import look
from vaultbrain.indexer.reconcile import is_settled
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.sources import mounts
from vaultbrain.sources.folder import FolderSource
from vaultbrain.sources.walk import signature_of
from vaultbrain.sources.watch import Batch
from vaultbrain.store import notes, words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultbrain.gate.allow import Origin
    from vaultbrain.reading.base import Extract
    from vaultbrain.records import Note, Signature, Verdict
    from vaultbrain.sources.folder import Identity

NEVER = threading.Event()
SECRET = "Kocicka" + "7626x"


def silent() -> None:
    """No progress is shown."""


def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


class Source(FolderSource):
    """A folder in which tests can make trouble."""

    include: tuple[str, ...] = INCLUDE

    def __init__(self, name: str, root: Path) -> None:
        super().__init__(name, root, self.include, most_bytes=readers().most_bytes)
        self.reads: list[str] = []
        self.scans = 0
        self.faults: dict[str, Exception] = {}
        self.pretends: Identity | None = None

    def identity(self) -> Identity | None:
        return self.pretends or super().identity()

    def scan(self, below: str = "") -> object:  # type: ignore[override]
        self.scans += 1
        return super().scan(below)

    def read(self, path: str) -> tuple[bytes, Signature]:
        self.reads.append(path)
        fault = self.faults.get(path)
        if fault is not None:
            raise fault
        return super().read(path)


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.make_source = Source
    return house.open()


def source(house: House) -> Source:
    found = house.sources["notes"]
    assert isinstance(found, Source)
    return found


def settle(house: House) -> None:
    """Age what was stored, so that the rule of racy files does not ask for another read."""
    house.writer.submit(lambda db: db.execute("UPDATE note SET checked_ns = 9e18")).result()


# What a note goes through


def test_a_new_note_can_be_found(house: House) -> None:
    house.write("a.md", "# Alpha\n\nzebra")
    house.scan()
    assert house.found("zebra") == ["a.md"]
    assert house.pipeline.state("notes").last_scan_at is not None


def test_a_changed_note_replaces_its_old_text(house: House) -> None:
    house.write("a.md", "zebra")
    house.scan()
    house.write("a.md", "giraffe")
    house.hint("a.md")
    assert (house.found("giraffe"), house.found("zebra")) == (["a.md"], [])
    assert house.texts("a.md") == ["giraffe"]


def test_touching_changes_no_row_but_the_signature(house: House) -> None:
    file = house.write("a.md", "zebra")
    house.scan()
    before, chunks = house.generation(), house.rows("SELECT * FROM chunk")
    os.utime(file, (1, 1))
    house.hint("a.md")
    assert house.generation() == before
    assert house.rows("SELECT * FROM chunk") == chunks
    assert house.known()["a.md"].signature == source(house).look("a.md")
    settle(house)
    source(house).reads.clear()
    house.scan()
    assert source(house).reads == []


def test_a_change_that_keeps_size_and_time_is_found(house: House) -> None:
    file = house.write("a.md", "zebra one")
    house.scan()
    at = file.stat()
    file.write_text("zebra two")
    os.utime(file, ns=(at.st_atime_ns, at.st_mtime_ns))
    house.scan()
    assert house.texts("a.md") == ["zebra two"]


def test_renaming_moves_rows_and_embeds_nothing(house: House) -> None:
    house.write("a.md", "# Title\n\nzebra")
    house.scan()
    house.embed()
    ids, calls = house.rows("SELECT id FROM chunk"), house.embedder.calls["passages"]
    (house.root / "a.md").rename(house.root / "b.md")
    house.hint("a.md", "b.md")
    assert list(house.known()) == ["b.md"]
    assert house.rows("SELECT id FROM chunk") == ids
    house.embed()
    assert house.embedder.calls["passages"] == calls
    assert (house.found("zebra"), house.vectors()) == (["b.md"], 1)


def test_renaming_a_folder_moves_all_of_it(house: House) -> None:
    for number in range(70):  # more than may vanish at once
        house.write(f"old/deep/{number}.md", f"# T{number}\n\nword{number}")
    house.scan()
    house.embed()
    calls = house.embedder.calls["passages"]
    (house.root / "old").rename(house.root / "new")
    house.hint("old", "new")
    house.embed()
    assert sorted(house.known()) == sorted(f"new/deep/{n}.md" for n in range(70))
    assert house.embedder.calls["passages"] == calls
    assert house.pipeline.state("notes").held == 0


def test_a_renamed_note_is_found_by_its_new_name(house: House) -> None:
    house.write("zebra.md", "words")
    house.scan()
    (house.root / "zebra.md").rename(house.root / "giraffe.md")
    house.hint("zebra.md", "giraffe.md")
    assert house.found("giraffe") == ["giraffe.md"]


def test_twins_renamed_together_both_arrive(house: House) -> None:
    for name in ("a", "b"):
        house.write(f"{name}.md", "# Twin\n\nzebra")
    house.scan()
    house.embed()
    calls = house.embedder.calls["passages"]
    for old, new in (("a", "c"), ("b", "d")):
        (house.root / f"{old}.md").rename(house.root / f"{new}.md")
    house.hint("a.md", "b.md", "c.md", "d.md")
    house.embed()
    assert sorted(house.known()) == ["c.md", "d.md"]
    assert house.embedder.calls["passages"] == calls


def test_swapped_names_swap_texts(house: House) -> None:
    house.write("a.md", "zebra")
    house.write("b.md", "giraffe")
    house.scan()
    for old, new in (("a", "x"), ("b", "a"), ("x", "b")):
        (house.root / f"{old}.md").rename(house.root / f"{new}.md")
    house.hint("a.md", "b.md")
    assert (house.found("zebra"), house.found("giraffe")) == (["b.md"], ["a.md"])


def test_renaming_over_another_note_leaves_one(house: House) -> None:
    house.write("a.md", "zebra")
    house.write("b.md", "giraffe")
    house.scan()
    (house.root / "a.md").replace(house.root / "b.md")
    house.hint("a.md", "b.md")
    assert (list(house.known()), house.texts("b.md")) == (["b.md"], ["zebra"])


def test_a_copy_is_a_second_note_with_the_same_vectors(house: House) -> None:
    house.write("a.md", "# Title\n\nzebra")
    house.scan()
    house.embed()
    shutil.copy(house.root / "a.md", house.root / "b.md")
    house.hint("b.md")
    assert sorted(house.found("zebra")) == ["a.md", "b.md"]
    assert house.rows("SELECT count(*) FROM pending") == [(0,)]


def test_a_deleted_note_is_gone(house: House) -> None:
    house.write("a.md", "zebra").unlink()
    house.write("b.md", "giraffe")
    house.scan()
    (house.root / "b.md").unlink()
    house.hint("b.md")
    assert house.known() == {}
    assert house.rows("SELECT count(*) FROM lex") == [(0,)]


def test_folders_come_and_go(house: House, tmp_path: Path) -> None:
    house.write("d/a.md", "zebra")
    house.write("d/e/b.md", "zebra")
    house.write("dx/c.md", "zebra")
    house.scan()
    (house.root / "d").rename(tmp_path / "outside")
    house.hint("d")
    assert house.found("zebra") == ["dx/c.md"]
    (tmp_path / "outside").rename(house.root / "d")
    house.hint("d")
    assert sorted(house.found("zebra")) == ["d/a.md", "d/e/b.md", "dx/c.md"]
    shutil.rmtree(house.root / "d")
    house.hint("d", "d/a.md")
    assert house.found("zebra") == ["dx/c.md"]


def test_a_folder_in_the_place_of_a_note(house: House) -> None:
    house.write("a.md", "zebra").unlink()
    house.write("b.md", "giraffe")
    house.scan()
    (house.root / "b.md").unlink()
    house.write("b.md/c.md", "zebra")
    house.hint("b.md")
    assert list(house.known()) == ["b.md/c.md"]


# The gate and the ignore files


def raw_bytes(house: House) -> bytes:
    return b"".join(
        file.read_bytes() for file in house.folder.iterdir() if file.name.startswith("index.db")
    )


def test_what_becomes_ignored_is_purged_to_the_byte(house: House) -> None:
    house.write("private/a.md", "# Xylograph\n\nxylophonist xylotomy")
    house.write("b.md", "zebra")
    house.scan()
    house.embed()
    assert b"xylophonist" in raw_bytes(house)
    house.write(".brainignore", "private/\n")
    house.hint(".brainignore")
    house.writer.flush()
    assert list(house.known()) == ["b.md"]
    assert house.vectors() == 1
    assert house.rows("SELECT 1 FROM spare") == []
    left = raw_bytes(house).lower()
    assert b"xylophonist" not in left
    assert b"xylotom" not in left
    (house.root / ".brainignore").unlink()
    house.hint(".brainignore")
    assert house.found("xylophonist") == ["private/a.md"]


class Rules:
    """A gate of which tests decide what passes."""

    def __init__(self) -> None:
        self.ruleset = "first"
        self.blocked = ""

    def clean(
        self, text: str, origin: Origin | None = None, passed: frozenset[str] = frozenset()
    ) -> Verdict:
        if self.blocked and self.blocked in text:
            raise BlockedByGate("The gate cannot vouch for this note.")
        return gate().clean(text, origin, passed)


@pytest.fixture
def rules(house: House) -> Rules:
    rules = Rules()
    house.gate = as_gate(rules)
    house.reopen()
    return rules


def as_gate(rules: Rules) -> Gate:
    return rules  # type: ignore[return-value]


def test_what_the_gate_blocks_is_forgotten_and_named(house: House, rules: Rules) -> None:
    house.write("a.md", "xylophonist before")
    house.write("b.md", "zebra")
    house.scan()
    house.embed()
    rules.blocked = "evil"
    house.write("a.md", "evil now")
    house.hint("a.md")
    house.writer.flush()
    assert list(house.known()) == ["b.md"]
    assert (house.vectors(), house.rows("SELECT 1 FROM spare")) == (1, [])
    assert house.problems() == [("blocked-by-gate", "a.md")]
    assert b"xylophonist" not in raw_bytes(house)
    rules.blocked = ""
    house.hint("a.md")
    assert house.found("evil") == ["a.md"]
    assert house.problems() == []


def test_other_rules_leave_the_rows_that_they_make_alike(house: House, rules: Rules) -> None:
    house.write("a.md", f"# A\n\nzebra\n\nheslo: {SECRET}\n")
    house.scan()
    house.embed()
    settle(house)
    before = rows_of(house)
    rules.ruleset = "second"
    house.scan()
    assert rows_of(house) == before
    assert [at.recipe for at in house.known().values()] == [house.tools.recipe]
    assert house.rows("SELECT 1 FROM pending") == []
    settle(house)
    source(house).reads.clear()
    house.scan()
    assert source(house).reads == []


def rows_of(house: House) -> object:
    """What of the rows shows that they are the same ones."""
    chunks = house.rows("SELECT id, note_id, text FROM chunk ORDER BY id")
    found = house.rows("SELECT note_id, ordinal, class, action, id, first_seen FROM finding")
    return house.generation(), chunks, house.rows("SELECT id FROM vector"), found


def test_other_rules_make_other_rows_and_leave_no_old_bytes(house: House) -> None:
    weak = Gate(scanner=BlindScanner())
    strong, house.gate = house.gate, weak
    house.reopen()
    house.write("a.md", f"# A\n\nzebra\n\nheslo: {SECRET}\n")
    house.write("b.md", "giraffe")
    house.scan()
    house.embed()
    settle(house)
    assert SECRET.encode() in raw_bytes(house)
    (kept,) = house.rows("SELECT id FROM chunk WHERE text = 'giraffe'")
    house.gate = strong
    house.reopen()
    house.scan()
    house.writer.flush()
    assert house.texts("a.md") == ["# A\n\nzebra\n\nheslo: [redacted:password]"]
    assert house.rows("SELECT id FROM chunk WHERE text = 'giraffe'") == [kept]
    assert (house.vectors(), house.rows("SELECT 1 FROM spare")) == (1, [])
    assert SECRET.encode() not in raw_bytes(house)
    assert SECRET[4:].lower().encode() not in raw_bytes(house).lower()
    proof = house.cleansing.proof
    assert proof is not None
    assert (proof.values, proof.copies) == (1, {})


def test_a_note_renamed_before_other_rules_came_leaves_no_old_vector(
    house: House, rules: Rules
) -> None:
    file = house.write("a.md", "zebra")
    house.scan()
    house.embed()
    assert house.vectors() == 1
    rules.ruleset = "second"
    file.rename(house.root / "b.md")
    house.reopen()
    house.scan()
    assert (list(house.known()), house.vectors()) == (["b.md"], 0)


def test_a_word_over_two_lines_of_a_page_never_reaches_the_file(mixed: House) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    (mixed.root / "a.pdf").write_bytes(pdf([f"The zebra {token[:20]}\n{token[20:]} and more"]))
    mixed.scan()
    assert mixed.found("zebra") == ["a.pdf"]
    text = "".join(mixed.texts("a.pdf"))
    assert "[redacted:github-token]" in text
    assert token[:20] not in text
    assert token[20:] not in text


def test_secrets_never_reach_the_file(house: House) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    house.write("a.md", f"my token is {token} for zebra")
    house.scan()
    assert house.found("zebra") == ["a.md"]
    assert token.encode() not in raw_bytes(house)
    assert token[4:].lower().encode() not in raw_bytes(house).lower()


# What goes wrong


class Faulty(MarkdownReader):
    def read(self, path: str, extract: Extract) -> Note:
        if "crash" in extract.text:
            raise LookupError(extract.text)
        return super().read(path, extract)


def test_a_fault_costs_one_note_and_is_told_without_its_text(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.reader = Faulty()
    house.reopen()
    house.write("a.md", "crash")
    house.write("b.md", "zebra")
    house.scan()
    assert list(house.known()) == ["b.md"]
    assert house.problems() == [("note-unreadable", "a.md")]
    assert "LookupError" in caplog.text
    house.write("a.md", "zebra")
    house.hint("a.md")
    assert sorted(house.found("zebra")) == ["a.md", "b.md"]
    assert house.problems() == []


def test_an_unreadable_note_is_named_kept_and_forgiven_later(house: House) -> None:
    house.write("a.md", "---\ntags: [x\n---\nzebra")
    house.scan()
    assert house.problems() == [("frontmatter-broken", "a.md")]
    source(house).faults["a.md"] = NoteUnreadable("a.md cannot be read: Permission denied.")
    os.utime(house.root / "a.md", (1, 1))
    house.hint("a.md")
    assert list(house.known()) == ["a.md"]
    assert house.problems() == [("note-unreadable", "a.md")]
    house.scan()  # still so
    assert house.problems() == [("note-unreadable", "a.md")]
    source(house).faults.clear()
    house.scan()  # the same bytes again: their own problem is back, the other is not
    assert house.problems() == [("frontmatter-broken", "a.md")]
    assert house.found("zebra") == ["a.md"]


def test_problems_go_with_their_file(house: House) -> None:
    for name in ("a", "b", "c"):
        house.write(f"{name}.md", "zebra")
        source(house).faults[f"{name}.md"] = NoteUnreadable(f"{name}.md is too large.")
    house.scan()
    assert len(house.problems()) == 3
    (house.root / "a.md").unlink()
    house.hint("a.md")
    assert [path for _, path in house.problems()] == ["b.md", "c.md"]
    (house.root / "b.md").unlink()
    house.scan()
    assert [path for _, path in house.problems()] == ["c.md"]
    house.write(".brainignore", "c.md")  # as the message advises
    house.hint(".brainignore")
    assert house.problems() == []


def test_problems_follow_a_renamed_note(house: House) -> None:
    house.write("a.md", "---\ntags: [x\n---\nzebra")
    house.scan()
    (house.root / "a.md").rename(house.root / "b.md")
    house.hint("a.md", "b.md")
    assert house.problems() == [("frontmatter-broken", "b.md")]


def test_a_note_that_is_being_written_is_hinted_again(house: House) -> None:
    house.write("a.md", "zebra")
    source(house).faults["a.md"] = NoteChanging("a.md was written to.")
    house.scan()
    assert house.known() == {}
    assert house.hints.take(1).paths == {("notes", "a.md")}
    source(house).faults.clear()
    house.hint("a.md")
    assert house.found("zebra") == ["a.md"]


def test_a_note_deleted_between_look_and_read_is_no_lasting_problem(house: House) -> None:
    file = house.write("a.md", "zebra")
    source(house).faults["a.md"] = NoteUnreadable("a.md cannot be read: No such file.")
    house.scan()
    file.unlink()
    source(house).faults.clear()
    house.hint("a.md")
    assert house.problems() == []


def test_a_path_that_cannot_be_looked_at_is_not_gone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("d/a.md", "d/e/b.md", "c.md"):
        house.write(path, "zebra")
    house.scan()
    lstat = os.lstat

    def forbid(path: os.PathLike[str] | str) -> os.stat_result:
        if "/d/" in os.fspath(path):
            raise PermissionError(13, "Permission denied")
        return lstat(path)

    (house.root / "c.md").unlink()
    monkeypatch.setattr(os, "lstat", forbid)
    house.hint("d/a.md", "d/e", "c.md")
    monkeypatch.undo()
    assert sorted(house.known()) == ["d/a.md", "d/e/b.md"]


def test_a_hint_for_an_unknown_source_is_no_fault(house: House) -> None:
    house.hint("a.md", source="former")
    house.pipeline.process(Batch(frozenset(), frozenset({"former"})))


def fail(*_: object, **__: object) -> None:
    raise apsw.FullError("database or disk is full")


def test_a_full_disk_is_told_and_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house.scan()
    for number in range(5):
        house.write(f"{number}.md", "zebra")
    monkeypatch.setattr(notes, "replace", fail)
    with Thread(house.pipeline.run, house.pipeline.stop):
        with pytest.raises(StoreError, match="not up to date"):
            house.pipeline.sync(NEVER, 10, silent)
        assert house.pipeline.trouble
        assert caplog.text.count("could not be written") == 1
        monkeypatch.undo()
        house.hints.put("notes", "0.md")
        until(lambda: len(house.known()) == 1)
        assert house.pipeline.trouble  # one note that was written does not make up for the others
        house.pipeline._retry_at = 0.0
        house.hints.put("notes", "0.md")  # the thread wakes up, and looks again at everything
        until(lambda: len(house.known()) == 5)
        assert house.pipeline.sync(NEVER, 10, silent)
        assert house.pipeline.trouble == ""


# Text that an older version analysed otherwise


def test_words_of_an_older_analysis_are_made_anew_and_nothing_is_embedded(house: House) -> None:
    house.write("a.md", "# Zálohy\n\nZálohování se nastavuje, ale není to potřeba.")
    house.write("b.md", "# Häuser\n\nDie Häuser werden nicht mit dem Auto gesucht.")
    house.scan()
    house.embed()
    made = words_of(house)
    house.writer.submit(_analyse_as_before).result()
    assert words_of(house) != made
    calls = house.embedder.calls["passages"]
    house.reopen()
    house.scan()
    house.embed()
    assert words_of(house) == made
    assert house.embedder.calls["passages"] == calls
    assert (house.vectors(), house.found("Haus")) == (2, ["b.md"])
    with house.database.reading() as db:
        assert not words.differing(db).chunks


def words_of(house: House) -> list[tuple[object, ...]]:
    """The words that each note is found by, and the language of their stems."""
    with house.database.reading() as db:
        db.execute("CREATE VIRTUAL TABLE temp.held USING fts5vocab (main, lex, instance)")
        found = db.execute(
            "SELECT path, language, col, held.offset, term FROM temp.held"
            " JOIN chunk ON chunk.id = held.doc JOIN note ON note.id = chunk.note_id"
        ).fetchall()
        db.execute("DROP TABLE temp.held")
    return sorted(found)


def _analyse_as_before(db: apsw.Connection) -> None:
    """Leave an index as a version did that knew no stems and had no version of its analysis."""
    rows = db.execute(
        "SELECT chunk.id, title, text FROM chunk JOIN note ON note.id = note_id"
    ).fetchall()
    db.execute("DELETE FROM lex")
    db.executemany("INSERT INTO lex (rowid, title, body) VALUES (?, ?, ?)", rows)
    db.execute(
        "UPDATE note SET language = 'english', checksum = NULL,"
        " recipe = '3' || substr(recipe, instr(recipe, ':'))"
    )


# A volume that is away, another folder in its place


def test_a_vault_that_is_away_deletes_nothing(house: House, tmp_path: Path) -> None:
    house.write("a.md", "zebra")
    house.scan()
    house.root.rename(tmp_path / "away")
    house.scan()
    house.hint("a.md")
    assert house.pipeline.state("notes").offline
    assert list(house.known()) == ["a.md"]
    (tmp_path / "away").rename(house.root)
    house.pipeline._look_again()
    assert house.hints.take(1).sources == {"notes"}
    house.scan()
    assert not house.pipeline.state("notes").offline


def test_a_hint_alone_notices_that_the_vault_is_away(house: House, tmp_path: Path) -> None:
    house.write("a.md", "zebra")
    house.scan()
    house.root.rename(tmp_path / "away")
    house.hint("a.md")
    assert list(house.known()) == ["a.md"]
    assert house.pipeline.state("notes").offline


def test_an_empty_folder_in_its_place_deletes_nothing(house: House, tmp_path: Path) -> None:
    house.write("a.md", "zebra")
    house.scan()
    house.root.rename(tmp_path / "away")
    house.root.mkdir()
    house.hint("a.md")  # no look through the whole folder before
    assert list(house.known()) == ["a.md"]
    assert house.pipeline.state("notes").offline
    house.scan()
    assert list(house.known()) == ["a.md"]
    house.pipeline._look_again()
    assert not house.hints.take(0)  # the same empty folder is not looked at again and again
    house.root.rmdir()
    (tmp_path / "away").rename(house.root)
    house.pipeline._look_again()
    assert house.hints.take(1).sources == {"notes"}
    house.scan()
    assert not house.pipeline.state("notes").offline
    assert house.found("zebra") == ["a.md"]


def test_a_vault_that_vanishes_while_paths_are_looked_at_deletes_nothing(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.write("a.md", "zebra")
    house.scan()

    def unmount(source: FolderSource, paths: list[str]) -> object:
        house.root.rename(tmp_path / "away")
        return look(source, paths)

    monkeypatch.setattr(module, "look", unmount)
    house.hint("a.md")
    assert list(house.known()) == ["a.md"]
    assert house.pipeline.state("notes").offline


def test_the_same_folder_emptied_by_its_owner_is_empty(house: House) -> None:
    house.write("a.md", "zebra").unlink()
    house.write("b.md", "zebra")
    house.scan()
    (house.root / "b.md").unlink()
    house.scan()
    assert house.known() == {}
    assert not house.pipeline.state("notes").offline


def test_a_vault_that_moved_to_another_volume_is_adopted(house: House, tmp_path: Path) -> None:
    house.write("a.md", "zebra")
    house.scan()
    house.embed()
    before = house.generation()
    shutil.copytree(house.root, tmp_path / "copy")
    shutil.rmtree(house.root)
    (tmp_path / "copy").rename(house.root)
    house.scan()
    assert (house.generation(), house.found("zebra")) == (before, ["a.md"])


# The guard against mass deletion


def fill(house: House, count: int) -> None:
    for number in range(count):
        house.write(f"{number}.md", f"# T{number}\n\nword{number}")


def delete(house: House, numbers: range) -> list[str]:
    for number in numbers:
        (house.root / f"{number}.md").unlink()
    return [f"{number}.md" for number in numbers]


@pytest.fixture
def age(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let seconds pass for the guard."""
    passed = 0.0
    monotonic = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + passed)

    def add(seconds: float) -> None:
        nonlocal passed
        passed += seconds

    return add


def held(house: House) -> int:
    return house.pipeline.state("notes").held


def test_many_deletions_at_once_are_held_back_then_done(
    house: House, age: Callable[[float], None]
) -> None:
    fill(house, 60)
    house.scan()
    paths = delete(house, range(55))
    house.hint(*paths)
    assert len(house.known()) == 60
    assert held(house) == 55
    assert house.hints.take(1).sources == {"notes"}  # to know of how many
    house.scan()
    assert (len(house.known()), held(house)) == (60, 55)
    house.pipeline._look_again()
    assert not house.hints.take(0)
    age(guard.HOLD_SECONDS + 1)
    house.pipeline._look_again()
    assert house.hints.take(1).sources == {"notes"}
    house.scan()
    assert (len(house.known()), held(house)) == (5, 0)
    (house.root / "59.md").unlink()
    house.hint("59.md")
    assert (len(house.known()), held(house)) == (4, 0)


def test_held_notes_that_come_back_cost_nothing(house: House, tmp_path: Path) -> None:
    fill(house, 60)
    house.scan()
    house.embed()
    calls, before = house.embedder.calls["passages"], house.generation()
    house.root.rename(tmp_path / "copy")
    shutil.copytree(tmp_path / "copy", house.root)
    delete(house, range(55))
    house.scan()
    assert held(house) == 55
    for number in range(55):
        shutil.copy2(tmp_path / "copy" / f"{number}.md", house.root)
    house.scan()
    house.embed()
    assert (held(house), house.generation()) == (0, before)
    assert house.embedder.calls["passages"] == calls


def test_work_on_other_notes_neither_ends_nor_prolongs_the_hold(
    house: House, age: Callable[[float], None]
) -> None:
    fill(house, 60)
    house.scan()
    delete(house, range(55))
    house.scan()
    age(guard.HOLD_SECONDS / 2)
    house.write("new.md", "zebra")
    house.hint("new.md")
    assert (len(house.known()), held(house)) == (61, 55)
    age(guard.HOLD_SECONDS / 2 + 1)
    house.scan()
    assert (len(house.known()), held(house)) == (6, 0)


def test_held_notes_do_not_slip_away_one_by_one(house: House) -> None:
    fill(house, 60)
    house.scan()
    paths = delete(house, range(55))
    house.scan()
    assert house.found("word3") == []  # not shown, and doubted
    assert ("notes", "3.md") in house.doubts
    for path in paths:
        house.hint(path)
    assert (len(house.known()), held(house)) == (60, 55)


def test_a_deletion_in_many_small_batches_is_one_deletion(house: House) -> None:
    fill(house, 60)
    house.scan()
    for start in range(0, 60, 10):
        house.hint(*delete(house, range(start, start + 10)))
    house.scan()
    assert len(house.known()) == 10
    assert held(house) == 10


def test_deletions_over_a_longer_time_are_wishes(
    house: House, age: Callable[[float], None]
) -> None:
    fill(house, 60)
    house.scan()
    for start in range(0, 60, 10):
        age(guard.DELETION_WINDOW + 1)
        house.hint(*delete(house, range(start, start + 10)))
    assert (len(house.known()), held(house)) == (0, 0)


def test_the_guard_counts_the_notes_of_one_source(tmp_path: Path) -> None:
    house = House(tmp_path, names=("notes", "other")).open()
    fill(house, 60)
    for number in range(300):
        house.write(f"{number}.md", "x", source="other")
    house.scan()
    house.hint(*delete(house, range(55)))
    assert (len(house.known()), held(house)) == (60, 55)


# The thread


def test_the_thread_takes_hints(house: House) -> None:
    with Thread(house.pipeline.run, house.pipeline.stop):
        house.write("a.md", "zebra")
        house.hints.put("notes", "a.md")
        until(lambda: house.found("zebra") == ["a.md"])


def test_sync_waits_for_everything(house: House) -> None:
    told: list[int] = []
    fill(house, 40)
    with Thread(house.pipeline.run, house.pipeline.stop):
        assert house.pipeline.sync(NEVER, 30, lambda: told.append(1))
        assert len(house.known()) == 40
        assert house.pipeline.sync(NEVER, 30, silent)


def test_sync_is_served_with_several_sources_whose_hints_come_apart(tmp_path: Path) -> None:
    house = House(tmp_path, names=("notes", "other")).open()
    house.write("a.md", "zebra", source="other")
    put = house.hints.put

    def slowly(source: str, path: str) -> None:
        put(source, path)
        time.sleep(0.1)  # the indexer takes the first before the second is there

    house.hints.put = slowly  # type: ignore[method-assign]
    with Thread(house.pipeline.run, house.pipeline.stop):
        assert house.pipeline.sync(NEVER, 5, silent)
        assert list(house.known("other")) == ["a.md"]


def test_sync_gives_up_when_told_or_late_or_stopped(house: House) -> None:
    cancelled = threading.Event()
    cancelled.set()
    assert not house.pipeline.sync(cancelled, 30, silent)
    assert not house.pipeline.sync(NEVER, 0.05, silent)
    house.pipeline.stop()
    assert not house.pipeline.sync(NEVER, 30, silent)


def test_sync_of_no_source_is_done(tmp_path: Path) -> None:
    house = House(tmp_path).open()
    house.close()
    none = House(tmp_path)
    none.roots = {}
    none.open()
    assert none.pipeline.sync(NEVER, 1, silent)


def test_stopping_in_the_middle_claims_nothing(house: House) -> None:
    fill(house, 60)
    with Thread(house.pipeline.run, house.pipeline.stop):
        source(house).faults.clear()
        read = source(house).read

        def stop_soon(path: str) -> tuple[bytes, Signature]:
            if len(source(house).reads) == 10:
                house.pipeline.stop()
            return read(path)

        source(house).read = stop_soon  # type: ignore[method-assign]
        assert not house.pipeline.sync(NEVER, 10, silent)
    assert len(house.known()) <= 12
    assert house.pipeline.state("notes").last_scan_at is None
    house.reopen()
    house.scan()
    assert len(house.known()) == 60


def test_a_job_that_the_writer_refuses_ends_the_thread_aloud(house: House) -> None:
    house.write("a.md", "zebra")
    house.writer.close()
    with pytest.raises(StoreError):
        house.scan()


def test_nothing_in_the_vault_is_written(house: House) -> None:
    file = house.write("a.md", "zebra")
    file.chmod(0o444)
    before = file.stat()
    house.scan()
    house.hint("a.md")
    after = file.stat()
    assert (after.st_mtime_ns, after.st_ctime_ns) == (before.st_mtime_ns, before.st_ctime_ns)
    assert list(house.root.iterdir()) == [file]


def test_a_note_that_moves_into_an_ignored_folder_is_gone(house: House) -> None:
    house.write(".brainignore", "private/\n")
    house.write("a.md", "xylophonist")
    house.scan()
    (house.root / "private").mkdir()
    (house.root / "a.md").rename(house.root / "private" / "a.md")
    house.hint("a.md", "private/a.md", "private")
    assert house.known() == {}


def test_a_note_whose_name_holds_a_secret_is_refused_and_named_without_it(house: House) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    house.write(f"token {token}.md", "zebra")
    house.write(f"in {token}/b.md", "lion")
    house.write("c.md", "giraffe")
    house.scan()
    house.scan()
    assert list(house.known()) == ["c.md"]
    assert {code for code, _ in house.problems()} == {"blocked-by-gate"}
    assert token.encode() not in raw_bytes(house)


def test_a_name_that_the_gate_cannot_vouch_for_costs_that_note_alone(
    house: House, rules: Rules
) -> None:
    rules.blocked = "evil"
    house.write("evil.md", "zebra")
    house.write("good.md", "lion")
    house.scan()
    assert list(house.known()) == ["good.md"]
    assert [code for code, _ in house.problems()] == ["blocked-by-gate"]


# Volumes in a vault


def test_notes_on_a_volume_in_the_vault_are_kept_while_it_is_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounted = frozenset({"usb"})
    monkeypatch.setattr(mounts, "inside", lambda _: mounted)
    house.write("a.md", "zebra")
    for number in range(3):
        house.write(f"usb/{number}.md", "zebra")
    house.scan()
    mounted = frozenset()
    for file in (house.root / "usb").iterdir():
        file.unlink()
    house.hint("usb", "usb/0.md")
    house.scan()
    house.reopen()  # it is remembered
    house.hint("usb/1.md")
    house.scan()
    assert sorted(house.known()) == ["a.md", "usb/0.md", "usb/1.md", "usb/2.md"]
    assert house.problems() == [("volume-away", "usb")]
    with Thread(house.pipeline.run, house.pipeline.stop):
        assert house.pipeline.purge(["notes"], NEVER, 10, silent) == (3, True)
    assert (sorted(house.known()), house.problems()) == (["a.md"], [])


def test_what_is_wrong_is_told_without_the_secrets_in_names(house: House) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    (house.root / f"{token}.md").symlink_to("/etc/hostname")
    (house.root / "plain.md").symlink_to("/etc/hostname")
    house.scan()
    found = house.rows("SELECT code, path, message FROM problem ORDER BY path")
    assert [row[0] for row in found] == ["link-not-followed"] * 2
    assert token not in repr(found)
    assert "plain.md" in repr(found)


# What cannot be read, and what is read in another way


def unreadable(house: House, name: str = "a.canvas") -> Path:
    """A file that its reader refuses, too old for a change to hide in the clock's tick."""
    file = house.write(name, '{"nodes": [')
    mature(file)
    return file


def mature(file: Path) -> None:
    """Let the clock of the file system move on since the last change of a file."""
    until(lambda: is_settled(signature_of(file.lstat()), time.time_ns()))


@pytest.fixture
def mixed(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house that reads more than Markdown, on a disk with a fast clock."""
    monkeypatch.setattr(reconcile, "RACY_NS", 20_000_000)
    house.make_source = Mixed
    house.reopen()
    return house


# Everything that is made of notes, but for ids and hashes.
MADE = (
    "SELECT path, title, aliases, tags, frontmatter, recipe FROM note",
    "SELECT heading, crumb, line_start, line_end, text, place FROM chunk ORDER BY ordinal",
    "SELECT tag FROM tag",
    "SELECT target, line FROM link",
)


class Mixed(Source):
    """A source of more kinds of files."""

    include = ("*.md", "*.canvas", "*.txt", "*.excalidraw.md", "*.png", "*.pdf")


def test_a_refused_file_is_not_read_again_until_it_changes(mixed: House) -> None:
    file = unreadable(mixed)
    mixed.scan()
    assert mixed.problems() == [("note-unreadable", "a.canvas")]
    source(mixed).reads.clear()
    mixed.scan()
    mixed.hint("a.canvas")
    assert source(mixed).reads == []
    assert mixed.problems() == [("note-unreadable", "a.canvas")]
    file.write_text('{"nodes": [{"id": "a", "type": "text", "text": "zebra"}]}')
    mixed.hint("a.canvas")
    assert (mixed.found("zebra"), mixed.problems()) == (["a.canvas"], [])


def test_a_refused_file_is_read_again_after_a_restart(mixed: House) -> None:
    unreadable(mixed)
    mixed.scan()
    mixed.reopen()
    mixed.scan()
    assert source(mixed).reads == ["a.canvas"]


def test_a_refused_file_whose_change_could_hide_is_read_again(
    mixed: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconcile, "RACY_NS", 10**18)
    file = mixed.write("a.canvas", '{"nodes": [')
    mixed.scan()
    mixed.scan()
    assert source(mixed).reads == ["a.canvas", "a.canvas"]
    at = file.stat()
    file.write_text('{"nodes":[]')
    os.utime(file, ns=(at.st_atime_ns, at.st_mtime_ns))
    mixed.scan()
    assert source(mixed).reads == ["a.canvas"] * 3


def test_a_file_that_could_not_even_be_opened_is_tried_again(mixed: House) -> None:
    file = unreadable(mixed)
    source(mixed).faults["a.canvas"] = NoteUnreadable("a.canvas cannot be read.")
    mixed.scan()
    file.write_text("{}")
    mature(file)
    mixed.scan()
    del source(mixed).faults["a.canvas"]
    mixed.scan()
    assert (list(mixed.known()), mixed.problems()) == (["a.canvas"], [])


def test_a_refused_file_keeps_its_old_text_until_it_can_be_read(mixed: House) -> None:
    good = '{"nodes": [{"id": "a", "type": "text", "text": "%s"}]}'
    file = mixed.write("a.canvas", good % "zebra")
    mixed.scan()
    file.write_text((good % "giraffe")[:40])
    mature(file)
    mixed.scan()
    mixed.scan()
    assert mixed.texts("a.canvas") == ["zebra"]
    assert mixed.problems() == [("note-unreadable", "a.canvas")]
    file.write_text(good % "giraffe")
    mixed.hint("a.canvas")
    assert (mixed.texts("a.canvas"), mixed.problems()) == (["giraffe"], [])


def test_what_the_old_file_had_is_read_again_when_it_is_put_back(mixed: House) -> None:
    """The same bytes as those that were indexed, after others that could not be read."""
    good = '{"nodes": [{"id": "a", "type": "text", "text": "zebra"}]}'
    file = mixed.write("a.canvas", good)
    mixed.scan()
    file.write_text("{")
    mixed.hint("a.canvas")
    file.write_text(good)
    mixed.hint("a.canvas")
    assert (mixed.texts("a.canvas"), mixed.problems()) == (["zebra"], [])


def test_a_file_that_fails_in_us_is_not_read_again_until_it_changes(
    mixed: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Extract:
        raise ZeroDivisionError

    file = mixed.write("a.md", "zebra")
    mature(file)
    with monkeypatch.context() as patch:
        patch.setattr(mixed.reader, "extract", fail)
        mixed.scan()
    assert mixed.problems() == [("note-unreadable", "a.md")]
    mixed.scan()
    assert source(mixed).reads == ["a.md"]
    os.utime(file)
    mixed.scan()
    assert (mixed.found("zebra"), mixed.problems()) == (["a.md"], [])


@pytest.mark.parametrize("whole", [True, False])
def test_a_refused_file_that_comes_back_is_told_again(mixed: House, *, whole: bool) -> None:
    unreadable(mixed)
    mixed.scan()
    ignored = mixed.write(".brainignore", "*.canvas")
    mixed.scan()
    assert mixed.problems() == []
    ignored.unlink()
    mixed.scan()
    assert mixed.problems() == [("note-unreadable", "a.canvas")]
    away = mixed.folder / "a.canvas"
    for start, end in ((mixed.root / "a.canvas", away), (away, mixed.root / "a.canvas")):
        start.rename(end)
        mature(end)
        if whole:
            mixed.scan()
        else:
            mixed.hint("a.canvas")
    assert mixed.problems() == [("note-unreadable", "a.canvas")]


def test_what_is_refused_while_nothing_can_be_written_is_refused_again(
    mixed: House, rules: Rules
) -> None:
    """Otherwise what the gate blocks would stay in the index, and nobody would be told."""
    file = mixed.write("a.md", "zebra")
    mixed.scan()
    rules.blocked = "giraffe"
    file.write_text("the giraffe, not the zebra")
    mature(file)
    with mixed.database.reading() as db:
        assert notes.counts(db)[0] == 1

    def fail(_: object) -> None:
        raise apsw.FullError

    submit = mixed.writer.submit
    mixed.writer.submit = lambda *_, **__: submit(fail)  # type: ignore[method-assign]
    mixed.scan()
    mixed.writer.submit = submit  # type: ignore[method-assign]
    assert mixed.pipeline.trouble
    mixed.scan()
    assert (mixed.known(), mixed.problems()) == ({}, [("blocked-by-gate", "a.md")])


@pytest.mark.parametrize(("old", "new"), [("2026.01.{}.md", "2026-01-{}.md"), ("{}.md", "{}.txt")])
def test_many_renamed_at_once_are_no_mass_deletion(mixed: House, old: str, new: str) -> None:
    for number in range(60):
        mixed.write(old.format(number), f"#tag zebra{number}")
    mixed.scan()
    for number in range(60):
        (mixed.root / old.format(number)).rename(mixed.root / new.format(number))
    mixed.scan()
    assert mixed.pipeline.state("notes").held == 0
    assert mixed.known().keys() == {new.format(number) for number in range(60)}


def test_a_renamed_picture_is_found_by_its_new_name_alone(mixed: House) -> None:
    file = mixed.root / "wombat.png"
    file.write_bytes(png(Title="sunset"))
    mixed.scan()
    file.rename(mixed.root / "giraffe.png")
    mixed.scan()
    assert (mixed.found("wombat"), mixed.found("giraffe")) == ([], ["giraffe.png"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a.md", "b.md"),
        ("a.md", "sub/a.md"),
        ("v1.2.md", "v1.3.md"),
        ("a.md", "a.txt"),
        ("a.txt", "a.md"),
        ("a.md", "a.excalidraw.md"),
        ("a.excalidraw.md", "a.md"),
    ],
)
def test_a_renamed_note_is_what_its_new_name_makes_of_its_bytes(
    mixed: House, old: str, new: str
) -> None:
    text = "---\nkey: value\n---\n#tag [[link]] zebra"
    file = mixed.write(old, text)
    mixed.scan()
    (mixed.root / new).parent.mkdir(exist_ok=True)
    file.rename(mixed.root / new)
    mixed.hint(old, new)
    assert (list(mixed.known()), mixed.found("zebra")) == ([new], [new])
    renamed = [mixed.rows(sql) for sql in MADE]
    (mixed.root / new).unlink()
    mixed.scan()
    mixed.write(new, text)
    mixed.scan()
    assert [mixed.rows(sql) for sql in MADE] == renamed


def test_a_name_that_better_rules_do_not_let_pass_is_told_no_more(house: House) -> None:
    """Of a file that was never a note only its problem is known, and that by its name."""
    house.gate = Gate(scanner=BlindScanner())
    house.reopen()
    name = "gh" + f"p_{'a1B2' * 9}.md"
    (house.root / name).write_bytes(b"\0" * 300)
    house.scan()
    assert house.problems() == [("note-unreadable", name)]
    house.gate = gate()
    house.reopen()
    house.scan()
    assert house.problems() == [("blocked-by-gate", "[redacted:github-token].md")]
    stored = b"".join(at.read_bytes() for at in house.folder.glob("*.db*"))
    assert name.encode() not in stored
    house.scan()
    assert house.problems() == [("blocked-by-gate", "[redacted:github-token].md")]

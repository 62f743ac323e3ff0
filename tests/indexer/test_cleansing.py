"""What is taken out later leaves no byte behind, and that is looked for."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING

import apsw
import pytest

from tests.house import scanner
from vaultbrain.errors import StoreError
from vaultbrain.gate import Gate
from vaultbrain.gate.allow import Allowance, Allowing, Baseline
from vaultbrain.indexer import cleansing as module
from vaultbrain.indexer.cleansing import Cleansing
from vaultbrain.indexer.draft import draft
from vaultbrain.store import findings, generations, notes, traces

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from tests.house import House
    from vaultbrain.indexer.cleansing import Proof
    from vaultbrain.indexer.draft import Draft

PW = "Kocicka" + "7626x"
REST = "\n\n" + "Nothing else of any weight is written here. " * 20
ALLOW = "<!-- vaultbrain:allow password -->"


def raw_bytes(house: House) -> bytes:
    """Everything that the index is on disk, in small letters."""
    files = [at for at in house.folder.iterdir() if at.name.startswith(("index.db", "vectors.db"))]
    return b"".join(at.read_bytes() for at in files).lower()


def is_stored(house: House) -> bool:
    """Whether the password stands in the files, whole or as a word index has it."""
    house.writer.flush()
    raw = raw_bytes(house)
    return PW.lower().encode() in raw or PW.lower()[4:].encode() in raw


def proof(house: House) -> Proof:
    found = house.cleansing.proof
    assert found is not None
    return found


def drafted(house: House, text: str, path: str = "a.md") -> Draft:
    file = house.write(path, text)
    return draft(
        house.tools, "notes", path, file.read_bytes(), house.sources["notes"].read(path)[1]
    )


# What was let pass


def test_a_comment_that_is_deleted_takes_the_value_with_it(house: House) -> None:
    house.write("a.md", f"heslo: {PW} {ALLOW}{REST}")
    house.write("b.md", "zebra")
    house.scan()
    house.embed()
    assert house.found(PW) == ["a.md"]
    assert is_stored(house)
    assert house.vectors() == 2
    house.write("a.md", f"heslo: {PW}{REST}")
    house.hint("a.md")
    assert house.found(PW) == []
    assert not is_stored(house)
    assert (house.vectors(), house.rows("SELECT 1 FROM spare")) == (1, [])
    assert (proof(house).values, proof(house).copies) == (1, {})
    assert proof(house).files >= 2


def test_a_note_that_leaves_a_path_that_is_let_pass_does_too(house: House) -> None:
    allowing = Allowing([Allowance("open/", ("password",))])
    house.gate = Gate(scanner=scanner(), allowing=allowing)
    house.reopen()
    file = house.write("open/a.md", f"heslo: {PW}{REST}")
    house.scan()
    house.embed()
    assert is_stored(house)
    file.rename(house.root / "a.md")
    house.scan()
    assert list(house.known()) == ["a.md"]
    assert not is_stored(house)
    assert (house.vectors(), house.rows("SELECT 1 FROM spare")) == (0, [])
    assert (proof(house).values, proof(house).copies) == (1, {})


def test_a_rule_that_is_taken_back_takes_it_with_it(house: House) -> None:
    before = house.gate
    house.gate = Gate(
        scanner=scanner(),
        allowing=Allowing([Allowance("*", ("password",))]),
        baseline=Baseline(bytes(32)),
    )
    house.reopen()
    house.write("a.md", f"heslo: {PW}{REST}")
    house.scan()
    assert is_stored(house)
    house.gate = before
    house.reopen()
    house.scan()
    assert not is_stored(house)
    assert proof(house).values == 1


def test_what_stood_there_before_it_was_known_goes(house: House) -> None:
    house.write("a.md", f"the word {PW} was said{REST}")
    house.scan()
    house.embed()
    assert is_stored(house)
    house.write("a.md", f"heslo: {PW}{REST}")
    house.scan()
    assert not is_stored(house)
    assert house.vectors() == 0
    assert proof(house).values == 1


def test_what_never_stood_there_is_not_looked_for(house: House) -> None:
    house.write("a.md", f"heslo: {PW}{REST}")
    house.scan()
    house.write("a.md", f"heslo: {PW}\nand PIN: 48213{REST}")
    house.scan()
    house.write("a.md", f"heslo: {PW}\nand more{REST}")
    house.scan()
    assert house.cleansing.proof is None


def test_a_copy_that_no_rule_knows_is_named(house: House) -> None:
    house.write("a.md", f"heslo: {PW} {ALLOW}{REST}")
    house.write("b.md", f"the word {PW} was said")
    house.scan()
    house.write("a.md", f"heslo: {PW}{REST}")
    house.scan()
    assert proof(house).values == 1
    assert proof(house).copies == {"index.db": 1}


# What is asked of a note


def test_a_new_note_forgets_nothing(house: House) -> None:
    at = drafted(house, f"heslo: {PW}{REST}")
    assert at.secrets == {house.gate.baseline.id("password", PW): PW}
    assert not house.cleansing.forgets(None, at, is_outdated=True)


def test_a_note_without_secrets_forgets_nothing(house: House) -> None:
    house.write("a.md", f"heslo: {PW} {ALLOW}{REST}")
    house.scan()
    old = house.known()["a.md"]
    for text in (f"heslo: {PW} {ALLOW}{REST}", "nothing"):
        assert not house.cleansing.forgets(old, drafted(house, text), is_outdated=True)


def test_under_other_rules_everything_new_is_looked_for(house: House) -> None:
    house.write("a.md", f"heslo: {PW}{REST}")
    house.scan()
    old = house.known()["a.md"]
    same = drafted(house, f"heslo: {PW}{REST}")
    more = drafted(house, f"heslo: {PW}\nPIN: 48213{REST}")
    assert not house.cleansing.forgets(old, same, is_outdated=True)
    assert house.cleansing.forgets(old, more, is_outdated=True)
    assert not house.cleansing.forgets(old, more, is_outdated=False)


def test_not_everything_is_kept_in_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.write("a.md", "nothing")
    house.scan()
    old = house.known()["a.md"]
    monkeypatch.setattr(module, "_MOST_VALUES", 1)
    for value in ("1a", "2b", "3c"):
        at = drafted(house, f"heslo: {PW}{value}{REST}")
        assert house.cleansing.forgets(old, at, is_outdated=True)
    house.cleansing.ask()
    house.cleansing.run()
    assert proof(house).values == 1


# Purging


class Clock:
    """Monotonic seconds that a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


@pytest.fixture
def counted(house: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with every purge."""
    purges: list[int] = []
    purge = house.writer.purge

    def watched() -> Future[bool]:
        purges.append(1)
        return purge()

    monkeypatch.setattr(house.writer, "purge", watched)
    return purges


def test_nothing_is_done_unless_it_was_asked_for(house: House, counted: list[int]) -> None:
    house.cleansing.run()
    assert (counted, house.cleansing.proof) == ([], None)
    house.cleansing.ask()
    house.cleansing.run()
    house.cleansing.run()
    assert counted == [1]
    assert (proof(house).values, proof(house).copies, house.cleansing.trouble) == (0, {}, "")


def test_a_reader_in_the_way_is_waited_for(
    house: House, counted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    house.write("a.md", f"heslo: {PW} {ALLOW}{REST}")
    house.scan()
    with contextlib.ExitStack() as reading:
        db = reading.enter_context(house.database.reading())
        db.execute("SELECT count(*) FROM note").fetchall()
        house.write("a.md", f"heslo: {PW}{REST}")
        house.scan()
        assert counted == [1]
        assert house.cleansing.proof is None
        assert "again within a minute" in house.cleansing.trouble
    house.cleansing.run()
    assert counted == [1]
    clock.now += module.RETRY_SECONDS
    house.cleansing.run()
    assert counted == [1, 1]
    assert (proof(house).values, proof(house).copies) == (1, {})
    assert house.cleansing.trouble == ""
    assert not is_stored(house)


@pytest.mark.parametrize(
    ("fault", "told"),
    [(StoreError("The index is damaged."), "is damaged"), (apsw.FullError(), "Make room")],
)
def test_what_cannot_be_written_is_told_and_tried_again(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
    told: str,
) -> None:
    clock = Clock(monkeypatch)

    def fail(_: object) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(generations, "prune", lambda db, now: fail((db, now)))
        house.cleansing.ask()
        house.cleansing.run()
    assert told in house.cleansing.trouble
    assert type(fault).__name__ in caplog.text
    clock.now += module.RETRY_SECONDS
    house.cleansing.run()
    assert (house.cleansing.trouble, proof(house).values) == ("", 0)


def test_values_are_kept_until_it_is_proved_that_they_are_gone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    house.write("a.md", f"heslo: {PW} {ALLOW}{REST}")
    house.scan()
    house.write("a.md", f"heslo: {PW}{REST}")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/no/such/python")
        house.scan()
    assert "could not be proved" in house.cleansing.trouble
    assert house.cleansing.proof is None
    clock.now += module.RETRY_SECONDS
    house.cleansing.run()
    assert (proof(house).values, house.cleansing.trouble) == (1, "")


def put_aside(house: House) -> Path:
    file = house.folder / "index.db.damaged-20990101T000000Z"
    file.write_bytes(PW.encode())
    return file


def test_what_was_put_aside_is_kept_where_no_note_holds_a_secret(house: House) -> None:
    aside = put_aside(house)
    house.write("a.md", "zebra")
    house.scan()
    house.cleansing.run()
    assert aside.exists()


def test_where_one_does_it_is_deleted(house: House) -> None:
    aside, own = put_aside(house), house.folder / "index.db.mine"
    own.write_bytes(b"a copy that the user made")
    house.write("a.md", f"heslo: {PW}{REST}")
    house.scan()
    house.cleansing.run()
    assert (aside.exists(), own.exists()) == (False, True)


def test_it_is_deleted_with_every_purge(house: House) -> None:
    aside = put_aside(house)
    house.cleansing.ask()
    house.cleansing.run()
    assert not aside.exists()


def test_where_nobody_knows_what_notes_hold_it_is_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> bool:
        raise StoreError("The index is damaged.")

    aside = put_aside(house)
    monkeypatch.setattr(findings, "has_redacted", fail)
    house.cleansing.run()
    assert aside.exists()


def test_values_by_which_nothing_is_proved_are_not_searched_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(files: list[Path], wanted: object) -> dict[Path, int]:
        raise AssertionError(len(files), wanted)

    monkeypatch.setattr(traces, "search", search)
    house.write("a.md", f"PIN: 48213 <!-- vaultbrain:allow pin -->{REST}")
    house.scan()
    house.write("a.md", f"PIN: 48213{REST}")
    house.scan()
    assert (proof(house).values, proof(house).copies) == (0, {})


def test_no_value_reaches_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    house.write("a.md", f"heslo: {PW} {ALLOW}{REST}")
    house.scan()
    house.write("a.md", f"heslo: {PW}{REST}")
    house.scan()
    assert "values taken out: 1, in " in caplog.text
    assert PW not in caplog.text


def test_files_are_asked_for_when_they_are_looked_through(house: House) -> None:
    asked: list[int] = []

    def files() -> list[Path]:
        asked.append(1)
        return [house.folder / "index.db", house.folder / "gone"]

    cleansing = Cleansing(house.database, house.writer, files)
    assert asked == []
    cleansing.ask()
    cleansing.run()
    assert asked == [1]
    assert cleansing.proof is not None
    assert cleansing.proof.files == 2


# What a kill cut short


def test_a_purge_that_a_kill_cut_short_is_done_by_the_next_start(house: House) -> None:
    house.write("a.md", f"zebra {PW}")
    house.scan()
    assert is_stored(house)
    known = notes.known(house.database.writer, "notes")["a.md"]
    house.writer.submit(lambda db: notes.forget(db, "notes", known)).result()
    house.cleansing.ask()  # and here the daemon is killed
    assert is_stored(house)
    house.reopen()
    house.cleansing.resume()
    house.cleansing.run()
    assert not is_stored(house)
    with house.database.reading() as db:
        assert notes.meta(db, "cleansing") == ""


def test_nothing_is_purged_at_a_start_without_need(house: House) -> None:
    house.cleansing.resume()
    house.cleansing.run()
    assert house.cleansing.proof is None


def test_notes_pass_again_where_other_findings_pass_than_when_they_were_read(house: House) -> None:
    ruleset = house.tools.ruleset
    house.write("a.md", "zebra")
    house.scan()
    house.cleansing.match("one", ruleset)  # nothing is known of before
    house.writer.flush()
    with house.database.reading() as db:
        assert findings.count_outdated(db, house.tools.recipe) == 0
    house.cleansing.match("one", ruleset)
    house.cleansing.match("two", ruleset)
    house.writer.flush()
    with house.database.reading() as db:
        assert findings.count_outdated(db, house.tools.recipe) == 1
        assert notes.meta(db, findings.BASELINE) == "two"

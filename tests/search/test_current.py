from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.house import INCLUDE, BlindScanner, House, readers, scanner
from tests.reading.pdfs import pdf
from vaultbrain.errors import BlockedByGate, NoteChanging, NoteUnreadable
from vaultbrain.gate import Gate
from vaultbrain.gate.allow import Allowing
from vaultbrain.search import current
from vaultbrain.search.current import Vault, find_lines
from vaultbrain.sources.folder import FolderSource
from vaultbrain.store import chunks

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.reading.base import Extract
    from vaultbrain.records import Note, Signature
    from vaultbrain.search.current import Place
    from vaultbrain.store.chunks import Passage

TEXT = "# Title\n\n## One\n\nzebra text\n\n## Two\n\ngiraffe text\n"


def passage(house: House, word: str) -> Passage:
    ids = [
        int(str(row[0]))
        for row in house.rows("SELECT id FROM chunk WHERE text LIKE ?", f"%{word}%")
    ]
    with house.database.reading() as db:
        return chunks.fetch(db, ids)[ids[0]]


def locate(house: House, word: str) -> Place | None:
    at = passage(house, word)
    return house.vault.locate(at) if house.vault.may_show(at) else None


@pytest.fixture
def stocked(house: House) -> House:
    house.write("a.md", TEXT)
    house.scan()
    return house


def test_an_untouched_note_is_fresh(stocked: House) -> None:
    at = passage(stocked, "zebra")
    place = stocked.vault.locate(at)
    assert place is not None
    assert (place.fresh, place.sha256) == (True, at.sha256)
    assert (place.line_start, place.line_end) == (at.line_start, at.line_end)


def test_a_touched_note_is_fresh(stocked: House) -> None:
    os.utime(stocked.root / "a.md", (1, 1))
    place = locate(stocked, "zebra")
    assert place is not None
    assert place.fresh


def test_lines_follow_a_passage_whose_note_was_edited_elsewhere(stocked: House) -> None:
    at = passage(stocked, "zebra")
    stocked.write("a.md", "new first line\n\n\n" + TEXT)
    place = stocked.vault.locate(at)
    assert place is not None
    assert place.fresh
    assert place.line_start == at.line_start + 3
    assert place.sha256 != at.sha256


def test_a_passage_without_blank_lines_is_recognised_too(house: House) -> None:
    house.write("a.md", "# Title\nzebra text\n- one\n- two\n")
    house.scan()
    house.write("a.md", "new line\n\n# Title\nzebra text\n- one\n- two\n")
    place = locate(house, "zebra")
    assert place is not None
    assert place.fresh


def test_an_edited_passage_is_not_fresh(stocked: House) -> None:
    stocked.write("a.md", TEXT.replace("zebra", "lion"))
    place = locate(stocked, "zebra")
    assert place is not None
    assert not place.fresh


def test_a_deleted_or_renamed_or_ignored_note_is_nowhere(stocked: House) -> None:
    at = passage(stocked, "zebra")
    (stocked.root / "a.md").rename(stocked.root / "b.md")
    assert stocked.vault.locate(at) is None
    (stocked.root / "b.md").rename(stocked.root / "a.md")
    stocked.write(".brainignore", "a.md\n")
    stocked.sources["notes"].scan()
    assert stocked.vault.locate(at) is None


def test_a_note_that_the_gate_blocks_now_is_not_shown(
    stocked: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = passage(stocked, "zebra")
    stocked.write("a.md", TEXT + "more")

    def blocked(*_: object) -> None:
        raise BlockedByGate("It cannot be vouched for.")

    monkeypatch.setattr(stocked.vault, "_current", blocked)
    assert stocked.vault.locate(at) is None


def test_a_passage_with_a_hidden_comment_is_recognised(house: House) -> None:
    house.write("a.md", "# T\n\nzebra %%not%% text\n")
    house.scan()
    house.write("a.md", "new\n\n# T\n\nzebra %%not%% text\n")
    place = locate(house, "zebra")
    assert place is not None
    assert (place.fresh, place.line_start) == (True, 3)


class Slow:
    """A reader that counts, and takes as long as that of a long PDF."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.calls = 0
        monkeypatch.setattr(current, "SLOW_SECONDS", seconds)

    def extract(self, path: str, raw: bytes) -> Extract:
        self.calls += 1
        return readers().extract(path, raw)

    def read(self, path: str, extract: Extract, passed: frozenset[str]) -> Note:
        del passed
        return readers().read(path, extract)


@pytest.mark.parametrize(("seconds", "calls"), [(0.0, 1), (1000.0, 3)])
def test_what_took_long_to_read_is_read_once(
    stocked: House, monkeypatch: pytest.MonkeyPatch, seconds: float, calls: int
) -> None:
    slow = Slow(monkeypatch, seconds)
    vault = Vault(stocked.sources, stocked.gate, slow, stocked.tools.recipe)
    assert {vault.read("notes", "a.md").text for _ in range(3)} == {TEXT}
    assert slow.calls == calls
    stocked.write("a.md", "other")
    assert vault.read("notes", "a.md").text == "other"
    (stocked.root / "a.md").unlink()
    with pytest.raises(NoteUnreadable):
        vault.read("notes", "a.md")


def test_for_a_search_no_file_without_lines_is_read_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search of many PDFs that were touched would take seconds, and minutes where one hangs."""
    house.make_source = lambda name, root: FolderSource(
        name, root, ("*.pdf",), most_bytes=readers().most_bytes
    )
    house.reopen()
    file = house.root / "a.pdf"
    file.write_bytes(pdf(["the zebra"]))
    house.scan()
    at = passage(house, "zebra")
    slow = Slow(monkeypatch, 0.0)
    vault = Vault(house.sources, house.gate, slow, house.tools.recipe)
    os.utime(file, (1, 1))
    place = vault.locate(at)
    assert place is not None
    assert place.fresh
    file.write_bytes(pdf(["the zebra", "another page"]))
    place = vault.locate(at)
    assert place is not None
    assert not place.fresh
    assert slow.calls == 0


def test_a_vault_that_is_away_proves_nothing(stocked: House) -> None:
    at = passage(stocked, "zebra")
    stocked.root.rename(stocked.root.with_name("away"))
    place = stocked.vault.locate(at)
    assert place is not None
    assert not place.fresh
    assert stocked.vault.is_offline("notes")
    with pytest.raises(NoteUnreadable, match="folder of source notes is not there"):
        stocked.vault.read("notes", "a.md")
    assert not stocked.vault.is_offline("former")


def test_a_note_has_vanished_where_there_is_nothing_at_its_path(stocked: House) -> None:
    at = passage(stocked, "zebra")
    vanished = stocked.vault.has_vanished
    file = stocked.root / "a.md"
    assert not vanished(at)
    file.unlink()
    assert vanished(at)
    file.symlink_to("nowhere.md")
    assert not vanished(at)
    file.unlink()
    stocked.write(".brainignore", "a.md\n")
    stocked.sources["notes"].scan()
    assert not vanished(at)
    empty = Vault({}, stocked.gate, stocked.tools.reader, stocked.tools.recipe)
    assert not empty.has_vanished(at)


# Passages that other rules let pass


PW = "Kocicka" + "7626x"


def outdated(house: House, **notes: str) -> House:
    """An index that was made by a gate that knows no secret, before its notes are read anew."""
    strong, house.gate = house.gate, Gate(scanner=BlindScanner())
    house.reopen()
    for name, text in notes.items():
        house.write(f"{name}.md", text)
    house.scan()
    house.gate = strong
    house.reopen()
    return house


def test_what_the_rules_of_now_take_out_is_not_located(house: House) -> None:
    outdated(house, a=f"zebra\n\nheslo: {PW}\n", b="giraffe\n\nand more\n")
    assert PW in passage(house, "zebra").text
    assert locate(house, "zebra") is None
    place = locate(house, "giraffe")
    assert place is not None
    assert place.fresh


def test_a_label_in_another_passage_counts(house: House) -> None:
    filler = "\n\n".join(f"words of paragraph {n} {'and more ' * 40}" for n in range(12))
    outdated(house, a=f"# One\n\n{filler}\n\n| heslo | x |\n|---|---|\n| {PW} | zebra |\n")
    at = passage(house, "zebra")
    cut = msgspec.structs.replace(at, text=f"| {PW} | zebra |")
    assert house.gate.clean(cut.text).text == cut.text  # by itself it says nothing
    assert not house.vault.may_show(cut)


def test_what_is_hidden_between_its_lines_is_no_hindrance(house: House) -> None:
    outdated(house, a="zebra one\n%% a comment %%\nzebra two\n")
    assert "comment" not in passage(house, "zebra").text
    place = locate(house, "zebra")
    assert place is not None
    assert place.fresh


def test_once_read_anew_it_is_located_without_the_secret(house: House) -> None:
    outdated(house, a=f"zebra\n\nheslo: {PW}\n").scan()
    assert PW not in passage(house, "zebra").text
    assert locate(house, "zebra") is not None


def test_a_name_that_may_not_be_shown_any_more_is_not_located(house: House) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    outdated(house, **{token: "zebra"})
    assert locate(house, "zebra") is None


@pytest.mark.parametrize("is_there", [True, False])
def test_what_cannot_be_read_is_not_believed(house: House, *, is_there: bool) -> None:
    outdated(house, a="zebra\n")
    if is_there:
        (house.root / "a.md").write_bytes(b"\0\0\0 binary \0")
    else:
        (house.root / "a.md").unlink()
    assert locate(house, "zebra") is None


def test_of_a_source_that_is_away_each_passage_is_looked_at_by_itself(house: House) -> None:
    outdated(house, a=f"zebra\n\nheslo: {PW}\n", b="giraffe")
    house.root.rename(house.folder / "away")
    assert locate(house, "zebra") is None
    place = locate(house, "giraffe")
    assert place is not None
    assert not place.fresh


def test_of_pages_none_is_believed(house: House) -> None:
    strong, house.gate = house.gate, Gate(scanner=BlindScanner())
    house.make_source = lambda name, at: FolderSource(name, at, ("*.pdf",), most_bytes=one_mb)
    house.reopen()
    (house.root / "a.pdf").write_bytes(pdf(["giraffe and more"]))
    house.scan()
    assert locate(house, "giraffe") is not None
    house.gate = strong
    house.reopen()
    assert locate(house, "giraffe") is None
    house.scan()
    assert locate(house, "giraffe") is not None


def one_mb(path: str) -> int:
    assert path
    return 1 << 20


def test_what_passes_now_is_read_anew_when_told(
    stocked: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch, 0.0)
    vault = Vault(stocked.sources, stocked.gate, slow, stocked.tools.recipe)
    for _ in range(2):
        vault.read("notes", "a.md")
    assert slow.calls == 1
    vault.forget()
    vault.read("notes", "a.md")
    assert slow.calls == 2


def test_what_was_being_read_when_told_is_not_kept(
    stocked: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch, 0.0)
    vault = Vault(stocked.sources, stocked.gate, slow, stocked.tools.recipe)
    extract = slow.extract

    def told_meanwhile(path: str, raw: bytes) -> Extract:
        vault.forget()
        return extract(path, raw)

    with monkeypatch.context() as patch:
        patch.setattr(slow, "extract", told_meanwhile)
        vault.read("notes", "a.md")
    for _ in range(2):
        vault.read("notes", "a.md")
    assert slow.calls == 2


def test_what_one_source_lets_pass_another_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current, "SLOW_SECONDS", 0.0)  # all of them are kept
    house = House(tmp_path, names=("notes", "mirror"))
    house.gate = Gate(scanner=scanner(), allowing=Allowing((), frozenset({"mirror"})))
    house.open()
    text = f"heslo: {PW} <!-- vaultbrain:allow password -->\n\n{'other words ' * 20}\n"
    for source in house.names:
        house.write("a.md", text, source=source)
    assert PW in house.vault.read("notes", "a.md").text
    assert PW not in house.vault.read("mirror", "a.md").text
    assert PW in house.vault.read("notes", "a.md").text


class Busy(FolderSource):
    """A note that is being written to for the first reads."""

    left = 0

    def read(self, path: str) -> tuple[bytes, Signature]:
        if self.left:
            self.left -= 1
            raise NoteChanging("It was written to.")
        return super().read(path)


@pytest.fixture
def busy(house: House) -> Busy:
    def make(name: str, root: Path) -> FolderSource:
        return Busy(name, root, INCLUDE, most_bytes=readers().most_bytes)

    house.make_source = make
    house.reopen()
    house.write("a.md", TEXT)
    house.scan()
    found = house.sources["notes"]
    assert isinstance(found, Busy)
    return found


def test_a_note_that_is_written_to_is_read_again(house: House, busy: Busy) -> None:
    busy.left = 2
    assert house.vault.read("notes", "a.md").text == TEXT
    busy.left = 9
    with pytest.raises(NoteChanging):
        house.vault.read("notes", "a.md")
    os.utime(house.root / "a.md", (1, 1))
    busy.left = 9
    place = locate(house, "zebra")
    assert place is not None
    assert not place.fresh


def test_reading_cleans_and_knows_the_headings(house: House) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    house.write("a.md", f"intro\n\n# A\n\n## B\n\ntoken {token}\n\n# C\n\nend\n")
    now = house.vault.read("notes", "a.md")
    assert token not in now.text
    assert now.heading_at(1) == ()
    assert now.heading_at(7) == ("A", "B")
    assert now.heading_at(11) == ("C",)


@pytest.mark.parametrize("path", ["nowhere.md", "a.txt", "../a.md", "d"])
def test_what_is_no_note_cannot_be_read(house: House, path: str) -> None:
    (house.root / "d").mkdir()
    house.root.with_name("a.md").write_text("outside")
    with pytest.raises(NoteUnreadable):
        house.vault.read("notes", path)


def test_an_unknown_source_cannot_be_read(house: House) -> None:
    with pytest.raises(NoteUnreadable):
        Vault({}, house.gate, house.tools.reader, "").read("former", "a.md")


LINES = st.lists(st.sampled_from(["a", "b", "ab", "", "a b"]), max_size=12)


@given(LINES, st.sampled_from(["a", "b", "ab", "a\nb", "a\n\na"]), st.integers(1, 15))
def test_the_nearest_occurrence(lines: list[str], quote: str, near: int) -> None:
    text = "\n".join(lines)
    places = [text.count("\n", 0, at) + 1 for at in range(len(text)) if text.startswith(quote, at)]
    found = find_lines(text, quote, near)
    if not places:
        assert found is None
        return
    assert found is not None
    assert abs(found[0] - near) == min(abs(line - near) for line in places)
    assert found[0] in places
    assert found[1] - found[0] == quote.count("\n")


def test_no_quote_is_nowhere() -> None:
    assert find_lines("text", "", 1) is None

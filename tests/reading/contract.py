"""What every reader owes its caller. Each reader's tests inherit this."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vaultbrain.errors import NoteUnreadable

if TYPE_CHECKING:
    from vaultbrain.reading.base import Extract, Reader
    from vaultbrain.records import Note


class ReaderContract(ABC):
    """Inherit it, and say which reader, and a good file of it with words that it holds."""

    path: str
    words: tuple[str, ...]

    @abstractmethod
    def reader(self) -> Reader: ...

    @abstractmethod
    def good(self) -> bytes: ...

    def both(self, raw: bytes) -> tuple[Extract, Note]:
        extract = self.reader().extract(self.path, raw)
        return extract, self.reader().read(self.path, extract)

    def test_the_words_of_a_file_are_in_its_note(self) -> None:
        _, note = self.both(self.good())
        text = "\n".join(block.text for at in note.sections for block in at.blocks)
        assert [word for word in self.words if word not in text] == []
        assert note.path == self.path
        assert note.title

    def test_the_same_bytes_give_the_same_note(self) -> None:
        assert self.both(self.good()) == self.both(self.good())

    def test_blocks_stand_at_their_lines_in_their_order(self) -> None:
        extract, note = self.both(self.good())
        check_lines(extract, note)

    def test_a_note_can_be_sent(self) -> None:
        _, note = self.both(self.good())
        assert msgspec.json.decode(msgspec.json.encode(note))["path"] == self.path
        extract, _ = self.both(self.good())
        sent = msgspec.msgpack.encode(extract)
        assert msgspec.msgpack.decode(sent, type=type(extract)) == extract

    def test_what_the_gate_made_of_the_text_is_read(self) -> None:
        extract, _ = self.both(self.good())
        lines = ["[redacted:password]" if line.strip() else "" for line in extract.text.split("\n")]
        cleaned = msgspec.structs.replace(extract, text="\n".join(lines))
        note = self.reader().read(self.path, cleaned)
        said = msgspec.json.encode(note).decode()
        assert [word for word in self.words if word in said] == []

    def test_half_a_file_is_read_or_refused_by_name(self) -> None:
        whole = self.good()
        for size in {0, 1, len(whole) // 3, len(whole) // 2, len(whole) - 1}:
            self.try_to_read(whole[:size])

    # Several classes inherit it, each with an instance of its own.
    @settings(suppress_health_check=[HealthCheck.differing_executors])
    @given(st.binary(max_size=300))
    def test_any_bytes_are_read_or_refused_by_name(self, raw: bytes) -> None:
        self.try_to_read(raw)

    def try_to_read(self, raw: bytes) -> None:
        try:
            extract, note = self.both(raw)
        except NoteUnreadable as error:
            assert self.path in error.message  # noqa: PT017 - reading it is as right
            return
        check_lines(extract, note)


def check_lines(extract: Extract, note: Note) -> None:
    """Line ends are of one kind, and every block has the lines that it says it has."""
    assert "\r" not in extract.text
    count = extract.text.count("\n") + 1
    assert [at.line for at in extract.marks] == sorted({at.line for at in extract.marks})
    assert all(1 <= at.line <= count for at in extract.marks)
    blocks = [block for section in note.sections for block in section.blocks]
    for block in blocks:
        assert 1 <= block.line_start <= block.line_end <= count
        assert block.text.strip()
        assert block.text.count("\n") <= block.line_end - block.line_start
    for before, after in itertools.pairwise(blocks):
        assert before.line_end < after.line_start

from __future__ import annotations

import pytest

from tests.reading.contract import ReaderContract
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract
from vaultbrain.reading.plain import PlainReader

LOG = """\
opened by hand
2026-01-31 10:30:00 INFO started
2026-01-31 10:30:01 ERROR it broke
Traceback (most recent call last):
  File "x.py", line 1
ValueError: no
[2026/01/31 10:30:02] INFO again
Jan  3 10:30:03 host sshd[1]: accepted
10:30:04 done
"""


class TestPlainReader(ReaderContract):
    path = "folder/Old notes.txt"
    words = ("first line", "second paragraph", "Žluťoučký")

    def reader(self) -> PlainReader:
        return PlainReader()

    def good(self) -> bytes:
        return "\r\nfirst line\r\nof two\r\n\r\n  \r\nsecond paragraph\r\nŽluťoučký\r\n".encode()


def blocks_of(text: str) -> list[tuple[int, int, str]]:
    note = PlainReader().read("a.log", Extract(text))
    blocks = [block for section in note.sections for block in section.blocks]
    return [(at.line_start, at.line_end, at.text) for at in blocks]


def test_paragraphs_stand_at_their_lines_under_the_name_of_the_file() -> None:
    reader = PlainReader()
    note = reader.read("folder/Old notes.txt", reader.extract("x", b"one\ntwo\n\n\nthree"))
    assert note.title == "Old notes"
    assert [at.heading for at in note.sections] == [()]
    assert blocks_of("one\ntwo\n\n\nthree") == [(1, 2, "one\ntwo"), (5, 5, "three")]


def test_a_record_of_a_log_keeps_its_stack_trace() -> None:
    found = blocks_of(LOG)
    assert [(start, end) for start, end, _ in found] == [
        (1, 1),
        (2, 2),
        (3, 6),
        (7, 7),
        (8, 8),
        (9, 9),
    ]
    assert found[2][2].endswith("ValueError: no")


def test_the_days_of_a_diary_are_apart() -> None:
    found = blocks_of("1. 5. 2024 rain\nall day\n2. 5. 2024 sun\n3.5.2024 wind")
    assert [(start, end) for start, end, _ in found] == [(1, 2), (3, 3), (4, 4)]


def test_numbers_in_a_paragraph_do_not_part_it() -> None:
    assert len(blocks_of("it was\n2026 and\n10:30 when\n1.5 litres\nMay 3 came")) == 1


def test_nothing_makes_a_note_of_nothing() -> None:
    assert blocks_of(" \n\t\n") == []


def test_an_image_that_is_named_as_text_is_refused() -> None:
    with pytest.raises(NoteUnreadable, match=r"a\.txt is no text"):
        PlainReader().extract("a.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")


def test_what_had_to_be_forgiven_is_told() -> None:
    assert "windows-1250" in PlainReader().extract("a.txt", "Řeřicha".encode("cp1250")).problems[0]

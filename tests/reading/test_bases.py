from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.contract import ReaderContract, check_lines
from vaultbrain.reading.bases import BaseReader

if TYPE_CHECKING:
    from vaultbrain.records import Note

GOOD = """\
filters:
  and:
    - file.hasTag("book")
formulas:
  age: (now() - file.ctime).days
properties:
  note.rating:
    displayName: Rating stars
views:
  - type: table
    name: Unread shelf
    filters:
      or: [note.shelf == "attic"]
    order: [file.name, note.rating]
    sort:
      - property: note.bought
        direction: ASC
  - type: cards
    name: >
      Folded
      name
    limit: 20
"""


def read(text: str) -> Note:
    extract = BaseReader().extract("x.base", text.encode())
    note = BaseReader().read("x.base", extract)
    check_lines(extract, note)
    return note


def kept(text: str) -> list[str]:
    return [block.text for at in read(text).sections for block in at.blocks]


class TestContract(ReaderContract):
    path = "Shelves/Books.base"
    words = ("book", "age", "Rating stars", "Unread shelf", "attic", "Folded\n      name")

    def reader(self) -> BaseReader:
        return BaseReader()

    def good(self) -> bytes:
        return GOOD.encode()

    def test_lines_that_name_nothing_are_left_out_and_all_keep_their_numbers(self) -> None:
        extract, note = self.both(self.good())
        assert extract.text == GOOD
        assert (note.title, note.problems) == ("Books", ())
        assert [(block.line_start, block.line_end) for block in note.sections[0].blocks] == [
            (3, 3),
            (5, 5),
            (7, 8),
            (11, 11),
            (13, 13),
            (19, 21),
        ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("filters: file.inFolder('A')\nx: y\n", ["filters: file.inFolder('A')"]),
        ("x: y\ndisplay:\n  note.a: Shown\n", ["  note.a: Shown"]),
        ("summaries:\n  mean: values.mean()\nx: {z: y}", ["  mean: values.mean()"]),
        ("formulas: all\nviews: none", ["formulas: all"]),
        ("views: {name: a}\nformulas:\n  b: |\n    1\n\nx: y", ["  b: |\n    1"]),
        ("? {formulas: x}\n: y\nformulas:\n  ? [a, b]\n  : d\n", ["  ? [a, b]\n  : d"]),
        ("formulas: {a: b,\nc: d}\nx: y", ["formulas: {a: b,\nc: d}"]),
        ("formulas:\n  a: 'x\u2028y\x85z'\nx: y", ["  a: 'x\u2028y\x85z'"]),
    ],
)
def test_names_in_all_their_forms(text: str, lines: list[str]) -> None:
    assert kept(text) == [part for line in lines for part in line.split("\n\n")]


@pytest.mark.parametrize("text", ["just words", "- a\n- b", "other: program"])
def test_a_file_that_names_nothing_is_read_whole(text: str) -> None:
    assert kept(text) == [text]


@pytest.mark.parametrize("text", ["", "\n", "---\n"])
def test_an_empty_file_is_an_empty_note(text: str) -> None:
    assert read(text).problems == ()


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("views:\n  - name: Kept all\n  broken: ]\n", " near line 3"),
        ("a: b\n\tc: d", " near line 2"),
        ("name: x\x01", ""),
        ("[" * 60_000, " near line 1"),
    ],
)
def test_broken_yaml_costs_no_text(text: str, where: str) -> None:
    note = read(text)
    assert "".join(kept(text)).split() == text.split()
    assert note.problems == (f"is not valid YAML{where}; all of its lines were read as plain text",)


def test_a_long_file_is_read_as_text() -> None:
    text = "formulas:\n" + "  a: b\n" * 10_000
    assert read(text).problems == (
        "is longer than 65536 characters; all of its lines were read as plain text",
    )
    assert kept(text) == [text.strip()]


def test_what_the_gate_broke_is_read_as_text() -> None:
    extract = BaseReader().extract("x.base", b"formulas:\n  a: b\n")
    cleaned = type(extract)("formulas:\n  a: [redacted:x] b\n")
    note = BaseReader().read("x.base", cleaned)
    assert note.sections[0].blocks[0].text == cleaned.text.strip()


def test_aliases_are_not_followed() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)
    )
    before = time.process_time()
    assert kept(f"{bomb}formulas:\n  all: *a29\n  *a0 : end\n") == ["  all: *a29\n  *a0 : end"]
    assert time.process_time() - before < 1


@given(st.text(alphabet="ab:-[]{}&*!|>'\"?,# \n", max_size=60))
def test_any_yaml_is_read(text: str) -> None:
    read(f"formulas:\n{text}")
    read(text)

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.contract import ReaderContract, check_lines
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract
from vaultbrain.reading.code import SUFFIXES, CodeReader

if TYPE_CHECKING:
    from vaultbrain.records import Note

BOILER = '''\
#!/usr/bin/env python3
"""Heating."""

import os

LIMIT = 3  # degrees


# The boiler in the cellar.
@dataclass(
    frozen=True
)
class Boiler:
    litres = 3

    def heat(self):

        def inner():
            return """
def no_definition():
"""

        return inner
limit = 4
async def fetch(
    place,
):
    return {"}": 1}


try:
    # faster
    def count(): return fast
except ImportError:
    if os.name == "nt":
        with quiet():
            def count(): return slow
'''
LARGE = f'''\
class Boiler:
    """{"Warm and long. " * 100}"""

    litres = 3

    # warms
    @property
    def heat(self):
        return 1

    class Valve:
        closed = True

    rest = 4
'''


class TestCodeReader(ReaderContract):
    path = "cellar/boiler.py"
    words = ("Heating", "LIMIT", "no_definition", "fetch", "slow")

    def reader(self) -> CodeReader:
        return CodeReader()

    def good(self) -> bytes:
        return BOILER.replace("\n", "\r\n").encode()


class TestCodeOfAnotherLanguage(ReaderContract):
    path = "cellar/boiler.go"
    words = ("package", "heat()", "return")

    def reader(self) -> CodeReader:
        return CodeReader()

    def good(self) -> bytes:
        return b"package main\n\nfunc heat() int {\n\tx := 1\n\n\treturn x\n}\n"


def read(text: str, path: str = "boiler.py") -> Note:
    note = CodeReader().read(path, Extract(text))
    check_lines(Extract(text), note)
    return note


def places(note: Note) -> list[tuple[str, int, int]]:
    return [
        (".".join(section.heading), block.line_start, block.line_end)
        for section in note.sections
        for block in section.blocks
    ]


def numbered(note: Note) -> list[tuple[int, str]]:
    """Every line of the blocks that is not blank, with its number."""
    blocks = [block for section in note.sections for block in section.blocks]
    return [
        (number, line)
        for block in blocks
        for number, line in enumerate(block.text.split("\n"), start=block.line_start)
        if line.strip()
    ]


def test_a_definition_is_a_block_with_its_comment_and_decorators() -> None:
    assert places(read(BOILER)) == [
        ("", 1, 2),
        ("", 4, 4),
        ("", 6, 6),
        ("Boiler", 9, 23),
        ("", 24, 24),
        ("fetch", 25, 28),
        ("", 31, 31),
        ("count", 32, 33),
        ("", 34, 36),
        ("count", 37, 37),
    ]
    boiler = next(at for at in read(BOILER).sections if at.heading == ("Boiler",))
    assert [(at.kind, at.text) for at in boiler.blocks] == [
        ("code", "\n".join(BOILER.split("\n")[8:23]))
    ]


def test_a_large_class_has_its_members_below_it() -> None:
    assert places(read(LARGE)) == [
        ("Boiler", 1, 2),
        ("Boiler", 4, 4),
        ("Boiler.heat", 6, 9),
        ("Boiler.Valve", 11, 12),
        ("Boiler", 14, 14),
    ]


def test_a_large_function_stays_whole() -> None:
    text = "def heat():\n" + "    warm = 1\n\n" * 300 + "    def inner(): pass\n"
    assert places(read(text)) == [("heat", 1, 602)]


def test_classes_are_parted_four_deep() -> None:
    heads = [" " * depth + f"class C{depth}:" for depth in range(9)]
    text = "\n".join([*heads, " " * 9 + f'"{"x" * 2000}"'])
    assert places(read(text)) == [
        ("C0", 1, 1),
        ("C0.C1", 2, 2),
        ("C0.C1.C2", 3, 3),
        ("C0.C1.C2.C3", 4, 10),
    ]


def test_the_end_of_a_string_is_no_comment_of_what_follows() -> None:
    text = 'def one():\n    return """\n# two"""\ndef two(): pass'
    assert places(read(text)) == [("one", 1, 3), ("two", 4, 4)]


def test_code_is_called_by_the_whole_name_of_its_file() -> None:
    note = read(BOILER, "cellar/boiler.py")
    assert (note.title, note.aliases, note.names) == ("boiler.py", (), ("boiler",))


@pytest.mark.parametrize("path", ["Makefile", "boiler.rs", "boiler.xyz"])
def test_what_cannot_be_parsed_is_parted_at_blank_lines(path: str) -> None:
    text = "def one():\n    a\n\n    b\n\n\ndef two():\n"
    assert places(read(text, path)) == [("", 1, 2), ("", 4, 4), ("", 7, 7)]


@pytest.mark.parametrize(
    "text",
    [
        "def heat():\n    print 1\n",
        "def heat(): pass\nx = '\0'\n",
        "def heat(): pass\nx = '\ud800'\n",
        "def heat(): pass\n" + "(" * 10_000,
        "def heat(): pass\n" + "[" * 10_000 + "]" * 10_000,
        "def heat(): pass\nx = " + "-" * 100_000 + "1",
        "def heat(): pass\nx = 1" + " + 1" * 40_000,
        "def heat(): pass\nx" + ".x" * 90_000,
        "def heat(): pass\n" + "x = 1\n" * 40_000,
    ],
    ids=["old", "nul", "surrogate", "open", "nested", "unary", "sum", "attributes", "long"],
)
def test_python_that_cannot_be_parsed_is_parted_at_blank_lines(text: str) -> None:
    note = read(text)
    assert {at.heading for at in note.sections} == {()}
    assert numbered(note) == [
        (at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()
    ]


def test_eight_megabytes_are_read() -> None:
    text = "def heat():\n    return 1\n\n" * 300_000
    assert len(places(read(text))) == 300_000


def test_what_the_parser_warns_of_stays_with_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert places(read("def heat():\n    return '\\d' is 1 or 0x1for 2\n")) == [("heat", 1, 2)]


@pytest.mark.parametrize(
    ("path", "raw"),
    [
        ("site/jquery.min.js", b"var a = 1;\n"),
        ("site/theme-min.CSS", b"a { color: red }\n"),
        ("bundle.js", b"a=1;" * 250_000),
        ("data.json", b"[" + b"1," * 6_000 + b"1]\n"),
    ],
)
def test_what_no_person_wrote_is_refused(path: str, raw: bytes) -> None:
    with pytest.raises(NoteUnreadable, match="looks minified") as refusal:
        CodeReader().extract(path, raw)
    assert path in refusal.value.message


def test_one_long_line_among_others_is_read() -> None:
    text = "a\n" * 30 + "b" * 100_000
    assert CodeReader().extract("a.sql", text.encode()).text == text


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(NoteUnreadable, match=r"video\.ts"):
        CodeReader().extract("video.ts", bytes(range(256)) * 8)


def test_endings_are_small_and_single() -> None:
    assert len(SUFFIXES) == len(set(SUFFIXES))
    assert all(at.startswith(".") and at == at.lower() for at in SUFFIXES)


PIECES = st.sampled_from(
    [
        "def f():\n{i}    x = 1\n",
        "class C:\n{i}    y = 2\n",
        "class C:\n{i}    def m(self):\n\n{i}        pass\n",
        "@decorated\n{i}async def g(): pass\n",
        "class L:\n{i}    '" + "x" * 1300 + "'\n{i}    def m(self): pass\n",
        "# comment\n",
        "\n",
        'z = """\n\n# in a string"""\n',
        "if x:\n{i}    def h(): pass\n",
        "x = (\n",
        "\x0c\n",
        "é = 1; w = '\u2028'\n",
    ]
)


@given(st.lists(st.tuples(st.sampled_from([0, 4]), PIECES), max_size=12))
def test_every_line_is_in_exactly_one_block(pieces: list[tuple[int, str]]) -> None:
    # An indented piece is a member where a class stands before it, and no Python elsewhere.
    text = "".join(" " * by + piece.replace("{i}", " " * by) for by, piece in pieces)
    for path in ("a.py", "a.rs"):
        assert numbered(read(text, path)) == [
            (at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()
        ]

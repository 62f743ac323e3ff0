from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.reading.text import decode

FFFD = "\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
def test_a_mark_chooses_the_encoding_and_is_dropped(mark: bytes, encoding: str) -> None:
    decoded = decode(mark + "Žluť\r\nkůň\n".encode(encoding))
    assert decoded.text == "Žluť\nkůň\n"
    assert decoded.problems == ()


def test_an_empty_file_is_an_empty_text() -> None:
    assert decode(b"").text == ""


def test_invalid_bytes_are_shown_and_named() -> None:
    decoded = decode(b"a\xffb\n\xfe\n")
    assert decoded.text == f"a{FFFD}b\n{FFFD}\n"
    assert "UTF-8" in decoded.problems[0]


def test_half_a_utf16_character_is_shown_and_named() -> None:
    decoded = decode(codecs.BOM_UTF16_LE + "ab".encode("utf-16-le") + b"c")
    assert decoded.text == f"ab{FFFD}"
    assert "UTF-16-LE" in decoded.problems[0]


def test_nul_characters_are_shown_and_named() -> None:
    decoded = decode(b"a\0b")
    assert decoded.text == f"a{FFFD}b"
    assert "NUL" in decoded.problems[0]


def test_a_lone_carriage_return_ends_a_line_and_nothing_else_does() -> None:
    decoded = decode("a\rb\r\nc\r\r\nd\x0b\x0c\x85\u2028e".encode())
    assert decoded.text == "a\nb\nc\n\nd\x0b\x0c\x85\u2028e"


@given(st.binary() | st.lists(st.sampled_from([b"\r", b"\n", b"x", b"\xff", b"\0"])).map(b"".join))
def test_lines_are_those_of_the_file(raw: bytes) -> None:
    raw = b"#" + raw  # no byte order mark
    lines = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    text = decode(raw).text
    assert text.count("\n") + 1 == len(lines)
    assert "\r" not in text
    assert "\0" not in text
    for line, raw_line in zip(text.split("\n"), lines, strict=True):
        assert line == raw_line.decode("utf-8", "replace").replace("\0", FFFD)

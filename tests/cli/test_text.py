from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.cli import text
from vaultbrain.cli.text import Style


@given(st.text())
def test_cleaned_text_cannot_steer_a_terminal(raw: str) -> None:
    for character in text.clean(raw):
        assert character in "\n\t" or unicodedata.category(character) != "Cc"
        assert not 0x202A <= ord(character) <= 0x202E
        assert not 0x2066 <= ord(character) <= 0x2069


def test_control_characters_are_shown() -> None:
    assert text.clean("a\x1b[31mred\x07\x7f\x9b\u202eb\r\nc\rd") == (
        "a␛[31mred␇␡\\u009b\\u202eb\nc␍d"
    )
    assert text.one_line("a \n\t b\x1b") == "a b␛"


@given(st.text(), st.integers(4, 40), st.none() | st.integers(1, 3))
def test_wrapped_lines_fit(raw: str, width: int, most: int | None) -> None:
    lines = text.wrap(raw, width, most)
    assert lines
    assert all(text.columns(line) <= width for line in lines)
    assert most is None or len(lines) <= most
    if most is None:
        assert "".join(lines).replace(" ", "") == text.one_line(raw).replace(" ", "")


def test_wrapping() -> None:
    assert text.wrap("one two three", 8) == ["one two", "three"]
    assert text.wrap("one two three four five", 8, 2) == ["one two", "three …"]
    assert text.wrap("漢字漢字", 5) == ["漢字", "漢字"]
    assert text.wrap("", 5) == [""]
    assert text.columns("e\u0301") == 1


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.2, "0 s"), (59, "59 s"), (150, "2 min"), (7300, "2 h"), (400_000, "5 days")],
)
def test_durations(seconds: float, shown: str) -> None:
    assert text.duration(seconds) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [(5, "5 bytes"), (1500, "1.5 kB"), (12_345_678, "12.3 MB"), (3_200_000_000, "3.2 GB")],
)
def test_sizes(number: int, shown: str) -> None:
    assert text.size(number) == shown


def test_counts() -> None:
    assert text.count(1, "note") == "1 note"
    assert text.count(1000, "note") == "1,000 notes"


def test_style_is_all_or_nothing() -> None:
    plain, styled = Style(enabled=False), Style(enabled=True)
    assert plain.bold("a") + plain.dim("b") + plain.link("c", "x:y") == "abc"
    assert styled.bold("a") == "\x1b[1ma\x1b[22m"
    assert styled.link("c", None) == "c"
    assert styled.link("c", "x:y") == "\x1b]8;;x:y\x1b\\c\x1b]8;;\x1b\\"


def test_matched_words_are_emphasised() -> None:
    styled = Style(enabled=True)
    words = text.query_words("Lease a.b lease 漢字")
    assert words == ["Lease", "lease", "漢字"]
    shown = styled.emphasise("leases release 大漢字", words)
    assert shown == "\x1b[1mleases\x1b[22m release 大\x1b[1m漢字\x1b[22m"
    assert styled.emphasise("x", []) == "x"
    assert Style(enabled=False).emphasise("lease", words) == "lease"

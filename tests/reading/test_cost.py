from __future__ import annotations

import sys
import time

import pytest

from vaultbrain.reading.base import Extract
from vaultbrain.reading.cost import affordable, unparsed
from vaultbrain.reading.markdown import MarkdownReader

READER = MarkdownReader()


def held(text: str) -> dict[int, str]:
    """The lines of all blocks by their number."""
    note = READER.read("n.md", Extract(text))
    return {
        number: line
        for section in note.sections
        for block in section.blocks
        for number, line in enumerate(block.text.split("\n"), start=block.line_start)
    }


def lines_of(line: str, number: int = 60_000) -> list[str]:
    return [line.format(n) for n in range(number)]


def parsed(lines: list[str]) -> int:
    return affordable("\n".join(lines), lines)


def test_a_note_of_usual_size_is_parsed_whatever_it_holds() -> None:
    assert parsed(["- [a](b)"] * 14_000) == 14_000


def test_a_large_note_is_parsed_as_long_as_it_is_cheap() -> None:
    assert parsed(lines_of("words of a paragraph {}")) == 60_000
    assert parsed(["x" * 5_000_000]) == 1


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("- item {}", 40_000),
        ("| cell {} |", 28_571),
        ("## head {}", 28_571),
        ("> said {}", 40_000),
        ("12. item {}", 40_000),
        ("[[one {}]] [[two]]", 37_036),
        ("[" * 500 + "{}", 398),
        ("# **a** _b_ {}", 15_384),
        ("= {}", 40_000),
    ],
)
def test_how_much_is_parsed_follows_from_what_stands_there(line: str, most: int) -> None:
    assert parsed(lines_of(line)) == most


@pytest.mark.parametrize(
    ("first", "most"),
    [("[x]", 31_250), ("#tag", 31_249), ("a:: b", 31_250), ("plain", 142_855), ("- no", 142_854)],
)
def test_markup_costs_where_a_paragraph_may_hold_a_link_or_tag(first: str, most: int) -> None:
    assert parsed([first, *["**a** `b"] * 150_000]) == most


def test_markup_before_a_link_costs_as_much_as_behind_it() -> None:
    assert parsed(["*a *b" * 5_000] * 20) == 20
    assert parsed([*["*a *b" * 5_000] * 20, "[x]"]) == 20
    assert parsed([*["*a *b" * 5_000] * 20, "", "[x]"]) == 22


@pytest.mark.parametrize(
    "unit", ["**a** _b_ `c` ", "**a** _b_ `c`\n", "_a", "<http://a.b>", "<% a "]
)
def test_a_line_of_markup_of_a_megabyte_takes_two_seconds_at_most(unit: str) -> None:
    text = "[x] " + unit * (1_000_000 // len(unit))
    start = time.process_time()
    READER.read("n.md", Extract(text))
    slowed = sys.gettrace() is not None  # by the measurement of coverage
    assert time.process_time() - start < (12 if slowed else 2)


def test_the_first_line_of_a_paragraph_costs_more() -> None:
    assert parsed([part for line in lines_of("x{}", 120_000) for part in (line, "")]) == 83_332


def test_what_is_not_parsed_is_blocks_of_several_paragraphs() -> None:
    lines = ["a" * 600, "b", "", "", "c" * 300, "", "d" * 200, "", "e" * 2_000, "", "f"]
    assert [(at.kind, at.line_start, at.line_end, at.text) for at in unparsed(lines, 11)] == [
        ("paragraph", 11, 15, f"{lines[0]}\nb\n\n\n{lines[4]}"),
        ("paragraph", 17, 17, lines[6]),
        ("paragraph", 19, 19, lines[8]),
        ("paragraph", 21, 21, "f"),
    ]
    assert list(unparsed(["", " "], 1)) == []


def test_nothing_is_lost_of_a_note_above_the_limit() -> None:
    lines = lines_of("- item {}")
    lines[50_000:50_000] = ["", "# Late", "", "- [[link]]", ""]
    note = READER.read("n.md", Extract("\n".join(lines)))
    found = held("\n".join(lines))
    assert [line for number, line in enumerate(lines, 1) if line != found.get(number, "")] == []
    assert note.links == ()
    assert note.problems == (
        "is very large: from line 40,001 on it is read as plain text, without links and headings",
    )


@pytest.mark.parametrize(
    ("opens", "closes"),
    [
        ("%%", "%%"),
        ("<!--", "-->"),
        ("- one %%hid", "  hid%% seen"),
        ("%%", None),
    ],
)
def test_a_comment_that_is_cut_in_two_never_comes_back(opens: str, closes: str | None) -> None:
    lines = lines_of("- item {}")
    size = 4 if opens.startswith("-") else 2_000
    secret = ["  hid" if size == 4 else f"hid {n}\n" for n in range(size)]
    end = 40_000 + size // 2
    lines[40_000 - size // 2 : end] = ["", opens, *secret, *([closes] if closes else [])]
    text = "\n".join(lines)
    found = held(text)
    assert not any("hid" in line for line in found.values())
    assert ("- item 59999" in found.values()) is (closes is not None)
    assert "- item 37000" in found.values()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("100 %% of it", "50 %% of it"),
        ("```mermaid\n%% a\n```", "```mermaid\n%% b\n```"),
        ("`%%`", "x `%%`"),
        ("a <!-- b", "c --> d"),
        ("~~~\n<!--\n~~~", "```\n-->\n```"),
    ],
)
def test_signs_far_apart_are_no_comment(first: str, second: str) -> None:
    lines = lines_of("- item {}")
    lines[1_000:1_000] = ["", *first.split("\n"), ""]
    lines[50_000:50_000] = ["", *second.split("\n"), ""]
    found = held("\n".join(lines))
    assert [line for number, line in enumerate(lines, 1) if line and not found.get(number)] == []


def test_blank_lines_to_the_end_are_not_worth_a_word() -> None:
    for text in ("one\n\ntwo" + "\n" * 300_000, "one\n\n%%\n" + "- hid\n" * 60_000):
        note = READER.read("n.md", Extract(text))
        assert next(b.text for s in note.sections for b in s.blocks) == "one"
        assert all(section.blocks for section in note.sections)
        assert note.problems == ()

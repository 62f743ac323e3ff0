from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.reading.markdown import Reader
from vaultbrain.records import Link

if TYPE_CHECKING:
    from vaultbrain.records import Note

READER = Reader()


def read(text: str, path: str = "n.md") -> Note:
    return READER.read(path, text)


def headings(text: str) -> list[tuple[str, ...]]:
    return [section.heading for section in read(text).sections]


def blocks(text: str) -> list[tuple[str, int, int, str]]:
    return [
        (b.kind, b.line_start, b.line_end, b.text) for s in read(text).sections for b in s.blocks
    ]


def targets(text: str) -> list[str]:
    return [link.target for link in read(text).links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\n## B\n\n### C\n\n## D\n\n# E", ["A", "A>B", "A>B>C", "A>D", "E"]),
        ("### C\n\n# A\n\n### D", ["C", "A", "A>D"]),
        ("One\n===\n\nTwo\n---\n", ["One", "One>Two"]),
        ("Two\nlines\n===", ["Two lines"]),
        ("# Closed ##\n\n## H #tag", ["Closed", "Closed>H #tag"]),
        ("## Named {#an-id}", ["Named"]),
        ("# [[Note|shown]] *and* `code` [t](u.md)\\!", ["shown and code t!"]),
        ("# Seen %%not%% <!-- nor -->so", ["Seen so"]),
        ("#tag is no heading\n\n####### nor this", [""]),
        ("> # Boxed\n\n- # Listed\n\n```\n# Code\n```", [""]),
        ("text\n\n#\n\nmore", ["", ""]),
    ],
)
def test_headings(text: str, expected: list[str]) -> None:
    assert [">".join(heading) for heading in headings(text)] == expected


@pytest.mark.parametrize(
    ("path", "text", "title", "aliases"),
    [
        ("a/Stem.md", "text", "Stem", ()),
        ("Stem.md", "# Head\n", "Head", ("Stem",)),
        ("Stem.md", "#\tHead\n", "Head", ("Stem",)),
        ("Stem.md", "Head\n===\n", "Head", ("Stem",)),
        ("Stem.md", "Head\n---\n", "Stem", ()),
        ("Stem.md", "## Sub\n\n# Late", "Stem", ()),
        ("Stem.md", "text first\n\n# Head", "Head", ("Stem",)),
        ("Stem.md", "#\n\ntext", "Stem", ()),
        ("Stem.md", "---\ntitle: Given\naliases: [x, x]\n---\n# Head", "Given", ("x", "Stem")),
    ],
)
def test_title_and_aliases(path: str, text: str, title: str, aliases: tuple[str, ...]) -> None:
    note = read(text, path)
    assert (note.title, note.aliases) == (title, aliases)


def test_wikilinks_in_all_their_forms() -> None:
    text = "[[N]] [[N#H]] [[N#^b1]] [[d/N|shown]] [[#Local]] ![[p.png|300]] [[a|b|c]]"
    assert read(text).links == (
        Link("N", None, None, None, embed=False, line=1),
        Link("N", "H", None, None, embed=False, line=1),
        Link("N", None, "b1", None, embed=False, line=1),
        Link("d/N", None, None, "shown", embed=False, line=1),
        Link("", "Local", None, None, embed=False, line=1),
        Link("p.png", None, None, "300", embed=True, line=1),
        Link("a", None, None, "b|c", embed=False, line=1),
    )


def test_markdown_links_are_decoded_after_they_are_taken_apart() -> None:
    text = "[a](<My note.md>) [b](C%23%20n.md#h%20i) ![c](p.png) [d](https://x.org) [e](//x) [f]()"
    assert read(text).links == (
        Link("My note.md", None, None, None, embed=False, line=1),
        Link("C# n.md", "h i", None, None, embed=False, line=1),
        Link("p.png", None, None, None, embed=True, line=1),
    )


def test_links_know_their_line() -> None:
    text = "one\ntwo [[b]]  \n$x$ [[c]]\n\n- [[d]]\n\n| t |\n|---|\n| [[e\\|E]] |\n"
    found = [(link.target, link.line) for link in read(text).links]
    assert found == [("b", 2), ("c", 3), ("d", 5), ("e", 9)]


@pytest.mark.parametrize(
    "text",
    [
        "`[[no]] #no`",
        "```\n[[no]] #no\n```",
        "    [[no]] #no",
        "$$\n[[no]] #no\n$$",
        "a %%[[no]] #no%% b",
        "a <!-- [[no]] #no --> b",
        "%%\n[[no]] #no\n%%",
        "a % #%% no%%#no",
        "%%\n[[no]] #no\n\nto the end",
        "- item\n  %%\n  [[no]] #no",
        "[[no and ]no] \\#no \\[[no]]",
        "[[no\nno]]",
        "x#no http://x.org/#no #12 # #- (#no)",
    ],
)
def test_neither_links_nor_tags(text: str) -> None:
    note = read(text)
    assert note.links == ()
    assert note.tags == ()


def test_tags() -> None:
    text = (
        "#one #a/b/ #čeština #日本語 #y1984 #2026/11 #1a\n\n# Head #one #two\n\n| #three |\n|---|"
    )
    expected = ("one", "a/b", "čeština", "日本語", "y1984", "2026/11", "1a", "two", "three")
    assert read(text).tags == expected


def test_tags_of_the_block_come_first() -> None:
    assert read("---\ntags: [z]\n---\n#a #z").tags == ("z", "a")


def test_blocks_have_exact_lines() -> None:
    text = (
        "# H\ntext\nmore\n\n```py\nx\n\n```\n| a |\n|---|\n| b |\n\n- l\n\n  m\n\n1. o\n\n> q\n"
        "lazy\n\n$$\nm\n$$\n\n    code\n\n<div>\nh\n</div>\n"
    )
    found = blocks(text)
    lines = text.split("\n")
    assert [kind for kind, *_ in found] == [
        *("heading", "paragraph", "fence", "table", "list", "list", "quote", "math", "fence"),
        "html",
    ]
    for _, start, end, block in found:
        assert block == "\n".join(lines[start - 1 : end])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a %%hid\nhid%% b", [("paragraph", 1, 2, "a \n b")]),
        ("a <!-- hid --> b", [("paragraph", 1, 1, "a  b")]),
        ("%%\nhid\n\nhid\n%%\n\nb", [("paragraph", 7, 7, "b")]),
        ("%% hid %%\nb", [("paragraph", 2, 2, "b")]),
        ("<!-- hid\n\nhid -->\n\nb", [("paragraph", 5, 5, "b")]),
        ("a\n%%\nhid", [("paragraph", 1, 1, "a")]),
        ("- a\n  %%\n  hid\n\n# hid", [("list", 1, 1, "- a")]),
        ("> %%\n> hid\n> %%", []),
        ("%%hid%% seen", [("paragraph", 1, 1, " seen")]),
        ("a %% b", [("paragraph", 1, 1, "a %% b")]),
        ("a <!-- b %%c%%", [("paragraph", 1, 1, "a <!-- b ")]),
        ("```\n%%a%%\n```", [("fence", 1, 3, "```\n%%a%%\n```")]),
        ("    %%a%%", [("fence", 1, 1, "    %%a%%")]),
    ],
)
def test_comments_are_hidden_and_lines_stay(
    text: str, expected: list[tuple[str, int, int, str]]
) -> None:
    assert blocks(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[" * 40_000,
        "![" * 8_000,
        "[[" * 20_000,
        "<!-- " * 20_000,
        "x <!-- " * 20_000,
        "%%" * 20_001,
        "x %%\n" * 10_001,
        "#" * 40_000,
        "> " * 2_000 + "x",
        "$a " * 20_000,
        "*a **b " * 10_000,
        "lorem ipsum dolor " * 60_000,
        " ".join("`" * n for n in range(1, 600)),
    ],
)
def test_hostile_text_takes_no_longer_than_two_seconds(text: str) -> None:
    start = time.process_time()
    read(text)
    slowed = sys.gettrace() is not None  # by the measurement of coverage
    assert time.process_time() - start < (12 if slowed else 2)


@given(st.text(st.sampled_from(list("#%<!->[]|`$\n x*:_~(){}\\1.\t&")), max_size=80))
def test_any_text_is_read_and_lines_stay_within_it(text: str) -> None:
    total = text.count("\n") + 1
    last = 0
    for _, start, end, block in blocks(text):
        assert last < start <= end <= total
        assert block.count("\n") == end - start
        last = end
    assert all(1 <= link.line <= total for link in read(text).links)


def test_links_tags_and_comments_within_the_text_of_a_link() -> None:
    note = read("[a %%#no%% #tag b](e.md) [c [[d]] e](f.md)")
    assert note.tags == ("tag",)
    assert [link.target for link in note.links] == ["e.md", "d"]

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.reading.base import Extract
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.records import Link

if TYPE_CHECKING:
    from vaultbrain.records import Note

READER = MarkdownReader()


def read(text: str, path: str = "n.md") -> Note:
    return READER.read(path, Extract(text))


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
        ("*Two*\nlines\n===", ["Two lines"]),
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
    ("path", "text", "title", "names"),
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
def test_title_and_other_names(path: str, text: str, title: str, names: tuple[str, ...]) -> None:
    note = read(text, path)
    assert (note.title, note.names) == (title, names)


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


def test_emoji_are_letters_of_a_tag() -> None:
    assert read("#🧠idea #idea🧠 #✅ #ž/🎉 #2🎉 ##🎉").tags == (
        *("🧠idea", "idea🧠", "✅", "ž/🎉", "2🎉"),
    )


def test_the_bar_of_a_link_may_be_escaped_anywhere() -> None:
    found = [(at.target, at.heading, at.alias) for at in read("[[a\\|b]] [[c#d\\|e]]").links]
    assert found == [("a", None, "b"), ("c", "d", "e")]


def test_links_behind_a_comment_on_its_last_line_are_links() -> None:
    note = read("%% [[no]]\n[[no]] #no %% [[yes]] #yes a:: b\n\n%% x\ny %% k:: v")
    assert [(at.target, at.line) for at in note.links] == [("yes", 2)]
    assert (note.tags, note.fields) == (("yes",), (("k", "v"),))


def test_what_is_hidden_is_neither_in_fields_nor_in_blocks() -> None:
    note = read(
        "a %%hid%% b ^one\n\n- k:: v %%hid%%\n- l:: %%hid%%\n\n> [!note]\n> c %%hid%%\n\n^two\n\n"
        "```\n%%shown%%\n```\n\n^three\n"
    )
    assert note.fields == (("k", "v"),)
    assert [(at.id, at.text) for at in note.anchors] == [
        ("one", "a  b"),
        ("two", "Note\nc"),
        ("three", "```\n%%shown%%\n```"),
    ]


def test_tags_of_the_block_come_first() -> None:
    assert read("---\ntags: [z]\n---\n#a #z").tags == ("z", "a")


def test_blocks_have_exact_lines() -> None:
    text = (
        "# H\ntext\nmore\n\n```py\nx\n\n```\n| a |\n|---|\n| b |\n\n- l\n\n  m\n\n1. o\n\n> q\n"
        "lazy\n\n$$\nm\n$$\n\n    code\n\n[to]: the.md\n\n[^1]: f\n\n    g\n"
    )
    found = blocks(text)
    lines = text.split("\n")
    assert [kind for kind, *_ in found] == [
        *("heading", "paragraph", "fence", "table", "list", "list", "quote", "math", "fence"),
        *("paragraph", "footnote"),
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
        ("%%\nhid\nhid %% seen\nmore", [("paragraph", 3, 4, "seen\nmore")]),
        ("%% hid\nhid %%  # Seen", [("heading", 2, 2, "# Seen")]),
        ("%% hid\nhid %% %% hid %% \na", [("paragraph", 3, 3, "a")]),
        ("%% hid\nhid %% %% hid\nhid %%a", [("paragraph", 3, 3, "a")]),
        ("> %% hid\n> hid %% a\n> b", [("quote", 2, 3, "a\n> b")]),
        ("- %% hid\n  hid %% a\n  b\n- c", [("list", 2, 4, "a\n  b\n- c")]),
        ("<%*\nhid\n%> seen", [("paragraph", 3, 3, "seen")]),
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
        "<% " * 20_000,
        "<% x\n" * 20_000,
        "[<% x " * 20_000,
        "x" + " " * 40_000 + "y ^id",
        "# x!" + " " * 40_000 + "y",
        "<script>" * 40_000,
        "<div>\n" + "<style>x\n" * 40_000 + "</script>",
        "==a " * 20_000,
        "a:: [" * 10_000,
        "[a:: (" * 10_000,
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a\n  > [!note] T\n  > x", [("list", 1, 3, "- a\n  > T\n  > x")]),
        ("> [!warning]- Closed\n> in", [("quote", 1, 2, "> Closed\n> in")]),
        ("> [!tip]\n> in", [("quote", 1, 2, "> Tip\n> in")]),
        ("> [!a-b|c d]+ *T*\n> > [!note]\n> > in", [("quote", 1, 3, "> *T*\n> > Note\n> > in")]),
        ("> text [!note] no", [("quote", 1, 1, "> text [!note] no")]),
        ("One ^a-1\n\nTwo\n^b\n\n^c", [("paragraph", 1, 1, "One"), ("paragraph", 3, 3, "Two")]),
        ("- a ^x\n- b", [("list", 1, 2, "- a\n- b")]),
        ("no ^id here\n\n2^8", [("paragraph", 1, 1, "no ^id here"), ("paragraph", 3, 3, "2^8")]),
        ("Head\n====\ntext", [("heading", 1, 1, "Head"), ("paragraph", 3, 3, "text")]),
        ("# Head\n---\ntext", [("heading", 1, 1, "# Head"), ("paragraph", 3, 3, "text")]),
        (
            "<table>\n<tr><td>a&nbsp;b</td><td class='x'>c</td></tr>\n</table>",
            [("html", 2, 2, "  a b  c  ")],
        ),
        ("<div\n a='b'>\nx &lt; y &#10; z\n</div>", [("html", 3, 3, "x < y   z")]),
        ("<style>\nno {}\n</style>\n\n<p>yes</p>", [("html", 5, 5, " yes ")]),
        ("[a]: b.md 'c'\n\nx", [("paragraph", 1, 1, "[a]: b.md 'c'"), ("paragraph", 3, 3, "x")]),
        (
            "x[^1]\n\n[^1]: https://a.org",
            [
                ("paragraph", 1, 1, "x[^1]"),
                ("footnote", 3, 3, "[^1]: https://a.org"),
            ],
        ),
    ],
)
def test_markup_is_taken_out_and_lines_stay(
    text: str, expected: list[tuple[str, int, int, str]]
) -> None:
    assert blocks(text) == expected


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("due:: 2026-12-01", {"due": "2026-12-01"}),
        ("- [ ] call (who:: [[Anna]]) [at:: [a] b] x", {"who": "[[Anna]]", "at": "[a] b"}),
        ("- [x] Next step:: pay\n- **Bold**:: b", {"Next step": "pay", "Bold": "b"}),
        ("one:: 1\ntwo:: 2 `x`", {"one": "1", "two": "2 `x`"}),
        ("| a |\n|---|\n| [k:: v] |", {"k": "v"}),
        ("std::vector C++::x a:: `b`::c", {}),
        ("`k:: v` and\n\n```\nk:: v\n```\n\n$$\nk:: v\n$$\n%%k:: v%%", {}),
        ("k::\n[open:: v\n:: v\n[x](y) k:: v", {}),
        ("🧠:: mind", {"🧠": "mind"}),
        ("[k:: [v] and [x", {}),
        ("[x] " + "a " * 100 + "k:: v", {}),
    ],
)
def test_fields(text: str, fields: dict[str, str]) -> None:
    assert dict(read(text).fields) == fields


def test_blocks_have_their_ids() -> None:
    text = (
        "First\npart. ^one\n\n- item [[x]] ^two\n\n| a |\n|---|\n| b |\n\n^three\n\n"
        "> said\n\n^four\n\n# Head\n\n^alone\n\n`code ^no`\n\n- x\n\n  ^in-list\n"
    )
    assert [(at.id, at.line, at.text) for at in read(text).anchors] == [
        ("one", 1, "First\npart."),
        ("two", 4, "item [[x]]"),
        ("three", 6, "| a |\n|---|\n| b |"),
        ("four", 12, "said"),
        ("alone", 16, "# Head"),
        ("in-list", 24, ""),
    ]


def test_highlights_are_no_words_of_a_heading() -> None:
    assert headings("# a ==b *c*== d\n\n## a == b\n\n### ==x") == [
        ("a b c d",),
        ("a b c d", "a == b"),
        ("a b c d", "a == b", "==x"),
    ]
    assert targets("==a [[b]] c==") == ["b"]
    assert targets("[==a [[b]]== c](d.md)") == ["d.md", "b"]


def test_a_template_in_a_link_is_no_link() -> None:
    assert targets("[[<% tp.date.now() %>]] [[a <% b %>]]") == ["a <% b %>"]


def test_a_drawing_is_its_words() -> None:
    text = (
        "---\nexcalidraw-plugin: parsed\n---\n==⚠ Switch to EXCALIDRAW VIEW ⚠==\n\n"
        "# Excalidraw Data\n\n## Text Elements\nPump room ^abc\n\n# Own words\n\n## Drawing\n"
        "```json\n{}\n```\n```compressed-json\n{}\n```\n"
    )
    note = read(text, "Plan.excalidraw.md")
    assert note.title == "Plan"
    assert [(at.heading, [b.text for b in at.blocks]) for at in note.sections] == [
        ((), ["Pump room"]),
        (("Own words",), ["# Own words"]),
    ]
    assert note.anchors[0].text == "Pump room"


def test_code_on_the_back_of_a_drawing_is_kept() -> None:
    note = read("```python\nmine\n```", "Plan.excalidraw.md")
    assert [b.text for at in note.sections for b in at.blocks] == ["```python\nmine\n```"]


def test_the_day_of_a_note_is_in_its_name() -> None:
    assert read("x", "log/2026-11-29 Meeting.md").date == "2026-11-29"
    assert read("---\ndate: 2025-01-02\n---\n", "2026-11-29.md").date == "2025-01-02"
    assert read("x", "v2026-11-290.md").date is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <% tp.date.now() %> b", [("paragraph", 1, 1, "a  b")]),
        ("<%*\nlet x = 1\n\n%>\ntext", [("paragraph", 5, 5, "text")]),
        ("<% one %>\n\nb", [("paragraph", 3, 3, "b")]),
        ("<%* never\n\nclosed", [("paragraph", 1, 1, "<%* never"), ("paragraph", 3, 3, "closed")]),
        ("`<% x %>`", [("paragraph", 1, 1, "``")]),
        ("```dataview\nLIST\n```\n\nb", [("paragraph", 5, 5, "b")]),
        ("- a\n  ```dataviewjs\n  x\n  ```", [("list", 1, 1, "- a")]),
        ("```mermaid\nA --> B\n```", [("fence", 1, 3, "```mermaid\nA --> B\n```")]),
    ],
)
def test_what_plugins_have_yet_to_write_is_no_text(
    text: str, expected: list[tuple[str, int, int, str]]
) -> None:
    assert blocks(text) == expected


def test_a_template_holds_neither_links_nor_tags() -> None:
    note = read("x <% [[no]] #no k:: v %> [[yes]]\n\n<%*\n#no [[no]]\n%>")
    assert ([at.target for at in note.links], note.tags, note.fields) == (["yes"], (), ())

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.reading import frontmatter
from vaultbrain.reading.base import Extract
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.records import Frontmatter

BODY = "\nBody of the note.\n"


def note(block: str) -> str:
    return f"---\n{block}\n---{BODY}"


def test_names_tags_and_lines_are_read() -> None:
    read = frontmatter.read(note("Title: A name\naliases: [One, 2]\ntags: ['#a', b/c, a]"))
    assert read == frontmatter.Metadata(
        Frontmatter.OK,
        title="A name",
        aliases=("One", "2"),
        tags=("a", "b/c"),
        lines=5,
        properties={"Title": "A name", "aliases": ["One", 2], "tags": ["#a", "b/c", "a"]},
    )


def test_properties_are_read_as_obsidian_reads_them() -> None:
    block = (
        "day: 2026-07-30\nat: 12:30:45\nno: 007\nhex: 0x1F\nbig: 1e5\nyes: yes\nreal: .5\n"
        "true: TRUE\nnone: ~\nempty:\nless: -3\nendless: .inf\nwide: 99999999999999999999\n"
        "deep: {a: [1, {b: text}]}\n2: two\nbytes: !!binary aGVsbG8="
    )
    assert frontmatter.read(note(block)).properties == {
        "day": "2026-07-30",
        "at": "12:30:45",
        "no": "007",
        "hex": 31,
        "big": 1e5,
        "yes": "yes",
        "real": 0.5,
        "True": True,
        "none": None,
        "empty": None,
        "less": -3,
        "endless": "inf",
        "wide": "99999999999999999999",
        "deep": {"a": [1, {"b": "text"}]},
        "2": "two",
        "bytes": "b'hello'",
    }


@pytest.mark.parametrize(
    ("block", "date"),
    [
        ("date: 2026-07-30", "2026-07-30"),
        ("Date: 2026-07-30T10:00", "2026-07-30"),
        ("date: 30. 7. 2026", None),
        ("date: 12026-07-30", None),
        ("date: 2026", None),
        ("created: 2026-07-30", None),
    ],
)
def test_the_day_that_a_note_is_about(block: str, date: str | None) -> None:
    assert frontmatter.read(note(block)).date == date


def test_links_in_properties_are_links() -> None:
    text = note("author: '[[Anna]]'\nsee:\n  - '[[B#h|b]]'\n  - x ![[c.png]] [[B#h|b]]\nn: [[No]]")
    links = MarkdownReader().read("n.md", Extract(text)).links
    assert [(at.target, at.heading, at.alias, at.embed, at.line) for at in links] == [
        ("Anna", None, None, False, 2),
        ("B", "h", "b", False, 4),
        ("c.png", None, None, True, 5),
        ("B", "h", "b", False, 5),
    ]


@pytest.mark.parametrize(
    ("block", "tags"),
    [
        ("tags: one, two three", ("one", "two", "three")),
        ("tag: one", ("one",)),
        ("tags:", ()),
        ("tags: 2026 y2026 #7", ("y2026",)),
        ("tags: [2026, 3.5, true, null, ok, {a: b}, '#']", ("ok",)),
    ],
)
def test_tags_in_all_their_forms(block: str, tags: tuple[str, ...]) -> None:
    assert frontmatter.read(note(block)).tags == tags


@pytest.mark.parametrize(
    ("block", "title"),
    [
        ("title: 42", "42"),
        ("title: 2026-01-02", "2026-01-02"),
        ("title: ''", None),
        ("title: [a]", None),
        ("title:", None),
    ],
)
def test_a_title_is_one_plain_value(block: str, title: str | None) -> None:
    assert frontmatter.read(note(block)).title == title


def test_an_alias_keeps_its_commas() -> None:
    read = frontmatter.read(note("aliases: 'Stone, paper'\nalias:\n- ''\n- 2026-01-02"))
    assert read.aliases == ("Stone, paper", "2026-01-02")


@pytest.mark.parametrize(
    "text",
    [
        "no block",
        "\n---\na: 1\n---\n",
        "----\na: 1\n----\n",
        " ---\na: 1\n---\n",
        "---\na: 1\nnever closed\n",
        "--- x\na: 1\n---\n",
        "---",
        "",
    ],
)
def test_what_is_no_block_is_body(text: str) -> None:
    assert frontmatter.read(text) == frontmatter.Metadata(Frontmatter.NONE)


@pytest.mark.parametrize("fence", ["---", "---  ", "---\t"])
def test_blanks_after_a_fence_do_not_matter(fence: str) -> None:
    assert frontmatter.read(f"{fence}\na: 1\n{fence}").lines == 3


@pytest.mark.parametrize("text", ["---\n---", "---\n---\n\n", "---\n# comment\n---\n"])
def test_an_empty_block_is_a_block(text: str) -> None:
    read = frontmatter.read(text)
    assert read.status is Frontmatter.OK
    assert read.lines == text.count("\n", 0, text.rindex("---")) + 1


def test_blank_lines_around_the_block_do_not_move_its_end() -> None:
    text = "---\n\nk: v\n\n---\n\n\nBody"
    assert frontmatter.read(text).lines == 5
    [section] = MarkdownReader().read("n.md", Extract(text)).sections
    assert [(b.kind, b.line_start, b.text) for b in section.blocks] == [
        ("properties", 3, "k: v"),
        ("paragraph", 8, "Body"),
    ]


MERGES = "a0: &a0 {k: 1}\n" + "".join(
    f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 8)}]}}\n" for n in range(1, 40)
)
ALIASES = "a0: &a0 [x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]\n" for n in range(1, 40)
)


@pytest.mark.parametrize(
    "block",
    [
        "title: 'open",
        "a:\n\tb: 1",
        "a: !!bool word",
        "a: !!int ''",
        "a: !!float ''",
        "a: !!timestamp word",
        "a: &b [*b]",
        ALIASES,
        MERGES,
        "a: \x01",
        "a: \ud800",
    ],
)
def test_a_broken_block_costs_nothing_of_the_body_and_takes_no_time(block: str) -> None:
    read = MarkdownReader().read("n.md", Extract(note(block)))
    assert read.frontmatter is Frontmatter.BROKEN
    assert [b.text for b in read.sections[0].blocks] == ["Body of the note."]
    assert read.sections[0].blocks[0].line_start == block.count("\n") + 4
    assert read.properties == {}


@pytest.mark.parametrize(
    ("block", "text", "line"),
    [
        ("just words", "just words", 2),
        ("- a\n- list", "- a\n- list", 2),
        ("? [a]\n: b", "? [a]\n: b", 2),
        ("\nDear all,\n\n# Why\nsee: below\n", "Dear all,\n\n# Why\nsee: below", 3),
        ("**Sum**: up [[x]]\n%%hid%%", "**Sum**: up [[x]]", 2),
        ("[" * 40_000, "[" * 40_000, 2),
        ("x: " + "y" * 70_000, "x: " + "y" * 70_000, 2),
    ],
)
def test_text_between_two_rules_at_the_top_is_found(block: str, text: str, line: int) -> None:
    read = MarkdownReader().read("n.md", Extract(note(block)))
    assert read.frontmatter is Frontmatter.BROKEN
    first, body = read.sections[0].blocks
    assert (first.line_start, first.text.rstrip()) == (line, text)
    assert (body.line_start, body.text) == (block.count("\n") + 4, "Body of the note.")


def test_a_template_in_a_property_is_no_text() -> None:
    read = MarkdownReader().read("n.md", Extract(note("at: <% tp.date.now() %>\nby: A")))
    assert [b.text for b in read.sections[0].blocks[:-1]] == ["at: ", "by: A"]


def test_a_broken_block_is_named_without_quoting_it() -> None:
    read = frontmatter.read(note("ok: 1\nplanet: 'Tatooine"))
    assert read.problem is not None
    assert "near line" in read.problem
    for block in ("planet: !!bool Tatooine", "Tatooine"):
        problem = frontmatter.read(note(block)).problem
        assert problem is not None
        assert "Tatooine" not in problem


def test_an_alias_stands_for_its_values() -> None:
    read = frontmatter.read(note("a: &a [x, y]\ntags: *a\nb: {c: *a}"))
    assert (read.tags, read.properties["b"]) == (("x", "y"), {"c": ["x", "y"]})


def test_a_rule_in_the_body_stays_there() -> None:
    text = note("title: x\nsum: 'a --- b'") + "\nOne\n\n---\n\ntwo\n\n---\n\nthree\n"
    blocks = MarkdownReader().read("n.md", Extract(text)).sections[0].blocks
    assert [b.text for b in blocks if b.kind == "paragraph"][1:] == ["One", "two", "three"]


def test_only_telling_properties_become_text() -> None:
    text = note("title: x\ncreated: 2026-01-01\nempty:\nauthor:\n  - Anna\nstatus: open")
    blocks = MarkdownReader().read("n.md", Extract(text)).sections[0].blocks
    assert [(b.line_start, b.line_end, b.text) for b in blocks[:-1]] == [
        (5, 6, "author:\n  - Anna"),
        (7, 7, "status: open"),
    ]


@given(st.text(st.sampled_from(list("-\n :ax#[]{}'\"&*!|>?%@\t")), max_size=40))
def test_no_block_costs_the_body(block: str) -> None:
    read = MarkdownReader().read("n.md", Extract(f"---\n{block}\n---\n\nsentinel\n"))
    assert any("sentinel" in b.text for s in read.sections for b in s.blocks)

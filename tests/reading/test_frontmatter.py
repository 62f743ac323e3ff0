from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.reading import frontmatter
from vaultbrain.reading.markdown import Reader
from vaultbrain.records import Frontmatter

BODY = "\nBody of the note.\n"


def note(block: str) -> str:
    return f"---\n{block}\n---{BODY}"


def test_names_tags_and_lines_are_read() -> None:
    read = frontmatter.read(note("Title: A name\naliases: [One, 2]\ntags: ['#a', b/c, a]"))
    assert read == frontmatter.Metadata(
        Frontmatter.OK, "A name", ("One", "2"), ("a", "b/c"), 5, None
    )


@pytest.mark.parametrize(
    ("block", "tags"),
    [
        ("tags: one, two three", ("one", "two", "three")),
        ("tag: one", ("one",)),
        ("tags:", ()),
        ("tags: [2026, 3.5, true, null, ok, {a: b}, '#']", ("2026", "3.5", "True", "ok")),
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
    [section] = Reader().read("n.md", text).sections
    assert [(b.kind, b.line_start, b.text) for b in section.blocks] == [
        ("properties", 3, "k: v\n"),
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
        "just words",
        "- a\n- list",
        "a: !!bool word",
        "a: !!int ''",
        "a: !!float ''",
        "a: !!timestamp word",
        "a: 2001-99-99",
        "a: 0x_",
        "a: \x01",
        "a: \ud800",
        "? [a]\n: b",
        "[" * 40_000,
        "x: " + "y" * 70_000,
    ],
)
def test_a_broken_block_costs_neither_the_body_nor_a_word_of_itself(block: str) -> None:
    read = Reader().read("n.md", note(block))
    assert read.frontmatter is Frontmatter.BROKEN
    assert [b.text for b in read.sections[0].blocks] == [block, "Body of the note."]
    assert read.sections[0].blocks[1].line_start == block.count("\n") + 4


def test_a_broken_block_is_named_without_quoting_it() -> None:
    read = frontmatter.read(note("ok: 1\nplanet: 'Tatooine"))
    assert read.problem is not None
    assert "near line" in read.problem
    for block in ("planet: !!bool Tatooine", "Tatooine"):
        problem = frontmatter.read(note(block)).problem
        assert problem is not None
        assert "Tatooine" not in problem


def test_merges_of_merges_take_no_time() -> None:
    assert frontmatter.read(note(MERGES + "title: x")).title == "x"


def test_aliases_of_aliases_take_no_time() -> None:
    read = frontmatter.read(note(ALIASES + "title: *a39\ntags: *a39\naliases: *a39"))
    assert (read.status, read.title, read.tags, read.aliases) == (Frontmatter.OK, None, (), ())


def test_a_rule_in_the_body_stays_there() -> None:
    text = note("title: x\nsum: 'a --- b'") + "\nOne\n\n---\n\ntwo\n\n---\n\nthree\n"
    blocks = Reader().read("n.md", text).sections[0].blocks
    assert [b.text for b in blocks if b.kind == "paragraph"][1:] == ["One", "two", "three"]


def test_only_telling_properties_become_text() -> None:
    text = note("title: x\ncreated: 2026-01-01\nempty:\nauthor:\n  - Anna\nstatus: open")
    blocks = Reader().read("n.md", text).sections[0].blocks
    assert [(b.line_start, b.line_end, b.text) for b in blocks[:-1]] == [
        (5, 6, "author:\n  - Anna"),
        (7, 7, "status: open"),
    ]


@given(st.text(st.sampled_from(list("-\n :ax#[]{}'\"&*!|>?%@\t")), max_size=40))
def test_no_block_costs_the_body(block: str) -> None:
    read = Reader().read("n.md", f"---\n{block}\n---\n\nsentinel\n")
    assert any("sentinel" in b.text for s in read.sections for b in s.blocks)

from __future__ import annotations

import time
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.reading.base import Extract
from vaultbrain.reading.links import Entry, Resolution, Resolver, Status, entry_of
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.records import Anchor, Block, Link, Note, Section

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

MISSING = Resolution(Status.MISSING_NOTE)


def link(text: str) -> Link:
    """What stands in the brackets, split as a reader does."""
    target, _, rest = text.partition("#")
    block = rest[1:] if rest.startswith("^") else None
    return Link(target, rest if rest and block is None else None, block, None, embed=False, line=1)


def found(paths: Iterable[str], text: str, source: str = "source.md") -> str | None:
    notes = [Entry(path) for path in paths if path.endswith(".md")]
    files = [path for path in paths if not path.endswith(".md")]
    return Resolver(notes, files).resolve(link(text), source).path


def headed(*lines: str) -> Note:
    """A note of headings alone, one a line."""
    sections = []
    path: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        marks, _, text = line.partition(" ")
        path = [step for step in path if step[0] < len(marks)] + [(len(marks), text)]
        block = Block("heading", number, number, line)
        sections.append(Section(tuple(step for _, step in path), (block,)))
    return Note("n.md", "n", tuple(sections))


def line_of(note: Note, text: str) -> int | None:
    resolution = Resolver([entry_of(note)]).resolve(link(text), note.path)
    assert resolution.path == note.path
    assert (resolution.status is Status.RESOLVED) == (resolution.line is not None)
    return resolution.line


# What Obsidian 1.13.7 answered to the same question.
ROOTED = ("Note.md", "zzzz/Note.md", "a/b/Note.md")
DEEP = ("zzzz/Note.md", "a/b/Note.md")
MORE = (*DEEP, "b/Note.md", "aaaaaaaa/Note.md")


@pytest.mark.parametrize(
    ("paths", "text", "source", "expected"),
    [
        pytest.param(ROOTED, "Note", "zzzz/s.md", "Note.md", id="exact-path-before-own-folder"),
        pytest.param(ROOTED, "Note", "a/b/s.md", "Note.md", id="exact-path-before-own-folder-2"),
        pytest.param(DEEP, "Note", "zzzz/s.md", "zzzz/Note.md", id="own-folder"),
        pytest.param(DEEP, "Note", "a/s.md", "a/b/Note.md", id="below-own-folder"),
        pytest.param(MORE, "Note", "zzzz/s.md", "zzzz/Note.md", id="own-folder-before-shorter"),
        pytest.param(MORE, "Note", "zzzz/deep/s.md", "b/Note.md", id="a-parent-counts-nothing"),
        pytest.param(DEEP, "Note", "s.md", "a/b/Note.md", id="shortest-by-letters-not-by-folders"),
        pytest.param(MORE, "Note", "s.md", "b/Note.md", id="shortest"),
        pytest.param(MORE, "b/Note", "a/b/s.md", "b/Note.md", id="exact-path-before-suffix"),
        pytest.param(DEEP, "b/Note", "s.md", "a/b/Note.md", id="suffix"),
        pytest.param(("y.md", "a/z.md"), "../y", "a/x.md", "y.md", id="parent"),
        pytest.param(("T.md", "a/T.md"), "./T", "a/s.md", "a/T.md", id="this-folder"),
        pytest.param(("T.md", "a/T.md"), "./T", "other/s.md", None, id="this-folder-strict"),
        pytest.param(("a/T.md",), "/a/T", "b/s.md", "a/T.md", id="root"),
        pytest.param(("a/T.md",), "/T", "a/s.md", None, id="root-strict"),
        pytest.param(("Log.md",), "LOG", "s.md", "Log.md", id="case"),
        pytest.param(("Ext.md",), "Ext.MD", "s.md", "Ext.md", id="case-of-the-ending"),
        pytest.param(("a/data.csv",), "data.csv", "s.md", "a/data.csv", id="another-file"),
        pytest.param(("Figure 1.png",), "Figure 1", "s.md", None, id="another-file-needs-ending"),
    ],
)
def test_a_link_leads_where_obsidian_leads(
    paths: tuple[str, ...], text: str, source: str, expected: str | None
) -> None:
    assert found(paths, text, source) == expected


@pytest.mark.parametrize(
    ("paths", "text", "source", "expected"),
    [
        pytest.param(("bb/T.md", "aa/T.md"), "T", "s.md", "aa/T.md", id="the-first-of-equals"),
        pytest.param(("projects/N.md", "z/N.md"), "N", "proj/s.md", "z/N.md", id="whole-folders"),
        pytest.param(("x/glossary/i.md",), "ary/i", "s.md", None, id="whole-steps"),
        pytest.param(("v1.2 notes.md",), "v1.2 notes", "s.md", "v1.2 notes.md", id="dots"),
        pytest.param(("a.md.md",), "a.md", "s.md", "a.md.md", id="a-name-with-two-endings"),
        pytest.param(("a.md.md", "b/a.md"), "a.md", "s.md", "b/a.md", id="the-ending-first"),
        pytest.param(("LICENSE", "x/LICENSE.md"), "LICENSE", "s.md", "x/LICENSE.md", id="notes"),
        pytest.param(("LICENSE",), "LICENSE", "s.md", "LICENSE", id="a-file-without-ending"),
        pytest.param(("N/x.md", "N.md"), "N", "s.md", "N.md", id="a-folder-named-like-a-note"),
        pytest.param(("N/x.md",), "N", "s.md", None, id="a-folder-is-no-note"),
        pytest.param(("N.md",), "N/", "s.md", None, id="a-folder-is-no-note-2"),
        pytest.param(("y.md",), "../y", "s.md", None, id="out-of-the-vault"),
        pytest.param(("y.md",), "a/../../y", "s.md", None, id="out-of-the-vault-2"),
        pytest.param(("y.md",), "..", "a/b/s.md", None, id="a-folder"),
        pytest.param(("y.md",), ".", "s.md", None, id="the-root"),
        pytest.param(("y.md",), "a/.././/y", "s.md", "y.md", id="steps-that-go-nowhere"),
        pytest.param(("a/b/y.md",), "b/y.md", "a/s.md", "a/b/y.md", id="relative-without-a-dot"),
        pytest.param(("a\u00a0b.md",), "a b", "s.md", "a\u00a0b.md", id="no-break-space"),
        pytest.param(("a b.md",), "a\u202fb", "s.md", "a b.md", id="narrow-no-break-space"),
        pytest.param(("Stra\u00dfe.md",), "STRASSE", "s.md", "Stra\u00dfe.md", id="sharp-s"),
        pytest.param(("Stra\u00dfe.md", "Strasse.md"), "stra\u00dfe", "s.md", "Stra\u00dfe.md"),
        pytest.param(("N.md", "n.md"), "n", "s.md", "n.md", id="as-spelled"),
        pytest.param(("\u00e9.md", "e\u0301.md"), "e\u0301", "s.md", "e\u0301.md", id="as-coded"),
        pytest.param(("y.md",), "", "a/s.md", "a/s.md", id="the-note-itself"),
    ],
)
def test_a_link_where_obsidian_leaves_it_open_or_is_wrong(
    paths: tuple[str, ...], text: str, source: str, expected: str | None
) -> None:
    assert found(paths, text, source) == expected


def test_a_missing_note_has_no_path() -> None:
    assert Resolver([]).resolve(link("Nowhere#Part"), "s.md") == MISSING


def test_an_alias_counts_where_no_file_fits() -> None:
    notes = [
        Entry("b.md", aliases=("OPS", "Taken")),
        Entry("a.md", aliases=("Two  Words", "Č/P", "ops")),
        Entry("Taken.md"),
    ]
    vault = Resolver(notes)
    expected = {"OPS": "a.md", "two words": "a.md", "č/p": "a.md", "Taken": "Taken.md"}
    assert {name: vault.resolve(link(name), "s.md").path for name in expected} == expected


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("#Setup", 2, id="the-first-of-equals"),
        pytest.param("#setup", 2, id="case"),
        pytest.param("n#  SETUP ", 2, id="white-space"),
        pytest.param("#Guide#Setup", 2, id="nested"),
        pytest.param("#Reference#Setup", 5, id="nested-in-another"),
        pytest.param("#Reference#Linux", 6, id="a-level-left-out"),
        pytest.param("#Reference#Setup#Linux", 6, id="three-levels"),
        pytest.param("#Setup#Reference", None, id="the-wrong-order"),
        pytest.param("#Guide#Linux", None, id="below-another"),
        pytest.param("#band 3 6 vs 6 1", 3, id="punctuation"),
        pytest.param("#band 3.6 vs. 6.1!", 3, id="other-punctuation"),
        pytest.param("#band 36 vs 61", None, id="punctuation-separates"),
        pytest.param("#it's-so", 7, id="apostrophe-and-hyphen-count"),
        pytest.param("#its so", None, id="apostrophe-and-hyphen-count-2"),
        pytest.param("#caf\u00e9", 8, id="normalisation"),
        pytest.param("#C", 9, id="two-that-differ-in-punctuation-alone"),
        pytest.param("#nowhere", None, id="missing"),
    ],
)
def test_a_heading_is_compared_as_obsidian_compares(text: str, line: int | None) -> None:
    note = headed(
        "# Guide",
        "## Setup",
        "## band 3.6 vs 6.1",
        "# Reference",
        "## Setup",
        "### Linux",
        "# It's-so",
        "# Cafe\u0301",
        "# C++",
        "# C#",
    )
    assert line_of(note, text) == line


@pytest.mark.parametrize("heading", ["#", "!?", " "])
def test_a_heading_without_words_is_the_whole_note(heading: str) -> None:
    resolution = Resolver([entry_of(headed("# A"))]).resolve(
        Link("n", heading, None, None, embed=False, line=1), "s.md"
    )
    assert resolution == Resolution(Status.RESOLVED, "n.md")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("#Meeting with Anna about budget", 4, id="as-read"),
        pytest.param("#Meeting with Anna N Anna about budget https x org", 4, id="as-written"),
        pytest.param("#Meeting with Anna N about budget", None, id="as-neither"),
    ],
)
def test_a_heading_with_markup_is_found_as_read_and_as_written(text: str, line: int | None) -> None:
    written = "## Meeting with [[Anna N|Anna]] about [budget](https://x.org)"
    block = Block("heading", 4, 4, written)
    note = Note("n.md", "n", (Section(("Meeting with Anna about budget",), (block,)),))
    assert line_of(note, text) == line


def test_sections_without_a_heading_of_their_own_lead_nowhere_or_to_their_first_line() -> None:
    text = Block("paragraph", 3, 5, "Words.")
    note = Note("n.md", "n", (Section((), (text,)), Section(("H",), ()), Section(("K",), (text,))))
    assert [line_of(note, f"#{name}") for name in ("Words", "H", "K")] == [None, None, 3]


def test_a_block_is_found_whatever_the_case_of_its_id() -> None:
    anchors = (Anchor("Quote-1", 3, "q"), Anchor("quote-1", 9, "later"))
    note = Note("n.md", "n", (), anchors=anchors)
    assert line_of(note, "#^quote-1") == 3
    assert line_of(note, "n#^QUOTE-1") == 3
    broken = Resolver([entry_of(note)]).resolve(link("n#^none"), "s.md")
    assert broken == Resolution(Status.MISSING_BLOCK, "n.md")


def test_a_missing_heading_still_tells_the_note() -> None:
    broken = Resolver([entry_of(headed("# A"))]).resolve(link("n#B"), "s.md")
    assert broken == Resolution(Status.MISSING_HEADING, "n.md")


@pytest.mark.parametrize("text", ["doc.pdf#page=3", "map.canvas#node", "doc.pdf#^b", "gone#Part"])
def test_a_part_of_what_is_no_note_or_was_not_read_is_the_file(text: str) -> None:
    notes = [Entry("doc.pdf"), Entry("map.canvas")]
    resolution = Resolver(notes, ["gone.md"]).resolve(link(text), "s.md")
    assert resolution.status is Status.RESOLVED
    assert resolution.line is None


def test_the_links_of_a_vault_as_read() -> None:
    texts = {
        "linker.md": "[[OPS]] [[BOILER Service]] [[Příliš]] [up](sub/My%20note.md#kap.ctyri)\n",
        "Obecné postupy.md": "---\naliases: [OPS]\n---\nPostupy.\n",
        "Boiler service.md": "Boiler.\n",
        unicodedata.normalize("NFD", "Příliš.md"): "Obsah.\n",
        "sub/My note.md": "Text.\n\n## kap.ctyri\n\n[[#GPS INS Fusion]]\n\n# GPS/INS Fusion\n",
    }
    notes = [MarkdownReader().read(path, Extract(text)) for path, text in texts.items()]
    vault = Resolver(map(entry_of, notes))
    results = [vault.resolve(each, note.path) for note in notes for each in note.links]
    assert [(each.path, each.line) for each in results] == [
        ("Obecné postupy.md", None),
        ("Boiler service.md", None),
        (unicodedata.normalize("NFD", "Příliš.md"), None),
        ("sub/My note.md", 3),
        ("sub/My note.md", 7),
    ]


STEPS = st.builds(
    str.__add__, st.sampled_from("abAz\u00e9\u017d"), st.text("aB .-\u00df\u0301\u00a0", max_size=3)
)
PATHS = st.lists(STEPS, min_size=1, max_size=3).map(lambda steps: "/".join(steps) + ".md")
VAULTS = st.lists(PATHS, min_size=1, max_size=8, unique=True)


def folded(text: str) -> str:
    spaced = text.replace("\u00a0", " ")
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", spaced).casefold())


@given(VAULTS, PATHS)
def test_every_note_is_found_by_its_full_path(paths: list[str], source: str) -> None:
    assert [found(paths, path, source) for path in paths] == paths


@given(VAULTS, PATHS)
def test_a_note_of_a_unique_name_is_found_by_it(paths: list[str], source: str) -> None:
    names = [folded(path.rpartition("/")[2]) for path in paths]
    for path, name in zip(paths, names, strict=True):
        written = path.rpartition("/")[2].removesuffix(".md")
        if names.count(name) == 1 and folded(written) not in names:
            nfc, nfd = (unicodedata.normalize(form, written) for form in ("NFC", "NFD"))
            forms = (written, written.upper(), written.lower(), nfc, nfd)
            assert {found(paths, form, source) for form in forms} == {path}


@given(VAULTS, PATHS, PATHS, st.randoms(use_true_random=False))
def test_the_order_of_the_notes_makes_no_difference(
    paths: list[str], target: str, source: str, random: random.Random
) -> None:
    notes = [Entry(path, aliases=("Same", target[::-1])) for path in paths]
    other = random.sample(notes, len(notes))
    for text in (target, target.rpartition("/")[2].removesuffix(".md"), target[::-1], "same"):
        one, two = (Resolver(order).resolve(link(text), source) for order in (notes, other))
        assert one == two


@given(VAULTS, PATHS, PATHS, st.sampled_from(["qqq", "a/qqq", "qqq/a.b/qqq"]))
def test_renaming_another_note_makes_no_difference(
    paths: list[str], target: str, source: str, name: str
) -> None:
    before = found([*paths, "www.md"], target, source)
    assert found([*paths, f"{name}.md"], target, source) == before


def test_a_pile_of_signs_takes_no_time() -> None:
    piled = "a" + "\u0301\u0327" * 200_000
    start = time.process_time()
    vault = Resolver([entry_of(headed(f"# {piled}"))], [f"{piled}.png", f"{piled.upper()}.png"])
    assert vault.resolve(link(f"#{piled}"), "n.md").line == 1
    assert vault.resolve(link(f"{piled}.png"), "n.md").path == f"{piled}.png"
    assert time.process_time() - start < 2


ANY = st.text(st.characters(exclude_categories=())) | st.text("./#^aN |\\\0\u0301")


@given(ANY, st.none() | ANY, st.none() | ANY, PATHS)
def test_no_link_is_too_strange(
    target: str, heading: str | None, block: str | None, source: str
) -> None:
    paths = ["N.md", "a/N.md", "a/a.png"]
    strange = Link(target, heading, block, None, embed=False, line=1)
    vault = Resolver([entry_of(headed("# A", "## N"))], paths)
    assert vault.resolve(strange, source).path in {None, source, "n.md", *paths}

from __future__ import annotations

import html
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.contract import ReaderContract, check_lines
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.bookmarks import BookmarksReader
from vaultbrain.records import Mark

if TYPE_CHECKING:
    from vaultbrain.records import Note

HEAD = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n"
GOOD = f"""{HEAD}<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>

<DL><p>
    <DT><A HREF="https://a.example/?x=1&amp;y=2" ADD_DATE="1700000000" TAGS="home,heat pump"
        ICON="data:image/png;base64,AAAA">Pumps &amp; tanks</A>
    <DD>All about <b>tanks</b>, see <a href="https://b.example">this page</a>
second line<br>third line
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Toolbar</H3>
    <DD>What I need daily
    <DL><p>
        <DT><H3>Inner</H3>
        <DL><p>
            <DT><A HREF="https://inner.example">Inner one</A>
        </DL><p>
        <HR>
        <DT><A HREF="https://bar.example"></A>
    </DL><p>
    <DT><A HREF="https://last.example" ADD_DATE="0">Last</A>
</DL>
"""


def extracted(body: str) -> str:
    return BookmarksReader().extract("b.html", (HEAD + body).encode()).text


def read(body: str) -> Note:
    extract = BookmarksReader().extract("b.html", (HEAD + body).encode())
    note = BookmarksReader().read("b.html", extract)
    check_lines(extract, note)
    return note


class TestContract(ReaderContract):
    path = "exports/bookmarks.html"
    words = ("Pumps & tanks", "https://a.example/?x=1&y=2", "tanks, see this page", "Toolbar")

    def reader(self) -> BookmarksReader:
        return BookmarksReader()

    def good(self) -> bytes:
        return GOOD.encode()

    def test_folders_are_headings_and_bookmarks_paragraphs(self) -> None:
        extract, note = self.both(self.good())
        assert extract.text.split("\n") == [
            "Pumps & tanks — https://a.example/?x=1&y=2",
            "2023-11-14 #home #heat-pump",
            "All about tanks, see this page",
            "second line",
            "third line",
            "",
            "Last — https://last.example",
            "",
            "Toolbar",
            "",
            "What I need daily",
            "",
            "https://bar.example",
            "",
            "Inner",
            "",
            "Inner one — https://inner.example",
            "",
        ]
        assert extract.marks == (Mark(9, "folder 1", 1), Mark(15, "folder 2", 2))
        assert extract.problems == ()
        assert note.title == "bookmarks"
        assert note.tags == ("home", "heat-pump")
        assert [(at.heading, len(at.blocks)) for at in note.sections] == [
            ((), 2),
            (("Toolbar",), 3),
            (("Toolbar", "Inner"), 2),
        ]


@pytest.mark.parametrize(
    "page",
    ["", "<!DOCTYPE html><title>A page</title><dl><dt><a href='x'>y</a></dl>", "words", "<dl>"],
)
def test_a_page_of_another_kind_is_refused_by_name(page: str) -> None:
    with pytest.raises(NoteUnreadable, match=r"page\.html is no file of exported bookmarks"):
        BookmarksReader().extract("page.html", page.encode())


@pytest.mark.parametrize("start", ["\ufeff", "\n\n", "\ufeff<!doctype netscape-BOOKMARK-file-1 >"])
def test_the_kind_is_told_by_its_declaration(start: str) -> None:
    raw = (start + HEAD + "<DT><A HREF='h:x'>t</A>").encode()
    assert BookmarksReader().extract("b.html", raw).text == "t — h:x\n"


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("https://x.example", "t — https://x.example"),
        (" https://x.example/a b\n c ", "t — https://x.example/a%20b%20c"),
        ("javascript:alert(1)", "t"),
        (" \x01java\nscript&#58;alert(1)", "t"),
        ("DATA:text/html,x", "t"),
        ("place:sort=8&maxResults=10", "t"),
        ("", "t"),
    ],
)
def test_addresses_are_kept_unless_they_are_programs_or_data(written: str, line: str) -> None:
    assert extracted(f'<DT><A HREF="{written}">t</A>') == f"{line}\n"


def test_what_has_neither_title_nor_address_is_nothing() -> None:
    assert extracted("<DT><A HREF='data:x' TAGS='a' ADD_DATE='1700000000'> </A><DT><A>") == ""


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("1700000000", "2023-11-14"),
        ("1700000000123", "2023-11-14"),
        ("1700000000123456", "2023-11-14"),
        ("13344473600000000", ""),
        ("0", ""),
        ("-1", ""),
        ("2023-11-14", ""),
        ("१७", ""),
        ("9" * 10_000, ""),
    ],
)
def test_days_are_told_whatever_the_unit(time: str, day: str) -> None:
    assert extracted(f'<DT><A HREF="h:x" ADD_DATE="{time}">t</A>').split("\n")[1] == day


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("a, b c ,,#d,a", ("a", "b-c", "d")),
        ("2024,c++,é/ü", ("2024", "c++", "é/ü")),
        ("# , #", ()),
    ],
)
def test_tags_are_words_of_the_text(written: str, tags: tuple[str, ...]) -> None:
    assert read(f'<DT><A HREF="h:x" TAGS="{written}">t</A><DD>about #issue').tags == tags


def test_the_gate_has_the_last_word_on_tags() -> None:
    extract = BookmarksReader().extract(
        "b.html", (HEAD + '<DT><A HREF="h:x" TAGS="secret">t</A>').encode()
    )
    cleaned = type(extract)("t — h:x\n[redacted:password]\n", extract.marks)
    assert BookmarksReader().read("b.html", cleaned).tags == ()


def test_a_folder_without_a_name_is_called_by_its_number() -> None:
    note = read("<DL><DT><H3> </H3><DL><DT><A HREF='h:x'>t</A></DL></DL>")
    assert [at.heading for at in note.sections] == [("folder 1",)]


def test_an_empty_folder_takes_nothing_of_the_next_list() -> None:
    note = read(
        "<DL><DT><H3>Empty</H3><DT><A HREF='h:x'>t</A>"
        "<DL><DT><A HREF='h:y'>u</A></DL><DT><A HREF='h:z'>v</A></DL>"
    )
    assert [(at.heading, [b.text for b in at.blocks]) for at in note.sections] == [
        ((), ["t — h:x", "u — h:y", "v — h:z"]),
        (("Empty",), ["Empty"]),
    ]


def test_folders_beyond_the_sixth_stay_at_the_sixth_level() -> None:
    opened = "".join(f"<DT><H3>F{n}</H3><DL>" for n in range(1, 9))
    note = read(f"<DL>{opened}<DT><A HREF='h:x'>t</A>{'</DL>' * 9}")
    assert [mark.level for mark in note.marks] == [1, 2, 3, 4, 5, 6, 6, 6]
    assert note.sections[-1].heading == ("F1", "F2", "F3", "F4", "F5", "F8")
    assert note.problems == ()


def test_lists_may_be_closed_too_often_or_never_named() -> None:
    assert read("</DL></DL><DT><H3>F</H3><DL><DT><A HREF='h:x'>t</A></DL></DL>").problems == ()
    assert extracted("<DD>words about the file<br></a></h3>more<br>") == (
        "words about the file\nmore\n"
    )
    assert extracted("<br>not told<H3>no item</H3><A HREF='h:x'>no item</A>") == ""


@pytest.mark.parametrize("rest", ["<DL>", "<DT><A HREF='h:y", "<!-- open", "<script>open"])
def test_a_file_that_ends_too_early_is_read_up_to_there_and_said(rest: str) -> None:
    note = read(f"<DT><A HREF='h:x'>t</A>{rest}")
    assert note.problems == ("ends in the middle of a folder or tag; what stands before was read",)
    assert note.sections[0].blocks[0].text == "t — h:x"


def test_a_tag_that_makes_no_sense_ends_the_reading_and_is_said() -> None:
    note = read("<DT><A HREF='h:x'>t</A><![x[<DT><A HREF='h:y'>u</A>")
    assert note.problems in (
        ("holds a tag that cannot be read; what stands before was read",),
        (),  # newer versions of the library take it for a comment
    )
    assert note.sections[0].blocks[0].text == "t — h:x"


@pytest.mark.parametrize(
    "body",
    [
        "<DL><DT><A HREF='h:x'>t" * 40_000,
        "<DL><DT><H3>t" * 30_000,
        f"<DT><A HREF='h:{'x' * 1_000_000}' ICON='{'x' * 1_000_000}'>t</A>",
        "<a " * 300_000,
        "<DT><A b='" * 100_000,
        "<!--" * 200_000,
        "</a " * 200_000,
        "<?" * 300_000,
        "<" * 200_000,
        "&" * 1_000_000,
    ],
    ids=lambda body: body[:12],
)
def test_time_is_linear_whatever_is_open(body: str) -> None:
    before = time.process_time()
    extracted(body)
    assert time.process_time() - before < 4


class Item(NamedTuple):
    title: str
    host: str
    inside: list[Item] | None


WORDS = st.text(alphabet="ab<&;'\"é>#", min_size=1, max_size=6)
ITEMS = st.recursive(
    st.builds(Item, WORDS, WORDS, st.none()),
    lambda inner: st.builds(Item, WORDS, WORDS, st.lists(inner, max_size=3)),
    max_leaves=12,
)


def written(items: list[Item]) -> str:
    parts = []
    for item in items:
        title = html.escape(item.title)
        if item.inside is None:
            parts.append(f'<DT><A HREF="https://{html.escape(item.host)}">{title}</A>\n')
        else:
            parts.append(f"<DT><H3>{title}</H3>\n{written(item.inside)}")
    return f"<DL><p>\n{''.join(parts)}</DL><p>\n"


def expected(items: list[Item], around: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """Bookmarks with the folders around them, those of a folder before those of the next."""
    told = [(around[:6], f"{at.title} — https://{at.host}") for at in items if at.inside is None]
    for at in items:
        if at.inside is not None:
            told += expected(at.inside, (*around[:5], at.title))
    return told


@given(st.lists(ITEMS, max_size=4))
def test_every_bookmark_is_found_below_its_folders(items: list[Item]) -> None:
    note = read(written(items))
    found = [
        (at.heading, block.text)
        for at in note.sections
        for block in at.blocks
        if block.kind != "heading"
    ]
    assert found == expected(items)
    assert note.problems == ()


def test_programs_within_names_and_descriptions_are_no_text() -> None:
    assert (
        extracted(
            "<DT><A HREF='h:x'>t<script>no()</script> u</A><DD>v <style>no{}</style>w"
            "<DT><A HREF='h:y'>s</A>"
        )
        == "t u — h:x\nv w\n\ns — h:y\n"
    )

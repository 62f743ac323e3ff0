from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.contract import ReaderContract
from tests.reading.pdfs import assemble, pdf, stream
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading import pdf as module
from vaultbrain.reading.pdf import PdfReader, clean
from vaultbrain.records import Mark

if TYPE_CHECKING:
    from vaultbrain.reading.base import Extract


def taken(raw: bytes) -> Extract:
    return PdfReader().extract("books/a.pdf", raw)


def refused(raw: bytes) -> str:
    with pytest.raises(NoteUnreadable) as caught:
        taken(raw)
    return caught.value.message


class TestPdfReader(ReaderContract):
    path = "books/Manual of bees.pdf"
    words = ("Příliš žluťoučký", "日本語の文章", "swarm", "Feeding")

    def reader(self) -> PdfReader:
        return PdfReader()

    def good(self) -> bytes:
        return pdf(
            ["Příliš žluťoučký kůň\n日本語の文章です。", "", "Feeding\nA swarm in May"],
            outline=[(1, "Feeding", 3)],
        )

    def test_a_note_is_called_as_its_file(self) -> None:
        _, note = self.both(self.good())
        assert note.title == "Manual of bees"
        assert note.marks == (Mark(1, "p. 1"), Mark(4, "p. 3", 1))
        assert note.sections[1].heading == ("Feeding",)
        assert note.problems == ("has pages without text, 1 of 3; a scan needs OCR",)


def test_lines_of_a_page_may_end_inside_of_words() -> None:
    assert taken(pdf(["one"])).wrapped


def test_the_pages_and_where_they_begin() -> None:
    found = taken(pdf(["one\ntwo", "three", "four"]))
    assert found.text == "one\ntwo\n\nthree\n\nfour"
    assert found.marks == (Mark(1, "p. 1"), Mark(4, "p. 2"), Mark(6, "p. 3"))
    assert found.problems == ()


@pytest.mark.parametrize(
    "line",
    [
        "Příliš žluťoučký kůň úpěl ďábelské ódy",
        "日本語の文章です。中文段落。한국어 문장",
        "Съешь же ещё этих мягких французских булок",
        "smile 😀 end",
    ],
)
def test_scripts(line: str) -> None:
    assert taken(pdf([line])).text == line


def test_ligatures_are_letters() -> None:
    assert taken(pdf(["ﬁnd the oﬃce ﬂoor"])).text == "find the office floor"


def test_torn_words_are_put_together_on_the_line_where_they_began() -> None:
    assert taken(pdf(["an exam-\nple of it\nand more"])).text == "an example\nof it\nand more"


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("exam\ufffeple of", "example\nof"),
        ("exam\x02ple", "example"),
        ("exam-\r\nple\r\nof", "example\nof"),
        ("exam\xad\nple", "example"),
        ("ex\xadam\xadple", "example"),
        ("in\ufffeter\ufffenal affairs", "internal\naffairs"),
        ("Jean\ufffeLuc", "Jean-\nLuc"),
        ("Jean-\nLuc", "Jean-\nLuc"),
        ("2019\ufffe2020", "2019-\n2020"),
        ("a -\nb", "a -\nb"),
        ("bell\x07 and\x00 feed\x0c", "bell and feed"),
        ("trailing  \nspace\t\n\n", "trailing\nspace"),
        ("old\rmac", "old\nmac"),
    ],
)
def test_clean(given: str, wanted: str) -> None:
    assert clean(given) == wanted


@given(st.text(alphabet="ab-\n\r\ufffe\xad\x00 B1", max_size=80))
def test_cleaning_keeps_the_letters_in_their_order(text: str) -> None:
    cleaned = clean(text)
    assert [one for one in cleaned if one.isalnum()] == [one for one in text if one.isalnum()]
    assert not set(cleaned) & set("\r\x00\ufffe\xad")


def test_cleaning_takes_time_in_proportion() -> None:
    started = time.process_time()
    clean("a-\n" * 300_000 + "-" * 300_000 + "\ufffe" * 300_000 + "a\ufffe" * 300_000)
    assert time.process_time() - started < 5


def test_an_outline_makes_headings_of_the_lines_it_names() -> None:
    pages = ["Chapter  One\n1.1 The Hive\nbees", "The hive\nhoney"]
    outline = [
        (1, "chapter one", 1),
        (2, "The hive", 1),
        (2, "not on the page", 1),
        (1, "", 2),
    ]
    assert taken(pdf(pages, outline=outline)).marks == (
        Mark(1, "p. 1", 1),
        Mark(2, "p. 1", 2),
        Mark(5, "p. 2"),
    )


def test_an_outline_that_leads_nowhere_or_cannot_be_read_is_passed_over() -> None:
    raw = pdf(["first\nsecond"], outline=[(1, "first", 1), (1, "second", 1)])
    nowhere = raw.replace(b"/Dest [8 0 R /Fit]", b"/Nest [8 0 R /Fit]", 1)
    assert taken(nowhere).marks == (Mark(1, "p. 1"), Mark(2, "p. 1", 1))
    half = raw.replace(
        b"<feff" + "first".encode("utf-16-be").hex().encode(), b"<feff" + b"d800" * 5
    )
    assert taken(half).marks == (Mark(1, "p. 1"), Mark(2, "p. 1", 1))


def test_a_document_that_opens_without_a_password_is_read() -> None:
    assert taken(pdf(["plain to see"], password="")).text == "plain to see"


def test_a_locked_document_is_refused() -> None:
    said = refused(pdf(["nothing to see"], password="geheim"))
    assert said.startswith("books/a.pdf is locked with a password")


def test_an_unknown_encryption_is_refused() -> None:
    raw = pdf(["nothing to see"], password="").replace(b"/Filter /Standard", b"/Filter /Unknown1")
    assert refused(raw).startswith("books/a.pdf is encrypted in a way")


@pytest.mark.parametrize("raw", [b"", b"%PDF-1.7", b"GIF89a", pdf([])])
def test_what_is_no_document_is_refused(raw: bytes) -> None:
    assert refused(raw).startswith("books/a.pdf is damaged or no PDF")


def test_a_refusal_does_not_depend_on_the_file_before() -> None:
    refused(pdf(["nothing to see"], password="geheim"))
    assert refused(pdf([])).startswith("books/a.pdf is damaged or no PDF")


def test_a_scan_is_refused_with_what_to_do() -> None:
    said = refused(pdf(["", ""]))
    assert said.startswith("books/a.pdf is a scan")
    assert "ocrmypdf" in said


def test_damaged_pages_are_counted() -> None:
    raw = pdf(["one", "two"]).replace(b"10 0 obj\n<< /Type /Page ", b"10 0 obj\n<< /Type /Pxxx ")
    found = taken(raw)
    assert found.text == "one"
    assert found.problems == ("has damaged pages, 1 of 2; they are not searched",)


def test_a_document_of_damaged_pages_alone_is_refused() -> None:
    raw = pdf(["one"]).replace(b"8 0 obj\n<< /Type /Page ", b"8 0 obj\n<< /Type /Pxxx ")
    assert refused(raw).startswith("books/a.pdf is damaged: no page")


def test_too_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAGES", 2)
    found = taken(pdf(["one", "two", "three"]))
    assert found.text == "one\n\ntwo"
    assert found.problems == ("has 3 pages; only the first 2 are searched",)


def test_too_much_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CHARACTERS", 8)
    found = taken(pdf(["abcde", "fghij", "klmno"]))
    assert found.text == "abcde"
    assert found.problems == ("holds more text than the first 8 characters, which are searched",)
    assert taken(pdf(["abc\ndefghi"])).text == "abc"
    exact = taken(pdf(["abcde", "fgh"]))
    assert exact.problems == ()
    spent = taken(pdf(["abcdefgh", "i"]))
    assert spent.text == "abcdefgh"
    assert len(spent.problems) == 1


def test_a_tree_of_pages_that_holds_itself_ends() -> None:
    raw = assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 100000 >>",
            3: stream(b""),
        }
    )
    assert "books/a.pdf" in refused(raw)

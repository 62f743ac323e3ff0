from __future__ import annotations

import fnmatch
from typing import TYPE_CHECKING

import pytest

from tests.reading.pdfs import pdf
from vaultbrain.config import DEFAULT_INCLUDE
from vaultbrain.errors import NoteChanging, NoteUnreadable
from vaultbrain.reading.apart import Apart
from vaultbrain.reading.base import Extract
from vaultbrain.reading.kinds import Kind, Readers, kinds
from vaultbrain.reading.plain import PlainReader

if TYPE_CHECKING:
    from collections.abc import Iterator

MIB = 1 << 20


@pytest.fixture
def readers() -> Iterator[Readers]:
    found = Readers(kinds())
    yield found
    found.close()


def test_no_ending_has_two_readers() -> None:
    suffixes = [suffix for kind in kinds() for suffix in kind.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)


def test_what_the_settings_include_has_a_reader(readers: Readers) -> None:
    for pattern in DEFAULT_INCLUDE:
        assert fnmatch.fnmatch(f"a{pattern[1:]}", pattern)
        assert readers.most_bytes(f"a{pattern[1:]}")


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("a.md", 8 * MIB),
        ("sub.d/A.MD", 8 * MIB),
        ("a.tar.canvas", 8 * MIB),
        ("a.pdf", 64 * MIB),
        ("a.png", 32 * MIB),
        ("a.py", 8 * MIB),
        ("a.psd", 0),
        ("md", 0),
        (".md", 0),
        ("a.md/b", 0),
    ],
)
def test_how_large_a_file_may_be(readers: Readers, path: str, most: int) -> None:
    assert readers.most_bytes(path) == most


def test_each_kind_is_read_by_its_reader(readers: Readers) -> None:
    canvas = b'{"nodes": [{"id": "a", "type": "text", "text": "zebra", "x": 0, "y": 0}]}'
    for path, raw, place in (
        ("a.md", b"# T\n\nzebra", ""),
        ("a.canvas", canvas, "card 1"),
        ("a.srt", b"1\n00:00:01,000 --> 00:00:02,000\nzebra\n", "00:00:01"),
        ("a.pdf", pdf(["zebra"]), "p. 1"),
    ):
        extract = readers.extract(path, raw)
        note = readers.read(path, extract)
        assert "zebra" in extract.text
        assert [mark.place for mark in note.marks][:1] == ([place] if place else [])


def test_text_is_composed(readers: Readers) -> None:
    assert readers.extract("a.md", "Kafe\u0301".encode()).text == "Kafé"
    assert readers.extract("a.md", "Kafé".encode()).text == "Kafé"


def test_of_an_unknown_kind_nothing_is_read(readers: Readers) -> None:
    with pytest.raises(NoteUnreadable, match=r"a\.psd is of a kind"):
        readers.extract("a.psd", b"x")
    with pytest.raises(NoteUnreadable, match=r"a\.psd is of a kind"):
        readers.read("a.psd", Extract("x"))


def test_closing_ends_what_runs_beside() -> None:
    apart = Apart("pdf", PlainReader())
    found = Readers([Kind((".pdf",), apart, MIB), Kind((".txt",), PlainReader(), MIB)])
    assert found.extract("a.pdf", pdf(["zebra"])).text.strip().startswith("zebra")
    found.close()
    with pytest.raises(NoteChanging):
        found.extract("a.pdf", pdf(["zebra"]))
    assert found.extract("a.txt", b"zebra").text == "zebra"

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.contract import ReaderContract, check_lines
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract
from vaultbrain.reading.chunk import chunk
from vaultbrain.reading.transcript import TranscriptReader

VTT = """\
WEBVTT - a talk
X-TIMESTAMP-MAP=LOCAL:00:00:00.000

STYLE
::cue { color: red }

REGION
id:fred

NOTE
of the editor

intro
00:01.000 --> 00:02.000 align:start position:0%
<v.loud Anna Nov\u00e1kov\u00e1>Hello &amp; <i>welcome</i></v>

NOTE between the cues

01:12:31.500 --> 01:12:33.000
<v Anna Nov\u00e1kov\u00e1>We begin.
<v Bob>At last.
"""
SRT = """\
1
00:00:01,000 --> 00:00:02,500
{\\an8}<i>Dobr\u00fd den,</i>
<font color="#fff">v\u00edtejte</font>

2
00:00:03,000 --> 00:00:04,000  X1:1 X2:2
Plain words, as they stand.
"""
ROLLING = """\
WEBVTT
Kind: captions

00:00:00.000 --> 00:00:02.000 align:start position:0%
_
hello<00:00:00.500><c> world</c>

00:00:02.000 --> 00:00:02.010 align:start position:0%
hello world
_

00:00:02.010 --> 00:00:04.000 align:start position:0%
hello world
this<00:00:02.500><c> is</c>

00:00:04.000 --> 00:00:04.010 align:start position:0%
this is
_

00:00:04.010 --> 00:00:06.000 align:start position:0%
this is
the end
""".replace("_", " ")


class TestWebVTT(ReaderContract):
    path = "talks/Talk.vtt"
    words = ("Hello & welcome", "We begin.", "At last.")

    def reader(self) -> TranscriptReader:
        return TranscriptReader()

    def good(self) -> bytes:
        return VTT.replace("\n", "\r\n").encode()


class TestSubRip(TestWebVTT):
    path = "Film.srt"
    words = ("Dobr\u00fd den", "v\u00edtejte", "Plain words")

    def good(self) -> bytes:
        return b"\xef\xbb\xbf" + SRT.encode()


def cues(text: str) -> list[tuple[int, int, str, str]]:
    """Lines, place and words of each block."""
    reader = TranscriptReader()
    extract = reader.extract("a.srt", text.encode())
    assert extract.text == text
    note = reader.read("a.srt", extract)
    assert note.marks == extract.marks
    check_lines(extract, note)
    blocks = [block for section in note.sections for block in section.blocks]
    assert [block.line_start for block in blocks] == [mark.line for mark in note.marks]
    return [
        (at.line_start, at.line_end, mark.place, at.text)
        for at, mark in zip(blocks, note.marks, strict=True)
    ]


def test_webvtt_is_read_without_its_settings_and_with_its_speakers() -> None:
    assert cues(VTT) == [
        (15, 15, "00:00:01", "Anna Nov\u00e1kov\u00e1: Hello & welcome"),
        (20, 21, "01:12:31", "We begin.\nBob: At last."),
    ]


def test_subrip_is_read_without_its_numbers_and_markup() -> None:
    assert cues(SRT) == [
        (3, 4, "00:00:01", "Dobr\u00fd den,\nv\u00edtejte"),
        (8, 8, "00:00:03", "Plain words, as they stand."),
    ]


def test_captions_that_roll_are_read_once() -> None:
    assert [(place, words) for _, _, place, words in cues(ROLLING)] == [
        ("00:00:00", "hello world"),
        ("00:00:02", "this is"),
        ("00:00:04", "the end"),
    ]


def test_two_speakers_on_one_line() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>Hi.</v> <v B>Yo.</v>\n<v B>So.\n<v >Nobody."
    assert [words for *_, words in cues(text)] == ["A: Hi. B: Yo.\nSo.\nNobody."]


def test_subrip_without_empty_lines_and_with_too_many() -> None:
    text = (
        "junk\n1\n00:00:01,000-->00:00:02,000\none\n2\n0:00:03.1 --> 0:00:04.0\ntwo\n\nmore of two"
        "\n\n3\n00:00:05 --> 00:00:06\n\n4\n00:00:07,000 --> 00:00:08,000\n42"
    )
    assert cues(text) == [
        (4, 4, "00:00:01", "one"),
        (7, 9, "00:00:03", "two\nmore of two"),
        (16, 16, "00:00:07", "42"),
    ]


def test_what_only_looks_like_markup_is_kept() -> None:
    words = "a <b and c> d &amp;lt; x < y &nosuchthing; AT&T <3 {curly} 1 --> 2  two  spaces"
    text = f"00:00:01,000 --> 00:00:02,000\n{words}\nas  it  is <3\n"
    found = cues(text)[0][3].split("\n")
    assert found[0] == "a d &lt; x < y &nosuchthing; AT&T <3 {curly} 1 --> 2 two spaces"
    assert found[1] == "as  it  is <3"


def test_entities_never_make_a_line() -> None:
    text = "00:00:01,000 --> 00:00:02,000\nab&NewLine;c&#13;d<br/>e&#0;&#x110000;&#xD800;\n"
    words = cues(text)[0][3]
    assert words.startswith("ab c d e")
    assert words.encode()


def test_a_passage_has_the_lines_of_the_file() -> None:
    note = TranscriptReader().read("a.srt", Extract(SRT))
    (found,) = chunk(note, lambda texts: [len(text) for text in texts])
    lines = SRT.split("\n")
    at = found.text.split("\n").index("Plain words, as they stand.") + found.line_start
    assert lines[at - 1] == "Plain words, as they stand."


@pytest.mark.parametrize(
    "raw", [b"", b"WEBVTT\n\n", b"only words", b"00:00:01,000 --> 00:00:02,000\n\n<i></i>\n"]
)
def test_a_file_without_a_cue_is_refused(raw: bytes) -> None:
    with pytest.raises(NoteUnreadable, match=r"a\.vtt holds no text with a time"):
        TranscriptReader().extract("a.vtt", raw)


PIECES = [
    "WEBVTT",
    "\n",
    "\n\n",
    "00:00:01,000 --> 00:00:02,000\n",
    "1:1-->1",
    "<v A>",
    "<v ",
    ">",
    "<i>",
    "{\\an8}",
    "{\\",
    "&NewLine;",
    "&#",
    "9",
    " ",
    "word",
    "NOTE",
    "\r",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_mixture_is_read_or_refused(text: str) -> None:
    reader = TranscriptReader()
    try:
        extract = reader.extract("a.vtt", text.encode())
    except NoteUnreadable:
        return
    check_lines(extract, reader.read("a.vtt", extract))

from __future__ import annotations

import codecs
import io
import os
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract
from vaultbrain.reading.text import Decoded, decode, extract_text

FFFD = "\N{REPLACEMENT CHARACTER}"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_mark_chooses_the_encoding_and_is_dropped(mark: bytes, encoding: str) -> None:
    decoded = decode(mark + "Žluť\r\nkůň\n".encode(encoding))
    assert decoded.text == "Žluť\nkůň\n"
    assert decoded.problems == ()


def test_an_empty_file_is_an_empty_text() -> None:
    assert decode(b"").text == ""


def test_invalid_bytes_are_shown_and_named() -> None:
    decoded = decode(b"a\xffb\n\xfe\n")
    assert decoded.text == f"a{FFFD}b\n{FFFD}\n"
    assert "UTF-8" in decoded.problems[0]


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF32_BE, "utf-32-be")],
)
def test_half_a_wide_character_is_shown_and_named(mark: bytes, encoding: str) -> None:
    decoded = decode(mark + "ab".encode(encoding) + b"c")
    assert decoded.text == f"ab{FFFD}"
    assert encoding.upper() in decoded.problems[0]


def test_nul_characters_are_shown_and_named() -> None:
    decoded = decode(b"a\0b")
    assert decoded.text == f"a{FFFD}b"
    assert "NUL" in decoded.problems[0]


def test_what_a_crash_wrote_over_costs_no_more_than_itself() -> None:
    decoded = decode(b"# A\ntext\n" + b"\0" * 4096)
    assert decoded == Decoded(
        "# A\ntext\n",
        ("ends in NUL characters, as a file may after a crash; they were left out",),
    )


def test_a_lone_carriage_return_ends_a_line_and_nothing_else_does() -> None:
    decoded = decode("a\rb\r\nc\r\r\nd\x0b\x0c\x85\u2028e".encode())
    assert decoded.text == "a\nb\nc\n\nd\x0b\x0c\x85\u2028e"


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [
        ("Příliš žluťoučký kůň úpěl ďábelské ódy.", "cp1250", "windows-1250"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy.", "iso8859-2", "ISO-8859-2"),
        ("„Ať žije svoboda,“ řekl – a odešel…", "cp1250", "windows-1250"),  # noqa: RUF001
        ("ŽIVOT JE KRÁTKÝ", "cp1250", "windows-1250"),
        ("Stretnutie o piatej, priniesť dôležité veci", "iso8859-2", "ISO-8859-2"),
        ("Zażółć gęślą jaźń i pójdź do domu", "cp1250", "windows-1250"),
        ("Árvíztűrő tükörfúrógép", "cp1250", "windows-1250"),
        ("Käse, Brötchen, Äpfel und Öl auf der Straße", "cp1252", "windows-1252"),
        ("Réunion à l’école avec François, où ça ?", "cp1252", "windows-1252"),  # noqa: RUF001
        ("Mañana por la mañana. ¿Qué más?", "latin-1", "windows-1252"),
        ("It’s £20 – nothing special, 25°C ± 2°", "cp1252", "windows-1252"),  # noqa: RUF001
    ],
)
def test_an_old_encoding_is_guessed_and_the_guess_is_told(text: str, codec: str, name: str) -> None:
    raw = f"# Notes\r\n\r\n{text}\r\n".encode(codec)
    decoded = decode(raw)
    assert decoded.text == f"# Notes\n\n{text}\n"
    assert decoded.problems == (
        f"is not UTF-8; it was read as {name}, which may be wrong; save it as UTF-8",
    )
    assert decoded.is_text


def test_an_old_encoding_is_guessed_behind_much_plain_text() -> None:
    text = "plain text\n" * 20_000 + "Příliš žluťoučký kůň"
    assert decode(text.encode("cp1250")).text == text


def test_one_old_line_in_utf8_does_not_cost_the_others() -> None:
    raw = "Příliš žluťoučký kůň\n".encode() + "čas\n".encode("cp1250") + b"after\n"
    assert decode(raw).text == f"Příliš žluťoučký kůň\n{FFFD}as\nafter\n"


def test_another_script_is_not_taken_for_latin() -> None:
    decoded = decode("日本語のノートです。今日は天気がいい。".encode("cp932"))
    assert FFFD in decoded.text
    assert decoded.is_text
    assert "UTF-8" in decoded.problems[0]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_is_known_without_its_mark(codec: str) -> None:
    decoded = decode("Schůzka s týmem\r\nv pátek\n".encode(codec))
    assert decoded.text == "Schůzka s týmem\nv pátek\n"
    assert decoded.is_text
    assert codec.upper() in decoded.problems[0]


def _zip() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.txt", "plain text")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (PNG, "PNG"),
        (PNG + bytes(range(256)) * 9, "PNG"),
        (_zip(), "ZIP"),
        (b"\x7fELF\x02\x01\x01" + bytes(57), "program"),
        (b"\0" * 300, "nothing but NUL"),
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8\0\0\0\0\0\0\0@", "binary data"),
        (b"\1\0\2\0\3\0\4\0" * 40, "binary data"),
        (codecs.BOM_UTF16_LE + b"\1\0\0\0\xff\xdf\0\0" * 40, "binary data"),
    ],
)
def test_what_is_no_text_is_refused_with_its_kind(raw: bytes, kind: str) -> None:
    assert not decode(raw).is_text
    with pytest.raises(NoteUnreadable) as caught:
        extract_text("folder/photo.md", raw)
    assert caught.value.message.startswith("folder/photo.md is no text (")
    assert kind in caught.value.message
    assert "not indexed" in caught.value.message


@pytest.mark.parametrize(
    "raw",
    [
        b"# hi\n\n\xff\xfe garbled MARKER\n",
        b"a note\n\0\nwith a stray NUL MARKER",
        b"\x1b[31mred\x1b[0m MARKER " * 50 + b"\xff",
        b"MARKER GIF89a and %PDF-1.7 and PK\x03\x04 are how files begin \xff",
        ("MARKER Příliš žluťoučký kůň\n" * 40).encode() + b"\0\0\x01" * 5,
    ],
)
def test_a_few_bad_bytes_do_not_make_a_note_unreadable(raw: bytes) -> None:
    extract = extract_text("a.md", raw)
    assert "MARKER" in extract.text
    assert extract.problems


def test_a_text_is_extracted_with_its_own_lines() -> None:
    assert extract_text("a.md", b"a\r\nb\n") == Extract("a\nb\n")


def test_noise_is_no_text() -> None:
    assert not decode(os.urandom(4096)).is_text


@given(st.binary() | st.lists(st.sampled_from([b"\r", b"\n", b"x", b"\xe9", b"\0"])).map(b"".join))
def test_lines_are_those_of_the_file(raw: bytes) -> None:
    raw = b"#\n#" + raw  # no mark, and no UTF-16
    lines = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    decoded = decode(raw)
    assert decoded.text.count("\n") + 1 == len(lines)
    assert "\r" not in decoded.text
    assert "\0" not in decoded.text
    if not any("read as" in problem for problem in decoded.problems):
        for line, raw_line in zip(decoded.text.split("\n"), lines, strict=True):
            shown = raw_line.decode("utf-8", "replace").replace("\0", FFFD)
            assert line == shown or line == shown.rstrip(FFFD)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\ufeff")))
def test_utf8_is_read_as_it_is(text: str) -> None:
    assert decode(text.encode()).text == text
    assert decode(text.encode()).problems == ()

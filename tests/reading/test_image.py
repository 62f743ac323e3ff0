from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.reading.contract import ReaderContract
from tests.reading.pictures import enormous, picture, png, with_iptc
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.image import ImageReader

if TYPE_CHECKING:
    from vaultbrain.records import Note

DESCRIPTION, MAKE, MODEL, ARTIST = 0x010E, 0x010F, 0x0110, 0x013B
TITLE, KEYWORDS = 0x9C9B, 0x9C9E
TAKEN, MAKER_NOTE, SERIAL, OWNER = 0x9003, 0x927C, 0xA431, 0xA430
PLACE = {1: "N", 2: (50.0, 5.0, 16.0), 3: "E", 4: (14.0, 25.0, 14.0), 29: "2019:09:09"}


def lines(path: str, raw: bytes) -> list[str]:
    return ImageReader().extract(path, raw).text.split("\n")


def note(path: str, raw: bytes) -> Note:
    reader = ImageReader()
    return reader.read(path, reader.extract(path, raw))


class TestImageReader(ReaderContract):
    path = "Photos/IMG_2034.jpg"
    words = ("Nikon", "the old bridge", "2024-05-01")

    def reader(self) -> ImageReader:
        return ImageReader()

    def good(self) -> bytes:
        fields = {MAKE: "Nikon", MODEL: "D750", DESCRIPTION: "the old bridge"}
        return picture("JPEG", fields, {TAKEN: "2024:05:01 10:22:33"})

    def test_what_is_told_of_a_photograph(self) -> None:
        extract, note = self.both(self.good())
        assert extract.text.split("\n") == [
            "IMG 2034",
            "",
            "Taken: 2024-05-01 10:22",
            "Camera: Nikon D750",
            "Description: the old bridge",
            "Size: 4 x 3 pixels",
        ]
        assert (note.title, note.date) == ("IMG_2034", "2024-05-01")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_every_kind_tells_the_day(kind: str) -> None:
    assert note("a.x", picture(kind, {}, {TAKEN: "2021:12:24 18:00:00"})).date == "2021-12-24"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "GIF"])
def test_every_kind_is_read_without_metadata(kind: str) -> None:
    assert lines("red-fox.x", picture(kind)) == ["red fox", "", "Size: 4 x 3 pixels"]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_no_place_no_person_no_number_of_the_camera_is_told(kind: str) -> None:
    raw = picture(
        kind,
        {MODEL: "Phone", ARTIST: "Jana Nova"},
        {MAKER_NOTE: b"made in secret", SERIAL: "SN123456", OWNER: "Jana Nova"},
        PLACE,
    )
    hidden = (b"Jana Nova", b"made in secret", b"SN123456", b"2019:09:09")
    assert [one for one in hidden if one not in raw] == []
    assert lines("a.x", raw) == ["a", "", "Camera: Phone", "Size: 4 x 3 pixels"]


@pytest.mark.parametrize(
    ("make", "model", "camera"),
    [
        ("Canon", "Canon EOS 5D", "Camera: Canon EOS 5D"),
        ("samsung", "SM-G991B", "Camera: samsung SM-G991B"),
        ("Agfa", "", "Camera: Agfa"),
        ("  ", " \0", "Size: 4 x 3 pixels"),
    ],
)
def test_the_camera(make: str, model: str, camera: str) -> None:
    assert lines("a.jpg", picture("JPEG", {MAKE: make, MODEL: model}))[2] == camera


@pytest.mark.parametrize("taken", ["", "    :  :     :  :  ", "2024:13:01 10:00:00", "0000:00:00"])
def test_a_day_that_never_was_is_not_told(taken: str) -> None:
    read = note("a.jpg", picture("JPEG", {}, {TAKEN: taken}))
    assert (read.date, len(read.sections[0].blocks)) == (None, 2)


def test_a_day_without_a_time() -> None:
    assert note("a.jpg", picture("JPEG", {}, {TAKEN: "2024-05-01"})).date == "2024-05-01"


def test_a_day_that_was_taken_out_is_not_told() -> None:
    reader = ImageReader()
    extract = reader.extract("a.jpg", picture("JPEG", {}, {TAKEN: "2024:05:01 10:00:00"}))
    cleaned = msgspec.structs.replace(extract, text=extract.text.replace("2024-05-01", "[day]"))
    assert reader.read("a.jpg", cleaned).date is None


def test_a_description_is_one_line_in_any_language() -> None:
    raw = picture("JPEG", {DESCRIPTION: "Žluťoučký\nkůň".encode()})
    assert lines("a.jpg", raw)[2] == "Description: Žluťoučký kůň"
    assert lines("a.jpg", picture("JPEG", {DESCRIPTION: b"Ca\xf1on"}))[2] == "Description: Cañon"


def test_what_windows_writes() -> None:
    fields = {
        TITLE: "Most v Písku\0".encode("utf-16-le"),
        KEYWORDS: "most;řeka\0".encode("utf-16-le"),
    }
    assert lines("a.jpg", picture("JPEG", fields))[2:4] == [
        "Title: Most v Písku",
        "Keywords: most, řeka",
    ]


def test_what_programs_for_photographs_write() -> None:
    raw = with_iptc(picture("JPEG"), (25, "řeka".encode()), (25, b"bridge"), (120, b"In spring"))
    assert lines("a.jpg", raw)[2:4] == ["Description: In spring", "Keywords: řeka, bridge"]
    one = with_iptc(picture("JPEG"), (25, b"bridge"), (80, b"Jana Nova"))
    assert lines("a.jpg", one)[2:4] == ["Keywords: bridge", "Size: 4 x 3 pixels"]


def test_what_programs_write_into_png() -> None:
    raw = png(Title="Plán \u65e5", Description="of the house", Author="Jana", Software="X")
    assert lines("a.png", raw)[2:] == [
        "Title: Plán \u65e5",
        "Description: of the house",
        "Size: 4 x 3 pixels",
    ]


def test_a_field_of_another_type_is_passed_over() -> None:
    assert lines("a.jpg", picture("JPEG", {TITLE: 5000}))[2:] == ["Size: 4 x 3 pixels"]


def test_the_words_of_a_name() -> None:
    assert lines("x/2024-05-01_Old_bridge.v2.jpg", picture("JPEG"))[0] == "2024 05 01 Old bridge v2"
    assert lines("x/___.jpg", picture("JPEG"))[0] == "___"


def test_of_a_heic_file_the_name_is_read() -> None:
    read = note("IMG_1.HEIC", b"\0\0\0\x18ftypheic")
    assert [block.text for block in read.sections[0].blocks] == ["IMG 1"]
    assert (read.date, read.problems) == (None, ())


@pytest.mark.parametrize("path", ["a.jpg", "a.heic"])
@pytest.mark.parametrize("raw", [b"", b"%PDF-1.7", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_picture_is_refused(path: str, raw: bytes) -> None:
    with pytest.raises(NoteUnreadable, match=f"^{path} is damaged or no picture"):
        ImageReader().extract(path, raw)


def test_of_an_enormous_picture_the_name_is_read() -> None:
    extract = ImageReader().extract("my-wall.png", enormous())
    assert extract.text == "my wall"
    assert extract.problems == ("claims to be of an enormous size; only its name is searched",)


def test_damaged_metadata_cost_the_metadata_alone() -> None:
    raw = picture("WEBP", {MODEL: "Phone"}).replace(b"MM\0*", b"MM\0!").replace(b"II*\0", b"II!\0")
    extract = ImageReader().extract("a.webp", raw)
    assert extract.text == "a\n\nSize: 4 x 3 pixels"
    assert extract.problems == ("holds damaged metadata; only its name and size are searched",)


def test_a_text_is_never_cut_for_half_a_secret_might_pass_the_gate() -> None:
    whole = "word " * 3_999 + "last"
    raw = png(Title=whole, Description=f"{whole} and more")
    assert lines("a.png", raw)[2:] == [f"Title: {whole}", "Size: 4 x 3 pixels"]

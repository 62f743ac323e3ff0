"""Pictures: the words of the name, when and with what it was taken, what was written about it.

Only the header is parsed, never a pixel. What may be told is listed here, field by field: no
place, no serial number, no notes of the camera's maker, no name of a person.
"""

from __future__ import annotations

import re
import warnings
from datetime import date
from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract, sections, stem
from vaultbrain.records import Note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Exif, Image

FORMATS = ("GIF", "JPEG", "PNG", "TIFF", "WEBP")
_UNPARSED = (".heic", ".heif")
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", *_UNPARSED)
# A longer text is left out as a whole, for half a secret might pass the gate.
_LONGEST = 20_000

_DESCRIPTION, _MAKE, _MODEL = 0x010E, 0x010F, 0x0110
_WINDOWS_TITLE, _WINDOWS_KEYWORDS = 0x9C9B, 0x9C9E
_DETAILS, _TAKEN = 0x8769, 0x9003
_IPTC_KEYWORDS, _IPTC_CAPTION = (2, 25), (2, 120)

_BETWEEN_WORDS = re.compile(r"[\s_.+-]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_WHEN = re.compile(r"(\d{4})[:-](\d\d)[:-](\d\d)(?:[ T](\d\d):(\d\d))?")
_DAY = re.compile(r"^Taken: (\d{4}-\d\d-\d\d)", re.MULTILINE)


class ImageReader:
    """Reads PNG, JPEG, WebP, GIF and TIFF; of HEIC files only the name.

    The parsers are C in part and may crash on a hostile file, so `extract` belongs into a process
    of its own.
    """

    def extract(self, path: str, raw: bytes) -> Extract:
        """The words of the name, and a line for each fact, as in `Taken: 2024-05-01 10:22`.

        Raises:
            NoteUnreadable: it is no picture of these kinds.
        """
        name = _BETWEEN_WORDS.sub(" ", stem(path)).strip() or stem(path)
        if PurePosixPath(path).suffix.lower() in _UNPARSED and raw[4:8] == b"ftyp":
            return Extract(name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            facts, problems = _facts(path, raw)
        lines = (f"{what}: {said}" for what, said in dict.fromkeys(facts))
        return Extract("\n".join([name, "", *lines]).rstrip("\n"), problems=problems)

    def read(self, path: str, extract: Extract) -> Note:
        """A note with the day on which the picture was taken."""
        found = _DAY.search(extract.text)
        return Note(
            path=path,
            title=stem(path),
            sections=sections(extract.text),
            problems=extract.problems,
            date=found[1] if found else None,
        )


def _facts(path: str, raw: bytes) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    from PIL import Image  # noqa: PLC0415 - only the process that parses needs it

    try:
        picture = Image.open(BytesIO(raw), formats=FORMATS)
    except Image.DecompressionBombError:
        return [], ("claims to be of an enormous size; only its name is searched",)
    except Exception:  # noqa: BLE001 - whatever a parser meets in foreign bytes
        raise NoteUnreadable(
            f"{path} is damaged or no picture, so only its name could be searched, and is not. If "
            "it opens elsewhere, save it anew; if it is no picture, give it its right ending."
        ) from None
    facts = [("Size", f"{picture.width} x {picture.height} pixels")]
    try:
        # Not the method of its class: that of PNG decodes the whole picture.
        facts = [*_from_exif(Image.Image.getexif(picture)), *_written_about(picture), *facts]
    except Exception:  # noqa: BLE001
        return facts, ("holds damaged metadata; only its name and size are searched",)
    return facts, ()


def _from_exif(exif: Exif) -> Iterator[tuple[str, str]]:
    if when := _when(_plain(exif.get_ifd(_DETAILS).get(_TAKEN))):
        yield "Taken", when
    make, model = _plain(exif.get(_MAKE)), _plain(exif.get(_MODEL))
    known = model.casefold().startswith(make.casefold())
    if camera := model if known else f"{make} {model}".strip():
        yield "Camera", camera
    for what, field in (("Title", _WINDOWS_TITLE), ("Keywords", _WINDOWS_KEYWORDS)):
        if said := _plain(exif.get(field), "utf-16-le"):
            yield what, said.replace(";", ", ")
    if said := _plain(exif.get(_DESCRIPTION)):
        yield "Description", said


def _written_about(picture: Image) -> Iterator[tuple[str, str]]:
    """What programs for photographs and for screenshots write: IPTC, and the text of PNG."""
    from PIL.ImageFile import ImageFile  # noqa: PLC0415
    from PIL.IptcImagePlugin import getiptcinfo  # noqa: PLC0415

    if picture.format == "PNG":
        for what in ("Title", "Description"):
            if said := _plain(picture.info.get(what)):
                yield what, said
    iptc = (getiptcinfo(picture) or {}) if isinstance(picture, ImageFile) else {}
    if said := _plain(iptc.get(_IPTC_CAPTION)):
        yield "Description", said
    words = iptc.get(_IPTC_KEYWORDS, [])
    if said := ", ".join(filter(None, map(_plain, words if isinstance(words, list) else [words]))):
        yield "Keywords", said


def _plain(value: object, encoding: str = "utf-8") -> str:
    """One line of text, or none if the field is something else."""
    if isinstance(value, str):
        value, encoding = _as_written(value), "utf-8"
    if not isinstance(value, bytes):
        return ""
    try:
        text = value.decode(encoding)
    except UnicodeDecodeError:
        text = value.decode("latin-1")
    said = " ".join(_CONTROL.sub(" ", text).split())
    return said if len(said) <= _LONGEST else ""


def _as_written(value: str) -> bytes:
    """Undo that Pillow takes all bytes for Latin-1; what programs write today is UTF-8."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("utf-8", errors="replace")


def _when(said: str) -> str:
    """Day and time in the international order, or nothing if there is no such day."""
    found = _WHEN.match(said)
    if not found:
        return ""
    year, month, day, hour, minute = found.groups()
    try:
        shown = date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return ""
    return f"{shown} {hour}:{minute}" if hour else shown

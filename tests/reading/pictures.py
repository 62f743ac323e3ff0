"""Small pictures with metadata, made by Pillow and by hand."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

if TYPE_CHECKING:
    from collections.abc import Mapping

DETAILS, PLACE, SOFTWARE = 0x8769, 0x8825, 0x0131


def picture(
    kind: str,
    fields: Mapping[int, Any] | None = None,
    details: Mapping[int, Any] | None = None,
    place: Mapping[int, Any] | None = None,
    **more: Any,  # noqa: ANN401 - what Pillow takes
) -> bytes:
    """A picture of 4 x 3 pixels with these EXIF fields, by their numbers."""
    exif = Image.Exif()
    exif[SOFTWARE] = "made by a test"
    exif.update(fields or {})
    for where, given in ((DETAILS, details), (PLACE, place)):
        if given:
            exif.get_ifd(where).update(given)
            exif[where] = 0  # or TIFF leaves it out
    if fields or details or place:
        more["exif"] = exif
    made = BytesIO()
    Image.new("RGB", (4, 3)).save(made, kind, **more)
    return made.getvalue()


def png(**texts: str) -> bytes:
    info = PngInfo()
    for name, said in texts.items():
        info.add_itxt(name, said)
    return picture("PNG", pnginfo=info)


def with_iptc(jpeg: bytes, *fields: tuple[int, bytes]) -> bytes:
    """A JPEG with what programs for photographs write: fields of record 2."""
    said = b"".join(
        struct.pack(">BBBH", 0x1C, 2, number, len(value)) + value for number, value in fields
    )
    said += b"\0" * (len(said) % 2)
    body = b"Photoshop 3.0\0" + b"8BIM" + struct.pack(">HHI", 0x0404, 0, len(said)) + said
    return jpeg[:2] + b"\xff\xed" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def enormous() -> bytes:
    """A PNG that says it is of 100,000 x 100,000 pixels."""
    plain = picture("PNG")
    size = struct.pack(">II", 100_000, 100_000)
    head = b"IHDR" + size + plain[24:29]
    return plain[:12] + head + struct.pack(">I", zlib.crc32(head)) + plain[33:]

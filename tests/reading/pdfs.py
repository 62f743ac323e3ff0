"""Small PDF files, written by hand: what a test needs and no more."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Outline = Sequence[tuple[int, str, int]]

_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
_ID = b"0123456789abcdef"


def pdf(pages: Sequence[str], *, outline: Outline = (), password: str | None = None) -> bytes:
    """A document whose pages show these lines, in any script.

    Args:
        pages: the text of each page; an empty one shows a picture of nothing.
        outline: entries in their order: level from 1, title, number of the page from 1.
        password: encrypts the document; an empty one opens without being asked for.
    """
    codes = {letter: code for code, letter in enumerate(sorted({*"".join(pages)} - {"\n"}), 1)}
    font, first = 3, 8
    kids = " ".join(f"{first + 2 * at} 0 R" for at in range(len(pages)))
    entry = first + 2 * len(pages)
    objects: dict[int, bytes] = {
        1: b"<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>",
        2: f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        font: b"<< /Type /Font /Subtype /Type0 /BaseFont /Plain /Encoding /Identity-H"
        b" /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>",
        4: b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Plain /DW 500 /FontDescriptor 5 0 R"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
        5: b"<< /Type /FontDescriptor /FontName /Plain /Flags 4 /FontBBox [0 0 500 700]"
        b" /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 >>",
        6: stream(_unicode_map(codes)),
    }
    for at, text in enumerate(pages):
        number = first + 2 * at
        objects[number] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {number + 1} 0 R"
            f" /Resources << /Font << /F {font} 0 R >> >> >>"
        ).encode()
        objects[number + 1] = stream(_shown(text, codes))
    objects |= _outline_objects(outline, entry, first)
    return assemble(objects, password)


def stream(body: bytes, more: str = "") -> bytes:
    return f"<< /Length {len(body)} {more} >>\nstream\n".encode() + body + b"\nendstream"


def assemble(objects: dict[int, bytes], password: str | None = None) -> bytes:
    """Objects as a file, with its table of where they stand."""
    trailer = f"/Size {len(objects) + 2} /Root 1 0 R"
    if password is not None:
        key, encryption = _encryption(password)
        objects = {at: _encrypted(body, at, key) for at, body in objects.items()}
        objects[len(objects) + 1] = encryption
        trailer += f" /ID [<{_ID.hex()}> <{_ID.hex()}>] /Encrypt {len(objects)} 0 R"
    written = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    table = [b"0000000000 65535 f \n"]
    for number, body in sorted(objects.items()):
        table.append(f"{len(written):010} 00000 n \n".encode())
        written += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(written)
    written += f"xref\n0 {len(table)}\n".encode() + b"".join(table)
    written += f"trailer\n<< {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(written)


def _shown(text: str, codes: dict[str, int]) -> bytes:
    lines = [
        f"<{''.join(f'{codes[letter]:04x}' for letter in line)}> Tj T*" for line in text.split("\n")
    ]
    return "\n".join(["BT /F 12 Tf 14 TL 40 740 Td", *lines, "ET"]).encode()


def _unicode_map(codes: dict[str, int]) -> bytes:
    pairs = [f"<{code:04x}> <{letter.encode('utf-16-be').hex()}>" for letter, code in codes.items()]
    blocks = [pairs[at : at + 100] for at in range(0, len(pairs), 100)]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CMapName /Plain def /CMapType 2 def",
            "1 begincodespacerange <0000> <ffff> endcodespacerange",
            *(
                line
                for block in blocks
                for line in (f"{len(block)} beginbfchar", *block, "endbfchar")
            ),
            "endcmap end end",
        ]
    ).encode()


def _outline_objects(outline: Outline, entry: int, page: int) -> dict[int, bytes]:
    """The tree of entries: each knows its parent, its neighbour and its first and last child."""
    numbers = [entry + at for at in range(len(outline))]
    parents, path = [], [(0, 7)]
    for number, (level, _, _) in zip(numbers, outline, strict=True):
        path = [step for step in path if step[0] < level]
        parents.append(path[-1][1])
        path.append((level, number))
    children = {
        parent: [number for number, its in zip(numbers, parents, strict=True) if its == parent]
        for parent in {7, *parents, *numbers}
    }
    made = {}
    for number in (7, *numbers):
        own = children[number]
        said = f" /First {own[0]} 0 R /Last {own[-1]} 0 R /Count {len(own)}" if own else ""
        if number != 7:
            _, title, goal = outline[number - entry]
            siblings = children[parents[number - entry]]
            after = siblings[siblings.index(number) + 1 :]
            said += f" /Next {after[0]} 0 R" if after else ""
            said += f" /Title <feff{title.encode('utf-16-be').hex()}>"
            said += f" /Parent {parents[number - entry]} 0 R"
            said += f" /Dest [{page + 2 * (goal - 1)} 0 R /Fit]"
        made[number] = f"<<{said} >>".encode()
    return made


def _encryption(password: str) -> tuple[bytes, bytes]:
    """The key, and the object that lets a reader find it: RC4 of 40 bits, the oldest kind."""
    padded = (password.encode() + _PADDING)[:32]
    owner = rc4(hashlib.md5(padded).digest()[:5], padded)  # noqa: S324 - the format's own
    rights = (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + rights + _ID).digest()[:5]  # noqa: S324
    user = rc4(key, _PADDING)
    said = f"<< /Filter /Standard /V 1 /R 2 /O <{owner.hex()}> /U <{user.hex()}> /P -4 >>"
    return key, said.encode()


def _encrypted(body: bytes, number: int, key: bytes) -> bytes:
    """Streams are encrypted; strings should be, and only the outline has any."""
    head, mark, rest = body.partition(b"\nstream\n")
    if not mark:
        return body
    content = rest.removesuffix(b"\nendstream")
    own = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]  # noqa: S324
    return head + mark + rc4(own, content) + b"\nendstream"


def rc4(key: bytes, data: bytes) -> bytes:
    box = list(range(256))
    at = 0
    for index in range(256):
        at = (at + box[index] + key[index % len(key)]) % 256
        box[index], box[at] = box[at], box[index]
    made = bytearray()
    one = two = 0
    for byte in data:
        one = (one + 1) % 256
        two = (two + box[one]) % 256
        box[one], box[two] = box[two], box[one]
        made.append(byte ^ box[(box[one] + box[two]) % 256])
    return bytes(made)

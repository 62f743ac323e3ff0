"""Which library reads PDFs: speed, memory, text, and what damaged and hostile files do to it.

    python benchmarks/pdf.py [--more FOLDER] [--damaged 300]

Needs pypdf beside the product's own pypdfium2. Documents are made here; --more adds the PDF
files of a folder. Every library and every row runs in a process of its own, which may take 1 GiB
of memory and 20 seconds per file.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import io
import os
import random
import resource
import select
import signal
import sys
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2

from tests.reading.pdfs import assemble, pdf, stream

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Library = Callable[[bytes], list[str]]

SCRIPTS = {
    "Czech": "Příliš žluťoučký kůň úpěl ďábelské ódy",
    "Chinese, Japanese, Korean": "日本語の文章です 中文段落 한국어문장",
    "Russian": "Съешь же ещё этих мягких булок",
    "ligatures": "find the office floor waffle",
    "emoji": "a smile 😀 at the end",
}
LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"))
MEMORY, SECONDS = 2**30, 20
CHANCE = random.Random(7)  # noqa: S311
WORDS = "notes about bees and their hives in the spring when the queen leaves the old home".split()


def by_pdfium(raw: bytes) -> list[str]:
    with pypdfium2.PdfDocument(raw) as document:
        return [page.get_textpage().get_text_range() for page in document]


def by_pypdf(raw: bytes) -> list[str]:
    pypdf = importlib.import_module("pypdf")  # not the product's
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(raw)).pages]


LIBRARIES: dict[str, Library] = {"pypdfium2": by_pdfium, "pypdf": by_pypdf}


def apart(library: Library, raw: bytes, then: Callable[[list[str]], str]) -> tuple[str, float, int]:
    """What came of a file in a forked process: an outcome, CPU seconds and peak bytes."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            said = then(library(raw))
        except MemoryError:
            said = "out of memory"
        except Exception as error:  # noqa: BLE001 - the outcome
            known = {"PdfiumError", "PdfReadError", "PdfStreamError", "EmptyFileError"}
            kind = type(error).__name__
            said = "refused" if kind in known else f"raised {kind}"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    try:
        said = "over time"
        if select.select([reading], [], [], SECONDS)[0]:
            said = os.read(reading, 4096).decode() or "crashed"
    finally:
        os.close(reading)
    if said in {"over time", "crashed"}:
        os.kill(child, signal.SIGKILL)
    _, _, usage = os.wait4(child, 0)
    return said, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def lines(count: int) -> str:
    return "\n".join(" ".join(CHANCE.choices(WORDS, k=12)) for _ in range(count))


def as_printed(text: str) -> str:
    for letters, ligature in LIGATURES:
        text = text.replace(letters, ligature)
    return text


def found(wanted: str) -> Callable[[list[str]], str]:
    def share(pages: list[str]) -> str:
        text = " ".join(pages).split()
        words = wanted.split()
        return f"{sum(word in text for word in words)} of {len(words)} words"

    return share


def glyph_names() -> bytes:
    """As TeX writes Czech without a table of characters: by the names of the glyphs."""
    names = "/P /rcaron /iacute /l /scaron /ecaron /uring /yacute"
    font = (
        "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Type /Encoding"
        f" /Differences [1 {names}] >> >>"
    )
    return one_page(font, b"<0102030403> Tj ( ) Tj <060708> Tj")


def old_japanese() -> bytes:
    """As a Japanese printer driver writes: Shift-JIS, with a table that every reader must have."""
    font = (
        "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H"
        " /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light"
        " /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>] >>"
    )
    return one_page(font, f"<{'日本語の文章'.encode('cp932').hex()}> Tj".encode())


def one_page(font: str, shown: bytes, packed: bytes | None = None) -> bytes:
    body = b"BT /F 12 Tf 40 700 Td " + shown + b" ET"
    return assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
            b" /Resources << /Font << /F 5 0 R >> >> >>",
            4: stream(body) if packed is None else stream(packed, "/Filter /FlateDecode"),
            5: font.encode(),
        }
    )


def hostile() -> dict[str, bytes]:
    plain = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    shown = b"BT /F 12 Tf 40 700 Td " + b"(a) Tj " * 20_000_000 + b"ET"
    loop = assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>",
        }
    )
    deep = pdf(["a"]).replace(b"/Resources <<", b"/X " + b"[" * 50_000 + b"/Resources <<", 1)
    return {
        "3 GB of blanks, packed": one_page(plain, b"", bomb()),
        "140 MB of text, packed": one_page(plain, b"", zlib.compress(shown, 1)),
        "a tree of pages that holds itself": loop,
        "50,000 open brackets": deep,
    }


def bomb() -> bytes:
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(b" " * 2**24) for _ in range(192)) + packer.flush()


def damage(raw: bytes, chance: random.Random) -> bytes:
    """Cut, flip, shift or repeat a part."""
    at, size = chance.randrange(len(raw)), chance.randrange(1, 200)
    match chance.randrange(4):
        case 0:
            return raw[:at]
        case 1:
            return raw[:at] + chance.randbytes(size) + raw[at + size :]
        case 2:
            return raw[:at] + raw[at + size :]
        case _:
            return raw[:at] + raw[at : at + size] * 3 + raw[at + size :]


def row(name: str, cells: Sequence[str]) -> None:
    print(f"| {name} | " + " | ".join(cells) + " |")


def installed(name: str) -> str:
    files = importlib.metadata.files(name) or []
    size = sum(Path(str(file.locate())).stat().st_size for file in files if file.suffix != ".pyc")
    told = importlib.metadata.metadata(name)
    licence = told["License-Expression"] or told["License"]
    return f"{told['Version']}, {licence}, {size / 2**20:.1f} MiB installed"


def text_rows() -> None:
    cases = {name: (pdf([as_printed(text)]), text) for name, text in SCRIPTS.items()}
    cases["Czech by names of glyphs"] = glyph_names(), "Příl\u00ed ěůý"
    cases["Japanese in Shift-JIS"] = old_japanese(), "日本語の文章"
    for name, (raw, wanted) in cases.items():
        row(name, [apart(library, raw, found(wanted))[0] for library in LIBRARIES.values()])
    opened = pdf(["plain to see"], password="")
    share = found("plain to see")
    row("encrypted, no password", [apart(at, opened, share)[0] for at in LIBRARIES.values()])


def speed_rows(folder: Path | None) -> None:
    files = {"500 pages made here": pdf([lines(45) for _ in range(500)])}
    if folder:
        files |= {at.name: at.read_bytes() for at in sorted(folder.rglob("*.pdf"))}
    for name, raw in files.items():
        cells = []
        for library in LIBRARIES.values():
            said, seconds, peak = apart(library, raw, lambda pages: f"{len(pages)} pages")
            cells.append(f"{said}, {seconds:.2f} CPU s, {peak >> 20} MiB")
        row(f"{name} ({len(raw) >> 10} KiB)", cells)


def damaged_row(count: int, folder: Path | None) -> None:
    whole = [pdf([lines(20), lines(20)]), pdf([lines(9)], password=""), glyph_names()]
    if folder:
        whole += [at.read_bytes() for at in sorted(folder.rglob("*.pdf"))]
    chance = random.Random(11)  # noqa: S311
    files = [damage(chance.choice(whole), chance) for _ in range(count)]
    cells = []
    for library in LIBRARIES.values():
        came = Counter(
            apart(library, raw, lambda pages: "read" if "".join(pages).strip() else "empty")[0]
            for raw in files
        )
        cells.append(", ".join(f"{what} {times}" for what, times in came.most_common()))
    row(f"{count} damaged files", cells)


def hostile_rows() -> None:
    for name, raw in hostile().items():
        cells = []
        for library in LIBRARIES.values():
            started = time.monotonic()
            said, _, peak = apart(library, raw, lambda pages: f"{len(''.join(pages))} characters")
            cells.append(f"{said}, {time.monotonic() - started:.1f} s, {peak >> 20} MiB")
        row(f"{name} ({len(raw) >> 10} KiB)", cells)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--more", type=Path)
    parser.add_argument("--damaged", type=int, default=300)
    given: Any = parser.parse_args(arguments)
    by_pypdf(pdf(["imported before any process is forked"]))
    row("", list(LIBRARIES))
    row("---", ["---"] * len(LIBRARIES))
    row("version, licence", [installed(name) for name in LIBRARIES])
    text_rows()
    speed_rows(given.more)
    damaged_row(given.damaged, given.more)
    hostile_rows()
    return 0


if __name__ == "__main__":
    sys.exit(main())

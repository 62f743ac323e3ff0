"""Which reader reads which file, and how large a file of each kind may be."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.apart import Apart
from vaultbrain.reading.bases import BaseReader
from vaultbrain.reading.bookmarks import BookmarksReader
from vaultbrain.reading.canvas import CanvasReader
from vaultbrain.reading.chat import ChatReader
from vaultbrain.reading.code import SUFFIXES as CODE
from vaultbrain.reading.code import CodeReader
from vaultbrain.reading.image import SUFFIXES as PICTURES
from vaultbrain.reading.image import ImageReader
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.reading.pdf import PdfReader
from vaultbrain.reading.plain import PlainReader
from vaultbrain.reading.transcript import TranscriptReader
from vaultbrain.unicode import composed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultbrain.reading.base import Extract, Reader
    from vaultbrain.records import Note

_TEXT, _PRINTED, _PICTURE = 8 << 20, 64 << 20, 32 << 20


class Kind(msgspec.Struct, frozen=True):
    """A kind of file: the endings of its names, its reader, and how many bytes are read."""

    suffixes: tuple[str, ...]
    reader: Reader
    most_bytes: int


def kinds() -> tuple[Kind, ...]:
    """Every kind that is understood. A new one is a row here, a module and its contract test."""
    markdown = MarkdownReader()
    return (
        Kind((".md", ".markdown"), markdown, _TEXT),
        Kind((".canvas",), CanvasReader(markdown), _TEXT),
        Kind((".base",), BaseReader(), _TEXT),
        Kind((".txt", ".log"), PlainReader(), _TEXT),
        Kind((".vtt", ".srt"), TranscriptReader(), _TEXT),
        Kind((".jsonl",), ChatReader(), _TEXT),
        Kind((".html", ".htm"), BookmarksReader(), _TEXT),
        Kind((".pdf",), Apart("pdf", PdfReader()), _PRINTED),
        Kind(PICTURES, Apart("image", ImageReader()), _PICTURE),
        Kind(CODE, CodeReader(), _TEXT),
    )


class Readers:
    """A reader of every kind of file, which asks the one whose kind it is."""

    def __init__(self, kinds: Iterable[Kind]) -> None:
        self._kinds = {suffix: kind for kind in kinds for suffix in kind.suffixes}

    def most_bytes(self, path: str) -> int:
        """How large a file may be to be read; 0 for one of an unknown kind."""
        kind = self._kind(path)
        return kind.most_bytes if kind else 0

    def extract(self, path: str, raw: bytes) -> Extract:
        """Take the text out of the bytes of a file; see `Reader.extract`.

        It is composed (NFC), in whatever form the file has it: what is typed to find it is, too.
        """
        found = self._reader(path).extract(path, raw)
        text = composed(found.text)
        return found if text == found.text else msgspec.structs.replace(found, text=text)

    def read(self, path: str, extract: Extract) -> Note:
        """Make a note of its text; see `Reader.read`."""
        return self._reader(path).read(path, extract)

    def close(self) -> None:
        """End what runs beside; readers of text have nothing to end."""
        for kind in self._kinds.values():
            if isinstance(kind.reader, Apart):
                kind.reader.close()

    def _kind(self, path: str) -> Kind | None:
        return self._kinds.get(PurePosixPath(path).suffix.lower())

    def _reader(self, path: str) -> Reader:
        kind = self._kind(path)
        if kind is None:
            raise NoteUnreadable(f"{path} is of a kind that vaultbrain cannot read.")
        return kind.reader

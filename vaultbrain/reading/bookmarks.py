"""Bookmarks as browsers and services export them: the Netscape bookmark file, which is HTML.

The text has a heading for each folder, and below it a paragraph for each of its bookmarks: title
and address, the day it was added with its tags, its description. What lies in a folder comes
before the folders within, for a heading ends only at the next one.
"""

from __future__ import annotations

import datetime as dt
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract, sections, stem
from vaultbrain.reading.text import extract_text
from vaultbrain.records import Mark, Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vaultbrain.records import Section

_DECLARED = re.compile(r"\s*<!DOCTYPE\s+NETSCAPE-Bookmark-file", re.IGNORECASE)
_DEEPEST = 6
_DAY_AND_TAGS = re.compile(r"(?:\d{4}-\d\d-\d\d)?(?: ?#\S+)*")
# Programs, pictures and a browser's own views in the place of an address.
_NO_ADDRESS = re.compile(r"(?:javascript|vbscript|data|blob|place):", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# Times are seconds since 1970 as a rule; a few programs write milli- or microseconds.
_TIME = re.compile(r"\d{1,16}", re.ASCII)
_SECONDS, _MILLISECONDS = 10**11, 10**14
_UNFINISHED = "ends in the middle of a folder or tag; what stands before was read"
_FAULTY = "holds a tag that cannot be read; what stands before was read"


class BookmarksReader:
    """Reads exported bookmarks."""

    def extract(self, path: str, raw: bytes) -> Extract:
        """Take folders, titles, addresses, days, tags and descriptions out of the file.

        Raises:
            NoteUnreadable: it holds no bookmarks, as any other web page.
        """
        found = extract_text(path, raw)
        if not _DECLARED.match(found.text):
            raise NoteUnreadable(
                f"{path} is no file of exported bookmarks. It is not indexed; name it in "
                ".brainignore to silence this line."
            )
        parser = _Parser()
        problems = parser.take(found.text)
        lines: list[str] = []
        marks: list[Mark] = []
        for number, folder in enumerate(parser.folders):
            if number:
                place = f"folder {number}"
                marks.append(Mark(len(lines) + 1, place, min(folder.depth, _DEEPEST)))
                lines += [_folded(folder.title) or place, ""]
            for entry in folder.entries:
                lines += entry.lines()
        return Extract("\n".join(lines), tuple(marks), (*found.problems, *problems))

    def read(self, path: str, extract: Extract) -> Note:
        """Folders as sections, a bookmark as a paragraph, with the tags of all."""
        found = sections(extract.text, extract.marks)
        return Note(
            path=path,
            title=stem(path),
            sections=found,
            tags=tuple(dict.fromkeys(_tags(found))),
            problems=extract.problems,
            marks=extract.marks,
        )


class _Entry(msgspec.Struct):
    """A bookmark, or the description of a folder; texts are collected in pieces."""

    address: str = ""
    day: str = ""
    tags: tuple[str, ...] = ()
    title: list[str] = []
    description: list[str] = []

    def lines(self) -> Iterator[str]:
        """A paragraph and a blank line; nothing where there is nothing to read."""
        head = " — ".join(part for part in (_folded(self.title), self.address) if part)
        about = " ".join([self.day, *self.tags]).strip()
        told = (" ".join(line.split()) for line in "".join(self.description).splitlines())
        said = [line for line in (head, about if head else "", *told) if line]
        yield from [*said, ""] if said else []


class _Folder(msgspec.Struct):
    """A folder and what lies in it, without the folders within."""

    depth: int
    title: list[str] = []
    entries: list[_Entry] = []


class _Parser(HTMLParser):
    """Collects folders in the order of the file; the first is the file itself.

    Only `<DT>` begins a bookmark or a folder: links within a description are a part of it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last = _Entry()
        self.folders = [_Folder(0, entries=[self._last])]
        self._open = [self.folders[0]]
        self._next = self.folders[0]
        self._at_item = self._naming = self._in_program = False
        self._texts: list[str] | None = None

    def take(self, text: str) -> tuple[str, ...]:
        """Read the whole file; what could not be read is said.

        `close` is never called: it would go through what is left once for each tag in it. The
        paragraph behind the text makes the parser hand over the last of it.
        """
        try:
            self.feed(text + "<p>")
        except AssertionError:  # how the library tells that a declaration makes no sense
            return (_FAULTY,)
        return (_UNFINISHED,) if self.rawdata or len(self._open) > 1 else ()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an item, a folder, a bookmark or a description."""
        if tag in {"dt", "dl", "dd", "hr"}:
            self._texts, self._at_item = None, tag == "dt"
        if tag == "dl":
            self._open.append(self._next)
        elif tag == "dd":
            self._texts = self._last.description
        elif tag in {"h3", "a"} and self._at_item:
            self._at_item, self._naming = False, True
            self._texts = self._folder() if tag == "h3" else self._bookmark(dict(attrs))
        elif tag in {"script", "style"}:
            self._in_program = True
        elif tag == "br" and self._texts is not None:
            self._texts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """End a name, a folder or a program."""
        self._in_program = False
        if tag in {"a", "h3"} and self._naming:
            self._texts, self._naming = None, False
        elif tag == "dl":
            self._texts = None
            if len(self._open) > 1:
                self._open.pop()
            self._next = self._open[-1]

    def handle_data(self, data: str) -> None:
        """Add to the name or description that is being read."""
        if self._texts is not None and not self._in_program:
            self._texts.append(data)

    def _folder(self) -> list[str]:
        """Begin a folder; the next list is what lies in it."""
        self._last = _Entry()
        self._next = _Folder(max(1, len(self._open) - 1), entries=[self._last])
        self.folders.append(self._next)
        return self._next.title

    def _bookmark(self, attributes: Mapping[str, str | None]) -> list[str]:
        """Begin a bookmark of the folder whose list is open."""
        address, added, tags = (attributes.get(key) or "" for key in ("href", "add_date", "tags"))
        self._last = _Entry(_address(address), _day(added), tuple(_words(tags)))
        self._next = self._open[-1]
        self._next.entries.append(self._last)
        return self._last.title


def _folded(texts: Iterable[str]) -> str:
    return " ".join("".join(texts).split())


def _address(written: str) -> str:
    """An address as browsers take it, which forgive control characters; without any, nothing."""
    address = "%20".join(_CONTROL.sub("", written).split())
    return "" if _NO_ADDRESS.match(address) else address


def _day(time: str) -> str:
    """The day of a time, in UTC; nothing for 0 and what is no time."""
    if not _TIME.fullmatch(time) or not (seconds := int(time)):
        return ""
    if seconds >= _SECONDS:
        seconds //= 10**3 if seconds < _MILLISECONDS else 10**6
    return dt.datetime.fromtimestamp(seconds, dt.UTC).date().isoformat()


def _words(tags: str) -> Iterator[str]:
    """Tags with their sign, in one word each."""
    for tag in tags.split(","):
        if words := tag.replace("#", " ").split():
            yield "#" + "-".join(words)


def _tags(found: Iterable[Section]) -> Iterator[str]:
    """Tags from the second line of each paragraph, where bookmarks have them."""
    for section in found:
        for block in section.blocks:
            second = block.text.split("\n", 2)[1:2]
            if second and _DAY_AND_TAGS.fullmatch(second[0]):
                yield from (word[1:] for word in second[0].split() if word.startswith("#"))

"""PDF: the text of each page, and the page as the place.

Pages hold glyphs at positions, no paragraphs. PDFium makes lines of them; lines stay, and words
that were torn at the end of one are put together. An entry of the outline becomes a heading
where its page has it as a line of its own.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract, sections, stem
from vaultbrain.records import Mark, Note

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_PAGES = 2_000
MOST_CHARACTERS = 4_000_000
_MOST_HEADINGS = 5_000
_DEEPEST = 6

_PASSWORD, _SECURITY = 4, 5
_LETTER = r"[^\W\d_]"
# PDFium puts U+FFFE in the place of a hyphen and the line end behind it.
_TORN = re.compile(rf"(?<={_LETTER})(?:\ufffe\n?|-\n|\xad\n)({_LETTER})")
_TORN_ELSEWHERE = re.compile(r"\ufffe\n?")
_JOINT = "\0"
_JOINED = re.compile(rf"{_JOINT}(\S*)[ \n]?")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\ufeff\uffff]")
_TRAILING = re.compile(r"(?<![ \t])[ \t]+$", re.MULTILINE)
_NUMBERING = re.compile(r"^(?:\d+\.)*\d+\.?\s+")


class PdfReader:
    """Reads PDF files with PDFium, which is not for several threads at once.

    It is C++ and may crash on a hostile file, so `extract` belongs into a process of its own.
    """

    def extract(self, path: str, raw: bytes) -> Extract:
        """Take the text of each page, in the order of the pages.

        Raises:
            NoteUnreadable: damaged, locked with a password, or without any text.
        """
        import pypdfium2  # noqa: PLC0415 - only the process that parses needs it

        with contextlib.suppress(pypdfium2.PdfiumError):
            # A document without pages is refused with the code of whatever failed before it.
            pypdfium2.PdfDocument(b"")
        try:
            document = pypdfium2.PdfDocument(raw)
        except pypdfium2.PdfiumError as error:
            raise _refusal(path, error.err_code) from None
        with document:
            taken = _take(document, pypdfium2.PdfiumError)
        if not taken.marks:
            raise _textless(path, damaged=bool(taken.damaged))
        problems = tuple(_problems(taken))
        return Extract("\n".join(taken.lines), tuple(taken.marks), problems, wrapped=True)

    def read(self, path: str, extract: Extract) -> Note:
        """The pages as paragraphs, below the headings that the outline names."""
        return Note(
            path=path,
            title=stem(path),
            sections=sections(extract.text, extract.marks),
            problems=extract.problems,
            marks=extract.marks,
        )


@dataclass
class _Taken:
    """What was found so far; counts are of pages."""

    pages: int
    lines: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    characters: int = 0
    damaged: int = 0
    empty: int = 0
    cut: bool = False


def _refusal(path: str, code: int) -> NoteUnreadable:
    if code == _PASSWORD:
        return NoteUnreadable(
            f"{path} is locked with a password, so it cannot be searched. Save a copy without the "
            "password if its text may stand in the index."
        )
    if code == _SECURITY:
        return NoteUnreadable(
            f"{path} is encrypted in a way that cannot be undone here, so it cannot be searched. "
            "Save a copy without encryption if its text may stand in the index."
        )
    return NoteUnreadable(
        f"{path} is damaged or no PDF, so it cannot be searched. If it opens elsewhere, print it "
        "anew to a PDF file."
    )


def _textless(path: str, *, damaged: bool) -> NoteUnreadable:
    if damaged:
        return NoteUnreadable(
            f"{path} is damaged: no page with text can be read, so it cannot be searched. If it "
            "opens elsewhere, print it anew to a PDF file."
        )
    return NoteUnreadable(
        f"{path} is a scan: its pages are pictures and hold no text, so it cannot be searched. "
        "Run OCR over it, for example with ocrmypdf."
    )


def _problems(taken: _Taken) -> Iterator[str]:
    if taken.pages > MOST_PAGES:
        yield f"has {taken.pages:,} pages; only the first {MOST_PAGES:,} are searched"
    if taken.cut:
        yield f"holds more text than the first {MOST_CHARACTERS:,} characters, which are searched"
    if taken.damaged:
        yield f"has damaged pages, {taken.damaged:,} of {taken.pages:,}; they are not searched"
    if taken.empty:
        yield f"has pages without text, {taken.empty:,} of {taken.pages:,}; a scan needs OCR"


def _take(document: Any, failure: type[Exception]) -> _Taken:  # noqa: ANN401 - has no types
    taken = _Taken(pages=len(document))
    headings = _outline(document)
    for index in range(min(taken.pages, MOST_PAGES)):
        try:
            text = _text(document, index)
        except failure:
            taken.damaged += 1
            continue
        left = MOST_CHARACTERS - taken.characters
        taken.cut = len(text) > left
        if taken.cut:
            # By lines: half a secret might pass the gate.
            text = text[:left].rpartition("\n")[0]
        text = clean(text)
        if text:
            _add(taken, text, f"p. {index + 1}", headings.get(index, {}))
        taken.empty += not text and not taken.cut
        if taken.cut:
            break
    return taken


def _text(document: Any, index: int) -> str:  # noqa: ANN401
    page = document[index]
    try:
        # Not the text within the bounds of the page: it loses characters at the edges.
        return str(page.get_textpage().get_text_range())
    finally:
        page.close()


def _add(taken: _Taken, text: str, place: str, headings: Mapping[str, int]) -> None:
    """Put a page behind those before, a blank line between."""
    if taken.lines:
        taken.lines.append("")
    first = len(taken.lines) + 1
    lines = text.split("\n")
    marks = {first: Mark(first, place)}
    wanted = dict(headings)
    for number, line in enumerate(lines if wanted else (), first):
        title = _folded(line)
        for known in (title, _NUMBERING.sub("", title)):
            if known in wanted:
                marks[number] = Mark(number, place, wanted.pop(known))
    taken.lines += lines
    taken.marks += [marks[number] for number in sorted(marks)]
    taken.characters += len(text)


def _outline(document: Any) -> dict[int, dict[str, int]]:  # noqa: ANN401
    """For each page, counted from 0, the titles that the outline sends there and their levels."""
    found: dict[int, dict[str, int]] = {}
    for entry in itertools.islice(document.get_toc(max_depth=_DEEPEST), _MOST_HEADINGS):
        goal = entry.get_dest()
        page = goal.get_index() if goal else None
        try:
            title = _folded(clean(entry.get_title()))
        except UnicodeDecodeError:
            continue
        if title and page is not None:
            found.setdefault(page, {}).setdefault(title, entry.level + 1)
    return found


def _folded(line: str) -> str:
    return " ".join(line.split()).casefold()


def clean(text: str) -> str:
    """Text as PDFium gives it, as lines: no control characters, no torn words.

    A word torn at a line end stands whole on the line where it began, where it goes on in lower
    case; otherwise the hyphen is taken to be the word's own.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x02", "\ufffe")
    text = _TORN.sub(_mend, _CONTROL.sub("", text))
    text = _TORN_ELSEWHERE.sub("-\n", text)
    text = _JOINED.sub(lambda found: found[1].replace(_JOINT, "") + "\n", text)
    return _TRAILING.sub("", text.replace("\xad", "")).strip("\n")


def _mend(found: re.Match[str]) -> str:
    return (_JOINT if found[1].islower() else "-\n") + found[1]

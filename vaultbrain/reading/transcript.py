"""Subtitles and transcripts: WebVTT and SubRip, told apart by what they hold.

Each cue is a block at its own lines, so that every passage leads to its time.
"""

from __future__ import annotations

import html
import itertools
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import stem
from vaultbrain.reading.text import extract_text
from vaultbrain.records import Block, Mark, Note, Section

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.reading.base import Extract

# `00:12:31,000 --> 00:12:33,000`; hours and thousandths may be missing.
_TIMING = re.compile(r"\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,]\d{1,3})?\s*-->\s*\d", re.ASCII)
_INDEX = re.compile(r"\s*\d+\s*", re.ASCII)
_MARKUP = re.compile(r"[<{&]")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s([^<>]*)>")
_TAG = re.compile(
    r"</?(?:v|c|b|i|u|s|lang|ruby|rt|font|em|strong)(?:[.\s][^<>]*)?>|<[\d:.]+>|\{\\[^{}]*\}",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<br\s?/?>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});", re.ASCII)


class _Cue(msgspec.Struct, frozen=True):
    """Its time as in 00:12:31, the number of its first line of text, and its lines as written."""

    place: str
    line: int
    written: Sequence[str]


class _Spoken(msgspec.Struct, frozen=True):
    """The words of a line, with the names of those who say them in front."""

    line: int
    words: str
    voices: tuple[str, ...]


class TranscriptReader:
    """What was said, cue by cue, with the time as the place."""

    def extract(self, path: str, raw: bytes) -> Extract:
        """The text of the file, with the time of every cue; see `Reader`."""
        extract = extract_text(path, raw)
        marks = tuple(Mark(block.line_start, place) for place, block in _blocks(extract.text))
        if not marks:
            raise NoteUnreadable(
                f"{path} holds no text with a time, as subtitles and transcripts do. "
                "It is not indexed."
            )
        return msgspec.structs.replace(extract, marks=marks)

    def read(self, path: str, extract: Extract) -> Note:
        """What was said; see `Reader`."""
        blocks = tuple(block for _, block in _blocks(extract.text))
        return Note(
            path=path,
            title=stem(path),
            sections=(Section((), blocks),) if blocks else (),
            problems=extract.problems,
            marks=extract.marks,
        )


def _cues(lines: Sequence[str]) -> Iterator[_Cue]:
    """All cues; what stands outside of them, as notes and styles, is left out.

    In WebVTT the first empty line ends a cue; in SubRip it may hold some.
    """
    timings = [
        (at, found)
        for at, line in enumerate(lines)
        if "-->" in line and (found := _TIMING.match(line))
    ]
    is_vtt = lines[0].startswith("WEBVTT")
    ends = [at for at, _ in timings[1:]] + [len(lines)]
    for (at, found), end in zip(timings, ends, strict=False):
        written = lines[at + 1 : end]
        if is_vtt:
            written = list(itertools.takewhile(bool, written))
        if end < len(lines) and at + 1 + len(written) == end and _is_index(written):
            written = written[:-1]
        hours, minutes, seconds = (int(part or 0) for part in found.groups())
        yield _Cue(f"{hours:02}:{minutes:02}:{seconds:02}", at + 2, written)


def _is_index(written: Sequence[str]) -> bool:
    """Whether the last line before a timing is the number of the cue that it begins."""
    return bool(written) and bool(_INDEX.fullmatch(written[-1]))


def _blocks(text: str) -> Iterator[tuple[str, Block]]:
    """The words of each cue that has some, and its place.

    Captions that roll repeat the lines of the cue before; the speaker is named at each change.
    """
    before: frozenset[str] = frozenset()
    speaker = ""
    for cue in _cues(text.split("\n")):
        said = [spoken for line in enumerate(cue.written, cue.line) if (spoken := _spoken(*line))]
        news = [spoken.words not in before for spoken in said]
        repeated = news.index(True) if any(news) else len(said)
        before = frozenset(spoken.words for spoken in said) or before
        lines = []
        for spoken in said[repeated:]:
            known = spoken.voices[:1] == (speaker,)
            lines.append(spoken.words.removeprefix(f"{speaker}: ") if known else spoken.words)
            speaker = spoken.voices[-1] if spoken.voices else speaker
        if lines:
            yield cue.place, Block("cue", said[repeated].line, said[-1].line, "\n".join(lines))


def _spoken(line: int, written: str) -> _Spoken | None:
    voices = tuple(name for found in _VOICE.findall(written) if (name := _bare(found)))
    words = _bare(_VOICE.sub(r"\1: ", written) if voices else written)
    return _Spoken(line, words, voices) if words else None


def _bare(written: str) -> str:
    """Words without markup; those that have none stay as they are, to be found in the file."""
    if not _MARKUP.search(written):
        return written.strip()
    bare = _ENTITY.sub(_decoded, _TAG.sub("", _BREAK.sub(" ", written)))
    return written.strip() if bare == written else " ".join(bare.split())


def _decoded(entity: re.Match[str]) -> str:
    return html.unescape(entity[0])

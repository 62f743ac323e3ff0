"""What a file says now: the proof behind every hit and every citation."""

from __future__ import annotations

import contextlib
import hashlib
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from vaultbrain.errors import BlockedByGate, NoteChanging, NoteUnreadable, VaultbrainError
from vaultbrain.gate.allow import Origin
from vaultbrain.reading.base import place_of
from vaultbrain.search.kept import SLOW_SECONDS, Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vaultbrain.gate import Gate
    from vaultbrain.reading.base import Extract
    from vaultbrain.records import Note
    from vaultbrain.sources.folder import FolderSource
    from vaultbrain.store.chunks import Passage

_TRIES = 3
_PRINTED = ".pdf"


@dataclass(frozen=True)
class Current:
    """A file as it is now, cleaned by the gate; `passed` is that of its verdict."""

    path: str
    extract: Extract
    sha256: bytes
    reader: Reader
    passed: frozenset[str]

    @property
    def text(self) -> str:
        """All of the text."""
        return self.extract.text

    @cached_property
    def note(self) -> Note:
        """What the text says, read only where somebody asks: most want the text alone."""
        return self.reader.read(self.path, self.extract, self.passed)

    @cached_property
    def visible(self) -> str:
        """What of the text is indexed, on the lines where it stands: no comment, no markup."""
        lines = [""] * (self.text.count("\n") + 1)
        for section in self.note.sections:
            for block in section.blocks:
                for line, text in enumerate(block.text.split("\n"), start=block.line_start - 1):
                    lines[line] = text
        return "\n".join(lines)

    def place_at(self, line_start: int, line_end: int) -> str:
        """Where in the file some lines stand, where they are none of the file's."""
        return place_of(self.note.marks, line_start, line_end)

    def heading_at(self, line: int) -> tuple[str, ...]:
        """The headings above a line, outermost first."""
        above: tuple[str, ...] = ()
        for section in self.note.sections:
            if section.blocks[0].line_start > line:
                break
            above = section.heading
        return above


class Reader(Protocol):
    """Reads files in two steps, between which the gate stands."""

    def extract(self, path: str, raw: bytes) -> Extract:
        """As that of `reading.base.Reader`."""
        ...

    def read(self, path: str, extract: Extract, passed: frozenset[str]) -> Note:
        """As that of `reading.base.Reader`; `passed` are the ids of findings that may stay."""
        ...


class Place(msgspec.Struct, frozen=True):
    """Where a passage stands now. `fresh` is False where the file no longer holds it."""

    line_start: int
    line_end: int
    sha256: bytes
    fresh: bool


class Vault:
    """The configured sources and the gate in front of them."""

    def __init__(
        self,
        sources: Mapping[str, FolderSource],
        gate: Gate,
        reader: Reader,
        recipe: str,
        is_away: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Take the collaborators.

        Args:
            sources: by their ids.
            gate: in front of everything.
            reader: reads what has passed it.
            recipe: of rows that are made by the rules of now.
            is_away: knows of sources with another folder at their path.
        """
        self._sources, self.gate, self._reader = sources, gate, reader
        self._recipe, self._is_away, self._kept = recipe, is_away, Kept()

    def forget(self) -> None:
        """Read everything anew: the gate lets other things pass than before."""
        self._kept = Kept()

    def read(self, source: str, path: str) -> Current:
        """Read a file as it is now.

        Raises:
            NoteUnreadable: it is gone, ignored, forbidden, damaged or no plain file.
            NoteChanging: it is being written to all the time.
            BlockedByGate: the gate cannot vouch for it.
        """
        return self._current(source, path, self._bytes(source, path))

    def _bytes(self, source: str, path: str) -> bytes:
        folder = self._sources.get(source)
        if self.is_offline(source):
            raise NoteUnreadable(
                f"{path} cannot be read now: the folder of source {source} is not there. "
                "Mount or unlock it and ask again."
            )
        if folder is None or folder.look(path) is None:
            raise NoteUnreadable(
                f"There is no note {path} in the vault now. It was deleted, renamed or ignored."
            )
        for _ in range(_TRIES - 1):
            with contextlib.suppress(NoteChanging):
                return folder.read(path)[0]
        return folder.read(path)[0]

    def _current(self, source: str, path: str, raw: bytes) -> Current:
        sha256 = hashlib.sha256(raw).digest()
        # What is forgotten meanwhile takes with it what is being read by the rules of before.
        kept = self._kept
        if found := kept.find(source, path, sha256):
            return found
        begun = time.monotonic()
        extract = self._reader.extract(path, raw)
        verdict = self.gate.clean(extract.text, Origin(source, path, extract.wrapped))
        cleaned = msgspec.structs.replace(extract, text=verdict.text)
        now = Current(path, cleaned, sha256, self._reader, verdict.passed)
        if time.monotonic() - begun >= SLOW_SECONDS:
            kept.add(source, now)
        return now

    def is_offline(self, source: str) -> bool:
        """Whether the whole source is away, so that a missing file proves nothing."""
        folder = self._sources.get(source)
        return folder is not None and (folder.identity() is None or self._is_away(source))

    def has_vanished(self, passage: Passage) -> bool:
        """Whether there is nothing at a note's path, as opposed to what may not be shown."""
        return self._what_is_at(passage) == "nothing"

    def _what_is_at(self, passage: Passage) -> Literal["nothing", "file", "other", "hidden"]:
        """What is at a note's path; what is ignored is `other`."""
        folder = self._sources.get(passage.source)
        if folder is None or folder.rules.ignores(passage.path):
            return "other"
        return folder.what_is_at(passage.path)

    def locate(self, passage: Passage) -> Place | None:
        """Where a passage stands now; None where its note is gone, or the gate lets it not pass.

        An unchanged signature is believed; otherwise the file is read and its hash decides.
        """
        folder = self._sources.get(passage.source)
        if folder is not None and folder.look(passage.path) == passage.signature:
            return _as_indexed(passage, fresh=True)
        if self.is_offline(passage.source):
            return stale(passage)
        return self._located(passage)

    def may_show(self, passage: Passage) -> bool:
        """Whether a passage has passed the rules of now; what others let pass is looked at anew."""
        return passage.recipe == self._recipe or self._passes(passage)

    def _located(self, passage: Passage) -> Place | None:
        try:
            return self._find(passage, self._bytes(passage.source, passage.path))
        except NoteUnreadable:
            # One that is there but may not be read any more is kept, and is not current.
            kept = self._what_is_at(passage) in {"file", "hidden"}
            return stale(passage) if kept else None
        except NoteChanging:
            return stale(passage)
        except BlockedByGate:
            return None  # what it held may be what is not to be shown any more

    def _passes(self, passage: Passage) -> bool:
        """Whether the lines that other rules let pass are among those that the rules of now do.

        Where its file cannot be read, it is looked at by itself. Of pages, which can take long to
        read, nothing passes: what one page says may end on the next.
        """
        try:
            if self.gate.clean(passage.path).text != passage.path:
                return False
            if passage.path.lower().endswith(_PRINTED):
                return False
            if self.is_offline(passage.source):
                return self.gate.clean(passage.text).text == passage.text
            now = self.read(passage.source, passage.path)
            lines = {*now.text.split("\n"), *now.visible.split("\n")}
            return lines.issuperset(passage.text.split("\n"))
        except VaultbrainError:
            return False

    def _find(self, passage: Passage, raw: bytes) -> Place:
        """Where a passage stands in the bytes of its file.

        To take the text out of a file without lines can take long, and where it is another one
        the indexer is about to do it; until then nobody knows.
        """
        if hashlib.sha256(raw).digest() == passage.sha256:
            return _as_indexed(passage, fresh=True)
        if passage.place:
            return stale(passage)
        now = self._current(passage.source, passage.path, raw)
        lines = find_lines(now.text, passage.text, passage.line_start)
        if lines is None:  # something in it is hidden, perhaps
            lines = find_lines(now.visible, passage.text, passage.line_start)
        if lines is None:
            return Place(passage.line_start, passage.line_end, now.sha256, fresh=False)
        return Place(*lines, now.sha256, fresh=True)


def stale(passage: Passage) -> Place:
    """Where a passage stood when it was indexed."""
    return _as_indexed(passage, fresh=False)


def _as_indexed(passage: Passage, *, fresh: bool) -> Place:
    return Place(passage.line_start, passage.line_end, passage.sha256, fresh=fresh)


def find_lines(text: str, quote: str, near: int) -> tuple[int, int] | None:
    """The lines, 1-based and inclusive, of the occurrence of a quote closest to line `near`."""
    best: tuple[int, int] | None = None
    at = text.find(quote) if quote else -1
    line, counted = 1, 0
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        if best is None or abs(line - near) < abs(best[0] - near):
            best = (line, line + quote.count("\n"))
        at = text.find(quote, at + 1) if line <= near else -1
    return best

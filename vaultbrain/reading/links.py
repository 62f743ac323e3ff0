"""Where the links of a vault lead, resolved as Obsidian resolves them.

A name is looked for in the whole vault, whatever its case, normalisation or kind of space. Of
several files that fit, these win, in this order: the one at the very path from the root of the
vault; those in the folder of the linking note or below; the shortest path; the first by name.
`./` and `../` start at the folder of the linking note, `/` means the root and nothing else. A
note needs no `.md`; every other file needs its ending. Markdown links follow the same rules, as
they do in Obsidian.

Beyond Obsidian, a link that fits no file may name an alias: Obsidian writes `[[Note|alias]]` when
asked for one, but people type `[[alias]]`.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.unicode import is_piled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultbrain.records import Link, Note

_NOTE = ".md"
_SPACES = str.maketrans("\u00a0\u202f", "  ")
# Obsidian compares headings without these, and with runs of white space as one space.
_PUNCTUATION = re.compile(r'[\s!"#$%&()*+,./:;<=>?@\[\\\]^`{|}~]+')


class Heading(msgspec.Struct, frozen=True):
    """A heading in the form in which headings are compared, below those it stands under.

    `written` is its text with its markup, in the same form: what Obsidian's own links hold.
    """

    path: tuple[str, ...]
    written: str
    line: int


class Entry(msgspec.Struct, frozen=True):
    """What of a note can be linked to; `anchors` are the lines of its blocks, by folded id."""

    path: str
    aliases: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    anchors: dict[str, int] = {}


class Status(enum.StrEnum):
    """Whether a link leads anywhere, and where it breaks if not."""

    RESOLVED = "resolved"
    MISSING_NOTE = "missing-note"
    MISSING_HEADING = "missing-heading"
    MISSING_BLOCK = "missing-block"


class Resolution(msgspec.Struct, frozen=True):
    """Where a link leads.

    `path` is the file, given also where only the heading or block is missing in it; `line` is that
    of the heading or block, None for the file as a whole.
    """

    status: Status
    path: str | None = None
    line: int | None = None


def entry_of(note: Note) -> Entry:
    """Take from a note what links may name; the first of equal block ids counts."""
    anchors = {_fold(anchor.id): anchor.line for anchor in reversed(note.anchors)}
    return Entry(note.path, note.aliases, tuple(_headings(note)), anchors)


class Resolver:
    """Resolves the links of one vault. Never changes, so threads may share it."""

    def __init__(self, notes: Iterable[Entry], files: Iterable[str] = ()) -> None:
        """Index a vault.

        Args:
            notes: the notes that were read, in any order.
            files: the paths of all other files of the vault, in any order.
        """
        self._notes = {entry.path: entry for entry in notes}
        self._paths: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}
        self._aliases: dict[str, str] = {}
        for path in sorted({*self._notes, *files}):
            folded = _fold(path)
            spellings = self._paths.setdefault(folded, [])
            if not spellings:
                self._names.setdefault(_name(folded), []).append(folded)
            spellings.append(path)
        for rivals in self._names.values():
            rivals.sort(key=lambda path: (len(path), path))
        for path in sorted(self._notes):
            for alias in self._notes[path].aliases:
                self._aliases.setdefault(_alias(alias), path)

    def resolve(self, link: Link, source: str) -> Resolution:
        """Find where a link leads; never fails, whatever its text.

        Args:
            link: the link as written.
            source: the path of the note that holds it.
        """
        path = self._find(link.target, source) if link.target else source
        if path is None:
            return Resolution(Status.MISSING_NOTE)
        note = self._notes.get(path)
        if note is None or not _fold(path).endswith(_NOTE):
            return Resolution(Status.RESOLVED, path)  # `#page=3` is for the viewer of the file
        if link.block is not None:
            line = note.anchors.get(_fold(link.block))
            return Resolution(Status.MISSING_BLOCK if line is None else Status.RESOLVED, path, line)
        wanted = _steps_of(link.heading or "")
        if not wanted:
            return Resolution(Status.RESOLVED, path)
        line = next((h.line for h in note.headings if _is(h, wanted)), None)
        return Resolution(Status.MISSING_HEADING if line is None else Status.RESOLVED, path, line)

    def _find(self, target: str, source: str) -> str | None:
        folder = source.rpartition("/")[0]
        wanted = _from_root(target, folder)
        if wanted is not None:
            fixed = target.startswith(("/", "./", "../"))
            whole, noted = wanted, wanted + _NOTE
            # A dot may begin an ending or belong to the name, as in `v1.2 notes`.
            for path in (whole, noted) if "." in _name(wanted) else (noted, whole):
                folded = self._best(_fold(path), None if fixed else _fold(folder))
                if folded is not None:
                    return _spelled(self._paths[folded], path)
        return self._aliases.get(_alias(target))

    def _best(self, wanted: str, folder: str | None) -> str | None:
        """The file at a path, or else the best one whose path ends in it, unless `folder` is None.

        All paths are folded.
        """
        if wanted in self._paths:
            return wanted
        if folder is None:
            return None
        fitting = self._names.get(_name(wanted), [])
        if "/" in wanted:
            end = f"/{wanted}"
            fitting = [path for path in fitting if path.endswith(end)]
        if len(fitting) > 1:
            below = f"{folder}/"
            return next((path for path in fitting if path.startswith(below)), fitting[0])
        return fitting[0] if fitting else None


def _headings(note: Note) -> Iterator[Heading]:
    forms: dict[str, str] = {}  # keeps one copy of each
    for section in note.sections:
        if section.heading and section.blocks:
            first = section.blocks[0]
            path = tuple(forms.setdefault(form, form) for form in map(_plain, section.heading))
            text = first.text.partition("\n")[0] if first.kind == "heading" else section.heading[-1]
            written = _plain(text)
            yield Heading(path, forms.setdefault(written, written), first.line_start)


def _is(heading: Heading, wanted: Sequence[str]) -> bool:
    """Whether a heading is the last of those wanted, and stands below the others in their order."""
    *above, last = wanted
    if last not in (heading.path[-1], heading.written):
        return False
    steps = iter(heading.path[:-1])
    return all(step in steps for step in above)


def _steps_of(heading: str) -> list[str]:
    """`H1#H2` as the headings it names, from the outer to the inner."""
    return [step for step in map(_plain, heading.split("#")) if step]


def _from_root(target: str, folder: str) -> str | None:
    """A target as a path from the root of the vault; None for a folder or a place outside."""
    if target.endswith("/"):
        return None
    steps = folder.split("/") if target.startswith(("./", "../")) and folder else []
    for step in target.split("/"):
        if step == "..":
            if not steps:
                return None
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps) or None


def _spelled(spellings: list[str], wanted: str) -> str:
    """Of files whose paths differ in case or normalisation alone, the one spelled as wanted."""
    if len(spellings) == 1:
        return spellings[0]
    lower = _lower(wanted)
    rank = {path: (path.endswith(wanted), _lower(path).endswith(lower)) for path in spellings}
    return max(spellings, key=rank.__getitem__)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _fold(text: str) -> str:
    """Text in which case, normalisation and the kind of space make no difference."""
    if text.isascii():
        return text.lower()
    if is_piled(text):
        return text.casefold()
    folded = unicodedata.normalize("NFD", text.translate(_SPACES)).casefold()
    return unicodedata.normalize("NFC", folded)


def _lower(text: str) -> str:
    return text.lower() if is_piled(text) else unicodedata.normalize("NFC", text).lower()


def _alias(text: str) -> str:
    return " ".join(_fold(text).split())


def _plain(heading: str) -> str:
    return _PUNCTUATION.sub(" ", _fold(heading)).strip()

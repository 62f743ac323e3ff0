"""What would be stored of one file, or of all files of a folder, without storing anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain.errors import BlockedByGate, NoteUnreadable
from vaultbrain.indexer.draft import draft, secret_names
from vaultbrain.indexer.problems import secret_name
from vaultbrain.reading.chunk import chunk
from vaultbrain.reading.links import Resolver, Status, entry_of
from vaultbrain.records import Frontmatter, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vaultbrain.indexer.draft import Draft, Tools
    from vaultbrain.records import Link, Note
    from vaultbrain.sources.folder import FolderSource


class Linked(msgspec.Struct, frozen=True):
    """A link; `target` is None where it leads elsewhere in the same note."""

    target: str | None
    heading: str | None
    block: str | None
    alias: str | None
    embed: bool
    line: int


class Passage(msgspec.Struct, frozen=True):
    """A chunk; `place` says where in a file that has no lines of its own it stands."""

    heading: tuple[str, ...]
    line_start: int
    line_end: int
    place: str
    text: str


class Inspection(msgspec.Struct, frozen=True):
    """What was read from one file, after the gate. `fields` and `blocks` are by key and by id.

    A field that the note has several times has all its values.
    """

    path: str
    title: str = ""
    date: str | None = None
    frontmatter: Frontmatter = Frontmatter.NONE
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    properties: dict[str, Any] = {}
    fields: dict[str, str | list[str]] = {}
    blocks: dict[str, str] = {}
    links: tuple[Linked, ...] = ()
    headings: tuple[tuple[str, ...], ...] = ()
    chunks: tuple[Passage, ...] = ()
    problems: tuple[Problem, ...] = ()
    redactions: dict[str, int] = {}


class Dangling(msgspec.Struct, frozen=True):
    """A link that leads nowhere, as it is written, and what is missing."""

    path: str
    line: int
    link: str
    missing: str


class Survey(msgspec.Struct, frozen=True):
    """What was read from a folder. `kinds` counts notes by the ending of their names."""

    path: str
    notes: int
    chunks: int
    kinds: dict[str, int]
    links: dict[str, int]
    dangling: tuple[Dangling, ...]
    problems: tuple[Problem, ...]
    redactions: dict[str, int]


def inspect(tools: Tools, source: FolderSource, path: str) -> Inspection:
    """Read one file of a folder as the indexer would.

    Raises:
        NoteChanging: it is being written to.
    """
    read = _read(tools, source, path)
    if isinstance(read, Problem):
        return Inspection(path=read.path or path, problems=(read,))
    note = read.note
    return Inspection(
        path=note.path,
        title=note.title,
        date=note.date,
        frontmatter=note.frontmatter,
        tags=note.tags,
        aliases=note.aliases,
        properties=note.properties,
        fields=_fields(note),
        blocks=_blocks(note),
        links=tuple(_linked(at) for at in note.links),
        headings=tuple(_headings(note)),
        chunks=tuple(
            Passage(at.heading, at.line_start, at.line_end, at.place, at.text)
            for at in chunk(note, tools.count_tokens)
        ),
        problems=read.problems,
        redactions=_redactions(tools, [read]),
    )


def survey(tools: Tools, source: FolderSource, tell: Callable[[int, int], None]) -> Survey:
    """Read all files of a folder as the indexer would.

    Args:
        tools: what turns bytes into chunks.
        source: the folder.
        tell: called with how many files were read, and of how many.

    Raises:
        NoteChanging: one of them is being written to.
    """
    scan = source.scan(others=True)
    drafts: list[Draft] = []
    problems, chunks = list(scan.problems), 0
    for number, path in enumerate(sorted(scan.entries)):
        tell(number, len(scan.entries))
        read = _read(tools, source, path)
        if isinstance(read, Problem):
            problems.append(read)
            continue
        chunks += len(chunk(read.note, tools.count_tokens))
        problems += read.problems
        # Its text is not needed any more; all of a vault's would take a lot of memory.
        drafts.append(msgspec.structs.replace(read, note=_without_text(read.note)))
    links, dangling = _resolve([at.note for at in drafts], [*scan.entries, *scan.others])
    return Survey(
        path=str(source.root),
        notes=len(drafts),
        chunks=chunks,
        kinds=_counted(at.note.path.rpartition(".")[2].lower() for at in drafts),
        links=links,
        dangling=dangling,
        problems=tuple(problems),
        redactions=_redactions(tools, drafts),
    )


def _read(tools: Tools, source: FolderSource, path: str) -> Draft | Problem:
    shown = secret_names(tools, [path]).get(path)
    try:
        if shown is not None:
            raise secret_name(shown)
        return draft(tools, path, *source.read(path))
    except NoteUnreadable as error:
        code, message = "note-unreadable", error.message
    except BlockedByGate as error:
        code, message = "blocked-by-gate", error.message
    return Problem(code=code, message=message, advice="", path=shown or path)


def _without_text(note: Note) -> Note:
    """The note with the headings of its sections alone."""
    kept = tuple(
        msgspec.structs.replace(at, blocks=at.blocks[:1]) for at in note.sections if at.heading
    )
    return msgspec.structs.replace(note, sections=kept)


def _fields(note: Note) -> dict[str, str | list[str]]:
    values: dict[str, list[str]] = {}
    for key, value in note.fields:
        values.setdefault(key, []).append(value)
    return {key: found[0] if len(found) == 1 else found for key, found in values.items()}


def _blocks(note: Note) -> dict[str, str]:
    blocks: dict[str, str] = {}
    for at in note.anchors:
        blocks.setdefault(at.id, at.text)
    return blocks


def _linked(at: Link) -> Linked:
    return Linked(at.target or None, at.heading, at.block, at.alias, at.embed, at.line)


def _headings(note: Note) -> Iterable[tuple[str, ...]]:
    for section in note.sections:
        if section.heading and section.heading[-1]:
            yield tuple(step for step in section.heading if step)


def _resolve(notes: list[Note], files: list[str]) -> tuple[dict[str, int], tuple[Dangling, ...]]:
    """How many links lead where, and those that lead nowhere."""
    resolver = Resolver([entry_of(note) for note in notes], files)
    counts = dict.fromkeys((str(at) for at in Status), 0)
    dangling = []
    for note in notes:
        for link in note.links:
            status = resolver.resolve(link, note.path).status
            counts[status] += 1
            if status is not Status.RESOLVED:
                missing = status.removeprefix("missing-")
                dangling.append(Dangling(note.path, link.line, _written(link), missing))
    return counts, tuple(dangling)


def _written(link: Link) -> str:
    block = f"#^{link.block}" if link.block else ""
    heading = f"#{link.heading}" if link.heading else ""
    return f"{link.target}{heading}{block}"


def _redactions(tools: Tools, drafts: list[Draft]) -> dict[str, int]:
    findings = (at for one in drafts for at in one.findings)
    return _counted(at.class_ for at in findings if at.tier in tools.gate.redacted_tiers)


def _counted(words: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return dict(sorted(counts.items()))

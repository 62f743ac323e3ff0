"""What would be stored of one file, or of all files of a folder, without storing anything."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import BlockedByGate, NoteChanging, NoteUnreadable
from vaultbrain.indexer import problems
from vaultbrain.indexer.draft import draft, secret_names
from vaultbrain.indexer.inspected import Dangling, Inspection, Linked, Passage, Survey
from vaultbrain.indexer.progress import Progress
from vaultbrain.reading.base import Extract
from vaultbrain.reading.chunk import Limits, chunk
from vaultbrain.reading.links import Resolver, Status, entry_of
from vaultbrain.records import Problem
from vaultbrain.sources.walk import speakable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from vaultbrain.indexer.draft import Draft, Tools
    from vaultbrain.indexer.progress import Reading
    from vaultbrain.records import Chunk, Link, Note
    from vaultbrain.sources.folder import FolderSource

    Count: TypeAlias = Callable[[Sequence[str]], list[int]]

_IGNORED = (
    "It is named in a .brainignore, excluded in config.yaml, or in a folder that vaultbrain "
    "never reads."
)
_LINKED = "Give the path of what the link leads to; to have it indexed, register that as a source."


def inspect(
    tools: Tools, source: FolderSource, path: str, estimate: Count | None = None
) -> Inspection:
    """Read one file of a folder as the indexer would.

    Args:
        tools: what turns bytes into chunks.
        source: the folder.
        path: the file.
        estimate: tokens of each text, rather too many than too few; where it is given, small
            files are read without asking the model.
    """
    read = _refusal(tools, source, path) or _read(tools, source, path, estimate)
    if isinstance(read, Problem):
        return Inspection(path=read.path or "", problems=(read,))
    found, chunks = read
    note = found.note
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
            Passage(at.heading, at.line_start, at.line_end, at.place, at.text) for at in chunks
        ),
        problems=found.problems,
        redactions=_redactions(tools, [found]),
        included=source.rules.is_note(path),
    )


def survey(
    tools: Tools,
    source: FolderSource,
    tell: Callable[[Reading], None],
    below: str = "",
    estimate: Count | None = None,
) -> Survey:
    """Read all files of a folder as the indexer would.

    Args:
        tools: as in `inspect`, and so are `source` and `estimate`.
        source: the folder.
        tell: hears before every file how far it is.
        below: only what lies in this folder of it; links may lead anywhere.
        estimate: see `inspect`.
    """
    refused = _refusal(tools, source, below, is_folder=True) if below else None
    if refused is not None:
        return Survey(path=refused.path or "", problems=(refused,))
    scan = source.scan(below, others=True)
    found = problems.discreet(tools, scan.problems)
    drafts: list[Draft] = []
    chunks, progress = 0, Progress()
    progress.begin("reading", len(scan.entries))
    progress.expect(len(scan.entries), sum(at.size for at in scan.entries.values()))
    for path, at in sorted(scan.entries.items()):
        tell(progress.read())
        read = _read(tools, source, path, estimate)
        progress.advance(size=at.size)
        if isinstance(read, Problem):
            found.append(read)
            continue
        chunks += len(read[1])
        found += read[0].problems
        # Its text is not needed any more; all of a vault's would take a lot of memory.
        drafts.append(msgspec.structs.replace(read[0], note=_without_text(read[0].note)))
    everywhere = source.scan(others=True) if below else scan
    notes = [at.note for at in drafts]
    links, dangling = _resolve(notes, [*everywhere.entries, *everywhere.others])
    return Survey(
        path=_shown(os.fspath(source.root / below)),
        notes=len(drafts),
        chunks=chunks,
        kinds=_counted(note.path.rpartition(".")[2].lower() for note in notes),
        links=links,
        dangling=dangling,
        problems=tuple(found),
        redactions=_redactions(tools, drafts),
    )


def _refusal(
    tools: Tools, source: FolderSource, path: str, *, is_folder: bool = False
) -> Problem | None:
    """Why a scan would not come to a file or folder, if so."""
    shown = secret_names(tools, [path]).get(path, path)
    if shown != path:
        return _blocked(problems.secret_name(_shown(shown)), shown)
    shown = _shown(path)
    if not speakable(path):
        message = f"The name of {shown} is not UTF-8, so nothing under it is indexed."
        return Problem("name-unreadable", message, "Rename it.", shown)
    if source.rules.ignores(f"{path}/x" if is_folder else path):
        message = f"{shown} is ignored, so nothing of it is indexed."
        return Problem("ignored", message, _IGNORED, shown)
    link = _link_in(source.root, path)
    if link is not None:
        message = f"{link} is a link. Links are not followed, so nothing behind it is indexed."
        return Problem("link-not-followed", message, _LINKED, shown)
    return None


def _read(
    tools: Tools, source: FolderSource, path: str, estimate: Count | None
) -> tuple[Draft, tuple[Chunk, ...]] | Problem:
    shown = secret_names(tools, [path]).get(path)
    if shown is not None:
        return _blocked(problems.secret_name(shown), shown)
    try:
        # That nobody reads its kind is said before its size is asked, for which none is allowed.
        tools.reader.read(path, Extract(""))
        found = draft(tools, path, *source.read(path))
        return found, _chunks(tools, found.note, estimate)
    except (NoteUnreadable, NoteChanging) as error:
        message = error.message
    except BlockedByGate as error:
        return _blocked(error, path)
    except Exception:  # noqa: BLE001 - as in the indexer, it costs that file alone
        message = problems.unexpected(path).message
    return Problem("note-unreadable", message, "", path)


def _chunks(tools: Tools, note: Note, estimate: Count | None) -> tuple[Chunk, ...]:
    """The chunks; what is one chunk even by the estimate needs no model to be counted."""
    if estimate is not None:
        texts = [block.text for section in note.sections for block in section.blocks]
        texts += [step for section in note.sections for step in (note.title, *section.heading)]
        if sum(estimate(texts)) < Limits().merge_below:
            return chunk(note, estimate)
    return chunk(note, tools.count_tokens)


def _redactions(tools: Tools, drafts: list[Draft]) -> dict[str, int]:
    findings = (at for one in drafts for at in one.findings)
    return _counted(at.class_ for at in findings if at.tier in tools.gate.redacted_tiers)


def _blocked(error: BlockedByGate, shown: str) -> Problem:
    return Problem("blocked-by-gate", error.message, "", shown)


def _shown(path: str) -> str:
    """A path as text, also where it is none."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _link_in(root: Path, path: str) -> str | None:
    """The first part of a path that is a link; what cannot be asked is left to the reader."""
    parts = path.split("/")
    for depth in range(1, len(parts) + 1):
        part = "/".join(parts[:depth])
        with contextlib.suppress(PermissionError):
            if (root / part).is_symlink():
                return part
    return None


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


def _counted(words: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return dict(sorted(counts.items()))

"""What would be stored of one file, or of all files of a folder, without storing anything."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain.errors import BlockedByGate, NoteChanging, NoteUnreadable
from vaultbrain.indexer import problems
from vaultbrain.indexer.draft import draft, secret_names
from vaultbrain.indexer.progress import Progress
from vaultbrain.indexer.refusal import blocked, refusal, shown
from vaultbrain.reading.chunk import Limits, chunk
from vaultbrain.reading.links import Resolver, Status, entry_of
from vaultbrain.records import Action, Frontmatter, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vaultbrain.indexer.draft import Draft, Tools
    from vaultbrain.indexer.progress import Reading
    from vaultbrain.records import Chunk, Link, Note
    from vaultbrain.sources.folder import FolderSource


# Characters; a longer text is not worth an estimate.
_LONGEST_TOKEN = 32


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

    A field that the note has several times has all its values. `included` is False where the
    settings leave out files of such a name.
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
    included: bool = True


class Dangling(msgspec.Struct, frozen=True):
    """A link that leads nowhere, as it is written, and what is missing."""

    path: str
    line: int
    link: str
    missing: str


class Survey(msgspec.Struct, frozen=True):
    """What was read from a folder. `kinds` counts notes by the ending of their names."""

    path: str
    notes: int = 0
    chunks: int = 0
    kinds: dict[str, int] = {}
    links: dict[str, int] = {}
    dangling: tuple[Dangling, ...] = ()
    problems: tuple[Problem, ...] = ()
    redactions: dict[str, int] = {}


class Inspector:
    """Reads files of a folder as the indexer would.

    Args:
        tools: what turns bytes into chunks.
        source: the folder.
        estimate: tokens of each text, rather too many than too few, without loading a model.
        is_known: whether there is a reader of a file, by its path.
    """

    def __init__(
        self,
        tools: Tools,
        source: FolderSource,
        estimate: Callable[[Sequence[str]], list[int]],
        is_known: Callable[[str], object],
    ) -> None:
        self._tools, self._source = tools, source
        self._estimate, self._is_known = estimate, is_known

    def file(self, path: str) -> Inspection:
        """What the index would hold of one file."""
        read = self._refused(path) or self._read(path)
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
            redactions=self._redactions([found]),
            included=self._source.rules.is_note(path),
        )

    def folder(self, path: str, tell: Callable[[Reading], None]) -> Survey:
        """What the index would hold of all files of a folder; `tell` hears of every file."""
        refused = refusal(self._tools, self._source, path, is_folder=True) if path else None
        if refused is not None:
            return Survey(path=refused.path or "", problems=(refused,))
        scan = self._source.scan(path, others=True)
        found = problems.discreet(self._tools, scan.problems)
        drafts: list[Draft] = []
        chunks, progress = 0, Progress()
        progress.begin("reading", len(scan.entries))
        progress.expect(len(scan.entries), sum(at.size for at in scan.entries.values()))
        for name, at in sorted(scan.entries.items()):
            tell(progress.read())
            read = self._read(name)
            progress.advance(size=at.size)
            if isinstance(read, Problem):
                found.append(read)
                continue
            chunks += len(read[1])
            found += read[0].problems
            # Its text is not needed any more; all of a vault's would take a lot of memory.
            drafts.append(msgspec.structs.replace(read[0], note=_without_text(read[0].note)))
        # A link may lead out of the folder, to anywhere in the vault.
        files = self._source.scan(others=True) if path else scan
        notes = [at.note for at in drafts]
        links, dangling = _resolve(notes, [*files.entries, *files.others])
        return Survey(
            path=shown(os.fspath(self._source.root / path)),
            notes=len(drafts),
            chunks=chunks,
            kinds=_counted(note.path.rpartition(".")[2].lower() for note in notes),
            links=links,
            dangling=dangling,
            problems=tuple(found),
            redactions=self._redactions(drafts),
        )

    def _refused(self, path: str) -> Problem | None:
        refused = refusal(self._tools, self._source, path)
        if refused is None and not self._is_known(path):
            message = f"{path} is of a kind that vaultbrain cannot read."
            return Problem("note-unreadable", message, "", path)
        return refused

    def _read(self, path: str) -> tuple[Draft, tuple[Chunk, ...]] | Problem:
        secret = secret_names(self._tools, [path]).get(path)
        if secret is not None:
            return blocked(secret)
        try:
            found = draft(self._tools, self._source.id, path, *self._source.read(path))
            return found, self._chunks(found.note)
        except (NoteUnreadable, NoteChanging) as error:
            code, message = "note-unreadable", error.message
        except BlockedByGate as error:
            code, message = "blocked-by-gate", error.message
        except Exception:  # noqa: BLE001 - as in the indexer, it costs that file alone
            code, message = "note-unreadable", problems.unexpected(path).message
        return Problem(code, message, "", path)

    def _chunks(self, note: Note) -> tuple[Chunk, ...]:
        """The chunks; what is one chunk even by the estimate needs no model to be counted."""
        texts = [block.text for section in note.sections for block in section.blocks]
        texts += [step for section in note.sections for step in (note.title, *section.heading)]
        most = Limits().merge_below
        is_small = sum(map(len, texts)) < most * _LONGEST_TOKEN
        is_small = is_small and sum(self._estimate(texts)) < most
        return chunk(note, self._estimate if is_small else self._tools.count_tokens)

    def _redactions(self, drafts: list[Draft]) -> dict[str, int]:
        findings = (at for one in drafts for at in one.findings)
        return _counted(at.class_ for at in findings if at.action is Action.REDACTED)


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

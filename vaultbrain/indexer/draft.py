"""From bytes to what is stored: gate, reading, chunks. Knows no source and no database."""

from __future__ import annotations

import contextlib
import hashlib
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import BlockedByGate
from vaultbrain.reading.chunk import chunk
from vaultbrain.records import Frontmatter, Problem
from vaultbrain.store import notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.gate import Gate
    from vaultbrain.reading.base import Reader
    from vaultbrain.records import Finding, Note, Signature

# Goes up when the same bytes would give other rows: reader, chunker, columns.
READING_VERSION = 3
# How sync programs name the other version of a note that was changed in two places.
_CONFLICT = re.compile(
    r"\.sync-conflict-\d{8}-|\([^()]*conflicted copy[^()]*\)|_conflict-\d{8}-", re.IGNORECASE
)


class Tools(msgspec.Struct, frozen=True):
    """What turns bytes into rows."""

    gate: Gate
    reader: Reader
    count_tokens: Callable[[Sequence[str]], list[int]]
    tokenizer: str

    @property
    def recipe(self) -> str:
        """Equal recipes make equal rows of equal bytes."""
        return f"{READING_VERSION}:{self.gate.ruleset[:16]}:{self.tokenizer}"


class Draft(msgspec.Struct, frozen=True):
    """A note that was read and not yet cut into chunks."""

    note: Note
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    sha256: bytes
    signature: Signature
    size: int


def draft(tools: Tools, path: str, raw: bytes, signature: Signature) -> Draft:
    """Read a note. The gate stands between the text of its file and all that is made of it.

    Raises:
        NoteUnreadable: there is no text to be had of the bytes.
        BlockedByGate: the gate cannot vouch for the text.
    """
    extract = tools.reader.extract(path, raw)
    verdict = tools.gate.clean(extract.text)
    note = tools.reader.read(path, msgspec.structs.replace(extract, text=verdict.text))
    return Draft(
        note=note,
        findings=verdict.findings,
        problems=(
            *_forgiven(path, note.problems, note.frontmatter),
            *_conflict(path),
        ),
        sha256=hashlib.sha256(raw).digest(),
        signature=signature,
        size=len(raw),
    )


def count_ahead(tools: Tools, drafts: Sequence[Draft]) -> None:
    """Let the tokenizer meet the new words of several notes at once.

    It counts word by word and remembers; asking it for every note by itself took 5 of 24 CPU
    seconds of a first indexing of 10,000 notes.
    """
    sections = [section for at in drafts for section in at.note.sections]
    texts = [block.text for section in sections for block in section.blocks]
    texts += [step for section in sections for step in section.heading]
    texts += [at.note.title for at in drafts]
    words: set[str] = set()
    with contextlib.suppress(MemoryError):  # it only saves time; alone, the note at fault fails
        for text in texts:
            words.update(text.split())
        tools.count_tokens([" ".join(words)])


def secret_names(tools: Tools, paths: Sequence[str]) -> dict[str, str]:
    """Paths that hold a secret, with what may be shown of them.

    All names are looked at in one go, and one by one only where something was found.
    """
    together = "\n".join(paths)
    # Nothing to read, nothing to ask: the first question compiles every rule (0.1 CPU s).
    if not together or _shown(tools, together) == together:
        return {}
    shown = {path: _shown(tools, path) for path in paths}
    return {path: text for path, text in shown.items() if text != path}


def _shown(tools: Tools, name: str) -> str:
    try:
        return tools.gate.clean(name).text
    except BlockedByGate:
        return "[a name that the gate cannot vouch for]"


def entry(tools: Tools, source: str, at: Draft) -> notes.Entry:
    """The rows of a note."""
    return notes.Entry(
        source=source,
        note=at.note,
        chunks=chunk(at.note, tools.count_tokens),
        findings=at.findings,
        problems=at.problems,
        sha256=at.sha256,
        signature=at.signature,
        recipe=tools.recipe,
        redacted_tiers=tools.gate.redacted_tiers,
    )


def _conflict(path: str) -> tuple[Problem, ...]:
    if not _CONFLICT.search(path.rpartition("/")[2]):
        return ()
    found = Problem(
        code="conflict-copy",
        message=f"{path} is a copy that a sync program made, because the note was changed in two "
        "places. Both versions are indexed.",
        advice="Bring them together in your editor and delete the copy.",
        path=path,
    )
    return (found,)


def _forgiven(path: str, problems: Sequence[str], frontmatter: Frontmatter) -> Iterator[Problem]:
    """What had to be forgiven, as one problem of each kind: that is how they are stored."""
    is_broken = frontmatter is Frontmatter.BROKEN
    repaired = problems[:-1] if is_broken else problems
    if repaired:
        yield Problem(
            code="text-repaired",
            message=f"{path}: {'; '.join(repaired)}.",
            advice="The rest is indexed. Correct the file where you miss something.",
            path=path,
        )
    if is_broken:
        yield Problem(
            code="frontmatter-broken",
            message=f"{path}: {problems[-1]}.",
            advice="Correct it in your editor.",
            path=path,
        )

"""From bytes to what is stored: gate, reading, chunks. Knows no source and no database."""

from __future__ import annotations

import contextlib
import hashlib
import re
import shlex
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate.allow import Origin
from vaultbrain.reading.chunk import chunk
from vaultbrain.records import Action, Frontmatter, Problem
from vaultbrain.store import analysis, notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.gate import Gate
    from vaultbrain.indexer.relook import GatedReader
    from vaultbrain.records import Finding, Note, Signature, Verdict

# Its number goes up when the same bytes would give other rows: reader, chunker, columns.
READING_VERSION = f"3.{analysis.version()}"
# How sync programs name the other version of a note that was changed in two places.
_CONFLICT = re.compile(
    r"\.sync-conflict-\d{8}-|\([^()]*conflicted copy[^()]*\)|_conflict-\d{8}-", re.IGNORECASE
)


class Tools(msgspec.Struct, frozen=True):
    """What turns bytes into rows."""

    gate: Gate
    reader: GatedReader
    count_tokens: Callable[[Sequence[str]], list[int]]
    tokenizer: str

    @property
    def ruleset(self) -> str:
        """The part of a recipe that is the gate's."""
        return self.gate.ruleset[:16]

    @property
    def recipe(self) -> str:
        """Equal recipes make equal rows of equal bytes."""
        return f"{READING_VERSION}:{self.ruleset}:{self.tokenizer}"

    def differs_by_rules(self, recipe: str) -> bool:
        """Whether nothing but the rules of the gate tells another recipe from that of now."""
        before, now = recipe.split(":", 2), self.recipe.split(":", 2)
        return recipe != self.recipe and before[::2] == now[::2]


class Draft(msgspec.Struct, frozen=True):
    """A note that was read and not yet cut into chunks.

    `secrets` are the values that were taken out, by their ids: to prove that they are nowhere.
    """

    note: Note
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    sha256: bytes
    signature: Signature
    size: int
    secrets: dict[str, str] = {}


def draft(tools: Tools, source: str, path: str, raw: bytes, signature: Signature) -> Draft:
    """Read a note. The gate stands between the text of its file and all that is made of it.

    Raises:
        NoteUnreadable: there is no text to be had of the bytes.
        BlockedByGate: the gate cannot vouch for the text.
    """
    extract = tools.reader.extract(path, raw)
    verdict = tools.gate.clean(extract.text, Origin(source, path, extract.wrapped))
    shown = msgspec.structs.replace(extract, text=verdict.text)
    note = tools.reader.read(path, shown, verdict.passed)
    return Draft(
        note=note,
        findings=verdict.findings,
        problems=(
            *_forgiven(path, note.problems, note.frontmatter),
            *_conflict(path),
            *_quarantine(path, verdict),
        ),
        sha256=hashlib.sha256(raw).digest(),
        signature=signature,
        size=len(raw),
        secrets={
            at.id: extract.text[at.start : at.end]
            for at in verdict.findings
            if at.action is Action.REDACTED
        },
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


def entry(tools: Tools, source: str, at: Draft, *, forgets: bool = False) -> notes.Entry:
    """The rows of a note; what `forgets` says, see there."""
    chunks = chunk(at.note, tools.count_tokens)
    return msgspec.structs.replace(unchunked(tools, source, at), chunks=chunks, forgets=forgets)


def unchunked(tools: Tools, source: str, at: Draft) -> notes.Entry:
    """The rows of a note but for its chunks."""
    return notes.Entry(
        source=source,
        note=at.note,
        chunks=(),
        findings=at.findings,
        problems=at.problems,
        sha256=at.sha256,
        signature=at.signature,
        recipe=tools.recipe,
    )


def _quarantine(path: str, verdict: Verdict) -> tuple[Problem, ...]:
    if not verdict.quarantined:
        return ()
    found = Problem(
        code="note-quarantined",
        message=f"{path} holds little but secrets, so nothing of it is indexed but its name.",
        advice="Keep them in a password manager. What was found, and how to allow what is none: "
        f"vaultbrain gate show {shlex.quote(path)}",
        path=path,
    )
    return (found,)


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

"""The nouns: immutable records that flow through the house.

Lines are 1-based and inclusive, offsets are 0-based character offsets, times are nanoseconds
since the epoch unless a name says otherwise. A path is relative to its source's root and uses
forward slashes.
"""

from __future__ import annotations

import enum
from pathlib import PurePosixPath
from typing import Any

import msgspec


class State(enum.StrEnum):
    """What an answer can be trusted to cover; every result carries one."""

    READY = "ready"
    INDEXING = "indexing"
    DEGRADED = "degraded"
    OFFLINE = "offline"
    LOCKED = "locked"
    READONLY = "readonly"


class Tier(enum.StrEnum):
    """How grave a finding of the gate is."""

    SECRET = "secret"  # noqa: S105 - the name of a tier
    STRONG = "strong"
    SOFT = "soft"


class Action(enum.StrEnum):
    """What was done with a finding of the gate."""

    REDACTED = "redacted"
    INDEXED = "indexed"
    ALLOWED = "allowed"


class Frontmatter(enum.StrEnum):
    """How the metadata block at the head of a note was read."""

    OK = "ok"
    NONE = "none"
    BROKEN = "broken"


class Signature(msgspec.Struct, frozen=True):
    """What `lstat` says of a file; equal signatures mean an unchanged file."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class Finding(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    """One secret or piece of personal data. It never holds the value itself.

    `id` names class and value to whoever knows the key of this home, and says nothing to others.
    """

    rule: str
    class_: str
    tier: Tier
    start: int
    end: int
    line: int
    action: Action = Action.REDACTED
    id: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """What the gate made of a text: the text that may pass and what was found in it.

    `passed` are the ids of findings that a note, a rule on its path or the user lets pass: pieces
    of the note are looked at with them. In a `quarantined` one so much is secret that nothing of
    it is shown.
    """

    text: str
    findings: tuple[Finding, ...]
    passed: frozenset[str] = frozenset()
    quarantined: bool = False


class Link(msgspec.Struct, frozen=True):
    """A wikilink or Markdown link to another note, as written."""

    target: str
    heading: str | None
    block: str | None
    alias: str | None
    embed: bool
    line: int


class Mark(msgspec.Struct, frozen=True):
    """From this line of a text on, it stands at `place` of its file, as in `p. 3` of a PDF.

    Where `level` is not 0, the line itself is a heading of that level.
    """

    line: int
    place: str
    level: int = 0


class Anchor(msgspec.Struct, frozen=True):
    """A block that has an id to be linked to, `^id` in Markdown, without the id."""

    id: str
    line: int
    text: str


class Section(msgspec.Struct, frozen=True):
    """The blocks between one heading and the next."""

    heading: tuple[str, ...]
    blocks: tuple[Block, ...]


class Block(msgspec.Struct, frozen=True):
    """A piece of a section that is not torn apart if it fits: a paragraph, fence, table, list."""

    kind: str
    line_start: int
    line_end: int
    text: str


class Note(msgspec.Struct, frozen=True):
    """What was read from one file, after the gate.

    `properties` are the metadata as JSON values, `fields` the pairs of `key:: value` in its order;
    `marks` tell the places of a file that has no lines of its own; `date` is the day that the note
    is about, as in 2026-11-30, where it says so.
    """

    path: str
    title: str
    sections: tuple[Section, ...]
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    frontmatter: Frontmatter = Frontmatter.NONE
    links: tuple[Link, ...] = ()
    problems: tuple[str, ...] = ()
    properties: dict[str, Any] = {}
    fields: tuple[tuple[str, str], ...] = ()
    anchors: tuple[Anchor, ...] = ()
    marks: tuple[Mark, ...] = ()
    date: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What the note is called beside its title: its aliases, and the name of its file."""
        stem = PurePosixPath(self.path).stem
        own = self.aliases if self.title == stem else (*self.aliases, stem)
        return tuple(dict.fromkeys(own))


def embedded_text(crumb: str, text: str) -> str:
    """A passage as the model is given it: the breadcrumb, and the text below."""
    return f"{crumb}\n{text}"


class Chunk(msgspec.Struct, frozen=True):
    """A passage of a note: the unit that is searched, embedded and cited.

    `text_hash` is the SHA-256 of `embedded` with its white space folded: what the model sees.
    `place` says where in its file it stands, where lines are none of the file's.
    """

    ordinal: int
    heading: tuple[str, ...]
    line_start: int
    line_end: int
    crumb: str
    text: str
    text_hash: bytes
    place: str = ""

    @property
    def embedded(self) -> str:
        """The text for the model: the breadcrumb and the passage."""
        return embedded_text(self.crumb, self.text)


class Hit(msgspec.Struct, frozen=True):
    """One note found, with its best passage; `line` is where the snippet begins.

    `place` is where in its file the passage stands, as in `p. 3`, where the file has no lines.
    """

    source: str
    path: str
    title: str
    heading: tuple[str, ...]
    line_start: int
    line_end: int
    line: int
    snippet: str
    score: float
    sha256: str
    fresh: bool
    why: dict[str, float]
    place: str = ""


class Citation(msgspec.Struct, frozen=True):
    """A quote that stood verbatim in the cleaned file when the answer was given.

    `place` is that of `Hit`.
    """

    n: int
    source: str
    path: str
    heading: tuple[str, ...]
    line_start: int
    line_end: int
    quote: str
    sha256: str
    place: str = ""


class Answer(msgspec.Struct, frozen=True):
    """An answer whose every sentence is cited, or a refusal with the nearest notes."""

    answer: str
    grounded: bool
    refused: bool
    reason: str
    citations: tuple[Citation, ...]
    nearest: tuple[Hit, ...]
    engine: str
    evidence: float


class Problem(msgspec.Struct, frozen=True):
    """Something the user should know, with what to do about it."""

    code: str
    message: str
    advice: str
    path: str | None = None

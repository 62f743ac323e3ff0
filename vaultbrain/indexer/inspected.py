"""What is told of a file, or of a folder, that was read without storing anything."""

from __future__ import annotations

from typing import Any

import msgspec

from vaultbrain.records import Frontmatter, Problem


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

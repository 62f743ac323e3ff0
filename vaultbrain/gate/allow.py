"""What the user lets pass: by the id of a finding, by rules on paths, by a word in a note.

None of it is a switch: each names what it lets pass, and key blocks, seed phrases and recovery
codes pass by their id alone.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from pathspec import GitIgnoreSpec

from vaultbrain.gate.rules.classes import CONTAINERS
from vaultbrain.records import Tier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vaultbrain.gate.redact import Mark

# A note with so many secrets is a list of passwords, whatever its comments say.
_DUMP = 3
_WORD = "vaultbrain:allow"
_COMMENTS = (("<!--", "-->"), ("%%", "%%"))
_KEY = "vaultbrain-allow:"
# The sign of a web clipper: somebody else wrote what follows.
_CLIPPED = "source:"


class Origin(msgspec.Struct, frozen=True):
    """Where the text of a whole note comes from.

    `wrapped`: its lines end where a page has no more room, also inside of words.
    """

    source: str
    path: str
    wrapped: bool = False


class Allowance(msgspec.Struct, frozen=True):
    """Classes that pass in the notes of a `.gitignore`-style pattern; of one source, or of all."""

    path: str
    classes: tuple[str, ...]
    source: str | None = None


class Baseline:
    """Findings that the user let pass one by one; any thread may ask.

    An id is the HMAC-SHA256 of class and value with the key of this home, so that a short value
    cannot be guessed from it.
    """

    def __init__(self, key: bytes, ids: Iterable[str] = ()) -> None:
        """Take the key, 32 bytes that nobody else knows, and the ids that pass."""
        self._key, self._ids = key, frozenset(ids)

    def id(self, class_: str, value: str) -> str:
        """The id of a finding: 16 hex digits."""
        said = f"{class_}\0{value}".encode("utf-8", "surrogatepass")
        return hmac.digest(self._key, said, "sha256").hex()[:16]

    @property
    def check(self) -> str:
        """What tells these ids under this key from all others."""
        return self.id("", " ".join(sorted(self._ids)))

    def __contains__(self, id_: str) -> bool:
        return id_ in self._ids

    def __bool__(self) -> bool:
        return bool(self._ids)

    def put(self, id_: str) -> None:
        """Let the finding pass from now on."""
        self._ids |= {id_}

    def drop(self, id_: str) -> None:
        """Let it pass no more."""
        self._ids -= {id_}


class Allowed(NamedTuple):
    """What a note lets pass, but for single findings."""

    everywhere: frozenset[str]
    by_line: dict[int, frozenset[str]]


class Allowing:
    """Decides which marks of a note pass; `said` is all that it decides by.

    Args:
        allowances: rules on paths.
        foreign: sources whose notes were written by others, and let nothing pass by themselves.
    """

    def __init__(
        self, allowances: Sequence[Allowance] = (), foreign: frozenset[str] = frozenset()
    ) -> None:
        self.said = (tuple(allowances), tuple(sorted(foreign)))
        self._rules = [(at, GitIgnoreSpec.from_lines([at.path])) for at in allowances]
        self._foreign = foreign

    def passing(self, text: str, marks: Sequence[Mark], origin: Origin) -> list[Mark]:
        """Those of some marks, which are in order, that a rule on paths or the note lets pass."""
        by_path = self._by_path(origin)
        is_own = origin.source not in self._foreign
        said = allowed_by(text) if is_own else Allowed(frozenset(), {})
        if not (by_path or said.everywhere or said.by_line):
            return []
        dump = sum(mark.tier is Tier.SECRET for mark in marks) >= _DUMP
        passing = []
        line, counted = 1, 0
        for mark in marks:
            line += text.count("\n", counted, mark.start)
            counted = mark.start
            if mark.class_ in CONTAINERS:
                continue
            last = line + text.count("\n", mark.start, mark.end)
            in_line = said.by_line.get(line, frozenset()) & said.by_line.get(last, frozenset())
            by_note = mark.class_ in in_line and not (dump and mark.tier is Tier.SECRET)
            by_head = mark.class_ in said.everywhere and mark.tier is not Tier.SECRET
            if mark.class_ in by_path or by_note or by_head:
                passing.append(mark)
        return passing

    def _by_path(self, origin: Origin) -> frozenset[str]:
        classes = (
            at.classes
            for at, spec in self._rules
            if at.source in {None, origin.source} and spec.match_file(origin.path)
        )
        return frozenset().union(*classes)


def allowed_by(text: str) -> Allowed:
    """What the words of a note let pass.

    `<!-- vaultbrain:allow CLASS -->` or `%% vaultbrain:allow CLASS %%` is for its own line and the
    next; `vaultbrain-allow: [CLASS]` in the metadata is for the whole note.
    """
    if "vaultbrain" not in text:
        return Allowed(frozenset(), {})
    head = list(_metadata(text))
    if any(line.lower().startswith(_CLIPPED) and "://" in line for line in head):
        return Allowed(frozenset(), {})
    by_line: dict[int, frozenset[str]] = {}
    for line, classes in _comments(text):
        for at in (line, line + 1):
            by_line[at] = by_line.get(at, frozenset()) | classes
    return Allowed(frozenset(_listed(head)), by_line)


def _metadata(text: str) -> Iterator[str]:
    """The lines between two `---` at the head of a text; nothing where they are not closed."""
    if not text.startswith(("---\n", "---\r\n")):
        return
    end = text.find("\n---", 3)
    if end >= 0:
        yield from (line.rstrip() for line in text[4:end].split("\n"))


def _listed(lines: Sequence[str]) -> Iterator[str]:
    """The classes of `vaultbrain-allow`, in brackets or as a list below it."""
    inside = False
    for line in lines:
        if line.startswith(_KEY):
            yield from _words(line.removeprefix(_KEY).strip(" []"), ",")
            inside = True
        elif inside and line.lstrip().startswith("- "):
            yield from _words(line.lstrip()[2:], ",")
        else:
            inside = False


def _comments(text: str) -> Iterator[tuple[int, frozenset[str]]]:
    """The comments that let something pass, with their lines."""
    line, counted = 1, 0
    at = text.find(_WORD)
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        end = text.find("\n", at)
        rest = text[at + len(_WORD) : end if end >= 0 else len(text)]
        before = text[max(0, at - 16) : at].rstrip(" ")
        for opening, closing in _COMMENTS:
            if before.endswith(opening) and closing in rest:
                named = rest.partition(closing)[0].replace(",", " ")
                yield line, frozenset(_words(named, " "))
        at = text.find(_WORD, at + len(_WORD) + len(rest))


def _words(text: str, separator: str) -> Iterator[str]:
    strip: Callable[[str], str] = lambda word: word.strip(" \t\"'")  # noqa: E731
    yield from filter(None, map(strip, text.split(separator)))

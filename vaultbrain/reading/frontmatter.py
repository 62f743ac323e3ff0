"""The metadata block at the head of a note. A broken block never costs the body."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
import yaml
from frontmatter.default_handlers import YAMLHandler

from vaultbrain.records import Frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Three dashes alone on a line. The handler's own fence takes four, which are a rule, and the
# blank lines that follow, which would make the block longer than it is.
_HANDLER = YAMLHandler(fm_boundary=re.compile(r"^---[^\S\n]*$", re.MULTILINE))
# Besides YAML's own errors, PyYAML lets through what a wrong `!!int` or an impossible date raises.
_FAULTS = (
    yaml.YAMLError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
# Keys that have a place of their own in a note, and keys whose values help nobody find it.
_NOT_TEXT = frozenset(
    "title aliases alias tags tag created modified updated date cssclass cssclasses publish "
    "permalink id uid lang layout outline".split()
)
_PLAIN = (str, int, float, dt.date)
_KEY = re.compile(r"[^\s#:-][^:]*:")
_MAX_BLOCK = 64 * 1024


class _UnfitError(ValueError):
    """The block is none that is read. Its message quotes nothing of the note."""


class Metadata(msgspec.Struct, frozen=True):
    """What the block says. `lines` counts the lines it takes, its fences included."""

    status: Frontmatter
    title: str | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    lines: int = 0
    problem: str | None = None


def read(text: str) -> Metadata:
    """Read the block at the head of `text`; a block that never closes is body."""
    if not _HANDLER.detect(text):
        return Metadata(Frontmatter.NONE)
    parts = _HANDLER.FM_BOUNDARY.split(text, 2)
    if len(parts) < 3 or parts[0].strip():  # noqa: PLR2004 - before, block, after
        return Metadata(Frontmatter.NONE)
    block = parts[1]
    lines = text[: len(text) - len(parts[2])].count("\n") + 1
    try:
        data = _load(block)
    except _FAULTS as error:
        return _broken(lines, _fault(error))
    return _from_mapping({str(key).lower(): value for key, value in data.items()}, lines)


def _load(block: str) -> Mapping[object, object]:
    if len(block) > _MAX_BLOCK:
        raise _UnfitError(f"is longer than {_MAX_BLOCK} characters")
    data = _HANDLER.load(block)
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise _UnfitError("is no list of `key: value`")
    return data


def _from_mapping(data: Mapping[str, object], lines: int) -> Metadata:
    title = data.get("title")
    tags = [*_words(data.get("tags")), *_words(data.get("tag"))]
    return Metadata(
        Frontmatter.OK,
        title=str(title).strip() or None if isinstance(title, _PLAIN) else None,
        aliases=tuple(_names([data.get("aliases"), data.get("alias")])),
        tags=tuple(dict.fromkeys(tag.lstrip("#") for tag in tags if tag.lstrip("#"))),
        lines=lines,
    )


def telling(lines: Sequence[str], metadata: Metadata) -> list[tuple[int, int]]:
    """Spans of the block that are worth finding, as 0-based half-open line numbers.

    Names, tags and dates have places of their own in a note; a broken block is kept whole.
    """
    last = metadata.lines - 1
    if metadata.status is Frontmatter.BROKEN:
        return [(1, last)]
    starts = [at for at in range(1, last) if _KEY.match(lines[at])]
    spans = list(itertools.pairwise([*starts, last]))
    kept = [
        span for span in spans if lines[span[0]].partition(":")[0].strip().lower() not in _NOT_TEXT
    ]
    return [span for span in kept if "".join(lines[slice(*span)]).partition(":")[2].strip()]


def _names(values: Iterable[object]) -> list[str]:
    """Aliases: a list, or one text, in which a comma is part of the name."""
    items = [item for value in values for item in (value if isinstance(value, list) else [value])]
    plain = [str(item).strip() for item in items if isinstance(item, _PLAIN)]
    return [name for name in plain if name]


def _words(value: object) -> list[str]:
    """Tags: a list, or one text split at commas and blanks."""
    items = value if isinstance(value, list) else [value]
    plain = [str(item) for item in items if isinstance(item, (str, int, float))]
    return [word for item in plain for word in re.split(r"[,\s]+", item) if word]


def _broken(lines: int, problem: str) -> Metadata:
    return Metadata(Frontmatter.BROKEN, lines=lines, problem=problem)


def _fault(error: Exception) -> str:
    """Where the block breaks. YAML's own message would quote the note, so it stays out."""
    if isinstance(error, _UnfitError):
        return f"frontmatter {error}; the rest of the note was read"
    mark = getattr(error, "problem_mark", None)
    where = f" near line {mark.line + 1}" if mark is not None else ""
    return f"frontmatter is not valid YAML{where}; the rest of the note was read"

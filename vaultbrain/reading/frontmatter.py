"""The metadata block at the head of a note. A broken block never costs the body."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import yaml
from frontmatter.default_handlers import SafeLoader, YAMLHandler

from vaultbrain.records import Frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
    "permalink id uid lang layout outline excalidraw-plugin kanban-plugin".split()
)
_PLAIN = (str, int, float)
_KEY = re.compile(r"[^\s#:-][^:]*:")
_PLAIN_KEY = re.compile(r"""["']?\w[^:]{0,63}:(?:\s|$)""")
_MAX_BLOCK = 64 * 1024
# An alias stands for all that its anchor holds: a few lines can stand for millions of values.
_MOST_VALUES = 20_000
_WIDEST_INT = 1 << 63
_DAY = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)")


class _Loader(SafeLoader):  # type: ignore[misc, valid-type]
    """YAML as Obsidian reads it: version 1.2, in which dates, times and `yes` are text."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML's way to be told


_NUMBER = r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?"
_NO_NUMBER = r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
# What a plain value must be to be no text, and the characters that it can begin with.
for _tag, _pattern, _first in (
    ("null", "~|null|Null|NULL|", "~nN"),
    ("bool", "true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", "[-+]?(?:0|[1-9][0-9]*)|0x[0-9a-fA-F]+", "-+0123456789"),
    ("float", f"{_NUMBER}|{_NO_NUMBER}", "-+.0123456789"),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), [*_first, ""]
    )


class _UnfitError(ValueError):
    """The block is none that is read. Its message quotes nothing of the note."""


class Metadata(msgspec.Struct, frozen=True):
    """What the block says: its `properties` as JSON values, and what has a place of its own.

    `lines` counts the lines it takes, its fences included.
    """

    status: Frontmatter
    title: str | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    lines: int = 0
    problem: str | None = None
    properties: dict[str, Any] = {}

    @property
    def date(self) -> str | None:
        """The day that the note is about, where it says so."""
        named = {key.lower(): value for key, value in self.properties.items()}.get("date")
        return day(named) if isinstance(named, str) else None


def day(text: str) -> str | None:
    """The first date in a text, as in `2026-11-30 Meeting`."""
    found = _DAY.search(text)
    return found[0] if found and not text[: found.start()][-1:].isdigit() else None


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
        return _from_mapping(_load(block), lines)
    except _FAULTS as error:
        return _broken(lines, _fault(error))


def _load(block: str) -> dict[str, Any]:
    if len(block) > _MAX_BLOCK:
        raise _UnfitError(f"is longer than {_MAX_BLOCK} characters")
    if "&" in block and _size(yaml.compose(block, Loader=_Loader), {}) > _MOST_VALUES:
        raise _UnfitError("has aliases of aliases that stand for too much")
    data = _HANDLER.load(block, Loader=_Loader)
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise _UnfitError("is no list of `key: value`")
    return {_text(str(key)): _json(value) for key, value in data.items()}


def _size(node: yaml.Node | None, known: dict[int, int]) -> int:
    """How many values a node stands for with its aliases resolved; one in itself is endless."""
    if not isinstance(node, yaml.CollectionNode):
        return 1
    if id(node) not in known:
        known[id(node)] = _MOST_VALUES  # until it is known: who meets it now is inside it
        items = node.value
        if isinstance(node, yaml.MappingNode):
            items = itertools.chain.from_iterable(items)
        known[id(node)] = 1 + sum(_size(item, known) for item in items)
    return known[id(node)]


def _json(value: object) -> Any:  # noqa: ANN401 - whatever JSON knows
    """A value of the block as JSON can say it; what it cannot is written out."""
    if isinstance(value, Mapping):
        return {_text(str(key)): _json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_json(item) for item in value]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, int) and abs(value) < _WIDEST_INT:
        return value
    return _text(str(value))


def _text(value: str) -> str:
    """Text that can be stored: YAML's escapes can make half a character."""
    return value if value.isascii() else value.encode("utf-8", "replace").decode()


def _from_mapping(properties: dict[str, Any], lines: int) -> Metadata:
    data = {key.lower(): value for key, value in properties.items()}
    title = data.get("title")
    tags = [*_words(data.get("tags")), *_words(data.get("tag"))]
    return Metadata(
        Frontmatter.OK,
        title=str(title).strip() or None if isinstance(title, _PLAIN) else None,
        aliases=tuple(_names([data.get("aliases"), data.get("alias")])),
        tags=tuple(dict.fromkeys(tag.lstrip("#") for tag in tags if tag.lstrip("#"))),
        lines=lines,
        properties=properties,
    )


def texts(value: object) -> Iterator[str]:
    """Every text among some values, in their order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def telling(lines: Sequence[str], metadata: Metadata) -> list[tuple[int, int]]:
    """Spans of the block that are worth finding, as 0-based half-open line numbers.

    Names, tags and dates have places of their own in a note. A broken block says nothing: where
    its values end is not known. But text between two rules, as in a letter, is found.
    """
    last = metadata.lines - 1
    if metadata.status is Frontmatter.BROKEN:
        return [(1, last)] if _is_text(lines[1:last]) else []
    starts = [at for at in range(1, last) if _KEY.match(lines[at])]
    spans = list(itertools.pairwise([*starts, last]))
    kept = [
        span for span in spans if lines[span[0]].partition(":")[0].strip().lower() not in _NOT_TEXT
    ]
    return [span for span in kept if "".join(lines[slice(*span)]).partition(":")[2].strip()]


def _is_text(block: Sequence[str]) -> bool:
    """Whether a block that is no metadata was never meant to be any."""
    first = next((line for line in block if line.strip() and not line.startswith("#")), "")
    return not _PLAIN_KEY.match(first) or sum(map(len, block)) > _MAX_BLOCK


def _names(values: Iterable[object]) -> list[str]:
    """Aliases: a list, or one text, in which a comma is part of the name."""
    items = [item for value in values for item in (value if isinstance(value, list) else [value])]
    plain = [str(item).strip() for item in items if isinstance(item, _PLAIN)]
    return [name for name in plain if name]


def _words(value: object) -> list[str]:
    """Tags: a list, or one text split at commas and blanks; a number is no tag."""
    items = value if isinstance(value, list) else [value]
    plain = [item for item in items if isinstance(item, str)]
    words = [word for item in plain for word in re.split(r"[,\s]+", item)]
    return [word for word in words if word and not word.lstrip("#").isdigit()]


def _broken(lines: int, problem: str) -> Metadata:
    return Metadata(Frontmatter.BROKEN, lines=lines, problem=problem)


def _fault(error: Exception) -> str:
    """Where the block breaks. YAML's own message would quote the note, so it stays out."""
    if isinstance(error, _UnfitError):
        return f"frontmatter {error}; the rest of the note was read"
    mark = getattr(error, "problem_mark", None)
    where = f" near line {mark.line + 1}" if mark is not None else ""
    return f"frontmatter is not valid YAML{where}; the rest of the note was read"

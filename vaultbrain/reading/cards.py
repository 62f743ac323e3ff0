"""What a JSON Canvas holds, in the order in which a person reads it: cards, groups, arrows."""

from __future__ import annotations

import itertools
import math
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Pairs of a card and a group that are compared, in about half a second.
_MOST_PAIRS = 5_000_000
# Half a character of UTF-16, and NUL: JSON can hold them, no text should.
_NO_TEXT = re.compile("[\ud800-\udfff\0]")
_LINE_END = re.compile(r"\r\n?")
# What would end a wikilink or part its target. All else stays as it is, for the gate to read.
_NOT_IN_LINK = re.compile(r"[\[\]|#^\n]")
_ENDS_LINK = re.compile(r"[\[\]|\n]")
_NOT_IN_ADDRESS = re.compile(r"[\[\]()<>#%|\\\s]")
_BRACKET = re.compile(r"[\[\]\\]")
_MARKUP = "#>*+-=_ \t"
_HIDING = ("%%", "<%", "<!--", "```", "~~~", "$$")


class Node(msgspec.Struct, frozen=True):
    """A card or a labelled group: what it says, what it is called, and where it lies."""

    id: str
    name: str
    text: str
    is_group: bool
    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """What it covers; of groups that hold a card the smallest is its own."""
        return (self.right - self.left) * (self.bottom - self.top)

    def holds(self, node: Node) -> bool:
        """Whether the middle of a node lies within this one."""
        x, y = (node.left + node.right) / 2, (node.top + node.bottom) / 2
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Arrow(msgspec.Struct, frozen=True):
    """What is written on an arrow, the ids of what it leads from and to, and its sign."""

    start: str
    label: str
    end: str
    sign: str


def _items(canvas: dict[str, Any], key: str) -> list[Any]:
    """A list of the canvas; anything else in its place is one odd item."""
    items = canvas.get(key) or []
    return items if isinstance(items, list) else [None]


def nodes_of(canvas: dict[str, Any]) -> tuple[list[Node], int]:
    """The nodes that say something, and how many could not be understood."""
    items = _items(canvas, "nodes")
    understood = [item for item in items if isinstance(item, dict)]
    nodes = [node for item in understood if (node := _node(item)).text.strip()]
    return nodes, len(items) - len(understood)


def _node(item: dict[str, Any]) -> Node:
    """Told apart by what it holds rather than by its type, so that an odd type costs no text."""
    left, top, width, height = (_number(item.get(key)) for key in ("x", "y", "width", "height"))
    is_group = item.get("type") == "group"
    if is_group:
        name = text = _folded(item.get("label"))
    elif text := _text(item.get("text")):
        name = _first_line(text)
    elif name := _text(item.get("file")):
        text = _link(name, _folded(item.get("subpath")))
        name = _folded(name)
    else:
        name = text = _folded(item.get("url"))
    return Node(_text(item.get("id")), name, text, is_group, left, top, left + width, top + height)


def _number(value: object) -> float:
    """A coordinate; what is none, or beyond all screens, is 0."""
    try:
        number = float(value) if isinstance(value, (int, float)) else 0.0
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) else 0.0


def _text(value: object) -> str:
    """A string of the file in lines that end in a line feed alone; of another type, nothing."""
    if not isinstance(value, str):
        return ""
    return _NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", _LINE_END.sub("\n", value))


def _folded(value: object) -> str:
    return " ".join(_text(value).split())


def _first_line(text: str) -> str:
    """What a card is called: its first line without signs, unless it is no plain line."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return "" if any(sign in first for sign in _HIDING) else _folded(first.lstrip(_MARKUP))


def _link(file: str, subpath: str) -> str:
    """A link to a file of the vault, and to the heading or block in it that the card shows."""
    part = "#" + subpath.lstrip("#") if subpath else ""
    if not _NOT_IN_LINK.search(file) and not _ENDS_LINK.search(part):
        return f"[[{file}{part}]]"
    label = _BRACKET.sub(r"\\\g<0>", _folded(file))
    return f"[{label}]({_encoded(file)}{'#'.join(map(_encoded, part.split('#')))})"


def _encoded(name: str) -> str:
    return _NOT_IN_ADDRESS.sub(lambda match: quote(match[0], safe=""), name)


def parents_of(nodes: Sequence[Node]) -> tuple[list[int | None], tuple[str, ...]]:
    """For each node the smallest group that it lies in, and a problem where there are too many."""
    groups = sorted(
        (at for at, node in enumerate(nodes) if node.is_group), key=lambda at: nodes[at].area
    )
    if len(groups) * len(nodes) > _MOST_PAIRS:
        problem = "has too many groups to tell which card lies in which; all cards were read"
        return [None] * len(nodes), (problem,)
    # A group lies in none that is smaller, so that no two lie in each other.
    after = {group: rank + 1 for rank, group in enumerate(groups)}
    parents = []
    for index, node in enumerate(nodes):
        larger = itertools.islice(groups, after.get(index, 0), None)
        parents.append(next((at for at in larger if nodes[at].holds(node)), None))
    return parents, ()


def order_of(nodes: Sequence[Node], parents: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Nodes in the order of reading, each with how deep it lies, from 1."""
    inside: dict[int | None, list[int]] = defaultdict(list)
    for index in sorted(range(len(nodes)), key=lambda at: (nodes[at].top, nodes[at].left)):
        inside[parents[index]].append(index)
    waiting: list[tuple[int | None, int]] = [(None, 0)]
    while waiting:
        group, depth = waiting.pop()
        if group is not None:
            yield group, depth
        yield from ((at, depth + 1) for at in inside[group] if not nodes[at].is_group)
        waiting += [(at, depth + 1) for at in reversed(inside[group]) if nodes[at].is_group]


def arrows_of(canvas: dict[str, Any]) -> tuple[list[Arrow], int]:
    """The arrows, and how many could not be understood."""
    items = _items(canvas, "edges")
    arrows = [_arrow(item) for item in items if isinstance(item, dict)]
    return arrows, len(items) - len(arrows)


def _arrow(item: dict[str, Any]) -> Arrow:
    start, end = _text(item.get("fromNode")), _text(item.get("toNode"))
    forth, back = item.get("toEnd") != "none", item.get("fromEnd") == "arrow"
    if back and not forth:
        start, end = end, start
    return Arrow(start, _folded(item.get("label")), end, " → " if forth != back else " — ")

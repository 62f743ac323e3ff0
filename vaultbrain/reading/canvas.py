"""JSON Canvas: cards as Markdown of their own, groups as headings, labelled arrows as lines.

The text is what a person reads on the canvas: first the cards outside of every group, then each
group with its cards and the groups within, from top to bottom and left to right. A mark names
each card by its number in that order. Behind a card, at a second mark of the same place, stand
the arrows that lead from it, as `From → label → To`; without a label they say nothing.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract, paragraphs, stem
from vaultbrain.reading.text import extract_text
from vaultbrain.records import Block, Mark, Note, Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vaultbrain.reading.base import Reader
    from vaultbrain.records import Anchor, Link

_DEEPEST = 6
# Pairs of a card and a group that are compared, in about half a second.
_MOST_PAIRS = 5_000_000
# A longer name is not cut, for half a secret might pass the gate; the card's number stands for it.
_LONGEST_NAME = 80
# Half a character of UTF-16, and NUL: JSON can hold them, no text should.
_NO_TEXT = re.compile("[\ud800-\udfff\0]")
_LINE_END = re.compile(r"\r\n?")
# What would end a wikilink or part its target. All else stays as it is, for the gate to read.
_NOT_IN_LINK = re.compile(r"[\[\]|#^\n]")
_ENDS_LINK = re.compile(r"[\[\]|\n]")
_NOT_IN_ADDRESS = re.compile(r"[\[\]()<>#%|\\\s]")
_BRACKET = re.compile(r"[\[\]\\]")
_MARKUP = "#>*+-=_ \t"
_HIDING = ("%%", "<!--", "```", "~~~", "$$")


class CanvasReader:
    """Reads `.canvas` files; `markdown` reads what is written on a card."""

    def __init__(self, markdown: Reader) -> None:
        self._markdown = markdown

    def extract(self, path: str, raw: bytes) -> Extract:
        """Take the text of the cards, the labels of groups and those of arrows.

        Raises:
            NoteUnreadable: no JSON, as of a file that is still being written, or no canvas.
        """
        found = extract_text(path, raw)
        canvas = _load(path, found.text)
        nodes, odd = _nodes(canvas)
        parents, flat = _parents(nodes)
        order = list(_order(nodes, parents))
        places = _places(nodes, order)
        arrows, lost = _arrows(canvas, nodes, places)
        page = _Page()
        for index, depth in order:
            level = min(depth, _DEEPEST) if nodes[index].is_group else 0
            page.add(nodes[index].text, places[index], level)
            if index in arrows:
                page.add("\n".join(arrows[index]), places[index])
        problems = (*found.problems, *_incomplete(odd + lost), *flat)
        return Extract("\n".join(page.lines), tuple(page.marks), problems)

    def read(self, path: str, extract: Extract) -> Note:
        """Each card read as Markdown by itself, below the headings of its groups."""
        lines = extract.text.split("\n")
        found = _Found()
        groups: list[tuple[int, str]] = []
        below: tuple[str, ...] = ()
        ends = [*(mark.line for mark in extract.marks[1:]), len(lines) + 1]
        place = ""
        for mark, end in zip(extract.marks, ends, strict=False):
            part = lines[mark.line - 1 : end - 1]
            if mark.level:
                label = " ".join(" ".join(part).split())
                groups = [*(at for at in groups if at[0] < mark.level), (mark.level, label)]
                below = tuple(label for _, label in groups)
                found.add(below, paragraphs(part, mark.line, "heading"))
            elif mark.place == place:
                found.add(below, paragraphs(part, mark.line))
            else:
                card, heading = self._card(path, part), tuple(label for _, label in groups)
                found.take(heading, card, mark.line - 2)
                below = (*heading, *(card.sections[-1].heading if card.sections else ()))
            place = mark.place
        return found.note(path, extract)

    def _card(self, path: str, lines: Sequence[str]) -> Note:
        """Read a card; the blank line before it keeps a rule at its head from opening metadata."""
        return self._markdown.read(path, Extract("\n".join(["", *lines])))


class _Node(msgspec.Struct, frozen=True):
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
        return (self.right - self.left) * (self.bottom - self.top)

    def holds(self, node: _Node) -> bool:
        """Whether the middle of a node lies within this one."""
        x, y = (node.left + node.right) / 2, (node.top + node.bottom) / 2
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class _Arrow(msgspec.Struct, frozen=True):
    """What is written on an arrow, the ids of what it leads from and to, and its sign."""

    start: str
    label: str
    end: str
    sign: str


class _Page:
    """Lines on their way into a text, with a blank one after each part."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.marks: list[Mark] = []

    def add(self, text: str, place: str, level: int = 0) -> None:
        self.marks.append(Mark(len(self.lines) + 1, place, level))
        self.lines += [*text.split("\n"), ""]


class _Found:
    """What was read of the cards so far, with the lines of the whole text."""

    def __init__(self) -> None:
        self._sections: list[tuple[tuple[str, ...], list[Block]]] = []
        self._tags: list[str] = []
        self._links: list[Link] = []
        self._fields: list[tuple[str, str]] = []
        self._anchors: list[Anchor] = []
        self._problems: list[str] = []

    def add(self, heading: tuple[str, ...], blocks: Iterable[Block]) -> None:
        if not self._sections or self._sections[-1][0] != heading:
            self._sections.append((heading, []))
        self._sections[-1][1].extend(blocks)

    def take(self, heading: tuple[str, ...], card: Note, by: int) -> None:
        """Take over what a card says, whose lines begin `by` lines further down."""
        shifted = msgspec.structs.replace
        for section in card.sections:
            blocks = (
                Block(at.kind, at.line_start + by, at.line_end + by, at.text)
                for at in section.blocks
            )
            self.add((*heading, *section.heading), blocks)
        self._tags += card.tags
        self._links += [shifted(link, line=link.line + by) for link in card.links]
        self._fields += card.fields
        self._anchors += [shifted(anchor, line=anchor.line + by) for anchor in card.anchors]
        self._problems += card.problems

    def note(self, path: str, extract: Extract) -> Note:
        return Note(
            path=path,
            title=stem(path),
            sections=tuple(Section(at, tuple(blocks)) for at, blocks in self._sections if blocks),
            tags=tuple(dict.fromkeys(self._tags)),
            links=tuple(self._links),
            problems=tuple(dict.fromkeys([*extract.problems, *self._problems])),
            fields=tuple(self._fields),
            anchors=tuple(self._anchors),
            marks=extract.marks,
        )


def _load(path: str, text: str) -> dict[str, Any]:
    """The canvas as JSON; a new one is an empty file."""
    if not text.strip():
        return {}
    try:
        canvas = json.loads(text)
    except (ValueError, RecursionError):
        raise NoteUnreadable(
            f"{path} is no complete canvas; it may be half written. It is read again at its next "
            "change; what was known of it is kept."
        ) from None
    if not isinstance(canvas, dict):
        raise NoteUnreadable(
            f"{path} is JSON but no canvas. It is not indexed; open it in the program that wrote "
            "it, or name it in .brainignore to silence this line."
        )
    return canvas


def _items(canvas: dict[str, Any], key: str) -> list[Any]:
    """A list of the canvas; anything else in its place is one odd item."""
    items = canvas.get(key) or []
    return items if isinstance(items, list) else [None]


def _nodes(canvas: dict[str, Any]) -> tuple[list[_Node], int]:
    """The nodes that say something, and how many could not be understood."""
    items = _items(canvas, "nodes")
    understood = [item for item in items if isinstance(item, dict)]
    nodes = [node for item in understood if (node := _node(item)).text.strip()]
    return nodes, len(items) - len(understood)


def _node(item: dict[str, Any]) -> _Node:
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
    return _Node(_text(item.get("id")), name, text, is_group, left, top, left + width, top + height)


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


def _parents(nodes: Sequence[_Node]) -> tuple[list[int | None], tuple[str, ...]]:
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


def _order(nodes: Sequence[_Node], parents: Sequence[int | None]) -> Iterator[tuple[int, int]]:
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


def _places(nodes: Sequence[_Node], order: Iterable[tuple[int, int]]) -> dict[int, str]:
    """A short name of each node that tells nothing of its text."""
    cards, groups = itertools.count(1), itertools.count(1)
    return {
        index: f"group {next(groups)}" if nodes[index].is_group else f"card {next(cards)}"
        for index, _ in order
    }


def _arrows(
    canvas: dict[str, Any], nodes: Sequence[_Node], places: Mapping[int, str]
) -> tuple[dict[int, list[str]], int]:
    """Labelled arrows as lines, by the node that they lead from, and how many are incomplete."""
    items = _items(canvas, "edges")
    arrows = [_arrow(item) for item in items if isinstance(item, dict)]
    known = {node.id: index for index, node in enumerate(nodes) if node.id}
    names = {index: _name(nodes[index], place) for index, place in places.items()}
    lines: dict[int, list[str]] = defaultdict(list)
    lost = len(items) - len(arrows)
    for arrow in arrows:
        ends = [known[end] for end in (arrow.start, arrow.end) if end in known]
        if arrow.label and ends:
            start, end = (
                names[known[at]] if at in known else "" for at in (arrow.start, arrow.end)
            )
            parts = (part for part in (start, arrow.label, end) if part)
            lines[ends[0]].append(arrow.sign.join(parts))
        elif arrow.label:
            lost += 1
    return lines, lost


def _arrow(item: dict[str, Any]) -> _Arrow:
    start, end = _text(item.get("fromNode")), _text(item.get("toNode"))
    forth, back = item.get("toEnd") != "none", item.get("fromEnd") == "arrow"
    if back and not forth:
        start, end = end, start
    return _Arrow(start, _folded(item.get("label")), end, " → " if forth != back else " — ")


def _name(node: _Node, place: str) -> str:
    """What a node is called in the line of an arrow."""
    fits = len(node.name) <= _LONGEST_NAME and any(map(str.isalnum, node.name))
    return node.name if fits else place


def _incomplete(count: int) -> tuple[str, ...]:
    problem = f"holds cards or arrows that are incomplete; they were left out ({count})"
    return (problem,) if count else ()

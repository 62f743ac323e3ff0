"""JSON Canvas: cards as Markdown of their own, groups as headings, labelled arrows as lines.

The text is what a person reads on the canvas: first the cards outside of every group, then each
group with its cards and the groups within, from top to bottom and left to right. A mark names
each card by its number in that order. Behind a card, at a second mark of the same place, stand
the arrows that lead from it, as `From → label → To`; without a label they say nothing.
"""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract, paragraphs, sections, stem
from vaultbrain.reading.cards import arrows_of, nodes_of, order_of, parents_of
from vaultbrain.reading.cost import affordable
from vaultbrain.reading.text import extract_text
from vaultbrain.reading.visible import without_comments
from vaultbrain.records import Block, Mark, Note, Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultbrain.reading.base import Reader
    from vaultbrain.reading.cards import Node
    from vaultbrain.records import Anchor, Link

_DEEPEST = 6
# A longer name is not cut, for half a secret might pass the gate; the card's number stands for it.
_LONGEST_NAME = 80
_TOO_LARGE = "is very large: the last cards are read as plain text, without links and headings"


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
        nodes, odd = nodes_of(canvas)
        parents, flat = parents_of(nodes)
        order = list(order_of(nodes, parents))
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
        most = affordable(extract.text, lines)
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
                card = self._card(path, part) if mark.line <= most else _plain_card(path, part)
                heading = tuple(label for _, label in groups)
                found.take(heading, card, mark.line - 2)
                below = (*heading, *(card.sections[-1].heading if card.sections else ()))
            place = mark.place
        return found.note(path, extract)

    def _card(self, path: str, lines: Sequence[str]) -> Note:
        """Read a card; the blank line before it keeps a rule at its head from opening metadata."""
        return self._markdown.read(path, Extract("\n".join(["", *lines])))


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


def _plain_card(path: str, lines: Sequence[str]) -> Note:
    """The paragraphs of a card, at the same lines."""
    text = without_comments("\n".join(["", *lines]), whole=True)
    return Note(path=path, title="", sections=sections(text), problems=(_TOO_LARGE,))


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


def _places(nodes: Sequence[Node], order: Iterable[tuple[int, int]]) -> dict[int, str]:
    """A short name of each node that tells nothing of its text."""
    cards, groups = itertools.count(1), itertools.count(1)
    return {
        index: f"group {next(groups)}" if nodes[index].is_group else f"card {next(cards)}"
        for index, _ in order
    }


def _arrows(
    canvas: dict[str, Any], nodes: Sequence[Node], places: Mapping[int, str]
) -> tuple[dict[int, list[str]], int]:
    """Labelled arrows as lines, by the node that they lead from, and how many are incomplete."""
    arrows, lost = arrows_of(canvas)
    known = {node.id: index for index, node in enumerate(nodes) if node.id}
    names = {index: _name(nodes[index], place) for index, place in places.items()}
    lines: dict[int, list[str]] = defaultdict(list)
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


def _name(node: Node, place: str) -> str:
    """What a node is called in the line of an arrow."""
    fits = len(node.name) <= _LONGEST_NAME and any(map(str.isalnum, node.name))
    return node.name if fits else place


def _incomplete(count: int) -> tuple[str, ...]:
    problem = f"holds cards or arrows that are incomplete; they were left out ({count})"
    return (problem,) if count else ()

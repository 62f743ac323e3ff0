"""Obsidian's `.base` files: views of a vault as YAML, found by the names that people gave them.

The text is the file as it is. Of its lines those are kept that name a view, a formula or a
property, or say what is shown; columns, widths and sorting are for the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import yaml
from frontmatter.default_handlers import SafeLoader

from vaultbrain.reading.base import paragraphs, sections, stem
from vaultbrain.reading.text import extract_text
from vaultbrain.records import Note, Section

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.reading.base import Extract
    from vaultbrain.records import Block

# A longer file is no set of views.
_LARGEST = 64 * 1024
_AS_TEXT = "all of its lines were read as plain text"
# Parts of which every line below the first names something.
_NAMES = frozenset({"formulas", "properties", "display", "summaries"})
# YAML counts these as ends of lines, a text does not.
_NOT_A_LINE_END = str.maketrans("\x85\u2028\u2029", "   ")
# How many of the collections around a value tell what it is.
_TELLING = 3


class BaseReader:
    """Reads `.base` files."""

    def extract(self, path: str, raw: bytes) -> Extract:
        """Take the text of the file, and say where it is no YAML.

        Raises:
            NoteUnreadable: the bytes are no text.
        """
        found = extract_text(path, raw)
        try:
            _kept(found.text)
        except _UnfitError as error:
            problem = f"{error}; {_AS_TEXT}"
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            where = f" near line {mark.line + 1}" if mark else ""
            problem = f"is not valid YAML{where}; {_AS_TEXT}"
        else:
            return found
        return msgspec.structs.replace(found, problems=(*found.problems, problem))

    def read(self, path: str, extract: Extract) -> Note:
        """The lines that name something; all lines where none does or the text is no YAML."""
        try:
            blocks = tuple(_blocks(extract.text.split("\n"), _kept(extract.text)))
        except (_UnfitError, yaml.YAMLError):
            blocks = ()
        found = (Section((), blocks),) if blocks else sections(extract.text)
        return Note(path=path, title=stem(path), sections=found, problems=extract.problems)


class _UnfitError(ValueError):
    """The text is not parsed. Its message quotes nothing of it."""


def _blocks(lines: Sequence[str], kept: set[int]) -> Iterator[Block]:
    """Runs of lines that are kept, as blocks."""
    shown = [line if number in kept else "" for number, line in enumerate(lines)]
    return paragraphs(shown, 1, "properties")


def _kept(text: str) -> set[int]:
    """Numbers, from 0, of the lines that name something.

    Raises:
        _UnfitError: the text is too long.
        yaml.YAMLError: it is no YAML.
    """
    if len(text) > _LARGEST:
        raise _UnfitError(f"is longer than {_LARGEST} characters")
    return {
        line
        for value in _values(text.translate(_NOT_A_LINE_END))
        if _names(value)
        for line in range(value.first, value.last + 1)
    }


class _Value(msgspec.Struct, frozen=True):
    """A plain value or a key, with its lines and the keys around it, the outermost first."""

    path: tuple[str, ...]
    is_key: bool
    first: int
    last: int


class _Open(msgspec.Struct):
    """A collection that is being read. In a list the key is empty."""

    is_mapping: bool
    key: str = ""
    at_key: bool = True


def _names(value: _Value) -> bool:
    """Whether a line that has this value is worth finding."""
    part, field = value.path[:1], value.path[2:]
    if part and part[0] in _NAMES:
        return len(value.path) > 1 or not value.is_key
    in_view = part == ("views",) and field[:1] in {("name",), ("filters",)}
    return not value.is_key and (in_view or part == ("filters",))


def _values(text: str) -> Iterator[_Value]:
    """Plain values in the order of the file. Aliases are passed over, so that none multiplies."""
    open_: list[_Open] = []
    for event in yaml.parse(text, SafeLoader):
        if isinstance(event, yaml.CollectionEndEvent):
            open_.pop()
        elif isinstance(event, yaml.NodeEvent):
            is_key = _step(open_, event)
            if isinstance(event, yaml.CollectionStartEvent):
                open_.append(_Open(isinstance(event, yaml.MappingStartEvent)))
            elif isinstance(event, yaml.ScalarEvent) and event.start_mark and event.end_mark:
                first, end = event.start_mark.line, event.end_mark
                last = end.line - (end.line > first and not end.column)
                yield _Value(tuple(at.key for at in open_[:_TELLING]), is_key, first, last)


def _step(open_: Sequence[_Open], event: yaml.NodeEvent) -> bool:
    """Note in the innermost mapping whether a key or its value comes next; True for a key."""
    if not open_ or not open_[-1].is_mapping:
        return False
    around = open_[-1]
    is_key = around.at_key
    if is_key:
        around.key = event.value if isinstance(event, yaml.ScalarEvent) else ""
    around.at_key = not is_key
    return is_key

"""Source code: a section for each definition of Python, blank lines part everything else.

Parsers of other languages were tried, and none can be trusted with any file: tree-sitter took
1.3 GB for 20 kB of `a<b<` in a file of Java. The indentation does most of their work: where a
text is cut into chunks, indented lines cling to what stands before them.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import paragraphs
from vaultbrain.reading.text import extract_text
from vaultbrain.records import Block, Note, Section

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.reading.base import Extract

_PYTHON = (".py", ".pyi")
SUFFIXES: tuple[str, ...] = (
    *_PYTHON,
    *".bash .c .cc .cfg .cjs .cpp .cs .css .cxx .dart .el .ex .exs .fish .go .graphql".split(),
    *".h .hh .hpp .hs .ini .java .jl .js .json .jsx .kt .kts .less .lua .mjs .nix .php".split(),
    *".pl .proto .ps1 .r .rb .rs .scala .scss .sh .sql .svelte .swift .tf .toml .ts .tsx".split(),
    *".vim .vue .yaml .yml .zig .zsh".split(),
)

# Characters. As many brackets or numbers may take 0.3 s and 140 MB, and 8 MB would take 1.8 GB.
_MOST_PARSED = 200_000
_LONGEST_AVERAGE_LINE = 5_000
_MINIFIED = re.compile(r"[.-]min\.\w+$", re.IGNORECASE)
# About 350 tokens: what fits into a chunk stays whole, and deeper than this everything does.
_LARGE, _DEEPEST = 1_000, 4
_LONGEST_NAME = 100
_MAY_HOLD = (ast.ClassDef, ast.If, ast.Try, ast.With, ast.For, ast.While, ast.ExceptHandler)


class Definition(msgspec.Struct, frozen=True):
    """A function or a class on its lines, with what stands right above it and belongs to it."""

    line_start: int
    line_end: int
    name: str
    members: tuple[Definition, ...] = ()


class CodeReader:
    """Reads source code."""

    def __init__(self) -> None:
        # The filters of warnings are the process's, and one file is parsed at a time anyhow.
        self._lock = threading.Lock()

    def extract(self, path: str, raw: bytes) -> Extract:
        """The text of the file; see `Reader`.

        Raises:
            NoteUnreadable: it is no text, or minified.
        """
        found = extract_text(path, raw)
        lines = 1 + found.text.count("\n")
        if _MINIFIED.search(path) or len(found.text) > _LONGEST_AVERAGE_LINE * lines:
            raise NoteUnreadable(
                f"{path} looks minified: no person wrote these lines. It is not indexed; name it "
                "in .brainignore to silence this line."
            )
        return found

    def read(self, path: str, extract: Extract) -> Note:
        """Its definitions, and what stands between them; see `Reader`."""
        lines = extract.text.split("\n")
        found: Sequence[Definition] = ()
        if path.lower().endswith(_PYTHON) and len(extract.text) <= _MOST_PARSED:
            with self._lock, warnings.catch_warnings():
                # They would quote the file.
                warnings.simplefilter("ignore")
                found = _parsed(extract.text, lines)
        return Note(
            path=path,
            title=PurePosixPath(path).name,
            sections=tuple(_sections(lines, found, (), range(1, len(lines) + 1))),
            problems=extract.problems,
        )


def _parsed(text: str, lines: Sequence[str]) -> tuple[Definition, ...]:
    """The definitions, or none where this is no Python of this version."""
    try:
        return _members(ast.parse(text), lines, 1)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


def _members(holder: ast.AST, lines: Sequence[str], depth: int) -> tuple[Definition, ...]:
    """The definitions that a module or class holds, also those under its `if` and `try`."""
    found, inner = [], [holder]
    while inner:
        for node in ast.iter_child_nodes(inner.pop()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.append(_definition(node, lines, depth))
            elif isinstance(node, _MAY_HOLD):
                inner.append(node)
    return tuple(sorted(found, key=lambda at: at.line_start))


def _definition(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, lines: Sequence[str], depth: int
) -> Definition:
    first = min([node.lineno, *(at.lineno for at in node.decorator_list)])
    last = node.end_lineno or node.lineno
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    large = sum(map(len, lines[first - 1 : last])) > _LARGE
    whole = depth == _DEEPEST or not large or not isinstance(node, ast.ClassDef)
    members = () if whole else _members(node, lines, depth + 1)
    return Definition(first, last, node.name[:_LONGEST_NAME], members)


def _sections(
    lines: Sequence[str], found: Sequence[Definition], heading: tuple[str, ...], span: range
) -> Iterator[Section]:
    """The definitions among these lines, and the runs of lines between them.

    Args:
        lines: all of the file.
        found: in their order.
        heading: the path of what holds them.
        span: the numbers of the lines that are meant.
    """
    start = span.start
    for at in found:
        # The last line of a string may look like a comment of what follows.
        own, path = range(max(start, at.line_start), at.line_end + 1), (*heading, at.name)
        yield from _between(lines, heading, range(start, own.start))
        if at.members:
            yield from _sections(lines, at.members, path, own)
        else:
            text = "\n".join(lines[own.start - 1 : own.stop - 1])
            yield Section(path, (Block("code", own.start, at.line_end, text),))
        start = own.stop
    yield from _between(lines, heading, range(start, span.stop))


def _between(lines: Sequence[str], heading: tuple[str, ...], span: range) -> Iterator[Section]:
    own = lines[span.start - 1 : span.stop - 1]
    if blocks := tuple(paragraphs(own, span.start, "code")):
        yield Section(heading, blocks)

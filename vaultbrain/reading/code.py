"""Source code: a section for each definition.

Python is parsed by its own `ast`; other languages, and Python that this version of it cannot
parse, by the grammars of tree-sitter, where the extra `code` is installed. In every grammar the
parts of a node have names, so one rule holds for all languages: a definition is a node that has
a name and a body. What no parser is there for is parted at blank lines.
"""

from __future__ import annotations

import ast
import importlib
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
    from collections.abc import Iterable, Iterator, Sequence

    from tree_sitter import Language, Node

    from vaultbrain.reading.base import Extract

# Endings by the module of the grammar, `tree_sitter_` left out, and of the language within it.
_GRAMMARS = {
    ("c", "language"): ".c .h",
    ("cpp", "language"): ".cc .cpp .cxx .hh .hpp",
    ("c_sharp", "language"): ".cs",
    ("go", "language"): ".go",
    ("java", "language"): ".java",
    ("javascript", "language"): ".js .cjs .mjs .jsx",
    ("php", "language_php"): ".php",
    ("python", "language"): ".py .pyi",
    ("ruby", "language"): ".rb",
    ("rust", "language"): ".rs",
    ("swift", "language"): ".swift",
    ("typescript", "language_tsx"): ".tsx",
    ("typescript", "language_typescript"): ".ts .cts .mts",
}
# The grammars of shells, Kotlin and Lua take time that grows with the square of some texts, and
# that of SQL is larger than all others together.
_BY_BLANK_LINES = (
    ".bash .cfg .css .dart .el .ex .exs .fish .graphql .hs .ini .jl .json .kt .kts .less .lua .nix"
    " .pl .proto .ps1 .r .scala .scss .sh .sql .svelte .tf .toml .vim .vue .yaml .yml .zig .zsh"
)
_GRAMMAR_OF = {suffix: at for at, suffixes in _GRAMMARS.items() for suffix in suffixes.split()}
SUFFIXES: tuple[str, ...] = (*_GRAMMAR_OF, *_BY_BLANK_LINES.split())

# Characters. 8 MB would take `ast` 9 s and 1.8 GB. A grammar reads as much code in a second, but
# 60,000 characters that are no code may cost it 1 s and 180 MB, and its time has no other bound.
_MOST_FOR_AST, _MOST_FOR_GRAMMAR = 300_000, 60_000
_LONGEST_AVERAGE_LINE = 5_000
_MINIFIED = re.compile(r"[.-]min\.\w+$", re.IGNORECASE)
# About 400 tokens: what fits into a chunk stays whole, and deeper than this everything does.
_LARGE, _DEEPEST = 1_200, 4
_LONGEST_NAME = 100
# A method in a class in a module in a closure has 16 nodes above it.
_DEEPEST_NODE = 16

_NAMES = ("name", "declarator", "type")
# Definitions that have no body: types of Go, macros of Rust, all of Kotlin, empty ones of Ruby.
_BODILESS = frozenset(
    "class_declaration function_declaration macro_definition method object_declaration"
    " type_spec".split()
)
_LEADS = re.compile(r"\w*comment|decorator|attribute_(item|list)|template_parameter_list")
_FUNCTION = re.compile(r"function|method|structor|declarator|macro|operator|^(de)?init")
_PYTHON_HOLDS = (ast.ClassDef, ast.If, ast.Try, ast.With, ast.For, ast.While, ast.ExceptHandler)


class Definition(msgspec.Struct, frozen=True):
    """A function, class or the like on its lines; one that `holds` others is no function."""

    line_start: int
    line_end: int
    name: str
    holds: bool


class CodeReader:
    """Reads source code. Holds the grammars it has met."""

    def __init__(self) -> None:
        self._grammars: dict[tuple[str, str], Language | None] = {}
        # The filters of warnings are the process's.
        self._lock = threading.Lock()

    def extract(self, path: str, raw: bytes) -> Extract:
        """The text of the file; see `Reader`."""
        found = extract_text(path, raw)
        lines = 1 + found.text.count("\n")
        if _MINIFIED.search(path) or len(found.text) > _LONGEST_AVERAGE_LINE * lines:
            raise NoteUnreadable(
                f"{path} looks minified: no person wrote its lines. It is not indexed; name it in "
                ".brainignore to silence this line."
            )
        return found

    def read(self, path: str, extract: Extract) -> Note:
        """Its definitions, and what stands between them; see `Reader`."""
        lines = extract.text.split("\n")
        found = self._definitions(path, extract.text)
        found.sort(key=lambda at: (at.line_start, -at.line_end))
        return Note(
            path=path,
            title=PurePosixPath(path).name,
            sections=tuple(_sections(lines, found, (), range(1, len(lines) + 1))),
            problems=extract.problems,
        )

    def _definitions(self, path: str, text: str) -> list[Definition]:
        suffix = PurePosixPath(path).suffix.lower()
        at = _GRAMMAR_OF.get(suffix)
        if at is None:
            return []
        if at[0] == "python" and len(text) <= _MOST_FOR_AST:
            with self._lock, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = _python(text)
            if found is not None:
                return found
        grammar = self._grammar(at) if len(text) <= _MOST_FOR_GRAMMAR else None
        return _parsed(text, grammar) if grammar else []

    def _grammar(self, at: tuple[str, str]) -> Language | None:
        """The grammar, if it is installed and this version of tree-sitter can use it."""
        if at not in self._grammars:
            try:
                self._grammars[at] = _load(*at)
            except (ImportError, ValueError):
                self._grammars[at] = None
        return self._grammars[at]


def _load(module: str, name: str) -> Language:
    from tree_sitter import Language  # noqa: PLC0415 - of an extra

    grammar = importlib.import_module(f"tree_sitter_{module}")
    return Language(getattr(grammar, name)())


def _parsed(text: str, grammar: Language) -> list[Definition]:
    """What the grammar finds. A query would do the same, but takes minutes for 100,000 brackets."""
    from tree_sitter import Parser  # noqa: PLC0415 - of an extra

    source = text.encode("utf-8", "replace")
    tree, lines = Parser(grammar).parse(source), source.split(b"\n")
    nodes, found, leads = [(tree.root_node, 0)], [], set[int]()
    while nodes:
        node, depth = nodes.pop()
        for child in node.named_children:
            if _LEADS.fullmatch(child.type):
                leads.update(_lead(child, lines))
                continue
            name, holds = _name(child), not _FUNCTION.search(child.type)
            if name:
                rows = _rows(child)
                found.append(Definition(rows[0], rows[-1], name, holds))
            if depth < _DEEPEST_NODE and (holds or not name):
                nodes.append((child, depth + 1))
    return _with_leads(found, leads)


def _name(node: Node) -> str:
    """The name of a definition, without what C and Rust write around it, or nothing."""
    value = node.child_by_field_name("value")
    body = node.child_by_field_name("body") or (value and value.child_by_field_name("body"))
    if not body and node.type not in _BODILESS:
        return ""
    name = next(filter(None, map(node.child_by_field_name, _NAMES)), None)
    inner = name
    while inner:
        name = inner
        inner = name.child_by_field_name("declarator") or name.child_by_field_name("type")
    words = name.text.decode("utf-8", "replace").split() if name and name.text else []
    return " ".join(words)[:_LONGEST_NAME]


def _lead(node: Node, lines: Sequence[bytes]) -> Iterable[int]:
    """The numbers of its lines, unless something else begins the first of them."""
    row, column = node.start_point
    before = lines[row][:column].strip()
    return _rows(node) if before in {b"", b"template"} else ()


def _rows(node: Node) -> range:
    """The numbers of its lines; some grammars count the line feed behind a node to it."""
    first, (last, column) = node.start_point[0], node.end_point
    return range(first + 1, last + (column > 0 or last == first) + 1)


def _python(text: str) -> list[Definition] | None:
    """What `ast` finds, or None where this is not the Python that it knows."""
    try:
        nodes: list[ast.AST] = [ast.parse(text)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = []
    while nodes:
        for node in ast.iter_child_nodes(nodes.pop()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                first = min([node.lineno, *(at.lineno for at in node.decorator_list)])
                last = node.end_lineno or first
                holds = isinstance(node, ast.ClassDef)
                found.append(Definition(first, last, node.name[:_LONGEST_NAME], holds))
            if isinstance(node, _PYTHON_HOLDS):
                nodes.append(node)
    lines = enumerate(text.split("\n"), start=1)
    return _with_leads(found, {at for at, line in lines if line.lstrip().startswith("#")})


def _with_leads(found: Iterable[Definition], leads: set[int]) -> list[Definition]:
    """Comments and decorators belong to the definition that they stand right above."""
    firsts: dict[int, int] = {}
    for at in sorted(leads):
        firsts[at] = firsts.get(at - 1, at)
    return [
        msgspec.structs.replace(at, line_start=firsts.get(at.line_start - 1, at.line_start))
        for at in found
    ]


def _sections(
    lines: Sequence[str], found: Sequence[Definition], heading: tuple[str, ...], span: range
) -> Iterator[Section]:
    """The definitions among these lines, and the runs of lines between them.

    Args:
        lines: all of the file.
        found: by their first lines, outer ones before what they hold.
        heading: the path of what holds them.
        span: the numbers of the lines that are meant.
    """
    start, at = span.start, 0
    while at < len(found):
        outer, last, members = found[at], found[at].line_end, at + 1
        # Two that share a line are not torn apart.
        while members < len(found) and found[members].line_start <= last:
            last = max(last, found[members].line_end)
            members += 1
        yield from _between(lines, heading, range(start, outer.line_start))
        whole = range(outer.line_start, last + 1)
        yield from _definition(lines, found[at:members], heading, whole)
        start, at = whole.stop, members
    yield from _between(lines, heading, range(start, span.stop))


def _definition(
    lines: Sequence[str], found: Sequence[Definition], heading: tuple[str, ...], span: range
) -> Iterator[Section]:
    """One definition with what it holds, in parts if it is large."""
    outer, *members = found
    path = (*heading, outer.name)
    text = "\n".join(lines[span.start - 1 : span.stop - 1])
    if members and outer.holds and len(text) > _LARGE and len(path) < _DEEPEST:
        yield from _sections(lines, members, path, span)
    else:
        yield Section(path, (Block("code", span.start, span.stop - 1, text),))


def _between(lines: Sequence[str], heading: tuple[str, ...], span: range) -> Iterator[Section]:
    own = lines[span.start - 1 : span.stop - 1]
    if blocks := tuple(paragraphs(own, span.start, "code")):
        yield Section(heading, blocks)

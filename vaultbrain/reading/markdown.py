"""Markdown to a note: headings, blocks with their lines, links, tags, names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from vaultbrain.reading import frontmatter
from vaultbrain.reading.base import stem
from vaultbrain.reading.cost import affordable, unparsed
from vaultbrain.reading.obsidian import WIKILINK, parser
from vaultbrain.reading.text import extract_text
from vaultbrain.reading.visible import (
    clear,
    clear_drawing,
    is_drawing,
    visible,
    without_comments,
)
from vaultbrain.records import Anchor, Block, Link, Note, Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it.token import Token

    from vaultbrain.reading.base import Extract
    from vaultbrain.reading.frontmatter import Metadata

_KINDS = {
    "paragraph_open": "paragraph",
    "definition": "paragraph",
    "footnote_reference_open": "footnote",
    "fence": "fence",
    "code_block": "fence",
    "table_open": "table",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "blockquote_open": "quote",
    "html_block": "html",
    "math_block": "math",
    "math_block_label": "math",
}
# `## Heading {#its-id}` of static site generators: an address, not words.
_ANCHOR = re.compile(r"(?<!\s)\s*\{#[\w-]+\}\s*$")
_QUOTE = re.compile(r"^[^\S\n]*>[^\S\n]?", re.MULTILINE)
_TOO_LARGE = "is very large: from line {:,} on it is read as plain text, without links and headings"
_BREAKS = frozenset({"softbreak", "hardbreak"})
_URL = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


class MarkdownReader:
    """Reads Markdown. Holds one parser, because building one costs more than a short note."""

    def __init__(self) -> None:
        self._parser = parser()

    def extract(self, path: str, raw: bytes) -> Extract:
        """The text of the file; see `Reader.extract`."""
        return extract_text(path, raw)

    def read(self, path: str, extract: Extract) -> Note:
        """Read a note that has passed the gate; never fails, whatever the text."""
        metadata = frontmatter.read(extract.text)
        lines = extract.text.split("\n")
        most = affordable(extract.text, lines)
        body = [""] * metadata.lines + lines[metadata.lines :]
        rest: list[str] = []
        if most < len(lines):
            # First of all, for a comment could be cut in two.
            body = without_comments("\n".join(body), whole=True).split("\n")
            body, rest = body[:most], body[most:]
            rest = rest if any(map(str.strip, rest)) else []
        tokens = self._parser.parse("\n".join(body))
        clear(body, tokens)
        anchors = tuple(_anchors(tokens, body))
        drawing = is_drawing(path, metadata.properties)
        if drawing:
            tokens = clear_drawing(body, tokens)
        sections = tuple(_sections(tokens, body, _properties(metadata, lines)))
        if rest:
            sections += (Section((), tuple(unparsed(rest, most + 1))),)
        name = stem(path).removesuffix(".excalidraw")
        problems = [_TOO_LARGE.format(most + 1)] if rest else []
        problems += [metadata.problem] if metadata.problem else []
        return Note(
            path=path,
            title=metadata.title or (None if drawing else _first_title(tokens)) or name,
            sections=sections,
            aliases=tuple(dict.fromkeys(metadata.aliases)),
            tags=tuple(dict.fromkeys([*metadata.tags, *_tags(tokens)])),
            frontmatter=metadata.status,
            links=(*_property_links(metadata, lines), *_links(tokens)),
            problems=(*extract.problems, *problems),
            properties=metadata.properties,
            fields=tuple(_fields(tokens)),
            anchors=anchors,
            date=metadata.date or frontmatter.day(name),
        )


def _anchors(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[Anchor]:
    """Blocks with an id: at their end, or alone in a paragraph below a block."""
    above: Token | None = None
    here: Token | None = None
    for token in tokens:
        if not token.level and token.map:
            above, here = here, token
        if token.type != "inline" or not token.meta or not token.map:
            continue
        name, kind = str(token.meta["id"]), "paragraph"
        text, line = token.content.rstrip()[: -len(name) - 1].strip(), token.map[0]
        if not text and token.level == 1 and above and above.map:
            kind = _KINDS.get(above.type, kind)
            text, line = "\n".join(lines[slice(*above.map)]), above.map[0]
        yield Anchor(name, line + 1, _QUOTE.sub("", visible(kind, text)).strip())


def _property_links(metadata: Metadata, lines: Sequence[str]) -> Iterator[Link]:
    """Links in the values of properties, on the lines where they stand."""
    line = 1
    for text in frontmatter.texts(metadata.properties):
        for match in WIKILINK.finditer(text):
            places = range(line, metadata.lines)
            line = next((at for at in places if match[0] in lines[at]), line)
            yield _wikilink(match[2], line + 1, embed=bool(match[1]))


def _fields(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    for _, token in _inline(tokens, frozenset({"field"})):
        if value := without_comments(token.meta["value"]).strip():
            yield token.meta["key"], value


def _properties(metadata: Metadata, lines: Sequence[str]) -> list[Block]:
    """The metadata as blocks of their own where they say more than names and dates."""
    spans = frontmatter.telling(lines, metadata)
    return [block for span in spans for block in _block("properties", span, lines)]


def _sections(
    tokens: Sequence[Token], lines: Sequence[str], head: list[Block]
) -> Iterator[Section]:
    path: list[tuple[int, str]] = []
    blocks = head
    for index, token in enumerate(tokens):
        if token.level or not token.map:
            continue
        if token.type == "heading_open":
            if blocks:
                yield Section(_texts(path), tuple(blocks))
            level = int(token.tag[1])
            path = [step for step in path if step[0] < level]
            path.append((level, _plain(tokens[index + 1])))
            blocks = list(_block("heading", _without_underline(token), lines))
        elif token.type in _KINDS:
            blocks.extend(_block(_KINDS[token.type], token.map, lines))
    if blocks:
        yield Section(_texts(path), tuple(blocks))


def _without_underline(heading: Token) -> list[int]:
    """The lines of a heading without the rule below one that is written so."""
    start, end = heading.map or [0, 0]
    return [start, end - 1 if heading.markup in {"=", "-"} else end]


def _texts(path: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(text for _, text in path)


def _block(kind: str, span: Sequence[int], lines: Sequence[str]) -> Iterator[Block]:
    """One block without its hidden comments; nothing where nothing visible is left."""
    start, end = span
    while end > start and not lines[end - 1].strip():
        end -= 1
    while start < end and not lines[start].strip():
        start += 1
    text = visible(kind, "\n".join(lines[start:end]))
    if text.strip():
        yield Block(kind, start + 1, end, text)


def _first_title(tokens: Sequence[Token]) -> str | None:
    """The text of the first heading of the note where it is of the first level."""
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and not token.level:
            return _plain(tokens[at + 1]) or None if token.tag == "h1" else None
    return None


def _plain(token: Token) -> str:
    """A heading as read by a person: links by their text, no markup."""
    if not token.children:
        return " ".join(token.content.split())
    parts = []
    for child in token.children:
        if child.type == "wikilink":
            parts.append(child.content.rpartition("|")[2])
        elif child.type == "tag":
            parts.append("#" + child.content)
        elif child.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
        elif child.type != "html_inline":
            parts.append(child.content)
    return " ".join(_ANCHOR.sub("", without_comments("".join(parts))).split())


def _inline(tokens: Iterable[Token], kinds: frozenset[str]) -> Iterator[tuple[int, Token]]:
    """Inline tokens with their lines; a line feed within a code span is not told by the parser."""
    for token in tokens:
        line = token.map[0] + 1 if token.map else 1
        for child in token.children or ():
            if child.type in kinds:
                yield line, child
            line += 1 if child.type in _BREAKS else child.content.count("\n")


def _tags(tokens: Sequence[Token]) -> list[str]:
    return [token.content for _, token in _inline(tokens, frozenset({"tag"}))]


def _links(tokens: Sequence[Token]) -> Iterator[Link]:
    for line, token in _inline(tokens, frozenset({"wikilink", "link_open", "image"})):
        if token.type == "wikilink":
            yield _wikilink(token.content, line, embed=token.meta["embed"])
            continue
        embed = token.type == "image"
        address = str(token.attrGet("src" if embed else "href") or "")
        if address and not _URL.match(address):
            # Split first: an encoded # belongs to a name.
            target, _, rest = address.partition("#")
            yield _link(unquote(target), unquote(rest), None, line, embed=embed)


def _wikilink(written: str, line: int, *, embed: bool) -> Link:
    name, bar, alias = written.partition("|")
    target, _, rest = name.partition("#")
    # In a table the bar is escaped; a name ends in no backslash anywhere.
    target, rest = target.removesuffix("\\"), rest.removesuffix("\\")
    return _link(target, rest, alias.strip() if bar else None, line, embed=embed)


def _link(target: str, rest: str, alias: str | None, line: int, *, embed: bool) -> Link:
    block = rest[1:] if rest.startswith("^") else None
    heading = rest.strip() if rest and block is None else None
    return Link(target.strip(), heading, block, alias, embed, line)

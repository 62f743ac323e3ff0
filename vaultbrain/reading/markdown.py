"""Markdown to a note: headings, blocks with their lines, links, tags, names."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from vaultbrain.reading import frontmatter
from vaultbrain.reading.obsidian import parser
from vaultbrain.records import Block, Link, Note, Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it.token import Token

    from vaultbrain.reading.frontmatter import Metadata

_KINDS = {
    "paragraph_open": "paragraph",
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
_COMMENTS = {"%%": "%%", "<!--": "-->"}
_OPENS = re.compile("|".join(_COMMENTS))
# `## Heading {#its-id}` of static site generators: an address, not words.
_ANCHOR = re.compile(r"\s*\{#[\w-]+\}\s*$")
_KEEPS_COMMENTS = frozenset({"fence", "math"})
_BREAKS = frozenset({"softbreak", "hardbreak"})
_URL = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


class Reader:
    """Reads Markdown. Holds one parser, because building one costs more than a short note."""

    def __init__(self) -> None:
        self._parser = parser()

    def read(self, path: str, text: str) -> Note:
        """Read a note that has passed the gate; never fails, whatever the text."""
        metadata = frontmatter.read(text)
        lines = text.split("\n")
        body = [""] * metadata.lines + lines[metadata.lines :]
        tokens = self._parser.parse("\n".join(body))
        _blank(body, tokens)
        sections = tuple(_sections(tokens, body, _properties(metadata, lines)))
        stem = PurePosixPath(path).stem
        title = metadata.title or _first_title(sections) or stem
        aliases = metadata.aliases if title == stem else (*metadata.aliases, stem)
        return Note(
            path=path,
            title=title,
            aliases=tuple(dict.fromkeys(aliases)),
            tags=tuple(dict.fromkeys([*metadata.tags, *_tags(tokens)])),
            frontmatter=metadata.status,
            sections=sections,
            links=tuple(_links(tokens)),
            problems=(metadata.problem,) if metadata.problem else (),
        )


def _blank(lines: list[str], tokens: Sequence[Token]) -> None:
    """Empty the lines of comment blocks, for one in a list is a part of the list's lines."""
    for token in tokens:
        if token.type == "comment" and token.map:
            start, end = token.map
            lines[start:end] = [""] * (end - start)


def _properties(metadata: Metadata, lines: Sequence[str]) -> list[Block]:
    """The metadata as a block of its own where it says more than names and dates."""
    return [
        Block("properties", start + 1, end, "\n".join(lines[start:end]))
        for start, end in frontmatter.telling(lines, metadata)
        if "".join(lines[start:end]).strip()
    ]


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
            blocks = list(_block("heading", token.map, lines))
        elif token.type in _KINDS:
            blocks.extend(_block(_KINDS[token.type], token.map, lines))
    if blocks:
        yield Section(_texts(path), tuple(blocks))


def _texts(path: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(text for _, text in path)


def _block(kind: str, span: list[int], lines: Sequence[str]) -> Iterator[Block]:
    """One block without its hidden comments; nothing where nothing visible is left."""
    start, end = span
    while end > start and not lines[end - 1].strip():
        end -= 1
    text = "\n".join(lines[start:end])
    if kind not in _KEEPS_COMMENTS and ("%%" in text or "<!--" in text):
        text = _without_comments(text)
    if text.strip():
        yield Block(kind, start + 1, end, text)


def _without_comments(text: str) -> str:
    """The text without closed comments; their line feeds stay. Linear, whatever is unclosed."""
    parts: list[str] = []
    done, unclosed = 0, set()
    for match in _OPENS.finditer(text):
        start, opens = match.start(), match[0]
        if start < done or opens in unclosed:
            continue
        end = text.find(_COMMENTS[opens], match.end())
        if end < 0:
            unclosed.add(opens)
            continue
        end += len(_COMMENTS[opens])
        parts += [text[done:start], "\n" * text.count("\n", start, end)]
        done = end
    return "".join([*parts, text[done:]])


def _first_title(sections: Sequence[Section]) -> str | None:
    """The text of the first heading of the note where it is of the first level."""
    for section in sections:
        if section.heading:
            first = section.blocks[0].text.lstrip()
            top = first.startswith(("# ", "#\t")) or first.rstrip("= ").endswith("\n")
            return section.heading[0] or None if top else None
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
    return " ".join(_ANCHOR.sub("", _without_comments("".join(parts))).split())


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
            written, bar, alias = token.content.partition("|")
            target, _, rest = written.partition("#")
            shown = alias.strip() if bar else None
            yield _link(target, rest, shown, line, embed=token.meta["embed"])
            continue
        embed = token.type == "image"
        address = str(token.attrGet("src" if embed else "href") or "")
        if address and not _URL.match(address):
            # Split first: an encoded # belongs to a name.
            target, _, rest = address.partition("#")
            yield _link(unquote(target), unquote(rest), None, line, embed=embed)


def _link(target: str, rest: str, alias: str | None, line: int, *, embed: bool) -> Link:
    block = rest[1:] if rest.startswith("^") else None
    heading = rest.strip() if rest and block is None else None
    return Link(target.strip(), heading, block, alias, embed, line)

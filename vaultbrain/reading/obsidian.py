"""Obsidian's additions to Markdown, as rules for markdown-it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

# Letters of any script, digits, _ - /; a tag of digits alone is a number, not a tag.
_TAG = re.compile(r"#(?!\d+(?![\w/-]))([\w/-]*\w[\w/-]*)")
# What a template is to write into a link is no link yet.
WIKILINK = re.compile(r"(!?)\[\[(?!<%)([^\[\]\n]+?)\]\]")
_HIGHLIGHT = re.compile(r"==(?=\S)(?:[^=\n]|=(?!=))*[^=\s]==")
# Dataview's key: words without markup, but they may stand between signs of emphasis.
_KEY = re.compile(r"[*_~]*([^\s*_~`\[\](){}<>|#:=][^*_~`\[\](){}<>|#:=]{0,63})[*_~]*\s*")
_TASK = re.compile(r"\s*\[.\]\s+")
_BLOCK_ID = re.compile(r"(?:^|\s)\^([A-Za-z0-9-]+)\s*$")
COMMENT, FIELD = "%%", "::"
_LONGEST_ID = 128
# What a block must hold to be worth a look inside, and a heading to be more than its own text.
_MAY_LINK = re.compile(r"\[|#|::")
_MARKUP = re.compile(r"[^\w\s.,:;?/()-]|_|::")


def parser() -> MarkdownIt:
    """A CommonMark parser with tables, math and footnotes, and what Obsidian adds to it.

    Beside the usual tokens there are, at the level of blocks, `comment`, `definition` (of a link
    elsewhere) and `footnote_reference_open`, and within a line `wikilink`, `tag`, `field`,
    `highlight_open` and `hidden`. An inline token that ends with a block id has it in its
    `meta["id"]`.
    """
    markdown = MarkdownIt("commonmark", {"inline_definitions": True}).enable("table")
    markdown.use(dollarmath_plugin, allow_space=False, double_inline=False)
    # The place of a footnote's text is where it stands, and `[^1]` is a part of the sentence.
    markdown.use(footnote_plugin, inline=False, move_to_end=False).disable("footnote_ref")
    markdown.block.ruler.before(
        "fence", "comment", _comment, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    markdown.core.ruler.at("inline", _inline)
    markdown.inline.ruler.before("link", "wikilink", _wikilink)
    markdown.inline.ruler.before("emphasis", "highlight", _highlight)
    markdown.inline.ruler.push("hidden", _hidden)
    markdown.inline.ruler.push("tag", _tag)
    markdown.inline.ruler.push("field", _field)
    return markdown


def _inline(state: StateCore) -> None:
    """Look inside only those blocks that may hold a link or a tag, and headings: half the time."""
    inside = ""
    for token in state.tokens:
        if token.type == "inline":
            if (_MARKUP if inside == "heading_open" else _MAY_LINK).search(token.content):
                children = token.children if token.children is not None else []
                state.md.inline.parse(token.content, state.md, state.env, children)
                token.children = children
            if inside == "paragraph_open" and "^" in token.content[-_LONGEST_ID:]:
                found = _BLOCK_ID.search(token.content, max(len(token.content) - _LONGEST_ID, 0))
                token.meta = {"id": found[1]} if found else token.meta
        inside = token.type


def _comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """`%%` at the head of a line up to the next `%%`, or to the end of the note."""
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if state.is_code_block(start) or not first.startswith(COMMENT):
        return False
    closes_here = first.find(COMMENT, len(COMMENT))
    if closes_here >= 0 and first[closes_here + len(COMMENT) :].strip():
        return False  # text follows on the line: an inline comment in a paragraph
    if silent:
        return True
    last = start
    if closes_here < 0:
        last = start + 1
        while last < end and COMMENT not in state.src[state.bMarks[last] : state.eMarks[last]]:
            last += 1
    state.line = min(last + 1, end)
    token = state.push("comment", "", 0)
    token.map = [start, state.line]
    return True


def _hidden(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """`%%` up to the next `%%` within a paragraph: links and tags in it are none."""
    inside = state.pos + len(COMMENT)
    if not state.src.startswith(COMMENT, state.pos):
        return False
    end = state.src.find(COMMENT, inside)
    if end < 0:
        return False
    if not silent:
        state.push("hidden", "", 0)
    state.pos = end + len(COMMENT)
    return True


def _wikilink(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    match = WIKILINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.content = match[2]
        token.meta = {"embed": bool(match[1])}
    state.pos = match.end()
    return True


def _tag(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    before = state.src[state.pos - 1] if state.pos else " "
    match = _TAG.match(state.src, state.pos) if before.isspace() else None
    if match is None:
        return False
    if not silent:
        token = state.push("tag", "", 0)
        token.content = match[1].rstrip("/")
    state.pos = match.end()
    return True


def _highlight(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """`==words==`; what stands within is read on."""
    match = _HIGHLIGHT.match(state.src, state.pos)
    if match is None or match.end() > state.posMax:
        return False
    if not silent:
        state.push("highlight_open", "mark", 1)
        state.pos, last = state.pos + 2, state.posMax
        state.posMax = match.end() - 2
        state.md.inline.tokenize(state)
        state.push("highlight_close", "mark", -1)
        state.posMax = last
    state.pos = match.end()
    return True


def _field(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """`key:: value` as a line of its own, or in brackets in a line.

    Only the colons are taken: key and value are read as any other text.
    """
    colons = state.pos
    if not state.src.startswith(FIELD, colons):
        return False
    start = state.src.rfind("\n", 0, colons) + 1
    end = state.src.find("\n", colons)
    pair = _pair(
        state.src[start:colons], state.src[colons + len(FIELD) : end if end >= 0 else None]
    )
    if pair is None:
        return False
    if not silent:
        state.push("field", "", 0).meta = {"key": pair[0], "value": pair[1]}
        state.append_pending(FIELD)
    state.pos += len(FIELD)
    return True


def _pair(before: str, after: str) -> tuple[str, str] | None:
    """Key and value of the line around two colons, where that is what they mean."""
    if not after[:1].isspace():
        return None  # `std::vector`
    opened = max(before.rfind("["), before.rfind("("))
    task = _TASK.match(before)
    if opened >= 0 and not (task and opened < task.end()):
        key = _KEY.fullmatch(before, opened + 1)
        value = _until_closed(after, before[opened])
    else:
        key, value = _KEY.fullmatch(before, task.end() if task else 0), after
    return (key[1].strip(), value.strip()) if key and value and value.strip() else None


def _until_closed(text: str, opening: str) -> str | None:
    """The text up to the bracket that closes one before it."""
    closing = "]" if opening == "[" else ")"
    depth = 1
    for at, character in enumerate(text):
        depth += (character == opening) - (character == closing)
        if not depth:
            return text[:at]
    return None

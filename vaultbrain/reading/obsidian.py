"""Obsidian's additions to Markdown, as rules for markdown-it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

# Letters of any script, digits, _ - /; a tag of digits alone is a number, not a tag.
_TAG = re.compile(r"#(?!\d+(?![\w/-]))([\w/-]*\w[\w/-]*)")
_WIKILINK = re.compile(r"(!?)\[\[([^\[\]\n]+?)\]\]")
COMMENT = "%%"
# What a block must hold to be worth a look inside, and a heading to be more than its own text.
_MAY_LINK = re.compile(r"\[|#")
_MARKUP = re.compile(r"[^\w\s.,:;?/()-]|_")


def parser() -> MarkdownIt:
    """A CommonMark parser with tables, math, comments, wikilinks and tags."""
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.use(dollarmath_plugin, allow_space=False, double_inline=False)
    markdown.block.ruler.before(
        "fence", "comment", _comment, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    markdown.core.ruler.at("inline", _inline)
    markdown.inline.ruler.before("link", "wikilink", _wikilink)
    markdown.inline.ruler.push("hidden", _hidden)
    markdown.inline.ruler.push("tag", _tag)
    return markdown


def _inline(state: StateCore) -> None:
    """Look inside only those blocks that may hold a link or a tag, and headings: half the time."""
    heading = False
    for token in state.tokens:
        if token.type == "inline" and (_MAY_LINK if not heading else _MARKUP).search(token.content):
            children = token.children if token.children is not None else []
            state.md.inline.parse(token.content, state.md, state.env, children)
            token.children = children
        heading = token.type == "heading_open"


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
    match = _WIKILINK.match(state.src, state.pos)
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

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

# Letters of any script, digits, emoji, _ - /; a tag of digits alone is a number, not a tag.
_SIGN = r"\w\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff"
_TAG = re.compile(rf"#(?!\d+(?![{_SIGN}/-]))([{_SIGN}/-]*[{_SIGN}][{_SIGN}/-]*)")
# What a template is to write into a link is no link yet.
WIKILINK = re.compile(r"(!?)\[\[(?!<%)([^\[\]\n]+?)\]\]")
_HIGHLIGHT = re.compile(r"==(?=\S)(?:[^=\n]|=(?!=))*[^=\s]==")
# Dataview's key: words without markup, but they may stand between signs of emphasis.
_KEY = re.compile(r"[*_~]*([^\s*_~`\[\](){}<>|#:=][^*_~`\[\](){}<>|#:=]{0,63})[*_~]*\s*")
_TASK = re.compile(r"\s*\[.\]\s+")
_BLOCK_ID = re.compile(r"(?:^|\s)\^([A-Za-z0-9-]+)\s*$")
COMMENT, FIELD = "%%", "::"
# What is not shown, by how it opens and closes: comments, and what Templater has yet to write.
HIDDEN = {COMMENT: COMMENT, "<%": "%>"}
_LONGEST_ID = 128
# Of a key with its markup, and of a value in brackets.
_LONGEST_KEY, _LONGEST_VALUE = 128, 1_000
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
    """`%%` at the head of a line up to the next `%%`, or to the end of the note; or a template."""
    at = state.bMarks[start] + state.tShift[start]
    closes = HIDDEN.get(state.src[at : at + 2])
    if closes is None or state.is_code_block(start):
        return False
    first = state.src[at + 2 : state.eMarks[start]]
    closes_here = first.find(closes)
    if closes_here >= 0 and first[closes_here + 2 :].strip():
        return False  # text follows on the line: it is hidden within a paragraph
    if closes != COMMENT and closes_here < 0 and not _closes_later(state, at, closes):
        return False
    if silent:
        return True
    column = 0
    state.line = start + 1
    if closes_here < 0:
        state.line, column = _behind(state, start + 1, end, closes)
    token = state.push("comment", "", 0)
    token.map = [start, state.line]
    token.meta = {"column": column}
    return True


def _behind(state: StateBlock, start: int, end: int, closes: str) -> tuple[int, int]:
    """The line behind a comment, and the column in it from which on it is text.

    A line that goes on behind the end of the comment is made to begin there.
    """
    for line in range(start, end):
        at = state.src.find(closes, state.bMarks[line], state.eMarks[line])
        if at >= 0:
            text = state.src[at + len(closes) : state.eMarks[line]].lstrip()
            if not text:
                return line + 1, 0
            begins = state.eMarks[line] - len(text)
            state.bMarks[line], state.tShift[line] = begins, 0
            state.sCount[line] = state.blkIndent
            return line, begins - state.src.rfind("\n", 0, begins) - 1
    return end, 0


def _closes_later(state: StateBlock, at: int, closes: str) -> bool:
    """Whether a template that opens here is closed anywhere; asked once for those that are not."""
    if not state.env.get("unclosed") and state.src.find(closes, at) < 0:
        state.env["unclosed"] = True
    return not state.env.get("unclosed")


def _hidden(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """A comment or template within a paragraph: links and tags in it are none."""
    closes = HIDDEN.get(state.src[state.pos : state.pos + 2])
    if closes is None:
        return False
    # What is not closed behind one place is not closed behind any later one.
    src, endless = state.env.get(closes, ("", 0))
    if src is state.src and state.pos >= endless:
        return False
    end = state.src.find(closes, state.pos + 2)
    if end < 0:
        state.env[closes] = state.src, state.pos
        return False
    if not silent:
        state.push("hidden", "", 0)
    state.pos = end + 2
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
    colons, src = state.pos, state.src
    after = colons + len(FIELD)
    # `std::vector` is none.
    if not src.startswith(FIELD, colons) or not src[after : after + 1].isspace():
        return False
    key = _key(src, colons)
    value = _value(src, after, key[1]) if key else ""
    if key is None or not value:
        return False
    if not silent:
        state.push("field", "", 0).meta = {"key": key[0], "value": value}
        state.append_pending(FIELD)
    state.pos = after
    return True


def _key(src: str, colons: int) -> tuple[str, str] | None:
    """The key in front of two colons, and the bracket in front of it, if any."""
    start = max(colons - _LONGEST_KEY, 0)
    line = src.rfind("\n", start, colons) + 1
    before = src[max(line, start) : colons]
    task = _TASK.match(before)
    opened = max(before.rfind("["), before.rfind("("))
    if opened >= 0 and not (task and opened < task.end()):
        found, bracket = _KEY.fullmatch(before, opened + 1), before[opened]
    elif line or not start:
        found, bracket = _KEY.fullmatch(before, task.end() if task else 0), ""
    else:
        return None  # the line begins far away
    return (found[1].strip(), bracket) if found else None


def _value(src: str, start: int, bracket: str) -> str:
    """The rest of the line; behind a bracket the text up to the one that closes it."""
    end = src.find("\n", start)
    if not bracket:
        return src[start : end if end >= 0 else len(src)].strip()
    closing = "]" if bracket == "[" else ")"
    text = src[start : min(end if end >= 0 else len(src), start + _LONGEST_VALUE)]
    if closing not in text:
        return ""
    depth = 1
    for at, character in enumerate(text):
        depth += (character == bracket) - (character == closing)
        if not depth:
            return text[:at].strip()
    return ""

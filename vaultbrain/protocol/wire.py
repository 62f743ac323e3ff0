"""The line on the socket: limits, codes and checks that need no library.

One UTF-8 JSON-RPC 2.0 object per line. Sizes are bytes, times are seconds.
"""

from __future__ import annotations

import re

PROTOCOL = 1
SUPPORTED = (PROTOCOL,)

MAX_LINE = 1024 * 1024
MAX_DEPTH = 32
MAX_BRACKETS = 1024  # outside strings, where there are more than MAX_DEPTH; a request has three
MAX_QUESTION = 4096  # characters
MAX_CONNECTIONS = 64
MAX_IN_FLIGHT = 16  # per connection
LINE_SECONDS = 5.0
REQUEST_SECONDS = 30.0
DRAIN_SECONDS = 10.0
WRITE_HIGH_WATER = 256 * 1024

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
REQUEST_CANCELLED = -32800

PROGRESS = "$/progress"
CANCEL = "$/cancel"

# Skips to the next bracket outside strings, or to the end. Possessive and never without a match,
# so that a hostile line costs one pass and no backtracking.
_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+"?)*+([\[\]{}]|\Z)', re.DOTALL)


def too_deep(line: bytes, limit: int = MAX_DEPTH) -> bool:
    """Whether brackets outside strings are nested deeper than `limit`, or too many to look at.

    Says nothing about a line whose brackets do not match; it is no JSON.
    """
    if line.count(b"[") + line.count(b"{") <= limit:
        return False
    depth = 0
    for seen, bracket in enumerate(_BRACKET.finditer(line)):
        depth += 1 if bracket[1] in b"[{" else -1
        if depth > limit or seen >= MAX_BRACKETS:
            return True
    return False


def question_fault(text: str) -> str | None:
    """Why a question or query cannot be asked, as a message; None where it can."""
    if not text.strip():
        return (
            "The question is empty, so nothing was searched. "
            'Write some words, for example: vaultbrain search "tax number"'
        )
    if len(text) > MAX_QUESTION:
        return (
            f"The question has {len(text):,} characters; at most {MAX_QUESTION:,} can be asked. "
            "Nothing was searched. Shorten it to the words that matter."
        )
    return None

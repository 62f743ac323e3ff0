"""What a note says no more: words struck through, as in `~~Price 100~~ Price 120`."""

from __future__ import annotations

import re

# Code is no markup, so it is stepped over; what is struck through ends within its paragraph.
_STRUCK = re.compile(
    r"""
    (?P<code>
        ^[ ]{0,3} (?P<fence> `{3,} | ~{3,} ) [^\n]*\n (?s: .*? ) (?: ^[ ]{0,3} (?P=fence) | \Z )
      | (?<!`) (?P<ticks> `+ ) (?!`) .*? (?<!`) (?P=ticks) (?!`)
    )
    | (?<!~) ~~ (?=[^\s~]) (?: [^~\n] | ~(?!~) | \n(?![ \t]*\n) )+ (?<=\S) ~~ (?!~)
    | < (?P<tag> del | s | strike ) > [^<]* </ (?P=tag) >
    """,
    re.MULTILINE | re.IGNORECASE | re.VERBOSE,
)
_ANY = re.compile(r"[^\n]")


def blanked(text: str) -> str:
    """The text with blanks in place of what is struck through; every other character stays."""
    if "~~" not in text and "</" not in text:
        return text
    return _STRUCK.sub(lambda found: found[0] if found["code"] else _ANY.sub(" ", found[0]), text)

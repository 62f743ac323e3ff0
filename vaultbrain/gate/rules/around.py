"""What stands around the numbers of a person, as pieces of RE2 patterns.

A number that does not say by itself what it is needs a label. The pieces cut out a stretch of text
with one or several values; the parts in `vaultbrain.gate.personal_parts` pick what passes its
check.
"""

from __future__ import annotations

from vaultbrain.gate.rules.base import NUMBER_END

# Words of a label may be joined by `_`: `user_ssn`.
LABEL_EDGE = r"(?:^|[^\pL\pM\pN])"
LABEL_END = r"[^\pL\pM\pN]"
# The line below a label that stands alone, maybe with an empty one between.
BELOW = r"[^\n0-9A-Za-z]{0,8}\r?\n(?:[ \t>]*\r?\n)?"
# One word in front that a part looks at. A search that starts again behind that word must not
# take the number for one without: there is a line's start, a whole word, or a number before it.
WORD_BEFORE = r"(?:(?m:^)[ \t]*|(?:^|[\s0-9])[^\s0-9]+[ \t]*|[0-9][ \t]+)"


def after(size: int) -> str:
    """The text between a label and a value: on the same line, or below the label alone."""
    return (
        rf"(?:(?:[^\n\pL\pN][^\n]{{0,{size}}}?)?[^0-9A-Za-z](?:CZ|SK)?"
        rf"|{BELOW}(?:[^\n]{{0,24}}?[^0-9A-Za-z])?)"
    )


def listed(value: str) -> str:
    """One value and more of its kind: on the line, or in the lines of a list."""
    more = r"[^\n]{0,24}?(?:\n[ \t>]*(?:[-*+]|[0-9]{1,2}[.)])[^\n]{0,24}?)?[^0-9A-Za-z]"
    return f"(?:{value})(?:{more}(?:{value}))*{NUMBER_END}"


# A Markdown table or lines of CSV. What the columns are, the part reads in the first line.
TABLE = (
    r"(?m)^([^\n]*\|[^\n]*\n[ \t>]*\|?[ \t]*:?-[-|: \t]*\r?\n(?:[^\n]*\|[^\n]*(?:\n|\z))+"
    r"|(?:[^\n,;\t|.!?]{0,28}[,;\t])+[^\n,;\t|.!?]{0,28}\n(?:[^\n,;\t|]*[,;\t][^\n]*(?:\n|\z))+)"
)

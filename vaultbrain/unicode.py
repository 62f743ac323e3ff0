"""One form of Unicode for everything that is compared."""

from __future__ import annotations

import re
import unicodedata

# More signs in a row than any letter has: putting them in order takes their number squared.
_PILE = re.compile(r"([^\w\s\x00-\u02ff]{32,})")


def composed(text: str) -> str:
    """The text in NFC; piles of signs in it stay as they are."""
    if text.isascii():
        return text
    parts = _PILE.split(text)
    parts[::2] = [unicodedata.normalize("NFC", part) for part in parts[::2]]
    return "".join(parts)


def is_piled(text: str) -> bool:
    """Whether a text cannot be normalised in bounded time."""
    return _PILE.search(text) is not None

"""Text as the embedding engine may see it."""

from __future__ import annotations

import re
import unicodedata

# The engine ends a text at NUL, refuses half a surrogate pair, drops other control characters
# and reads zero-width characters as spaces. As spaces, they all part words the same way in
# `str.split`, so that counting word by word agrees with counting whole texts.
_SPACES = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f\x85\x8f\x9f\u200b-\u200f\u2581\ud800-\udfff\ufeff\ufffd]"
)
# The one character that the engine spells out to more than its buffer holds: 18 for 3 bytes.
# Spelled out beforehand it gives the same tokens and overruns nothing.
_LIGATURE = "\ufdfa"
_SPELLED_OUT = unicodedata.normalize("NFKC", _LIGATURE)


def clean(text: str) -> str:
    """Make a text safe for the engine; what the model reads in it does not change.

    Afterwards it has no NUL and no surrogate, and no white space at either end.
    """
    if _LIGATURE in text:
        text = text.replace(_LIGATURE, _SPELLED_OUT)
    return _SPACES.sub(" ", text).strip()

"""What only stands where a secret would: masks, placeholders, templates, code."""

from __future__ import annotations

import ahocorasick_rs

from vaultbrain.gate.words import (
    CODE_ROOTS,
    LABEL_PARTS,
    ORDINARY,
    PLACEHOLDER_PARTS,
    POINTERS,
    WHOSE,
)

TRAILING = ".,;:!?)]}>*_\"'`|\\“”"
"""What may follow a value in a sentence, a list or markup and be no part of it."""

_OPENING = "<{[$%@(&"

HEAD = 512
"""Longer values are judged by their head: a placeholder shows itself early."""

_PATTERN_PIECES = (
    ":<",
    "a-za-z",
    "(?=",
    "(?!",
    "(?:",
    "[a-z",
    "[0-9",
    "[^",
    ".{",
    "\\d{",
    "\\w{",
    "\\d)",
    "\\d+",
)
_DIGITS = frozenset("0123456789")
_STANDING_IN = ahocorasick_rs.AhoCorasick((*PLACEHOLDER_PARTS, *_PATTERN_PIECES))


def _is_run(value: str) -> bool:
    """Tell a masked value such as ******** or xxxx-xxxx: at most two kinds of character."""
    kinds = set(value.lower())
    if len(kinds) > 3 or (value.isdigit() and len(value) <= 8):  # noqa: PLR2004 - 0000 and 1111 are codes
        return False
    return sum(c.isalnum() for c in kinds) <= 1


def placeholder(value: str) -> bool:
    """Tell a value that only stands for one: masked, a variable, a template, a code expression."""
    return _stands_in(value) or _repeats_label(value[:HEAD].rstrip(TRAILING).lower())


def _stands_in(value: str) -> bool:
    whole = value[:HEAD]
    bare = whole.rstrip(TRAILING)
    low = bare.lower()
    if not bare or _is_run(bare) or low in ORDINARY or "..." in low:
        return True
    if not bare.isascii() and any("\u2e80" <= c <= "\ud7ff" for c in bare):
        # Scripts in which nobody writes passwords: this is a sentence.
        return True
    if whole[0] in _OPENING and _is_template(whole[1:]):
        return True
    if _STANDING_IN.find_matches_as_indexes(whole.lower()):
        return True
    return _is_code(low, bare) or _is_name(bare, low)


def _is_template(rest: str) -> bool:
    """Tell what follows an opening sign: a name (<your-password>, $VAR, %s) or a second sign."""
    rest = rest.rstrip(TRAILING + "%")
    if not rest or rest[0] in "{[<(%=\"' ":
        return True
    return all(c.isalpha() or c in "-_ |,>" for c in rest) or _is_slot(rest)


def _is_code(low: str, bare: str) -> bool:
    """Tell a path, an URL, a call, an attribute, an option or a slot."""
    if low.startswith(("./", "../", "~/", "c:\\", "\\\\")) or "://" in low:
        return True
    if low[0] == "/" and ("/" in low.strip("/") or not any(c.isdigit() for c in low)):
        return True
    return low.startswith(CODE_ROOTS) or _is_slot(bare) or _is_call(low)


def _is_call(low: str) -> bool:
    """Tell getpass(), optional[str], varchar(64)."""
    for sign in "([":
        name, call, inside = low.partition(sign)
        if call and name.replace(".", "_").isidentifier():
            return not inside[:1].isdigit() or name in ORDINARY
    return False


def _is_slot(bare: str) -> bool:
    """Tell the names that stand for one value of many: FILE0, COMBO00:COMBO01."""
    if not bare.isupper() or not bare[-1].isdigit():
        return False
    parts = [(part.rstrip("0123456789"), part) for part in bare.split(":")]
    return all(
        name.isalpha() and (len(part) - len(name) == 1 or part[len(name) : len(name) + 1] == "0")
        for name, part in parts
        if len(name) >= 2  # noqa: PLR2004
    ) and any(len(name) >= 2 for name, _ in parts)  # noqa: PLR2004


def _is_name(bare: str, low: str) -> bool:
    """Tell a CONSTANT_NAME, and a made-up one such as your-key: both have no digit."""
    if has_digit(bare):
        return False
    if "_" in bare and bare.isupper():
        return True
    parts = low.replace("-", "_").split("_")
    return len(parts) > 1 and not WHOSE.isdisjoint(parts)


def _repeats_label(low: str) -> bool:
    """Tell a name with a label in it and at most two digits: newPassword2, db_password."""
    if not any(part in low for part in LABEL_PARTS):
        return False
    digits = "".join(c for c in low if c.isdigit())
    if low.removesuffix(digits) in LABEL_PARTS and digits in "1234567890":
        return True
    return not digits or (len(digits) <= 2 and low.replace(".", "_").isidentifier())  # noqa: PLR2004


def field_value(value: str) -> bool:
    """Tell whether a field that is named a secret holds one, however weak.

    All but nothing at all, masks, placeholders, `[[links]]`, and words that say where the secret
    is kept.
    """
    bare = value[:HEAD].strip().strip("\"'`*_ ")
    low = bare.lower()
    if not bare or (_stands_in(bare) and not low.startswith(("/", "(", "$", "!"))) or low == "~":
        return False
    first, space, _ = low.partition(" ")
    if space and first.rstrip(":,") in POINTERS:
        return False
    return not _is_template(bare[1:]) if bare[0] in _OPENING else True


def has_digit(value: str) -> bool:
    """Tell whether one of 0 to 9 is there."""
    return not _DIGITS.isdisjoint(value)

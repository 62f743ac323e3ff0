"""How much a word looks like a password that a machine, or a careful person, has made.

Where nothing but the words around says that something is typed in somewhere, the value must speak
for itself.
"""

from __future__ import annotations

from itertools import pairwise

from vaultbrain.gate.checks.plausible import is_slug, strong
from vaultbrain.gate.checks.shapes import has_digit
from vaultbrain.gate.words import NUMBERED

WEAK = 1
"""Letters and digits in no word's order, or a word and a year."""
LIKELY = 2
"""Such as no name has them, or a word, a sign and a number."""
CERTAIN = 3
"""Letters, digits and signs of passwords in disorder."""

_SHORTEST, _LONGEST = 6, 64
# Words put together have longer pieces.
_LONGEST_MEAN = 4
_STRONG_SIGNS = frozenset("!@#$%^&*+=?~")
_NAME_SIGNS = frozenset("-._:'\u2019")
# Calls, templates, markup, paths, lists.
_CODE_SIGNS = frozenset("()[]{}<>\"'`|\\;/,:\u2026")
# What stands in formulas, chords and Base64 too.
_OF_FORMULAS = frozenset("+=-_.~")
_OF_CHORDS = frozenset("ABCDEFGabmjdisu#0123456789+-")
_LEET = str.maketrans("@$0134", "asoiea")
_CITED = ("passw", "troubador", "letmein", "qwert", "welcome")
_LEAST_RANDOM, _MOST_RANDOM = 9, 32
_PAIRS = (
    "**",
    "__",
    "~~",
    "==",
    "&&",
    "||",
    "++",
    "--",
    "=>",
    "->",
    "?.",
    "!.",
    "!=",
    "..",
    "@@",
    "##",
)
_HEX = frozenset("0123456789abcdef")
_PRODUCTS = ("fritz!", "c++", "c#", "f#", "g++")


def crafted(value: str) -> int:
    """Grade a word: 0 for none, WEAK, LIKELY or CERTAIN.

    Args:
        value: the word, without the marks around it.
    """
    if not _SHORTEST <= len(value) <= _LONGEST or not value.isascii() or not has_digit(value):
        return 0
    if not strong(value) or not _CODE_SIGNS.isdisjoint(value) or _is_written(value):
        return 0
    signs = {c for c in value if not c.isalnum()}
    return _signed(value) if signs & _STRONG_SIGNS else _signless(value, signs)


def composed(value: str) -> bool:
    """Tell what people make up: a word, a number of two to four digits, maybe a sign or letter.

    Whatever `crafted` grades counts too. Names that things have with a number do not: Windows11.
    """
    if not _SHORTEST <= len(value) <= _LONGEST or not has_digit(value):
        return False
    if value.rstrip("0123456789").lower() in NUMBERED:
        return False
    if crafted(value):
        return True
    bare = value.rstrip("!?*$#%&+.@")
    bare = bare[:-1] if bare[-1:].isupper() and bare[-2:-1].isdigit() else bare
    word = bare.rstrip("0123456789")
    name = word.rstrip("_-.!?#@+*&$%")
    made = 2 <= len(bare) - len(word) <= 4 and len(word) - len(name) <= 1  # noqa: PLR2004
    if not made or len(name) < 4 or not name.isalpha() or not strong(value):  # noqa: PLR2004
        return False
    return name.lower() not in NUMBERED


def undated(value: str) -> bool:
    """Tell what `composed` tells, but for a word and a year: Rome2024 may be an event too."""
    return composed(value) and not is_year_word(value)


def random_password(value: str) -> bool:
    """Tell a password that no word around needs to announce: all four kinds, and no order."""
    if crafted(value) < CERTAIN or not _LEAST_RANDOM <= len(value) <= _MOST_RANDOM:
        return False
    signs = {c for c in value if not c.isalnum()}
    if (
        not signs - _OF_FORMULAS
        or _OF_CHORDS.issuperset(value)
        or value[0] in _STRONG_SIGNS - {"!"}
    ):
        return False
    if not (any(map(str.islower, value)) and any(map(str.isupper, value))):
        return False
    pieces = _chunks(value)
    turns = sum(a != b for a, b in pairwise(map(_kind, value)))
    tight = sum(map(len, pieces)) <= 3 * len(pieces)
    return turns >= 5 and tight and not _is_formula(value) and not _is_known(value)  # noqa: PLR2004


def _is_known(value: str) -> bool:
    """Tell Sheet1!A1, toPath$1, and what every text about passwords cites: P@ssw0rd."""
    if any(map(_is_cell, value.replace("*", "+").split("+"))):
        return True
    name, sign, number = value.rpartition("$")
    if sign and number.isdigit() and name.isidentifier():
        return True
    plain = value.lower().translate(_LEET)
    return any(word in plain for word in _CITED)


def _is_cell(value: str) -> bool:
    _, sign, cell = value.partition("!")
    cell = cell.replace("$", "")
    column = cell.rstrip("0123456789")
    return bool(sign) and column.isalpha() and column.isupper() and len(column) < len(cell) <= 6  # noqa: PLR2004


def _is_formula(value: str) -> bool:
    """Tell x1*Y2+z3: names of one letter or two, and numbers."""
    plain = "".join(c if c.isalnum() else " " for c in value).split()
    return all(len(part.strip("0123456789")) <= 1 for part in plain)


def _is_written(value: str) -> bool:
    """Tell names, marks and formulas: @eva2024, #todo2, a&&b, Ctrl+F12, HEAD~3, x=2, v1.2."""
    low = value.lower()
    if low.startswith(_PRODUCTS) or any(pair in value[1:-1] for pair in _PAIRS):
        return True
    if (value[0] in "@#?&$%~" and value[1:].replace("-", "").replace("_", "").isalnum()) or (
        value[0] == value[-1] == "$"
    ):
        return True
    if value[0] in "^-?&+=*" and (value[0] != "*" or value[-1] == "*"):
        return True
    return _is_joined(value) or _is_mailbox(value) or any(map(_is_dotted, value.split("#")))


def _is_joined(value: str) -> bool:
    """Tell what a sign joins: Ctrl+Shift+F12, name=value, HEAD~3, 4x8+2x5, a%20b, core#1234."""
    name, sign, rest = value.partition("=")
    if sign and name.isidentifier() and ("=" in rest or _signed(rest) < CERTAIN):
        return True
    if "=" in value and ("?" in value or "&" in value):
        return True
    if "+" in value and all(_is_plain(part) for part in value.split("+")):
        return True
    head, sign, tail = value.partition("~")
    if (sign and tail.isdigit() and head.isalpha()) or _is_model(value):
        return True
    return "%" in value and all(
        len(part) > 1 and _HEX.issuperset(part[:2].lower()) for part in value.split("%")[1:]
    )


def _is_model(value: str) -> bool:
    """Tell what things are called: RB4011iGS+5HacQ2HnD-IN."""
    name = value.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    signs = {c for c in value if not c.isalnum()}
    return 2 <= len(value) - len(name) <= 4 and name[:3].isdigit() and signs <= {"+", "-"}  # noqa: PLR2004


def _is_plain(part: str) -> bool:
    return not part or (part.isalnum() and (part.isalpha() or sum(map(str.isalpha, part)) <= 3))  # noqa: PLR2004


def _is_dotted(value: str) -> bool:
    """Tell hosts, files and versions: a dot between digits, or before a short word at the end."""
    if "." not in value.strip("."):
        return False
    last = value.rstrip(".").rpartition(".")[2]
    if last.isalpha() and last.islower() and len(last) <= 6:  # noqa: PLR2004
        return True
    near = zip(value, value[1:], value[2:], strict=False)
    return any(b == "." and a.isdigit() and c.isdigit() for a, b, c in near)


def _is_mailbox(value: str) -> bool:
    """Tell eva@nas01: two names in lower case."""
    name, sign, host = value.partition("@")
    plain = f"{name}{host}".replace(".", "").replace("-", "").replace("_", "")
    return bool(sign and name and host) and plain.isalnum() and value.islower()


def _signed(value: str) -> int:
    """Grade what has a sign of passwords."""
    letters = sum(c.isalpha() for c in value)
    if letters < 2 or not any(c.isdigit() for c in value):  # noqa: PLR2004
        return 0
    if _is_word_and_number(value):
        return LIKELY
    if _is_numbered(value.rstrip("!?#*&+")):
        return WEAK
    turns = sum(a != b for a, b in pairwise(map(_kind, value)))
    if len(value) < 8 or letters < 3:  # noqa: PLR2004
        return WEAK if turns >= 3 and letters > 2 else 0  # noqa: PLR2004
    pieces = _chunks(value)
    if sum(map(len, pieces)) > _LONGEST_MEAN * len(pieces):
        return WEAK
    return CERTAIN if turns >= 4 else WEAK * (turns >= 3)  # noqa: PLR2004


def _kind(c: str) -> int:
    return 0 if c.islower() else 1 if c.isupper() else 2 if c.isdigit() else 3


def _is_word_and_number(value: str) -> bool:
    """Tell Firma@2026, Firma-22!, Firma#2023."""
    bare = value.rstrip("!?#*")
    word = bare.rstrip("0123456789")
    number = len(bare) - len(word)
    name = word.rstrip("@#-_.+*&%$!")
    return (
        2 <= number <= 4  # noqa: PLR2004
        and len(value) - len(bare) <= 2  # noqa: PLR2004
        and len(word) - len(name) <= 1
        and (name != word or bare != value)
        and len(name) >= 4  # noqa: PLR2004
        and name.isalpha()
        and name[0].isupper()
        and name[1:].islower()
    )


def _signless(value: str, signs: set[str]) -> int:
    """Grade what has letters, digits and signs of names."""
    if is_slug(value) or not signs <= _NAME_SIGNS or _HEX.issuperset(value.lower()):
        return 0
    chunks = _chunks(value)
    size = sum(map(len, chunks))
    upper, lower = (sum(map(f, value)) for f in (str.isupper, str.islower))
    digits = sum(chunk.isdigit() for chunk in chunks)
    if signs and all(map(_is_numbered, value.replace("_", "-").split("-"))):
        return WEAK * _is_name_and_word(value)
    if upper >= 2 and lower >= 2 and len(value) >= 10:  # noqa: PLR2004
        mixed = size <= 2.6 * len(chunks) or (digits and upper >= 4 and lower >= 3)  # noqa: PLR2004
        return LIKELY if mixed and _is_wild_enough(value, chunks, digits) else WEAK
    if signs:
        return 0
    if digits >= 3 and len(value) >= 10 and lower >= 4:  # noqa: PLR2004
        return LIKELY
    inside = has_digit(value.strip("0123456789")) or value[0].isdigit()
    return WEAK if inside or is_year_word(value) else 0


def _is_wild_enough(value: str, chunks: list[str], digits: int) -> bool:
    """Tell random letters from names such as iPhone15ProMax: lower case does not come in words."""
    longest = max((len(chunk) for chunk in chunks if chunk[-1:].islower()), default=0)
    capitals = sum(map(str.isupper, value))
    return (longest <= 4 and (digits >= 2 or capitals >= 4)) or (digits >= 2 and longest <= 5)  # noqa: PLR2004


def _is_numbered(part: str) -> bool:
    """Tell letters, digits, or letters and a number after them."""
    name = part.rstrip("0123456789")
    return not name or name.isalpha()


def _is_name_and_word(value: str) -> bool:
    """Tell Firma_Admin1: words with capitals, joined by `_`, and a digit at the end."""
    parts = value.rstrip("0123456789").split("_")
    return len(parts) == 2 and all(p.isalpha() and p[0].isupper() for p in parts)  # noqa: PLR2004


def is_year_word(value: str) -> bool:
    """Tell a word and a year: Kocour2024."""
    word, year = value[:-4], value[-4:]
    return word.isalpha() and len(word) >= 4 and year.isdigit() and year[:2] in ("19", "20")  # noqa: PLR2004


def _chunks(value: str) -> list[str]:
    """Cut where the kind of character turns; a capital stays with the lower case after it."""
    chunks: list[str] = []
    last = 3
    for c in value:
        kind = _kind(c)
        if kind == 3:  # noqa: PLR2004
            last = kind
            continue
        if chunks and (kind == last or (last == 1 and kind == 0 and len(chunks[-1]) == 1)):
            chunks[-1] += c
        else:
            chunks.append(c)
        last = kind
    return chunks

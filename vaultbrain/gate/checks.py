"""Functions that tell a secret from its look-alikes: checksums, shapes and placeholders.

Each takes the redacted part of one match and says whether it is real. None uses `re`, and each
is linear in the value, which a hostile note may make long.
"""

from __future__ import annotations

import base64
import binascii
import json
from itertools import pairwise
from typing import TYPE_CHECKING

from vaultbrain.gate.words import (
    CODE_ROOTS,
    FILE_ENDINGS,
    LABEL_PARTS,
    MACHINE_NAMES,
    ORDINARY,
    PLACEHOLDER_PARTS,
    URL_PLACEHOLDERS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

VERSION = 1
"""Raise it when a check changes its mind: it is part of the rule set's hash."""

_TRAILING = ".,;:!?)]}>*_\"'`|\\“”"
_OPENING = "<{[$%@(&"
# Longer values are judged by their head; a placeholder shows itself early.
_HEAD = 512


def _digits(value: str) -> str:
    return "".join(c for c in value if c in "0123456789")


def luhn(value: str) -> bool:
    """Tell whether the digits of a card number pass the Luhn check and are not all alike."""
    digits = _digits(value)
    total = 0
    for place, digit in enumerate(reversed(digits)):
        number = int(digit) * (1 + place % 2)
        total += number - 9 if number > 9 else number  # noqa: PLR2004 - the sum of two digits
    return len(set(digits)) > 2 and total % 10 == 0  # noqa: PLR2004 - 0000 1111 is no card


_IBAN_LENGTHS = {
    code: length
    for length, codes in {
        15: "NO",
        16: "BE",
        18: "DKFIFOGLNL",
        19: "MKSI",
        20: "ATBAEEKZLTLUXK",
        21: "CHHRLILV",
        22: "BGBHCRDEGBGEIEMERSVA",
        23: "AEGIILIQTL",
        24: "ADCZESMDPKROSASESKTNVG",
        25: "PT",
        26: "ISTR",
        27: "FRGRITMCMRSM",
        28: "ALAZBYCYDOGTHULBPLSV",
        29: "BREGPSQAUA",
        30: "JOKWMU",
        31: "MTSC",
    }.items()
    for code in map("".join, zip(codes[::2], codes[1::2], strict=True))
}


def iban_mod97(value: str) -> bool:
    """Tell whether an IBAN has its country's length and leaves 1 modulo 97."""
    plain = "".join(value.split()).upper()
    if _IBAN_LENGTHS.get(plain[:2]) != len(plain) or not plain.isalnum() or not plain.isascii():
        return False
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


def birth_number(value: str) -> bool:
    """Tell whether a Czech or Slovak birth number has a date in it and the right check digit.

    Nine digits were given out until 1953 and have no check digit.
    """
    digits = _digits(value)
    if len(digits) not in (9, 10):
        return False
    year, month, day = int(digits[:2]), int(digits[2:4]), int(digits[4:6])
    # 50 is added for women, 20 or 70 since 2004 where a day's numbers ran out.
    if not (1 <= day <= 31 and month % 50 % 20 in range(1, 13) and month <= 82):  # noqa: PLR2004
        return False
    if len(digits) == 9:  # noqa: PLR2004
        return year <= 53 and digits[6:] != "000"  # noqa: PLR2004
    number = int(digits)
    # Before 1986 a remainder of ten was written as 0.
    return number % 11 == 0 or (int(digits[:9]) % 11 == 10 and digits[9] == "0")  # noqa: PLR2004


def czech_account(value: str) -> bool:
    """Tell whether both parts of a Czech account number pass the weighted check modulo 11."""
    number = value.partition("/")[0]
    prefix, _, base = number.rpartition("-")
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)

    def valid(part: str) -> bool:
        return sum(w * int(c) for w, c in zip(weights, reversed(part), strict=False)) % 11 == 0

    return len(set(base)) > 1 and valid(base) and valid(_digits(prefix))


def jwt(value: str) -> bool:
    """Tell whether the first part of a token is base64url of a JSON object with an algorithm."""
    head = value[:4096].partition(".")[0].rstrip("=")
    try:
        header = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        return False
    return isinstance(header, dict) and bool({"alg", "typ", "enc", "kid"} & header.keys())


def basic_credentials(value: str) -> bool:
    """Tell whether base64 holds `user:password`, as after `Authorization: Basic`."""
    head = value[:4096].rstrip("=")
    try:
        return b":" in base64.b64decode(head + "=" * (-len(head) % 4), validate=True)
    except (ValueError, binascii.Error):
        return False


def _is_run(value: str) -> bool:
    """Tell a masked value such as ******** or xxxx-xxxx: at most two kinds of character."""
    letters = {c for c in value.lower() if c.isalnum()}
    return len(letters) <= 1 and len(set(value)) <= 3  # noqa: PLR2004 - one letter, two separators


def placeholder(value: str) -> bool:
    """Tell a value that only stands for one: masked, a variable, a template, a code expression."""
    bare = value[:_HEAD].rstrip(_TRAILING)
    low = bare.lower()
    if not bare or _is_run(bare) or low in ORDINARY or "[redacted:" in value.lower():
        return True
    if value[0] in _OPENING and _is_template(value[1:_HEAD]):
        return True
    whole = value[:_HEAD].lower()
    if any(part in whole for part in PLACEHOLDER_PARTS):
        return True
    return _is_code(low, bare)


def _is_template(rest: str) -> bool:
    """Tell what follows an opening sign: a name (<your-password>, $VAR, %s) or a second sign."""
    rest = rest.rstrip(_TRAILING + "%")
    return not rest or rest[0] in "{[<(%=\"' " or all(c.isalpha() or c in "_- " for c in rest)


def _is_code(low: str, bare: str) -> bool:
    """Tell a path, an URL, a call, an attribute or a CONSTANT_NAME."""
    if low.startswith(("/", "./", "../", "~/", "c:\\", "\\\\")) or "://" in low:
        return True
    if low.startswith(CODE_ROOTS) or (
        "(" in low and low.partition("(")[0].replace(".", "_").isidentifier()
    ):
        return True
    has_digit = any(c.isdigit() for c in bare)
    if not has_digit and bare.isupper() and "_" in bare:
        return True
    return not has_digit and any(part in low for part in LABEL_PARTS)


def key_material(value: str) -> bool:
    """Tell machine-made keys from documentation: many characters, digits or a wild mix of cases."""
    head = value[:_HEAD]
    low = head.lower()
    if any(part in low for part in PLACEHOLDER_PARTS):
        return False
    if any(c.isdigit() for c in head):
        return len(set(head)) >= 8  # noqa: PLR2004
    turns = sum(a.isupper() != b.isupper() for a, b in pairwise(head))
    return len(set(head)) >= 14 and turns >= 8  # noqa: PLR2004 - camelCase turns less often


def _kinds(value: str) -> int:
    """Count the kinds of character: lower case, upper case past the first, digits, others."""
    return (
        any(c.islower() for c in value)
        + any(c.isupper() for c in value[1:])
        + any(c.isdigit() for c in value)
        + any(not c.isalnum() for c in value)
    )


def _is_number(bare: str) -> bool:
    """Tell dates, times, ranges, amounts and versions: digits with punctuation, maybe a unit."""
    return not any(c.isalpha() for c in bare.rstrip("abcdefghijklmnopqrstuvwxyz%"))


def _is_words(bare: str) -> bool:
    """Tell ordinary writing: letters alone, or joined by hyphens, dots, slashes or apostrophes."""
    return all(c.isalpha() or c in "-./'_,&+:~=()\u2013\u2014\u2026" for c in bare)


def strong(value: str) -> bool:
    """Tell a value that is a password by its looks alone: at least 6 long and mixed in kind."""
    bare = value[:_HEAD].rstrip(_TRAILING)
    if len(bare) < 6 or placeholder(value) or _is_words(bare) or _is_number(bare):  # noqa: PLR2004
        return False
    if _is_slug(bare):
        return False
    return _kinds(bare) >= 2  # noqa: PLR2004


def _is_slug(bare: str) -> bool:
    """Tell identifiers with a number in them: uuid, sha256:…, file-name.md, 2fa-setup."""
    low = bare.lower()
    parts = low.replace("_", "-").split("-")
    if [len(part) for part in parts] == [8, 4, 4, 4, 12]:
        return True
    return low.endswith((".md", ".txt", ".png", ".pdf", ".py", ".js", ".json", ".yaml", ".yml"))


def plausible_secret(value: str) -> bool:
    """Tell whether what follows `password:` is a password rather than prose or a placeholder.

    A number of 4 digits or more counts, a word of letters alone does not.
    """
    bare = value[:_HEAD].rstrip(_TRAILING)
    if len(bare) < 4 or placeholder(value) or _is_words(bare):  # noqa: PLR2004
        return False
    if bare.isdigit():
        return True
    return not _is_number(bare) and _kinds(bare) >= 2  # noqa: PLR2004


def plausible_word(value: str) -> bool:
    """Tell whether a single word may be a password: not one of those that documentation uses."""
    bare = value[:_HEAD].rstrip(_TRAILING)
    return len(bare) >= 5 and not placeholder(value)  # noqa: PLR2004


def plausible_quoted(value: str) -> bool:
    """Tell whether a quoted value may be a password: anything but placeholders and short text."""
    return len(value) >= 4 and not placeholder(value)  # noqa: PLR2004


def plausible_cell(value: str) -> bool:
    """Tell whether a cell below `password` holds one: like `plausible_secret`, in one word."""
    return not value[:_HEAD].count(" ") and plausible_secret(value)


def plausible_phrase(value: str) -> bool:
    """Tell whether quoted text may be a password: `plausible_quoted`, but no command or option."""
    if value.startswith("-") or value.isdigit() or not plausible_quoted(value):
        return False
    return value.count(" ") >= 2 or plausible_secret(value)  # noqa: PLR2004


def strong_mixed(value: str) -> bool:
    """Tell a password with nothing but its label in front: `strong`, with a letter and a digit."""
    bare = value[:_HEAD].rstrip(_TRAILING)
    if not (any(c.isdigit() for c in bare) and any(c.isalpha() for c in bare)):
        return False
    # foo-bar-2 after `pass` is more often an argument than a password.
    slug = bare.islower() and "-" in bare and bare.replace("-", "").isalnum()
    return strong(value) and len(bare) >= 8 and not slug  # noqa: PLR2004


def random_token(value: str) -> bool:
    """Tell a token with hardly a separator in front: `plausible_token`, 20 or more, no uuid."""
    return len(value) >= 20 and plausible_token(value) and not _is_slug(value)  # noqa: PLR2004


def plausible_token(value: str) -> bool:
    """Tell whether what follows `token:` or `api key:` is one: 8 or more, with letter and digit."""
    bare = value[:_HEAD].rstrip(_TRAILING)
    if len(bare) < 8 or placeholder(value) or _is_words(bare) or _is_number(bare):  # noqa: PLR2004
        return False
    return any(c.isdigit() for c in bare) and any(c.isalpha() for c in bare) and " " not in bare


def url_password(value: str) -> bool:
    """Tell whether the part between `:` and `@` of an URL is a password."""
    return value.lower() not in URL_PLACEHOLDERS and not placeholder(value)


def url_token(value: str) -> bool:
    """Tell whether a query parameter holds a token: 8 or more, with a digit, no placeholder."""
    return (
        len(value) >= 8  # noqa: PLR2004
        and not placeholder(value)
        and not value.isdigit()
        and any(c.isdigit() for c in value)
    )


def has_digit(value: str) -> bool:
    """Tell whether there is a digit at all."""
    return any(c.isdigit() for c in value)


def personal_email(value: str) -> bool:
    """Tell an address of a person from the ones of machines: git@, noreply@ and the like."""
    name, _, host = value.lower().partition("@")
    return name not in MACHINE_NAMES and host.rpartition(".")[2] not in FILE_ENDINGS


def phone(value: str) -> bool:
    """Tell whether a number with a country code has the 8 to 15 digits that one may have."""
    return 8 <= len(_digits(value)) <= 15  # noqa: PLR2004


def seed_words(value: str) -> bool:
    """Tell a wallet's word list from prose: its words have 3 to 8 letters and are no stop words."""
    words = [word for word in (w.strip("0123456789.):,>*-") for w in value.split()) if word]
    return not {"the", "and", "for", "was", "with", "are", "that", "this", "you"} & set(words)


CHECKS: Mapping[str, Callable[[str], bool]] = {
    check.__name__: check
    for check in (
        luhn,
        iban_mod97,
        birth_number,
        czech_account,
        jwt,
        basic_credentials,
        key_material,
        strong,
        plausible_secret,
        plausible_word,
        plausible_quoted,
        plausible_phrase,
        plausible_cell,
        strong_mixed,
        random_token,
        plausible_token,
        url_password,
        url_token,
        has_digit,
        personal_email,
        phone,
        seed_words,
    )
}
"""Every check that a rule may name."""

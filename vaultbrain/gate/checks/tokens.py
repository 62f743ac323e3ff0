"""Tokens with a structure of their own, and the parts of addresses."""

from __future__ import annotations

import base64
import binascii
import json
from itertools import pairwise
from urllib.parse import unquote

from vaultbrain.gate.checks.shapes import HEAD, placeholder
from vaultbrain.gate.words import FILE_ENDINGS, MACHINE_NAMES, PLACEHOLDER_PARTS, URL_PLACEHOLDERS

# Passwords that containers and examples come with.
_DEFAULTS = frozenset(
    {"guest", "postgres", "mysql", "redis", "rabbitmq", "minio", "test", "mypass", "mypassword"}
)

# What is told to do with an answer, or that there is none.
_NO_ANSWERS = frozenset(
    """
    see viz ask rotate change reset remove delete update use store keep set pick choose write do
    don't never always yes no not none same unknown any random what which who how why when it they
    this is are was in on at
    změnit zrušit nepoužívat zvolit vymyslet ano ne nevím nic žádná žádný stejná stejné jiná zmeniť
    zrušiť áno nie neviem rovnaká siehe ändern ja nein keine gleiche wie voir changer oui non aucune
    même ver cambiar sí no ninguna misma patrz zmienić tak nie brak taka
    """.split()
)
_POINTED_AT = frozenset("it them this that later".split())


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


def key_material(value: str) -> bool:
    """Tell machine-made keys from documentation: many characters, digits or a wild mix of cases."""
    head = value[:HEAD]
    low = head.lower()
    if any(part in low for part in PLACEHOLDER_PARTS):
        return False
    if any(c.isdigit() for c in head):
        return len(set(head)) >= 8  # noqa: PLR2004
    turns = sum(a.isupper() != b.isupper() for a, b in pairwise(head))
    return len(set(head)) >= 14 and turns >= 8  # noqa: PLR2004 - camelCase turns less often


def hash_material(value: str) -> bool:
    """Tell a password hash: `key_material`; a row of dots is a number in some of them."""
    return key_material(value.replace(".", "/"))


def has_digit(value: str) -> bool:
    """Tell whether there is a digit at all."""
    return any(c.isdigit() for c in value)


def url_password(value: str) -> bool:
    """Tell whether the part between `:` and `@` of an URL is a password."""
    low = value.lower()
    return low not in URL_PLACEHOLDERS and low not in _DEFAULTS and not placeholder(value)


def parameter_password(value: str) -> bool:
    """Tell whether `password=` of an URL or a connection string holds one: `url_password`, 3 on."""
    return len(value) >= 3 and url_password(value) and value[0] != "^"  # noqa: PLR2004


def url_user_token(value: str) -> bool:
    """Tell a token in the place of an URL's user; 32 hex digits are a public key of Sentry."""
    if len(value) < 20 or not machine_token(value):  # noqa: PLR2004
        return False
    return len(value) != 32 or bool(set(value) - set("0123456789abcdef"))  # noqa: PLR2004


def _is_slug(value: str) -> bool:
    """Tell words and numbers: required-for-version-2, chapter12.notes, 2024-03-01."""
    for sign in "-.~/:+=%":
        value = value.replace(sign, "_")
    return all(_is_word(part) for part in value.split("_"))


def _is_word(part: str) -> bool:
    letters = part.rstrip("0123456789")
    if not letters:
        return True
    bare = part[len(letters) :]
    is_plain = letters.islower() or letters.istitle() or letters.isupper()
    return letters.isalpha() and is_plain and len(bare) <= 4  # noqa: PLR2004


def machine_token(value: str) -> bool:
    """Tell a token from words with numbers: `key_material` that is no slug and no placeholder."""
    return key_material(value) and not placeholder(value) and not _is_slug(value[:HEAD])


def url_token(value: str) -> bool:
    """Tell whether a query parameter holds a token: 8 or more, no number, no words."""
    if len(value) < 8 or value.isdigit() or placeholder(value):  # noqa: PLR2004
        return False
    # Ctrl%2BShift%2BL are words when the signs are read.
    if _is_slug(value[:HEAD]) or _is_slug(unquote(value[:HEAD])):
        return False
    return any(c.isdigit() for c in value) or key_material(value)


def door_code(value: str) -> bool:
    """Tell what is typed at a lock from words and single numbers: 3 digits or more."""
    digits = value if value.isdigit() else "".join(c for c in value if c.isdigit())
    return len(digits) >= 3  # noqa: PLR2004


def answer(value: str) -> bool:
    """Tell the answer to a security question from prose: up to 6 words, no placeholder."""
    bare = value.strip(" *_`\"'.„“”«»").removeprefix("A: ")
    words = bare.lower().split()
    return (
        len(bare) >= 2  # noqa: PLR2004
        and len(words) <= 6  # noqa: PLR2004
        and not placeholder(bare)
        and words[0] not in _NO_ANSWERS
        and words[-1] not in _POINTED_AT
        and not bare.lower().startswith("a common")
    )


def licence_key(value: str) -> bool:
    """Tell a licence key: groups of one length with letters and digits, or 24 or 25 digits."""
    groups = value.split("-")
    if placeholder(value) or len({len(g) for g in groups[:-1]}) > 1:
        return False
    bare = "".join(groups)
    if bare.isdigit():
        return len(bare) in (24, 25) and len(set(bare)) >= 6  # noqa: PLR2004
    mixed = sum(not g.isalpha() and not g.isdigit() for g in groups)
    return any(c.isdigit() for c in bare) and len(set(bare)) >= 8 and mixed * 2 >= len(groups)  # noqa: PLR2004


def personal_email(value: str) -> bool:
    """Tell an address of a person from the ones of machines: git@, noreply@ and the like."""
    name, _, host = value.lower().partition("@")
    return name not in MACHINE_NAMES and host.rpartition(".")[2] not in FILE_ENDINGS

"""Tokens with a structure of their own, and the parts of addresses."""

from __future__ import annotations

import base64
import binascii
import json
from itertools import pairwise

from vaultbrain.gate.checks.shapes import HEAD, placeholder
from vaultbrain.gate.words import FILE_ENDINGS, MACHINE_NAMES, PLACEHOLDER_PARTS, URL_PLACEHOLDERS


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


def seed_words(value: str) -> bool:
    """Tell a wallet's word list from prose: its words have 3 to 8 letters and are no stop words."""
    words = [word for word in (w.strip("0123456789.):,>*-") for w in value.split()) if word]
    return not {"the", "and", "for", "was", "with", "are", "that", "this", "you"} & set(words)


def has_digit(value: str) -> bool:
    """Tell whether there is a digit at all."""
    return any(c.isdigit() for c in value)


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


def personal_email(value: str) -> bool:
    """Tell an address of a person from the ones of machines: git@, noreply@ and the like."""
    name, _, host = value.lower().partition("@")
    return name not in MACHINE_NAMES and host.rpartition(".")[2] not in FILE_ENDINGS

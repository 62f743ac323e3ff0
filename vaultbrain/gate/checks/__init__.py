"""Functions that tell a secret from its look-alikes: checksums, shapes and placeholders.

Each takes the redacted part of one match and says whether it is real. None uses `re`, and each
is linear in the value, which a hostile note may make long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import numbers, shapes, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

VERSION = 2
"""Raise it when a check changes its mind: it is part of the rule set's hash."""

CHECKS: Mapping[str, Callable[[str], bool]] = {
    check.__name__: check
    for check in (
        numbers.luhn,
        numbers.iban_mod97,
        numbers.birth_number,
        numbers.czech_account,
        numbers.phone,
        shapes.strong,
        shapes.plausible_secret,
        shapes.plausible_word,
        shapes.plausible_quoted,
        shapes.plausible_cell,
        shapes.plausible_phrase,
        shapes.strong_mixed,
        shapes.random_token,
        shapes.plausible_token,
        tokens.jwt,
        tokens.basic_credentials,
        tokens.key_material,
        tokens.seed_words,
        tokens.has_digit,
        tokens.url_password,
        tokens.url_token,
        tokens.personal_email,
    )
}
"""Every check that a rule may name."""

"""Functions that tell a secret from its look-alikes: checksums, shapes and placeholders.

Each takes the redacted part of one match and says whether it is real. None uses `re`, and each
is linear in the value, which a hostile note may make long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import (
    contacts,
    crafted,
    identity,
    numbers,
    plausible,
    seeds,
    shapes,
    tokens,
    vendors,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


CHECKS: Mapping[str, Callable[[str], bool]] = {
    check.__name__: check
    for check in (
        numbers.iban_mod97,
        numbers.card,
        numbers.birth_number_checked,
        identity.structured_number,
        contacts.phone,
        contacts.mailbox,
        contacts.living_date,
        contacts.coordinates,
        plausible.strong,
        plausible.strung,
        crafted.composed,
        crafted.undated,
        plausible.plausible_word,
        shapes.field_value,
        plausible.strong_mixed,
        plausible.below_label,
        tokens.jwt,
        tokens.basic_credentials,
        tokens.key_material,
        tokens.hash_material,
        tokens.has_digit,
        tokens.url_password,
        tokens.url_token,
        tokens.parameter_password,
        tokens.machine_token,
        tokens.door_code,
        tokens.answer,
        tokens.licence_key,
        seeds.base58_sum,
        seeds.base32_secret,
        seeds.code_list,
        seeds.single_code,
        vendors.vendor_key,
        vendors.vendor_code,
        vendors.labelled_key,
        vendors.spaced_password,
    )
}
"""Every check that a rule may name."""

"""Fields of a note's metadata that are named a secret: found by `gate/fields.py`, not by a pattern.

Their examples are whole notes; in each the value goes however weak it is.
"""

from __future__ import annotations

from vaultbrain.gate.rules.base import Rule
from vaultbrain.records import Tier


def _field(name: str, examples: tuple[str, ...], counter_examples: tuple[str, ...]) -> Rule:
    return Rule(
        id=f"field-{name}",
        class_=name,
        tier=Tier.SECRET,
        keywords=(),
        pattern="",
        examples=tuple(f"---\n{block}\n---\n" for block in examples),
        counter_examples=tuple(f"---\n{block}\n---\n" for block in counter_examples),
    )


FIELD_RULES: tuple[Rule, ...] = (
    _field(
        "password",
        (
            "heslo: kocour",
            "wifi-heslo: zima",
            "heslo_wifi: zima",
            "nas.password: 'meadow' # the old one",
            "passwords:\n  - meadow\n  - kocour",
            "passwords:\n- meadow",
            "login: {user: eva, password: kocour}",
            "passwords: [meadow, kocour]",
            "password: |\n  meadow\n  silver",
            "hesla:\n  nas: kocour\n  wifi: zima",
        ),
        (
            "password: null",
            "password: true",
            'password: "[[Router]]"',
            "password: see Bitwarden",
            "password_policy: strong",
            "password-length: 12",
            "password: # not here",
            "passport: blue",
            "passwords:\n  user: eva",
        ),
    ),
    _field(
        "api-key",
        ("apiKey: kocour", "api_token: meadow", "client secret: meadow"),
        ("secret: true", "token_count: 512", "key: C major", "keywords: [a, b]"),
    ),
    _field(
        "pin",
        ("pin: 7096", "door code: '4821#'"),
        ("pin: true", "pin: 1", "cssclass: pin"),
    ),
)

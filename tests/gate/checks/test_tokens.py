from __future__ import annotations

import base64

from vaultbrain.gate.checks import numbers, tokens


def test_jwt_header() -> None:
    def token(header: str) -> str:
        return base64.urlsafe_b64encode(header.encode()).decode() + ".e30.x"

    assert tokens.jwt(token('{"alg": "none"}'))
    assert not tokens.jwt(token('{"a": 1}'))
    assert not tokens.jwt(token("[1]"))
    assert not tokens.jwt("eyJ!.x.y")


def test_key_material() -> None:
    assert tokens.key_material("kJ8sd7Fh2Lq0Zx")
    assert tokens.key_material("aFIrRugKZmpmDhSiLvgqajbLdQvfICRRTI")
    assert not tokens.key_material("someCamelCaseNameOfAClass")
    assert not tokens.key_material("AKIAIOSFODNN7EXAMPLE")
    assert not tokens.key_material("1111111")


def test_basic_credentials() -> None:
    assert tokens.basic_credentials(base64.b64encode(b"admin:x").decode())
    assert not tokens.basic_credentials(base64.b64encode(b"admin").decode())
    assert not tokens.basic_credentials("abcde")


def test_url_parts() -> None:
    assert not tokens.url_password("password")
    assert tokens.url_token("zakkprDThfAHFv2rn")
    assert not tokens.url_token("123456789")
    assert not tokens.url_token("YOUR_TOKEN_2")


def test_people_and_machines() -> None:
    assert tokens.personal_email("eva@host.cz")
    assert not tokens.personal_email("git@host.cz")
    assert not tokens.personal_email("icon@2x.png")
    assert numbers.phone("+420 733 702 263")
    assert not numbers.phone("+42 733")

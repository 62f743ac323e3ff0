from __future__ import annotations

import base64

from vaultbrain.gate.checks import tokens


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


def test_hashes_may_have_dots() -> None:
    assert tokens.hash_material("$7$C6..../....k3Vw9QzR7tLm")
    assert not tokens.hash_material("$6$salt$hash")
    assert tokens.has_digit("a1")
    assert not tokens.has_digit("a")


def test_tokens_and_slugs() -> None:
    assert tokens.machine_token("k3Vw9QzR7tLm2XbN8sYc")
    assert tokens.machine_token("3f9a0c7b-e1d8-4625-9a0c-7be1d8462533")
    assert not tokens.machine_token("required-for-all-version-2")
    assert not tokens.machine_token("chapter12-authorization-model")
    assert not tokens.url_token("chapter-2024")
    assert not tokens.url_token("summer2024")
    assert tokens.url_token("aFIrRugKZmpmDhSiLvgqajbLdQvf")
    assert tokens.url_user_token("k3Vw9QzR7tLm2XbN8sYc4HdP")
    assert not tokens.url_user_token("eva")
    assert not tokens.url_user_token("my-user-name-of-2024")
    assert not tokens.url_user_token("3f9a0c7be1d846253f9a0c7be1d84625")


def test_passwords_of_connections() -> None:
    assert tokens.parameter_password("kocour")
    assert not tokens.parameter_password("guest")
    assert not tokens.parameter_password("^PASS^")
    assert not tokens.parameter_password("ab")


def test_door_codes_and_answers() -> None:
    assert tokens.door_code("#48 21*")
    assert tokens.door_code("482")
    assert not tokens.door_code("B12")
    assert tokens.answer("Nováková")
    assert not tokens.answer("see the vault")
    assert not tokens.answer("we should never again use those questions")


def test_licence_keys() -> None:
    assert tokens.licence_key("QZ7RW-3KVXN-8YCT4-HDP6F-GJ5UA")
    assert tokens.licence_key("1330-1182-7041-9962-0387-4415")
    assert not tokens.licence_key("1330-1182-7041")
    assert not tokens.licence_key("2024-04-0042")
    assert not tokens.licence_key("XXXXX-XXXXX-XXXXX-XXXXX-XXXXX")
    assert not tokens.licence_key("ABCD-EFGH-IJKL")

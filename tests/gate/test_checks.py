from __future__ import annotations

import base64

import pytest

from vaultbrain.gate import checks


@pytest.mark.parametrize("good", ["4111" + "1111" * 2 + "1111", "4298 6267 " + "7744 8528"])
def test_luhn_accepts_card_numbers(good: str) -> None:
    digits = "".join(good.split())
    expected = len(set(digits)) > 2
    assert checks.luhn(good) is expected


def test_luhn_rejects_one_changed_digit_and_round_numbers() -> None:
    good = "4298626777448528"
    for place in range(len(good)):
        digit = str((int(good[place]) + 1) % 10)
        assert not checks.luhn(good[:place] + digit + good[place + 1 :])
    assert not checks.luhn("0" * 16)


def test_iban() -> None:
    assert checks.iban_mod97("GB64 JWJJ 6146 8069 8729 60")
    assert not checks.iban_mod97("GB64 JWJJ 6146 8069 8729 61")
    assert not checks.iban_mod97("GB64 JWJJ 6146 8069 8729 6")
    assert not checks.iban_mod97("XX64 JWJJ 6146 8069 8729 60")
    assert not checks.iban_mod97("GB64 JWJJ 6146 8069 8729 6-")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("550812/0805", True),
        ("701206/0737", True),
        ("701206/0738", False),
        ("545617/4999", True),
        ("701306/0737", False),
        ("700006/0737", False),
        ("701200/0737", False),
        ("450812/123", True),
        ("450812/000", False),
        ("600812/123", False),
        ("1234", False),
    ],
)
def test_birth_number(value: str, expected: bool) -> None:  # noqa: FBT001
    assert checks.birth_number(value) is expected


def test_birth_number_with_the_old_zero_for_ten() -> None:
    nine = next(n for n in range(780123351, 780123999) if n % 11 == 10)
    assert checks.birth_number(f"{nine}0")


def test_czech_account() -> None:
    assert checks.czech_account("5226949895/0800")
    assert not checks.czech_account("5226949896/0800")
    assert not checks.czech_account("1-5226949895/0800")
    assert not checks.czech_account("000000/0100")


def test_jwt_header() -> None:
    def token(header: str) -> str:
        return base64.urlsafe_b64encode(header.encode()).decode() + ".e30.x"

    assert checks.jwt(token('{"alg": "none"}'))
    assert not checks.jwt(token('{"a": 1}'))
    assert not checks.jwt(token("[1]"))
    assert not checks.jwt("eyJ!.x.y")


PLACEHOLDERS = """
******** xxxxxx ???? <password> <your ${VAR} $(pass $PASSWORD %s
%PASSWORD% {{token}} [[vault]] null None
process.env.X os.environ['A'] YOUR_API_KEY DB_PASSWORD_NAME changeme my-example-key
getpass.getpass() https://host/x ./secrets.yml /run/secrets ~/x op://vault/x userPassword ...
[redacted:card] {type @param
""".split()


@pytest.mark.parametrize("value", PLACEHOLDERS)
def test_placeholders_are_no_secrets(value: str) -> None:
    assert checks.placeholder(value)
    assert not checks.plausible_secret(value)
    assert not checks.plausible_token(value)
    assert not checks.strong(value)


PASSWORDS = (
    "Slunce70 r0ck3t+7626q Kocour.sneznik42 $ecret9x <3kocour2 hunter2x Zahrada7714! p@ss,w0rd"
)


@pytest.mark.parametrize("value", PASSWORDS.split())
def test_passwords_are_plausible(value: str) -> None:
    assert checks.plausible_secret(value)
    assert checks.strong(value)
    assert checks.url_password(value)


@pytest.mark.parametrize(
    "value",
    [
        "reset",
        "file:x9",
        "render(a2b)",
        "MY_CONST_NAME",
        "stored",
        "min.",
        "well-known",
        "2026-01-01",
        "8-64",
        "12",
        "3.5kg",
        "Společně",
        "a",
    ],
)
def test_prose_is_no_secret(value: str) -> None:
    assert not checks.plausible_secret(value)
    assert not checks.strong(value)


def test_numbers_are_passwords_only_after_a_colon() -> None:
    assert checks.plausible_secret("48213377")
    assert not checks.strong("48213377")


def test_tokens() -> None:
    assert checks.plausible_token("e0edab4ea6b1")
    assert not checks.plausible_token("e0e")
    assert not checks.plausible_token("tokenizer-name")
    assert checks.random_token("e0edab4ea6b1e8ab200391a6")
    assert not checks.random_token("db3f220e-6e52-41d8-b21c-a19c20a37a2f")
    assert not checks.random_token("notes-of-2026-about-tokens.md")


def test_key_material() -> None:
    assert checks.key_material("kJ8sd7Fh2Lq0Zx")
    assert checks.key_material("aFIrRugKZmpmDhSiLvgqajbLdQvfICRRTI")
    assert not checks.key_material("someCamelCaseNameOfAClass")
    assert not checks.key_material("AKIAIOSFODNN7EXAMPLE")
    assert not checks.key_material("1111111")


def test_basic_credentials() -> None:
    assert checks.basic_credentials(base64.b64encode(b"admin:x").decode())
    assert not checks.basic_credentials(base64.b64encode(b"admin").decode())
    assert not checks.basic_credentials("abcde")


def test_quoted_words_and_cells() -> None:
    assert checks.plausible_phrase("four horses in a yard")
    assert not checks.plausible_phrase("--connect now please")
    assert not checks.plausible_phrase("12345")
    assert not checks.plausible_phrase("abc")
    assert checks.plausible_cell("Slunce70")
    assert not checks.plausible_cell("ask Jana 2")
    assert checks.plausible_word("kocourek")
    assert not checks.plausible_word("string")


def test_url_parts() -> None:
    assert not checks.url_password("password")
    assert checks.url_token("zakkprDThfAHFv2rn")
    assert not checks.url_token("123456789")
    assert not checks.url_token("YOUR_TOKEN_2")


def test_people_and_machines() -> None:
    assert checks.personal_email("eva@host.cz")
    assert not checks.personal_email("git@host.cz")
    assert not checks.personal_email("icon@2x.png")
    assert checks.phone("+420 733 702 263")
    assert not checks.phone("+42 733")


def test_seed_words() -> None:
    assert checks.seed_words("1. ability 2. expect")
    assert not checks.seed_words("the cat and dog")


def test_strong_mixed() -> None:
    assert checks.strong_mixed("Borovice.babicka06")
    assert not checks.strong_mixed("Borovice.babicka")
    assert not checks.strong_mixed("two-factor-2fa")

from __future__ import annotations

import pytest

from vaultbrain.gate.checks import shapes, tokens

PLACEHOLDERS = """
******** xxxxxx ???? <password> <your ${VAR} $(pass $PASSWORD %s
%PASSWORD% {{token}} [[vault]] null None
process.env.X os.environ['A'] YOUR_API_KEY DB_PASSWORD_NAME changeme my-example-key
getpass.getpass() https://host/x ./secrets.yml /run/secrets ~/x op://vault/x userPassword ...
[redacted:card] {type @param
""".split()

PASSWORDS = (
    "Slunce70 r0ck3t+7626q Kocour.sneznik42 $ecret9x <3kocour2 hunter2x Zahrada7714! p@ss,w0rd"
)


@pytest.mark.parametrize("value", PLACEHOLDERS)
def test_placeholders_are_no_secrets(value: str) -> None:
    assert shapes.placeholder(value)
    assert not shapes.plausible_secret(value)
    assert not shapes.plausible_token(value)
    assert not shapes.strong(value)


@pytest.mark.parametrize("value", PASSWORDS.split())
def test_passwords_are_plausible(value: str) -> None:
    assert shapes.plausible_secret(value)
    assert shapes.strong(value)
    assert tokens.url_password(value)


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
    assert not shapes.plausible_secret(value)
    assert not shapes.strong(value)


def test_numbers_are_passwords_only_after_a_colon() -> None:
    assert shapes.plausible_secret("48213377")
    assert not shapes.strong("48213377")


def test_tokens() -> None:
    assert shapes.plausible_token("e0edab4ea6b1")
    assert not shapes.plausible_token("e0e")
    assert not shapes.plausible_token("tokenizer-name")
    assert shapes.random_token("e0edab4ea6b1e8ab200391a6")
    assert not shapes.random_token("db3f220e-6e52-41d8-b21c-a19c20a37a2f")
    assert not shapes.random_token("notes-of-2026-about-tokens.md")


def test_quoted_words_and_cells() -> None:
    assert shapes.plausible_phrase("four horses in a yard")
    assert not shapes.plausible_phrase("--connect now please")
    assert not shapes.plausible_phrase("12345")
    assert not shapes.plausible_phrase("abc")
    assert shapes.plausible_cell("Slunce70")
    assert not shapes.plausible_cell("ask Jana 2")
    assert shapes.plausible_word("kocourek")
    assert not shapes.plausible_word("string")


def test_strong_mixed() -> None:
    assert shapes.strong_mixed("Borovice.babicka06")
    assert not shapes.strong_mixed("Borovice.babicka")
    assert not shapes.strong_mixed("two-factor-2fa")

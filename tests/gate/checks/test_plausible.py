from __future__ import annotations

import pytest

from vaultbrain.gate.checks import plausible, shapes, tokens

PASSWORDS = (
    "Slunce70 r0ck3t+7626q Kocour.sneznik42 $ecret9x <3kocour2 hunter2x Zahrada7714! p@ss,w0rd"
)
PROSE = """
reset file:x9 render(a2b) MY_CONST_NAME stored min. well-known 2026-01-01 8-64 12 3.5kg Společně a
v1.2.3 SHA-256 WPA2-PSK
""".split()


@pytest.mark.parametrize("value", PASSWORDS.split())
def test_passwords_are_plausible(value: str) -> None:
    assert plausible.plausible_secret(value)
    assert plausible.strong(value)
    assert tokens.url_password(value)


@pytest.mark.parametrize("value", PROSE)
def test_prose_is_no_secret(value: str) -> None:
    assert not plausible.plausible_secret(value)
    assert not plausible.strong(value)


@pytest.mark.parametrize(
    "value",
    ["db3f220e-6e52-41d8-b21c-a19c20a37a2f", "notes-2026.md", "eva2@firma.cz", "PBKDF2/HMAC"],
)
def test_names_are_no_secrets_without_a_separator(value: str) -> None:
    assert not plausible.strong(value)


def test_numbers_are_passwords_only_after_a_colon() -> None:
    assert plausible.plausible_secret("48213377")
    assert not plausible.strong("48213377")


def test_letters_alone() -> None:
    assert plausible.plausible_secret("aKbLcMdNeO")
    assert not plausible.plausible_secret("getUserFromDb")
    assert not plausible.plausible_secret("aB" * 40)
    assert plausible.plausible_secret("marble-otter-violin-cactus")
    assert not plausible.plausible_secret("change-it-as-you-like")
    assert not plausible.plausible_secret("a-b-c-d-e")


def test_tokens() -> None:
    assert plausible.plausible_token("e0edab4ea6b1")
    assert not plausible.plausible_token("e0e")
    assert not plausible.plausible_token("tokenizer-name")
    assert not plausible.plausible_token("prod-eu-west-1")
    assert not plausible.plausible_token("+12-34-56-78-90")
    assert not plausible.plausible_token("#tulip!garden")
    assert plausible.random_token("e0edab4ea6b1e8ab200391a6")
    assert not plausible.random_token("db3f220e-6e52-41d8-b21c-a19c20a37a2f")
    assert not plausible.random_token("notes-of-2026-about-tokens.md")


def test_phrases_and_cells() -> None:
    assert plausible.plausible_phrase("four horses in a yard")
    assert not plausible.plausible_phrase("Enter your password")
    assert not plausible.plausible_phrase("see the vault")
    assert not plausible.plausible_phrase("--connect now please")
    assert not plausible.plausible_phrase("abc")
    assert plausible.plausible_cell("Slunce70")
    assert plausible.plausible_cell("kocour")
    assert not plausible.plausible_cell("ask Jana 2")
    assert plausible.plausible_word("kocourek")
    for word in ("string", "userName", "-abcd1", "2026-01-01", "abc", "argon2id$v=19"):
        assert not plausible.plausible_word(word)


def test_loose_words() -> None:
    assert plausible.loose_words("correct horse battery staple")
    assert not plausible.loose_words("choose something long and rare")
    assert not plausible.loose_words("only two")


def test_strong_mixed() -> None:
    assert plausible.strong_mixed("Borovice.babicka06")
    assert plausible.strong_mixed("Abc123!")
    for value in ("Borovice.babicka", "two-factor-2fa", "node42.internal", "ABC-12345", "Abc123"):
        assert not plausible.strong_mixed(value)


def test_what_stands_out_in_a_sentence() -> None:
    for value in ("Tulip#4471", "Kocour.2024", "Zahrada_kocour81", "aB3dE5fG7"):
        assert plausible.wild(value)
    for value in (
        "Python3.11.2",
        "TP-Link-AX55",
        "Hashcat666",
        "code=Tulip#4471",
        "ABCD.1234",
        "Tulip/4471a",
        "tulip.4471",
    ):
        assert not plausible.wild(value)
    assert plausible.product("iPhone15")
    assert not plausible.product("kocour2024")


def test_seasons() -> None:
    for value in ("Firmaco2024!", "Jaroslav26#", "Winter2025!!"):
        assert plausible.season(value)
    for value in (
        "Euro24",
        "EURO2024!",
        "abc2024!",
        "Firmaco1824!",
        "Firmaco123!",
        "Ab2024!!",
        "Firmaco2024?",
    ):
        assert not plausible.season(value)


def test_a_check_of_the_table_may_be_asked_for_anything() -> None:
    for check in (plausible.strong, plausible.plausible_secret, plausible.wild, shapes.placeholder):
        assert isinstance(check("."), bool)

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.gate.lines.labels import PASSWORDS, TOKENS, labels, lowered

if TYPE_CHECKING:
    from vaultbrain.gate.lines.labels import Vocabulary


def names(line: str, known: Vocabulary = PASSWORDS) -> list[str]:
    return [line[label.start : label.end] for label in labels(line, lowered(line), known)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("heslo: x", ["heslo"]),
        ("WLAN-Passwort", ["Passwort"]),
        ("Routerpasswort und Kennwörter", ["Routerpasswort", "Kennwörter"]),
        ("DB_PASS=x password2: y", ["DB_PASS", "password2"]),
        ("password_prod, __Password__", ["password_prod", "__Password__"]),
        ("userPassword myUserPass rootpass", ["userPassword", "myUserPass", "rootpass"]),
        ("hes. k pc", ["hes."]),
        ("le mot de passe du NAS", ["mot de passe"]),
        ("user/pass: and heslo/PIN:", ["pass", "heslo"]),
        ("WiFi密码\uff1ax", ["密码"]),
        ("$password = 1", ["password"]),
        ("<password>x</password>", ["password"]),
    ],
)
def test_labels_are_found(line: str, told: list[str]) -> None:
    assert names(line) == told


@pytest.mark.parametrize(
    "line",
    [
        "compass bypass passage passport",
        "passwordResetTokenExpiryHours",
        "password_policy PASSWORD_FILE password12345",
        "password-manager password.value password's",
        "/api/password https://h/reset-password/x src/password/a",
        "?password=x &password=x C:\\password @password",
        "{password} user:password:x",
        "motto de passeport",
        "[redacted:password]",
        "getpass password()",
    ],
)
def test_look_alikes_are_no_labels(line: str) -> None:
    assert names(line) == []


def test_a_key_is_a_label_when_the_word_before_says_so() -> None:
    assert names("api key, x-api-key, API-Schlüssel", TOKENS) == [
        "api key",
        "api-key",
        "API-Schlüssel",
    ]
    assert names("SECRET_KEY přístupový kód", TOKENS) == ["SECRET_KEY", "přístupový kód"]
    assert names("key, the key, sort_key, api kód, api  key, keyboard", TOKENS) == []


def test_of_two_labels_in_one_place_the_first_counts() -> None:
    assert names("tajný klíč api", TOKENS) == ["tajný klíč"]
    assert names("clave wifi") == ["clave wifi"]


def test_tokens_that_open_nothing_are_no_labels() -> None:
    assert names("nextToken --next-token next_token pageToken", TOKENS) == []
    assert names("authToken --bot-token ?X-Security-Token=", TOKENS) == ["authToken", "token"]


def test_how_sure_a_label_is() -> None:
    told = {label.sure for label in labels("heslo", "heslo", PASSWORDS)}
    assert told == {True}
    assert not labels("pw", "pw", PASSWORDS)[0].sure
    assert labels("MY_PASSWORD", "my_password", PASSWORDS)[0].constant


@given(st.text())
def test_lower_case_keeps_every_place(line: str) -> None:
    assert len(lowered(line)) == len(line)

from __future__ import annotations

import pytest

from vaultbrain.gate.checks import shapes

PLACEHOLDERS = """
******** xxxxxx ???? <password> <your ${VAR} $(pass $PASSWORD %s
%PASSWORD% {{token}} [[vault]] null None
process.env.X os.environ['A'] YOUR_API_KEY DB_PASSWORD_NAME changeme my-example-key
getpass.getpass() https://host/x ./secrets.yml /run/secrets ~/x op://vault/x userPassword ...
[redacted:card] {type @param FILE0 COMBO00:COMBO01 $VAR1 Optional[str] VARCHAR(64) newPassword2
password123 tu_contraseña dein-passwort <Buffer|View>, abc...xyz 必须至少8位 arn:aws:s3:::b1
random_password.db2.result
""".split()

VALUES = """
Slunce70 r0ck3t+7626q $ecret9x <3kocour2 hunter2x p@ss,w0rd Kocour(2024) /Tulip4471/ 1111 A1:B2
KOCOUR24 my-4471-tulip password4471
""".split()


@pytest.mark.parametrize("value", PLACEHOLDERS)
def test_what_stands_for_a_secret(value: str) -> None:
    assert shapes.placeholder(value)


@pytest.mark.parametrize("value", VALUES)
def test_what_may_be_a_secret(value: str) -> None:
    assert not shapes.placeholder(value)


@pytest.mark.parametrize(
    "value",
    ["kocour", "a1", "1234", "two words", "!Abc", "/abc", "(Tulip)4471", "moje heslo", '"quoted"'],
)
def test_a_field_holds_a_secret_however_weak(value: str) -> None:
    assert shapes.field_value(value)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "  ",
        "null",
        "~",
        "true",
        "ne",
        "****",
        "[[vault]]",
        "${VAR}",
        "<your-password>",
        "(hidden)",
        "see vault",
        "v trezoru",
        "viz Bitwarden",
        "siehe KeePass",
        "[redacted:password]",
    ],
)
def test_a_field_may_hold_none(value: str) -> None:
    assert not shapes.field_value(value)

from __future__ import annotations

import pytest

from vaultbrain.gate.checks import vendors


def test_a_vendors_key_is_told_from_an_invented_one() -> None:
    assert vendors.vendor_key("zz_kJ8sd7Fh2Lq0Zx")
    assert not vendors.vendor_key("zz_abcdefghijklmnop123456789")
    assert not vendors.vendor_key("zz_changeme_kJ8sd7Fh2Lq0Zx")


def test_a_code_needs_no_digits() -> None:
    assert vendors.vendor_code("AKZAPTNGZFYFKOPGINAM")
    assert not vendors.vendor_code("AAAAAAAAAAAAAAAA")
    assert not vendors.vendor_code("ABCDEFGHIJKLMNOP")
    assert not vendors.vendor_code("SOMETHINGEXAMPLE")


@pytest.mark.parametrize(
    "value",
    [
        "3f9a0c7be1d846253f9a0c7be1d84625",
        "kJ8sd7Fh2Lq0ZxWv",
        "6e458204-e85d-0cb7-a85e-c78ea241b7fd",
        "aFIrRugKZmpmDhSiLvgqajbLdQvfICRRTI",
    ],
)
def test_what_follows_a_name_is_a_key(value: str) -> None:
    assert vendors.labelled_key(value)


@pytest.mark.parametrize(
    "value",
    [
        "agent-7.45.0-linux-amd64",
        "us-east-1.console.host.com",
        "loadCredentialsFromTheStore",
        "2024-01-15T10.30.00",
        "00000000-0000-0000-0000-000000000000",
        "abcdefghijklmnop1234567890",
        "your-key-a1b2c3d4e5f6",
    ],
)
def test_what_follows_a_name_is_none(value: str) -> None:
    assert not vendors.labelled_key(value)


def test_four_short_words() -> None:
    assert vendors.spaced_password("qzxv kpwt mhbr fjld")
    assert not vendors.spaced_password("then only will show")

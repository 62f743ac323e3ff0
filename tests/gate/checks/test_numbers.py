from __future__ import annotations

import pytest

from vaultbrain.gate.checks import numbers


@pytest.mark.parametrize("good", ["4111" + "1111" * 2 + "1111", "4298 6267 " + "7744 8528"])
def test_luhn_accepts_card_numbers(good: str) -> None:
    digits = "".join(good.split())
    expected = len(set(digits)) > 2
    assert numbers.luhn(good) is expected


def test_luhn_rejects_one_changed_digit_and_round_numbers() -> None:
    good = "4298626777448528"
    for place in range(len(good)):
        digit = str((int(good[place]) + 1) % 10)
        assert not numbers.luhn(good[:place] + digit + good[place + 1 :])
    assert not numbers.luhn("0" * 16)


def test_iban() -> None:
    assert numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 60")
    assert not numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 61")
    assert not numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 6")
    assert not numbers.iban_mod97("XX64 JWJJ 6146 8069 8729 60")
    assert not numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 6-")


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
    assert numbers.birth_number(value) is expected


def test_birth_number_with_the_old_zero_for_ten() -> None:
    nine = next(n for n in range(780123351, 780123999) if n % 11 == 10)
    assert numbers.birth_number(f"{nine}0")


def test_czech_account() -> None:
    assert numbers.czech_account("5226949895/0800")
    assert not numbers.czech_account("5226949896/0800")
    assert not numbers.czech_account("1-5226949895/0800")
    assert not numbers.czech_account("000000/0100")

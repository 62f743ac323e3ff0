from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.gate.checks import numbers

DIGITS = st.text("0123456789", min_size=1, max_size=30)


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


def test_a_card_has_the_length_and_the_first_digit_of_one() -> None:
    assert numbers.card("4298-6267-7744-8528")
    assert not numbers.card("4298 6267 7740")
    assert not numbers.card("1298 6267 7744 8521")


def test_iban() -> None:
    assert numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 60")
    assert numbers.iban_mod97("gb64-jwjj-6146-8069-8729-60")
    assert numbers.iban_mod97("GB64\xa0JWJJ\xa06146\xa08069\xa08729\xa060")
    assert not numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 61")
    assert not numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 6")
    assert not numbers.iban_mod97("XX64 JWJJ 6146 8069 8729 60")
    assert not numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 6-")
    assert not numbers.iban_mod97("GB64 JWJ1 6146 8069 8729 60")
    assert not numbers.iban_mod97("GB64 JWJJ 6146 8069 8729 6A")


def test_every_country_has_an_iban_of_15_to_33_characters() -> None:
    assert set(numbers.IBAN_LENGTHS.values()) <= set(range(15, 34))
    assert {"CZ": 24, "NO": 15, "MT": 31, "FR": 27}.items() <= numbers.IBAN_LENGTHS.items()


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
        ("700230/0730", False),
        ("450812/123", True),
        ("450812/000", False),
        ("600812/123", False),
        ("1234", False),
    ],
)
def test_birth_number(value: str, expected: bool) -> None:  # noqa: FBT001
    assert numbers.birth_number(value) is expected


def test_birth_number_of_a_day_that_ran_out_of_numbers() -> None:
    assert any(numbers.birth_number(f"052801{n:04}") for n in range(11))
    assert not any(numbers.birth_number(f"702801{n:04}") for n in range(11))


def test_birth_number_with_the_old_zero_for_ten() -> None:
    nine = next(n for n in range(780123351, 780123999) if n % 11 == 10)
    assert numbers.birth_number(f"{nine}0")
    nine = next(n for n in range(880123351, 880123999) if n % 11 == 10)
    assert not numbers.birth_number(f"{nine}0")


def test_a_birth_number_without_a_check_digit_does_not_speak_for_itself() -> None:
    assert numbers.birth_number_checked("550812/0805")
    assert not numbers.birth_number_checked("450812/123")


def test_czech_account() -> None:
    assert numbers.czech_account("5226949895/0800")
    assert numbers.czech_account("19-2000145399 / 0800")
    assert not numbers.czech_account("5226949896/0800")
    assert not numbers.czech_account("1-5226949895/0800")
    assert not numbers.czech_account("000000/0100")
    assert not numbers.czech_account("52269498950/0800")
    assert not numbers.czech_account("5226949895/080")
    assert not numbers.czech_account("abc/0800")


def test_an_account_that_speaks_for_itself_has_a_prefix_and_a_bank() -> None:
    assert numbers.known_account("19-2000145399/0800")
    assert not numbers.known_account("19-2000145399/9999")
    assert not numbers.known_account("00-2000145399/0800")
    assert not numbers.known_account("5226949895/0800")


def test_local_account() -> None:
    assert numbers.local_account("5226949895/0800")
    polish = next(
        f"{n:02} 1090 1014 0000 0712 1981 2811"
        for n in range(2, 99)
        if numbers.iban_mod97(f"PL{n:02}109010140000071219812811")
    )
    assert numbers.local_account(polish)
    assert not numbers.local_account(polish[:-1] + "2")
    assert not numbers.local_account(polish[:-1])


@pytest.mark.parametrize("value", ["63748472", "20-45-45", "000123456789"])
def test_plain_accounts(value: str) -> None:
    assert numbers.plain_account(value)


@pytest.mark.parametrize("value", ["1234", "20260401", "1111111", "1" * 9 + "234567890"])
def test_dates_and_round_numbers_are_no_accounts(value: str) -> None:
    assert not numbers.plain_account(value)


def test_days() -> None:
    assert numbers.is_day("20260401")
    assert not numbers.is_day("20260431")
    assert not numbers.is_day("63748472")


@given(DIGITS)
def test_no_digits_crash_a_check(digits: str) -> None:
    for check in (numbers.card, numbers.birth_number, numbers.local_account, numbers.plain_account):
        assert check(digits) in (True, False)
    assert numbers.czech_account(f"{digits}/0800") in (True, False)

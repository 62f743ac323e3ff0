from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.gate.checks import identity

if TYPE_CHECKING:
    from collections.abc import Callable

MRZ = "L898902C36UTO" + "7408122F1204159ZE184226B<<<<<10"

# Specimens from the documents that define the numbers.
GOOD = [
    (identity.ssn, "452-11-6142"),
    (identity.ssn, "912-78-1234"),
    (identity.pesel, "440514" + "01359"),
    (identity.pesel, "022714" + "09867"),
    (identity.steuer_id, "86095" + "742719"),
    (identity.rentenversicherung, "15 070649 C 103"),
    (identity.krankenversicherung, "A12345" + "6780"),
    (identity.nir, "2 55 08 14 168 025 38"),
    (identity.codice_fiscale, "RSSMRA85" + "T10A562S"),
    (identity.dni, "12345678" + "Z"),
    (identity.dni, "X-1234567-" + "L"),
    (identity.dowod, "ABA 300" + "000"),
    (identity.nino, "QQ 12 34 56 C"),
    (identity.nhs, "943 476 " + "5919"),
    (identity.bsn, "1112223" + "33"),
    (identity.sin, "130 692 " + "544"),
    (identity.medicare, "1EG4-TE5-MK73"),
    (identity.ehic, "80203 00027 12345 67890"),
    (identity.mrz, MRZ),
    (identity.document_number, "C01X00T47"),
    (identity.document_number, "59162515"),
]

BAD = [
    (identity.ssn, "000-11-6142"),
    (identity.ssn, "666-11-6142"),
    (identity.ssn, "452-00-6142"),
    (identity.ssn, "452-11-0000"),
    (identity.ssn, "912-38-1234"),
    (identity.ssn, "123-45-6789"),
    (identity.ssn, "452-11-614"),
    (identity.pesel, "44051401358"),
    (identity.pesel, "44053201358"),
    (identity.pesel, "4405140135"),
    (identity.steuer_id, "86095742718"),
    (identity.steuer_id, "06095742719"),
    (identity.steuer_id, "12345678903"),
    (identity.steuer_id, "11223456789"),
    (identity.rentenversicherung, "15 070649 C 104"),
    (identity.rentenversicherung, "15 470649 C 103"),
    (identity.rentenversicherung, "150706490103"),
    (identity.krankenversicherung, "A123456781"),
    (identity.krankenversicherung, "0123456780"),
    (identity.nir, "2 55 08 14 168 025 39"),
    (identity.nir, "2 55 18 14 168 025 38"),
    (identity.nir, "9 55 08 14 168 025 38"),
    (identity.nir, "2 55 08 AB 168 025 38"),
    (identity.codice_fiscale, "RSSMRA85T10A562T"),
    (identity.codice_fiscale, "RSSMRA85F10A562S"),
    (identity.codice_fiscale, "RSSMRAW5T10A562S"),
    (identity.codice_fiscale, "RSSMR185T10A562S"),
    (identity.dni, "12345678A"),
    (identity.dni, "11111111H"),
    (identity.dni, "1234567Z"),
    (identity.dowod, "ABA300001"),
    (identity.dowod, "AB3000000"),
    (identity.nino, "QQ123456E"),
    (identity.nino, "QO123456C"),
    (identity.nhs, "9434765918"),
    (identity.nhs, "0000000000"),
    (identity.bsn, "111222334"),
    (identity.bsn, "000000000"),
    (identity.sin, "830692540"),
    (identity.medicare, "1EG4-TE5-MK7O"),
    (identity.medicare, "11111111111"),
    (identity.ehic, "70203 00027 12345 67890"),
    (identity.mrz, MRZ[:9] + "7" + MRZ[10:]),
    (identity.mrz, MRZ[:-1]),
    (identity.document_number, "20260401"),
    (identity.document_number, "AB12"),
    (identity.document_number, "1111111"),
]


@pytest.mark.parametrize(("check", "value"), GOOD)
def test_specimens_pass(check: Callable[[str], bool], value: str) -> None:
    assert check(value)


@pytest.mark.parametrize(("check", "value"), BAD)
def test_false_numbers_fail(check: Callable[[str], bool], value: str) -> None:
    assert not check(value)


def test_corsica_counts_as_a_number() -> None:
    keys = [f"{n:02}" for n in range(1, 98)]
    for department in ("2A", "2B"):
        assert any(identity.nir(f"1 85 05 {department} 108 045 {key}") for key in keys)


def test_a_national_number_is_told_by_its_shape() -> None:
    for check, value in GOOD:
        if check not in (identity.ssn, identity.mrz, identity.document_number):
            assert identity.national_number(value)
    assert not identity.national_number("12345678901")
    assert not identity.national_number("12345")


def test_some_numbers_speak_for_themselves() -> None:
    assert identity.structured_number(MRZ)
    assert identity.structured_number("2 55 08 14 168 025 38")
    assert not identity.structured_number("255081416802538")


def test_few_random_numbers_pass_the_checks() -> None:
    passed = sum(
        identity.steuer_id(f"865{a}57{b}27{c}9") for a, b, c in product("0123456789", repeat=3)
    )
    assert passed < 30


@given(st.text("0123456789ABCXYZ<", max_size=46))
def test_no_text_crashes_a_check(text: str) -> None:
    for check, _ in GOOD:
        assert check(text) in (True, False)
    assert identity.structured_number(text) in (True, False)

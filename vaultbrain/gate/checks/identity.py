"""Numbers that a state or an insurer gives to a person, and those of identity papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks.numbers import compact, digits_of, is_day, luhn, real_date

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
# What a letter or digit in an odd place of the codice fiscale counts, from 0 and from A on.
_ODD = (
    1,
    0,
    5,
    7,
    9,
    13,
    15,
    17,
    19,
    21,
    2,
    4,
    18,
    20,
    11,
    3,
    6,
    8,
    12,
    14,
    16,
    10,
    22,
    25,
    24,
    23,
)
# These letters stand for digits where two people would have the same codice fiscale.
_FISCAL_DIGITS = "0123456789LMNPQRSTUV"


_SHAPES = str.maketrans("0123456789BCDEFGHIJKLMNOPQRSTUVWXYZ", "9" * 10 + "A" * 25)


def _shape(value: str) -> str:
    """Write a compact value's letters as A and its digits as 9."""
    return value.translate(_SHAPES)


def _sum(weights: Iterable[int], digits: Iterable[str]) -> int:
    return sum(w * int(c, 36) for w, c in zip(weights, digits, strict=False))


def ssn(value: str) -> bool:
    """Tell a number of the US Social Security, or of a taxpayer without one (ITIN).

    SSA, POMS RM 10201.030: no group is all zeros, 666 and 9xx are not areas; IRS, Publication
    1915: an ITIN starts with 9, and 50 to 99 are its fourth and fifth digits.
    """
    digits = digits_of(value)
    if len(digits) != 9 or digits == "123456789" or len(set(digits)) < 3:  # noqa: PLR2004
        return False
    area, group = digits[:3], digits[3:5]
    if area in {"000", "666"} or group == "00" or digits[5:] == "0000":
        return False
    return area[0] != "9" or group >= "50"


def pesel(value: str) -> bool:
    """Tell a Polish PESEL: a birth date and a check digit (act of 24 September 2010, art. 15)."""
    digits = digits_of(value)
    if len(digits) != 11:  # noqa: PLR2004
        return False
    month = int(digits[2:4])
    year = (1900, 2000, 2100, 2200, 1800)[month // 20] + int(digits[:2])
    date = real_date(year, month % 20, int(digits[4:6]))
    return date and _sum((1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1), digits) % 10 == 0


def steuer_id(value: str) -> bool:
    """Tell a German tax number of a person: ISO 7064 modulo 11, 10; one digit twice or thrice.

    Abgabenordnung section 139b; the check is published by the Bundeszentralamt für Steuern.
    """
    digits = digits_of(value)
    if len(digits) != 11 or digits[0] == "0":  # noqa: PLR2004
        return False
    often = sorted(digits[:10].count(c) for c in set(digits[:10]))
    if often[-1] not in (2, 3) or often[-2:-1] != [1]:
        return False
    product = 10
    for c in digits[:10]:
        product = ((int(c) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def rentenversicherung(value: str) -> bool:
    """Tell a number of the German pension insurance (VKVV section 2): 12 characters."""
    plain = compact(value)
    if _shape(plain) != "99999999A999":
        return False
    day, month = int(plain[2:4]), int(plain[4:6])
    number = plain[:8] + f"{ord(plain[8]) - 64:02}" + plain[9:]
    products = (
        w * int(c) for w, c in zip((2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), number, strict=False)
    )
    date = 1 <= day <= 31 and 1 <= month <= 12  # noqa: PLR2004
    return date and sum(p // 10 + p % 10 for p in products) % 10 == int(plain[11])


def krankenversicherung(value: str) -> bool:
    """Tell the lifelong part of a German health insurance number (SGB V section 290)."""
    plain = compact(value)
    if _shape(plain) != "A999999999":
        return False
    number = f"{ord(plain[0]) - 64:02}" + plain[1:9]
    products = (w * int(c) for w, c in zip((1, 2) * 5, number, strict=True))
    return sum(p // 10 + p % 10 for p in products) % 10 == int(plain[9])


def nir(value: str) -> bool:
    """Tell a French social security number with its key (decree 82-103): 15 characters."""
    plain = compact(value)
    if len(plain) != 15 or plain[0] not in "123478":  # noqa: PLR2004
        return False
    number = plain.replace("2A", "19", 1) if plain[5:7] == "2A" else plain
    number = plain.replace("2B", "18", 1) if plain[5:7] == "2B" else number
    if not number.isdigit():
        return False
    month = int(number[3:5])
    known = 1 <= month <= 12 or 20 <= month <= 42 or month >= 50  # noqa: PLR2004
    return known and len(set(number)) > 2 and int(number[:13]) % 97 == 97 - int(number[13:])  # noqa: PLR2004


def codice_fiscale(value: str) -> bool:
    """Tell an Italian tax code of a person (decree of 23 December 1976): 16 characters."""
    plain = compact(value)
    if len(plain) != 16 or not (plain[:6] + plain[8] + plain[11] + plain[15]).isalpha():  # noqa: PLR2004
        return False
    if any(plain[n] not in _FISCAL_DIGITS for n in (6, 7, 9, 10, 12, 13, 14)):
        return False
    total = sum(
        _ODD[int(c, 36) - (10 if c.isalpha() else 0)]
        if place % 2 == 0
        else int(c, 36) - (10 if c.isalpha() else 0)
        for place, c in enumerate(plain[:15])
    )
    return plain[8] in "ABCDEHLMPRST" and total % 26 == ord(plain[15]) - 65


def dni(value: str) -> bool:
    """Tell a Spanish DNI or NIE by its letter (Real Decreto 1553/2005)."""
    plain = compact(value)
    if plain[:1] in tuple("XYZ"):
        plain = str("XYZ".index(plain[0])) + plain[1:]
    if _shape(plain) != "99999999A":
        return False
    return plain[8] == _DNI_LETTERS[int(plain[:8]) % 23] and len(set(plain[:8])) > 2  # noqa: PLR2004


def dowod(value: str) -> bool:
    """Tell a Polish identity card: three letters, a check digit, five digits (weights 7 3 1)."""
    plain = compact(value)
    return _shape(plain) == "AAA999999" and _sum((7, 3, 1, 9, 7, 3, 1, 7, 3), plain) % 10 == 0


def nino(value: str) -> bool:
    """Tell the shape of a British National Insurance number (HMRC, NIM39110)."""
    plain = compact(value)
    return _shape(plain) == "AA999999A" and plain[8] in "ABCD" and plain[1] != "O"


def nhs(value: str) -> bool:
    """Tell a British NHS number: ten digits, weights 10 to 2 modulo 11 (NHS Data Dictionary)."""
    digits = digits_of(value)
    if len(digits) != 10 or len(set(digits)) < 3:  # noqa: PLR2004
        return False
    return (11 - _sum(range(10, 1, -1), digits) % 11) % 11 == int(digits[9])


def bsn(value: str) -> bool:
    """Tell a Dutch citizen number: nine digits and the eleven-test with -1 for the last."""
    digits = digits_of(value)
    if len(digits) != 9 or len(set(digits)) < 3:  # noqa: PLR2004
        return False
    return _sum((9, 8, 7, 6, 5, 4, 3, 2, -1), digits) % 11 == 0


def sin(value: str) -> bool:
    """Tell a Canadian Social Insurance Number: nine digits that pass the Luhn check."""
    digits = digits_of(value)
    return len(digits) == 9 and digits[0] not in "08" and luhn(digits)  # noqa: PLR2004


def medicare(value: str) -> bool:
    """Tell the shape of a US Medicare number (CMS): 11 characters, no letter like a digit."""
    plain = compact(value)
    if len(plain) != 11 or set(plain) & set("SLOIBZ") or plain[0] not in "123456789":  # noqa: PLR2004
        return False
    shape = _shape(plain)
    letters = {n for n, c in enumerate(shape) if c == "A"}
    return {1, 4, 7, 8} <= letters <= {1, 2, 4, 5, 7, 8}


def ehic(value: str) -> bool:
    """Tell a European health insurance card: 20 digits, of which the first are 80 (EN 1867)."""
    digits = digits_of(value)
    return len(digits) == 20 and digits.startswith("80")  # noqa: PLR2004


_BY_SHAPE: dict[str, tuple[Callable[[str], bool], ...]] = {
    "9" * 9: (bsn, sin),
    "9" * 10: (nhs,),
    "9" * 11: (pesel, steuer_id),
    "9" * 15: (nir,),
    "99999A999999999": (nir,),
    "999999A99999999": (nir,),
    "9" * 20: (ehic,),
    "99999999A999": (rentenversicherung,),
    "A999999999": (krankenversicherung,),
    "99999999A": (dni,),
    "A9999999A": (dni,),
    "AAA999999": (dowod,),
    "AA999999A": (nino,),
}
_ODD_SHAPES = {11: medicare, 16: codice_fiscale}
SIZES = frozenset(map(len, _BY_SHAPE)) | frozenset(_ODD_SHAPES)
"""Letters and digits of what `national_number` knows."""


def national_number(value: str) -> bool:
    """Tell whether any of the checks in this module knows the number."""
    plain = compact(value)
    checks = _BY_SHAPE.get(_shape(plain), ())
    odd = _ODD_SHAPES.get(len(plain))
    return any(check(plain) for check in checks) or (odd is not None and odd(plain))


def structured_number(value: str) -> bool:
    """Tell a number that says what it is without a label: NIR in groups, codice fiscale, MRZ."""
    return mrz(value) or codice_fiscale(value) or (" " in value and nir(value))


def mrz(value: str) -> bool:
    """Tell the second line of a passport's machine-readable zone (ICAO 9303, part 4)."""
    if len(value) != 44:  # noqa: PLR2004
        return False
    plain = value.replace("<", "0")
    fields = (
        (plain[:9], plain[9]),
        (plain[13:19], plain[19]),
        (plain[21:27], plain[27]),
    )
    return all(
        check.isdigit() and _sum((7, 3, 1) * 3, field) % 10 == int(check) for field, check in fields
    )


def document_number(value: str) -> bool:
    """Tell the number of a passport, identity card or driving licence from a date or a word.

    6 to 18 characters, at least five of them digits.
    """
    plain = compact(value)
    digits = digits_of(plain)
    if not (6 <= len(plain) <= 18 and len(digits) >= 5) or len(set(plain)) < 3:  # noqa: PLR2004
        return False
    return not (len(plain) == 8 and plain.isdigit() and is_day(plain))  # noqa: PLR2004

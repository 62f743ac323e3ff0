"""Numbers with a checksum or a date inside: cards, accounts, birth numbers, phones."""

from __future__ import annotations


def _digits(value: str) -> str:
    return "".join(c for c in value if c in "0123456789")


def luhn(value: str) -> bool:
    """Tell whether the digits of a card number pass the Luhn check and are not all alike."""
    digits = _digits(value)
    total = 0
    for place, digit in enumerate(reversed(digits)):
        number = int(digit) * (1 + place % 2)
        total += number - 9 if number > 9 else number  # noqa: PLR2004 - the sum of two digits
    return len(set(digits)) > 2 and total % 10 == 0  # noqa: PLR2004 - 0000 1111 is no card


_IBAN_LENGTHS = {
    code: length
    for length, codes in {
        15: "NO",
        16: "BE",
        18: "DKFIFOGLNL",
        19: "MKSI",
        20: "ATBAEEKZLTLUXK",
        21: "CHHRLILV",
        22: "BGBHCRDEGBGEIEMERSVA",
        23: "AEGIILIQTL",
        24: "ADCZESMDPKROSASESKTNVG",
        25: "PT",
        26: "ISTR",
        27: "FRGRITMCMRSM",
        28: "ALAZBYCYDOGTHULBPLSV",
        29: "BREGPSQAUA",
        30: "JOKWMU",
        31: "MTSC",
    }.items()
    for code in map("".join, zip(codes[::2], codes[1::2], strict=True))
}


def iban_mod97(value: str) -> bool:
    """Tell whether an IBAN has its country's length and leaves 1 modulo 97."""
    plain = "".join(value.split()).upper()
    if _IBAN_LENGTHS.get(plain[:2]) != len(plain) or not plain.isalnum() or not plain.isascii():
        return False
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


def birth_number(value: str) -> bool:
    """Tell whether a Czech or Slovak birth number has a date in it and the right check digit.

    Nine digits were given out until 1953 and have no check digit.
    """
    digits = _digits(value)
    if len(digits) not in (9, 10):
        return False
    year, month, day = int(digits[:2]), int(digits[2:4]), int(digits[4:6])
    # 50 is added for women, 20 or 70 since 2004 where a day's numbers ran out.
    if not (1 <= day <= 31 and month % 50 % 20 in range(1, 13) and month <= 82):  # noqa: PLR2004
        return False
    if len(digits) == 9:  # noqa: PLR2004
        return year <= 53 and digits[6:] != "000"  # noqa: PLR2004
    number = int(digits)
    # Before 1986 a remainder of ten was written as 0.
    return number % 11 == 0 or (int(digits[:9]) % 11 == 10 and digits[9] == "0")  # noqa: PLR2004


def czech_account(value: str) -> bool:
    """Tell whether both parts of a Czech account number pass the weighted check modulo 11."""
    number = value.partition("/")[0]
    prefix, _, base = number.rpartition("-")
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)

    def valid(part: str) -> bool:
        return sum(w * int(c) for w, c in zip(weights, reversed(part), strict=False)) % 11 == 0

    return len(set(base)) > 1 and valid(base) and valid(_digits(prefix))


def phone(value: str) -> bool:
    """Tell whether a number with a country code has the 8 to 15 digits that one may have."""
    return 8 <= len(_digits(value)) <= 15  # noqa: PLR2004

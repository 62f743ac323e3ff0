"""Numbers of payment and the Czech birth number: cards, accounts, routing numbers."""

from __future__ import annotations

import datetime as dt

# The ten weights of a Czech account, from its last digit on: Czech National Bank, decree
# 169/2011 Sb., annex.
_ACCOUNT_WEIGHTS = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)

# Payment codes of the banks: the code lists of the Czech and of the Slovak National Bank.
BANK_CODES = frozenset(
    """
    0100 0300 0600 0710 0800 2010 2020 2060 2070 2100 2200 2220 2250 2260 2275 2600 2700 3030 3050
    3060 3500 4000 4300 5500 5800 6000 6200 6210 6300 6700 6800 7910 7950 7960 7970 7990 8030 8040
    8060 8090 8150 8190 8198 8200 8220 8230 8250 8255 8265 8280 8293 8500
    0200 0720 0900 1100 1111 3000 3100 5200 5600 5900 6500 7300 7500 7930 8100 8120 8130 8160 8170
    8180 8300 8320 8330 8360 8370 8390 8400 8410 8420 8430
    """.split()
)

# What stands behind the check digits, ISO 13616: n digits, a letters, c either.
_IBAN_SHAPES = {
    country: shape
    for shape, countries in {
        "11n": "NO",
        "12n": "BE",
        "14n": "DK FI FO GL SD",
        "2a12n": "FK",
        "4a10n": "NL",
        "15n": "SI",
        "3n10c2n": "MK",
        "16n": "AT BA EE LT MN XK",
        "3n13c": "KZ LU",
        "17n": "HR",
        "5n12c": "CH LI",
        "4a13c": "LV",
        "18n": "CR DE ME RS VA",
        "4a14n": "GB IE",
        "4a6n8c": "BG",
        "4a14c": "BH",
        "2a16n": "GE",
        "19n": "AE IL SO TL",
        "4a15c": "GI",
        "4a15n": "IQ",
        "20n": "CZ ES SE SK TN",
        "8n12c": "AD",
        "20c": "MD",
        "4a16c": "PK RO",
        "2n18c": "SA",
        "4a16n": "VG",
        "21n": "AO CV LY MZ PT ST",
        "22n": "DZ IR IS",
        "6n16c": "TR",
        "10n11c2n": "FR MC",
        "7n16c": "GR",
        "1a10n12c": "IT SM",
        "23n": "BI CM DJ MG MR",
        "8n16c": "AL CY",
        "4a20c": "AZ",
        "4c16c4c": "BY GT",
        "4c20n": "DO",
        "4a20n": "HN NI SV",
        "24n": "HU MA PL",
        "4n20c": "LB",
        "2c22n": "BF BJ CI ML NE SN TG",
        "23n1a1c": "BR",
        "25n": "EG",
        "4a21c": "PS QA",
        "6n19c": "UA",
        "4a4n18c": "JO YE",
        "4a22c": "KW",
        "4a19n3a": "MU",
        "3n16c": "OM",
        "4a5n18c": "MT",
        "4a20n3a": "SC",
        "4a24c": "LC",
        "14n15c": "RU",
    }.items()
    for country in countries.split()
}


_NO_DIGITS = bytes(n for n in range(256) if n not in b"0123456789")
_NO_ALNUM = bytes(n for n in range(256) if not (n < 128 and chr(n).isalnum()))  # noqa: PLR2004


def _pieces(shape: str) -> list[tuple[int, str]]:
    """Read `4a14n` as [(4, "a"), (14, "n")]."""
    pieces, size = [], ""
    for c in shape:
        if c.isdigit():
            size += c
        else:
            pieces.append((int(size), c))
            size = ""
    return pieces


_IBAN_PIECES = {country: _pieces(shape) for country, shape in _IBAN_SHAPES.items()}
IBAN_LENGTHS = {
    country: 4 + sum(size for size, _ in pieces) for country, pieces in _IBAN_PIECES.items()
}
"""Characters of an IBAN by country, without separators."""


def digits_of(value: str) -> str:
    """Return the ASCII digits of a value."""
    return value.encode("ascii", "ignore").translate(None, _NO_DIGITS).decode()


def compact(value: str) -> str:
    """Return the ASCII letters and digits of a value, in upper case."""
    return value.encode("ascii", "ignore").translate(None, _NO_ALNUM).decode().upper()


def real_date(year: int, month: int, day: int) -> bool:
    """Tell whether there is such a day."""
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    return True


def luhn(value: str) -> bool:
    """Tell whether the digits pass the check of ISO/IEC 7812-1 and are not all alike."""
    digits = digits_of(value)
    total = 0
    for place, digit in enumerate(reversed(digits)):
        number = int(digit) * (1 + place % 2)
        total += number - 9 if number > 9 else number  # noqa: PLR2004 - the sum of two digits
    return len(set(digits)) > 2 and total % 10 == 0  # noqa: PLR2004 - 0000 1111 is no card


def card(value: str) -> bool:
    """Tell whether a number may be that of a payment card: 13 to 19 digits that pass the check.

    The first digit is that of banking and travel (2 to 6), ISO/IEC 7812-1.
    """
    digits = digits_of(value)
    return 13 <= len(digits) <= 19 and "2" <= digits[0] <= "6" and luhn(digits)  # noqa: PLR2004


def iban_mod97(value: str) -> bool:
    """Tell whether an IBAN has its country's shape and leaves 1 modulo 97 (ISO 13616)."""
    plain = "".join(c for c in value if c not in " \t\n\xa0\u2009\u202f-.").upper()
    if IBAN_LENGTHS.get(plain[:2]) != len(plain) or not plain.isalnum() or not plain.isascii():
        return False
    place = 4
    for size, kind in _IBAN_PIECES[plain[:2]]:
        piece = plain[place : place + size]
        if (kind == "n" and not piece.isdigit()) or (kind == "a" and not piece.isalpha()):
            return False
        place += size
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


def birth_number(value: str) -> bool:
    """Tell whether a Czech or Slovak birth number has a date in it and the right check digit.

    Act 133/2000 Sb., section 13. Nine digits were given out until 1953 and have no check digit.
    """
    digits = digits_of(value)
    if len(digits) not in (9, 10):
        return False
    year, month, day = int(digits[:2]), int(digits[2:4]), int(digits[4:6])
    old = len(digits) == 9  # noqa: PLR2004
    # The first of ten digits were given out in 1954.
    year += 2000 if year < 54 and not old else 1900  # noqa: PLR2004
    # 50 is added for women, and 20 since 2004 where a day's numbers ran out.
    month -= 50 if month > 50 else 0  # noqa: PLR2004
    month -= 20 if month > 20 and year >= 2004 else 0  # noqa: PLR2004
    if not real_date(year, month, day):
        return False
    if old:
        return year <= 1953 and digits[6:] != "000"  # noqa: PLR2004
    number = int(digits)
    # Before 1986 a remainder of ten was written as 0.
    ten_as_zero = year < 1986 and number // 10 % 11 == 10 and digits[9] == "0"  # noqa: PLR2004
    return number % 11 == 0 or ten_as_zero


def birth_number_checked(value: str) -> bool:
    """Tell a birth number that says so by itself: one with a check digit."""
    return len(digits_of(value)) == 10 and birth_number(value)  # noqa: PLR2004


def czech_account(value: str) -> bool:
    """Tell whether both parts of a Czech or Slovak account number pass the check modulo 11."""
    number, _, code = "".join(value.split()).partition("/")
    prefix, _, base = number.rpartition("-")

    def valid(part: str) -> bool:
        places = zip(_ACCOUNT_WEIGHTS, reversed(part), strict=False)
        return sum(w * int(c) for w, c in places) % 11 == 0

    told = base + prefix + code
    if not (told.isascii() and told.isdigit()) or len(base) > 10 or len(code) != 4:  # noqa: PLR2004
        return False
    return len(set(base)) > 1 and valid(base) and valid(prefix)


def known_account(value: str) -> bool:
    """Tell a Czech or Slovak account by itself: it has both parts, and the code is a bank's."""
    number, _, code = value.partition("/")
    prefix = number.partition("-")[0]
    return "-" in number and int(prefix) > 0 and code in BANK_CODES and czech_account(value)


def local_account(value: str) -> bool:
    """Tell an account with a check: Czech or Slovak, or a Polish one (an IBAN without PL)."""
    if "/" in value:
        return czech_account(value)
    plain = compact(value)
    return len(plain) == 26 and iban_mod97("PL" + plain)  # noqa: PLR2004


def plain_account(value: str) -> bool:
    """Tell what stands below `account number` from dates and round numbers: 5 to 17 digits."""
    digits = digits_of(value)
    if len(digits) == 8 and is_day(digits):  # noqa: PLR2004
        return False
    return 5 <= len(digits) <= 17 and len(set(digits)) > 2  # noqa: PLR2004


def is_day(digits: str) -> bool:
    """Tell eight digits that are a day between 1900 and 2099, as in 20260401."""
    year = int(digits[:4])
    known = 1900 <= year <= 2099  # noqa: PLR2004
    return known and real_date(year, int(digits[4:6]), int(digits[6:8]))

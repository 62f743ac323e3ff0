"""Ways to reach a person, birth dates and places."""

from __future__ import annotations

from vaultbrain.gate.checks.numbers import digits_of, is_day, real_date
from vaultbrain.gate.checks.tokens import personal_email

# ITU-T E.164, the list of assigned country codes.
_ONE = frozenset("17")
_TWO = frozenset(
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 "
    "65 66 81 82 84 86 90 91 92 93 94 95 98".split()
)
_THREE = frozenset("21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99".split())

# The first three letters of the months in seven languages tell them apart; `mar` of maart and
# marzo, `jui` of juin and juillet need no more: the day is not looked at that closely.
_MONTHS = (
    "jan jän led sty ene|feb fév fev úno uno lut|mar mär maa mär bře bre břez|apr avr abr dub kwi"
    "|may mai maj máj mag kvě kve|jun jui jún čer cer cze|jul jui júl čer cer lip"
    "|aug aoû aou ago srp sie|sep set zář zar wrz|oct okt oct říj rij paź paz"
    "|nov lis|dec dez déc dic pro gru"
)
_MONTH_STARTS = tuple(tuple(words.split()) for words in _MONTHS.split("|"))
# Nobody who lives was born before; a longer dead person's birth is history.
_OLDEST, _YOUNGEST = 1905, 2040
# Domains that nobody has (RFC 2606), with the names that examples use.
_NOBODY = frozenset(
    "user username your you name your.name yourname me foo bar someone somebody email mail test "
    "admin info you.name first.last firstname.lastname user1 user2 u".split()
)
_EXAMPLES = (".example", ".invalid", ".test", ".localhost", ".local", ".internal")
_SYSTEM = frozenset("root admin administrator ubuntu debian pi ec2-user postgres deploy".split())


def phone(value: str) -> bool:
    """Tell whether a number has an assigned country code and the 8 to 15 digits of one."""
    digits = digits_of(value).removeprefix("00")
    # +3.14159265 is a number.
    fraction = value.count(".") == 1 and value[1:].replace(".", "").isdecimal()
    if fraction or not 8 <= len(digits) <= 15:  # noqa: PLR2004
        return False
    if value[0] == "(":
        return True
    if digits[0] in _ONE:
        return len(digits) == 11  # noqa: PLR2004
    return digits[:2] in _TWO or digits[:2] in _THREE


def national_phone(value: str) -> bool:
    """Tell a phone number as it is written in its own country: 9 to 12 digits, and no date."""
    digits = digits_of(value)
    if value.lstrip("( ").startswith(("+", "00")):
        return phone(value)
    if not 9 <= len(digits) <= 12 or len(set(digits)) < 3:  # noqa: PLR2004
        return False
    return digits[0] != "1" and not is_day(digits[:8])


def mailbox(value: str) -> bool:
    """Tell an address of a person from those of machines and of examples."""
    name, _, host = value.lower().rpartition("@")
    if host.endswith("noreply.github.com") or name in _SYSTEM:
        return False
    if host.startswith("example.") or host.endswith(_EXAMPLES):
        return name not in _NOBODY and not host.endswith(_EXAMPLES)
    return personal_email(value)


def _month(word: str) -> bool:
    return any(word.startswith(starts) for starts in _MONTH_STARTS)


def living_date(value: str) -> bool:
    """Tell a full date, in figures or with the month in words, of somebody who may be alive."""
    numbers = [n for n in _runs(value) if n.isdecimal()]
    words = [w for w in _runs(value) if not w.isdecimal()]
    if len(numbers) == 1 and len(numbers[0]) == 8:  # noqa: PLR2004
        numbers = [numbers[0][:4], numbers[0][4:6], numbers[0][6:]]
    years = [n for n in numbers if len(n) == 4]  # noqa: PLR2004
    rest = [int(n) for n in numbers if len(n) <= 2]  # noqa: PLR2004
    if len(years) != 1 or not _OLDEST <= int(years[0]) <= _YOUNGEST:
        return False
    if any(_month(word) for word in words):
        return len(rest) == 1 and 1 <= rest[0] <= 31  # noqa: PLR2004
    year = int(years[0])
    return len(rest) == 2 and (  # noqa: PLR2004
        real_date(year, rest[0], rest[1]) or real_date(year, rest[1], rest[0])
    )


def _runs(value: str) -> list[str]:
    """Cut a text into runs of digits and runs of letters, in lower case."""
    runs: list[str] = []
    kind = ""
    for c in value.lower():
        now = "digit" if c.isdecimal() else "letter" if c.isalpha() else ""
        if now and now == kind:
            runs[-1] += c
        elif now:
            runs.append(c)
        kind = now
    return runs


def _decimals(value: str) -> list[float]:
    """Read the decimal numbers in a text that holds nothing else of use."""
    spaced = "".join(c if c.isdecimal() or c in ".-" else " " for c in value)
    found = []
    for word in spaced.split():
        try:
            found.append(float(word))
        except ValueError:
            continue
    return found


def coordinates(value: str) -> bool:
    """Tell degrees that lie on the earth: none over 180, and one of two at most 90."""
    found = [abs(n) for n in _decimals(value)]
    return bool(found) and max(found) <= 180 and min(found) <= 90  # noqa: PLR2004

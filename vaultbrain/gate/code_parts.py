"""Functions that cut secrets with a structure: user parts of URLs, cookies, code lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

Spans = list[tuple[int, int]]

_CODE_HEADERS = frozenset("kód kódy kod code codes código codigo".split())
_LONGEST_HEADER = 3
_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "version", "priority"})
_PLACES = tuple(
    """
    door gate garage alarm entr building keypad keybox lockbox safe locker padlock lift office gym
    shed storage parking flat house cottage dveř dver vchod vstup brán bran vrat garáž garaz
    trezor sejf schrán schran zám zam závor zavor výtah vytah kancel byt dům dum chat chalup sklep
    kolárn kolo kufr telefon mobil tablet skříň skrin šatn tür tuer tor haus tresor keller büro
    portail porte immeuble coffre cadenas puerta portal garaje alarma candado drzwi bram furtk
    sejf klatk domofon wind kłódk sim visa karta card revolut
    """.split()
)


def userinfo_secret(userinfo: str) -> Spans:
    """The password of `user:password@`, or the token that stands there alone."""
    user, colon, password = userinfo.partition(":")
    start = len(user) + 1
    spans: Spans = []
    if tokens.url_user_token(user) and (
        not colon or password.startswith("x-oauth") or not password
    ):
        spans.append((0, len(user)))
    elif password and not _is_port(password) and tokens.url_password(password):
        spans.append((start, start + len(password)))
    return spans


def _is_port(password: str) -> bool:
    """Tell the port of `host:8080/…@` or `host:8080)…@` from a password."""
    rest = password.lstrip("0123456789")
    digits = len(password) - len(rest)
    return 0 < digits <= 5 and rest[:1] in tuple("/)]}>,;|\\?&#")  # noqa: PLR2004


def cookie_values(header: str) -> Spans:
    """Values of a cookie header that are tokens."""
    spans: Spans = []
    start = 0
    for pair in header.split(";"):
        name, equals, value = pair.partition("=")
        bare = value.strip().rstrip("'\"`\\,")
        if equals and len(bare) >= 12 and name.strip().lower() not in _ATTRIBUTES:  # noqa: PLR2004
            first = start + len(name) + 1 + value.find(bare)
            if not set(" \\\t") & set(bare) and tokens.machine_token(bare):
                spans.append((first, first + len(bare)))
        start += len(pair) + 1
    return spans


def _codes(text: str, start: int) -> Spans:
    """What could be typed at a lock: 4 to 10 digits, maybe with a letter, # or * at the ends."""
    spans: Spans = []
    for word in text.replace("|", " ").replace(",", " ").split(" "):
        bare = word.strip("`_()[].:;\t\r")
        if tokens.door_code(bare) and bare.strip("#*ABCDEF").isdigit():
            first = start + word.find(bare)
            spans.append((first, first + len(bare)))
        start += len(word) + 1
    return spans


def _names_a_place(text: str) -> bool:
    words = text.lower().replace("|", " ").replace("*", " ").split()
    return any(word.startswith(_PLACES) for word in words)


def place_codes(block: str) -> Spans:
    """Codes in list items that name a door, an alarm, a card."""
    spans: Spans = []
    start = 0
    for line in block.split("\n"):
        if _names_a_place(line):
            spans += _codes(line, start)
        start += len(line) + 1
    return spans


def code_columns(block: str) -> Spans:
    """Cells below `PIN`, or below `code` where the rows name doors; a whole table, header first."""
    lines = block.split("\n")
    headers = [cell.strip(" *_`:\t\r>").lower() for cell in lines[0].split("|")]
    secret = [n for n, cell in enumerate(headers) if _is_pin(cell)]
    coded = [n for n, cell in enumerate(headers) if _is_code(cell)]
    first = next((n for n, cell in enumerate(headers) if cell), 0)
    spans: Spans = []
    start = len(lines[0]) + len(lines[1]) + 2
    for line in lines[2:]:
        cells = line.split("|")
        columns = secret + (coded if _names_a_place(line) or _names_a_place(lines[0]) else [])
        # A table of a connector counts its pins in the first column.
        spans += _cells(cells, [n for n in columns if n != first], start)
        start += len(line) + 1
    return spans


def _is_pin(cell: str) -> bool:
    words = cell.split()
    return (
        bool(words)
        and words[0].rstrip("12") in {"pin", "puk", "piny"}
        and len(words) <= _LONGEST_HEADER
    )


def _is_code(cell: str) -> bool:
    words = cell.split()
    return bool(_CODE_HEADERS & set(words)) and len(words) <= _LONGEST_HEADER


def _cells(cells: Sequence[str], columns: Sequence[int], start: int) -> Spans:
    spans: Spans = []
    for n, cell in enumerate(cells):
        if n in columns:
            spans += _codes(cell, start)
        start += len(cell) + 1
    return spans


CODE_PARTS = (
    userinfo_secret,
    cookie_values,
    place_codes,
    code_columns,
)
"""The functions of this module that a rule may name."""

"""Functions that find the code of a lock in what a sentence or a line says about it."""

from __future__ import annotations

from vaultbrain.gate.words import UNITS

Spans = list[tuple[int, int]]

# What makes the number before it an amount, or no code.
_AMOUNTS = (
    frozenset(
        """
    line lines řádek řádky řádků test tests user users file files soubor soubory souborů request
    requests kč kc czk eur euro euros usd zł pln mm cm km kg kw ks pcs pieces ml lux passengers
    people osob lidí personen personnes personas osób persons
    """.split()
    )
    | UNITS
)
# What may follow a code that has nothing but its place before it.
_ON = frozenset(
    """
    until till and then or please to for when if a i pak než nez nebo do dokud kým und bis dann
    oder et puis ou jusqu y luego o hasta lub potem aż plus
    """.split()
)
_NO_LOCK = frozenset(
    """
    error errors exit status http https api return returns returned response module function class
    method commit branch log order ordered product produktu výrobku chyba chyby chybou fehler erreur
    błąd bug issue ticket objednávky objednal objednala objednáno article artikel version zip postal
    area country dial promo discount voucher coupon item course source qr bar colour color ral vat
    tax city sort swift booking reservation tracking model part file files repo test tests line
    lines path promoční slevový slevu směrovací čárový zdrojový předmětu barvy zboží sleva psč
    rabatt gutschein farbe bestell postleitzahl promotion réduction postal couleur descuento barras
    fuente rabat rabatowy kreskowy źródłowy pocztowy library script package program programu
    """.split()
)
_SHORT_LOCKS = ("kufr", "suitcase", "luggage", "bike", "padlock", "kolo", "cadenas", "candado")
_CODE_WORDS = ("code", "kód", "kod", "código", "codigo", "comb", "kombin", "szyfr")
_TRACKED = frozenset("bug bugs issue issues ticket pr mr order commit case task page no č".split())
_CODE_SIGNS = "0123456789#*"
# What prices end with; those of five digits end with any 0.
_ROUND = ("00", "90", "99", "0")
_OF_PRICES = 5


def _leading_code(text: str) -> str:
    """The code that a text begins with: 4821, #4821*, 12-34-06, 48A21, 0 4 8 2."""
    end = 0
    for place, c in enumerate(text):
        after = text[place + 1 : place + 2]
        is_letter = c.isascii() and c.isupper()
        is_last = is_letter and not after.isalnum()
        joins = (is_letter or c in " -") and after and after in _CODE_SIGNS
        if c not in _CODE_SIGNS and not joins and not is_last:
            break
        end = place + 1
    return text[:end].removesuffix("**")


def _next_word(rest: str) -> str:
    words = rest.lower().split(maxsplit=1)
    return words[0].strip("*_`\"'.,;:!?)|") if words else ""


def _is_amount(rest: str) -> bool:
    """Tell what makes the digits before it part of an amount, a date or a word."""
    glued = rest[:1].isalnum() or rest[:1] in "_%€$£°/" if rest else False
    split = rest[:1] in ".:,-" and rest[1:2].isdigit()
    return glued or split or rest.lstrip()[:1] in tuple("%€$£°") or _next_word(rest) in _AMOUNTS


def told_code(block: str) -> Spans:
    """The code at the end of a sentence about a lock: `key in the box by the door, code 4821`."""
    low = block.lower()
    if not _NO_LOCK.isdisjoint(low.replace(",", " ").split()):
        return []
    word = max(low.rfind(word, 0, len(low)) for word in _CODE_WORDS)
    start = next((n for n in range(word, len(block)) if block[n] in _CODE_SIGNS), len(block))
    start += 2 * block.startswith("**", start)
    code = _leading_code(block[start:])
    digits = sum(c.isdigit() for c in code)
    is_short = low.startswith(("comb", "kombin", "szyfr"), word) or low.startswith(_SHORT_LOCKS)
    least = 3 if is_short else 4
    if digits < least or _is_amount(block[start + len(code) :]) or _is_lone_year(code, low, word):
        return []
    return [(start, start + len(code))]


def _is_lone_year(code: str, low: str, word: int) -> bool:
    """Tell `open source code 2024`: what may be a year must have a sign before the word `code`."""
    before = low[:word].rstrip(" \t*_`")
    is_year = code.isdigit() and len(code) == 4 and code[:2] in {"19", "20"}  # noqa: PLR2004
    return is_year and before[-1:].isalnum()


def lone_code(block: str) -> Spans:
    """The number that a text begins with, if it can be a code: no year, time, price or amount."""
    code = block[: len(block) - len(block.lstrip("0123456789-"))].rstrip("-")
    rest = block[len(code) :]
    if "-" in code:  # turned: 31-07-22
        return [] if max(map(len, code.split("-"))) > 2 or _is_amount(rest) else [(0, len(code))]  # noqa: PLR2004
    if _is_amount(rest) or code.endswith(_price_endings(len(code))):
        return []
    if len(code) == 4 and code.isdigit() and (_is_time(code) or code[:2] in {"19", "20"}):  # noqa: PLR2004
        return []
    bare = rest.lstrip("*_`\"' \t\r")
    ends = not bare or bare[0] in ",.;)(|\\\u2013\u2014" or _next_word(rest) in _ON
    return [(0, len(code))] if ends else []


def _price_endings(size: int) -> tuple[str, ...]:
    return _ROUND[: 4 if size == _OF_PRICES else 3 if size < _OF_PRICES else 1]


def _is_time(code: str) -> bool:
    return int(code[:2]) < 24 and int(code[2:]) < 60 and code[3] in "05"  # noqa: PLR2004


def keyed_code(block: str) -> Spans:
    """The first code with # or * at an end in a text about a lock: `punch 7734# at the gate`."""
    start = 0
    before = ""
    for word in block.replace("`", " ").replace('"', " ").replace("'", " ").split(" "):
        bare = word.strip(".,;:()\r\n\t")
        core = bare.strip("#*")
        if bare[-1:] in tuple("#*") and sum(c.isdigit() for c in core) >= 3 and core.isalnum():  # noqa: PLR2004
            first = start + word.find(bare)
            return [] if before in _TRACKED else [(first, first + len(bare))]
        before = word.lower().strip(".:") or before
        start += len(word) + 1
    return []


_OWNED = (
    "card", "kart", "kredit", "debet", "debit", "giro", "bank", "visa", "master", "maestro", "amex",
    "revolut", "wise", "sim", "esim", "mobil", "telefon", "phone", "iphone", "ipad", "handy",
    "tablet", "laptop", "notebook", "windows", "hello", "identit", "ident", "občan", "obcan",
    "občian", "konto",
    "účt", "účet", "uct", "ucet", "profil", "netflix", "trezor", "alarm", "portable", "carte",
    "tarjeta", "móvil", "movil", "compte", "cuenta", "account", "teléfono", "komórk", "dowod",
    "dowód", "watch", "tv", "mámy", "táty", "mum", "dad", "mama", "oma", "babič",
)  # fmt: skip
_OF_WHOM = 2
_NOT_OWNED = frozenset(
    """
    diagram header headers gpio led board connector length digits must long required number numbers
    layout map mapě pinout reader entered attempts verification timeout
    """.split()
)


def pin_codes(block: str) -> Spans:
    """PINs with words before them that say of what: `PIN: Girocard 4829, Kreditkarte 9931`."""
    spans: Spans = []
    start = 0
    for piece in block.replace(";", ",").split(","):
        words = [word.strip("()*_`:\"'„“-").lower() for word in piece.split()]
        place = next((n for n, c in enumerate(piece) if c.isdigit()), len(piece))
        told = lone_code(piece[place:]) if place < len(piece) else []
        owned = any(word.startswith(_OWNED) for word in words)
        # Of whom, once it is known of what: `PIN na telefon: Eva 6828, Jan 2221`.
        named = bool(spans) and len(words) <= _OF_WHOM
        if not (owned or named) or _NOT_OWNED & set(words):
            break
        spans += [(start + place + a, start + place + b) for a, b in told]
        start += len(piece) + 1
    return spans


_SET = frozenset(
    "stellen einstellen drehen je nejdřív dvakrát zelené zelene green enter ok star hash".split()
)
_MOST_WORDS = 4


def place_code(block: str) -> Spans:
    """Codes behind the name of a lock, and of those that the line names next.

    `8451, u Honzy na kole 3189`, `7186E`, `42-73-86 (left)`: at most four words in front of each.
    """
    spans: Spans = []
    start = 0
    for piece in _pieces(block):
        place = next((n for n, c in enumerate(piece) if c.isdigit()), len(piece))
        place -= place > 0 and _is_capital(piece[place - 1 : place])
        head = piece[:place]
        told = _placed(piece[place:]) if _may_head(head, is_first=not spans) else 0
        if not told:
            break
        spans.append((start + place, start + place + told))
        start += len(piece) + 1
    return spans


def _pieces(block: str) -> list[str]:
    """Cut at the signs that part one lock from the next; a decimal comma is followed by a digit."""
    for sign in (";", "/", " + "):
        block = block.replace(sign, "," + " " * (len(sign) - 1))
    return block.split(",")


def _is_capital(c: str) -> bool:
    return c.isascii() and c.isupper()


def _may_head(head: str, *, is_first: bool) -> bool:
    words = head.split()
    if is_first:
        return not words
    return head[:1] == " " and 0 < len(words) <= _MOST_WORDS and _NO_LOCK.isdisjoint(words)


def _placed(text: str) -> int:
    """Tell how long the code is that a text begins with; 0 if it is no code."""
    size = next((n for n, c in enumerate(text) if not _is_typed(c)), len(text))
    code, rest = text[:size].rstrip("-"), text[size:]
    bare = code.strip("#*")
    digits = sum(c.isdigit() for c in bare)
    if digits < 3 or rest[:1].isalnum() or _NO_LOCK & {_next_word(rest)}:  # noqa: PLR2004
        return 0
    if bare.isdigit() or "-" in bare:
        is_set = _next_word(rest) in _SET
        told = lone_code(bare + ("" if is_set else rest))
        return len(code) if told or (is_set and not _is_amount(rest)) else 0
    last_or_inner = sum(c.isalpha() for c in bare) == 1
    is_end = not rest.strip() or (rest[:1] in " \t\r.)*_`" and not rest.strip()[:1].isdigit())
    return len(code) if last_or_inner and is_end else 0


def _is_typed(c: str) -> bool:
    return c in "0123456789-#*" or _is_capital(c)


LOCK_PARTS = (told_code, lone_code, keyed_code, pin_codes, place_code)
"""The functions of this module that a rule may name."""

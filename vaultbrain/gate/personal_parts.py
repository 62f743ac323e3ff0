"""Where the numbers of a person stand in a block of text: after a label, in a list, in a column.

Each function takes the matched block and returns the character spans of the values in it, in
order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import contacts, identity, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Container

Span = tuple[int, int]

# The word in front of a number says with these that it is something else.
_CONTRARY = tuple(
    """
    order objedn faktur invoice tracking zásilk zasilk balík parcel shipment serial sériov seriov
    imei iccid ean isbn issn gtin upc sku ticket tiket transa txn variab spis zakáz zakaz
    smlouv contract tel phone telef mob fax fee price cena cost stoj version verze build commit
    issue bug revision artikl article model photo fbid status post bestell rechnung sendung
    commande facture suivi pedido factura zamówien przesyłk reference
    """.split()
)
# So do these, unless a label was there before them.
_IDS = frozenset(
    """
    id ids uid pid gid no nr nº n° č číslo cislo number num code kód kod key hash sn n vs ks ss
    j zn obj inv ref rma po
    """.split()
)
_CARD_WORDS = (
    *("card", "kart", "visa", "master", "amex", "maestro", "karet", "kredit", "carte", "tarjeta"),
    *("diners", "debit", "revolut"),
)
_GLUED_CARD = 16
_DIGITS = "0123456789"
_JOINTS = " -/.\xa0\u202f\u2009\n"
# Characters of a value with its separators, and those between two parts of it.
_LONGEST, _JOINT, _MOST_GROUPS, _FEWEST_DIGITS = 38, 3, 9, 5
_SPACED = bytes(n if chr(n).isalnum() and n < 128 else 32 for n in range(256))  # noqa: PLR2004
# Two of these in front of a number are no part of it.
_NO_LETTERS = frozenset("NO NR OP DL ID PAS SSN DNI NIE CNI DP TEL MOB CZ SK KČ CZK EUR USD".split())
_REMOTE = frozenset({"ssh", "scp", "sftp", "mosh", "rsync"})
_DRESS = "*_`~\"' \t\r"


def _last_word(head: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in head.lower()).split()
    return words[-1] if words else ""


def _contrary(head: str, *, labelled: bool) -> bool:
    """Tell whether what stands before a value says that it is an order, a price, a phone."""
    word = _last_word(head)
    return word.startswith(_CONTRARY) or (not labelled and word in _IDS)


def lone_card(block: str) -> list[Span]:
    """A card number with the word in front of it, which must not make it an order's or an id."""
    start = next(n for n, c in enumerate(block) if c in "0123456789")
    head, value = block[:start].lower(), block[start:]
    whole = [(start, len(block))]
    if any(word in head for word in _CARD_WORDS):
        return whole
    glued = value.isdigit()
    if _contrary(head, labelled=False) or (glued and head.endswith(("/", "=", "#", "_", "&", "-"))):
        return []
    # Runs of other lengths are ids more often: goods have 13 digits, points in time 13 and 14.
    return whole if not glued or len(value) == _GLUED_CARD or value[:2] in {"34", "37"} else []


def lone_birth_number(block: str) -> list[Span]:
    """A birth number with the word in front of it, which must not make it a file's or an order's."""
    start = next(n for n, c in enumerate(block) if c in "0123456789")
    return [] if _contrary(block[:start], labelled=False) else [(start, len(block))]


def ibans(block: str) -> list[Span]:
    """An IBAN at the start of a block: as many characters as its country's have."""
    size = numbers.IBAN_LENGTHS.get(block[:2].upper(), 0)
    seen = 0
    for place, c in enumerate(block):
        seen += c.isalnum()
        if seen == size:
            return [] if block[place + 1 : place + 2].isalnum() else [(0, place + 1)]
    return []


def _tokens(block: str) -> list[Span]:
    """Runs of ASCII letters and digits."""
    spans: list[Span] = []
    spaced = block.encode("ascii", "replace").translate(_SPACED)
    end = 0
    for run in spaced.split():
        start = spaced.index(run, end)
        end = start + len(run)
        spans.append((start, end))
    return spans


def _values(
    block: str, accepts: Callable[[str], bool], sizes: Container[int], *, anything: bool = False
) -> list[Span]:
    """Every run of tokens that the check accepts, the longest first.

    Args:
        block: the text after a label.
        accepts: the check.
        sizes: how many letters and digits a value may have.
        anything: take also what the word in front calls an order or a phone.
    """
    tokens = _tokens(block)
    found: list[Span] = []
    done = 0
    for number, (start, _) in enumerate(tokens):
        # The second half is the rest of a word with an accent in it.
        if start < done or block[start - 1 : start].isalpha():
            continue
        ends = reversed(_ends(block, tokens, number, sizes))
        end = next((end for end in ends if accepts(block[start:end])), 0)
        if end and (anything or not _contrary(block[max(0, start - 24) : start], labelled=True)):
            found.append((start, end))
        done = max(done, end)
    return found


def _ends(block: str, tokens: list[Span], number: int, sizes: Container[int]) -> list[int]:
    """Where a value of a fitting size that starts with this token may end."""
    start, end = tokens[number]
    ends = []
    size = digits = 0
    for first, last in tokens[number : number + _MOST_GROUPS]:
        joint = block[end:first]
        if last - start > _LONGEST or len(joint) > _JOINT or joint.strip(_JOINTS):
            break
        size += last - first
        digits += sum(c in _DIGITS for c in block[first:last])
        if size in sizes and digits >= _FEWEST_DIGITS:
            ends.append(last)
        end = last
    return ends


def cards(block: str) -> list[Span]:
    """Card numbers after a word that says so."""
    return _values(block, _card, range(13, 20))


def _card(value: str) -> bool:
    return not any(c.isalpha() for c in value) and numbers.card(value)


def birth_numbers(block: str) -> list[Span]:
    """Czech and Slovak birth numbers after a label."""
    return [(b - len(_bare(block[a:b])), b) for a, b in _values(block, _birth_number, range(9, 13))]


def _bare(value: str) -> str:
    """Take off the country in front of a person's tax number."""
    return value.upper().removeprefix("CZ").removeprefix("SK")


def _birth_number(value: str) -> bool:
    bare = _bare(value)
    return not any(c.isalpha() or c in ".-" for c in bare) and numbers.birth_number(bare)


def local_accounts(block: str) -> list[Span]:
    """Accounts with check digits beside a word of payment."""
    return _values(block, _local_account, range(10, 27))


def _local_account(value: str) -> bool:
    return not any(c.isalpha() for c in value) and numbers.local_account(value)


def plain_accounts(block: str) -> list[Span]:
    """Accounts, sort codes and routing numbers after a label."""
    return _values(block, _plain_account, range(5, 18))


def _plain_account(value: str) -> bool:
    return not any(c.isalpha() or c in "./" for c in value) and numbers.plain_account(value)


def national_numbers(block: str) -> list[Span]:
    """Numbers of a person with check digits, after a label."""
    return _values(block, identity.national_number, identity.SIZES)


def social_numbers(block: str) -> list[Span]:
    """Numbers of the US Social Security after a label."""
    return _values(block, _social_number, (9,))


def _social_number(value: str) -> bool:
    groups = value.replace(" ", "-").split("-")
    sizes = [len(group) for group in groups]
    return "".join(groups).isdigit() and sizes in ([9], [3, 2, 4]) and identity.ssn(value)


def document_numbers(block: str) -> list[Span]:
    """Numbers of papers after a label, with the capital letters that they start with."""
    return _values(block, _document, range(6, 19))


def _document(value: str) -> bool:
    groups = "".join(c if c.isalnum() else " " for c in value).split()
    first = groups[0] if groups else ""
    if value != value.upper() or (first.isalpha() and (len(first) > 3 or first in _NO_LETTERS)):  # noqa: PLR2004
        return False
    rest = groups[1:]
    return all(_has_digit(group) for group in rest) and identity.document_number(value)


def _has_digit(value: str) -> bool:
    return any(c.isdigit() for c in value)


def _columns(block: str, labels: frozenset[str], accepts: Callable[[str], bool]) -> list[Span]:
    """Cells below a header with one of the labels in it; a Markdown table, or CSV."""
    header = block.partition("\n")[0]
    sign = "|" if "|" in header else max("\t;,", key=header.count)
    wanted = {n for n, cell in enumerate(header.split(sign)) if _names(cell, labels)}
    spans: list[Span] = []
    start = 0
    for line, row in enumerate(block.split("\n")):
        place = start
        for number, cell in enumerate(row.split(sign)):
            bare = cell.strip(_DRESS)
            first = place + cell.find(bare)
            if line and number in wanted and bare and accepts(bare):
                spans.append((first, first + len(bare)))
            place += len(cell) + 1
        start += len(row) + 1
    return spans


def _names(header: str, labels: frozenset[str]) -> bool:
    spaced = "".join(c if c.isalnum() else " " for c in header.lower()).split()
    told = f" {' '.join(spaced)} "
    return any(f" {label} " in told for label in labels)


_BIRTH_LABELS = frozenset(
    ("rč", "rc", "r č", "r c", "rodné číslo", "rodne cislo", "rodné č", "birth number")
    + ("číslo pojištěnce", "č pojištěnce", "rodná čísla", "dič")
)
_ID_LABELS = frozenset(
    ("ssn", "social security", "social security number", "passport", "číslo pasu", "cislo pasu")
    + ("pas", "pesel", "op", "číslo op", "cislo op", "občanka", "občanský průkaz", "id card")
    + ("reisepass", "personalausweis", "steuer id", "passeport", "pasaporte", "dni", "nie", "nir")
    + ("codice fiscale", "nhs number", "nhs", "bsn", "driving licence", "driver license", "nino")
    + ("dowód", "paszport", "řidičský průkaz", "občiansky preukaz", "national insurance", "kvnr")
    + ("ausweisnummer", "sozialversicherungsnummer", "identity card", "doklad", "číslo dokladu")
)
_ACCOUNT_LABELS = frozenset(
    ("účet", "ucet", "číslo účtu", "cislo uctu", "č ú", "bankovní účet", "konto", "bankovní spojení")
    + ("nr konta", "numer konta", "rachunek", "account", "bank account", "account number")
    + ("kontonummer", "protiúčet", "bankové spojenie")
)
_CARD_LABELS = frozenset(
    ("card", "card number", "karta", "číslo karty", "cislo karty", "kartennummer", "kreditkarte")
    + ("numéro de carte", "carte", "tarjeta", "numer karty", "credit card", "cc", "pan")
)
_PHONE_LABELS = frozenset(
    ("phone", "telefon", "tel", "mobil", "mobile", "cell", "handy", "telefonní číslo", "móvil")
    + ("phone number", "teléfono", "téléphone", "portable", "telefonnummer", "číslo", "komórka")
    + ("telefón", "fax", "contact", "kontakt", "telephone", "whatsapp")
)
_DATE_LABELS = frozenset(
    ("born", "dob", "date of birth", "birth date", "birthdate", "birthday", "narozen", "narozena")
    + ("datum narození", "narozeniny", "nar", "dátum narodenia", "geburtsdatum", "geburtstag")
    + ("geboren", "date de naissance", "naissance", "fecha de nacimiento", "nacimiento")
    + ("data urodzenia", "urodzony", "urodziny", "bday")
)


def birth_number_columns(block: str) -> list[Span]:
    """Cells below `Rodné číslo`."""
    return _columns(block, _BIRTH_LABELS, _birth_number)


def id_columns(block: str) -> list[Span]:
    """Cells below `SSN`, `Passport`, `PESEL` and the like."""
    return _columns(block, _ID_LABELS, _id_cell)


def _id_cell(cell: str) -> bool:
    return _social_number(cell) or identity.national_number(cell) or _document(cell)


def account_columns(block: str) -> list[Span]:
    """Cells below `Účet`, `Konto`, `Account number`."""
    return _columns(block, _ACCOUNT_LABELS, _account_cell)


def _account_cell(cell: str) -> bool:
    if "/" in cell or len(numbers.digits_of(cell)) > 17:  # noqa: PLR2004
        return _local_account(cell)
    return len(numbers.digits_of(cell)) > 7 and _plain_account(cell)  # noqa: PLR2004


def card_columns(block: str) -> list[Span]:
    """Cells below `Card number`."""
    return _columns(block, _CARD_LABELS, _card)


def phone_columns(block: str) -> list[Span]:
    """Cells below `Phone`."""
    return _columns(block, _PHONE_LABELS, _phone_cell)


def _phone_cell(cell: str) -> bool:
    return not any(c.isalpha() for c in cell) and contacts.national_phone(cell)


def birth_date_columns(block: str) -> list[Span]:
    """Cells below `Born`."""
    return _columns(block, _DATE_LABELS, contacts.living_date)


def phone_numbers(block: str) -> list[Span]:
    """Phone numbers after a label."""
    return _values(block, _phone_cell, range(9, 13), anything=True)


def mailboxes(block: str) -> list[Span]:
    """An address with the word in front of it, which must not make it a login."""
    at = start = block.rindex("@")
    while start and (block[start - 1].isalnum() or block[start - 1] in "._%+'-"):
        start -= 1
    start += len(block[start:at]) - len(block[start:at].lstrip("._%+'-"))
    return [] if _last_word(block[:start]) in _REMOTE else [(start, len(block))]


PERSONAL_PARTS = (
    *(lone_card, cards, card_columns, ibans, local_accounts, plain_accounts, account_columns),
    *(lone_birth_number, birth_numbers, birth_number_columns, national_numbers, social_numbers),
    *(document_numbers, id_columns, phone_numbers, phone_columns, birth_date_columns, mailboxes),
)

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
# The marks of files and cases: č. j., sp. zn.
_FILES = frozenset({"j", "zn"})
_CARD_WORDS = (
    *("card", "kart", "visa", "master", "amex", "maestro", "karet", "kredit", "carte", "tarjeta"),
    *("diners", "debit", "revolut"),
)
_GLUED_CARD = 16
_JOINTS = " -/.\xa0\u202f\u2009\n"
# Characters of a value with its separators, and those between two parts of it.
_LONGEST, _JOINT, _MOST_GROUPS, _FEWEST_DIGITS = 38, 3, 9, 5
_SPACED = bytes(n if chr(n).isalnum() and n < 128 else 32 for n in range(256))  # noqa: PLR2004
# Two of these in front of a number are no part of it.
_NO_LETTERS = frozenset(
    "NO NR OP DL ID PAS SSN DNI NIE CNI DP TEL MOB CZ SK KČ CZK EUR USD".split()
)
_REMOTE = frozenset({"ssh", "scp", "sftp", "mosh", "rsync"})


def _last_word(head: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in head.lower()).split()
    return words[-1] if words else ""


def _contrary(head: str, *, labelled: bool) -> bool:
    """Tell whether what stands before a value says that it is an order, a price, a phone.

    Args:
        head: the text before the value.
        labelled: the value is known to be a number of a person, so `id` is no other thing.
    """
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
    if _contrary(head, labelled=not glued) or (
        glued and head.endswith(("/", "=", "#", "_", "&", "-"))
    ):
        return []
    # Runs of other lengths are ids more often: goods have 13 digits, points in time 13 and 14.
    return whole if not glued or len(value) == _GLUED_CARD or value[:2] in {"34", "37"} else []


def lone_birth_number(block: str) -> list[Span]:
    """A birth number with the word in front of it, which must not make it the number of a file."""
    start = next(n for n, c in enumerate(block) if c in "0123456789")
    head = block[:start]
    other = _contrary(head, labelled=True) or _last_word(head) in _FILES
    return [] if other else [(start, len(block))]


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
        digits += len(numbers.digits_of(block[first:last]))
        if size in sizes and digits >= _FEWEST_DIGITS:
            ends.append(last)
        end = last
    return ends


def cards(block: str) -> list[Span]:
    """Card numbers after a word that says so."""
    return _values(block, is_card, range(13, 20))


def is_card(value: str) -> bool:
    """Tell a card number of digits and separators alone."""
    return not any(c.isalpha() for c in value) and numbers.card(value)


def birth_numbers(block: str) -> list[Span]:
    """Czech and Slovak birth numbers after a label."""
    return [
        (b - len(_bare(block[a:b])), b) for a, b in _values(block, is_birth_number, range(9, 13))
    ]


def _bare(value: str) -> str:
    """Take off the country in front of a person's tax number."""
    return value.upper().removeprefix("CZ").removeprefix("SK")


def is_birth_number(value: str) -> bool:
    """Tell a birth number, also with the country in front."""
    bare = _bare(value)
    return not any(c.isalpha() or c in ".-" for c in bare) and numbers.birth_number(bare)


def local_accounts(block: str) -> list[Span]:
    """Accounts with check digits: any beside a word of payment, and one with a prefix alone."""
    alone = not any(c.isalpha() for c in block)
    return _values(block, numbers.known_account if alone else is_local_account, range(10, 27))


def is_local_account(value: str) -> bool:
    """Tell a Czech, Slovak or Polish account."""
    return not any(c.isalpha() for c in value) and numbers.local_account(value)


def plain_accounts(block: str) -> list[Span]:
    """Accounts, sort codes and routing numbers after a label."""
    return _values(block, is_plain_account, range(5, 18))


def is_plain_account(value: str) -> bool:
    """Tell an account without check digits: digits, spaces and dashes."""
    return not any(c.isalpha() or c in "./" for c in value) and numbers.plain_account(value)


def national_numbers(block: str) -> list[Span]:
    """Numbers of a person with check digits, after a label."""
    return _values(block, identity.national_number, identity.SIZES)


def social_numbers(block: str) -> list[Span]:
    """Numbers of the US Social Security after a label."""
    return _values(block, is_social_number, (9,))


def is_social_number(value: str) -> bool:
    """Tell a US Social Security number in one group or in three."""
    groups = value.replace(" ", "-").replace(".", "-").split("-")
    sizes = [len(group) for group in groups]
    return "".join(groups).isdigit() and sizes in ([9], [3, 2, 4]) and identity.ssn(value)


def document_numbers(block: str) -> list[Span]:
    """Numbers of papers after a label, with the capital letters that they start with."""
    spans = _values(block, is_document, range(6, 19))
    return [(start, end) for start, end in spans if block[start - 1 : start] != "+"]


def is_document(value: str) -> bool:
    """Tell the number of a paper, in capital letters and digits."""
    groups = "".join(c if c.isalnum() else " " for c in value).split()
    if len(groups) > 1 and _is_year(groups[-1]) and all(len(at) < 3 for at in groups[:-1]):  # noqa: PLR2004
        return False  # until when it is good
    first = groups[0] if groups else ""
    if value != value.upper() or (first.isalpha() and (len(first) > 3 or first in _NO_LETTERS)):  # noqa: PLR2004
        return False
    rest = groups[1:]
    return all(_has_digit(group) for group in rest) and identity.document_number(value)


def _is_year(group: str) -> bool:
    return len(group) == 4 and group.startswith(("19", "20"))  # noqa: PLR2004


def _has_digit(value: str) -> bool:
    return any(c.isdigit() for c in value)


def is_phone(cell: str) -> bool:
    """Tell a phone number without letters."""
    return not any(c.isalpha() for c in cell) and contacts.national_phone(cell)


def phone_numbers(block: str) -> list[Span]:
    """Phone numbers after a label."""
    return _values(block, is_phone, range(9, 13), anything=True)


def mailboxes(block: str) -> list[Span]:
    """An address with the word in front of it, which must not make it a login."""
    at = start = block.rindex("@")
    while start and (block[start - 1].isalnum() or block[start - 1] in "._%+'-"):
        start -= 1
    start += len(block[start:at]) - len(block[start:at].lstrip("._%+'-"))
    return [] if _last_word(block[:start]) in _REMOTE else [(start, len(block))]


PERSONAL_PARTS = (
    *(lone_card, cards, ibans, local_accounts, plain_accounts, lone_birth_number, birth_numbers),
    *(national_numbers, social_numbers, document_numbers, phone_numbers, mailboxes),
)

"""The columns of a table that hold numbers of a person, by the first line of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import contacts, identity, numbers
from vaultbrain.gate.personal_parts import (
    is_birth_number,
    is_card,
    is_document,
    is_local_account,
    is_phone,
    is_plain_account,
    is_social_number,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.gate.personal_parts import Span

_DRESS = "*_`~\"' \t\r"


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


def _labels(words: str) -> frozenset[str]:
    return frozenset(" ".join(word.split()) for word in words.split(","))


_BIRTH_LABELS = _labels(
    """
    rč, rc, r č, r c, rodné číslo, rodne cislo, rodné č, birth number, číslo pojištěnce,
    č pojištěnce, rodná čísla, dič
    """
)
_ID_LABELS = _labels(
    """
    ssn, social security, social security number, passport, číslo pasu, cislo pasu, pas, pesel,
    op, číslo op, cislo op, občanka, občanský průkaz, id card, reisepass, personalausweis,
    steuer id, passeport, pasaporte, dni, nie, nir, codice fiscale, nhs number, nhs, bsn,
    driving licence, driver license, nino, dowód, paszport, řidičský průkaz, občiansky preukaz,
    national insurance, kvnr, ausweisnummer, sozialversicherungsnummer, identity card, doklad,
    číslo dokladu
    """
)
_ACCOUNT_LABELS = _labels(
    """
    účet, ucet, číslo účtu, cislo uctu, č ú, bankovní účet, konto, bankovní spojení, nr konta,
    numer konta, rachunek, account, bank account, account number, kontonummer, protiúčet,
    bankové spojenie
    """
)
_CARD_LABELS = _labels(
    """
    card, card number, karta, číslo karty, cislo karty, kartennummer, kreditkarte,
    numéro de carte, carte, tarjeta, numer karty, credit card, cc, pan
    """
)
_PHONE_LABELS = _labels(
    """
    phone, telefon, tel, mobil, mobile, cell, handy, telefonní číslo, móvil, phone number,
    teléfono, téléphone, portable, telefonnummer, číslo, komórka, telefón, fax, contact, kontakt,
    telephone, whatsapp
    """
)
_DATE_LABELS = _labels(
    """
    born, dob, date of birth, birth date, birthdate, birthday, narozen, narozena, datum narození,
    narozeniny, nar, dátum narodenia, geburtsdatum, geburtstag, geboren, date de naissance,
    naissance, fecha de nacimiento, nacimiento, data urodzenia, urodzony, urodziny, bday
    """
)


def birth_number_columns(block: str) -> list[Span]:
    """Cells below `Rodné číslo`."""
    return _columns(block, _BIRTH_LABELS, is_birth_number)


def id_columns(block: str) -> list[Span]:
    """Cells below `SSN`, `Passport`, `PESEL` and the like."""
    return _columns(block, _ID_LABELS, _id_cell)


def _id_cell(cell: str) -> bool:
    return is_social_number(cell) or identity.national_number(cell) or is_document(cell)


def account_columns(block: str) -> list[Span]:
    """Cells below `Účet`, `Konto`, `Account number`."""
    return _columns(block, _ACCOUNT_LABELS, _account_cell)


def _account_cell(cell: str) -> bool:
    if "/" in cell or len(numbers.digits_of(cell)) > 17:  # noqa: PLR2004
        return is_local_account(cell)
    return len(numbers.digits_of(cell)) > 7 and is_plain_account(cell)  # noqa: PLR2004


def card_columns(block: str) -> list[Span]:
    """Cells below `Card number`."""
    return _columns(block, _CARD_LABELS, is_card)


def phone_columns(block: str) -> list[Span]:
    """Cells below `Phone`."""
    return _columns(block, _PHONE_LABELS, is_phone)


def birth_date_columns(block: str) -> list[Span]:
    """Cells below `Born`."""
    return _columns(block, _DATE_LABELS, contacts.living_date)


COLUMN_PARTS = (
    *(card_columns, account_columns, birth_number_columns, id_columns, phone_columns),
    birth_date_columns,
)

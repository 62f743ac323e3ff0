from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.gate.checks import contacts


@pytest.mark.parametrize(
    "value",
    [
        "+420 733 702 263",
        "00420 733 702 263",
        "+1 (415) 525-8328",
        "(415) 525-8328",
        "+351 21 123 4567",
    ],
)
def test_phones_with_a_country(value: str) -> None:
    assert contacts.phone(value)
    assert contacts.national_phone(value)


@pytest.mark.parametrize(
    "value", ["+42 733", "+1 234 567 89", "+3.14159265", "+28 733 702 263", "+10 000 000"]
)
def test_other_numbers_with_a_plus(value: str) -> None:
    assert not contacts.phone(value)


def test_national_phones() -> None:
    assert contacts.national_phone("602 123 456")
    assert contacts.national_phone("06 12 34 56 78")
    assert not contacts.national_phone("128 256 512")
    assert not contacts.national_phone("2026 04 01 12")
    assert not contacts.national_phone("602 123")
    assert not contacts.national_phone("222 222 222")
    assert not contacts.national_phone("00 12")


@pytest.mark.parametrize(
    "value", ["eva@host.cz", "jana.novakova@example.com", "jiří@pošta.cz", "eva@horakovi.family"]
)
def test_people_have_mailboxes(value: str) -> None:
    assert contacts.mailbox(value)


@pytest.mark.parametrize(
    "value",
    [
        "git@host.cz",
        "12345+eva@users.noreply.github.com",
        "root@server.host.cz",
        "user@example.com",
        "eva@db.internal",
        "icon@2x.png",
    ],
)
def test_machines_and_examples_have_none(value: str) -> None:
    assert not contacts.mailbox(value)


@pytest.mark.parametrize(
    "value",
    [
        "1987-09-10",
        "10. 9. 1987",
        "9/22/1987",
        "19870910",
        "10 September 1987",
        "10. září 1987",
        "10 de septiembre de 1987",
        "September 10th, 1987",
        "1er mai 1987",
    ],
)
def test_birth_dates_of_the_living(value: str) -> None:
    assert contacts.living_date(value)


@pytest.mark.parametrize(
    "value",
    [
        "14 March 1879",
        "10. 9.",
        "1987-19-40",
        "10 Brno 1987",
        "40 March 1987",
        "2100-01-01",
        "March 1987",
        "10 1987",
        "1987 1988",
    ],
)
def test_other_dates(value: str) -> None:
    assert not contacts.living_date(value)


def test_coordinates_lie_on_the_earth() -> None:
    assert contacts.coordinates("49.1951, 16.6068")
    assert contacts.coordinates("-33.86882, 151.20930")
    assert contacts.coordinates("50°18'7.0\"N 14°49'10.6\"E")
    assert not contacts.coordinates("100.00000, 200.00000")
    assert not contacts.coordinates("95.12345, 101.12345")
    assert not contacts.coordinates("north -.- south")


@given(st.text(max_size=40))
def test_no_text_crashes_a_check(text: str) -> None:
    for check in (contacts.mailbox, contacts.living_date, contacts.coordinates):
        assert check(text) in (True, False)

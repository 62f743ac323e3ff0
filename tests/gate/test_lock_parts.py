from __future__ import annotations

import pytest

from vaultbrain.gate import lock_parts


@pytest.mark.parametrize(
    ("block", "code"),
    [
        ("lockbox, code 4821", ["4821"]),
        ("lockbox, code **4821**", ["4821"]),
        ("lockbox, code 48A21 twice", ["48A21"]),
        ("lockbox, code A4821", ["4821"]),
        ("gate, code 4821B", ["4821B"]),
        ("padlock, combination 482", ["482"]),
        ("padlock, combo 12-34-06.", ["12-34-06"]),
        ("key box, code 0 4 8 2, left", ["0 4 8 2"]),
        ("lockbox, code 482", []),
        ("lockbox, code 4821 lines", []),
        ("lockbox, code 4821%", []),
        ("lockbox, code 4821.5", []),
        ("door error, code 4821", []),
        ("open source code 2024", []),
        ("the door, code 2024", ["2024"]),
        ("kufr, kód 482", ["482"]),
        ("door, code of it", []),
    ],
)
def test_a_code_told_in_a_sentence(block: str, code: list[str]) -> None:
    assert [block[a:b] for a, b in lock_parts.told_code(block)] == code


@pytest.mark.parametrize(
    ("block", "code"),
    [
        ("4821", ["4821"]),
        ("4821\r", ["4821"]),
        ("4821, then left", ["4821"]),
        ("4821 until June", ["4821"]),
        ("838390", ["838390"]),
        ("4821 is the year", []),
        ("1830", []),
        ("2024", []),
        ("45990", []),
        ("4590", []),
        ("450000", []),
        ("4821 Kč", []),
        ("4821 €", []),
        ("4821x", []),
        ("31-07-22", ["31-07-22"]),
        ("2020-08-13", []),
    ],
)
def test_a_number_with_its_place_only(block: str, code: list[str]) -> None:
    assert [block[a:b] for a, b in lock_parts.lone_code(block)] == code


@pytest.mark.parametrize(
    ("block", "code"),
    [
        ("gate: `7734#`", ["7734#"]),
        ("punch *7734# at the gate", ["*7734#"]),
        ("gate bug #4821#", []),
        ("gate #12#", []),
        ("gate #4821", []),
    ],
)
def test_a_code_with_the_signs_of_a_keypad(block: str, code: list[str]) -> None:
    assert [block[a:b] for a, b in lock_parts.keyed_code(block)] == code


@pytest.mark.parametrize(
    ("block", "codes"),
    [
        ("PIN: Girocard 4829, Kreditkarte 9931", ["4829", "9931"]),
        ("PIN of the card: later 4829", ["4829"]),
        ("PIN: somebody 4829", []),
        ("PIN of the card reader 4829", []),
        ("PIN of the card, none", []),
    ],
)
def test_a_pin_of_something(block: str, codes: list[str]) -> None:
    assert [block[a:b] for a, b in lock_parts.pin_codes(block)] == codes

"""What is found with our rules and by a second opinion, as marks of characters."""

from __future__ import annotations

import time

import pytest

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate
from vaultbrain.gate.rules import DEEP, TABLE
from vaultbrain.gate.rules.base import noise
from vaultbrain.gate.scanner import Scanner

PW = "r0ck3t" + "+7626q"
TOKEN = "gh" + "p_" + noise(36)


class Second:
    """Holds every `evil` for a secret."""

    version = "second 1"
    fails = False
    prepared = 0

    def prepare(self) -> None:
        self.prepared += 1

    def spans(self, text: str) -> list[tuple[int, int, str]]:
        if self.fails:
            raise BlockedByGate("The second scanner failed.")
        at = text.find("evil")
        return [(at, at + 4, "its rule")] if at >= 0 else []


def found(scanner: Scanner, text: str, *, wrapped: bool = False) -> set[tuple[str, str]]:
    until = time.thread_time() + 5
    marks = scanner.marks(text, until, wrapped=wrapped)
    return {(text[at.start : at.end], at.class_) for at in marks}


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


@pytest.mark.parametrize("before", ["", "č🐎\n", "\ud800", "\ufeff", "e\u0301 "])
def test_offsets_are_characters(scanner: Scanner, before: str) -> None:
    assert found(scanner, f"{before}heslo: {PW} č") == {(PW, "password")}


def test_every_view_of_a_text_is_looked_at(scanner: Scanner) -> None:
    parted = TOKEN[:9] + "&#" + f"{ord(TOKEN[9])};" + TOKEN[10:]
    assert (parted, "github-token") in found(scanner, f"č {parted} č")
    assert found(scanner, "---\nheslo: x4y\n---\n") == {("x4y", "password")}


def test_lines_of_a_page_are_joined_where_it_has_no_more_room(scanner: Scanner) -> None:
    text = f"č one {TOKEN[:20]}\n{TOKEN[20:]} two"
    joined = (f"{TOKEN[:20]}\n{TOKEN[20:]}", "github-token")
    assert joined in found(scanner, text, wrapped=True)
    assert joined not in found(scanner, text)


def test_a_second_opinion_counts() -> None:
    scanner = Scanner(Second())
    assert scanner.version == "second 1"
    assert found(scanner, f"č evil, heslo: {PW}") == {
        ("evil", TABLE[DEEP].class_),
        (PW, "password"),
    }
    gate = Gate(scanner=scanner)
    assert gate.has_second
    assert gate.clean("č evil").text == f"č [redacted:{TABLE[DEEP].class_}]"
    assert gate.ruleset != Gate(scanner=Scanner()).ruleset


def test_what_takes_long_is_done_once() -> None:
    second = Second()
    scanner = Scanner(second)
    for _ in range(3):
        scanner.prepare()
    assert second.prepared == 1
    assert {"_engine", "_fields", "_views"} <= scanner.__dict__.keys()


def test_one_that_fails_blocks_the_text() -> None:
    second = Second()
    second.fails = True
    with pytest.raises(BlockedByGate, match="second scanner"):
        Gate(scanner=Scanner(second)).clean("harmless")


def test_without_one_none_is_asked(scanner: Scanner) -> None:
    assert scanner.version == ""
    assert not Gate(scanner=scanner).has_second
    assert found(scanner, "evil") == set()


def test_too_late_is_too_late(scanner: Scanner) -> None:
    with pytest.raises(BlockedByGate):
        scanner.marks(f"heslo: {PW} " * 2000, time.thread_time() - 1)

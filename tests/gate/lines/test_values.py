from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gate.lines_pairs import PAIRED, UNPAIRED
from tests.gate.lines_passwords import TOLD, UNTOLD
from tests.gate.marked import hits, left_open
from vaultbrain.gate.lines.values import password_values, token_values
from vaultbrain.gate.rules.labels import LABEL_RULES
from vaultbrain.gate.rules.passwords import PASSWORD_RULES

RULES = (*LABEL_RULES, *PASSWORD_RULES)
PIECES = (
    "heslo",
    "pass",
    "password",
    ": ",
    " = ",
    " je ",
    "Tulip#4471",
    "tulipan",
    '"',
    "`",
    "(",
    ")",
)
MORE_PIECES = (
    " \u2013 ",
    "| ",
    "<td>",
    "</td>",
    "kl\u00ed\u010d k api",
    "\u0130",
    "token",
    ", ",
    "/",
    "**",
    " na ",
)


@pytest.mark.parametrize("line", [*TOLD, *PAIRED])
def test_what_a_line_tells_is_found_whole(line: str) -> None:
    assert left_open(RULES, line) == ""


@pytest.mark.parametrize("line", [*UNTOLD, *UNPAIRED])
def test_a_line_that_tells_nothing_is_left_alone(line: str) -> None:
    assert hits(RULES, line) == []


@given(st.lists(st.sampled_from(PIECES + MORE_PIECES), max_size=24).map("".join))
def test_spans_are_in_order_apart_and_within_the_line(line: str) -> None:
    for values in (password_values, token_values):
        done = 0
        for start, end in values(line):
            assert done <= start < end <= len(line)
            done = end


def test_a_very_long_value_goes_whole() -> None:
    value = "aB3" * 900
    for line in (f"heslo: {value}", f"heslo: {value} x", f"heslo je {value} x", f"token: {value}"):
        told = password_values(line) + token_values(line)
        assert [line[start:end] for start, end in told] == [value]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("password: 12345 characters", []),
        ("heslo - 2024 edition", []),
        ("heslo - 48213377", ["48213377"]),
        ("heslo: " + "~~" * 20 + "Tulip4471", ["~" * 14 + "Tulip4471"]),
        ("heslo" + "~" * 9 + ": Tulip4471", ["Tulip4471"]),
        ("heslo: <a href=x>Tulip4471</a>", ["href=x>Tulip4471</a>"]),
        ("heslo:\u2003Tulip4471", []),
        ("heslo: ``Tulip4471``", ["Tulip4471"]),
        ("heslo: Tulip4471 heslo: Tulip4471", ["Tulip4471"] * 2),
        ("密码 Tulip4471", []),
        ("密码/Tulip4471", []),
        ("pw - kocour 1", []),
        ("DB_PASSWORD=kocka", []),
        ("heslo (starší): 'kocour'", ["kocour"]),
        ("<heslo>kocour</heslo>", ["kocour"]),
        ("password:[redacted:password] / Tulip#4471", ["Tulip#4471"]),
        ("pw (power) = 12kW", []),
        ("user:password:generate", []),
        ("user/pass: eva/x", []),
        ("user/pass: eva / x", []),
        ("user/pass: eva /", []),
        ("login: eva heslo: kocour, do pátku", ["kocour,"]),
        ("login: eva, heslo kocour", []),
        ("heslo: " + "kocour " * 100, []),
        ("Heslo: " + "x" * 60 + " Heslo: kocour", []),
        ("heslo: 'kocour", ["'kocour"]),
        ("heslo '", []),
        ("heslo:\tTulip4471", ["Tulip4471"]),
        ("heslo", []),
        ("heslo: Tulipan 4471", ["Tulipan 4471"]),
        ("heslo/heslo heslo: Tulip#4471", ["Tulip#4471"]),
        ("to staré naše heslo: Tulipan 4471", []),
        ("heslo: Tulipan 2024", []),
        ("heslo, zakódované: Tulip%234471", ["Tulip%234471"]),
        ("heslo, uživatel: Tulip#4471", []),
        ("heslo, které:", []),
        ("příklad hesla: Tulip#4471", []),
        (
            "heslo, které platí od ledna a měnit se nemá dřív než v únoru: Tulip#4471",
            ["Tulip#4471"],
        ),
        (
            "heslo a dál dlouhá věta o ničem, která nekončí a nekončí heslem: Tulip#4471",
            ["Tulip#4471"],
        ),
        ("heslo " + "a b c d e f g h i j k l m n o p " * 9 + ": Tulip#4471", []),
        ("(root password) po Tulip#4471 (root password)", ["Tulip#4471"]),
    ],
)
def test_edges(line: str, told: list[str]) -> None:
    assert [line[start:end] for start, end in password_values(line)] == told

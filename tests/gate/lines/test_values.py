from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gate.lines_passwords import TOLD, UNTOLD
from tests.gate.marked import hits, left_open
from vaultbrain.gate.lines.values import password_values, token_values
from vaultbrain.gate.rules.labels import LABEL_RULES
from vaultbrain.gate.rules.passwords import PASSWORD_RULES

RULES = (*LABEL_RULES, *PASSWORD_RULES)
PIECES = ("heslo", "pass", "password", ": ", " = ", " je ", "Tulip#4471", "tulipan", '"', "`", "(", ")")
MORE_PIECES = (" – ", "| ", "<td>", "</td>", "kl\u00ed\u010d k api", "\u0130", "token", ", ", "/", "**", " na ")


@pytest.mark.parametrize("line", TOLD)
def test_what_a_line_tells_is_found_whole(line: str) -> None:
    assert left_open(RULES, line) == ""


@pytest.mark.parametrize("line", UNTOLD)
def test_a_line_that_tells_nothing_is_left_alone(line: str) -> None:
    assert hits(RULES, line) == []


@given(st.lists(st.sampled_from(PIECES + MORE_PIECES), max_size=24).map("".join))
def test_spans_are_in_order_apart_and_within_the_line(line: str) -> None:
    for values in (password_values, token_values):
        done = 0
        for start, end in values(line):
            assert done <= start < end <= len(line)
            done = end

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.gate import lines_personal
from tests.gate.marked import hits
from vaultbrain.gate import Gate
from vaultbrain.gate.rules.contacts import CONTACT_RULES
from vaultbrain.gate.rules.payments import PAYMENT_RULES
from vaultbrain.gate.rules.personal import PERSONAL_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

STRONG_RULES = (*PAYMENT_RULES, *PERSONAL_RULES)
GATE = Gate(soft="redact")


def _lines(table: dict[str, str]) -> Iterator[tuple[str, str]]:
    for class_, lines in table.items():
        for line in lines.strip().split("\n"):
            yield class_, line.replace("\\n", "\n")


def _read(line: str) -> tuple[str, set[int]]:
    """Return the text of a marked line, and which of its characters are marked, spaces apart."""
    text = ""
    marked: set[int] = set()
    for number, piece in enumerate(line.replace("⟧", "⟦").split("⟦")):
        if number % 2:
            marked |= {n + len(text) for n, c in enumerate(piece) if not c.isspace()}
        text += piece
    return text, marked


@pytest.mark.parametrize(
    ("class_", "line"), [*_lines(lines_personal.STRONG), *_lines(lines_personal.SOFT)]
)
def test_personal_data_is_found_whole_and_nothing_beside_it(class_: str, line: str) -> None:
    text, marked = _read(line)
    findings = GATE.scan(text)
    found = {n for f in findings for n in range(f.start, f.end) if not text[n].isspace()}
    assert class_ in {f.class_ for f in findings}
    assert found == marked


@pytest.mark.parametrize("line", lines_personal.STRONG_NOT.strip().split("\n"))
def test_look_alikes_are_no_strong_data(line: str) -> None:
    assert hits(STRONG_RULES, line) == []


@pytest.mark.parametrize("line", lines_personal.SOFT_NOT.strip().split("\n"))
def test_look_alikes_are_no_soft_data(line: str) -> None:
    assert hits(CONTACT_RULES, line) == []

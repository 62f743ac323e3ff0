from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.gate import lines_personal
from tests.gate.marked import hits, left_open
from vaultbrain.gate.engine import Engine
from vaultbrain.gate.rules.contacts import CONTACT_RULES
from vaultbrain.gate.rules.personal import PERSONAL_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = (*PERSONAL_RULES, *CONTACT_RULES)
ENGINE = Engine(RULES)


def _lines(table: dict[str, str]) -> Iterator[tuple[str, str]]:
    for class_, lines in table.items():
        for line in lines.strip().split("\n"):
            yield class_, line.replace("\\n", "\n")


@pytest.mark.parametrize(
    ("class_", "line"), [*_lines(lines_personal.STRONG), *_lines(lines_personal.SOFT)]
)
def test_personal_data_is_found_whole_and_by_its_name(class_: str, line: str) -> None:
    text = line.replace("⟦", "").replace("⟧", "")
    spans = ENGINE.spans(text.encode())
    cut = "[redacted:card]".join(line.split("⟦")[0:1])
    assert left_open(RULES, line) == "" or class_ == "card", cut
    assert {RULES[span.rule].class_ for span in spans} & {class_}


@pytest.mark.parametrize("line", lines_personal.STRONG_NOT.strip().split("\n"))
def test_look_alikes_are_no_strong_data(line: str) -> None:
    assert hits(PERSONAL_RULES, line) == []


@pytest.mark.parametrize("line", lines_personal.SOFT_NOT.strip().split("\n"))
def test_look_alikes_are_no_soft_data(line: str) -> None:
    assert hits(CONTACT_RULES, line) == []

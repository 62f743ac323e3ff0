"""Tables in the docs name the tests that prove their rows; a test that went must be noticed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAMED = re.compile(r"`(?:tests/)?([\w/]+\.py)(?:::([\w:]+))?(?:\[[^`]*\])?`")
TABLES = ("obsidian.md", "reports.md")


def _named(table: str) -> set[tuple[str, str]]:
    text = (ROOT / "docs" / "reference" / table).read_text(encoding="utf-8")
    return {(match[1], match[2] or "") for match in NAMED.finditer(text)}


@pytest.mark.parametrize("table", TABLES)
def test_every_test_that_is_named_exists(table: str) -> None:
    named = _named(table)
    assert len(named) > 10
    for file, name in sorted(named):
        path = ROOT / "tests" / file
        assert path.exists(), file
        text = path.read_text(encoding="utf-8")
        for part in filter(None, name.split("::")):
            assert re.search(rf"^\s*(?:def|class) {part}\b", text, re.MULTILINE), f"{file}::{name}"


@pytest.mark.parametrize("table", TABLES)
def test_every_row_names_a_test(table: str) -> None:
    text = (ROOT / "docs" / "reference" / table).read_text(encoding="utf-8")
    rows = [line for line in text.split("\n") if line.startswith("| ") and "---" not in line[:6]]
    heads = [line for line in rows if re.match(r"\| (syntax|#|trial)", line)]
    assert heads
    proved = [row for row in rows if NAMED.search(row) or "not tried" in row]
    assert [row for row in rows if row not in {*heads, *proved}] == []

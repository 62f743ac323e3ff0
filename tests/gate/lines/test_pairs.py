from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.gate.checks.crafted import composed
from vaultbrain.gate.lines.pairs import PAIR_PARTS, changed_values, encoded_value, is_paired

MADE, OTHER = "Zvonek1447", "Pistala3077"
PIECES = ("from ", "to ", "old: ", "new : ", f"{MADE} ", f"{OTHER}, ", "heslo ", "\n", "🔑 ", "…… ")


@pytest.mark.parametrize(
    ("block", "values"),
    [
        (f"heslo z {MADE} na {OTHER}", [MADE, OTHER]),
        (f"heslo z {MADE} do {OTHER}", [MADE, OTHER]),
        (f"heslo z {MADE} kvůli {OTHER}", []),
        (f"heslo z {MADE}", []),
        (f"zmenil som to z {MADE} na Zvonek1448", []),
        (f"zmenil som z {MADE} na konci", []),
        (f"zmenil som to z {MADE} na {OTHER}", [MADE, OTHER]),
        (f"zmenil som trasu z {MADE} na {OTHER}", []),
        (f"z {MADE} na {OTHER}", []),
        (f"heslo old : {MADE}", [MADE]),
        (f"old: {MADE} heslo", []),
        ("changed from legacy2019 to modern2023", []),
        (f"heslo : {MADE}", []),
        (f": {MADE}", []),
        (f"{MADE} heslo", []),
    ],
)
def test_former_and_changed_ones(block: str, values: list[str]) -> None:
    assert [block[a:b] for a, b in changed_values(block)] == values


@pytest.mark.parametrize("value", [MADE, "kocourek77", "brambora26A", "Kocour_77!", "49w0ytmj"])
def test_what_people_make_up(value: str) -> None:
    assert composed(value)


@pytest.mark.parametrize("value", ["Windows11", "kocourek", "abc12", "kocourek12345678"])
def test_what_is_called_so_or_is_no_word(value: str) -> None:
    assert not composed(value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"vpn eva / {MADE}", True),
        (f"tea eva / {MADE}", False),
        (f"tea admin:{MADE}", True),
        (f"vpn http://eva:{MADE}", False),
        (f"vpn 12:{MADE}", False),
        (f"vpn nas / {MADE}", False),
        (f"vpn 12 / {MADE}", False),
        (f"vpn Gast / {MADE}", True),
        (f"vpn Figma / {MADE}", False),
        (f"vpn login / {MADE}", False),
        (f"vpn page eva / {MADE}", False),
        (f"vpn směna / {MADE}", False),
        (f"vpn Eva@firma.cz / {MADE}", True),
        (f"vpn 12345 / {MADE}", True),
        (f"users: eva {MADE} ; jan x", True),
        (f"users: eva {MADE} jan x", False),
        (f"vpn: eva1 {MADE}", True),
        (f"vpn: eva {MADE}", False),
        (MADE, False),
    ],
)
def test_pairs(line: str, told: bool) -> None:  # noqa: FBT001 - a table of cases
    texts = line.split()
    number = next(n for n, text in enumerate(texts) if MADE in text)
    assert is_paired(texts, number, lambda n: texts[n].strip(":") == "vpn", composed) is told


def test_encoded_words_are_none() -> None:
    assert encoded_value("heslo (base64) encoded") == []


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=16).map("".join))
def test_spans_are_within_the_block(block: str) -> None:
    for part in PAIR_PARTS[:4]:
        for start, end in part(f"{block}x"):
            assert 0 <= start < end <= len(block) + 1

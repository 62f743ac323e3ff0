from __future__ import annotations

import pytest

from vaultbrain.gate.recovery_parts import recovery_codes


@pytest.mark.parametrize(
    ("block", "codes"),
    [
        ("codes: 3484-5742, 9362-7562", ["3484-5742, 9362-7562"]),
        ("codes: 3484-5742 (used), 9362-7562", ["3484-5742", "9362-7562"]),
        ("codes: 3484 5742 9362 7562", ["3484 5742 9362 7562"]),
        ("codes:\r\n1. 3484 5742\r\n2. 9362 7562\r\n", ["3484 5742\r\n2. 9362 7562"]),
        ("codes: a1b2-c3d4 wxyz-abcd", ["a1b2-c3d4 wxyz-abcd"]),
        ("codes: 3484-5742", []),
        ("codes: abcd-efgh, wxyz-abcd", []),
        ("codes: 12345678, 12345679", []),
        ("codes: 2024-03-01, 1999-04-02", []),
        ("codes: 733 702 263, 605 702 264", []),
        ("codes: 3484 5742", []),
        ("codes: -3484-, 9362-", []),
        ("codes: č234-5678, ž234-5678", []),
        ("codes: x1xx-xxxx, 2xxx-xxxx", []),
    ],
)
def test_codes_are_alike(block: str, codes: list[str]) -> None:
    assert [block[a:b] for a, b in recovery_codes(block)] == codes

from __future__ import annotations

from vaultbrain.gate import code_parts
from vaultbrain.gate.rules.base import noise


def test_user_part_of_urls() -> None:
    token = noise(40)
    assert code_parts.userinfo_secret("eva:kocour") == [(4, 10)]
    assert code_parts.userinfo_secret(token) == [(0, 40)]
    assert code_parts.userinfo_secret(f"{token}:x-oauth-basic") == [(0, 40)]
    assert code_parts.userinfo_secret(f"{token}:") == [(0, 40)]
    assert code_parts.userinfo_secret("eva") == []
    assert code_parts.userinfo_secret("host:8080/x") == []
    assert code_parts.userinfo_secret("eva:12345") == [(4, 9)]


def test_cookies() -> None:
    token = noise(32)
    assert code_parts.cookie_values(f" a=b; sid={token}; path=/") == [(10, 42)]
    assert code_parts.cookie_values(f"path={token}") == []
    assert code_parts.cookie_values("number=7\\r\\nSet-Cookie: x=seven8") == []


def test_lists_and_columns_of_codes() -> None:
    block = "- gate: 4821\n- chairs: 4822\n- alarm #9931*."
    assert [block[a:b] for a, b in code_parts.place_codes(block)] == ["4821", "#9931*"]
    table = "| card | PIN |\n|---|---|\n| Visa | 4821 |\n| MC | none |"
    assert [table[a:b] for a, b in code_parts.code_columns(table)] == ["4821"]
    table = "| room | code |\n|---|---|\n| gate | 4821 |\n| 404 | 5000 |"
    assert [table[a:b] for a, b in code_parts.code_columns(table)] == ["4821"]
    table = "| Pin | Name |\n|---|---|\n| 1000 | GND |"
    assert code_parts.code_columns(table) == []

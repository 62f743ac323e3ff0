from __future__ import annotations

from vaultbrain.gate import answer_parts


def test_answers_of_a_list() -> None:
    block = "- first pet: Rex\n- what city?\n- A: Telč\n- the rest: unknown to all\n"
    assert [block[a:b] for a, b in answer_parts.listed_answers(block)] == ["Rex", "Telč"]
    assert answer_parts.listed_answers("- first pet\n- born in Telč") == []


def test_the_groups_of_a_key() -> None:
    assert answer_parts.grouped_key("key: QZ7R-W3KV,") == [(5, 14)]
    assert answer_parts.grouped_key("*QZ7R-W3KV") == [(1, 10)]

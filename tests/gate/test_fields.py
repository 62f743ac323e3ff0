from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate
from vaultbrain.gate.fields import PLACES, Fields
from vaultbrain.gate.rules import TABLE
from vaultbrain.gate.rules.fields import FIELD_RULES

FIELDS = Fields()
GATE = Gate()


def found(text: str) -> list[str]:
    data = text.encode()
    return [data[start:end].decode() for start, end, _ in FIELDS.spans(data)]


def block(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "Text."])


@pytest.mark.parametrize("rule", FIELD_RULES, ids=lambda rule: rule.id)
def test_each_rule_finds_its_examples_and_nothing_else(rule: object) -> None:
    (rule,) = (one for one in FIELD_RULES if one == rule)
    for example in rule.examples:
        assert {TABLE[span.rule].id for span in FIELDS.spans(example.encode())} == {rule.id}
    assert [text for text in rule.counter_examples if found(text)] == []


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        (["db:", '  heslo: "zima # 3" # x', "  b: c"], ["zima # 3"]),
        (["passwords:", "  - site: nas", "    user: eva", "    heslo: kocour"], ["kocour"]),
        (["passwords:", "  - kocour=1", "  # old", "", "  -", "  - 'zima'"], ["kocour=1", "zima"]),
        (["heslo: >-", "  kocour", "", "  jede", "", "user: eva"], ["kocour\n\n  jede"]),
        (["heslo: |", "user: eva"], []),
        (["heslo: kocour", "  jede", "  x: |", "user: eva"], ["kocour", "jede"]),
        (['"apiKey": "kocour"'], ["kocour"]),
        (['{"password":"kocour","user":"eva"}'], ["kocour"]),
        (["a: {user: eva, password: [a1b2, 'c, d'], x: y}"], ["a1b2", "c, d"]),
        (["a: {password: kocour", "user: eva"], ["kocour"]),
        (["a: {password: kocour"], ["kocour"]),
        (["passwords: [kocour,", "  zima]", "user: eva"], ["kocour", "zima"]),
        (["passwords: [kocour,", "zima: eva"], ["kocour"]),
        (["passwords: {nas: kocour, user: eva, wifi: {x: zima}}"], ["kocour", "zima"]),
        (["hesla:", "  nas: [kocour, zima]", "  x: !!str jaro"], ["kocour", "zima", "jaro"]),
        (['heslo: "kocour', '  a pes"', "user: eva"], ["kocour\n  a pes"]),
        (['heslo: "kocour', "user: eva"], ['"kocour']),
        (["heslo: &name kocour"], ["kocour"]),
        (["heslo: !kocour"], ["!kocour"]),
        (["heslo: 'it''s'"], ["it''s"]),
        (["heslo: a: b=c"], ["a: b=c"]),
        (["title: x\r", "heslo: kocour\r", "b: c\r"], ["kocour"]),
        (["- heslo: kocour", "  user: eva"], ["kocour"]),
        (["PASSWORD = kocour"], ["kocour"]),
        (["dbPass: kocour", "PUK: 12345678", "boarding_pass: AB12"], ["kocour", "12345678"]),
        (["pin: 2026-01-01", "pass: 12", "api_token: 4096", "token: ETH"], []),
        (["heslo: [[Router]]", "password: {{value}}", "token: [redacted:api-key]"], []),
        (["passwords: [[redacted:password], [redacted:password]]"], []),
        (["password: |", "  [redacted:password]", ""], []),
    ],
)
def test_values_of_secret_fields(lines: list[str], values: list[str]) -> None:
    assert found(block(*lines)) == values


def test_toml() -> None:
    lines = ('heslo = "kocour" # x', "[db]", 'password = """a', 'zima"""', "api_token = 'jaro1'")
    assert found("\n".join(["+++", *lines, "+++", "heslo: leto"])) == ["kocour", "a\nzima", "jaro1"]
    assert found("+++\nheslo = '''kocour\n+++\n") == ["'''kocour"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---",
        "---\n",
        "---\nheslo: kocour\n",
        "heslo: kocour\n---\n",
        "----\nheslo: kocour\n---\n",
        "---\n+++\nheslo: kocour\n",
        "Text.\n\n---\nheslo: kocour\n---\n",
    ],
)
def test_only_a_closed_block_at_the_head_counts(text: str) -> None:
    assert found(text) == []


def test_a_block_may_end_in_dots_and_have_blanks_behind_its_fences() -> None:
    assert found("--- \r\nheslo: kocour\r\n... \r\nheslo: zima\n---\n") == ["kocour"]


def test_a_verdict_names_the_field_and_keeps_lines() -> None:
    text = block("heslo: |", "  kocour", "  jede", "door code: 48#21 # sim", "title: x")
    verdict = GATE.clean(text)
    assert [finding.rule for finding in verdict.findings] == ["field-password", "field-pin"]
    assert verdict.text == block(
        "heslo: |", "  [redacted:password]", "", "door code: [redacted:pin] # sim", "title: x"
    )
    assert set(PLACES) == {"password", "api-key", "pin"}


PARTS = st.sampled_from(
    [
        "heslo",
        "password: ",
        "pin: 7096",
        "hesla:\n",
        "  ",
        "- ",
        "\n",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "|",
        '"',
        "'",
        "#",
        " # ",
        "kocour",
        "user: eva",
        "\u010d",
        ":",
        "=",
        '"""',
        "&a ",
        "---\n",
        "\r\n",
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(PARTS, max_size=30).map("".join))
def test_spans_lie_in_the_block_whatever_it_holds(inner: str) -> None:
    data = f"---\n{inner}\n---\nheslo: zima\n".encode()
    end = data.index(b"\n---\n", 3)
    for start, last, _ in FIELDS.spans(data):
        assert 4 <= start < last <= end
        assert data[start:last].decode().strip()


@pytest.mark.parametrize(
    "piece",
    [
        "password: a1b2\n",
        "{password: kocour, ",
        "password: {",
        "password: [\n",
        "password:\n",
        "password: |\n  a\n",
        'password: """\n',
        "- password: 'a\n",
        "x, password: a",
        "hesla: \n",
    ],
)
def test_the_time_grows_with_the_block_alone(piece: str) -> None:
    spent = []
    for size in (50_000, 200_000):
        data = block(piece * (size // len(piece))).encode()
        start = time.thread_time()
        FIELDS.spans(data)
        spent.append(time.thread_time() - start)
    assert spent[1] < 8 * spent[0] + 0.1


def test_keys_below_keys_are_walked_once() -> None:
    data = block(*(" " * depth + "password:" for depth in range(700))).encode()
    start = time.thread_time()
    FIELDS.spans(data)
    assert time.thread_time() - start < 1


def test_no_block_takes_longer_than_it_may() -> None:
    with pytest.raises(BlockedByGate, match="too long"):
        FIELDS.spans(block("heslo: kocour").encode(), 0.0)

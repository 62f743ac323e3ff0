from __future__ import annotations

import pytest

from vaultbrain.gate import Gate
from vaultbrain.gate.checks import CHECKS
from vaultbrain.gate.engine import Engine
from vaultbrain.gate.parts import PARTS
from vaultbrain.gate.rules import RULES, Rule

EXAMPLES = [(rule, text) for rule in RULES for text in rule.examples]
COUNTER_EXAMPLES = [(rule, text) for rule in RULES for text in rule.counter_examples]
BY_ID = {rule.id: rule for rule in RULES}
# One for all: to compile the table takes half a second.
STRICT = Gate(soft="redact")
ENGINES = {rule.id: Engine((rule,)) for rule in RULES}


def _name(value: object) -> str:
    return value.id if isinstance(value, Rule) else "text"


@pytest.mark.parametrize(("rule", "text"), EXAMPLES, ids=_name)
def test_a_rule_finds_its_examples(rule: Rule, text: str) -> None:
    assert ENGINES[rule.id].spans(text.encode())


@pytest.mark.parametrize(("rule", "text"), COUNTER_EXAMPLES, ids=_name)
def test_a_rule_passes_its_counter_examples(rule: Rule, text: str) -> None:
    assert ENGINES[rule.id].spans(text.encode()) == []


@pytest.mark.parametrize(("rule", "text"), EXAMPLES, ids=_name)
def test_the_whole_table_redacts_each_example_and_then_rests(rule: Rule, text: str) -> None:
    data = text.encode()
    cleaned = STRICT.clean(text)
    assert f"[redacted:{rule.class_}" in cleaned.text or cleaned.findings
    assert STRICT.clean(cleaned.text).text == cleaned.text
    for start, end, _ in ENGINES[rule.id].spans(data):
        assert data[start:end].decode() not in cleaned.text


def test_ids_are_unique_and_every_rule_brings_an_example() -> None:
    assert len(BY_ID) == len(RULES)
    assert all(rule.examples for rule in RULES)


def test_keywords_are_lower_case_and_names_exist() -> None:
    for rule in RULES:
        assert all(word and word == word.lower() for word in rule.keywords)
        assert rule.check is None or rule.check in CHECKS
        assert rule.part is None or rule.part in PARTS


@pytest.mark.parametrize("rule", RULES, ids=_name)
def test_a_placeholder_is_never_found(rule: Rule) -> None:
    for label in ("password: {}", "PIN: {}", "api key = {}", "| heslo | {} |", "https://a:{}@h/"):
        text = label.format(f"[redacted:{rule.class_}]")
        assert STRICT.clean(text).text == text

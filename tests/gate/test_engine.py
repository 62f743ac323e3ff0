"""Rules over bytes: which values count, and where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate
from vaultbrain.gate.engine import Engine, compiler, every
from vaultbrain.gate.rules import Rule
from vaultbrain.gate.rules.classes import CLASSES
from vaultbrain.records import Tier

STRICT = Gate(soft="redact")
PW = "r0ck3t" + "+7626q"
EVER = float("inf")


def rule(pattern: str, *, part: str | None = None, group: int = 1) -> Rule:
    return Rule(
        id="one",
        class_="password",
        tier=Tier.SECRET,
        keywords=(),
        pattern=pattern,
        group=group,
        part=part,
        examples=(),
    )


def found(one: Rule, text: str) -> list[str]:
    data = text.encode()
    return [data[at.start : at.end].decode() for at in Engine((one,)).spans(data)]


@pytest.mark.parametrize("class_", CLASSES)
def test_only_the_secret_beside_a_placeholder_goes(class_: str) -> None:
    gone = f"[redacted:{class_}]"
    for before, after in [(gone, " slovo"), ("", f"{gone} slovo"), ("", f"\n- {gone}: slovo")]:
        cleaned = STRICT.clean(f"{before} heslo: {PW} {after}").text
        assert cleaned == f"{before} heslo: [redacted:password] {after}"


@pytest.mark.parametrize("class_", CLASSES)
@pytest.mark.parametrize(
    "after", ["", " slovo", ": slovo", " kocour7", ": Slunce77!", "=kocour", " 48213", ": 48213"]
)
def test_the_class_in_a_placeholder_is_no_label(class_: str, after: str) -> None:
    text = f"note [redacted:{class_}]{after} and more"
    assert STRICT.clean(text).text == text


@pytest.mark.parametrize("class_", CLASSES)
@pytest.mark.parametrize("around", ["heslo: {} x", "heslo: '{}'", "pin {}", "a **{}** b", "k={}&a"])
def test_a_placeholder_is_no_value(class_: str, around: str) -> None:
    text = around.format(f"[redacted:{class_}]")
    assert STRICT.clean(text).text == text


PIECES = st.one_of(
    st.sampled_from([f"[redacted:{class_}]" for class_ in CLASSES]),
    st.sampled_from("heslo: PIN password token= iban card user karta | [ ] , : - kod".split(" ")),
    st.sampled_from([PW, "4821", "kocour", "Slunce77!", "11/27 216", "KZXW6YTB", "7744 8528"]),
    st.sampled_from([" ", "\u00a0", "\n", "\u3000", "\\", "**", "\u200b", "- ", "[redacted:", "]"]),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=16).map("".join))
def test_cleaning_among_placeholders_twice_is_cleaning_once(text: str) -> None:
    once = STRICT.clean(text).text
    assert STRICT.clean(once).text == once


def test_no_value_begins_in_a_placeholder() -> None:
    word = rule(r"([a-z+0-9-]+|\])")
    assert found(word, "one [redacted:pin]two [redacted:what] three]") == [
        "one",
        "two",
        "three",
        "]",
    ]
    assert found(word, "[redacted:what is none") == ["redacted", "what", "is", "none"]
    listed = rule(r"(?s).+", part="list_values", group=0)
    assert found(listed, f"[redacted:pin]: Slunce69\nnas č [redacted:pin]\nx: {PW}") == [
        "Slunce69",
        PW,
    ]
    piped = rule(r"(?s).+", part="piped_values", group=0)
    assert found(piped, "db:5432:notes:Xk39-fQ2m!") == ["Xk39-fQ2m!"]
    assert found(piped, "db:5432:[redacted:Xk39-fQ2m!]") == []


def test_quotes_around_a_value_stay() -> None:
    said = rule(r"is (\S+)")
    assert found(said, "is „čaj“ is \"tea\" is '' is 'x is ř") == ["čaj", "tea", "'x", "ř"]


def test_values_of_a_block_keep_their_places() -> None:
    listed = rule(r"(?s).+", part="list_values", group=0)
    assert found(listed, f"čaj: {PW}\nřeka: Slunce69č\n") == [PW, "Slunce69č"]
    assert found(listed, f"tea: {PW}\nsea: Slunce69\n") == [PW, "Slunce69"]


def test_every_match_in_a_part_of_a_text() -> None:
    match = compiler()(r"([a-z])[0-9]?")
    assert [spans[1] for spans in every(match, b"a b1 c d", 1, 7, EVER)] == [(2, 3), (5, 6)]
    assert len(list(every(match, b"a" * 600, 0, 600, EVER))) == 600
    with pytest.raises(BlockedByGate, match="too long"):
        list(every(match, b"", 0, 0, 0.0))


def test_rules_without_keywords_run_where_one_of_them_matches() -> None:
    words, letters = rule(r"([0-9]{3})"), rule(r"x(y+)")
    engine = Engine((words, letters))
    assert engine.spans(b"xyy 123") == [(4, 7, 0), (1, 3, 1)]
    assert engine.spans(b"xyy") == [(1, 3, 1)]
    assert engine.spans(b"x12") == []


def test_without_groups_there_is_the_match_alone() -> None:
    match = compiler()(r"(a)(b)", groups=False)
    assert match(b"xab", 0, 3) == [(1, 3)]
    assert match(b"xab", 2, 3) == [(-1, -1)]


def test_a_pattern_that_is_none() -> None:
    with pytest.raises(BlockedByGate, match="does not compile"):
        Engine((rule("("),))


def test_too_late_is_too_late() -> None:
    with pytest.raises(BlockedByGate, match="too long"):
        Engine((rule("(a)"),)).spans(b"a", 0.0)

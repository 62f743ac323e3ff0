"""What may pass, who may say so, and what never does."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.house import scanner
from vaultbrain.gate import Gate
from vaultbrain.gate.allow import (
    Allowance,
    Allowed,
    Allowing,
    Baseline,
    Origin,
    allowed_by,
)
from vaultbrain.gate.redact import Mark
from vaultbrain.gate.rules import TABLE
from vaultbrain.gate.rules.base import noise
from vaultbrain.gate.rules.classes import CONTAINERS
from vaultbrain.records import Action

KEY = bytes(range(32))
PW, OTHER = "r0ck3t" + "+7626q", "Mol0ch" + "+9913z"
TOKEN = "gh" + "p_" + noise(36)
CARD = "4298 6267 " + "7744 8528"
BEGIN, END = "-----BEGIN" + " PRIVATE KEY-----", "-----END" + " PRIVATE KEY-----"
BLOCK = f"{BEGIN}\n{noise(64)}\n{END}"
NOTE = Origin("notes", "work/servers.md")
# So much text that no note of these is quarantined.
REST = "\n" + "Nothing else of any weight is written here. " * 40


def gate(*allowances: Allowance, foreign: str = "", baseline: Baseline | None = None) -> Gate:
    allowing = Allowing(allowances, frozenset(filter(None, [foreign])))
    base = Baseline(KEY) if baseline is None else baseline
    return Gate(scanner=scanner(), allowing=allowing, baseline=base)


def left(text: str, origin: Origin | None = NOTE, at: Gate | None = None) -> str:
    """What the gate lets pass of a text."""
    return (at or gate()).clean(text + REST, origin).text.removesuffix(REST)


# Ids


def test_an_id_differs_by_class_value_and_key() -> None:
    one = Baseline(KEY)
    ids = {
        one.id("pin", "4821"),
        one.id("pin", "4822"),
        one.id("door-code", "4821"),
        Baseline(bytes(32)).id("pin", "4821"),
        one.id("pin\0", "4821"),
    }
    assert len(ids) == 5
    assert all(len(at) == 16 and set(at) <= set("0123456789abcdef") for at in ids)
    assert one.id("pin", "4821") == Baseline(KEY, {"x"}).id("pin", "4821")


def test_half_a_character_has_an_id() -> None:
    assert len(Baseline(KEY).id("password", "a\ud800b")) == 16


def test_ids_are_put_and_dropped() -> None:
    base = Baseline(KEY, ["a"])
    assert (bool(base), "a" in base, "b" in base) == (True, True, False)
    base.put("b")
    base.drop("a")
    assert ("a" in base, "b" in base) == (False, True)
    base.drop("b")
    base.drop("never there")
    assert not base


# What a note says of itself


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("comment", "classes"),
    [
        ("<!-- vaultbrain:allow password -->", {"password"}),
        ("<!--vaultbrain:allow password-->", {"password"}),
        ("<!--   vaultbrain:allow  password  pin -->", {"password", "pin"}),
        ("%% vaultbrain:allow password %%", {"password"}),
        ("%%vaultbrain:allow iban%%", {"iban"}),
        ("text before <!-- vaultbrain:allow pin --> and after", {"pin"}),
        ("<!-- vaultbrain:allow -->", set()),
    ],
)
def test_a_comment_is_for_its_line_and_the_next(
    comment: str, classes: set[str], line_end: str
) -> None:
    found = allowed_by(line_end.join(["first", comment, "third", "fourth"]))
    assert found == Allowed(frozenset(), {2: frozenset(classes), 3: frozenset(classes)})


@pytest.mark.parametrize(
    "text",
    [
        "vaultbrain:allow password",
        "<!-- vaultbrain:allow password",
        "<!-- vaultbrain:allow password\n-->",
        "<!-- vaultbrain:allow password %%",
        "%% vaultbrain:allow password -->",
        "<!-- see vaultbrain:allow password -->",
        "<!-- vaultbrain: allow password -->",
        "<!-- Vaultbrain:Allow password -->",
        "vaultbrain",
        "",
    ],
)
def test_what_is_no_such_comment_lets_nothing_pass(text: str) -> None:
    assert allowed_by(text) == Allowed(frozenset(), {})


def test_two_comments_meet_on_the_line_between_them() -> None:
    found = allowed_by("<!-- vaultbrain:allow pin -->\nx\n%% vaultbrain:allow iban %%\n")
    assert found.by_line == {
        1: frozenset({"pin"}),
        2: frozenset({"pin"}),
        3: frozenset({"iban"}),
        4: frozenset({"iban"}),
    }
    found = allowed_by("<!-- vaultbrain:allow pin -->\n%% vaultbrain:allow iban %%\n")
    assert found.by_line[2] == {"pin", "iban"}


@pytest.mark.parametrize(
    ("head", "classes"),
    [
        ("vaultbrain-allow: card", {"card"}),
        ("vaultbrain-allow: [card, iban]", {"card", "iban"}),
        ("vaultbrain-allow: ['card', \"iban\"]", {"card", "iban"}),
        ("vaultbrain-allow:\n- card\n  - iban\ntags: [x]", {"card", "iban"}),
        ("vaultbrain-allow: []", set()),
        ("tags:\n- card\n- x", set()),
        ("vaultbrain-allow:\ntags:\n- card", set()),
        ("x: 1\nvaultbrain-allow: card\ny: 2", {"card"}),
        ("  vaultbrain-allow: card", set()),
    ],
)
def test_metadata_is_for_the_whole_note(head: str, classes: set[str]) -> None:
    for line_end in ("\n", "\r\n"):
        text = f"---\n{head}\n---\nbody\n".replace("\n", line_end)
        assert allowed_by(text) == Allowed(frozenset(classes), {})


@pytest.mark.parametrize(
    "text",
    [
        "vaultbrain-allow: card\n",
        "---\nvaultbrain-allow: card\n",
        "\n---\nvaultbrain-allow: card\n---\n",
        "---\n---\nvaultbrain-allow: card\n",
        "text\n---\nvaultbrain-allow: card\n---\n",
    ],
)
def test_what_is_no_metadata_is_not_heard(text: str) -> None:
    assert allowed_by(text).everywhere == frozenset()


@pytest.mark.parametrize(
    "source", ["https://example.org/a", '"https://example.org/a"', "'http://example.org'"]
)
def test_what_a_clipper_took_from_elsewhere_is_not_heard(source: str) -> None:
    text = f"---\nsource: {source}\nvaultbrain-allow: card\n---\n%% vaultbrain:allow pin %%\n"
    assert allowed_by(text) == Allowed(frozenset(), {})
    own = text.replace(f"source: {source}", "source: a talk with Jana")
    assert allowed_by(own) == Allowed(
        frozenset({"card"}), {5: frozenset({"pin"}), 6: frozenset({"pin"})}
    )


PIECES = st.sampled_from(
    [
        "vaultbrain:allow",
        "vaultbrain-allow:",
        "<!--",
        "-->",
        "%%",
        "---",
        "\n",
        "\r\n",
        " ",
        "- ",
        "[",
        "]",
        ",",
        "pin",
        "'",
        '"',
        "source: http",
        "\ud800",
        "\x85",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=20).map("".join))
def test_whatever_a_note_says_is_understood_or_not_heard(text: str) -> None:
    found = allowed_by(text)
    assert all(1 <= line <= text.count("\n") + 2 for line in found.by_line)
    words = [*found.everywhere, *(word for classes in found.by_line.values() for word in classes)]
    assert all(word and word == word.strip(" \t\"'") for word in words)


@pytest.mark.parametrize(
    "unit",
    [
        "vaultbrain:allow ",
        "<!-- vaultbrain:allow pin -->",
        "<!-- vaultbrain:allow pin -->\n",
        "%% vaultbrain:allow ",
        "%% vaultbrain:allow\n",
    ],
)
def test_hearing_takes_time_by_length_alone(unit: str) -> None:
    def seconds(times: int) -> float:
        text = unit * times
        best = float("inf")
        for _ in range(3):
            begun = time.thread_time()
            allowed_by(text)
            best = min(best, time.thread_time() - begun)
        return best

    assert seconds(40_000) < 0.5
    assert seconds(40_000) < 8 * seconds(10_000) + 0.01


# What passes


def test_a_comment_lets_a_finding_of_its_class_pass() -> None:
    line = f"heslo: {PW} <!-- vaultbrain:allow password -->"
    assert left(line) == line
    above = f"%% vaultbrain:allow password %%\nheslo: {PW}"
    assert left(above) == above
    (finding,) = gate().clean(above + REST, NOTE).findings
    assert (finding.action, finding.line, finding.class_) == (Action.ALLOWED, 2, "password")
    assert finding.id == Baseline(KEY).id("password", PW)


@pytest.mark.parametrize(
    "text",
    [
        f"heslo: {PW} <!-- vaultbrain:allow pin -->",
        f"heslo: {PW} <!-- vaultbrain:allow -->",
        f"heslo: {PW} <!-- vaultbrain:allow password",
        f"<!-- vaultbrain:allow password -->\n\nheslo: {PW}",
        f"heslo: {PW}\n<!-- vaultbrain:allow password -->",
        f"---\nvaultbrain-allow: password\n---\nheslo: {PW}",
        f"---\nsource: https://example.org\n---\nheslo: {PW} <!-- vaultbrain:allow password -->",
    ],
)
def test_other_comments_do_not(text: str) -> None:
    assert PW not in left(text)


def test_a_foreign_note_may_not_say_it_and_a_text_without_a_note_neither() -> None:
    line = f"heslo: {PW} <!-- vaultbrain:allow password -->"
    assert PW not in left(line, at=gate(foreign="notes"))
    assert PW in left(line, at=gate(foreign="others"))
    assert PW not in left(line, None)


def test_a_finding_over_two_lines_needs_both() -> None:
    passing = Allowing().passing
    spanning = Mark(27, 36, _rule("card"))
    text = "%% vaultbrain:allow card %% ab\ncdefgh\n"
    assert passing(text, [spanning], NOTE) == [spanning]
    assert passing(f"{text}more", [spanning._replace(end=40)], NOTE) == []


def _rule(class_: str) -> int:
    return next(n for n, rule in enumerate(TABLE) if rule.class_ == class_)


def test_metadata_lets_personal_data_pass() -> None:
    text = f"---\nvaultbrain-allow: [card]\n---\ncard {CARD}\n\n\ncard again {CARD}"
    assert left(text) == text
    assert CARD not in left(text, at=gate(foreign="notes"))
    assert CARD not in left(text.replace("[card]", "[iban]"))


@pytest.mark.parametrize("class_", sorted(CONTAINERS))
def test_what_opens_everything_passes_by_no_word(class_: str) -> None:
    assert class_ in {"private-key", "seed-phrase", "recovery-codes"}
    mark = Mark(0, 3, _rule(class_))
    said = f"abc <!-- vaultbrain:allow {class_} -->"
    rule = Allowance("*", (class_,))
    assert Allowing([rule]).passing(said, [mark], NOTE) == []


def test_a_key_block_passes_by_its_id_alone() -> None:
    text = f"%% vaultbrain:allow private-key %%\n{BLOCK}"
    at = gate(Allowance("*", ("private-key",)))
    assert "[redacted:private-key]" in left(text, at=at)
    (finding,) = at.clean(text + REST, NOTE).findings
    at.baseline.put(finding.id)
    assert left(text, at=at) == text
    at.baseline.drop(finding.id)
    assert "[redacted:private-key]" in left(text, at=at)


def test_a_baseline_without_ids_has_the_key_all_the_same() -> None:
    base = Baseline(KEY)
    assert gate(baseline=base).baseline is base
    assert Gate(scanner=scanner()).baseline.id("pin", "1") != base.id("pin", "1")


def test_in_a_list_of_passwords_no_comment_counts() -> None:
    def note(count: int) -> str:
        comment = " <!-- vaultbrain:allow password -->"
        return "\n".join(f"heslo: {PW}{n}{comment}" for n in range(count))

    assert left(note(2)) == note(2)
    assert PW not in left(note(3))
    with_card = f"{note(3)}\ncard {CARD} <!-- vaultbrain:allow card -->"
    assert CARD in left(with_card)  # a list of passwords, but no list of cards
    assert PW not in left(with_card)


@pytest.mark.parametrize(
    ("rule", "passes"),
    [
        (Allowance("*", ("password",)), True),
        (Allowance("work/", ("password",)), True),
        (Allowance("work/*.md", ("pin", "password"), "notes"), True),
        (Allowance("servers.md", ("password",)), True),
        (Allowance("/servers.md", ("password",)), False),
        (Allowance("private/", ("password",)), False),
        (Allowance("*", ("password",), "others"), False),
        (Allowance("*", ("pin",)), False),
        (Allowance("*", ()), False),
    ],
)
def test_a_rule_is_for_paths_of_a_source(rule: Allowance, passes: bool) -> None:  # noqa: FBT001
    assert (PW in left(f"heslo: {PW}", at=gate(rule))) == passes
    assert (PW in left(f"heslo: {PW}", at=gate(rule, foreign="notes"))) == passes
    assert PW not in left(f"heslo: {PW}", None, gate(rule))


def test_a_rule_counts_in_a_list_of_passwords() -> None:
    text = "\n".join(f"heslo: {PW}{n}" for n in range(4))
    assert left(text, at=gate(Allowance("work/", ("password",)))) == text


def test_what_is_let_pass_by_its_id_passes_everywhere() -> None:
    base = Baseline(KEY)
    base.put(base.id("password", PW))
    at = gate(baseline=base)
    text = f"heslo: {PW}\npassword: {OTHER}"
    assert left(text, None, at) == f"heslo: {PW}\npassword: [redacted:password]"
    verdict = at.clean(text + REST)
    assert [found.action for found in verdict.findings] == [Action.ALLOWED, Action.REDACTED]
    assert verdict.passed == frozenset()
    assert PW not in left(text, None, gate(baseline=Baseline(bytes(32), [*base._ids])))


def test_what_may_stay_is_said_for_pieces_of_the_note() -> None:
    text = f"heslo: {PW} <!-- vaultbrain:allow password -->\n\npassword: {OTHER}"
    verdict = gate().clean(text + REST, NOTE)
    assert verdict.passed == {Baseline(KEY).id("password", PW)}
    piece = f"heslo: {PW}\npassword: {OTHER}"
    assert gate().clean(piece, passed=verdict.passed).text == (
        f"heslo: {PW}\npassword: [redacted:password]"
    )
    assert PW not in gate().clean(piece).text


def test_what_may_stay_stays_while_redactions_lay_more_bare() -> None:
    lines = [f"heslo: heslo: {OTHER}", f"pass: {PW} %% vaultbrain:allow password %%"]
    text = "\n\n".join(lines)
    cleaned = left(text)
    assert PW in cleaned
    assert OTHER not in cleaned
    once = gate().clean(text + REST, NOTE)
    assert gate().clean(once.text, NOTE).text == once.text


def test_what_decides_is_named_for_the_rule_set() -> None:
    plain = gate()
    others = [
        gate(foreign="notes"),
        gate(Allowance("*", ("pin",))),
        gate(Allowance("*", ("pin",), "notes")),
        gate(Allowance("*", ("card",))),
        gate(Allowance("a/", ("pin",))),
    ]
    assert len({plain.ruleset, *(at.ruleset for at in others)}) == 6
    plain.baseline.put("0" * 16)
    assert plain.ruleset == gate(baseline=Baseline(bytes(32))).ruleset

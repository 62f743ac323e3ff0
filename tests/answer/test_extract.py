from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.answer import extract
from vaultbrain.answer.extract import (
    MOST_EMBEDDED,
    Scored,
    Sentence,
    best,
    by_meaning,
    shortlist,
    split,
)

PIECES = st.sampled_from(
    [
        "A sentence.", " ", "\n", "\n\n", "- item one", "* [ ] task", "3. 5. 2025", "1. first",
        "| a | b |", "|---|---|", "```", "~~~", "code.line()", "# Heading", "> quote", "Dr. Who?",
        "končí v červnu.", "会議です。", "次\uff01", "\u2026 and", "**bold.** Next", "\t",
        "etc. small",
        "---", "“Quoted.” Then", "\r", "\u2028",
    ]
)  # fmt: skip


def quotes(text: str) -> list[str]:
    return [quote for quote, _ in split(text)]


@given(st.one_of(st.lists(PIECES, max_size=20).map("".join), st.text(max_size=200)))
def test_sentences_stand_verbatim_where_they_are_said_to(text: str) -> None:
    end = 0
    for quote, offset in split(text):
        assert text[offset : offset + len(quote)] == quote
        assert quote == quote.strip() or len(quote) == 600
        assert quote
        assert offset >= end  # in order, and no two overlap
        end = offset + len(quote)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("One line\nand the next. Two.", ["One line\nand the next.", "Two."]),
        ("Due on 3. 5. 2025 at noon. Pay.", ["Due on 3. 5. 2025 at noon.", "Pay."]),
        ("Version 2.5 is out. Get it.", ["Version 2.5 is out.", "Get it."]),
        ("He said e.g. apples. Then", ["He said e.g. apples.", "Then"]),
        ("Smlouva končí. Druhá strana platí.", ["Smlouva končí.", "Druhá strana platí."]),
        ("Smlouva končí. Česká strana platí.", ["Smlouva končí.", "Česká strana platí."]),
        ("東京で会議。大阪で夕食。", ["東京で会議。", "大阪で夕食。"]),
        ("**Bold.** Next.", ["**Bold.**", "Next."]),
        ("Wait\u2026 What?", ["Wait\u2026", "What?"]),
        ("First.\n\nSecond.", ["First.", "Second."]),
    ],
)
def test_prose(text: str, expected: list[str]) -> None:
    assert quotes(text) == expected


def test_list_items_stand_alone_with_their_continuation() -> None:
    text = "Intro:\n- milk\n- bread\n  and butter\n1. first\n2) second"
    assert quotes(text) == [
        "Intro:",
        "- milk",
        "- bread\n  and butter",
        "1. first",
        "2) second",
    ]


def test_table_rows_stand_alone_and_rules_are_none() -> None:
    text = "| name | price |\n|---|:-:|\n| pump | 12 |\n| hose | 3 |"
    assert quotes(text) == ["| name | price |", "| pump | 12 |", "| hose | 3 |"]


def test_code_is_taken_line_by_line() -> None:
    found = quotes("Text:\n```\nx = f(1)\ny = 2\n```\nAfter.")
    assert found == ["Text:", "x = f(1)", "y = 2", "After."]


def test_headings_and_rules_are_no_sentences() -> None:
    assert quotes("# Heading\n\n---\n\nText.\n\n## More") == ["Text."]


def test_a_quote_has_an_end() -> None:
    assert {len(quote) for quote in quotes("x" * 5000)} == {600, 200}


def scored(*scores: float, rank: int = 0) -> list[Scored]:
    return [Scored(Sentence(f"s{n}", rank, n), score) for n, score in enumerate(scores)]


def test_the_best_come_near_the_first() -> None:
    found = best(scored(1.0, 0.95, 0.2, 0.0), 3)
    assert [at.quote for at in found] == ["s0", "s1"]
    assert len(best(scored(*[1.0] * 9), 3)) == 3
    assert best([], 3) == []
    assert best(scored(0.0, 0.0), 3) == []


def test_the_same_words_are_said_once() -> None:
    twice = [Scored(Sentence("same", rank, 1), 1.0) for rank in range(3)]
    assert best(twice, 3) == [Sentence("same", 0, 1)]


def test_meaning_reorders_what_words_chose() -> None:
    merged = by_meaning(scored(0.5, 0.4, 0.3), [0.80, 0.90, 0.81])
    assert merged[0].sentence.quote == "s1"
    assert all(0 <= at.score <= 1 for at in merged)
    assert {at.sentence for at in merged} == {at.sentence for at in scored(0.5, 0.4, 0.3)}
    assert by_meaning(scored(0.5), [0.9])[0].score >= 0


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 4)), max_size=80))
def test_the_shortlist_is_short_and_fair(drawn: list[tuple[float, int]]) -> None:
    found = [Scored(Sentence(f"s{n}", rank, n), score) for n, (score, rank) in enumerate(drawn)]
    found.sort(key=lambda at: -at.score)
    chosen = shortlist(found)
    assert len(chosen) == min(len(found), MOST_EMBEDDED)
    assert len({at.sentence for at in chosen}) == len(chosen)
    assert {at.sentence for at in chosen} <= {at.sentence for at in found}
    if found and found[0].score > 0:
        assert chosen[0] == found[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("~~Price 100~~ Price 120", ["Price 120"]),
        ("~~All of it.~~\n\nNew.", ["New."]),
        ("- ~~old item~~\n- new item", ["- new item"]),
        ("The fee is ~~50~~ 75. Paid ~~twice~~", ["The fee is ~~50~~ 75.", "Paid"]),
        ("word " * 119 + "~~" + "struck " * 9 + "x~~ end", [("word " * 119).strip(), "end"]),
    ],
)
def test_what_is_struck_through_is_no_sentence(text: str, expected: list[str]) -> None:
    assert quotes(text) == expected


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("\n".join(["a row of a table without a stop"] * 40) + "\nThe fee is 75.", " is 75."),
        ("word " * 300 + "the fee is 75.", "the fee is 75."),
        ("x" * 1500, "x" * 300),
        (" " * 700 + "the fee is 75.", "the fee is 75."),
    ],
)
def test_a_long_run_without_a_stop_is_quoted_in_parts(text: str, ends: str) -> None:
    found = quotes(text)
    assert max(map(len, found)) <= 600
    assert found[-1].endswith(ends)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_what_a_sentence_says() -> None:
    assert Sentence("The fee is ~~50~~ 75.", 0, 1).said == "The fee is 75."
    row = Sentence("| pump | 75 CZK |", 0, 1, "| Part | Price |")
    assert row.said == "Part: pump, Price: 75 CZK"


def test_the_heads_of_tables() -> None:
    lines = ["| a | b |", "| x | y |", "|---|---|", "| 1 | 2 |", "| 3 | - |", "text", "| 4 | 5 |"]
    assert extract._heads(lines) == {3: "| x | y |", 4: "| x | y |"}


def test_of_sentences_that_begin_alike_the_last_is_first() -> None:
    lines = {3: "The pen: closed.", 9: "The pen: open.", 5: "The pen: painted.", 4: "A pen: sold."}
    scored = [Scored(Sentence(lines[line], 0, line), 1.0 - line / 100) for line in lines]
    assert [at.line for at in best(scored, 4)] == [9, 5, 3, 4]
    far = [Scored(Sentence("The pen: open.", 0, 9), 0.85), scored[0]]
    assert [at.line for at in best(sorted(far, key=lambda at: -at.score), 2)] == [3, 9]
    other = [scored[0], Scored(Sentence("The pen: open.", 1, 9), 0.95)]
    assert [at.line for at in best(other, 2)] == [3, 9]

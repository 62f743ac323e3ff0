"""Spans, and texts with placeholders in their place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.gate.redact import Mark, Placeholder, apart, merged, original, replaced
from vaultbrain.gate.rules import TABLE
from vaultbrain.records import Tier


def rule(tier: Tier, place: int = 0) -> int:
    """The place in the table of one of a tier's rules."""
    return [n for n, at in enumerate(TABLE) if at.tier is tier][place]


SECRET, SECRET_2 = rule(Tier.SECRET), rule(Tier.SECRET, 1)
STRONG, SOFT = rule(Tier.STRONG), rule(Tier.SOFT)


def test_a_mark_says_what_its_rule_says() -> None:
    at = Mark(0, 1, SOFT)
    assert (at.class_, at.tier) == (TABLE[SOFT].class_, Tier.SOFT)


@pytest.mark.parametrize(
    ("marks", "united"),
    [
        ([], []),
        ([Mark(3, 5, SECRET), Mark(0, 2, SOFT)], [Mark(0, 2, SOFT), Mark(3, 5, SECRET)]),
        ([Mark(0, 2, SOFT), Mark(2, 4, SOFT)], [Mark(0, 2, SOFT), Mark(2, 4, SOFT)]),
        ([Mark(0, 9, SOFT), Mark(2, 4, SECRET)], [Mark(0, 9, SECRET)]),
        ([Mark(0, 5, STRONG), Mark(4, 9, SOFT)], [Mark(0, 9, STRONG)]),
        ([Mark(0, 3, SECRET), Mark(2, 9, SECRET_2)], [Mark(0, 9, SECRET_2)]),
        ([Mark(0, 3, SECRET_2), Mark(0, 3, SECRET)], [Mark(0, 3, SECRET)]),
        (
            [Mark(0, 4, SOFT), Mark(3, 6, SECRET), Mark(5, 30, STRONG)],
            [Mark(0, 30, SECRET)],
        ),
    ],
)
def test_overlaps_are_united_and_named_after_the_weightiest(
    marks: list[Mark], united: list[Mark]
) -> None:
    assert merged(marks) == united


@pytest.mark.parametrize(
    ("gone", "kept"),
    [
        ([], [0, 4, 8]),
        ([(0, 2)], [4, 8]),
        ([(2, 4)], [0, 4, 8]),
        ([(1, 5)], [8]),
        ([(2, 3), (3, 4), (9, 10)], [0, 4]),
        ([(6, 8), (20, 21)], [0, 4, 8]),
    ],
)
def test_what_touches_what_is_gone_is_dropped(gone: list[tuple[int, int]], kept: list[int]) -> None:
    left = [Mark(start, start + 2, SOFT) for start in (0, 4, 8)]
    found = apart(left, [Mark(*at, SECRET) for at in gone])
    assert [at.start for at in found] == kept


def test_a_placeholder_keeps_line_ends() -> None:
    said = f"[redacted:{TABLE[SECRET].class_}]"
    text, origins = replaced("a\r\nb\nc d", [Mark(0, 6, SECRET), Mark(7, 8, SECRET)])
    assert text == f"{said}\r\n\n {said}"
    first = len(said) + 3
    assert origins == [Placeholder(0, first, 6), Placeholder(first + 1, len(text), 8)]
    assert replaced("nothing", []) == ("nothing", [])


def test_marks_of_the_new_text_become_marks_of_the_old() -> None:
    text, origins = replaced("abcdefgh", [Mark(2, 4, SECRET)])
    at, end = origins[0].start, origins[0].end
    assert text[end:] == "efgh"

    def old(start: int, stop: int) -> list[tuple[int, int]]:
        return [mark[:2] for mark in original([Mark(start, stop, SOFT)], origins)]

    assert old(0, 2) == [(0, 2)]
    assert old(end, end + 1) == [(4, 5)]
    assert old(1, end + 1) == [(1, 5)]
    assert old(at, end) == [(2, 4)]
    assert old(1, at + 3) == [(1, 4)]
    assert old(at + 2, end + 2) == [(4, 6)]
    assert old(at + 1, end - 1) == []


LINES = st.text(alphabet="ab\r\nč", max_size=30)


MADE = st.lists(st.tuples(LINES, st.booleans()), max_size=8)


def marked(made: list[tuple[str, bool]]) -> tuple[str, list[Mark]]:
    """A text of pieces, and marks of it in order and without overlaps."""
    marks, size = [], 0
    for piece, is_marked in made:
        if is_marked and piece:
            marks.append(Mark(size, size + len(piece), SECRET))
        size += len(piece)
    return "".join(piece for piece, _ in made), marks


@given(MADE)
def test_what_stays_can_be_found_again(made: list[tuple[str, bool]]) -> None:
    text, marks = marked(made)
    new, origins = replaced(text, marks)
    assert [c for c in new if c in "\r\n"] == [c for c in text if c in "\r\n"]
    inside = {n for at in origins for n in range(at.start, at.end)}
    for n in set(range(len(new))) - inside:
        ((start, end, _),) = original([Mark(n, n + 1, SOFT)], origins)
        assert (text[start:end], end - start) == (new[n], 1)
    stays = "".join(new[n] for n in range(len(new)) if n not in inside)
    gone = {n for at in marks for n in range(at.start, at.end)}
    assert stays == "".join(text[n] for n in range(len(text)) if n not in gone)


@given(MADE, st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=6))
def test_marks_of_the_old_text_lie_in_it(
    made: list[tuple[str, bool]], places: list[tuple[int, int]]
) -> None:
    text, marks = marked(made)
    new, origins = replaced(text, marks)
    found = [Mark(at, min(at + n, len(new)), SOFT) for at, n in places if at < len(new)]
    for mark in original(found, origins):
        assert 0 <= mark.start < mark.end <= len(text)

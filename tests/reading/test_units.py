from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from vaultbrain.reading.units import Unit, counted, parts, units_of
from vaultbrain.records import Block

if TYPE_CHECKING:
    from collections.abc import Sequence


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def characters(texts: Sequence[str]) -> list[int]:
    return [len("".join(text.split())) for text in texts]


def units(text: str, room: int = 10, kind: str = "fence") -> list[Unit]:
    return list(units_of(Block(kind, 5, 5 + text.count("\n"), text), words([text])[0], room, words))


def texts(text: str, room: int = 10, kind: str = "fence") -> list[str]:
    return [unit.text for unit in units(text, room, kind)]


def some(first: int, number: int) -> str:
    return " ".join(f"w{n}" for n in range(first, first + number))


def test_a_block_that_fits_is_one_unit() -> None:
    assert [(at.line_start, at.line_end, at.torn) for at in units("a\n\nb")] == [(5, 7, False)]


def test_a_block_is_torn_between_lines() -> None:
    found = units(f"{some(0, 8)}\n{some(8, 8)}\n{some(16, 8)}")
    assert [(at.line_start, at.line_end, at.torn) for at in found] == [
        (5, 5, False),
        (6, 6, True),
        (7, 7, True),
    ]


def test_blank_lines_at_the_ends_of_a_part_belong_to_none() -> None:
    gap = "\n" * 1_000
    found = units(f"\n{some(0, 8)}{gap}{some(8, 8)}\n{gap}")
    assert [(at.text, at.line_start, at.line_end) for at in found] == [
        (some(0, 8), 6, 6),
        (some(8, 8), 1_006, 1_006),
    ]


def test_many_blank_lines_within_a_part_are_a_few() -> None:
    (found, *_) = units("a" + "\n" * 1_000 + f"b\n{some(0, 9)}")
    assert (found.text, found.line_start, found.line_end) == ("a\n\n\n\nb", 5, 1_005)


def test_white_space_has_no_tokens_however_much_of_it_there_is() -> None:
    assert counted(["x" + " " * 100_000 + "y", "z" * 40_000], words) == [2, 1 << 15]
    wide = f"{some(0, 9)}{' ' * 40_000}{some(9, 9)}"
    for text in (wide, " " * 40_000 + wide, wide + " " * 40_000):
        assert " ".join(" ".join(texts(text)).split()) == some(0, 18)
        assert len(texts(text)) == 2


def test_a_word_longer_than_a_chunk_is_cut_and_nothing_of_it_is_lost() -> None:
    word = "".join(random.Random(1).choices("abcXYZ0189", k=500))  # noqa: S311
    text = f"{word}{' ' * 50}{word} end"
    block = Block("paragraph", 1, 1, text)
    found = list(units_of(block, characters([text])[0], 20, characters))
    assert "".join("".join(at.text.split()) for at in found) == "".join(text.split())
    assert max(characters([at.text for at in found])) <= 20
    assert all(at.text.strip() for at in found)


def test_a_slice_is_no_longer_than_its_room() -> None:
    found = list(units_of(Block("paragraph", 1, 1, "Q" * 99), 99, 7, characters))
    assert {len(at.text) for at in found[:-1]} == {7}


def test_the_header_of_a_table_is_repeated_if_it_is_small() -> None:
    rows = "\n".join(f"| {some(n * 3, 3)} |" for n in range(4))
    assert all(at.startswith("| h |\n|-|\n| w") for at in texts(f"| h |\n|-|\n{rows}", 12, "table"))
    large = texts(f"| {some(90, 9)} |\n|-|\n{rows}", 12, "table")
    assert [at.count("|-|") for at in large].count(1) == 1


def test_units_that_were_torn_stay_apart() -> None:
    torn = [*units(f"{some(0, 8)}\n{some(8, 8)}"), *units("c")]
    assert [len(part) for part in parts(torn, 30)] == [3]
    assert [[at.text for at in part] for part in parts(torn, 10)] == [
        [some(0, 8)],
        [some(8, 8), "c"],
    ]


def test_the_end_of_a_stretch_parts_nothing() -> None:
    chance = random.Random(3)  # noqa: S311
    lines = [some(chance.randrange(10**6), 2) for _ in range(4_000)]
    at_once = parts([Unit(line, 0, 0, 2, "line") for line in lines], 40)
    wanted = {"\n".join(unit.text for unit in part) for part in at_once}
    found = set(texts("\n".join(lines), 40))
    assert len(wanted) > 200
    assert len(found - wanted) <= 3


def edits(lines: list[str], at: int) -> list[list[str]]:
    return [[*lines[:at], "new", *lines[at:]], [*lines[:at], *lines[at + 1 :]]]


@pytest.mark.parametrize("gap", [[], [""], ["}", ""]])
def test_a_line_more_or_less_moves_nothing_far_from_it(gap: list[str]) -> None:
    chance = random.Random(4)  # noqa: S311
    lines = [
        line
        for _ in range(2_500)
        for line in (some(chance.randrange(10**6), chance.randint(1, 9)), *gap)
    ]
    before = set(texts("\n".join(lines), 60))
    assert len(before) > 200
    made = [
        len(set(texts("\n".join(edit), 60)) - before)
        for at in range(50, len(lines), len(lines) // 40)
        for edit in edits(lines, at)
    ]
    assert max(made) <= 5


def test_a_huge_block_takes_time_by_its_size() -> None:
    start = time.process_time()
    for text in ("x\n" * 300_000, "a\n" + "\n" * 1_000_000 + "b " * 99, "q " * 300_000):
        units(text, 60)
    # About 4 s; what is quadratic in any of them takes minutes.
    assert time.process_time() - start < 60


def test_a_block_of_one_line_over_and_over_is_all_there() -> None:
    found = units("\n".join(["x"] * 2_048), 60)
    assert sum(at.tokens for at in found) == 2_048
    assert found[-1].line_end == 5 + 2_047

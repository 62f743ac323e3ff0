from __future__ import annotations

import hashlib
import itertools
import random
import statistics
import string
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultbrain.reading.base import Extract
from vaultbrain.reading.chunk import Limits, breadcrumb, chunk
from vaultbrain.reading.markdown import MarkdownReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.records import Chunk

SMALL = Limits(largest=24, merge_below=8)
USUAL = Limits(largest=450, merge_below=200)
READER = MarkdownReader()


def count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def characters(texts: Sequence[str]) -> list[int]:
    return [len("".join(text.split())) for text in texts]


def cut(text: str, limits: Limits | None = None, path: str = "n.md") -> tuple[Chunk, ...]:
    return chunk(READER.read(path, Extract(text)), count, limits)


def words(first: int, number: int) -> str:
    return " ".join(f"w{n}" for n in range(first, first + number))


# Every word of a document is its own, so that nothing can be found twice by chance.
_kinds = st.sampled_from(["h1", "h2", "h3", "para", "para", "lines", "fence", "table", "list"])
_pieces = st.lists(st.tuples(_kinds, st.integers(1, 60)), max_size=14)


def document(pieces: Sequence[tuple[str, int]]) -> str:
    made, at = [], 0
    for kind, size in pieces:
        rows = [words(at + n, min(5, size - n)) for n in range(0, size, 5)]
        at += size
        made.append(
            {
                "h1": f"# {rows[0]}",
                "h2": f"## {rows[0]}",
                "h3": f"### {rows[0]}",
                "para": " ".join(rows),
                "lines": "\n".join(rows),
                "fence": "```\n" + "\n\n".join(rows) + "\n```",
                "table": f"| head{at} |\n|---|\n" + "\n".join(f"| {row} |" for row in rows),
                "list": "\n".join(f"- {row}" for row in rows),
            }[kind]
        )
    return "\n\n".join(made) + "\n"


def flat(text: str) -> list[str]:
    return text.split()


@settings(max_examples=150)
@given(_pieces)
def test_every_visible_word_stands_in_some_chunk_in_order(pieces: list[tuple[str, int]]) -> None:
    text = document(pieces)
    held = [word for at in cut(text, SMALL) for word in flat(at.text)]
    first = {word: n for n, word in reversed(list(enumerate(held)))}
    wanted = [word for word in flat(text) if word.startswith(("w", "head"))]
    places = [first[word] for word in wanted]
    assert places == sorted(places)


@settings(max_examples=150)
@given(_pieces)
def test_lines_are_those_of_the_file(pieces: list[tuple[str, int]]) -> None:
    text = document(pieces)
    lines = text.split("\n")
    for at in cut(text, SMALL):
        span = [" ".join(flat(line)) for line in lines[at.line_start - 1 : at.line_end]]
        repeated = [" ".join(flat(line)) for line in at.text.split("\n")[:2]]
        for number, line in enumerate(at.text.split("\n")):
            part = " ".join(flat(line))
            is_header = number < 2 and "|---|" in repeated
            assert is_header or any(part in whole for whole in span)
        assert flat(at.text)[-1] in flat(span[-1] or span[-2] or span[-3])


@settings(max_examples=150)
@given(_pieces)
def test_no_chunk_is_larger_than_its_limit(pieces: list[tuple[str, int]]) -> None:
    for at in cut(document(pieces), SMALL):
        assert count([at.embedded])[0] <= SMALL.largest


@settings(max_examples=150)
@given(_pieces)
def test_nothing_stands_twice_but_table_headers(pieces: list[tuple[str, int]]) -> None:
    found = cut(document(pieces), SMALL)
    everywhere = [word for at in found for word in flat(at.text) if word.startswith("w")]
    assert len(everywhere) == len(set(everywhere))
    for before, after in itertools.pairwise(found):
        assert before.line_end <= after.line_start


@settings(max_examples=50)
@given(_pieces)
def test_equal_notes_make_equal_chunks(pieces: list[tuple[str, int]]) -> None:
    found = cut(document(pieces), SMALL)
    assert found == cut(document(pieces), SMALL)
    assert [at.ordinal for at in found] == list(range(len(found)))
    for at in found:
        assert at.text_hash == hashlib.sha256(" ".join(at.embedded.split()).encode()).digest()


SHAPES = {
    "paragraphs": ("", "\n\n"),
    "sections": ("## ", "\n\n"),
    "items": ("- ", "\n"),
    "rows": ("| ", " |\n"),
}


class Long:
    """A made-up note of many parts in one shape."""

    def __init__(self, shape: str, seed: int, size: int) -> None:
        self.start, self.glue = SHAPES[shape]
        self.chance = random.Random(seed)  # noqa: S311 - a sample, not a secret
        self.parts = [self.part() for _ in range(size)]
        self.known = {at.text_hash for at in self.cut(self.parts)}

    def part(self) -> str:
        made = [f"w{self.chance.randrange(10**6)}" for _ in range(self.chance.randint(8, 25))]
        gap = "\n\n" if self.start == "## " else " "
        return f"{self.start}{made[0]} {made[1]}{gap}" + " ".join(made[2:])

    def cut(self, parts: Sequence[str]) -> tuple[Chunk, ...]:
        head = "| a |\n|---|\n" if self.start == "| " else ""
        text = head + self.glue.join(parts) + self.glue
        return cut(text, Limits(largest=120, merge_below=54))

    def new(self, at: int, instead: Sequence[str]) -> int:
        """How many chunks would be embedded with this in place of a part."""
        after = self.cut([*self.parts[:at], *instead, *self.parts[at + 1 :]])
        return sum(chunk.text_hash not in self.known for chunk in after)

    def edit(self) -> int:
        at = self.chance.randrange(len(self.parts))
        old, new = self.parts[at], self.part()
        more = new.removeprefix(self.start).replace("\n", " ")
        edits = [[new], [new, old], [], [f"{old} {more}"], [old[: len(old) // 2]]]
        return self.new(at, self.chance.choice(edits))


@pytest.mark.parametrize("shape", SHAPES)
def test_an_edit_makes_few_chunks_anew(shape: str) -> None:
    made = []
    for seed in range(6):
        note = Long(shape, seed, 250)
        made += [note.edit() for _ in range(15)]
    assert statistics.mean(made) < 1.6
    assert sum(new > 3 for new in made) <= 1
    assert max(made) <= 5


shapes_and_seeds = given(st.sampled_from(sorted(SHAPES)), st.integers(0), st.integers(1, 80))


@settings(max_examples=60, deadline=None)
@shapes_and_seeds
def test_an_edit_leaves_far_chunks_as_they_were(shape: str, seed: int, size: int) -> None:
    assert Long(shape, seed, size).edit() <= 6


@settings(max_examples=60, deadline=None)
@shapes_and_seeds
def test_another_word_behind_the_first_makes_one_chunk_anew(
    shape: str, seed: int, size: int
) -> None:
    note = Long(shape, seed, size)
    at = note.chance.randrange(size)
    assert note.new(at, [note.parts[at].rpartition(" ")[0] + " other"]) == 1


def test_a_table_drawn_wider_keeps_its_chunks() -> None:
    rows = [f"| {words(n * 4, 4)} |" for n in range(30)]
    table = "\n".join(["| head |", "|---|", *rows])
    wider = "\n".join(["| head   |", "|---|", *(row.replace(" ", "   ") for row in rows)])
    assert [at.text_hash for at in cut(wider, SMALL)] == [at.text_hash for at in cut(table, SMALL)]


def test_lines_of_equal_beginnings_are_parted_by_what_they_say() -> None:
    address = "https://example.org/a-long-address-that-they-all-share/and-more"
    items = [f"- {address}/{n} {words(n * 2, 2)}" for n in range(300)]
    before, after = cut("\n".join(items), SMALL), cut("\n".join([*items[:9], *items[10:]]), SMALL)
    assert len(before) > 50
    assert len({at.text_hash for at in after} - {at.text_hash for at in before}) <= 3


def test_sections_of_equal_headings_are_parted_by_what_they_say() -> None:
    parts = [f"## Request and its parameters\n\n{words(n * 5, 5)}\n" for n in range(200)]
    before, after = cut("\n".join(parts), SMALL), cut("\n".join([*parts[:9], *parts[10:]]), SMALL)
    assert len(before) > 50
    assert len({at.text_hash for at in after} - {at.text_hash for at in before}) <= 3


def test_a_letter_in_a_word_without_end_changes_what_is_around_it() -> None:
    chance = random.Random(1)  # noqa: S311 - a sample, not a secret
    word = "".join(chance.choices(string.ascii_letters + string.digits, k=20_000))
    before = chunk(READER.read("n.md", Extract(word)), characters)
    after = chunk(READER.read("n.md", Extract(f"{word[:5_000]}X{word[5_000:]}")), characters)
    assert len({at.text_hash for at in after} - {at.text_hash for at in before}) <= 3


def test_fences_and_tables_that_fit_stay_whole() -> None:
    fence = "```\n" + "\n\n".join(words(n * 5, 5) for n in range(4)) + "\n```"
    table = "| h |\n|---|\n" + "\n".join(f"| x{n} |" for n in range(4))
    found = cut(f"{words(500, 12)}\n\n{fence}\n\n{words(600, 12)}\n\n{table}\n", SMALL)
    assert any(fence in at.text for at in found)
    assert any(table in at.text for at in found)


def test_a_long_table_repeats_its_header() -> None:
    table = "| head |\n|---|\n" + "\n".join(f"| {words(n * 4, 4)} |" for n in range(12))
    found = cut(table, SMALL)
    assert len(found) > 2
    assert all(at.text.startswith("| head |\n|---|\n| w") for at in found)
    assert found[0].line_start == 3


def test_a_header_too_large_to_repeat_stands_once() -> None:
    table = f"| {words(0, 15)} |\n|---|\n" + "\n".join(f"| {words(n * 9, 9)} |" for n in range(9))
    found = cut(table, SMALL)
    assert sum("|---|" in at.text for at in found) == 1


def test_a_heading_stays_with_what_follows() -> None:
    blocks = [words(n * 10, 9) for n in range(12)]
    found = cut("## A\n\n" + "\n\n".join(blocks), SMALL)
    assert len(found) > 4
    assert found[0].text.startswith("## A\n\nw0 ")


def test_indented_lines_and_blank_ones_stay_with_the_line_before() -> None:
    code = "\n".join(f"def f{n}:\n\n    {words(n * 8, 7)}\n" for n in range(9))
    found = cut(f"```\n{code}```\n", SMALL)
    assert len(found) > 3
    assert all(at.text.startswith(("def ", "```\ndef ")) for at in found)
    tasks = "\n".join(f"- a{n} {words(n * 8, 4)}\n  - b{n} {words(n * 8 + 4, 3)}" for n in range(9))
    assert all(at.text.startswith("- a") for at in cut(tasks, SMALL))


def test_small_neighbours_are_merged_under_what_they_share() -> None:
    found = cut("# A\n\nx\n\n## B\n\ny\n\n## C\n\nz\n")
    assert [(at.heading, at.line_start, at.line_end) for at in found] == [(("A",), 1, 11)]


def test_a_chunk_of_equals_does_not_take_the_heading_of_the_last() -> None:
    found = cut("# A\n\nx\n\n# D\n\n## E\n\nu\n")
    assert [(at.heading, at.crumb) for at in found] == [((), "A")]


def test_large_neighbours_stay_apart() -> None:
    found = cut(f"## A\n\n{words(0, 18)}\n\n## B\n\n{words(50, 18)}\n", SMALL)
    assert [at.heading for at in found] == [("A",), ("B",)]


def test_text_before_the_first_heading_joins_it() -> None:
    found = cut("intro\n\n# A\n\nx\n")
    assert [(at.heading, at.line_start, at.line_end) for at in found] == [(("A",), 1, 5)]


def test_a_breadcrumb_leaves_out_a_heading_that_repeats_the_title() -> None:
    assert breadcrumb("T", ("T", "", "B")) == "T > B"
    assert breadcrumb("T", ()) == "T"


def test_an_endless_heading_leaves_room_for_the_text() -> None:
    text = f"# {words(0, 400)}\n\n## {words(400, 400)}\n\n{words(900, 300)}\n"
    for counter in (count, characters):
        found = chunk(READER.read("n.md", Extract(text)), counter)
        assert max(counter([at.embedded])[0] for at in found) <= 450
        assert found[0].crumb.endswith("\u2026")


def test_runs_without_blanks_are_cut() -> None:
    text = "\u6628\u665a\u6574\u7406\u65e7\u7167\u7247" * 3_000
    found = chunk(READER.read("n.md", Extract(text)), characters)
    assert "".join(at.text.replace("\n", "") for at in found) == text
    assert max(len(at.text) for at in found) <= 450


def test_sentences_are_kept_whole() -> None:
    text = " ".join(f"{words(n * 10, 9)} end{n}." for n in range(10))
    assert all(at.text.endswith(".") for at in cut(text, SMALL))


def test_parts_of_a_long_line_are_verbatim() -> None:
    text = "  ".join(f"{words(n * 10, 9)}  end{n}." for n in range(5)) + f" {words(90, 60)}"
    found = cut(text, SMALL)
    assert all(at.text in text for at in found)
    assert "".join(at.text.replace(" ", "") for at in found) == text.replace(" ", "")


def huge(shape: str, chance: random.Random) -> list[str]:
    """The lines of a note that is one block larger than any chunk."""

    def prose(size: int) -> str:
        return " ".join(f"w{chance.randrange(10**6)}" for _ in range(size))

    return {
        "fence": lambda: ["```", *(prose(chance.randint(1, 9)) for _ in range(2_000)), "```"],
        "table": lambda: ["| a |", "|---|", *(f"| {prose(9)} |" for _ in range(1_000))],
        "paragraph": lambda: [prose(20_000)],
        "sentences": lambda: [". ".join(prose(chance.randint(3, 20)) for _ in range(1_800))],
        "lines": lambda: [prose(chance.randint(3, 20)) for _ in range(1_500)],
    }[shape]()


@pytest.mark.parametrize("shape", ["fence", "table", "paragraph", "sentences", "lines"])
def test_a_word_in_a_huge_block_makes_few_chunks_anew(shape: str) -> None:
    made = []
    for seed in range(3):
        chance = random.Random(seed)  # noqa: S311 - a sample, not a secret
        lines = huge(shape, chance)
        known = {at.text_hash for at in cut("\n".join(lines), USUAL)}
        places = [at for at, line in enumerate(lines) if line.startswith(("w", "| w"))]
        for _ in range(12):
            at = chance.choice(places)
            word = chance.choice([word for word in lines[at].split() if word.startswith("w")])
            edited = [*lines[:at], lines[at].replace(word, "other", 1), *lines[at + 1 :]]
            after = cut("\n".join(edited), USUAL)
            made.append(sum(chunk.text_hash not in known for chunk in after))
    assert len(known) > 20
    assert statistics.mean(made) < 1.6
    assert max(made) <= 5


def test_two_tables_stay_apart_whatever_stands_between_them() -> None:
    table = "| head |\n|---|\n| row |\n"
    found = cut(f"## A\n\n{table}\n## B\n\ntext\n\n## C\n\n{table}", USUAL)
    assert [at.text.count("|---|") for at in found] == [1, 1]


def test_an_empty_note_has_no_chunks() -> None:
    assert cut("") == ()
    assert cut(" \n\n\t\n") == ()


def test_size_alone_costs_no_more_than_it_should() -> None:
    start = time.process_time()
    tasks = "".join(f"- [ ] task {n}\n" for n in range(10_000))
    chapters = "".join(f"# {n}\n\nx\n\n" for n in range(5_000))
    for text in ("lorem ipsum dolor " * 60_000, "QUJD" * 50_000, "[" * 40_000, tasks, chapters):
        cut(text)
    # About 3 s; what is quadratic in any of them takes minutes.
    assert time.process_time() - start < 40

"""What holds of the chunks of any note."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reading.notes import notes, wild
from vaultbrain.reading.base import Extract
from vaultbrain.reading.chunk import Limits, breadcrumb, chunk
from vaultbrain.reading.markdown import MarkdownReader

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from tests.reading.notes import Written
    from vaultbrain.records import Block, Chunk, Note, Section

    Count = Callable[[Sequence[str]], list[int]]

READER = MarkdownReader()


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def thirds(texts: Sequence[str]) -> list[int]:
    """A tokenizer that knows no word: three characters of one are a token."""
    return [sum(-(-len(word) // 3) for word in text.split()) for text in texts]


def characters(texts: Sequence[str]) -> list[int]:
    return [len("".join(text.split())) for text in texts]


counters = st.sampled_from([words, thirds, characters])
SMALL, USUAL = Limits(largest=60, merge_below=26), Limits(largest=450, merge_below=200)
sizes = st.sampled_from([SMALL, USUAL])
any_text = st.one_of(wild, notes.map(lambda note: note.text))


def read(text: str) -> Note:
    return READER.read("n.md", Extract(text))


def blocks(note: Note) -> list[Block]:
    return [block for section in note.sections for block in section.blocks]


def squeezed(text: str) -> str:
    return "".join(text.split())


class Cut:
    """The chunks of a note side by side, without their white space."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks
        texts = [squeezed(at.text) for at in chunks]
        self._text = "".join(texts)
        self._starts = list(itertools.accumulate([len(text) for text in texts], initial=0))

    def holding(self, word: str) -> list[Chunk]:
        """The chunks in which a word begins."""
        found = [at.start() for at in re.finditer(re.escape(word), self._text)]
        spans = zip(self._chunks, itertools.pairwise(self._starts), strict=True)
        return [at for at, (start, end) in spans for place in found if start <= place < end]


@settings(max_examples=100, deadline=None)
@given(notes, st.sampled_from([(words, SMALL), (thirds, SMALL), (characters, USUAL)]))
def test_every_word_is_in_one_chunk_and_on_its_line(
    note: Written, by: tuple[Count, Limits]
) -> None:
    count, limits = by  # such that no word of a table is larger than a chunk
    cut = Cut(chunk(read(note.text), count, limits))
    for word, line in note.seen.items():
        holding = cut.holding(word)
        if word in note.heads:
            assert holding
        else:
            assert [at.line_start <= line <= at.line_end for at in holding] == [True], word


@settings(max_examples=60, deadline=None)
@given(notes)
def test_no_block_holds_a_hidden_word(note: Written) -> None:
    held = "\n".join(block.text for block in blocks(read(note.text)))
    assert [word for word in note.hidden if word in held] == []


@settings(max_examples=100, deadline=None)
@given(wild, counters, sizes)
def test_chunks_are_the_blocks_in_their_order(text: str, count: Count, limits: Limits) -> None:
    note = read(text)
    found = chunk(note, count, limits)
    assert "".join(squeezed(at.text) for at in found) == "".join(
        squeezed(at.text) for at in blocks(note)
    )


@settings(max_examples=100, deadline=None)
@given(any_text, counters, sizes)
def test_lines_are_exact(text: str, count: Count, limits: Limits) -> None:
    note = read(text)
    lines = {
        number: squeezed(line)
        for block in blocks(note)
        for number, line in enumerate(block.text.split("\n"), start=block.line_start)
    }
    found = chunk(note, count, limits)
    for at in found:
        said = [squeezed(line) for line in at.text.split("\n")]
        assert lines[at.line_start]
        assert said[-1]
        assert said[-1] in lines[at.line_end]
        assert said[0] in lines[at.line_start] or "|---|" in at.text
    for before, after in itertools.pairwise(found):
        assert before.line_end <= after.line_start
        if before.line_end == after.line_start:
            # A line that is torn: neither has all of it.
            torn = lines[after.line_start]
            assert torn not in map(squeezed, before.text.split("\n"))
            assert torn not in map(squeezed, after.text.split("\n"))


@settings(max_examples=100, deadline=None)
@given(any_text, counters, sizes)
def test_no_chunk_is_larger_than_its_limit_or_empty(
    text: str, count: Count, limits: Limits
) -> None:
    for at in chunk(read(text), count, limits):
        assert at.text.strip()
        assert count([at.embedded])[0] <= limits.largest


@settings(max_examples=100, deadline=None)
@given(any_text, counters, sizes)
def test_a_block_that_fits_is_in_one_chunk(text: str, count: Count, limits: Limits) -> None:
    note = read(text)
    held = [(at.line_start, at.line_end, squeezed(at.text)) for at in chunk(note, count, limits)]
    for section in note.sections:
        room = limits.largest - count([breadcrumb(note.title, section.heading)])[0]
        for block in section.blocks:
            if count([block.text])[0] <= room:
                whole = squeezed(block.text)
                assert any(
                    start <= block.line_start and block.line_end <= end and whole in said
                    for start, end, said in held
                )


def span(section: Section) -> range:
    return range(section.blocks[0].line_start, section.blocks[-1].line_end + 1)


@settings(max_examples=100, deadline=None)
@given(any_text, counters, sizes)
def test_a_heading_is_what_all_sections_of_a_chunk_share(
    text: str, count: Count, limits: Limits
) -> None:
    note = read(text)
    for at in chunk(note, count, limits):
        held = [
            section.heading
            for section in note.sections
            if at.line_start < span(section).stop and span(section).start <= at.line_end
        ]
        steps = zip(*(heading for heading in held if heading), strict=False)
        shared = itertools.takewhile(lambda step: len(set(step)) == 1, steps)
        assert at.heading == tuple(step[0] for step in shared)


@settings(max_examples=60, deadline=None)
@given(any_text, counters)
def test_tables_of_two_sections_are_never_in_one_chunk(text: str, count: Count) -> None:
    note = read(text)
    tables = [
        (number, block.line_end)
        for number, section in enumerate(note.sections)
        for block in section.blocks
        if block.kind == "table"
    ]
    for at in chunk(note, count):
        assert len({n for n, end in tables if at.line_start <= end <= at.line_end}) <= 1


@settings(max_examples=60, deadline=None)
@given(any_text, any_text, counters, sizes)
def test_a_note_is_cut_as_if_it_were_the_first(
    text: str, other: str, count: Count, limits: Limits
) -> None:
    before = chunk(MarkdownReader().read("n.md", Extract(text)), count, limits)
    read(other)
    assert chunk(read(text), count, limits) == before
    assert [at.ordinal for at in before] == list(range(len(before)))
    said = {(" ".join(at.embedded.split()), at.text_hash) for at in before}
    assert len(said) == len({text for text, _ in said}) == len({digest for _, digest in said})


@settings(max_examples=100, deadline=None)
@given(notes, counters, sizes, st.randoms(use_true_random=False))
def test_another_word_makes_few_chunks_anew(
    note: Written, count: Count, limits: Limits, chance: random.Random
) -> None:
    before = read(note.text)
    heads = {at.line_start for at in blocks(before) if at.kind in {"heading", "table"}}
    chosen = [word for word, line in note.seen.items() if line not in heads]
    if not chosen:
        return
    word = chance.choice(chosen)
    after = read(note.text.replace(word, f"{chance.randrange(50_000, 99_999)}q"))
    known = {at.text_hash for at in chunk(before, count, limits)}
    assert sum(at.text_hash not in known for at in chunk(after, count, limits)) <= 5

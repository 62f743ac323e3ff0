from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.reading.notes import Written, notes, wild
from vaultbrain.reading.base import Extract
from vaultbrain.reading.chunk import Limits, chunk
from vaultbrain.reading.markdown import MarkdownReader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultbrain.records import Chunk, Note

    Count = Callable[[Sequence[str]], list[int]]

READER = MarkdownReader()
SMALL = Limits(largest=60, merge_below=26)
WORD = re.compile(r"\d{5}q")


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def thirds(texts: Sequence[str]) -> list[int]:
    """A tokenizer that knows no word: three characters of one are a token."""
    return [sum(-(-len(word) // 3) for word in text.split()) for text in texts]


def characters(texts: Sequence[str]) -> list[int]:
    return [len("".join(text.split())) for text in texts]


counters = st.sampled_from([words, thirds, characters])
limits = st.sampled_from([SMALL, Limits()])


def read(text: str) -> Note:
    return READER.read("n.md", Extract(text))


def squeezed(text: str) -> str:
    return "".join(text.split())


class Cut:
    """The chunks of a note side by side, without their white space."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = chunks
        texts = [squeezed(at.text) for at in chunks]
        self.text = "".join(texts)
        self.starts = list(itertools.accumulate([len(text) for text in texts], initial=0))

    def holding(self, word: str) -> list[Chunk]:
        """The chunks in which a word begins."""
        found = [at.start() for at in re.finditer(re.escape(word), self.text)]
        return [
            chunk
            for chunk, start, end in zip(
                self.chunks, self.starts, self.starts[1:], strict=False
            )
            for at in found
            if start <= at < end
        ]


@settings(max_examples=300, deadline=None)
@given(notes, counters, limits)
def test_every_word_is_in_one_chunk_and_on_its_line(
    note: Written, count: Count, limits: Limits
) -> None:
    cut = Cut(chunk(read(note.text), count, limits))
    for word, line in note.seen.items():
        holding = cut.holding(word)
        assert holding, word
        assert len(holding) == 1 or word in note.heads, word
        assert any(at.line_start <= line <= at.line_end for at in holding) or word in note.heads, word

"""Plain text and logs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.reading.base import sections, stem
from vaultbrain.reading.text import extract_text
from vaultbrain.records import Block, Note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.reading.base import Extract

# How a record of a log begins, or the day of a diary: 2026-01-31, 31. 1. 2026, 10:30:00, Jan 31 10:
_RECORD = re.compile(
    r"[\[(<]?(?:\d{4}([-/.])\d\d\1\d\d|\d\d?[./] ?\d\d?[./] ?\d{4}|\d\d:\d\d:\d\d"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:)"
)


class PlainReader:
    """Paragraphs; the records of a log stand by themselves, each with its stack trace."""

    def extract(self, path: str, raw: bytes) -> Extract:
        """The text of the file; see `Reader`."""
        return extract_text(path, raw)

    def read(self, path: str, extract: Extract) -> Note:
        """Its paragraphs and records; see `Reader`."""
        found = tuple(
            msgspec.structs.replace(
                section, blocks=tuple(part for block in section.blocks for part in _records(block))
            )
            for section in sections(extract.text)
        )
        return Note(path=path, title=stem(path), sections=found, problems=extract.problems)


def _records(block: Block) -> Iterator[Block]:
    """A paragraph, parted where a line begins with a time."""
    lines = block.text.split("\n")
    starts = [at for at, line in enumerate(lines) if at and _RECORD.match(line)]
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        text = "\n".join(lines[start:end])
        yield Block(block.kind, block.line_start + start, block.line_start + end - 1, text)

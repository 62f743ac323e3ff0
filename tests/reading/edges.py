"""Hard inputs and what is known of them: a case's files, and what the product reads from them."""

from __future__ import annotations

import functools
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tests.house import House, gate, readers
from vaultbrain.config import DEFAULT_INCLUDE
from vaultbrain.indexer.draft import Tools, draft
from vaultbrain.indexer.inspect import Inspector
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.reading.chunk import breadcrumb
from vaultbrain.reading.links import Resolver, entry_of
from vaultbrain.search.results import Request
from vaultbrain.sources.folder import FolderSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.indexer.inspect import Inspection, Passage
    from vaultbrain.reading.links import Resolution
    from vaultbrain.records import Hit, Note

FILE = Path(__file__).with_name("edge_cases.jsonl")
# A character of a script without spaces, up to four others, or one sign.
_TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|\w{1,4}|[^\w\s]")


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One input and what is claimed of it; one of the three contents is given."""

    id: str
    group: str
    file: str
    why: str
    source: str
    expect: dict[str, Any]
    content: str | None = None
    content_b64: bytes | None = None
    generate: dict[str, Any] | None = None

    @property
    def raw(self) -> bytes:
        """The bytes of the file."""
        if self.content_b64 is not None:
            return self.content_b64
        return (_made(self.generate) if self.generate else self.content or "").encode()

    @property
    def files(self) -> dict[str, bytes]:
        """Every file of the case by its path, its own first."""
        extra = self.expect.get("extra_files", {})
        return {self.file: self.raw, **{path: text.encode() for path, text in extra.items()}}


def cases() -> list[Case]:
    """All of them, in the order of the file."""
    lines = FILE.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Case) for line in lines]


def _made(how: dict[str, Any]) -> str:
    if how["kind"] == "repeat":
        return str(how["unit"] * how["times"] + how["suffix"])
    assert how["kind"] == "backticks"
    return " ".join("`" * ticks for ticks in range(1, how["times"])) + str(how["suffix"])


def count(texts: Sequence[str]) -> list[int]:
    """About as many tokens as a model's, rather too many: 1.5 to an English word."""
    return [sum(1 for _ in _TOKEN.finditer(text)) for text in texts]


class Vault:
    """The files of one case on disk, and what the product makes of them when asked."""

    def __init__(self, folder: Path, case: Case) -> None:
        self.file, self.files, self._folder = case.file, case.files, folder
        self._tools = Tools(gate(), GatedReader(readers(), gate()), count, "approximate")
        root = folder / "notes"
        for path, raw in self.files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(raw)
        self._source = _source("notes", root)

    @functools.cached_property
    def found(self) -> Inspection:
        """What is read from the file of the case."""
        return self.timed[0]

    @functools.cached_property
    def timed(self) -> tuple[Inspection, float]:
        """The same, and how many CPU seconds it took."""
        inspector = Inspector(self._tools, self._source, count, readers().most_bytes)
        start = time.thread_time()
        found = inspector.file(self.file)
        return found, time.thread_time() - start

    def read(self) -> list[Note]:
        """Read every note of the case."""
        return [
            draft(self._tools, "notes", at, *self._source.read(at)).note
            for at in self._source.scan().entries
        ]

    @property
    def text(self) -> str:
        """All that is searched and given to a model."""
        return "\n".join(at.text for at in self.found.chunks)

    @property
    def names(self) -> str:
        """All that is searched beside the text."""
        found = self.found
        headings = [step for path in found.headings for step in path]
        return "\n".join([found.title, *found.aliases, *found.tags, *headings])

    def seen(self, passage: Passage) -> str:
        """A passage with its breadcrumb, as a model is given it."""
        return f"{breadcrumb(self.found.title, passage.heading)}\n{passage.text}"

    def resolutions(self, written: str) -> Iterator[Resolution]:
        """Where the links with this target or heading lead, in whichever note they stand."""
        notes = self.read()
        resolver = Resolver([entry_of(note) for note in notes])
        for note in notes:
            for link in note.links:
                if written in (link.target, link.heading):
                    yield resolver.resolve(link, note.path)

    @functools.cached_property
    def search(self) -> Callable[[str], list[Hit]]:
        """Search by words, once all files are indexed."""
        house = House(self._folder)
        house.make_source = _source
        house.count, house.tokenizer = count, "approximate"
        house.open()
        house.scan()

        def hits(question: str) -> list[Hit]:
            return house.search.hits(house.search.find(Request(question, mode="lexical")))

        return hits


def _source(name: str, root: Path) -> FolderSource:
    return FolderSource(name, root, DEFAULT_INCLUDE, most_bytes=readers().most_bytes)

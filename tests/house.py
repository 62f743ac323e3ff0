"""The write path and the read path, joined as the daemon joins them, over a temporary folder."""

from __future__ import annotations

import functools
import os
import threading
from typing import TYPE_CHECKING

from tests.fakes import FakeEmbedder
from vaultbrain.answer.ask import Ask
from vaultbrain.gate import Gate
from vaultbrain.gate.scanner import Scanner
from vaultbrain.indexer.cleansing import Cleansing
from vaultbrain.indexer.draft import Tools
from vaultbrain.indexer.embedding import Embedding, make_live
from vaultbrain.indexer.guard import Guard
from vaultbrain.indexer.pipeline import Pipeline
from vaultbrain.indexer.progress import Progress
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.indexer.writer import Writer
from vaultbrain.reading.kinds import Readers, kinds
from vaultbrain.search.current import Vault
from vaultbrain.search.results import Request
from vaultbrain.search.service import Search
from vaultbrain.sources.folder import FolderSource
from vaultbrain.sources.watch import Batch, Hints
from vaultbrain.store import notes
from vaultbrain.store.database import Database
from vaultbrain.store.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vaultbrain.gate.redact import Mark
    from vaultbrain.reading.base import Reader
    from vaultbrain.store.generations import Generation
    from vaultbrain.store.notes import Known

INCLUDE = ("*.md",)


@functools.cache
def scanner() -> Scanner:
    """Compiling the rules takes longer than most tests."""
    return Scanner()


@functools.cache
def gate() -> Gate:
    return Gate(strong="redact", soft="index", scanner=scanner())


class BlindScanner(Scanner):
    """Knows no secret, as rules that are too weak."""

    def __init__(self) -> None:
        super().__init__()
        self.version = "blind"

    def prepare(self) -> None:
        """There is nothing to compile."""

    def marks(self, text: str, until: float, *, wrapped: bool = False) -> list[Mark]:
        del text, until, wrapped
        return []


@functools.cache
def readers() -> Readers:
    return Readers(kinds())


def count_words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


class House:
    """Real parts; only the embedder is a fake. Nothing runs by itself but the writer.

    `reader`, `clean` and `make_source` may be replaced by tests before `open`.
    """

    def __init__(self, folder: Path, *, names: Sequence[str] = ("notes",)) -> None:
        self.folder, self.names = folder, tuple(names)
        self.roots = {name: folder / name for name in names}
        for root in self.roots.values():
            root.mkdir(exist_ok=True)
        self.root = self.roots[names[0]]
        self.embedder: FakeEmbedder = FakeEmbedder()
        self.with_model = True
        self.gate: Gate = gate()
        self.reader: Reader = readers()
        self.count, self.tokenizer = count_words, "words"
        self.make_source: Callable[[str, Path], FolderSource] = _source
        self.doubts: list[tuple[str, str]] = []
        self.is_new_doubt = False
        self.is_open = False

    def open(self) -> House:
        self.database = Database(self.folder / "index.db")
        self.writer = Writer(self.database)
        self.writer.start()
        self.state = State(self.folder / "state.db", self.folder / "backups")
        self.guard = Guard(self.state)
        self.hints = Hints(quiet=0.01, longest=0.05)
        self.reading, self.embedding_progress = Progress(), Progress()
        self.sources = {name: self.make_source(name, at) for name, at in self.roots.items()}
        model = self.embedder if self.with_model else None
        self.embedding = Embedding(
            self.database,
            self.writer,
            self.embedder,
            self.embedding_progress,
            self.reading.is_busy,
        )
        self.cleansing = Cleansing(
            self.database, self.writer, lambda: list(self.folder.glob("*.db*"))
        )
        reader = GatedReader(self.reader, self.gate)
        self.tools = Tools(self.gate, reader, self.count, self.tokenizer)
        self.pipeline = Pipeline(
            self.sources,
            self.hints,
            self.tools,
            (self.database, self.writer, self.guard, self.cleansing),
            self.reading,
            self.embedding.wake,
        )
        self.vault = Vault(self.sources, self.gate, self.tools.reader, self.tools.recipe)
        self.search = Search(self.database, self.vault, model, self._doubt)
        self.ask = Ask(self.search, self.vault, model)
        self.is_open = True
        return self

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.pipeline.stop()
            self.writer.close()
            self.database.close()
            self.state.close()

    def reopen(self) -> None:
        """As a restart of the daemon."""
        self.close()
        self.open()

    def _doubt(self, source: str, path: str, sha256: bytes) -> bool:
        assert len(sha256) == 32
        self.doubts.append((source, path))
        return self.is_new_doubt

    # The vault

    def write(self, path: str, text: str, *, source: str = "notes") -> Path:
        file = self.roots[source] / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    # The index

    def scan(self, *sources: str) -> None:
        """Look through whole sources, as at the start."""
        self.pipeline.process(Batch(frozenset(), frozenset(sources or self.names)))

    def hint(self, *paths: str, source: str = "notes") -> None:
        """Look at single paths, as after an event."""
        self.pipeline.process(Batch(frozenset((source, path) for path in paths), frozenset()))

    def known(self, source: str = "notes") -> dict[str, Known]:
        with self.database.reading() as db:
            return notes.known(db, source)

    def generation(self) -> int:
        with self.database.reading() as db:
            return notes.generation(db)

    def problems(self) -> list[tuple[str, str | None]]:
        with self.database.reading() as db:
            return [(at.code, at.path) for at in notes.problems(db, 1000)]

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with self.database.reading() as db:
            return [tuple(row) for row in db.execute(sql, values)]

    def texts(self, path: str) -> list[str]:
        found = self.rows(
            "SELECT chunk.text FROM chunk JOIN note ON note.id = note_id "
            "WHERE path = ? ORDER BY ordinal",
            path,
        )
        return [str(row[0]) for row in found]

    def embed(self) -> None:
        """Give every text its vector."""
        generation = self.writer.submit(
            lambda db: make_live(db, self.embedder), urgent=True
        ).result()
        after: Generation | None = generation
        while after is not None:
            generation, after = after, self.embedding.step(after)

    def vectors(self) -> int:
        return int(str(self.rows("SELECT count(*) FROM vector")[0][0]))

    def found(self, text: str, **how: object) -> list[str]:
        """Paths of the notes found by words alone, best first."""
        request = Request(text, **{"mode": "lexical", "limit": 100, **how})  # type: ignore[arg-type]
        return [at.passage.path for at in self.search.find(request).ranked]


def _source(name: str, root: Path) -> FolderSource:
    return FolderSource(name, root, INCLUDE, most_bytes=readers().most_bytes)


class Thread:
    """A `run` in the background that is stopped at the end of a `with` block."""

    def __init__(self, run: Callable[[], None], stop: Callable[[], None]) -> None:
        self._thread, self._stop = threading.Thread(target=run, daemon=True), stop

    def __enter__(self) -> threading.Thread:
        self._thread.start()
        return self._thread

    def __exit__(self, *_: object) -> None:
        self._stop()
        self._thread.join(10)
        assert not self._thread.is_alive()


def set_age(file: Path, seconds: float) -> None:
    """Make a file's modification time lie so far in the past."""
    at = file.stat().st_mtime - seconds
    os.utime(file, (at, at))

"""From hints to rows: look at what was named, read what changed, store it note by note."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import BlockedByGate, NoteChanging, NoteUnreadable
from vaultbrain.indexer import reconcile
from vaultbrain.paths import IGNORE_FILE
from vaultbrain.reading.chunk import chunk
from vaultbrain.reading.text import decode
from vaultbrain.records import Frontmatter, Problem
from vaultbrain.store import notes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultbrain.errors import VaultbrainError
    from vaultbrain.gate import Gate
    from vaultbrain.indexer.progress import Progress
    from vaultbrain.indexer.writer import Writer
    from vaultbrain.reading.markdown import Reader
    from vaultbrain.records import Signature
    from vaultbrain.sources.folder import FolderSource, Identity
    from vaultbrain.sources.watch import Batch, Hints
    from vaultbrain.store.database import Database
    from vaultbrain.store.notes import Known

# Goes up when the same bytes would give other rows: reader, chunker, columns.
READING_VERSION = 1
HOLD_SECONDS = 600.0
LOG = logging.getLogger("vaultbrain.indexer")


class Tools(msgspec.Struct, frozen=True):
    """What turns bytes into rows."""

    gate: Gate
    reader: Reader
    count_tokens: Callable[[Sequence[str]], list[int]]

    @property
    def recipe(self) -> str:
        """Equal recipes make equal rows of equal bytes."""
        return f"{READING_VERSION}:{self.gate.ruleset[:16]}"


class SourceState(msgspec.Struct, frozen=True):
    """What the indexer knows of one source."""

    offline: bool = False
    held: int = 0
    last_scan_at: float | None = None


class Pipeline:
    """The indexer's thread. `on_stored` is called whenever new text waits for vectors."""

    def __init__(
        self,
        sources: Mapping[str, FolderSource],
        hints: Hints,
        tools: Tools,
        store: tuple[Database, Writer],
        progress: Progress,
        on_stored: Callable[[], None],
    ) -> None:
        self._sources, self._hints, self._tools = sources, hints, tools
        self._database, self._writer = store
        self._progress, self._on_stored = progress, on_stored
        self._held_since: dict[str, float] = {}
        self._states = {source: SourceState() for source in sources}
        self._tickets = 0
        self._served = 0
        self._turn = threading.Condition()
        self._stopping = threading.Event()

    def run(self) -> None:
        """Work until stopped. One note that fails costs that note, not the thread."""
        while not self._stopping.is_set():
            batch = self._hints.take(timeout=5.0)
            if batch and not self._stopping.is_set():
                self.process(batch)

    def stop(self) -> None:
        """End after the note in hand."""
        self._stopping.set()
        self._hints.close()

    def sync(self, cancelled: threading.Event, timeout: float, tell: Callable[[], None]) -> bool:
        """Wait until everything on disk now can be found by its words.

        Args:
            cancelled: ends the wait.
            timeout: seconds to wait at most.
            tell: called a few times a second meanwhile.

        Returns:
            False where the wait ended before the work did.
        """
        with self._turn:
            self._tickets += 1
            ticket = self._tickets
        for source in self._sources:
            self._hints.put(source, "")
        deadline = time.monotonic() + timeout
        with self._turn:
            while self._served < ticket and self._sources:
                if cancelled.is_set() or time.monotonic() >= deadline or self._stopping.is_set():
                    return False
                self._turn.wait(0.1)
                tell()
        return True

    def state(self, source: str) -> SourceState:
        """What is known of a source now."""
        return self._states[source]

    def process(self, batch: Batch) -> None:
        """Do what a batch of hints asks for."""
        with self._turn:
            ticket = self._tickets if batch.sources == frozenset(self._sources) else self._served
        whole = set(batch.sources)
        whole |= {at for at, path in batch.paths if path.rpartition("/")[2] == IGNORE_FILE}
        for source_id in sorted(whole & self._sources.keys()):
            self._whole(self._sources[source_id])
        for source_id in sorted({at for at, _ in batch.paths} - whole):
            self._some(
                self._sources[source_id], sorted(p for at, p in batch.paths if at == source_id)
            )
        self._writer.flush()
        self._progress.end()
        with self._turn:
            self._served = max(self._served, ticket)
            self._turn.notify_all()

    def _whole(self, source: FolderSource) -> None:
        """Look through a whole source."""
        self._progress.begin("scanning", 0)
        identity = source.identity()
        scan = source.scan()
        with self._database.reading() as db:
            known = notes.known(db, source.id)
            before = notes.meta(db, f"identity:{source.id}")
        if identity is None or _is_empty_mountpoint(before, identity, scan.entries, known):
            self._set(source, offline=True)
            return
        self._set(source, offline=False)
        self._writer.submit(lambda db: notes.put_scan_problems(db, source.id, scan.problems))
        plan = reconcile.plan(
            scan.entries, known, self._tools.recipe, source.rules.ignores, scan.unlisted
        )
        self._apply(source, plan, known, total=len(known))
        self._writer.submit(
            lambda db: notes.put_meta(db, f"identity:{source.id}", _identity_key(identity))
        )
        self._set(source, last_scan_at=time.time())

    def _some(self, source: FolderSource, paths: Sequence[str]) -> None:
        """Look at single files and folders of a source."""
        if source.identity() is None:
            self._set(source, offline=True)
            return
        seen: dict[str, Signature] = {}
        known: dict[str, Known] = {}
        unlisted: list[str] = []
        with self._database.reading() as db:
            total, _ = notes.counts(db)
            for path in paths:
                known |= notes.known(db, source.id, path=path)
                known |= notes.known(db, source.id, below=path)
        for path in paths:
            signature = source.look(path)
            if signature is not None:
                seen[path] = signature
            elif source.is_folder(path):
                scan = source.scan(path)
                seen |= scan.entries
                unlisted += scan.unlisted
        plan = reconcile.plan(seen, known, self._tools.recipe, source.rules.ignores, unlisted)
        self._apply(source, plan, known, total=total)

    def _apply(
        self, source: FolderSource, plan: reconcile.Plan, known: Mapping[str, Known], total: int
    ) -> None:
        self._progress.begin("reading", len(plan.changed))
        gone = {old.path: old for old in plan.gone}
        by_hash = {old.sha256: old for old in plan.gone}
        for path in plan.changed:
            if self._stopping.is_set():
                return
            moved = self._one(source, path, known.get(path), by_hash)
            if moved is not None:
                gone.pop(moved.path, None)
                by_hash.pop(moved.sha256, None)
            self._progress.advance()
        self._delete(source, list(gone.values()), total)
        for old in plan.ignored:
            self._writer.submit(lambda db, old=old: notes.delete(db, source.id, old))  # type: ignore[misc]
        if plan.ignored:
            self._writer.purge()

    def _delete(self, source: FolderSource, gone: Sequence[Known], total: int) -> None:
        """Forget notes that are gone, but hold back when too many vanish at once."""
        if reconcile.is_mass_deletion(len(gone), total):
            since = self._held_since.setdefault(source.id, time.monotonic())
            if time.monotonic() - since < HOLD_SECONDS:
                self._set(source, held=len(gone))
                return
        self._held_since.pop(source.id, None)
        self._set(source, held=0)
        for old in gone:
            self._writer.submit(lambda db, old=old: notes.delete(db, source.id, old))  # type: ignore[misc]

    def _one(
        self,
        source: FolderSource,
        path: str,
        old: Known | None,
        gone: Mapping[bytes, Known],
    ) -> Known | None:
        """Bring one note up to date; returns the note it was renamed from, if any."""
        try:
            raw, signature = source.read(path)
            return self._store(source, path, (raw, signature), old, gone)
        except NoteChanging:
            self._hints.put(source.id, path)
        except (NoteUnreadable, BlockedByGate) as error:
            self._refuse(source, path, old, error)
        except Exception as error:
            LOG.exception("a note could not be indexed: %s", type(error).__name__)
            self._refuse(source, path, None, _unexpected(path))
        return None

    def _store(
        self,
        source: FolderSource,
        path: str,
        read: tuple[bytes, Signature],
        old: Known | None,
        gone: Mapping[bytes, Known],
    ) -> Known | None:
        raw, signature = read
        sha256, recipe = hashlib.sha256(raw).digest(), self._tools.recipe
        if old is not None and old.sha256 == sha256 and old.recipe == recipe:
            self._writer.submit(lambda db: notes.touch(db, old.id, signature))
            return None
        entry = self._entry(source.id, path, raw, signature)
        moved = gone.get(sha256) if old is None else None
        if moved is not None and moved.recipe == recipe:
            self._writer.submit(lambda db: notes.move(db, moved, source.id, entry.note, signature))
            return moved
        self._writer.submit(lambda db: notes.replace(db, entry))
        self._on_stored()
        return None

    def _entry(self, source: str, path: str, raw: bytes, signature: Signature) -> notes.Entry:
        """The gate stands between the bytes and everything that reads them."""
        decoded = decode(raw)
        verdict = self._tools.gate.clean(decoded.text)
        note = self._tools.reader.read(path, verdict.text)
        return notes.Entry(
            source=source,
            note=note,
            chunks=chunk(note, self._tools.count_tokens),
            findings=verdict.findings,
            problems=_forgiven(path, (*decoded.problems, *note.problems), note.frontmatter),
            sha256=hashlib.sha256(raw).digest(),
            signature=signature,
            recipe=self._tools.recipe,
        )

    def _refuse(
        self, source: FolderSource, path: str, old: Known | None, error: VaultbrainError
    ) -> None:
        """Name a note that cannot be indexed. What the gate will not vouch for is forgotten."""
        code = "blocked-by-gate" if isinstance(error, BlockedByGate) else "note-unreadable"
        problem = Problem(code=code, message=error.message, advice="", path=path)
        forget = old if isinstance(error, BlockedByGate) else None

        def job(db: object) -> None:
            if forget is not None:
                notes.delete(db, source.id, forget)  # type: ignore[arg-type]
            notes.put_problems(db, source.id, path, (problem,))  # type: ignore[arg-type]

        self._writer.submit(job)

    def _set(self, source: FolderSource, **changes: object) -> None:
        state = self._states[source.id]
        self._states[source.id] = msgspec.structs.replace(state, **changes)


def _identity_key(identity: Identity) -> str:
    return f"{identity.device}:{identity.inode}"


def _is_empty_mountpoint(
    before: str | None,
    identity: Identity,
    entries: Mapping[str, Signature],
    known: Mapping[str, Known],
) -> bool:
    """Another folder without a note where notes used to be: the volume is away, not the vault."""
    return bool(known) and not entries and before not in {None, _identity_key(identity)}


def _forgiven(path: str, problems: Sequence[str], frontmatter: Frontmatter) -> tuple[Problem, ...]:
    code = "frontmatter-broken" if frontmatter is Frontmatter.BROKEN else "text-repaired"
    return tuple(
        Problem(
            code=code if number == len(problems) - 1 else "text-repaired",
            message=f"{path}: {text}.",
            advice="Correct it in your editor.",
            path=path,
        )
        for number, text in enumerate(problems)
    )


def _unexpected(path: str) -> NoteUnreadable:
    return NoteUnreadable(
        f"{path} could not be indexed because of a fault in vaultbrain. The note itself is not "
        "affected. Please report it with the traceback in the log, which holds no note text."
    )

"""From hints to rows: look at what was named, read what changed, store it note by note."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain.errors import BlockedByGate, NoteChanging, NoteUnreadable, StoreError
from vaultbrain.indexer import problems, reconcile
from vaultbrain.indexer.draft import count_ahead, draft, entry, secret_names, unchunked
from vaultbrain.indexer.guard import SAMPLE, Presence, Ruling
from vaultbrain.indexer.look import look
from vaultbrain.indexer.refused import Refused
from vaultbrain.paths import IGNORE_FILE
from vaultbrain.records import Problem
from vaultbrain.store import notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from vaultbrain.errors import VaultbrainError
    from vaultbrain.indexer.cleansing import Cleansing
    from vaultbrain.indexer.draft import Draft, Tools
    from vaultbrain.indexer.guard import Guard
    from vaultbrain.indexer.progress import Progress
    from vaultbrain.indexer.writer import Writer
    from vaultbrain.records import Signature
    from vaultbrain.sources.folder import FolderSource, Identity, Scan
    from vaultbrain.sources.watch import Batch, Hints
    from vaultbrain.store.database import Connection, Database
    from vaultbrain.store.notes import Known

# So many notes are read before their words are counted together and their rows are committed,
# within so many bytes. With 64 a first indexing wrote 20 KB a note, with 256 it writes 14.
SLICE_NOTES, SLICE_BYTES = 256, 1 << 20
RETRY_SECONDS = 60.0
_UNWRITTEN = (
    "The index could not be written, so it is not up to date. Your notes are not affected. "
    "Make room on its disk or see the log; it is tried again every minute."
)
LOG = logging.getLogger("vaultbrain.indexer")


class SourceState(msgspec.Struct, frozen=True):
    """What the indexer knows of one source; one that is replaced is offline too."""

    offline: bool = False
    replaced: bool = False
    held: int = 0
    last_scan_at: float | None = None


class Pipeline:
    """The indexer's thread. `on_stored` is called whenever new text waits for vectors."""

    def __init__(
        self,
        sources: Mapping[str, FolderSource],
        hints: Hints,
        tools: Tools,
        store: tuple[Database, Writer, Guard, Cleansing],
        progress: Progress,
        on_stored: Callable[[], None],
    ) -> None:
        self._sources, self._hints, self._tools = sources, hints, tools
        self._database, self._writer, self._guard, self._cleansing = store
        self._progress, self._on_stored = progress, on_stored
        self._forgotten = dict.fromkeys(sources, 0)
        self._away: dict[str, Identity | None] = {}
        self._present: dict[str, Identity | None] = {}
        self._states = {source: SourceState() for source in sources}
        self._tickets = 0
        self._served = dict.fromkeys(sources, 0)
        self._turn = threading.Condition()
        self._stopping = threading.Event()
        self._unwritten = 0
        self._retry_at = 0.0
        self._behind: set[str] = set()
        self._refused = {source: Refused() for source in sources}

    def run(self) -> None:
        """Work until stopped. One note that fails costs that note, not the thread."""
        self._cleansing.resume()
        self._cleansing.match(self._tools.gate.baseline.check, self._tools.ruleset)
        while not self._stopping.is_set():
            batch = self._hints.take(timeout=5.0)
            if batch and not self._stopping.is_set():
                self.process(batch)
            self._look_again()
            self._cleansing.run()

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

        Raises:
            StoreError: the work ended, but not all of it could be written.
        """
        with self._turn:
            self._tickets += 1
            ticket = self._tickets
        for source in self._sources:
            self._hints.put(source, "")
        deadline = time.monotonic() + timeout
        with self._turn:
            while min(self._served.values(), default=ticket) < ticket:
                if cancelled.is_set() or time.monotonic() >= deadline or self._stopping.is_set():
                    return False
                self._turn.wait(0.1)
                tell()
        if self.trouble:
            raise StoreError(self.trouble)
        return True

    def purge(
        self,
        sources: Sequence[str],
        cancelled: threading.Event,
        timeout: float,
        tell: Callable[[], None],
    ) -> tuple[int, bool] | None:
        """Forget for good what is held back, and take what stands at the path for the vault.

        Arguments and errors are those of `sync`.

        Returns:
            How many notes were forgotten, and whether their bytes are gone too; None where the
            wait ended before the work did.
        """
        before = sum(self._forgotten.values())
        for source in sources:
            self._guard.confirm(source)
        try:
            if not self.sync(cancelled, timeout, tell):
                return None
        finally:
            # What was not looked through now is not meant for a later look.
            for source in sources:
                self._guard.withdraw(source)
        return sum(self._forgotten.values()) - before, self._writer.purge().result()

    def state(self, source: str) -> SourceState:
        """What is known of a source now."""
        return self._states[source]

    @property
    def trouble(self) -> str:
        """What keeps the index from being written, or nothing."""
        return _UNWRITTEN if self._behind else ""

    def process(self, batch: Batch) -> None:
        """Do what a batch of hints asks for."""
        with self._turn:
            ticket = self._tickets
        self._unwritten = 0
        whole = set(batch.sources)
        whole |= {at for at, path in batch.paths if path.rpartition("/")[2] == IGNORE_FILE}
        complete = {at for at in sorted(whole & self._sources.keys()) if self._whole(at)}
        for source in sorted(({at for at, _ in batch.paths} - whole) & self._sources.keys()):
            if self._some(source, sorted(path for at, path in batch.paths if at == source)):
                complete.add(source)
        self._writer.flush()
        self._progress.end()
        self._finish(batch, complete, ticket)

    def _finish(self, batch: Batch, complete: set[str], ticket: int) -> None:
        """Say what is done, once it is committed. Only a whole look makes up for lost jobs."""
        if self._stopping.is_set():
            return
        if self._unwritten:
            self._behind |= batch.sources | {at for at, _ in batch.paths}
            self._retry_at = time.monotonic() + RETRY_SECONDS
            complete = set()
            for refused in self._refused.values():
                refused.clear()  # that, too, may not have been written
        self._behind -= complete
        for source in complete:
            self._set(source, last_scan_at=time.time())
            self._remember(source)
        with self._turn:
            self._served |= dict.fromkeys(batch.sources & self._served.keys(), ticket)
            self._turn.notify_all()

    def _look_again(self) -> None:
        """Ask for what no event will ask for: time has passed, or a folder came back unseen."""
        now = time.monotonic()
        for source_id, source in self._sources.items():
            back = source_id in self._away and source.identity() != self._away[source_id]
            # Of a folder that is away nothing can be released: its look would ask for the next.
            released = source_id not in self._away and self._guard.is_over(source_id)
            retry = source_id in self._behind and now >= self._retry_at
            if back or released or retry:
                self._hints.put(source_id, "")

    def _whole(self, source_id: str) -> bool:
        """Look through a whole source; whether it is there."""
        source = self._sources[source_id]
        self._progress.begin("scanning", 0)
        identity = source.identity()
        with self._database.reading() as db:
            volumes = msgspec.json.decode(notes.meta(db, f"volumes:{source.id}") or "[]")
        confirmed = self._guard.is_confirmed(source_id)  # and so are volumes in it that are away
        source.volumes = frozenset() if confirmed else source.volumes | frozenset(volumes)
        scan = source.scan()
        if source.identity() != identity:
            identity = None  # it went away while it was looked through
        with self._database.reading() as db:
            known = notes.known(db, source.id)
        presence = self._guard.recognize(source, identity, scan, known)
        if presence is not Presence.HERE:
            self._away[source.id] = identity
            self._set(source.id, offline=True, replaced=presence is Presence.REPLACED)
            return False
        self._away.pop(source.id, None)
        self._present[source.id] = identity
        self._set(source.id, offline=False, replaced=False)
        self._keep_scan(source, scan)
        self._refused[source.id].keep(scan.entries)
        plan = self._plan(source, scan.entries, known, scan.unlisted)
        self._apply(source, plan, known, len(known), whole=True)
        return True

    def _keep_scan(self, source: FolderSource, scan: Scan) -> None:
        """Store what a whole look saw beside notes: what was wrong, and where volumes are."""
        found = problems.discreet(self._tools, scan.problems)
        volumes = msgspec.json.encode(sorted(source.volumes)).decode()

        def job(db: Connection) -> None:
            problems.put(db, source.id, scan, found)
            notes.put_meta(db, f"volumes:{source.id}", volumes)

        self._write(job)

    def _remember(self, source_id: str) -> None:
        """Keep what the vault looks like, so that another in its place is told from it."""
        identity = self._present.pop(source_id, None)
        if identity is not None:
            with self._database.reading() as db:
                sample = notes.sample(db, source_id, SAMPLE)
            self._guard.remember(source_id, identity, sample)

    def _some(self, source_id: str, paths: Sequence[str]) -> bool:
        """Look at single files and folders of a source; whether all of it was looked through."""
        source = self._sources[source_id]
        identity = source.identity()
        known: dict[str, Known] = {}
        with self._database.reading() as db:
            total = notes.notes_by_source(db).get(source.id, 0)
            for path in paths:
                known |= notes.known(db, source.id, path=path)
                known |= notes.known(db, source.id, below=path)
        looked = look(source, paths)
        # In another folder, or in none, a missing file proves nothing.
        is_known = source_id not in self._away and self._guard.is_known(source_id, identity)
        # Which volumes are in it, a whole look of this process has to tell.
        is_known = is_known and self._states[source_id].last_scan_at is not None
        if not is_known or source.identity() != identity:
            return self._whole(source_id)
        for path in looked.hidden:
            known.pop(path, None)
        self._write(lambda db: problems.drop(db, source.id, looked.missing))
        self._refused[source_id].drop(looked.missing)
        plan = self._plan(source, looked.seen, known, (*looked.unlisted, *looked.hidden))
        self._apply(source, plan, known, total, whole=False)
        if looked.seen and self._states[source_id].held:
            self._hints.hear(source_id, "")  # held notes may be back, which only a whole look tells
        return False

    def _plan(
        self,
        source: FolderSource,
        seen: Mapping[str, Signature],
        known: Mapping[str, Known],
        unlisted: Sequence[str],
    ) -> reconcile.Plan:
        """What is to be done, but for reading again what was refused and has not changed."""
        plan = reconcile.plan(seen, known, self._tools.recipe, source.rules.ignores, unlisted)
        refused = self._refused[source.id]
        changed = tuple(path for path in plan.changed if not refused.holds(path, seen[path]))
        return msgspec.structs.replace(plan, changed=changed)

    def _apply(
        self,
        source: FolderSource,
        plan: reconcile.Plan,
        known: Mapping[str, Known],
        total: int,
        *,
        whole: bool,
    ) -> None:
        """Carry out a plan for all or some of a source that has `total` notes."""
        self._progress.begin("reading", len(plan.changed))
        gone = {old.path: old for old in plan.gone}
        by_hash = {old.sha256: old for old in plan.gone}
        for slice_ in self._slices(source, plan.changed, known):
            if self._stopping.is_set():
                return
            before = [known.get(at.note.path) or by_hash.get(at.sha256) for at in slice_]
            made = [self._make(source, *pair) for pair in zip(slice_, before, strict=True)]
            for at in made:
                if at is None:
                    continue
                moved = self._store(at, known.get(at.note.path), by_hash)
                if moved is not None:
                    gone.pop(moved.path, None)
                    by_hash.pop(moved.sha256, None)
            # In turns: two threads at once would spend a fifth of the time on handing the
            # interpreter to one another.
            self._writer.flush()
        self._delete(source, list(gone.values()), total, whole=whole)
        for old in plan.ignored:
            self._write(lambda db, old=old: notes.forget(db, source.id, old))  # type: ignore[misc]
        if plan.ignored:
            self._cleansing.ask()
        self._cleansing.run()

    def _delete(
        self, source: FolderSource, gone: Sequence[Known], total: int, *, whole: bool
    ) -> None:
        """Forget notes that are gone, but hold back when too many vanish at once."""
        ruling = self._guard.judge(source.id, len(gone), total, whole=whole)
        if ruling is Ruling.LEAVE:
            return
        self._set(source.id, held=len(gone) if ruling is Ruling.HOLD else 0)
        if ruling is Ruling.HOLD:
            if not whole:
                self._hints.put(source.id, "")  # to know of how many
            return
        meant = whole and self._guard.settle(source.id, len(gone))
        drop = notes.forget if meant else notes.delete
        for old in gone:
            self._write(lambda db, old=old: drop(db, source.id, old))  # type: ignore[misc]
        if meant:
            self._forgotten[source.id] += len(gone)
            self._cleansing.ask()

    def _slices(
        self, source: FolderSource, paths: Sequence[str], known: Mapping[str, Known]
    ) -> Iterator[list[Draft]]:
        """Read notes, and hand them on a few at a time with their words counted."""
        held: list[Draft] = []
        # A name that was stored under the rules of now was looked at then.
        named = [path for path in paths if path not in known or self._is_outdated(known[path])]
        secret = secret_names(self._tools, named)
        for path in paths:
            if self._stopping.is_set():
                break
            if path in secret:
                shown = secret[path]
                self._refuse(source, shown, known.get(path), problems.secret_name(shown))
                self._unsay(source, path)
                continue
            at = self._read(source, path, known.get(path))
            if at is not None:
                held.append(at)
            if len(held) == SLICE_NOTES or sum(at.size for at in held) > SLICE_BYTES:
                count_ahead(self._tools, held)
                yield held
                held = []
            self._progress.advance()
        if held:
            count_ahead(self._tools, held)
            yield held

    def _read(self, source: FolderSource, path: str, old: Known | None) -> Draft | None:
        """Read one note; None where there is nothing new in it or it had to be refused."""
        signature = None
        try:
            raw, signature = source.read(path)
            if old is not None and self._is_same(old, raw):
                self._write(lambda db: notes.touch(db, old.id, signature))
                return None
            at = draft(self._tools, source.id, path, raw, signature)
            self._cleansing.collect(at)
            return None if old is not None and self._passes_again(source, at, old) else at
        except NoteChanging:
            self._hints.put(source.id, path)
        except (NoteUnreadable, BlockedByGate) as error:
            self._refuse(source, path, old, error)
            self._refused[source.id].add(path, signature)
        except Exception as error:
            LOG.exception("a note could not be read: %s", type(error).__name__)
            self._refuse(source, path, None, problems.unexpected(path))
            self._refused[source.id].add(path, signature)
        return None

    def _passes_again(self, source: FolderSource, at: Draft, old: Known) -> bool:
        """Whether other rules of the gate make the same of a note: then its rows stay."""
        if old.sha256 != at.sha256 or not self._tools.differs_by_rules(old.recipe):
            return False
        same = unchunked(self._tools, source.id, at)
        with self._database.reading() as db:
            if notes.digest(db, old.id) != same.digest:
                return False
        self._write(lambda db: notes.pass_again(db, old, same))
        return True

    def _is_outdated(self, old: Known) -> bool:
        """Whether a note's rows would be others now, of the same bytes."""
        return old.recipe != self._tools.recipe

    def _is_same(self, old: Known, raw: bytes) -> bool:
        if self._is_outdated(old) or old.signature == notes.UNREAD:
            return False
        return old.sha256 == hashlib.sha256(raw).digest()

    def _make(self, source: FolderSource, at: Draft, old: Known | None) -> notes.Entry | None:
        """The rows of one note; None where they cannot be made, which costs that note alone."""
        try:
            outdated = old is not None and self._is_outdated(old)
            forgets = self._cleansing.forgets(old, at, is_outdated=outdated)
            if outdated or forgets:
                self._cleansing.ask()
            return entry(self._tools, source.id, at, forgets=forgets)
        except Exception as error:
            LOG.exception("a note could not be indexed: %s", type(error).__name__)
            self._refuse(source, at.note.path, None, problems.unexpected(at.note.path))
            return None

    def _store(
        self,
        at: notes.Entry,
        old: Known | None,
        gone: Mapping[bytes, Known],
    ) -> Known | None:
        """Store one note; returns the note that it was renamed from, if any."""
        moved = gone.get(at.sha256) if old is None else None
        if moved is None:
            self._write(lambda db: notes.replace(db, at))
        else:
            self._write(lambda db: notes.rename(db, moved, at))
        self._on_stored()
        return moved

    def _refuse(
        self, source: FolderSource, path: str, old: Known | None, error: VaultbrainError
    ) -> None:
        """Name a note that cannot be indexed. What the gate will not vouch for is forgotten."""
        blocked = isinstance(error, BlockedByGate)
        code = "blocked-by-gate" if blocked else "note-unreadable"
        problem = Problem(code=code, message=error.message, advice="", path=path)

        def job(db: Connection) -> None:
            if old is not None and blocked:
                notes.forget(db, source.id, old)
            elif old is not None:
                notes.touch(db, old.id, notes.UNREAD)
            notes.put_problems(db, source.id, path, (problem,))

        self._write(job)
        if blocked and old is not None:
            self._cleansing.ask()

    def _unsay(self, source: FolderSource, path: str) -> None:
        """Forget what was told of a file, by a name that older rules of the gate let pass."""
        with self._database.reading() as db:
            is_told = notes.has_problems(db, source.id, path)
        if is_told:
            self._write(lambda db: problems.drop(db, source.id, (path,)))
            self._cleansing.ask()

    def _write(self, job: Callable[[Connection], object]) -> None:
        """Hand a job to the writer; `process` looks afterwards whether all of them succeeded."""
        self._writer.submit(job).add_done_callback(self._on_written)

    def _on_written(self, done: Future[Any]) -> None:
        """In the writer's thread."""
        error = done.exception()
        if error is None:
            return
        if not self._unwritten:  # a full disk would fill the log as well
            LOG.error("the index could not be written", exc_info=error)
        self._unwritten += 1

    def _set(self, source: str, **changes: object) -> None:
        self._states[source] = msgspec.structs.replace(self._states[source], **changes)

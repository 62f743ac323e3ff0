"""What each method of the socket does, in terms of the house."""

from __future__ import annotations

import functools
import os
import time
from typing import TYPE_CHECKING, Any

import msgspec

import vaultbrain
from vaultbrain.daemon import asking, bench, problems, usage
from vaultbrain.errors import (
    Cancelled,
    DeadlineExceeded,
    NoteUnreadable,
    NotReady,
    UsageError,
    VaultbrainError,
)
from vaultbrain.protocol import methods, wire
from vaultbrain.records import State
from vaultbrain.search import explain
from vaultbrain.search.results import Request
from vaultbrain.store import generations, notes, sample

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vaultbrain.answer.ask import Ask
    from vaultbrain.daemon.findings import Findings
    from vaultbrain.daemon.server import Call
    from vaultbrain.daemon.upkeep import Upkeep
    from vaultbrain.daemon.watching import Watching
    from vaultbrain.indexer.embedding import Embedding
    from vaultbrain.indexer.guard import Guard
    from vaultbrain.indexer.pipeline import Pipeline
    from vaultbrain.indexer.progress import Progress, Reading
    from vaultbrain.inference.base import Embedder
    from vaultbrain.records import Problem
    from vaultbrain.search.current import Vault
    from vaultbrain.search.service import Search
    from vaultbrain.sources.folder import FolderSource
    from vaultbrain.store.database import Connection, Database

CAPABILITIES = (
    "search",
    "ask",
    "get",
    "bench.sample",
    "bench.usage",
    "sync",
    "purge",
    "lock",
    "gate.findings",
    "gate.allow",
    "gate.rescan",
)
_PROBLEMS, _ALL_PROBLEMS = 50, 1 << 31
_SILENT_SECONDS = 10.0


class Parts(msgspec.Struct, frozen=True):
    """Everything a handler may ask; `started_at` in unix seconds."""

    started_at: float
    database: Database
    sources: Mapping[str, FolderSource]
    vault: Vault
    findings: Findings
    pipeline: Pipeline
    guard: Guard
    watching: Watching
    upkeep: Upkeep
    silent: Callable[[], float]
    lock: Callable[[], None]
    embedder: Embedder | None
    embedding: Embedding | None
    search: Search
    ask: Ask
    reading: Progress
    embedding_progress: Progress
    vectors_kept: int
    state_restored_from: str


class Handlers:
    """Answers calls. Stateless but for the parts it was given."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._table: dict[str, Callable[[Call, Any], methods.Result]] = {
            "hello": self._hello,
            "status": self._status,
            "sync": self._sync,
            "purge": self._purge,
            "lock": self._lock,
            "unlock": self._unlock,
            "search": self._search,
            "ask": self._ask,
            "get": self._get,
            "bench.sample": self._sample,
            "bench.usage": self._usage,
            "gate.findings": self._findings,
            "gate.allow": self._allow,
            "gate.rescan": self._rescan,
        }

    def dispatch(self, call: Call) -> methods.Result:
        """Answer one call; raises what the method's documentation says, with no secret in it."""
        try:
            return self._table[call.method](call, call.params)
        except VaultbrainError as error:
            error.message = self._parts.vault.gate.clean(error.message).text
            raise

    def _common(self) -> dict[str, Any]:
        """What a result says of itself: to be asked before anything is looked up.

        What became ready meanwhile was not there when it was looked for.
        """
        with self._parts.database.reading() as db:
            pending, generation = self._pending(db), notes.generation(db)
        return {"state": self._state(pending), "generation": generation, "pending": pending}

    def _pending(self, db: Connection) -> int:
        return generations.count_waiting(db) if self._parts.embedder else 0

    def _state(self, pending: int) -> State:
        parts = self._parts
        if parts.upkeep.is_readonly:
            return State.READONLY
        states = [parts.pipeline.state(source) for source in parts.sources]
        if any(at.offline for at in states):
            return State.OFFLINE
        if parts.pipeline.trouble or parts.database.damage or self._is_silent():
            return State.DEGRADED
        deaf = any(not self._is_heard(source) for source in parts.sources)
        started = all(at.last_scan_at is not None for at in states)
        held = any(at.held for at in states)
        if started and (deaf or held or self._model_trouble() or self._lacks_power(pending)):
            return State.DEGRADED
        if pending or not started or parts.reading.read().phase != "idle":
            return State.INDEXING
        return State.READY

    def _is_silent(self) -> bool:
        return self._parts.silent() >= _SILENT_SECONDS

    def _is_heard(self, source: str) -> bool:
        watching = self._parts.watching
        return watching.watching(source) and not watching.unwatched(source)

    def _model_trouble(self) -> str:
        parts = self._parts
        if parts.embedder is None:
            return ""
        health = parts.embedder.health()
        if not health.available:
            return health.reason
        return parts.embedding.trouble if parts.embedding else ""

    def _lacks_power(self, pending: int) -> bool:
        embedding = self._parts.embedding
        return bool(pending and embedding and embedding.paused)

    def _hello(self, call: Call, params: methods.HelloParams) -> methods.HelloResult:
        del call, params
        return methods.HelloResult(
            **self._common(),
            protocol=wire.PROTOCOL,
            version=vaultbrain.__version__,
            sources=tuple(self._parts.sources),
            capabilities=CAPABILITIES,
        )

    def _status(self, call: Call, params: methods.StatusParams) -> methods.StatusResult:
        del call, params
        parts, common = self._parts, self._common()
        with parts.database.reading() as db:
            by_source = notes.notes_by_source(db)
            count, chunks = notes.counts(db)
            gate = parts.findings.status(db)
            noted = notes.problems(db, _PROBLEMS)
            vectors = chunks - self._pending(db)
        scans = [parts.pipeline.state(source).last_scan_at for source in parts.sources]
        known = [at for at in scans if at is not None]
        return methods.StatusResult(
            **common,
            pid=os.getpid(),
            version=vaultbrain.__version__,
            started_at=parts.started_at,
            sources=tuple(self._source(at, by_source) for at in parts.sources.values()),
            notes=count,
            chunks=chunks,
            vectors=vectors if parts.embedder else 0,
            vectors_kept=parts.vectors_kept,
            embeddable=chunks,
            progress=_progress(parts.reading.read(), parts.embedding_progress.read()),
            model=self._model(),
            gate=gate,
            database_bytes=parts.database.bytes_on_disk(),
            index_age_seconds=time.time() - min(known) if known else None,
            problems=(*self._problems(common["pending"]), *map(self._shown, noted)),
        )

    def _shown(self, problem: Problem) -> Problem:
        """A problem that was put down under other rules of the gate, perhaps, by those of now."""
        clean = self._parts.vault.gate.clean
        path = problem.path and clean(problem.path).text
        message = problem.message.replace(problem.path or "\0", path or "")
        return msgspec.structs.replace(problem, path=path, message=clean(message).text)

    def _source(self, source: FolderSource, counted: Mapping[str, int]) -> methods.SourceStatus:
        known = self._parts.pipeline.state(source.id)
        return methods.SourceStatus(
            id=source.id,
            kind="folder",
            path=str(source.root),
            state=State.OFFLINE if known.offline else State.READY,
            notes=counted.get(source.id, 0),
            watching=self._parts.watching.watching(source.id),
            unwatched=self._parts.watching.unwatched(source.id),
            held=known.held,
            replaced=known.replaced,
            last_scan_at=known.last_scan_at,
        )

    def _model(self) -> methods.ModelStatus:
        embedder = self._parts.embedder
        if embedder is None:
            reason = "switched off in config.yaml"
            return methods.ModelStatus(
                name="off",
                precision="",
                fingerprint="",
                available=False,
                loaded=False,
                reason=reason,
            )
        health = embedder.health()
        return methods.ModelStatus(
            name=embedder.identity.model,
            precision=embedder.identity.precision,
            fingerprint=embedder.identity.fingerprint,
            available=health.available,
            loaded=health.loaded,
            reason=health.reason,
        )

    def _problems(self, pending: int) -> list[Problem]:
        parts, upkeep = self._parts, self._parts.upkeep
        found = [problems.readonly()] if upkeep.is_readonly else []
        if self._is_silent():
            found.append(problems.silent())
        for source in () if parts.database.readonly else parts.sources.values():
            found += problems.of_source(
                source,
                parts.pipeline.state(source.id),
                watching=parts.watching.watching(source.id),
                unwatched=parts.watching.unwatched(source.id),
            )
        found += self._storage_problems()
        trouble = self._model_trouble()
        if trouble and parts.embedder is not None:
            found.append(problems.no_model(trouble, parts.embedder.health()))
        if self._lacks_power(pending):
            found.append(problems.unpowered(pending))
        return found

    def _storage_problems(self) -> list[Problem]:
        parts, upkeep = self._parts, self._parts.upkeep
        found = problems.quarantined(parts.database.quarantined)
        if parts.pipeline.trouble and not upkeep.is_readonly:
            found.append(problems.unwritten(parts.pipeline.trouble))
        if parts.guard.trouble:
            found.append(problems.state_unwritten(parts.guard.trouble))
        if upkeep.low_on_space:
            found.append(problems.low_on_space())
        if parts.state_restored_from:
            found.append(problems.restored(parts.state_restored_from))
        if upkeep.backup_trouble:
            found.append(problems.not_backed_up(upkeep.backup_trouble))
        return found

    def _sync(self, call: Call, params: methods.SyncParams) -> methods.SyncResult:
        self._check_writable()
        tell = functools.partial(self._tell, call)
        if not self._parts.pipeline.sync(call.cancelled, params.timeout, tell):
            raise _unfinished(call, params.timeout)
        return methods.SyncResult(**self._common())

    def _purge(self, call: Call, params: methods.PurgeParams) -> methods.PurgeResult:
        parts = self._parts
        self._check_source(params.source)
        self._check_writable()
        # Another folder in a vault's place is only taken for it where it is named.
        here = [name for name in parts.sources if not parts.pipeline.state(name).offline]
        wanted = [params.source] if params.source else here or list(parts.sources)
        for name in wanted:
            at = parts.pipeline.state(name)
            bare = at.offline and not at.replaced  # where a volume was mounted
            if bare or parts.sources[name].identity() is None:
                raise NotReady(
                    f"The folder of source {name} is not there, so nothing was forgotten. Mount "
                    "it; or, if you do not want it any more, take it out of config.yaml."
                )
        tell = functools.partial(self._tell, call)
        done = parts.pipeline.purge(wanted, call.cancelled, params.timeout, tell)
        if done is None:
            raise _unfinished(call, params.timeout)
        forgotten, clean = done
        return methods.PurgeResult(**self._common(), forgotten=forgotten, clean=clean)

    def _lock(self, call: Call, params: methods.LockParams) -> methods.LockResult:
        del call, params
        result = methods.LockResult(**self._common())
        self._parts.lock()
        return result

    def _unlock(self, call: Call, params: methods.UnlockParams) -> methods.UnlockResult:
        """It is open already."""
        del call, params
        return methods.UnlockResult(**self._common())

    def _tell(self, call: Call) -> None:
        call.progress(msgspec.to_builtins(self._parts.reading.read()))

    def _check_writable(self) -> None:
        if self._parts.upkeep.is_readonly:
            at = problems.readonly()
            raise NotReady(f"{at.message} {at.advice}")

    def _search(self, call: Call, params: methods.SearchParams) -> methods.SearchResult:
        common, parts = self._common(), self._parts
        where = asking.where(params.query, params.filters, parts.sources)
        request = Request(params.query, limit=params.limit, mode=params.mode, where=where)
        results = parts.search.find(request, call.cancelled.is_set)
        hits = parts.search.hits(results)
        said = methods.SearchResult(**common, hits=tuple(hits), notice=results.notice)
        if not params.explain:
            plain = tuple(msgspec.structs.replace(hit, why={}) for hit in hits)
            return msgspec.structs.replace(said, hits=plain)
        with parts.database.reading() as db:
            explanation = explain.explanation(db, results, where)
        return msgspec.structs.replace(said, explanation=explanation)

    def _ask(self, call: Call, params: methods.AskParams) -> methods.AskResult:
        common = self._common()
        where = asking.where(params.question, params.filters, self._parts.sources)
        asking.check_question(params.question)
        reply = self._parts.ask.ask(params.question, params.limit, call.cancelled.is_set, where)
        said = msgspec.structs.asdict(reply.answer)
        return methods.AskResult(**common, **said, notice=reply.notice)

    def _get(self, call: Call, params: methods.GetParams) -> methods.GetResult:
        del call
        self._check_source(params.source)
        source, path = self._resolve(params.path, params.source)
        common = self._common()
        with self._parts.database.reading() as db:
            found = [at for at in notes.find(db, path) if source in {None, at.source}]
        if not found:
            raise NoteUnreadable(
                f"There is no note {path} in the index. Give the path as `vaultbrain search` "
                "shows it; a note saved this second needs a `vaultbrain sync` first."
            )
        if len(found) > 1:
            named = ", ".join(at.source for at in found)
            raise UsageError(f"{path} stands in several sources: {named}. Name one: --source ID")
        note = found[0]
        now = self._parts.vault.read(note.source, note.path)
        lines = now.text.split("\n")
        if params.line > len(lines):
            raise UsageError(f"{path} has {len(lines)} lines, so there is no line {params.line}.")
        end = len(lines) if params.count is None else params.line - 1 + params.count
        shown = lines[params.line - 1 : end]
        return methods.GetResult(
            **common,
            source=note.source,
            path=note.path,
            title=self._parts.vault.gate.clean(note.title).text,
            text="\n".join(shown),
            line_start=params.line,
            line_end=params.line - 1 + len(shown),
            lines_total=len(lines),
            sha256=now.sha256.hex(),
        )

    def _sample(self, call: Call, params: methods.BenchSampleParams) -> methods.Result:
        del call
        common, parts = self._common(), self._parts
        items = bench.items(parts.database, parts.vault, params)
        return methods.BenchSampleResult(**common, items=items)

    def _usage(self, call: Call, params: methods.BenchUsageParams) -> methods.Result:
        del call, params
        common, parts = self._common(), self._parts
        with parts.database.reading() as db:
            sizes = sample.sizes(db)
        worker = parts.embedder.health().pid if parts.embedder else None
        return methods.BenchUsageResult(
            **common,
            file_bytes=sizes.files,
            text_bytes=sizes.text,
            processes=usage.processes(worker),
        )

    def _findings(self, call: Call, params: methods.GateFindingsParams) -> methods.Result:
        del call
        self._check_source(params.source)
        common = self._common()
        if params.path is not None:
            source, path = self._resolve(params.path, params.source)
            params = msgspec.structs.replace(params, source=source, path=path)
            self._check_known(path)
        found, total = self._parts.findings.select(params)
        return methods.GateFindingsResult(**common, findings=found, total=total)

    def _check_known(self, path: str) -> None:
        """Nothing was found in a note that nobody has looked at; that is not to be said of it."""
        with self._parts.database.reading() as db:
            if notes.find(db, path):
                return
            told = [at for at in notes.problems(db, _ALL_PROBLEMS) if at.path == path]
        if told:
            raise NotReady(f"{told[0].message} {told[0].advice}".strip())
        raise NoteUnreadable(
            f"There is no note {path} in the index, so nothing is known of it. Give the path as "
            "search shows it; a note saved this second needs a `vaultbrain sync` first."
        )

    def _allow(self, call: Call, params: methods.GateAllowParams) -> methods.Result:
        self._check_writable()
        tell = functools.partial(self._tell, call)
        found = self._parts.findings.allow(params, call.cancelled, tell)
        if found is None:
            raise _unfinished(call, params.timeout)
        return methods.GateAllowResult(**self._common(), notes=found)

    def _rescan(self, call: Call, params: methods.GateRescanParams) -> methods.Result:
        self._check_writable()
        tell = functools.partial(self._tell, call)
        if not self._parts.findings.rescan(params.timeout, call.cancelled, tell):
            raise _unfinished(call, params.timeout)
        with self._parts.database.reading() as db:
            count, gate = notes.counts(db)[0], self._parts.findings.status(db)
        return methods.GateRescanResult(**self._common(), notes=count, proof=gate.proof)

    def _check_source(self, source: str | None) -> None:
        if source is not None:
            asking.check_source(source, self._parts.sources)

    def _resolve(self, path: str, named: str | None) -> tuple[str | None, str]:
        """A path as a user types it: relative to its source, or absolute."""
        for source in self._parts.sources.values():
            prefix = f"{source.root}/"
            if path.startswith(prefix):
                return source.id, path[len(prefix) :]
        return named, path.removeprefix("./")


def _unfinished(call: Call, timeout: float) -> Cancelled | DeadlineExceeded:
    if call.cancelled.is_set():
        return Cancelled("The request was taken back.")
    return DeadlineExceeded(
        f"Not everything could be indexed within {timeout:g} s; it goes on. "
        "Ask again, with a longer --timeout, or look at `vaultbrain status`."
    )


def _progress(reading: Reading, embedding: Reading) -> methods.Progress:
    shown = reading if reading.phase != "idle" else embedding
    return methods.Progress(
        phase=shown.phase,  # type: ignore[arg-type]
        done=shown.done,
        total=shown.total,
        eta_seconds=shown.eta_seconds,
    )

"""The one table of methods: what each is asked and what it answers.

A key of the params that is not listed here is an error; a key of a result that a client does
not know is to be ignored by it. Adding a method is one row and two structs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from vaultbrain.errors import UsageError
from vaultbrain.protocol.explanation import Explanation  # noqa: TC001 - as those of records
from vaultbrain.protocol.filters import Filters, PathText, ShortText, SourceId  # noqa: TC001
from vaultbrain.protocol.wire import MAX_QUESTION, REQUEST_SECONDS, SUPPORTED, question_fault
from vaultbrain.records import (  # noqa: TC001 - msgspec reads the annotations at run time
    Action,
    Citation,
    Hit,
    Problem,
    State,
    Tier,
)

Question = Annotated[
    str, msgspec.Meta(max_length=MAX_QUESTION, description="Words of the user; never blank.")
]
Mode = Literal["hybrid", "lexical", "semantic"]
Lane = Literal["quick", "search", "ask", "wait"]
Phase = Literal["idle", "scanning", "reading", "embedding"]
ItemKind = Literal["title", "typo", "heading", "sentence"]
ProcessRole = Literal["daemon", "model", "readers"]


class Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what a method is asked."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every answer: how far it can be trusted.

    Attributes:
        state: what the answer covers.
        generation: counts committed changes of the index.
        pending: chunks that still wait for their vector.
    """

    state: State
    generation: int
    pending: int


def _check_question(text: str) -> None:
    fault = question_fault(text)
    if fault:
        raise UsageError(fault)


class HelloParams(Params, frozen=True, kw_only=True):
    """Protocol the client speaks, and its name for the log."""

    protocol: int
    client: ShortText = ""

    def __post_init__(self) -> None:
        """Refuse a protocol we do not speak, naming those we do."""
        if self.protocol not in SUPPORTED:
            known = ", ".join(map(str, SUPPORTED))
            message = (
                f"This daemon does not speak protocol {self.protocol}; it speaks: {known}. "
                "Nothing was done. Bring vaultbrain and the client to the same version."
            )
            raise UsageError(message)


class HelloResult(Result, frozen=True, kw_only=True):
    """Who answers. `sources` holds source ids."""

    protocol: int
    version: str
    sources: tuple[str, ...]
    capabilities: tuple[str, ...]


class StatusParams(Params, frozen=True, kw_only=True):
    """Nothing is asked."""


class SourceStatus(msgspec.Struct, frozen=True, kw_only=True):
    """One source; `last_scan_at` in unix seconds.

    `held` notes vanished at once and are kept until it is clear that this was meant; `replaced`
    says that another folder is in the vault's place; `unwatched` folders are not reported by the
    system.
    """

    id: str
    kind: str
    path: str
    state: State
    notes: int
    watching: bool
    unwatched: int = 0
    held: int = 0
    replaced: bool = False
    last_scan_at: float | None = None


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far the current phase is: `done` of `total` notes, or chunks while embedding."""

    phase: Phase = "idle"
    done: int = 0
    total: int = 0
    eta_seconds: float | None = None


class ModelStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The embedding model; `reason` says why it is not available, or is empty.

    `precision` tells engines of the same model apart by how they round.
    """

    name: str
    precision: str
    fingerprint: str
    available: bool
    loaded: bool
    reason: str = ""


class FindingCount(msgspec.Struct, frozen=True, kw_only=True, rename={"class_": "class"}):
    """How many findings of a kind something was done with."""

    class_: str
    tier: Tier
    action: Action
    count: int


class GateProof(msgspec.Struct, frozen=True, kw_only=True):
    """What the last look for values that were taken out has shown.

    `at` in unix seconds; `values` looked for in `files`; `copies` are how many of them a file still
    holds, by its name.
    """

    at: int
    values: int
    files: int
    copies: dict[str, int]


class GateStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The gate and what it found.

    `redactions` counts what was taken out, by class; `counts` everything that was found; `waiting`
    the notes that have not passed the rules of now and are looked at again when they are found;
    `quarantined` those of which nothing is shown; `allowed` the ids of findings that pass.
    """

    ruleset: str
    redactions: dict[str, int]
    counts: tuple[FindingCount, ...] = ()
    waiting: int = 0
    quarantined: int = 0
    allowed: int = 0
    deep_scan: bool = False
    proof: GateProof | None = None
    trouble: str = ""


class StatusResult(Result, frozen=True, kw_only=True):
    """Everything the daemon knows of itself.

    `started_at` is in unix seconds; `vectors` counts those of the live generation out of
    `embeddable` chunks; `vectors_kept` those of an earlier index that this start found, where it
    had to begin a new one; `index_age_seconds` counts from the last completed reconcile.
    """

    pid: int
    version: str
    started_at: float
    sources: tuple[SourceStatus, ...]
    notes: int
    chunks: int
    vectors: int
    vectors_kept: int
    embeddable: int
    progress: Progress
    model: ModelStatus
    gate: GateStatus
    database_bytes: int
    index_age_seconds: float | None
    problems: tuple[Problem, ...]


class SyncParams(Params, frozen=True, kw_only=True):
    """How many seconds to wait at most."""

    timeout: Annotated[float, msgspec.Meta(gt=0, le=3600)] = REQUEST_SECONDS


class SyncResult(Result, frozen=True, kw_only=True):
    """Everything that was on disk when the request came is searchable."""


class PurgeParams(Params, frozen=True, kw_only=True):
    """Of which source; without one, of every source that holds something back."""

    source: SourceId | None = None
    timeout: Annotated[float, msgspec.Meta(gt=0, le=3600)] = REQUEST_SECONDS


class PurgeResult(Result, frozen=True, kw_only=True):
    """How many notes were forgotten; `clean` is False where their bytes go a little later."""

    forgotten: int
    clean: bool


class LockParams(Params, frozen=True, kw_only=True):
    """Nothing is asked."""


class LockResult(Result, frozen=True, kw_only=True):
    """From now on no file of the vault or of the index is open."""


class UnlockParams(Params, frozen=True, kw_only=True):
    """Nothing is asked."""


class UnlockResult(Result, frozen=True, kw_only=True):
    """The index is being opened again."""


class GateFindingsParams(Params, frozen=True, kw_only=True, rename={"class_": "class"}):
    """Of which note, of which kind; without any, all findings in the order of their notes."""

    source: SourceId | None = None
    path: PathText | None = None
    class_: ShortText | None = None
    tier: Tier | None = None
    action: Action | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 100


class GateFinding(msgspec.Struct, frozen=True, kw_only=True, rename={"class_": "class"}):
    """Where something was found, of which kind, and what was done; never the value.

    `id` is what `gate.allow` is given; `first_seen` in unix seconds.
    """

    source: str
    path: str
    line: int
    class_: str
    tier: Tier
    rule: str
    action: Action
    id: str
    first_seen: int


class GateFindingsResult(Result, frozen=True, kw_only=True):
    """Findings, at most `limit` of `total`."""

    findings: tuple[GateFinding, ...]
    total: int


class GateAllowParams(Params, frozen=True, kw_only=True):
    """Let a finding pass by its id, or with `undo` no more; and wait until that is done."""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    undo: bool = False
    timeout: Annotated[float, msgspec.Meta(gt=0, le=3600)] = REQUEST_SECONDS


class GateAllowResult(Result, frozen=True, kw_only=True):
    """The notes, by source and path, that were read anew for it."""

    notes: tuple[tuple[str, str], ...]


class GateRescanParams(Params, frozen=True, kw_only=True):
    """How many seconds to wait at most."""

    timeout: Annotated[float, msgspec.Meta(gt=0, le=3600)] = REQUEST_SECONDS


class GateRescanResult(Result, frozen=True, kw_only=True):
    """All notes have passed the rules of now; how many there are, and what the proof shows."""

    notes: int
    proof: GateProof | None


class SearchParams(Params, frozen=True, kw_only=True):
    """Words to find. `explain` fills each hit's `why`, and tells how the query was read."""

    query: Question
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 10
    mode: Mode = "hybrid"
    filters: Filters = Filters()
    explain: bool = False

    def __post_init__(self) -> None:
        """Refuse a blank query."""
        _check_question(self.query)


class SearchResult(Result, frozen=True, kw_only=True):
    """Notes found, best first. `notice` says what was left out, or is empty."""

    hits: tuple[Hit, ...]
    notice: str = ""
    explanation: Explanation | None = None


class AskParams(Params, frozen=True, kw_only=True):
    """A question; `limit` is the number of sentences that may be cited."""

    question: Question
    limit: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    filters: Filters = Filters()
    generator: Literal["auto", "off"] = "auto"
    stream: bool = False

    def __post_init__(self) -> None:
        """Refuse a blank question."""
        _check_question(self.question)


class AskResult(Result, frozen=True, kw_only=True):
    """A cited answer, or a refusal with the nearest notes; fields as in `records.Answer`."""

    answer: str
    grounded: bool
    refused: bool
    reason: str
    citations: tuple[Citation, ...]
    nearest: tuple[Hit, ...]
    engine: str
    evidence: float
    notice: str = ""


class GetParams(Params, frozen=True, kw_only=True):
    """A note by its path; `count` lines from `line` on, or all to the end."""

    path: PathText
    line: Annotated[int, msgspec.Meta(ge=1, le=2**31)] = 1
    count: Annotated[int, msgspec.Meta(ge=1, le=5000)] | None = None
    source: SourceId | None = None


class GetResult(Result, frozen=True, kw_only=True):
    """Cleaned text of a note as it is on disk now. `sha256` is that of the whole file."""

    source: str
    path: str
    title: str
    text: str
    line_start: int
    line_end: int
    lines_total: int
    sha256: str


class BenchSampleParams(Params, frozen=True, kw_only=True):
    """How many questions of each kind; the same `seed` gives the same ones."""

    count: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 50
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


class BenchItem(msgspec.Struct, frozen=True, kw_only=True):
    """A question that was made of one note, which it should bring back."""

    kind: ItemKind
    query: str
    source: str
    path: str


class BenchSampleResult(Result, frozen=True, kw_only=True):
    """Questions, kind by kind: at most `count` of each, no two of a kind from one note."""

    items: tuple[BenchItem, ...]


class BenchUsageParams(Params, frozen=True, kw_only=True):
    """Nothing is asked."""


class ProcessUsage(msgspec.Struct, frozen=True, kw_only=True):
    """Resident memory of a process now and at its highest, and its processor time so far."""

    role: ProcessRole
    rss_bytes: int
    peak_bytes: int | None
    cpu_seconds: float


class BenchUsageResult(Result, frozen=True, kw_only=True):
    """What the notes come to, and what the daemon's processes need.

    `file_bytes` are those of the notes' files, `text_bytes` those of the text of all chunks.
    """

    file_bytes: int
    text_bytes: int
    processes: tuple[ProcessUsage, ...]


@dataclass(frozen=True)
class Method:
    """One row of the table.

    `deadline` is in seconds; None means that the method waits on purpose, as long as its own
    `timeout` says. Methods of one `lane` wait for one another and for nobody else, so that many
    slow requests never keep a quick one from its turn.
    """

    name: str
    params: type[Params]
    result: type[Result]
    summary: str
    deadline: float | None = REQUEST_SECONDS
    lane: Lane = "quick"


_TABLE = (
    Method("hello", HelloParams, HelloResult, "Agree on a protocol and learn who answers."),
    Method("status", StatusParams, StatusResult, "What the daemon knows of itself."),
    Method(
        "sync",
        SyncParams,
        SyncResult,
        "Wait until all that is on disk is searchable.",
        None,
        "wait",
    ),
    Method(
        "purge",
        PurgeParams,
        PurgeResult,
        "Forget at once what is held back.",
        None,
        "wait",
    ),
    Method("lock", LockParams, LockResult, "Close every file, so that a volume can be locked."),
    Method("unlock", UnlockParams, UnlockResult, "Open the index again."),
    Method(
        "search", SearchParams, SearchResult, "Find notes by words and by meaning.", lane="search"
    ),
    Method(
        "ask", AskParams, AskResult, "Answer from the notes with citations, or refuse.", lane="ask"
    ),
    Method("get", GetParams, GetResult, "The cleaned text of one note."),
    Method(
        "bench.sample",
        BenchSampleParams,
        BenchSampleResult,
        "Questions made of the notes themselves.",
        lane="ask",
    ),
    Method("bench.usage", BenchUsageParams, BenchUsageResult, "What the daemon needs."),
    Method(
        "gate.findings",
        GateFindingsParams,
        GateFindingsResult,
        "What the gate found, and where; never the values.",
    ),
    Method(
        "gate.allow",
        GateAllowParams,
        GateAllowResult,
        "Let a finding pass, or no more.",
        None,
        "wait",
    ),
    Method(
        "gate.rescan",
        GateRescanParams,
        GateRescanResult,
        "Have all notes pass the gate again.",
        None,
        "wait",
    ),
)
METHODS = {method.name: method for method in _TABLE}

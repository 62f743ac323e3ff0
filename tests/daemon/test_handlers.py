from __future__ import annotations

import hashlib
import os
import threading
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import pytest

import vaultbrain
from tests.house import House, Thread
from vaultbrain.daemon.findings import Findings
from vaultbrain.daemon.handlers import Handlers, Parts
from vaultbrain.daemon.server import Call
from vaultbrain.daemon.upkeep import Stores, Upkeep
from vaultbrain.daemon.watching import Watching
from vaultbrain.errors import (
    Cancelled,
    DeadlineExceeded,
    NoteUnreadable,
    NotReady,
    StoreError,
    UsageError,
)
from vaultbrain.indexer import embedding as embedding_module
from vaultbrain.protocol import methods
from vaultbrain.protocol.methods import METHODS
from vaultbrain.records import State
from vaultbrain.store import notes
from vaultbrain.store.quarantine import Quarantined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

R = TypeVar("R", bound=methods.Result)


class Desk:
    """Handlers over real parts, asked as the server asks them."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.progress: list[Mapping[str, object]] = []
        self.cancelled = threading.Event()
        self.silence = 0.0
        self.renewals: list[str] = []
        self.locks: list[int] = []
        self.open()

    def open(self) -> None:
        house = self.house
        if not house.is_open:
            house.open()
        self.watching = Watching(house.sources, house.hints, house.folder)
        self.upkeep = Upkeep(
            Stores(house.database, house.writer, house.state, house.folder),
            house.hints,
            house.reading.is_busy,
            house.names,
            self.renewals.append,
            lambda: None,
        )
        with_model = house.with_model
        self.parts = Parts(
            started_at=1234.5,
            database=house.database,
            sources=house.sources,
            vault=house.vault,
            pipeline=house.pipeline,
            guard=house.guard,
            watching=self.watching,
            upkeep=self.upkeep,
            silent=lambda: self.silence,
            lock=lambda: self.locks.append(1),
            embedder=house.embedder if with_model else None,
            embedding=house.embedding if with_model else None,
            search=house.search,
            ask=house.ask,
            findings=Findings(
                (house.database, house.writer, house.state),
                house.vault,
                house.tools,
                house.pipeline,
                house.cleansing,
            ),
            reading=house.reading,
            embedding_progress=house.embedding_progress,
            vectors_kept=0,
            state_restored_from=house.state.restored_from,
        )
        self.handlers = Handlers(self.parts)

    def close(self) -> None:
        self.watching.stop()
        self.house.close()

    def ask(self, kind: type[R], method: str, **params: Any) -> R:  # noqa: ANN401
        decoded = msgspec.convert(params, METHODS[method].params)
        call = Call(method, decoded, self.progress.append, self.cancelled)
        result = self.handlers.dispatch(call)
        assert isinstance(result, kind)
        assert kind is METHODS[method].result
        assert msgspec.json.decode(msgspec.json.encode(result), type=kind) == result
        return result

    def status(self) -> methods.StatusResult:
        return self.ask(methods.StatusResult, "status")

    def get(self, path: str, **params: Any) -> methods.GetResult:  # noqa: ANN401
        return self.ask(methods.GetResult, "get", path=path, **params)

    def search(self, query: str, **params: Any) -> methods.SearchResult:  # noqa: ANN401
        return self.ask(methods.SearchResult, "search", query=query, **params)

    def watch(self) -> None:
        self.watching.tick(0.0, doubt=False)

    def settle(self) -> None:
        """Watch, look through everything, embed everything."""
        self.watch()
        self.house.hints.take(0)
        self.house.scan()
        self.house.embed()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(House(tmp_path))
    yield desk
    desk.close()


def wordy(desk: Desk) -> Desk:
    """The same without a model."""
    desk.close()
    desk.house.with_model = False
    desk.open()
    return desk


def problems(desk: Desk) -> list[str]:
    return [at.code for at in desk.status().problems]


def test_every_method_of_the_table_is_served(desk: Desk) -> None:
    assert set(desk.handlers._table) == set(METHODS)


def test_hello(desk: Desk) -> None:
    result = desk.ask(methods.HelloResult, "hello", protocol=1, client="test")
    assert result.version == vaultbrain.__version__
    assert result.sources == ("notes",)
    assert set(result.capabilities) <= set(METHODS)


# States


def test_indexing_until_everything_was_looked_at_and_embedded(desk: Desk) -> None:
    desk.house.write("a.md", "zebra")
    assert desk.status().state is State.INDEXING
    assert desk.status().index_age_seconds is None
    desk.watch()
    desk.house.scan()
    waiting = desk.status()
    assert (waiting.state, waiting.pending, waiting.vectors) == (State.INDEXING, 1, 0)
    desk.house.embed()
    done = desk.status()
    assert (done.state, done.pending, done.vectors) == (State.READY, 0, 1)
    assert (done.notes, done.chunks, done.embeddable) == (1, 1, 1)
    assert done.pid == os.getpid()
    assert done.index_age_seconds is not None
    assert done.index_age_seconds < 60
    assert done.database_bytes > 0
    assert done.problems == ()
    assert done.sources[0].watching
    assert done.sources[0].path == str(desk.house.root)
    assert done.generation > 0


def test_indexing_while_notes_are_read(desk: Desk) -> None:
    desk.settle()
    desk.house.reading.begin("reading", 10)
    desk.house.reading.advance(4)
    found = desk.status()
    assert found.state is State.INDEXING
    assert (found.progress.phase, found.progress.done, found.progress.total) == ("reading", 4, 10)
    desk.house.reading.end()
    desk.house.embedding_progress.begin("embedding", 3)
    assert desk.status().progress.phase == "embedding"


def test_without_a_model_nothing_waits_for_one(desk: Desk) -> None:
    desk.house.write("a.md", "zebra")
    desk.house.scan()
    wordy(desk).watch()
    desk.house.scan()
    found = desk.status()
    assert (found.state, found.pending, found.vectors) == (State.READY, 0, 0)
    assert (found.model.name, found.model.available) == ("off", False)
    assert found.problems == ()


def test_offline_is_said_and_nothing_is_forgotten(desk: Desk) -> None:
    desk.house.write("a.md", "zebra")
    desk.settle()
    desk.house.root.rename(desk.house.root.with_name("away"))
    desk.house.scan()
    found = desk.status()
    assert (found.state, found.notes) == (State.OFFLINE, 1)
    assert found.sources[0].state is State.OFFLINE
    assert problems(desk) == ["source-offline"]
    hits = desk.search("zebra")
    assert hits.state is State.OFFLINE
    assert [hit.fresh for hit in hits.hits] == [False]


def test_degraded_where_nothing_is_watched(desk: Desk) -> None:
    desk.settle()
    desk.watching.stop()
    assert desk.status().state is State.DEGRADED
    assert problems(desk) == ["not-watching"]


def test_degraded_where_the_model_is_away(desk: Desk) -> None:
    desk.house.write("a.md", "zebra")
    desk.settle()
    desk.house.embedder.available = False
    found = desk.status()
    assert found.state is State.DEGRADED
    assert (found.model.available, found.model.reason) == (False, "the fake model was switched off")
    assert problems(desk) == ["model-unavailable"]
    assert found.problems[0].advice == "Switch it on."
    hits = desk.search("zebra")
    assert [hit.path for hit in hits.hits] == ["a.md"]
    assert "words only" in hits.notice


def test_degraded_while_batches_fail(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_module, "FIRST_PAUSE", 0.0)
    desk.house.write("a.md", "zebra")
    desk.settle()
    desk.house.embedding.trouble = "The fake model failed."
    assert desk.status().state is State.DEGRADED
    assert problems(desk) == ["model-unavailable"]


def test_degraded_while_texts_wait_for_mains_power(desk: Desk) -> None:
    desk.settle()
    desk.house.embedding.paused = True
    assert (desk.status().state, problems(desk)) == (State.READY, [])
    desk.house.write("a.md", "zebra")
    desk.house.scan()
    found = desk.status()
    assert (found.state, problems(desk)) == (State.DEGRADED, ["on-battery"])
    assert "words are searched, 1 text waits" in found.problems[0].message
    assert "on_battery" in found.problems[0].advice
    desk.house.write("b.md", "giraffe")
    desk.house.scan()
    assert "2 texts wait" in desk.status().problems[0].message
    assert [hit.path for hit in desk.search("zebra", mode="lexical").hits] == ["a.md"]
    desk.house.embedding.paused = False
    assert desk.status().state is State.INDEXING


def test_degraded_where_the_index_cannot_be_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.settle()

    def fail(*_: object) -> None:
        raise StoreError("disk full")

    monkeypatch.setattr(notes, "replace", fail)
    desk.house.write("a.md", "zebra")
    desk.house.scan()
    assert desk.status().state is State.DEGRADED
    assert problems(desk) == ["index-unwritten"]
    with (
        Thread(desk.house.pipeline.run, desk.house.pipeline.stop),
        pytest.raises(StoreError, match="not up to date"),
    ):
        desk.ask(methods.SyncResult, "sync", timeout=5.0)


def test_a_mass_deletion_and_bad_notes_are_problems(desk: Desk) -> None:
    for number in range(60):
        desk.house.write(f"{number}.md", f"word{number}")
    desk.house.write("bad.md", "---\ntags: [x\n---\nzebra")
    desk.house.scan()
    for number in range(60):
        (desk.house.root / f"{number}.md").unlink()
    desk.watch()
    desk.house.scan()
    found = desk.status()
    assert [at.code for at in found.problems] == ["mass-deletion", "frontmatter-broken"]
    assert "60 notes" in found.problems[0].message


def test_redactions_are_counted_by_class(desk: Desk) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    desk.house.write("a.md", f"token: {token}\n\nzebra")
    desk.settle()
    found = desk.status()
    assert sum(found.gate.redactions.values()) == 1
    assert found.gate.ruleset == desk.house.gate.ruleset
    assert token not in repr(found)


# What the daemon as a whole suffers from


@pytest.mark.fault(40)
def test_readonly_is_said_and_what_is_known_still_found(desk: Desk) -> None:
    desk.house.write("a.md", "zebra")
    desk.settle()
    desk.upkeep.is_readonly = True
    found = desk.status()
    assert (found.state, problems(desk)) == (State.READONLY, ["readonly"])
    hits = desk.search("zebra")
    assert (hits.state, [hit.path for hit in hits.hits]) == (State.READONLY, ["a.md"])
    for method in ("sync", "purge"):
        with pytest.raises(NotReady, match=r"read-only.*Make it writable"):
            desk.ask(methods.Result, method)
    desk.watching.stop()
    assert problems(desk) == ["readonly", "not-watching"]
    desk.house.database.readonly = True  # then nobody reads notes, so that is no news
    assert problems(desk) == ["readonly"]


def test_degraded_where_the_index_is_damaged(desk: Desk) -> None:
    desk.settle()
    desk.house.database.damage = "malformed"
    assert desk.status().state is State.DEGRADED


def test_degraded_where_some_folders_are_not_watched(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.settle()
    monkeypatch.setattr(desk.watching, "unwatched", lambda _: 3)
    found = desk.status()
    assert (found.state, found.sources[0].unwatched) == (State.DEGRADED, 3)
    assert problems(desk) == ["not-watching"]
    assert "3 folders of source notes" in found.problems[0].message
    assert "max_user_watches" in found.problems[0].advice


def test_trouble_with_the_files_is_told(desk: Desk) -> None:
    desk.settle()
    desk.house.database.quarantined = (
        Quarantined("vectors.db", "malformed", "vectors.db.damaged-20260101T000000Z"),
    )
    desk.upkeep.low_on_space = True
    desk.upkeep.backup_trouble = "The backup failed."
    desk.handlers = Handlers(
        msgspec.structs.replace(desk.parts, state_restored_from="state-2026-01-01.db")
    )
    found = desk.status()
    assert found.state is State.READY
    assert problems(desk) == ["index-rebuilt", "low-on-space", "state-restored", "backup-failed"]
    assert "vectors.db was damaged (malformed)" in found.problems[0].message
    assert found.started_at == 1234.5


# Vaults that are not as they were


def vanish(desk: Desk) -> None:
    """60 notes are there, then they are not."""
    for number in range(60):
        desk.house.write(f"{number}.md", f"word{number}")
    desk.settle()
    for number in range(60):
        (desk.house.root / f"{number}.md").unlink()
    desk.house.scan()


def replace_vault(desk: Desk) -> None:
    """Other notes stand where the vault was."""
    for number in range(10):
        desk.house.write(f"{number}.md", f"word{number}")
    desk.settle()
    desk.house.root.rename(desk.house.root.with_name("away"))
    desk.house.root.mkdir()
    desk.house.write("other.md", "giraffe")
    desk.watch()
    desk.house.scan()


def purge(desk: Desk, **params: Any) -> methods.PurgeResult:  # noqa: ANN401
    with Thread(desk.house.pipeline.run, desk.house.pipeline.stop):
        return desk.ask(methods.PurgeResult, "purge", timeout=20.0, **params)


@pytest.mark.fault(31)
def test_notes_that_are_held_back_are_counted_and_purge_forgets_them(desk: Desk) -> None:
    vanish(desk)
    found = desk.status()
    assert (found.state, found.sources[0].held, found.notes) == (State.DEGRADED, 60, 60)
    assert problems(desk) == ["mass-deletion"]
    assert "vaultbrain purge" in found.problems[0].advice
    done = purge(desk)
    assert (done.forgotten, done.clean) == (60, True)
    after = desk.status()
    assert (after.sources[0].held, after.notes, problems(desk)) == (0, 0, [])


@pytest.mark.fault(31)
def test_notes_that_come_back_are_known_as_before(desk: Desk) -> None:
    vanish(desk)
    calls = dict(desk.house.embedder.calls)
    for number in range(60):
        desk.house.write(f"{number}.md", f"word{number}")
    desk.house.scan()
    desk.house.embed()
    found = desk.status()
    assert (found.state, found.sources[0].held, found.vectors) == (State.READY, 0, 60)
    assert desk.house.embedder.calls["passages"] == calls["passages"]


@pytest.mark.fault(30)
def test_another_vault_in_its_place_is_taken_only_by_a_purge(desk: Desk) -> None:
    replace_vault(desk)
    found = desk.status()
    assert (found.state, found.notes) == (State.OFFLINE, 10)
    assert (found.sources[0].state, found.sources[0].replaced) == (State.OFFLINE, True)
    assert problems(desk) == ["source-replaced"]
    assert "vaultbrain purge --source notes" in found.problems[0].advice
    assert desk.search("giraffe", mode="lexical").hits == ()
    assert purge(desk, source="notes").forgotten == 10
    after = desk.status()
    assert (after.notes, after.sources[0].replaced, problems(desk)) == (1, False, [])
    assert [hit.path for hit in desk.search("giraffe", mode="lexical").hits] == ["other.md"]


@pytest.mark.fault(29)
def test_an_empty_mountpoint_is_no_vault_to_purge(desk: Desk) -> None:
    desk.house.write("a.md", "zebra")
    desk.settle()
    desk.house.root.rename(desk.house.root.with_name("away"))
    desk.house.root.mkdir()
    desk.house.scan()
    found = desk.status()
    assert (found.state, found.notes, problems(desk)[0]) == (State.OFFLINE, 1, "source-offline")


@pytest.mark.fault(28)
def test_nothing_is_purged_where_the_folder_is_away(desk: Desk) -> None:
    desk.house.write("a.md", "zebra")
    desk.settle()
    desk.house.root.rename(desk.house.root.with_name("away"))
    desk.house.scan()
    for params in ({}, {"source": "notes"}):
        with pytest.raises(NotReady, match=r"folder of source notes is not there.*Mount"):
            purge(desk, **params)
    assert desk.status().notes == 1


def test_purge_of_what_is_not_configured_is_refused(desk: Desk) -> None:
    with pytest.raises(UsageError, match=r"no source 'other'.*Configured: notes"):
        desk.ask(methods.PurgeResult, "purge", source="other")


def test_purge_where_nothing_is_held_back(desk: Desk) -> None:
    desk.house.write("a.md", "zebra")
    desk.settle()
    done = purge(desk)
    assert (done.forgotten, done.clean) == (0, True)
    assert desk.status().notes == 1


def test_purge_gives_up(desk: Desk) -> None:
    with pytest.raises(DeadlineExceeded, match=r"within 0\.1 s"):
        desk.ask(methods.PurgeResult, "purge", timeout=0.1)
    desk.cancelled.set()
    with pytest.raises(Cancelled):
        desk.ask(methods.PurgeResult, "purge", timeout=20.0)


# lock


def test_lock_says_how_things_are_and_ends_the_turn(desk: Desk) -> None:
    desk.settle()
    assert desk.ask(methods.LockResult, "lock").state is State.READY
    assert desk.locks == [1]


def test_unlock_of_what_is_open_is_no_error(desk: Desk) -> None:
    desk.settle()
    assert desk.ask(methods.UnlockResult, "unlock").state is State.READY
    assert desk.locks == []


# sync


def test_sync_tells_and_ends(desk: Desk) -> None:
    for number in range(30):
        desk.house.write(f"{number}.md", f"word{number}")
    with Thread(desk.house.pipeline.run, desk.house.pipeline.stop):
        desk.ask(methods.SyncResult, "sync", timeout=20.0)
        assert [hit.path for hit in desk.search("word7", mode="lexical").hits] == ["7.md"]
    assert desk.progress
    assert set(desk.progress[0]) == {"phase", "done", "total", "eta_seconds"}


def test_sync_gives_up(desk: Desk) -> None:
    with pytest.raises(DeadlineExceeded, match=r"within 0\.1 s"):
        desk.ask(methods.SyncResult, "sync", timeout=0.1)
    desk.cancelled.set()
    with pytest.raises(Cancelled):
        desk.ask(methods.SyncResult, "sync", timeout=20.0)


# search and ask


def test_search_explains_only_when_asked(desk: Desk) -> None:
    desk.house.write("a.md", "# Title\n\nzebra and more")
    desk.settle()
    (hit,) = desk.search("zebra").hits
    assert hit.why == {}
    assert (hit.path, hit.title, hit.fresh) == ("a.md", "Title", True)
    assert hit.sha256 == hashlib.sha256(b"# Title\n\nzebra and more").hexdigest()
    (explained,) = desk.search("zebra", explain=True).hits
    assert {"lexical", "dense", "fused", "lexical_rank", "bm25"} <= set(explained.why)
    assert desk.search("zebra").explanation is None
    read = desk.search('"zebra" -lion path:x', explain=True).explanation
    assert read is not None
    assert (read.phrases, read.excluded, read.filters) == (1, 1, 1)


def test_search_filters(desk: Desk) -> None:
    desk.house.write("d/a.md", "zebra #animal/striped")
    desk.house.write("b.md", "zebra")
    desk.settle()

    def paths(**filters: str) -> list[str]:
        return sorted(hit.path for hit in desk.search("zebra", filters=filters).hits)

    assert paths() == ["b.md", "d/a.md"]
    assert paths(path="d/") == ["d/a.md"]
    assert paths(tag="animal") == ["d/a.md"]
    assert paths(source="notes") == ["b.md", "d/a.md"]
    assert paths(after="2000", before="2999") == ["b.md", "d/a.md"]
    assert paths(before="2000") == []
    with pytest.raises(UsageError, match="Configured: notes"):
        paths(source="other")
    with pytest.raises(UsageError, match="behind after: is no date"):
        paths(after="soon")
    for query in ("zebra source:other", "zebra -source:other"):
        with pytest.raises(UsageError, match="Configured: notes"):
            desk.search(query)
    with pytest.raises(UsageError, match="only says what to leave out"):
        desk.search("-zebra")
    assert [hit.path for hit in desk.search("-lion", filters={"path": "d/"}).hits] == ["d/a.md"]


def test_a_question_is_asked_of_some_notes(desk: Desk) -> None:
    desk.house.write("a.md", "# Boiler\n\nThe boiler was serviced in March by Novak.")
    desk.house.write("b.md", "# Boiler\n\nThe boiler was serviced in March by Svoboda.")
    desk.settle()

    def cited(question: str, **how: Any) -> set[str]:  # noqa: ANN401
        said = desk.ask(methods.AskResult, "ask", question=question, **how)
        return {at.path for at in said.citations} | {at.path for at in said.nearest}

    question = "who serviced the boiler in March?"
    assert cited(question, filters={"path": "a.md"}) == {"a.md"}
    assert cited(f"{question} path:b.md") == {"b.md"}
    assert cited(f"{question} -Novak") == {"b.md"}
    with pytest.raises(UsageError, match="no question beside the filters"):
        cited("tag:home")
    with pytest.raises(UsageError, match="Configured: notes"):
        cited(f"{question} source:other")


def test_ask_answers_or_refuses(desk: Desk) -> None:
    desk.house.write("a.md", "# Boiler\n\nThe boiler was serviced in March by Novak.")
    desk.house.write("b.md", "# Garden\n\nTomatoes need water.")
    desk.settle()
    answer = desk.ask(methods.AskResult, "ask", question="who serviced the boiler in March?")
    assert answer.refused is not answer.grounded
    refusal = desk.ask(methods.AskResult, "ask", question="quantum chromodynamics lattice?")
    assert refusal.refused
    assert refusal.citations == ()
    assert refusal.answer == ""


# get


def test_get_the_whole_note_by_several_spellings(desk: Desk) -> None:
    file = desk.house.write("d/a.md", "# Title\n\none\ntwo\n")
    desk.settle()
    for path in ("d/a.md", "./d/a.md", str(file)):
        found = desk.get(path)
        assert found.text == "# Title\n\none\ntwo\n"
        assert (found.path, found.source, found.title) == ("d/a.md", "notes", "Title")
        assert (found.line_start, found.line_end, found.lines_total) == (1, 5, 5)
        assert found.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()


def test_get_some_lines(desk: Desk) -> None:
    desk.house.write("a.md", "one\ntwo\nthree")
    desk.settle()
    found = desk.get("a.md", line=2, count=1)
    assert (found.text, found.line_start, found.line_end) == ("two", 2, 2)
    found = desk.get("a.md", line=2, count=5000)
    assert (found.text, found.line_start, found.line_end) == ("two\nthree", 2, 3)
    with pytest.raises(UsageError, match="has 3 lines"):
        desk.get("a.md", line=99, count=2)


def test_get_shows_the_file_as_it_is_now(desk: Desk) -> None:
    desk.house.write("a.md", "before")
    desk.settle()
    desk.house.write("a.md", "after")
    assert desk.get("a.md").text == "after"


def test_get_cleans_what_it_shows(desk: Desk) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    desk.house.write("a.md", f"# Note {token}\n\ntoken: {token}\n")
    desk.settle()
    found = desk.get("a.md")
    assert token not in repr(found)
    assert "[redacted:" in found.text


@pytest.mark.parametrize(
    "path", ["nowhere.md", "../outside.md", "/etc/passwd", "d", "secret.md", ".brainignore"]
)
def test_get_of_what_is_no_note_is_refused(desk: Desk, path: str) -> None:
    desk.house.root.with_name("outside.md").write_text("zebra")
    desk.house.write("d/a.md", "zebra")
    desk.house.write("secret.md", "zebra")
    desk.house.write(".brainignore", "secret.md\n")
    desk.settle()
    with pytest.raises(NoteUnreadable, match="no note"):
        desk.get(path)


def test_get_of_a_note_that_is_gone_or_ignored_since(desk: Desk) -> None:
    file = desk.house.write("a.md", "zebra")
    desk.settle()
    file.unlink()
    with pytest.raises(NoteUnreadable):
        desk.get("a.md")


def test_get_from_the_source_that_is_asked_for(tmp_path: Path) -> None:
    desk = Desk(House(tmp_path, names=("notes", "other")))
    desk.house.write("a.md", "one")
    other = desk.house.write("a.md", "two", source="other")
    desk.settle()
    with pytest.raises(UsageError, match="notes, other"):
        desk.get("a.md")
    assert desk.get("a.md", source="notes").text == "one"
    assert desk.get("a.md", source="other").text == "two"
    assert desk.get(str(other)).text == "two"
    with pytest.raises(UsageError, match="no source 'third'"):
        desk.get("a.md", source="third")
    desk.close()


def test_degraded_where_a_file_system_does_not_answer(desk: Desk) -> None:
    desk.settle()
    assert desk.status().state is State.READY
    desk.silence = 9.0
    assert desk.status().state is State.READY
    desk.silence = 10.0
    assert (desk.status().state, problems(desk)) == (State.DEGRADED, ["not-answering"])


def test_a_state_that_cannot_be_written_is_told(desk: Desk) -> None:
    desk.settle()
    desk.house.guard.trouble = "state.db cannot be written."
    found = desk.status()
    assert [at.code for at in found.problems] == ["state-unwritten"]
    assert found.problems[0].message == "state.db cannot be written."

from __future__ import annotations

import hashlib
import os
import threading
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import pytest

import vaultbrain
from tests.house import House, Thread
from vaultbrain.daemon.handlers import Handlers, Parts
from vaultbrain.daemon.server import Call
from vaultbrain.daemon.supervisor import Supervisor
from vaultbrain.errors import Cancelled, DeadlineExceeded, NoteUnreadable, StoreError, UsageError
from vaultbrain.indexer import embedding as embedding_module
from vaultbrain.protocol import methods
from vaultbrain.protocol.methods import METHODS
from vaultbrain.records import State
from vaultbrain.store import notes

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
        self.open()

    def open(self) -> None:
        house = self.house
        if not house.is_open:
            house.open()
        self.supervisor = Supervisor(
            house.sources, house.hints, house.writer, [], lambda: None, lambda _: None
        )
        with_model = house.with_model
        self.handlers = Handlers(
            Parts(
                database=house.database,
                sources=house.sources,
                vault=house.vault,
                pipeline=house.pipeline,
                supervisor=self.supervisor,
                embedder=house.embedder if with_model else None,
                embedding=house.embedding if with_model else None,
                search=house.search,
                ask=house.ask,
                reading=house.reading,
                embedding_progress=house.embedding_progress,
                vectors_kept=0,
            )
        )

    def close(self) -> None:
        self.supervisor.stop()
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

    def settle(self) -> None:
        """Watch, look through everything, embed everything."""
        self.supervisor.tick(0.0)
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
    desk.supervisor.tick(0.0)
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
    wordy(desk).supervisor.tick(0.0)
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
    desk.supervisor.stop()
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
    desk.supervisor.tick(0.0)
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
    assert set(explained.why) == {"lexical", "dense"}


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
    with pytest.raises(UsageError, match="Configured: notes"):
        paths(source="other")


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

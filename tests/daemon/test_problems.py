from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.house import INCLUDE, readers
from vaultbrain.daemon import problems
from vaultbrain.indexer.pipeline import SourceState
from vaultbrain.inference.base import Health
from vaultbrain.sources.folder import FolderSource
from vaultbrain.store.quarantine import Quarantined

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.records import Problem


@pytest.fixture
def source(tmp_path: Path) -> FolderSource:
    return FolderSource("work", tmp_path, INCLUDE, most_bytes=readers().most_bytes)


def of(
    source: FolderSource, state: SourceState, *, watching: bool = True, unwatched: int = 0
) -> list[Problem]:
    return problems.of_source(source, state, watching=watching, unwatched=unwatched)


def codes(found: list[Problem]) -> list[str]:
    return [at.code for at in found]


def test_a_source_that_is_well(source: FolderSource) -> None:
    assert of(source, SourceState()) == []


def test_kinds_that_nobody_reads_are_named(tmp_path: Path) -> None:
    include = ("*.md", "*.docx", "old/*.TXT", "*", "*.[dp]*", "*.d?c", "*.tar.gz")
    source = FolderSource("work", tmp_path, include, most_bytes=readers().most_bytes)
    (found,) = of(source, SourceState())
    assert found.code == "kind-unread"
    assert "Source work includes *.docx, *.tar.gz, but" in found.message


OFFLINE, REPLACED = SourceState(offline=True), SourceState(offline=True, replaced=True)
HELD = SourceState(held=60)


@pytest.mark.parametrize(
    ("state", "watch", "expected"),
    [
        (OFFLINE, {"watching": False}, ["source-offline"]),
        (REPLACED, {"watching": True, "unwatched": 2}, ["source-replaced"]),
        (HELD, {"watching": True}, ["mass-deletion"]),
        (HELD, {"watching": False, "unwatched": 2}, ["mass-deletion", "not-watching"]),
        (SourceState(offline=True, held=60), {}, ["source-offline", "mass-deletion"]),
        (SourceState(), {"watching": False}, ["not-watching"]),
        (SourceState(), {"watching": True, "unwatched": 2}, ["not-watching"]),
    ],
)
def test_what_a_source_suffers_from(
    source: FolderSource, state: SourceState, watch: dict[str, Any], expected: list[str]
) -> None:
    found = of(source, state, **watch)
    assert codes(found) == expected
    for at in found:
        assert "work" in at.message
        assert at.advice


@pytest.mark.parametrize(("held", "said"), [(1, "1 note of"), (60, "60 notes of")])
def test_notes_held_back_are_counted(source: FolderSource, held: int, said: str) -> None:
    (found,) = of(source, SourceState(held=held))
    assert found.message.startswith(said)


@pytest.mark.parametrize(("unwatched", "said"), [(1, " 1 folder of"), (7, " 7 folders of")])
def test_folders_that_are_not_watched_are_counted(
    source: FolderSource, unwatched: int, said: str
) -> None:
    (found,) = of(source, SourceState(), unwatched=unwatched)
    assert said in found.message


def test_where_a_source_should_be_is_said(source: FolderSource) -> None:
    for state in (OFFLINE, REPLACED):
        (found,) = of(source, state)
        assert str(source.root) in found.message


def test_what_became_of_damaged_files_is_said() -> None:
    assert problems.quarantined(()) == []
    (found,) = problems.quarantined([Quarantined("index.db", "malformed", "index.db.damaged-1")])
    assert found.message == "index.db was damaged (malformed), so it is made anew from your notes."
    assert "index.db.damaged-1" in found.advice


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("state-2026-01-01.db", "is restored from state-2026-01-01.db"),
        ("nothing", "begins empty: no copy was good"),
    ],
)
def test_what_state_db_is_now_is_said(name: str, said: str) -> None:
    found = problems.restored(name)
    assert (found.code, found.message) == ("state-restored", f"state.db was damaged and {said}.")


def test_trouble_is_handed_on() -> None:
    assert problems.not_backed_up("The disk is full.").message == "The disk is full."
    assert problems.unwritten("The disk is full.").message == "The disk is full."
    health = Health(available=False, loaded=False, reason="no weights", advice="Install them.")
    found = problems.no_model("no weights.", health)
    assert (found.message, found.advice) == (
        "Search by meaning is off: no weights.",
        "Install them.",
    )
    well = Health(available=True, loaded=True)
    assert "vaultbrain doctor" in problems.no_model("It failed.", well).advice


@pytest.mark.parametrize(("pending", "said"), [(1, "1 text waits"), (2, "2 texts wait")])
def test_texts_that_wait_for_power_are_counted(pending: int, said: str) -> None:
    assert said in problems.unpowered(pending).message


def test_every_problem_says_what_to_do() -> None:
    for found in (problems.readonly(), problems.low_on_space()):
        assert found.message.endswith(".")
        assert found.advice.endswith(".")
        assert found.path is None

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import pytest

import vaultbrain
from vaultbrain.config import Config, SourceConfig
from vaultbrain.daemon.calls import Call
from vaultbrain.daemon.locked import Locked
from vaultbrain.errors import NotReady
from vaultbrain.paths import locate
from vaultbrain.protocol import methods
from vaultbrain.protocol.methods import METHODS
from vaultbrain.records import State

if TYPE_CHECKING:
    from pathlib import Path

R = TypeVar("R", bound=methods.Result)


class Gate:
    """A locked daemon, asked as the server asks it."""

    def __init__(self, folder: Path) -> None:
        self.paths = locate({"VAULTBRAIN_HOME": str(folder)})
        self.unlocks = 0
        config = Config(sources={"notes": SourceConfig(path=str(folder / "notes"))})
        self.locked = Locked(config, self.paths, 1234.5, self.unlock)

    def unlock(self) -> None:
        self.unlocks += 1

    def ask(self, kind: type[R], method: str, **params: Any) -> R:  # noqa: ANN401
        decoded = msgspec.convert(params, METHODS[method].params)
        result = self.locked.dispatch(Call(method, decoded, lambda _: None, threading.Event()))
        assert isinstance(result, kind)
        assert kind is METHODS[method].result
        assert msgspec.json.decode(msgspec.json.encode(result), type=kind) == result
        return result


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path)


def test_hello_says_who_answers_and_what_it_can_do(gate: Gate) -> None:
    found = gate.ask(methods.HelloResult, "hello", protocol=1)
    assert (found.state, found.version) == (State.LOCKED, vaultbrain.__version__)
    assert (found.sources, found.capabilities) == (("notes",), ("unlock",))


def test_status_names_the_sources_and_the_way_out(gate: Gate, tmp_path: Path) -> None:
    found = gate.ask(methods.StatusResult, "status")
    assert (found.state, found.pid, found.started_at) == (State.LOCKED, os.getpid(), 1234.5)
    (source,) = found.sources
    assert (source.id, source.path) == ("notes", str(tmp_path / "notes"))
    assert (source.state, source.watching, source.notes) == (State.LOCKED, False, 0)
    (problem,) = found.problems
    assert problem.code == "locked"
    assert "vaultbrain unlock" in problem.advice
    assert (found.model.available, found.model.reason) == (False, "locked")
    assert (found.notes, found.database_bytes, found.index_age_seconds) == (0, 0, None)


def test_it_is_locked_already(gate: Gate) -> None:
    assert gate.ask(methods.LockResult, "lock").state is State.LOCKED
    assert gate.unlocks == 0


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("sync", {}),
        ("purge", {}),
        ("search", {"query": "zebra"}),
        ("ask", {"question": "which zebra?"}),
        ("get", {"path": "a.md"}),
        ("gate.findings", {}),
        ("gate.allow", {"id": "0123456789abcdef"}),
        ("gate.rescan", {}),
        ("bench.sample", {}),
        ("bench.usage", {}),
    ],
)
def test_what_needs_the_notes_is_refused(gate: Gate, method: str, params: dict[str, Any]) -> None:
    with pytest.raises(NotReady, match=f"cannot {method}.*vaultbrain unlock"):
        gate.ask(methods.Result, method, **params)


def test_every_method_has_an_answer(gate: Gate) -> None:
    answered = {"hello", "status", "lock", "unlock"}
    refused = {"sync", "purge", "search", "ask", "get"}
    refused |= {"gate.findings", "gate.allow", "gate.rescan", "bench.sample", "bench.usage"}
    assert answered | refused == set(METHODS)
    assert gate.unlocks == 0


def test_unlocking_needs_the_index_to_be_there(gate: Gate) -> None:
    with pytest.raises(NotReady, match=r"stays locked.*restart vaultbrain"):
        gate.ask(methods.UnlockResult, "unlock")
    assert gate.unlocks == 0
    gate.paths.data_dir.mkdir()
    gate.paths.index_db.touch()
    assert gate.ask(methods.UnlockResult, "unlock").state is State.LOCKED
    assert gate.unlocks == 1

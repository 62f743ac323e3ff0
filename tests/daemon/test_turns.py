from __future__ import annotations

import shutil
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.daemon.serving import OK, eventually
from vaultbrain.client import Client
from vaultbrain.daemon import turns as module
from vaultbrain.daemon.limits import Limits
from vaultbrain.daemon.server import Server
from vaultbrain.daemon.turns import MOST_RENEWALS, RENEWAL_WINDOW, End, Renewals, Turns
from vaultbrain.errors import Busy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import msgspec

    from vaultbrain.daemon.server import Call


class Stage:
    """Turns on a real socket, each played on a thread of its own."""

    def __init__(self, folder: Path, limits: Limits | None = None) -> None:
        self.path = folder / "s"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(16)
        self.turns = Turns(self.listener, limits)
        self.ready = 0
        self.ends: list[End] = []
        self.thread = threading.Thread()

    def dispatch(self, call: Call) -> msgspec.Struct:
        del call
        return OK

    def play(self, on_ready: Callable[[], None] | None = None) -> None:
        """Begin a turn."""

        def get_ready() -> None:
            self.ready += 1
            if on_ready is not None:
                on_ready()

        def run() -> None:
            self.ends.append(self.turns.serve(self.dispatch, get_ready))

        self.thread = threading.Thread(target=run)
        self.thread.start()

    def ended(self) -> End:
        """Why the turn ended."""
        self.thread.join(10)
        assert not self.thread.is_alive()
        return self.ends[-1]

    def close(self) -> None:
        self.turns.end(End.STOP)
        if self.thread.is_alive():
            self.thread.join(10)
        self.listener.close()

    def ask(self) -> str:
        with Client(self.path, 10) as client:
            return str(client.call("sync")["state"])


@pytest.fixture
def folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="vb"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def stage(folder: Path) -> Iterator[Stage]:
    stage = Stage(folder)
    yield stage
    stage.close()


@pytest.mark.parametrize("why", list(End))
def test_a_turn_answers_and_ends_for_its_reason(stage: Stage, why: End) -> None:
    stage.play()
    assert stage.ask() == "ready"
    assert stage.ready == 1
    stage.turns.end(why)
    assert stage.ended() is why


def test_one_turn_after_another_behind_one_socket(stage: Stage) -> None:
    for why in (End.RENEW, End.LOCK, End.UNLOCK):
        stage.play()
        assert stage.ask() == "ready"
        stage.turns.end(why)
        assert stage.ended() is why
    assert stage.ready == 3


def test_who_comes_between_two_turns_is_answered_by_the_next(stage: Stage) -> None:
    stage.play()
    assert stage.ask() == "ready"
    stage.turns.end(End.RENEW)
    stage.ended()
    answers: list[str] = []
    asking = threading.Thread(target=lambda: answers.append(stage.ask()))
    asking.start()
    stage.play()
    asking.join(10)
    assert answers == ["ready"]


def test_the_first_reason_counts_unless_it_is_the_last_of_all(stage: Stage) -> None:
    def end(*reasons: End) -> None:
        for why in reasons:
            stage.turns.end(why)

    stage.play(lambda: end(End.LOCK, End.RENEW))
    assert stage.ended() is End.LOCK
    stage.play(lambda: end(End.LOCK, End.STOP))
    assert stage.ended() is End.STOP


def test_a_wish_to_stop_between_two_turns_is_kept(stage: Stage) -> None:
    stage.play()
    assert stage.ask() == "ready"
    stage.turns.end(End.RENEW)
    assert stage.ended() is End.RENEW
    stage.turns.end(End.STOP)
    for _ in range(2):
        stage.play()
        assert stage.ended() is End.STOP
    assert stage.ready == 1  # nobody is told that a turn began which did not


def test_any_other_wish_between_two_turns_is_out_of_date(stage: Stage) -> None:
    stage.turns.end(End.RENEW)
    stage.play()
    assert stage.ask() == "ready"
    stage.turns.end(End.LOCK)
    assert stage.ended() is End.LOCK


def test_a_server_that_ends_by_itself_is_the_end(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Server, "run", lambda _: None)
    stage.play()
    assert stage.ended() is End.STOP


def test_who_asked_for_the_end_is_answered_first(stage: Stage) -> None:
    def lock(call: Call) -> msgspec.Struct:
        del call
        stage.turns.end_soon(End.LOCK)
        return OK

    stage.dispatch = lock  # type: ignore[method-assign]
    stage.play()
    assert stage.ask() == "ready"
    assert stage.ended() is End.LOCK


def test_an_end_asked_for_twice_ends_no_later_turn(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.play()
    assert stage.ask() == "ready"
    monkeypatch.setattr(module, "FAREWELL_SECONDS", 0.3)
    stage.turns.end_soon(End.UNLOCK)
    monkeypatch.setattr(module, "FAREWELL_SECONDS", 0.0)
    stage.turns.end_soon(End.UNLOCK)
    assert stage.ended() is End.UNLOCK
    stage.play()
    until = time.monotonic() + 0.6
    while time.monotonic() < until:
        assert stage.ask() == "ready"
    assert len(stage.ends) == 1


def test_limits_go_for_every_turn(folder: Path) -> None:
    stage = Stage(folder, Limits(connections=1))
    for _ in range(2):
        stage.play()
        with Client(stage.path, 10) as client:
            client.call("sync")
            with pytest.raises(Busy, match="1 connections"):
                stage.ask()
        stage.turns.end(End.RENEW)
        stage.ended()
    stage.close()


def test_a_turn_is_stalled_only_while_it_is_played(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Server, "stalled", lambda _: 7.0)
    assert stage.turns.stalled() == 0
    stage.play()
    assert stage.ask() == "ready"
    assert stage.turns.stalled() == 7.0
    stage.turns.end(End.RENEW)
    stage.ended()
    assert stage.turns.stalled() == 0


def test_a_turn_that_turns_has_not_stalled(stage: Stage) -> None:
    stage.play()
    assert stage.ask() == "ready"
    assert stage.turns.stalled() == 0
    assert eventually(lambda: stage.turns.stalled() == 0)
    stage.turns.end(End.STOP)
    stage.ended()


def test_renewals_are_bounded_within_a_time() -> None:
    now = 0.0
    renewals = Renewals(lambda: now)
    pauses = [renewals.pause() for _ in range(MOST_RENEWALS + 1)]
    assert pauses == [0, 1, 2, 4, 8, 16, None]  # a disk that fails may recover
    now = RENEWAL_WINDOW
    assert renewals.pause() == 0


def test_renewals_now_and_then_are_no_trouble() -> None:
    now = 0.0
    renewals = Renewals(lambda: now)
    for _ in range(50):
        now += RENEWAL_WINDOW / MOST_RENEWALS
        assert renewals.pause() is not None

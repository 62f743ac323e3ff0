from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.daemon.serving import Handlers
from vaultbrain.daemon.calls import Call, answer
from vaultbrain.errors import Cancelled
from vaultbrain.protocol import wire
from vaultbrain.protocol.methods import GetParams, SearchParams

if TYPE_CHECKING:
    from vaultbrain.protocol.methods import Params


def call(params: Params, method: str = "search") -> Call:
    return Call(method, params, lambda _: None, threading.Event())


def test_an_answer_is_one_line_with_the_id() -> None:
    line = answer(Handlers(), "a-1", call(SearchParams(query="x")))
    assert line.count(b"\n") == 1
    assert json.loads(line)["id"] == "a-1"
    assert json.loads(line)["result"]["state"] == "ready"


def test_what_nobody_waits_for_is_not_done() -> None:
    handlers, dropped = Handlers(), call(SearchParams(query="x"))
    dropped.cancelled.set()
    assert answer(handlers, 1, dropped) == b""
    assert handlers.calls == []


def test_errors_of_handlers_keep_code_and_name() -> None:
    line = answer(Handlers(), 1, call(GetParams(path="a.md"), "get"))
    assert json.loads(line)["error"] == {
        "code": 5,
        "message": "withheld",
        "data": {"name": "BlockedByGate"},
    }


@pytest.mark.parametrize(("query", "kind"), [("bug", "KeyError"), ("store", "StoreError")])
def test_a_fault_is_logged_without_values(
    caplog: pytest.LogCaptureFixture, query: str, kind: str
) -> None:
    line = answer(Handlers(), 1, call(SearchParams(query=query)))
    assert json.loads(line)["error"]["code"] == 70
    assert kind in caplog.text
    assert "in _search" in caplog.text
    assert "private-words" not in caplog.text


def test_what_ends_because_it_was_taken_back_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    def give_up(call: Call) -> NoReturn:
        call.cancelled.set()  # meanwhile
        raise Cancelled("The request was taken back.")

    line = answer(give_up, 1, call(SearchParams(query="x")))
    assert json.loads(line)["error"]["code"] == wire.REQUEST_CANCELLED
    assert caplog.text == ""


def test_a_fault_of_ours_says_where_to_look() -> None:
    error = json.loads(answer(Handlers(), 1, call(SearchParams(query="bug"))))["error"]
    assert error["data"] == {"name": "InternalError"}
    assert "log" in error["message"]
    assert "private-words" not in error["message"]

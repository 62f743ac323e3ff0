from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.errors import Busy, Cancelled
from vaultbrain.protocol import requests
from vaultbrain.protocol.methods import SearchParams, StatusParams, SyncResult
from vaultbrain.protocol.requests import Cancel, Refusal, Request, parse
from vaultbrain.records import State


def line(**message: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


def test_a_request_is_decoded() -> None:
    found = parse(line(id="a", method="search", params={"query": "x"}))
    assert isinstance(found, Request)
    assert (found.id, found.method.name, found.params) == ("a", "search", SearchParams(query="x"))


@pytest.mark.parametrize("extra", [{}, {"params": None}, {"params": {}}])
def test_params_may_be_left_out(extra: dict[str, object]) -> None:
    found = parse(line(id=1, method="status", **extra))
    assert isinstance(found, Request)
    assert found.params == StatusParams()


@pytest.mark.parametrize(
    ("raw", "code", "request_id"),
    [
        (b"garbage", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b'{"jsonrpc": 1, garbage', -32700, None),
        (b'{"jsonrpc": "2.0", "id": ' + b"9" * 5000 + b', "method": "status"}', -32700, None),
        (b'{"a":' * 40 + b"1" + b"}" * 40, -32700, None),
        (b"[]", -32600, None),
        (b'  [{"jsonrpc": "2.0"}]', -32600, None),
        (b"3", -32600, None),
        (b"{}", -32600, None),
        (b'{"jsonrpc": "1.0", "id": 4, "method": "status"}', -32600, 4),
        (b'{"jsonrpc": "2.0", "id": true, "method": "status"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": null, "method": "status"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": "x", "method": 3}', -32600, "x"),
    ],
)
def test_lines_that_cannot_be_served(raw: bytes, code: int, request_id: object) -> None:
    found = parse(raw)
    assert isinstance(found, Refusal)
    assert (found.code, found.id) == (code, request_id)


def test_an_unknown_method_gets_the_nearest_name() -> None:
    found = parse(line(id=1, method="serch"))
    assert isinstance(found, Refusal)
    assert found.code == -32601
    assert "Did you mean search?" in found.message
    far = parse(line(id=1, method="zzz"))
    assert isinstance(far, Refusal)
    assert "It knows: hello, status, sync" in far.message


@pytest.mark.parametrize(
    ("params", "named"),
    [
        ({"query": "x", "surprise": 1}, "unknown field `surprise`"),
        ({"query": "x", "limit": 0}, "key limit"),
        ({"query": "x", "filters": {"tag": 1}}, "key filters.tag"),
        ({"query": "x" * 5000}, "key query: expected `str` of length <= 4096"),
        ([1], "params of search: expected `object`, got `array`"),
        ({"query": "x", "mode": "xxx"}, "key mode: a value that cannot stand there"),
        ({"query": "x", "filters": {"one": 1}}, "key filters: object contains unknown field `one`"),
        ({"query": "x", "Xxxx7": 1}, "params of search: object contains a key that is not known"),
        (
            {"query": "x", "filters": {"xxx` - at `$X": 1}},
            "key filters: object contains a key that is not known",
        ),
    ],
)
def test_bad_params_name_the_key_and_never_the_value(params: object, named: str) -> None:
    found = parse(line(id=1, method="search", params=params))
    assert isinstance(found, Refusal)
    assert (found.code, found.name, found.id) == (-32602, "UsageError", 1)
    assert named in found.message
    assert "xxx" not in found.message.lower()


def test_an_error_of_ours_keeps_its_own_code() -> None:
    found = parse(line(id=1, method="ask", params={"question": " "}))
    assert isinstance(found, Refusal)
    assert (found.code, found.name) == (2, "UsageError")


def test_notifications_are_never_answered() -> None:
    assert parse(line(method="$/cancel", params={"id": 3})) == Cancel(3)
    assert parse(line(method="$/cancel", params={"id": [3]})) is None
    assert parse(line(method="$/cancel")) is None
    assert parse(line(method="search", params={"query": "x"})) is None
    assert parse(line(method="no/such")) is None


def test_answers_are_single_lines() -> None:
    result = SyncResult(state=State.READY, generation=3, pending=0)
    raw = requests.encode_result(7, result)
    assert raw.count(b"\n") == 1
    assert json.loads(raw) == {
        "jsonrpc": "2.0",
        "id": 7,
        "result": {"state": "ready", "generation": 3, "pending": 0},
    }
    progress = json.loads(requests.encode_progress("a", {"done": 1}))
    assert progress == {"jsonrpc": "2.0", "method": "$/progress", "params": {"id": "a", "done": 1}}
    busy = json.loads(requests.encode_refusal(requests.refused(1, Busy("later"))))
    assert busy["error"] == {"code": 4, "message": "later", "data": {"name": "Busy"}}
    assert requests.refused(1, Cancelled("x")).code == -32800


@given(st.binary(max_size=200))
def test_any_bytes_are_parsed_or_refused(raw: bytes) -> None:
    found = parse(raw)
    assert found is None or isinstance(found, Refusal)
    if isinstance(found, Refusal):
        assert msgspec.json.decode(requests.encode_refusal(found))["error"]["code"] == found.code


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "jsonrpc": st.sampled_from(["2.0", "1.0", None]),
            "id": st.one_of(st.integers(), st.text(), st.none(), st.floats(allow_nan=False)),
            "method": st.sampled_from(["status", "search", "$/cancel", "", "rpc.x"]),
            "params": st.one_of(
                st.none(),
                st.lists(st.integers(), max_size=2),
                st.dictionaries(st.sampled_from(["query", "id", "limit"]), st.text() | st.none()),
            ),
        },
    )
)
def test_any_object_is_parsed_or_refused(message: dict[str, object]) -> None:
    found = parse(json.dumps(message).encode())
    assert found is None or isinstance(found, Request | Cancel | Refusal)

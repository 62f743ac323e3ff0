from __future__ import annotations

import re

import msgspec
import pytest

from vaultbrain.errors import UsageError
from vaultbrain.protocol.filters import Filters
from vaultbrain.protocol.methods import (
    METHODS,
    AskParams,
    HelloParams,
    Params,
    Result,
    SearchParams,
    SyncParams,
)
from vaultbrain.protocol.schema import schemas


def test_the_table_holds_the_methods_of_this_version() -> None:
    named = "hello status sync purge lock unlock search ask get bench.sample bench.usage".split()
    named += ["gate.findings", "gate.allow", "gate.rescan"]
    assert list(METHODS) == named
    for name, method in METHODS.items():
        assert method.name == name
        assert issubclass(method.params, Params)
        assert issubclass(method.result, Result)
        assert method.summary.endswith(".")


def test_those_that_wait_on_purpose_have_a_lane_and_a_time_out_of_their_own() -> None:
    waiting = [method for method in METHODS.values() if method.deadline is None]
    assert [method.name for method in waiting] == ["sync", "purge", "gate.allow", "gate.rescan"]
    assert all(
        method.lane == "wait" and "timeout" in method.params.__struct_fields__ for method in waiting
    )
    assert [method for method in METHODS.values() if method.lane == "wait"] == waiting


def test_every_result_says_how_far_it_can_be_trusted() -> None:
    for method in METHODS.values():
        assert method.result.__struct_fields__[:3] == ("state", "generation", "pending")


@pytest.mark.parametrize("name", METHODS)
def test_an_unknown_key_is_an_error(name: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"unknown field `surprise`|required field"):
        msgspec.json.decode(b'{"surprise": 1}', type=METHODS[name].params)


def test_defaults() -> None:
    params = SearchParams(query="x")
    assert (params.limit, params.mode, params.explain) == (10, "hybrid", False)
    assert params.filters == Filters(source=None, path=None, tag=None)
    assert AskParams(question="x").limit == 3
    assert SyncParams().timeout == 30


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_a_blank_question_is_a_usage_error(text: str) -> None:
    with pytest.raises(UsageError, match="question is empty"):
        AskParams(question=text)
    with pytest.raises(UsageError, match="question is empty"):
        SearchParams(query=text)


def test_an_unsupported_protocol_names_those_spoken() -> None:
    assert HelloParams(protocol=1).client == ""
    with pytest.raises(UsageError, match=r"protocol 7; it speaks: 1\."):
        HelloParams(protocol=7)


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("search", {"query": "x", "limit": 0}),
        ("search", {"query": "x", "limit": 101}),
        ("search", {"query": "x" * 4097}),
        ("search", {"query": "x", "mode": "best"}),
        ("search", {"query": "x", "filters": {"tags": "a"}}),
        ("ask", {"question": "x", "limit": 11}),
        ("get", {"path": ""}),
        ("get", {"path": "a.md", "count": 5001}),
        ("get", {"path": "a.md", "line": 0}),
        ("sync", {"timeout": 0}),
        ("sync", {"timeout": 3601}),
        ("gate.findings", {"limit": 0}),
        ("gate.findings", {"limit": 1001}),
        ("gate.findings", {"tier": "grave"}),
        ("gate.findings", {"action": "kept"}),
        ("gate.findings", {"class_": "password"}),
        ("gate.allow", {}),
        ("gate.allow", {"id": "0123456789abcde"}),
        ("gate.allow", {"id": "0123456789ABCDEF"}),
        ("gate.allow", {"id": "0123456789abcdef", "timeout": 0}),
        ("gate.rescan", {"timeout": 3601}),
    ],
)
def test_values_have_bounds(name: str, params: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(params, METHODS[name].params)


def test_schemas_cover_every_method() -> None:
    found = schemas()
    assert list(found) == list(METHODS)
    for entry in found.values():
        assert entry["summary"]
        for part in ("params", "result"):
            assert re.fullmatch(r"#/\$defs/\w+", entry[part]["$ref"])
    question = found["ask"]["params"]["$defs"]["AskParams"]["properties"]["question"]
    assert question["maxLength"] == 4096

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain import errors
from vaultbrain.errors import InternalError, UsageError, VaultbrainError, from_wire

CLASSES = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, VaultbrainError)
]


@pytest.mark.parametrize("kind", CLASSES)
def test_an_error_crosses_the_socket_unchanged(kind: type[VaultbrainError]) -> None:
    back = from_wire(kind.__name__, kind.code, "What happened. What to do.")
    assert type(back) is kind
    assert back.message == str(back) == "What happened. What to do."


@pytest.mark.parametrize("kind", CLASSES)
def test_codes_are_exit_statuses(kind: type[VaultbrainError]) -> None:
    assert kind.code in {2, 3, 4, 5, 70, 130}
    assert kind.__doc__


@pytest.mark.parametrize("kind", CLASSES)
def test_the_tree_in_the_docstring_is_true(kind: type[VaultbrainError]) -> None:
    lines = [line.split() for line in (errors.__doc__ or "").splitlines()]
    assert [line for line in lines if kind.__name__ in line and str(kind.code) in line]


def test_a_class_of_a_newer_daemon_falls_back_on_its_code() -> None:
    assert type(from_wire("EmptyQuestion", 2, "x")) is UsageError
    assert type(from_wire("", 3, "x")) is errors.DaemonNotRunning
    assert type(from_wire("Shutdown", 4, "x")) is errors.NotReady


def test_an_unknown_code_is_a_fault_of_ours() -> None:
    assert type(from_wire("Novelty", -32603, "x")) is InternalError


@given(st.text(), st.integers(), st.text())
def test_whatever_comes_over_the_wire_becomes_an_error(name: str, code: int, text: str) -> None:
    assert from_wire(name, code, text).message == text

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from vaultbrain.indexer import refused as module
from vaultbrain.indexer.refused import Refused
from vaultbrain.records import Signature

if TYPE_CHECKING:
    from collections.abc import Callable

OLD = Signature(1, 2, 3, 4)


@pytest.fixture
def refused() -> Refused:
    found = Refused()
    found.add("a.pdf", OLD)
    found.add("b.pdf", OLD)
    return found


def test_a_file_is_known_as_it_was(refused: Refused) -> None:
    assert refused.holds("a.pdf", OLD)
    assert not refused.holds("a.pdf", Signature(1, 2, 3, 5))
    assert not refused.holds("c.pdf", OLD)


def test_one_that_could_still_change_unseen_is_not_remembered(refused: Refused) -> None:
    now = time.time_ns()
    refused.add("c.pdf", Signature(1, now, now, 4))
    assert not refused.holds("c.pdf", Signature(1, now, now, 4))


def test_nor_one_that_could_not_be_opened(refused: Refused) -> None:
    refused.add("c.pdf", None)
    assert not refused.holds("c.pdf", OLD)


@pytest.mark.parametrize(
    "forget",
    [
        lambda known: known.drop(["a.pdf", "c.pdf"]),
        lambda known: known.keep({"b.pdf": OLD}),
    ],
)
def test_what_is_gone_is_forgotten_alone(
    refused: Refused, forget: Callable[[Refused], None]
) -> None:
    forget(refused)
    assert not refused.holds("a.pdf", OLD)
    assert refused.holds("b.pdf", OLD)


def test_all_are_tried_again_once_a_day(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {"a.pdf": OLD, "b.pdf": OLD}
    refused.keep(seen)
    assert refused.holds("a.pdf", OLD)
    monkeypatch.setattr(module, "_TRIED_AGAIN_SECONDS", 0.0)
    refused.keep(seen)
    assert not refused.holds("a.pdf", OLD)
    refused.add("a.pdf", OLD)
    assert refused.holds("a.pdf", OLD)

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.house import House


@pytest.mark.fault(63)
def test_a_note_for_which_there_is_no_memory_costs_that_note(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(texts: Sequence[str]) -> list[int]:
        if any("gnu" in text for text in texts):
            raise MemoryError
        return [len(text.split()) for text in texts]

    house.write("a.md", "zebra")
    house.write("huge.md", "gnu")
    with monkeypatch.context() as patch:
        tools = msgspec.structs.replace(house.pipeline._tools, count_tokens=count)
        patch.setattr(house.pipeline, "_tools", tools)
        house.scan()
    assert list(house.known()) == ["a.md"]
    assert house.problems() == [("note-unreadable", "huge.md")]
    house.scan()
    assert list(house.known()) == ["a.md", "huge.md"]
    assert house.problems() == []

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from vaultbrain.store import notes

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


def test_several_problems_of_a_note_are_told_together(house: House) -> None:
    raw = b"\xef\xbb\xbf---\na: [\n---\n\xff zebra \x00"
    (house.root / "a.md").write_bytes(raw)
    house.scan()
    assert house.found("zebra") == ["a.md"]
    with house.database.reading() as db:
        told = {at.code: at for at in notes.problems(db, 10)}
    assert told.keys() == {"text-repaired", "frontmatter-broken"}
    repaired = told["text-repaired"].message
    assert repaired.startswith("a.md: ")
    assert repaired.endswith(".")
    assert "not UTF-8" in repaired
    assert "; holds NUL" in repaired
    assert "frontmatter" not in repaired
    assert told["frontmatter-broken"].message.startswith("a.md: frontmatter is not valid YAML")
    house.write("a.md", "zebra")
    house.scan()
    assert house.problems() == []


def test_one_problem_is_told_alone(house: House) -> None:
    house.write("a.md", "---\na: [\n---\nzebra")
    (house.root / "b.md").write_bytes(b"giraffe \xff")
    house.scan()
    assert sorted(house.problems()) == [("frontmatter-broken", "a.md"), ("text-repaired", "b.md")]

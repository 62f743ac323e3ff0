from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from vaultbrain.indexer.draft import draft, entry, unchunked
from vaultbrain.records import Action
from vaultbrain.store import notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.house import House
    from vaultbrain.indexer.draft import Draft


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


PW, OTHER = "Kocicka" + "7626x", "Mol0ch" + "+9913z"


def drafted(house: House, text: str) -> Draft:
    house.write("a.md", text)
    return draft(house.tools, "notes", "a.md", *house.sources["notes"].read("a.md"))


def test_what_was_taken_out_is_known_by_its_id_and_nothing_else(house: House) -> None:
    allowed = f"password: {OTHER} <!-- vaultbrain:allow password -->"
    made = drafted(house, f"č heslo: {PW}\n\n{allowed}\n\nof eva@host.cz and more words\n")
    assert made.secrets == {house.gate.baseline.id("password", PW): PW}
    assert [at.action for at in made.findings] == [
        Action.REDACTED,
        Action.ALLOWED,
        Action.INDEXED,
    ]
    text = "".join(block.text for at in made.note.sections for block in at.blocks)
    assert PW not in text
    assert OTHER in text


def test_lines_of_a_quarantined_note_stay_where_they_are(house: House) -> None:
    made = drafted(house, f"heslo: {PW}\npassword: {OTHER}\n\nPIN: 48213\n")
    assert [at.line for at in made.findings] == [1, 2, 4]
    assert [at.code for at in made.problems] == ["note-quarantined"]
    assert len(made.secrets) == 3
    assert PW not in made.problems[0].message


def test_recipes_differ_by_rules_alone(house: House) -> None:
    tools = house.tools
    reading, rules, tokenizer = tools.recipe.split(":")
    assert rules == tools.ruleset == house.gate.ruleset[:16]
    differs = tools.differs_by_rules
    assert differs(f"{reading}:others:{tokenizer}")
    assert differs(f"{reading}:again:{tokenizer}")
    assert not differs(tools.recipe)
    assert not differs("")
    assert not differs(f"0:others:{tokenizer}")
    assert not differs(f"{reading}:others:{tokenizer}2")
    assert not differs(f"{reading}:{rules}")


def test_a_row_without_chunks_is_that_with_them_but_for_these(house: House) -> None:
    made = drafted(house, "# A\n\nzebra")
    whole, bare = entry(house.tools, "notes", made), unchunked(house.tools, "notes", made)
    assert (len(whole.chunks), bare.chunks, whole.forgets) == (1, (), False)
    assert msgspec.structs.replace(whole, chunks=()) == bare
    assert whole.digest == bare.digest
    assert entry(house.tools, "notes", made, forgets=True).forgets

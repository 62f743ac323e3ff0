from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.house import House
from vaultbrain.answer import ask as module
from vaultbrain.answer import extract
from vaultbrain.search.evidence import FLOOR

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.records import Answer

TOKEN = "gh" + "p_" + "a1B2" * 9


def stock(house: House) -> House:
    house.write("boiler.md", "# Boiler\n\n- The boiler was serviced in March by Novak.\n- It hums.")
    house.write("garden.md", "# Garden\n\nTomatoes need water every evening in July.")
    house.write("car.md", "# Car\n\nThe brakes were changed at 90,000 kilometres.")
    for number in range(12):
        house.write(f"f{number}.md", f"# Filler {number}\n\nNothing of note happened that day.")
    house.scan()
    return house


@pytest.fixture
def wordy(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.with_model = False
    return stock(house.open())


@pytest.fixture
def stocked(house: House) -> House:
    stock(house).embed()
    return house


def check(house: House, answer: Answer, limit: int) -> None:
    """What holds for every answer: each line is cited, each citation is true now."""
    assert answer.refused is not answer.grounded
    if answer.refused:
        assert (answer.answer, answer.citations) == ("", ())
        assert answer.reason
        assert len(answer.nearest) <= 3
        return
    assert answer.nearest == ()
    lines = answer.answer.split("\n")
    assert 1 <= len(lines) == len(answer.citations) <= limit
    for line, citation in zip(lines, answer.citations, strict=True):
        assert re.search(rf" \[{citation.n}\]$", line)
        said = line.rpartition(" [")[0]
        assert said in " ".join(citation.quote.split())
        now = (house.root / citation.path).read_text()
        assert citation.quote in now
        assert (
            now.split("\n")[citation.line_start - 1]
            .strip()
            .startswith(citation.quote.split("\n")[0])
        )


QUESTIONS = (
    "Who serviced the boiler in March?",
    "When do tomatoes need water?",
    "brakes changed kilometres",
    "What is the capital of Mongolia?",
    "boiler",
    "the",
    "?!",
    "Nothing of note",
)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("limit", [1, 3, 10])
def test_never_an_uncited_sentence(stocked: House, question: str, limit: int) -> None:
    check(stocked, stocked.ask.ask(question, limit).answer, limit)


@pytest.mark.parametrize("question", QUESTIONS)
def test_nor_without_a_model(wordy: House, question: str) -> None:
    reply = wordy.ask.ask(question, 3)
    check(wordy, reply.answer, 3)
    assert "switched off" in reply.notice


def test_an_answer(wordy: House) -> None:
    answer = wordy.ask.ask("Who serviced the boiler in March?", 1).answer
    assert answer.grounded
    assert answer.answer == "The boiler was serviced in March by Novak. [1]"
    (citation,) = answer.citations
    assert citation.quote == "- The boiler was serviced in March by Novak."
    assert (citation.path, citation.heading, citation.line_start) == ("boiler.md", ("Boiler",), 3)
    assert answer.evidence >= FLOOR
    assert answer.engine == "extractive"


def test_a_refusal_names_the_nearest(wordy: House) -> None:
    refusal = wordy.ask.ask("How many moons orbit the planet of the boiler people?", 3).answer
    if refusal.grounded:
        pytest.skip("the evidence is being calibrated")
    assert [hit.path for hit in refusal.nearest][:1] == ["boiler.md"]
    assert refusal.reason == "No note says enough about this."
    nothing = wordy.ask.ask("quixotic xylophone", 3).answer
    assert (nothing.nearest, nothing.reason, nothing.evidence) == ((), "No note is about this.", 0)


def test_below_the_floor_nothing_is_said(wordy: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "evidence", lambda *_: FLOOR - 0.001)
    assert wordy.ask.ask("Who serviced the boiler in March?", 3).answer.refused


def test_when_no_sentence_says_it_nothing_is_said(
    wordy: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extract, "best", lambda *_: [])
    refusal = wordy.ask.ask("Who serviced the boiler in March?", 3).answer
    assert (refusal.refused, refusal.reason) == (True, "No sentence of your notes says it.")


def test_when_no_quote_can_be_proved_nothing_is_said(
    wordy: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "verify", lambda *_: [])
    refusal = wordy.ask.ask("Who serviced the boiler in March?", 3).answer
    assert refusal.refused
    assert "changed" in refusal.reason


def test_what_was_deleted_a_moment_ago_is_not_said(wordy: House) -> None:
    (wordy.root / "boiler.md").unlink()
    answer = wordy.ask.ask("Who serviced the boiler in March?", 3).answer
    assert "Novak" not in repr(answer)


def test_what_was_edited_a_moment_ago_is_not_said(wordy: House) -> None:
    wordy.write("boiler.md", "# Boiler\n\nThe boiler was sold.")
    answer = wordy.ask.ask("Who serviced the boiler in March?", 3).answer
    assert "Novak" not in answer.answer
    assert all("Novak" not in at.quote for at in answer.citations)


def test_a_secret_is_never_said(wordy: House) -> None:
    wordy.write("token.md", f"# Access\n\nThe deploy token of the gateway is {TOKEN} today.")
    wordy.scan()
    for question in ("What is the deploy token of the gateway today?", TOKEN):
        reply = wordy.ask.ask(question, 3)
        assert TOKEN not in repr(reply)


def test_a_model_that_fails_between_search_and_answer_leaves_the_words(
    stocked: House, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: object, *, urgent: bool) -> None:
        assert urgent
        stocked.embedder.fail_next = 1
        stocked.embedder._maybe_fail()

    stocked.embedder.embed_passages = fail  # type: ignore[assignment, method-assign]
    reply = stocked.ask.ask("Who serviced the boiler in March?", 3)
    check(stocked, reply.answer, 3)
    assert "by words alone" in caplog.text


def test_a_vault_of_one_note_can_answer(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.with_model = False
    house.open()
    house.write("a.md", "# Boiler\n\nThe boiler was serviced in March by Novak.")
    house.scan()
    assert house.ask.ask("boiler serviced by Novak", 3).answer.grounded


def test_another_code_is_another_thing(house: House) -> None:
    for n in (4410, 4411, 4413):
        house.write(f"{n}.md", f"# Contract ZX-{n}\n\nThe contract ZX-{n} ends in May {n}.\n")
    house.scan()
    house.embed()
    found = house.ask.ask("When does the contract ZX-4411 end?", 3).answer
    assert not found.refused
    assert {at.path for at in found.citations} == {"4411.md"}
    assert house.ask.ask("When does the contract ZX-4412 end?", 3).answer.refused

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.house import Thread, set_age
from vaultbrain.errors import EmbedderError
from vaultbrain.indexer import embedding as module
from vaultbrain.indexer.embedding import Embedding

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.house import House
    from vaultbrain.inference.base import Vectors


@pytest.fixture(autouse=True)
def _no_long_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(module, "LONGEST_PAUSE", 0.04)


@pytest.fixture
def asked(house: House) -> list[list[str]]:
    """The texts of every call that reaches the model, failed ones included."""
    calls: list[list[str]] = []
    embed = house.embedder.embed_passages

    def record(texts: Sequence[str]) -> Vectors:
        calls.append([text.split("\n", 1)[1] for text in texts])
        return embed(texts)

    house.embedder.embed_passages = record  # type: ignore[method-assign]
    return calls


def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def waiting(house: House) -> int:
    return int(str(house.rows("SELECT count(*) FROM pending")[0][0]))


def poison(house: House, word: str) -> None:
    """Every batch with a text that holds the word fails."""
    embed = house.embedder.embed_passages

    def fail(texts: Sequence[str]) -> Vectors:
        if any(word in text for text in texts):
            raise EmbedderError("The model crashed.")
        return embed(texts)

    house.embedder.embed_passages = fail  # type: ignore[method-assign]


def test_newest_notes_first(house: House, asked: list[list[str]]) -> None:
    for age, name in enumerate("abcde"):
        set_age(house.write(f"{name}.md", f"text of {name}"), age * 100)
    house.scan()
    assert waiting(house) == 5
    house.embed()
    assert [text for call in asked for text in call] == [f"text of {name}" for name in "abcde"]
    assert max(map(len, asked)) == module.BATCH
    assert (waiting(house), house.vectors()) == (0, 5)
    assert house.embedding_progress.read().phase == "idle"


def test_equal_texts_are_embedded_once(house: House, asked: list[list[str]]) -> None:
    for folder in ("x", "y", "z"):
        house.write(f"{folder}/same.md", "the same words")
    house.scan()
    house.embed()
    assert asked == [["the same words"]]
    assert waiting(house) == 0


def test_a_failed_batch_is_tried_again(house: House, asked: list[list[str]]) -> None:
    for name in "abc":
        house.write(f"{name}.md", f"text of {name}")
    house.scan()
    house.embedder.fail_next = 1
    house.embed()
    assert (waiting(house), house.vectors()) == (0, 3)
    assert len(asked[0]) == 2
    assert len(asked[1]) == 1  # alone, to learn who it was
    assert house.embedding.trouble == ""


def test_a_crash_does_not_cost_an_innocent_text(house: House) -> None:
    house.write("a.md", "innocent words")
    house.write("b.md", "other words")
    house.scan()
    house.embedder.fail_next = 2  # a batch, then one text alone
    house.embed()
    assert (waiting(house), house.vectors()) == (0, 2)


def test_a_poisonous_text_is_given_up_and_costs_no_other(
    house: House, asked: list[list[str]]
) -> None:
    for name in "abcd":
        house.write(f"{name}.md", f"text of {name}")
    house.write("p.md", "poison in here")
    house.scan()
    poison(house, "poison")
    house.embed()
    assert (waiting(house), house.vectors()) == (0, 4)
    assert house.embedding.trouble == ""  # search by meaning is not off
    assert house.found("poison") == ["p.md"]
    assert "poison in here" not in [text for call in asked for text in call]


def test_nothing_is_given_up_while_the_model_is_away(house: House) -> None:
    house.write("a.md", "words")
    house.scan()
    house.embedder.available = False
    with Thread(house.embedding.run, house.embedding.stop):
        until(lambda: house.embedding.trouble)
        time.sleep(0.2)
        assert waiting(house) == 1
        assert "switched off" in house.embedding.trouble
        house.embedder.available = True
        until(lambda: waiting(house) == 0)
    assert house.vectors() == 1
    assert house.embedding.trouble == ""


def test_pauses_grow_and_are_reset(house: House, asked: list[list[str]]) -> None:
    house.write("a.md", "words")
    house.scan()
    house.embedder.available = False
    embedding = house.embedding
    begin = time.monotonic()
    with Thread(embedding.run, embedding.stop):
        until(lambda: len(asked) >= 5)
    assert time.monotonic() - begin > 0.01 + 0.02 + 0.04 + 0.04
    assert embedding._pause == 0.04
    house.embedder.available = True
    house.embed()
    assert embedding._pause == 0.01


def test_an_unexpected_fault_does_not_end_the_thread(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.write("a.md", "words")
    house.scan()
    embed = house.embedder.embed_passages
    wrong = [np.zeros((1, 3), np.float32), np.zeros((0, 64), np.float32)]
    house.embedder.embed_passages = (  # type: ignore[method-assign]
        lambda texts: wrong.pop() if wrong else embed(texts)
    )
    house.embed()
    assert "could not be embedded or stored" in caplog.text
    assert house.vectors() <= 1


def test_it_waits_while_notes_are_read(house: House, asked: list[list[str]]) -> None:
    house.write("a.md", "words")
    house.scan()
    house.reading.begin("reading", 1)
    with Thread(house.embedding.run, house.embedding.stop):
        time.sleep(0.2)
        assert not asked
        house.reading.end()
        until(lambda: house.vectors() == 1)


def test_stop_ends_the_wait_for_reading_and_for_work(house: House) -> None:
    house.reading.begin("reading", 1)
    with Thread(house.embedding.run, house.embedding.stop):
        time.sleep(0.05)
    second = Embedding(
        house.database, house.writer, house.embedder, house.embedding_progress, lambda: False
    )
    begin = time.monotonic()
    with Thread(second.run, second.stop):
        time.sleep(0.05)
    assert time.monotonic() - begin < 5


def test_stop_ends_a_long_pause(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 60.0)
    house.write("a.md", "words")
    house.scan()
    house.embedder.fail_next = 9
    embedding = Embedding(
        house.database, house.writer, house.embedder, house.embedding_progress, lambda: False
    )
    with Thread(embedding.run, embedding.stop):
        until(lambda: embedding.trouble)
    assert waiting(house) == 1


def test_no_wake_is_lost(house: House) -> None:
    with (
        Thread(house.embedding.run, house.embedding.stop),
        Thread(house.pipeline.run, house.pipeline.stop),
    ):
        for number in range(30):
            house.write(f"{number}.md", f"text number {number}")
            house.hints.put("notes", f"{number}.md" if number else "")
            until(lambda n=number: house.vectors() == n + 1, 5)  # type: ignore[misc]


def test_a_note_deleted_while_it_is_embedded_leaves_no_trace(house: House) -> None:
    file = house.write("a.md", "words")
    house.scan()
    entered, release = threading.Event(), threading.Event()
    embed = house.embedder.embed_passages

    def slow(texts: Sequence[str]) -> Vectors:
        entered.set()
        release.wait(10)
        return embed(texts)

    house.embedder.embed_passages = slow  # type: ignore[method-assign]
    with Thread(house.embedding.run, house.embedding.stop):
        assert entered.wait(10)
        file.unlink()
        house.hint("a.md")  # the index is written while the model computes
        assert house.known() == {}
        release.set()
        until(lambda: house.vectors() == 1)
    assert house.found("words") == []


def test_another_model_starts_over(house: House) -> None:
    house.write("a.md", "words")
    house.scan()
    house.embed()
    old = house.embedder
    house.embedder = type(old)(dimension=32, model="other")
    house.reopen()
    house.embed()
    assert house.rows("SELECT dimension FROM generation") == [(32,)]
    assert house.vectors() == 1


def test_what_waits_survives_a_restart(house: House) -> None:
    house.write("a.md", "words")
    house.scan()
    house.reopen()
    house.scan()
    house.embed()
    assert house.vectors() == 1

from __future__ import annotations

import itertools
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.house import Thread, set_age
from vaultbrain.errors import EmbedderError, StoreError
from vaultbrain.indexer import embedding as module
from vaultbrain.indexer.embedding import Embedding
from vaultbrain.indexer.progress import Progress
from vaultbrain.search.results import Request
from vaultbrain.search.service import Search
from vaultbrain.store import generations, vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.house import House
    from vaultbrain.inference.base import Vectors
    from vaultbrain.store.database import Connection
    from vaultbrain.store.generations import Generation


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
        calls.append([text.rpartition("\n")[2] for text in texts])
        return embed(texts)

    house.embedder.embed_passages = record  # type: ignore[assignment]
    return calls


def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def many(house: House, count: int) -> None:
    """Notes of one text each, the newest first by their numbers."""
    for number in range(count):
        set_age(house.write(f"{number:03}.md", f"text of n{number:03}"), number * 100)
    house.scan()


def numbers(calls: list[list[str]]) -> list[list[int]]:
    """The notes that `many` wrote, call by call."""
    return [[int(text[-3:]) for text in call] for call in calls]


def chunks_of(house: House, path: str) -> list[int]:
    found = house.rows(
        "SELECT chunk.id FROM chunk JOIN note ON note.id = note_id WHERE path = ?", path
    )
    return [int(str(row[0])) for row in found]


def waiting(house: House) -> int:
    return int(str(house.rows("SELECT count(*) FROM pending")[0][0]))


def another(house: House, on_battery: Callable[[], bool] = lambda: False) -> Embedding:
    """Of the same house, but it waits for no reading."""
    progress = house.embedding_progress
    return Embedding(
        house.database, house.writer, house.embedder, progress, lambda: False, on_battery
    )


def begun(house: House) -> Generation:
    identity = house.embedder.identity
    return house.writer.submit(
        lambda db: generations.begin(db, identity.fingerprint, identity.dimension), urgent=True
    ).result()


def poison(house: House, word: str, tried: list[list[str]]) -> None:
    """Every batch with a text that holds the word fails, and is noted."""
    embed = house.embedder.embed_passages

    def fail(texts: Sequence[str]) -> Vectors:
        if any(word in text for text in texts):
            tried.append(list(texts))
            raise EmbedderError("The model crashed.")
        return embed(texts)

    house.embedder.embed_passages = fail  # type: ignore[assignment]


def test_newest_notes_first_in_full_batches(house: House, asked: list[list[str]]) -> None:
    many(house, 40)
    assert waiting(house) == 40
    house.embed()
    assert numbers(asked) == [list(range(16)), list(range(16, 32)), list(range(32, 40))]
    assert (waiting(house), house.vectors()) == (0, 40)
    assert house.embedding_progress.read().phase == "idle"


def test_equal_texts_are_embedded_once(house: House, asked: list[list[str]]) -> None:
    for folder in ("x", "y", "z"):
        house.write(f"{folder}/same.md", "the same words")
    house.scan()
    house.embed()
    assert asked == [["the same words"]]
    assert waiting(house) == 0


# What fails


def test_after_a_failure_each_text_of_the_batch_is_tried_alone_and_then_all_is_as_before(
    house: House, asked: list[list[str]]
) -> None:
    many(house, 50)
    house.embedder.fail_next = 1
    house.embed()
    assert (waiting(house), house.vectors()) == (0, 50)
    assert numbers(asked) == [
        list(range(16)),
        *([at] for at in range(16)),
        list(range(16, 32)),
        list(range(32, 48)),
        [48, 49],
    ]
    assert house.embedding.trouble == ""


def test_a_crash_does_not_cost_an_innocent_text(house: House) -> None:
    house.write("a.md", "innocent words")
    house.write("b.md", "other words")
    house.scan()
    house.embedder.fail_next = 2  # a batch, then one text alone
    house.embed()
    assert (waiting(house), house.vectors()) == (0, 2)


@pytest.mark.parametrize("place", [0, 7, 15])
def test_a_poisonous_text_is_given_up_and_costs_no_other(
    house: House, asked: list[list[str]], place: int
) -> None:
    many(house, 20)
    tried: list[list[str]] = []
    poison(house, f"n{place:03}", tried)
    house.embed()
    assert (waiting(house), house.vectors()) == (0, 19)
    assert house.embedding.trouble == ""  # search by meaning is not off
    assert house.found(f"n{place:03}") == [f"{place:03}.md"]
    # The batch, and twice alone; never three in a row without a word from the model.
    assert [len(call) for call in tried] == [16, 1, 1]
    rest = [at for at in range(20) if at != place]
    assert (
        sorted(at for call in asked for text in call if text != "word" for at in [int(text[-3:])])
        == rest
    )


def test_two_poisonous_texts_in_one_batch(house: House) -> None:
    many(house, 20)
    poison(house, "n003", [])
    poison(house, "n009", [])
    house.embed()
    assert (waiting(house), house.vectors()) == (0, 18)


def test_a_text_in_disgrace_is_remembered_when_others_come_before_it(house: House) -> None:
    house.write("p.md", "poison")
    house.scan()
    tried: list[list[str]] = []
    poison(house, "poison", tried)
    generation = begun(house)
    house.embedding.step(generation)
    set_age(house.write("new.md", "words"), -100)
    house.scan()
    house.embedding.step(generation)
    assert (waiting(house), house.vectors()) == (1, 1)
    house.embedding.step(generation)
    assert (waiting(house), house.vectors(), len(tried)) == (0, 1, 2)


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
        until(lambda: asked.count(["words"]) >= 5)
    assert time.monotonic() - begin > 0.01 + 0.02 + 0.04 + 0.04
    assert embedding._pause == 0.04
    house.embedder.available = True
    house.embed()
    assert embedding._pause == 0.01


def test_an_unexpected_fault_does_not_end_the_thread(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    many(house, 3)
    embed = house.embedder.embed_passages
    faults = [RuntimeError("once"), RuntimeError("twice")]

    def fail(texts: Sequence[str]) -> Vectors:
        if faults:
            raise faults.pop()
        return embed(texts)

    house.embedder.embed_passages = fail  # type: ignore[assignment]
    house.embed()
    assert "could not be embedded" in caplog.text
    assert (waiting(house), house.vectors()) == (0, 3)


def test_what_cannot_be_stored_is_nobodys_fault_and_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    many(house, 3)
    put, full, told = vectors.put, [True] * 5, []

    def fail(db: Connection, *what: Any) -> Generation:  # noqa: ANN401
        told.append(house.embedding.trouble)
        if full:
            full.pop()
            raise StoreError("disk full")
        return put(db, *what)

    monkeypatch.setattr(vectors, "put", fail)
    house.embed()
    assert "cannot be stored" in told[-1]
    assert "could not be stored" in caplog.text
    assert (waiting(house), house.vectors(), house.embedding.trouble) == (0, 3, "")


def test_another_engine_gets_a_generation_of_its_own_once_there_is_room(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(house, 3)
    house.embed()
    begin, full = generations.begin, [True] * 3

    def fail(db: Connection, *what: Any) -> Generation:  # noqa: ANN401
        if full:
            full.pop()
            raise StoreError("disk full")
        return begin(db, *what)

    monkeypatch.setattr(generations, "begin", fail)
    house.embedder._identity = msgspec.structs.replace(house.embedder.identity, precision="other")
    thread = threading.Thread(target=house.embedding.run)
    thread.start()
    until(lambda: not full and waiting(house) == 0 and house.embedder.calls["passages"] == 2)
    house.embedding.stop()
    thread.join(10)
    assert not thread.is_alive()
    with house.database.reading() as db:
        found = generations.live(db, house.embedder.identity.fingerprint)
        assert found is not None
        assert generations.count(db, found) == 3


def test_vectors_of_an_engine_that_was_replaced_meanwhile_are_not_stored(house: House) -> None:
    many(house, 2)
    generation = begun(house)
    embed = house.embedder.embed_passages

    def embed_and_change(texts: Sequence[str]) -> Vectors:
        values = embed(texts)
        house.embedder._identity = msgspec.structs.replace(
            house.embedder.identity, precision="other"
        )
        return values

    house.embedder.embed_passages = embed_and_change  # type: ignore[assignment]
    house.embedding.step(generation)
    assert (waiting(house), house.vectors()) == (2, 0)


def test_a_text_that_cannot_even_be_given_up_keeps_nobody_from_trying(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(house, 3)
    tried: list[list[str]] = []
    poison(house, "n000", tried)
    done, full = generations.done, [True] * 2

    def fail(db: Connection, text_hash: bytes) -> None:
        if full and not house.vectors():
            full.pop()
            raise StoreError("disk full")
        done(db, text_hash)

    monkeypatch.setattr(generations, "done", fail)
    house.embed()
    assert (waiting(house), house.vectors(), len(tried)) == (0, 2, 5)


def test_a_model_that_is_stopped_blames_no_text(house: House) -> None:
    many(house, 1)
    generation = begun(house)
    house.embedding.stop()
    house.embedder.fail_next = 1
    house.embedding.step(generation)
    assert house.embedder.calls["passages"] == 0
    assert (waiting(house), house.vectors()) == (1, 0)


# What others need first


def test_it_waits_while_notes_are_read(house: House, asked: list[list[str]]) -> None:
    house.write("a.md", "words")
    house.scan()
    house.reading.begin("reading", 1)
    with Thread(house.embedding.run, house.embedding.stop):
        time.sleep(0.2)
        assert not asked
        house.reading.end()
        until(lambda: house.vectors() == 1)


def test_a_reading_of_many_minutes_is_not_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST_READING", 0.2)
    monkeypatch.setattr(module, "_BESIDE_READING", 0.01)
    house.write("a.md", "words")
    house.scan()
    house.reading.begin("reading", 1)
    with Thread(house.embedding.run, house.embedding.stop):
        until(lambda: house.vectors() == 1)
        house.write("b.md", "other words")
        house.scan()  # ends the reading
        house.embedding.wake()
        until(lambda: house.vectors() == 2)


def test_stop_ends_the_wait_for_reading_and_for_work(house: House) -> None:
    begin = time.monotonic()
    house.reading.begin("reading", 1)
    with Thread(house.embedding.run, house.embedding.stop):
        time.sleep(0.05)
    second = another(house)
    with Thread(second.run, second.stop):
        time.sleep(0.05)
    assert time.monotonic() - begin < 5


def test_stop_ends_a_long_pause(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 60.0)
    house.write("a.md", "words")
    house.scan()
    house.embedder.fail_next = 9
    embedding = another(house)
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

    house.embedder.embed_passages = slow  # type: ignore[assignment]
    with Thread(house.embedding.run, house.embedding.stop):
        assert entered.wait(10)
        file.unlink()
        house.hint("a.md")  # the index is written while the model computes
        assert house.known() == {}
        release.set()
        until(lambda: not house.embedding_progress.is_busy())
    assert house.vectors() == 0
    assert house.found("words") == []


def test_another_model_starts_over(house: House) -> None:
    house.write("a.md", "words")
    house.scan()
    house.embed()
    old = house.embedder
    house.embedder = type(old)(dimension=32, model="other")
    house.reopen()
    house.embed()
    assert house.rows("SELECT dimension FROM generation WHERE live = 1") == [(32,)]
    assert waiting(house) == 0
    assert house.rows("SELECT length(value) FROM vector ORDER BY id DESC LIMIT 1") == [(32,)]


def test_what_waits_survives_a_restart(house: House) -> None:
    house.write("a.md", "words")
    house.scan()
    house.reopen()
    house.scan()
    house.embed()
    assert house.vectors() == 1


# How long it takes


def test_the_time_left_goes_by_the_length_of_texts(house: House) -> None:
    for number in range(120):  # the longest last
        set_age(house.write(f"{number}.md", f"zebra{number} " * (1 + number)), number * 100)
    house.scan()
    sizes = [
        len(str(row[0]))
        for row in house.rows(
            "SELECT crumb || ' ' || text FROM pending JOIN chunk ON chunk.id = chunk_id "
            "ORDER BY mtime_ns DESC, chunk_id"
        )
    ]
    now = [0.0]
    house.embedding_progress = Progress(lambda: now[0])
    embed = house.embedder.embed_passages

    def slow(texts: Sequence[str]) -> Vectors:
        now[0] += sum(map(len, texts)) / 1000
        return embed(texts)

    house.embedder.embed_passages = slow  # type: ignore[assignment]
    embedding, told = another(house), []
    generation = begun(house)
    while embedding.step(generation) is not None:
        found = house.embedding_progress.read()
        assert found.done + waiting(house) == found.total == len(sizes)
        told.append((found.eta_seconds, sum(sizes[found.done :]) / 1000))
    known = [(eta, left) for eta, left in told if eta is not None]
    assert len(known) == len(told) - 1
    assert all(eta == pytest.approx(left, abs=0.01) for eta, left in known)


# What was asked about


def test_what_was_asked_about_comes_next(house: House, asked: list[list[str]]) -> None:
    many(house, 60)
    generation = begun(house)
    house.embedding.step(generation)
    house.embedding.prefer([*chunks_of(house, "059.md"), *chunks_of(house, "003.md")])
    house.embedding.prefer([*chunks_of(house, "040.md"), *chunks_of(house, "059.md")])
    house.embedding.step(generation)
    assert numbers(asked)[1] == [40, 59, *range(16, 30)]
    house.embed()
    assert (waiting(house), house.vectors()) == (0, 60)
    assert sorted(at for call in numbers(asked) for at in call) == list(range(60))


def test_more_than_a_batch_was_asked_about(house: House, asked: list[list[str]]) -> None:
    many(house, 80)
    wanted = [at for number in range(79, 39, -1) for at in chunks_of(house, f"{number:03}.md")]
    house.embedding.prefer(wanted)
    house.embedder.fail_next = 1
    house.embed()
    order = [at for call in numbers(asked)[1:] for at in call]
    assert order == [*range(79, 39, -1), *range(40)]


def test_what_is_asked_about_when_nothing_waits_is_not_kept(house: House) -> None:
    many(house, 3)
    ids = chunks_of(house, "001.md")
    house.embedding.prefer(ids)
    assert house.embedding._preferred.read() == tuple(ids)
    house.embedding._wake.clear()  # as the thread does before it looks
    house.embed()
    assert house.embedding._preferred.read() == ()
    house.embedding.prefer(ids)
    assert house.embedding._preferred.read() == ()
    house.embedding.wake()  # something may be there
    house.embedding.prefer(ids)
    assert house.embedding._preferred.read() == tuple(ids)


def test_a_question_gets_its_vectors_next_while_a_vault_is_embedded(house: House) -> None:
    """The oldest of 300 notes, asked about while a slow model works on the newest."""
    many(house, 299)
    stripes = "".join(f"It has stripes, {number}. " for number in range(300))
    set_age(house.write("old.md", "# Zebra\n\n" + stripes), 10**6)
    house.scan()
    batches: list[list[str]] = []
    entered, release = threading.Event(), threading.Semaphore(0)
    embed = house.embedder.embed_passages

    def slow(texts: Sequence[str]) -> Vectors:
        batches.append(list(texts))
        entered.set()
        assert release.acquire(timeout=10)
        return embed(texts)

    house.embedder.embed_passages = slow  # type: ignore[assignment]
    search = Search(
        house.database, house.vault, house.embedder, lambda *_: False, house.embedding.prefer
    )
    with Thread(house.embedding.run, house.embedding.stop):
        assert entered.wait(10)
        assert search.find(Request("striped zebra stripes")).ranked[0].passage.path == "old.md"
        release.release()
        until(lambda: len(batches) == 2)
        release.release(1000)
        until(lambda: waiting(house) == 0)
    old = len(chunks_of(house, "old.md"))
    assert old > 1
    assert ["Zebra" in text for text in batches[1]] == [True] * old + [False] * (16 - old)
    assert not any("Zebra" in text for text in batches[0])


# On battery


def test_on_battery_it_waits_and_goes_on_when_plugged_in(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "POWER_SECONDS", 0.05)
    many(house, 40)
    battery, looks = [True], []

    def on_battery() -> bool:
        looks.append(time.monotonic())
        return battery[0]

    embedding = another(house, on_battery)
    with Thread(embedding.run, embedding.stop):
        until(lambda: len(looks) >= 3)
        assert embedding.paused
        assert (waiting(house), embedding.trouble) == (40, "")
        found = house.embedding_progress.read()
        assert (found.phase, found.total, found.eta_seconds) == ("embedding", 40, None)
        assert len(house.embedder.embed_query("still asked")) == 64
        battery[0] = False
        until(lambda: waiting(house) == 0)
        until(lambda: not embedding.paused)
    assert house.vectors() == 40
    assert min(b - a for a, b in itertools.pairwise(looks)) >= 0.05


def test_power_is_asked_for_only_while_texts_wait_and_not_for_every_batch(house: House) -> None:
    looks = []
    embedding = another(house, lambda: bool(looks.append(0)))  # type: ignore[func-returns-value]
    generation = begun(house)
    assert embedding.step(generation) is None
    assert not looks
    many(house, 40)
    for _ in range(3):
        embedding.step(generation)
    assert (waiting(house), len(looks)) == (0, 1)


def test_stop_ends_the_wait_for_power(house: House) -> None:
    many(house, 3)
    embedding = another(house, lambda: True)
    with Thread(embedding.run, embedding.stop):
        until(lambda: embedding.paused)
    assert waiting(house) == 3


def test_nothing_waits_for_power_once_nothing_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "POWER_SECONDS", 0.01)
    many(house, 1)
    embedding = another(house, lambda: True)
    generation = begun(house)
    assert embedding.step(generation) is generation
    assert embedding.paused
    (house.root / "000.md").unlink()
    house.hint("000.md")
    assert embedding.step(generation) is None
    assert not embedding.paused

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NoReturn

import pytest

from vaultbrain.errors import StoreError
from vaultbrain.indexer.writer import Writer
from vaultbrain.store import notes
from vaultbrain.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from vaultbrain.store.database import Connection


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "index.db")
    yield database
    database.close()


@pytest.fixture
def writer(database: Database) -> Iterator[Writer]:
    writer = Writer(database)
    writer.start()
    yield writer
    writer.close()


def put(key: str, value: str = "1") -> Callable[[Connection], None]:
    return lambda db: notes.put_meta(db, key, value)


def stored(database: Database, key: str) -> str | None:
    with database.reading() as db:
        return notes.meta(db, key)


def test_jobs_run_in_order_and_give_their_results(database: Database, writer: Writer) -> None:
    order: list[int] = []

    def note(number: int) -> Callable[[Connection], int]:
        def job(_: Connection) -> int:
            order.append(number)
            return number

        return job

    futures = [writer.submit(note(number)) for number in range(300)]
    assert [future.result() for future in futures] == list(range(300))
    assert order == list(range(300))
    writer.submit(put("a")).result()
    assert stored(database, "a") == "1"


def test_a_job_that_fails_is_undone_by_itself(database: Database, writer: Writer) -> None:
    def fail(db: Connection) -> None:
        notes.put_meta(db, "half", "1")
        raise LookupError

    before, failed, after = (
        writer.submit(put("before")),
        writer.submit(fail),
        writer.submit(put("after")),
    )
    with pytest.raises(LookupError):
        failed.result()
    assert before.result() is None
    assert after.result() is None
    assert [stored(database, key) for key in ("before", "half", "after")] == ["1", None, "1"]


def test_a_result_is_only_told_when_it_is_on_disk(database: Database, writer: Writer) -> None:
    seen: list[str | None] = []
    writer.submit(put("a")).add_done_callback(lambda _: seen.append(stored(database, "a")))
    writer.flush()
    assert seen == ["1"]


def test_a_commit_that_fails_fails_its_job_and_no_other(database: Database, writer: Writer) -> None:
    held = threading.Event()
    writer.submit(lambda _: held.wait(10))
    first = writer.submit(lambda db: db.execute("COMMIT"))  # ends the transaction under the writer
    second = writer.submit(put("a"))
    held.set()
    with pytest.raises(Exception, match="transaction"):
        first.result()
    second.result()
    assert stored(database, "a") == "1"
    assert writer.alive


def test_purges_stand_between_the_jobs(database: Database, writer: Writer) -> None:
    order: list[str] = []
    purge = database.purge

    def record() -> bool:
        order.append("purge")
        return purge()

    database.purge = record  # type: ignore[method-assign]
    writer.submit(lambda _: order.append("one"))
    writer.purge()
    writer.submit(lambda _: order.append("two"))
    writer.submit(lambda _: order.append("three"))
    writer.purge().result()
    assert order == ["one", "purge", "two", "three", "purge"]


def test_a_purge_that_fails_is_told(database: Database, writer: Writer) -> None:
    def fail() -> bool:
        raise LookupError

    database.purge = fail  # type: ignore[method-assign]
    with pytest.raises(LookupError):
        writer.purge().result()
    writer.submit(put("a")).result()


def test_the_queue_is_bounded(writer: Writer) -> None:
    started, release = threading.Event(), threading.Event()

    def block(_: Connection) -> None:
        started.set()
        release.wait(10)

    writer.submit(block)
    assert started.wait(10)
    count = 0

    def fill() -> None:
        nonlocal count
        for _ in range(500):
            writer.submit(lambda _: None)
            count += 1

    filler = threading.Thread(target=fill)
    filler.start()
    filler.join(0.5)
    assert filler.is_alive()
    assert 0 < count < 500
    release.set()
    filler.join(10)
    assert count == 500


def test_everything_handed_in_before_the_end_is_done(database: Database) -> None:
    writer = Writer(database)
    writer.start()
    futures = [writer.submit(put(str(n))) for n in range(40)]
    writer.close()
    assert all(future.done() for future in futures)
    assert stored(database, "39") == "1"
    assert not writer.alive
    writer.close()
    for late in (lambda: writer.submit(put("x")), writer.purge, writer.flush):
        with pytest.raises(StoreError, match="stopping"):
            late()


def test_a_writer_that_never_began_can_be_closed(database: Database) -> None:
    writer = Writer(database)
    writer.close()
    assert not writer.alive
    assert writer.stalled() == 0


def test_no_caller_waits_for_ever_for_a_job_behind_the_end(database: Database) -> None:
    for _ in range(10):
        writer = Writer(database)
        writer.start()

        def ask(writer: Writer = writer) -> int:
            done = 0
            try:
                while True:
                    writer.submit(put("a")).result(5)
                    done += 1
            except StoreError:
                return done

        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(ask) for _ in range(4)]
            writer.flush()
            writer.close()
            for future in asked:
                future.result(10)


def test_flush_waits_for_what_came_before(database: Database, writer: Writer) -> None:
    writer.submit(put("a"))
    writer.flush()
    assert stored(database, "a") == "1"


def test_a_flood_does_not_keep_a_commit_waiting(database: Database, writer: Writer) -> None:
    stop = threading.Event()

    def flood() -> None:
        while not stop.is_set():
            writer.submit(lambda _: None)

    flooder = threading.Thread(target=flood)
    flooder.start()
    try:
        writer.submit(put("a")).result(5)
        assert stored(database, "a") == "1"
    finally:
        stop.set()
        flooder.join(10)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_work_that_does_not_end_is_noticed(writer: Writer) -> None:
    started, release = threading.Event(), threading.Event()

    def block(_: Connection) -> None:
        started.set()
        release.wait(10)

    assert writer.stalled() == 0
    done = writer.submit(block, urgent=True)
    assert started.wait(10)
    until(lambda: writer.stalled() > 0.05)
    before = writer.stalled()
    assert writer.stalled() >= before
    release.set()
    done.result(10)
    until(lambda: writer.stalled() == 0)


def test_jobs_are_timed_from_their_own_beginning(writer: Writer) -> None:
    stalled: list[float] = []

    def slow(_: Connection) -> None:
        time.sleep(0.1)

    writer.submit(slow)
    writer.purge()
    writer.submit(lambda _: stalled.append(writer.stalled()), urgent=True).result(10)
    assert stalled[0] < 0.1


def test_there_is_room_until_half_of_the_queue_is_taken(writer: Writer) -> None:
    started, release = threading.Event(), threading.Event()

    def block(_: Connection) -> None:
        started.set()
        release.wait(10)

    assert writer.has_room()
    writer.submit(block, urgent=True)
    assert started.wait(10)
    for _ in range(31):
        writer.submit(lambda _: None)
    assert writer.has_room()
    writer.submit(lambda _: None)
    assert not writer.has_room()
    release.set()
    writer.flush()
    assert writer.has_room()


def test_flushing_waits_also_where_nothing_can_be_written(
    database: Database, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> NoReturn:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(database, "writing", refuse)
    failed = writer.submit(put("a"))
    writer.flush()
    with pytest.raises(StoreError, match="disk is full"):
        failed.result(0)

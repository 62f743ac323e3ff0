from __future__ import annotations

import math
import shutil
import threading
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import pytest

from vaultbrain.daemon import upkeep as module
from vaultbrain.daemon.upkeep import (
    BACKUP_SECONDS,
    CHECK_SECONDS,
    FIRST_CHECK_SECONDS,
    LEAST_FREE,
    PURGE_SECONDS_PER_CHUNK,
    REST_SECONDS,
    TIDY_SECONDS,
    Stores,
    Upkeep,
)
from vaultbrain.errors import StoreError
from vaultbrain.store import backups, checks, codes, pages
from vaultbrain.store.checks import Fault

if TYPE_CHECKING:
    from pathlib import Path

    from tests.house import House
    from vaultbrain.store.database import Connection


class Care:
    """The care for a house, with a clock in the test's hand."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.renewals: list[str] = []
        stores = Stores(house.database, house.writer, house.state, house.folder)
        self.upkeep = Upkeep(
            stores,
            house.hints,
            house.reading.is_busy,
            house.names,
            self.renewals.append,
            lambda: None,
        )
        self.now = float(math.ceil(time.monotonic()))  # so that sums are exact

    def tick(self, seconds: float = 1.0) -> None:
        """One tick later; what it asked of the writer and of other threads is done."""
        self.now += seconds
        self.upkeep.tick(self.now)
        for thread in threading.enumerate():
            if thread.name == "check":
                thread.join(10)
        self.house.writer.flush()

    def bytes(self) -> bytes:
        """Everything on disk of the index and the vectors."""
        files = [at for at in self.house.folder.iterdir() if at.name.startswith(("index", "vec"))]
        return b"".join(at.read_bytes() for at in files)

    def damage(self, sql: str) -> None:
        self.house.writer.submit(lambda db: db.execute(sql)).result()


@pytest.fixture
def care(house: House) -> Care:
    return Care(house)


def stock(house: House) -> None:
    house.write("a.md", "# A\n\nzebra")
    house.write("b.md", "# B\n\ngiraffe")
    house.scan()
    house.embed()


# What asks for the index to be opened anew


def test_all_is_well(care: Care) -> None:
    stock(care.house)
    for _ in range(3):
        care.tick(TIDY_SECONDS)
    assert care.renewals == []
    assert (care.upkeep.is_readonly, care.upkeep.low_on_space) == (False, False)
    assert care.upkeep.backup_trouble == ""
    assert not len(care.house.hints)


def test_damage_that_was_noticed_asks_for_a_renewal(care: Care) -> None:
    care.house.database.damage = "database disk image is malformed"
    care.upkeep.tick(care.now)
    assert care.renewals == ["database disk image is malformed"]


@pytest.mark.fault(43)
@pytest.mark.parametrize("name", ["index.db", "index.db-wal", "vectors.db"])
def test_a_file_that_was_deleted_asks_for_a_renewal(care: Care, name: str) -> None:
    stock(care.house)
    care.tick()
    assert care.renewals == []
    (care.house.folder / name).unlink()
    care.upkeep.tick(care.now + 1)
    assert care.renewals == ["a file of the index was deleted or replaced"]


@pytest.mark.fault(43)
def test_a_file_in_anothers_place_asks_for_a_renewal(care: Care) -> None:
    stock(care.house)
    path = care.house.folder / "index.db"
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    care.upkeep.tick(care.now + 1)
    assert care.renewals == ["a file of the index was deleted or replaced"]


@pytest.mark.fault(40)
def test_a_disk_that_is_readonly_for_a_while(care: Care, monkeypatch: pytest.MonkeyPatch) -> None:
    stock(care.house)
    database = care.house.database
    writable = False
    monkeypatch.setattr(database, "can_write", lambda: writable)
    care.upkeep.tick(care.now + TIDY_SECONDS)
    assert (care.upkeep.is_readonly, care.upkeep._pruned, care.renewals) == (True, None, [])
    writable = True
    care.tick()  # nobody wrote meanwhile, so nothing is amiss
    assert (care.upkeep.is_readonly, care.renewals) == (False, [])
    database.readonly = True  # a write was refused: the connections know only the old disk
    care.upkeep.tick(care.now + 1)
    assert care.renewals == ["the index can be written again"]


def test_a_disk_that_was_readonly_from_the_start_is_known_before_a_tick(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(care.house.database, "readonly", True)
    assert Care(care.house).upkeep.is_readonly


@pytest.mark.fault(39)
def test_a_disk_that_is_nearly_full_is_told(care: Care, monkeypatch: pytest.MonkeyPatch) -> None:
    free = LEAST_FREE - 1

    def usage(folder: Path) -> Any:  # noqa: ANN401 - a named tuple without a public name
        assert folder == care.house.folder
        return type("usage", (), {"free": free})

    monkeypatch.setattr(shutil, "disk_usage", usage)
    care.tick()
    assert care.upkeep.low_on_space
    free = LEAST_FREE
    care.tick()
    assert not care.upkeep.low_on_space


# Tidying


def test_vectors_of_deleted_texts_are_tidied_away_with_their_bytes(care: Care) -> None:
    house = care.house
    file = house.write("a.md", "xylophonist")
    house.scan()
    house.embed()
    file.unlink()
    house.hint("a.md")
    assert house.vectors() == 1
    care.tick(TIDY_SECONDS)
    assert house.vectors() == 0
    assert b"xylophonist" in care.bytes()
    care.tick()
    assert b"xylophonist" not in care.bytes()


def test_pages_of_codes_are_made_when_idle(care: Care, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGE", 4)
    monkeypatch.setattr(codes, "PAGE", 4)
    house = care.house
    for number in range(9):
        house.write(f"{number}.md", f"word{number}")
    house.scan()
    house.embed()
    care.tick(TIDY_SECONDS)
    assert house.rows("SELECT number, count FROM page") == [(0, 3), (1, 4)]


def test_edits_are_purged_as_well_but_not_twice(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, purges = care.house, 0
    purge = house.writer.purge

    def count() -> object:
        nonlocal purges
        purges += 1
        return purge()

    monkeypatch.setattr(house.writer, "purge", count)
    stock(house)
    care.tick(TIDY_SECONDS)
    care.tick()
    assert purges == 1
    for _ in range(3):  # nothing was written since
        care.tick(TIDY_SECONDS)
        care.tick()
    assert purges == 1
    house.write("a.md", "# A\n\nlion")
    house.hint("a.md")
    care.tick(TIDY_SECONDS)
    care.tick()
    assert purges == 2
    assert b"zebra" not in care.bytes()


def test_a_large_index_is_purged_of_edits_less_often(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    purges: list[float] = []
    monkeypatch.setattr(care.house.writer, "purge", lambda: purges.append(care.now))
    chunks = int(10 * TIDY_SECONDS / PURGE_SECONDS_PER_CHUNK)
    generation = 0

    def prune(_: Connection) -> tuple[int, int, int]:
        nonlocal generation
        generation += 1
        return 0, generation, chunks

    monkeypatch.setattr(module, "_prune", prune)
    for _ in range(20):
        care.tick(TIDY_SECONDS)
        care.tick(0.001)
    assert len(purges) == 2


@pytest.mark.parametrize("outcome", ["busy", "fault", "pending"])
def test_a_purge_that_did_not_end_is_done_again(
    care: Care, monkeypatch: pytest.MonkeyPatch, outcome: str
) -> None:
    purges: list[Future[bool]] = []

    def purge() -> Future[bool]:
        future: Future[bool] = Future()
        if outcome == "busy":
            future.set_result(False)
        if outcome == "fault":
            future.set_exception(StoreError("disk full"))
        purges.append(future)
        return future

    stock(care.house)
    monkeypatch.setattr(care.house.writer, "purge", purge)
    for _ in range(3):
        care.tick(TIDY_SECONDS)
        care.tick()
    assert len(purges) == 3
    if outcome == "pending":
        purges[-1].set_result(True)
        for _ in range(2):
            care.tick(TIDY_SECONDS)
            care.tick()
        assert len(purges) == 3


def test_pruning_that_fails_is_tried_again(care: Care, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: set[float] = set()

    def fail(_: Connection) -> tuple[int, int, int]:
        tried.add(care.now)
        raise StoreError("disk full")

    monkeypatch.setattr(module, "_prune", fail)
    for _ in range(2):
        care.tick(TIDY_SECONDS)
        care.tick()
    assert len(tried) == 2


def test_tidying_never_waits_in_the_writers_own_thread(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = care.house
    running, release = threading.Event(), threading.Event()

    def prune(_: Connection) -> tuple[int, int, int]:
        running.set()
        release.wait(10)
        return 1, 1, 1

    monkeypatch.setattr(module, "_prune", prune)
    care.upkeep.tick(care.now + TIDY_SECONDS)
    assert running.wait(10)
    filler = threading.Thread(  # fills the queue up behind it
        target=lambda: [house.writer.submit(lambda _: time.sleep(0.001)) for _ in range(300)]
    )
    filler.start()
    until_full(house)
    release.set()
    filler.join(20)
    assert not filler.is_alive()
    house.writer.flush()
    care.tick(TIDY_SECONDS + 1)
    assert care.upkeep._purging is not None


def until_full(house: House) -> None:
    end = time.monotonic() + 10
    while house.writer.has_room():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_tick_never_waits_for_a_writer_that_has_stalled(care: Care) -> None:
    house = care.house
    running, release = threading.Event(), threading.Event()

    def stall(_: Connection) -> None:
        running.set()
        release.wait(20)

    house.writer.submit(stall, urgent=True)
    assert running.wait(10)
    filler = threading.Thread(
        target=lambda: [house.writer.submit(lambda _: None) for _ in range(100)]
    )
    filler.start()
    until_full(house)
    begin = time.monotonic()
    care.upkeep.tick(care.now + BACKUP_SECONDS)
    assert time.monotonic() - begin < 5
    assert care.upkeep._pruned is None
    release.set()
    filler.join(20)
    assert not filler.is_alive()


def test_nothing_is_tidied_or_sampled_while_hints_wait(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampled: list[object] = []
    monkeypatch.setattr(checks, "sample", lambda *_: sampled.append(1))
    care.house.hints.put("notes", "a.md")
    care.tick(TIDY_SECONDS)
    assert care.upkeep._pruned is None
    assert sampled == []


# Samples


@pytest.mark.fault(42)
def test_a_damaged_vector_is_found_and_made_anew(
    care: Care, caplog: pytest.LogCaptureFixture
) -> None:
    house = care.house
    stock(house)
    care.tick(TIDY_SECONDS)
    care.damage("UPDATE vector SET value = zeroblob(length(value)) WHERE id = 1")
    care.tick(TIDY_SECONDS)
    assert "1 rows of the index are not as they were written" in caplog.text
    assert house.vectors() == 1
    assert house.rows("SELECT count(*) FROM pending") == [(1,)]
    assert not len(house.hints)  # the notes themselves are as they were
    house.embed()
    assert house.vectors() == 2
    caplog.clear()
    care.tick(TIDY_SECONDS)
    assert caplog.text == ""


@pytest.mark.fault(42)
def test_a_damaged_text_is_found_and_read_anew(care: Care) -> None:
    house = care.house
    stock(house)
    care.damage("UPDATE chunk SET text = 'unicorn' WHERE text LIKE '%zebra%'")
    assert house.texts("a.md") == ["unicorn"]
    care.tick(TIDY_SECONDS)
    batch = house.hints.take(1)
    assert batch.sources == {"notes"}
    house.pipeline.process(batch)
    assert house.texts("a.md") == ["# A\n\nzebra"]
    assert house.found("zebra") == ["a.md"]


def test_rows_without_a_checksum_are_sealed(care: Care) -> None:
    house = care.house
    stock(house)
    tables, unseal = ("note", "chunk", "vector"), "UPDATE {} SET checksum = NULL"
    for table in tables:
        care.damage(unseal.format(table))
    care.tick(TIDY_SECONDS)
    unsealed = "SELECT count(*) FROM {} WHERE checksum IS NULL"
    assert [house.rows(unsealed.format(table)) for table in tables] == [[(0,)]] * 3
    assert not len(house.hints)


def test_a_repair_that_fails_asks_for_nothing(care: Care, monkeypatch: pytest.MonkeyPatch) -> None:
    stock(care.house)
    care.damage("UPDATE chunk SET text = 'unicorn' WHERE text LIKE '%zebra%'")

    def fail(*_: object) -> int:
        raise StoreError("disk full")

    monkeypatch.setattr(checks, "repair", fail)
    care.tick(TIDY_SECONDS)
    assert not len(care.house.hints)


def test_the_sample_goes_round(care: Care, monkeypatch: pytest.MonkeyPatch) -> None:
    stock(care.house)
    monkeypatch.setattr(module, "SAMPLED", 1)
    seen = []
    for _ in range(4):
        seen.append(care.upkeep._cursor.chunk)
        care.tick(TIDY_SECONDS)
    assert seen == [0, 1, 2, 0]


def test_a_sample_that_cannot_be_read_is_left_to_the_next_tick(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> object:
        raise StoreError("damaged")

    monkeypatch.setattr(checks, "sample", fail)
    care.tick(TIDY_SECONDS)
    assert care.renewals == []
    monkeypatch.undo()
    care.house.database.damage = "damaged"
    care.upkeep.tick(care.now + 1)
    assert care.renewals == ["damaged"]


# The daily look through both files


@pytest.mark.fault(42)
def test_both_files_are_looked_through_once_a_day(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock(care.house)
    looks: list[float] = []
    quick = checks.quick

    def look(db: Connection) -> list[Fault]:
        looks.append(care.now)
        return quick(db)

    monkeypatch.setattr(checks, "quick", look)
    care.tick(FIRST_CHECK_SECONDS - 1)
    assert looks == []
    for _ in range(3):
        care.tick(1)
    assert len(looks) == 1
    care.tick(CHECK_SECONDS - 3)
    assert len(looks) == 1
    care.house.hints.put("notes", "a.md")
    care.tick(1)  # not while notes are read
    assert len(looks) == 1
    care.house.hints.take(5)
    care.house.reading.begin("reading", 1)
    care.tick(1)
    assert len(looks) == 1
    care.house.reading.end()
    care.tick(1)
    assert len(looks) == 2
    assert care.renewals == []


@pytest.mark.fault(42)
def test_what_a_look_finds_asks_for_a_renewal(care: Care, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Fault("vectors.db", "a page is used twice"), Fault("index.db", "and more")]
    monkeypatch.setattr(checks, "quick", lambda _: found)
    care.tick(FIRST_CHECK_SECONDS)
    assert care.renewals == ["vectors.db: a page is used twice"]
    care.tick()
    assert len(care.renewals) == 1


def test_a_look_that_cannot_be_had_is_left_to_the_next_tick(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> object:
        raise StoreError("damaged")

    monkeypatch.setattr(checks, "quick", fail)
    care.tick(FIRST_CHECK_SECONDS)
    assert care.renewals == []


# Memory


@pytest.mark.fault(62)
def test_memory_is_given_back_once_after_a_minute_without_changes(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = care.house
    given: list[str] = []
    monkeypatch.setattr(house.database, "release_memory", lambda: given.append("pages"))
    monkeypatch.setattr(care.upkeep, "_release", lambda: given.append("words"))

    def minute() -> list[str]:
        given.clear()
        care.tick(TIDY_SECONDS)
        care.tick()
        return sorted(set(given))

    stock(house)
    assert minute() == []
    assert minute() == ["pages", "words"]
    assert minute() == []
    house.write("a.md", "lion")
    house.hint("a.md")
    assert minute() == []
    assert minute() == ["pages", "words"]


# Backups


def test_a_backup_is_made_once(care: Care) -> None:
    folder = care.house.folder / "backups"
    for _ in range(3):
        care.tick(BACKUP_SECONDS)
    assert len(backups.list_backups(folder, time.time())) == 1
    assert care.upkeep.backup_trouble == ""


def test_a_backup_that_fails_is_told_and_forgotten_once_one_succeeds(
    care: Care, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    def fail(_: float) -> Path:
        nonlocal tries
        tries += 1
        raise StoreError("The backup of state.db failed.")

    monkeypatch.setattr(care.house.state, "backup", fail)
    care.tick()
    care.tick()
    assert tries == 1
    assert care.upkeep.backup_trouble == "The backup of state.db failed."
    assert "state.db could not be backed up" in caplog.text
    monkeypatch.undo()
    care.tick(BACKUP_SECONDS)
    assert care.upkeep.backup_trouble == ""
    assert list((care.house.folder / "backups").iterdir()) != []


def test_what_work_needed_is_given_back_now_and_then(
    care: Care, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock(care.house)
    rests: list[float] = []
    monkeypatch.setattr(care.upkeep, "_release", lambda: rests.append(care.now))
    began = care.now
    while care.now - began < 2 * REST_SECONDS + 4 * TIDY_SECONDS:
        care.tick(TIDY_SECONDS / 2)
    assert len(rests) == 3  # after the last change, then every five minutes
    assert rests[2] - rests[1] >= REST_SECONDS

from __future__ import annotations

import asyncio
import logging
import stat
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, NoReturn

import pytest

from vaultbrain.daemon import logs
from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXT = "words-of-a-note"
PW = "Kocicka" + "7626x"
TOKEN = "gh" + "p_" + "a1B2" * 9


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    hooks = threading.excepthook
    handler = logs.open_log(tmp_path / "vaultbrain.log", "info", Gate())
    yield tmp_path / "vaultbrain.log"
    logs.close_log(handler)
    threading.excepthook = hooks


def fail() -> None:
    try:
        dict[str, str]()[TEXT]
    except KeyError as error:
        raise ValueError(TEXT) from error


def test_a_traceback_says_where_but_not_what(log: Path) -> None:
    try:
        fail()
    except ValueError:
        logging.getLogger("vaultbrain.indexer").exception("a note could not be indexed")
    written = log.read_text()
    assert "ERROR vaultbrain.indexer: a note could not be indexed\nValueError\n" in written
    assert "test_logs.py" in written
    assert " in fail" in written
    assert TEXT not in written


def test_no_secret_reaches_the_file(log: Path) -> None:
    logger = logging.getLogger("vaultbrain.x")
    logger.warning("heslo: %s", PW)
    logger.warning("a file %s.md", TOKEN)
    try:
        fail()
    except ValueError:
        logger.exception("token: %s", TOKEN)
    written = log.read_text()
    assert PW not in written
    assert TOKEN not in written
    assert "WARNING vaultbrain.x: heslo: [redacted:password]\n" in written
    assert "a file [redacted:github-token].md" in written
    assert "\nValueError\n" in written


def test_personal_data_is_left_out_where_the_gate_says_so(tmp_path: Path) -> None:
    handler = logs.open_log(tmp_path / "log", "info", Gate(soft="redact"))
    logging.getLogger("vaultbrain").info("of eva@host.cz")
    logs.close_log(handler)
    assert "of [redacted:email]" in (tmp_path / "log").read_text()


class Broken(Gate):
    """Fails on what it is shown."""

    def clean(self, text: str, origin: object = None, passed: object = None) -> NoReturn:
        del text, origin, passed
        raise BlockedByGate("The gate failed.")


def test_a_gate_that_fails_withholds_the_line(tmp_path: Path) -> None:
    handler = logs.open_log(tmp_path / "log", "info", Broken())
    logging.getLogger("vaultbrain.x").warning("heslo: %s", PW)
    logs.close_log(handler)
    assert (tmp_path / "log").read_text() == (
        "WARNING vaultbrain.x: a line that the gate cannot vouch for\n"
    )


def test_no_exception_at_all() -> None:
    formatted = logs.Discreet(Gate()).formatException((None, None, None))
    assert formatted == "no exception"


def test_a_thread_that_ends_by_a_fault_is_told_discreetly(
    log: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    thread = threading.Thread(target=fail, name="indexer")
    thread.start()
    thread.join()
    written = log.read_text()
    assert "CRITICAL vaultbrain: the thread indexer ended\nValueError" in written
    assert TEXT not in written + "".join(capfd.readouterr())


def test_faults_of_callbacks_are_told_discreetly(
    log: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    future: Future[None] = Future()
    future.add_done_callback(lambda _: fail())
    future.set_result(None)

    async def call() -> None:
        asyncio.get_running_loop().call_soon(fail)
        await asyncio.sleep(0.01)

    asyncio.run(call())
    written = log.read_text()
    assert written.count("ValueError") == 2
    assert TEXT not in written + "".join(capfd.readouterr())


def test_the_level_decides(tmp_path: Path) -> None:
    for level, expected in (("error", 0), ("warning", 1), ("debug", 3)):
        file = tmp_path / f"{level}.log"
        handler = logs.open_log(file, level, Gate())
        logger = logging.getLogger("vaultbrain.x")
        logger.debug("one")
        logger.info("two")
        logger.warning("three")
        logs.close_log(handler)
        logger.error("after the end")
        assert len(file.read_text().splitlines()) == expected


def test_the_file_is_private_also_after_it_was_turned_over(log: Path) -> None:
    def modes() -> list[int]:
        return [stat.S_IMODE(file.stat().st_mode) for file in log.parent.iterdir()]

    assert modes() == [0o600]
    logger = logging.getLogger("vaultbrain.x")
    for _ in range(2500):
        logger.warning("x" * 1000)
    assert modes() == [0o600] * 3
    assert all(file.stat().st_size <= 1 << 20 for file in log.parent.iterdir())


def test_an_older_log_is_continued_and_made_private(tmp_path: Path) -> None:
    file = tmp_path / "vaultbrain.log"
    file.write_text("before\n")
    file.chmod(0o644)
    handler = logs.open_log(file, "info", Gate())
    logging.getLogger("vaultbrain").info("after")
    logs.close_log(handler)
    assert file.read_text().startswith("before\n")
    assert file.read_text().endswith("after\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

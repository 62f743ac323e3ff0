from __future__ import annotations

import logging
import os
import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.reading.pdfs import pdf
from tests.reading.pictures import picture
from vaultbrain.child import environment
from vaultbrain.errors import NoteChanging, NoteUnreadable, VaultbrainError, VaultError
from vaultbrain.reading import apart as module
from vaultbrain.reading.apart import Apart, ApartSettings
from vaultbrain.reading.image import ImageReader
from vaultbrain.reading.pdf import PdfReader

if TYPE_CHECKING:
    from collections.abc import Iterator

STUB = (str(Path(__file__).with_name("stub_parser.py")),)


@pytest.fixture
def stub() -> Iterator[Apart]:
    made = Apart("pdf", PdfReader(), ApartSettings(program=STUB))
    yield made
    made.close()


def pid(reader: Apart, raw: bytes = b"tell") -> int:
    return int(reader.extract("a.pdf", raw).text.split()[0])


def refused(reader: Apart, raw: bytes) -> str:
    with pytest.raises(NoteUnreadable) as caught:
        reader.extract("books/a.pdf", raw)
    assert caught.value.__cause__ is None
    return caught.value.message


def is_gone(process: int) -> bool:
    return not Path(f"/proc/{process}").exists()


class Asking:
    """Asks in a thread of its own and keeps what came of it."""

    def __init__(self, reader: Apart, raw: bytes) -> None:
        self._reader, self._raw = reader, raw
        self.error: VaultbrainError | None = None
        self.text = ""
        self.thread = threading.Thread(target=self._ask)
        self.thread.start()

    def _ask(self) -> None:
        try:
            self.text = self._reader.extract("a.pdf", self._raw).text
        except VaultbrainError as error:
            self.error = error


def test_a_document_is_parsed_apart_and_read_here() -> None:
    reader = Apart("pdf", PdfReader())
    extract = reader.extract("a.pdf", pdf(["one", "two"]))
    assert extract == PdfReader().extract("a.pdf", pdf(["one", "two"]))
    assert reader.read("a.pdf", extract) == PdfReader().read("a.pdf", extract)
    with pytest.raises(NoteUnreadable, match=r"^a\.pdf is a scan"):
        reader.extract("a.pdf", pdf([""]))
    reader.close()


def test_a_picture_is_parsed_apart() -> None:
    reader = Apart("image", ImageReader())
    assert reader.extract("a.png", picture("PNG")).text == "a\n\nSize: 4 x 3 pixels"
    reader.close()


def test_one_process_reads_many_files_and_ends_when_closed(stub: Apart) -> None:
    first = pid(stub)
    assert pid(stub) == first != os.getpid()
    assert refused(stub, b"refuse:as it says") == "as it says"
    assert pid(stub) == first
    stub.close()
    assert is_gone(first)


def test_what_the_process_may_know(stub: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "invented")
    known = stub.extract("a.pdf", b"tell").text.split("\n")[1].split()
    assert set(known) <= {"HOME", "LANG", "PATH", "PYTHONPATH", "LC_CTYPE"}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"crash", "ended unexpectedly (SIGSEGV)"),
        (b"exit", "ended unexpectedly (status 3)"),
        (b"eat:", "ended unexpectedly (status 1)"),
        (b"leave", "ended unexpectedly (status 0)"),
        (b"nonsense", "gave back what is no answer"),
        (b"endless", "gave back what is no answer"),
        (b"nothing", "gave back what is no answer"),
    ],
)
def test_a_file_that_its_parser_fails_on_costs_that_file(
    stub: Apart, raw: bytes, problem: str
) -> None:
    first = pid(stub)
    said = refused(stub, raw)
    assert said.startswith(f"books/a.pdf was not read: the process that parses it {problem}.")
    assert is_gone(first)
    assert pid(stub) != first


def test_a_process_that_does_not_finish_is_ended(tmp_path: Path) -> None:
    reader = Apart("pdf", PdfReader(), ApartSettings(patience=1.0, program=STUB))
    first = pid(reader)
    started = time.monotonic()
    said = refused(reader, f"hang:{tmp_path / 'hangs'}".encode())
    assert "did not finish within 1 seconds" in said
    assert 0.9 < time.monotonic() - started < 20
    assert is_gone(first)
    assert pid(reader) != first
    reader.close()


def test_a_process_that_trickles_is_ended() -> None:
    code = "import os\nwhile True: os.write(1, b'\\x04\\xff\\xff\\xff')"
    reader = Apart("pdf", PdfReader(), ApartSettings(patience=0.5, program=("-c", code)))
    assert "did not finish" in refused(reader, b"a")
    reader.close()


def test_a_process_that_does_not_listen_is_ended() -> None:
    code = "import time; time.sleep(600)"
    reader = Apart("pdf", PdfReader(), ApartSettings(patience=0.5, program=("-c", code)))
    assert "did not finish" in refused(reader, bytes(8 << 20))
    reader.close()


def test_a_process_that_hangs_up_is_ended(stub: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_GRACE_SECONDS", 0.1)
    first = pid(stub)
    assert "closed its connection" in refused(stub, b"deaf")
    assert is_gone(first)


def test_a_process_that_left_by_itself_is_replaced(stub: Apart) -> None:
    first = pid(stub, b"last")
    assert pid(stub) != first


def test_a_file_whose_process_left_on_the_way_is_asked_about_once_more(stub: Apart) -> None:
    pid(stub)
    # Both processes leave, the one that was there and the fresh one: it is the file.
    assert "status 0" in refused(stub, b"leave")


def test_threads_wait_for_each_other(stub: Apart) -> None:
    asking = [Asking(stub, b"tell") for _ in range(8)]
    for one in asking:
        one.thread.join(60)
    assert len({one.text.split()[0] for one in asking}) == 1


def test_closing_ends_a_file_in_progress_which_is_read_later(stub: Apart, tmp_path: Path) -> None:
    flag = tmp_path / "hangs"
    asking = Asking(stub, f"hang:{flag}".encode())
    while not flag.exists():
        time.sleep(0.005)
    stub.close()
    asking.thread.join(30)
    assert isinstance(asking.error, NoteChanging)
    assert "a.pdf was not read" in asking.error.message


def test_once_closed_no_process_is_started(stub: Apart) -> None:
    stub.close()
    with pytest.raises(NoteChanging):
        stub.extract("a.pdf", b"tell")
    stub.close()


def test_a_process_that_cannot_be_started(stub: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert "could not be started (No such file or directory)" in refused(stub, b"tell")
    monkeypatch.undo()
    assert pid(stub) > 0


def test_no_text_of_a_file_is_in_a_log_or_an_error(
    stub: Apart, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(VaultError) as caught:
        stub.extract("a.pdf", b"nonsense")
    assert "abc" not in caplog.text + repr(caught.value)


def test_the_package_is_found_in_a_source_tree_and_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root = str(Path(module.__file__).parents[2])
    given = {"PATH": "/bin", "PYTHONPATH": "/more", "TOKEN": "invented"}
    assert environment(given) == {"PATH": "/bin", "PYTHONPATH": f"/more{os.pathsep}{root}"}
    monkeypatch.setattr(sysconfig, "get_path", lambda _: root)
    assert environment(given) == {"PATH": "/bin", "PYTHONPATH": "/more"}

"""Values in the bytes of files: none is missed, none is made up, none is told to anybody."""

from __future__ import annotations

import io
import os
import runpy
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.errors import StoreError
from vaultbrain.store import traces

if TYPE_CHECKING:
    from pathlib import Path

VALUE = "Kocicka" + "7626x"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (VALUE, [VALUE, VALUE.lower()[4:]]),
        ("correcthorse", []),  # an ordinary word, by which nothing is proved
        ("correct horse battery staple", ["correct horse battery staple"]),
        ("482133", []),
        ("11221122112211", []),
        ("48213348213348", ["48213348213348", "3348213348"]),
        ("a1b2c3d4e", []),  # could stand in a file by chance
        ("a1b2c3d4e5", ["a1b2c3d4e5", "b2c3d4e5"[-7:]]),
        ("pass word 1", ["pass word 1"]),
        (f"https://eva:{VALUE}@host", [f"https://eva:{VALUE}@host", VALUE.lower()[4:]]),
        ("", []),
        ("příliš0žluťoučký", ["příliš0žluťoučký", "příliš0žluťoučký"[5:]]),
    ],
)
def test_needles_are_what_values_are_known_by(value: str, wanted: list[str]) -> None:
    known_by = tuple(sorted({at.encode() for at in wanted}))
    assert traces.needles([value]) == ((known_by,) if wanted else ())


def test_of_many_values_each_needle_is_there_once() -> None:
    assert traces.needles([VALUE, VALUE]) == traces.needles([VALUE])
    assert traces.needles([]) == ()


def test_half_a_character_is_no_fault() -> None:
    assert traces.needles([f"{VALUE}\ud800"])


@given(st.text(max_size=40))
def test_a_needle_is_a_piece_of_its_value(value: str) -> None:
    whole = (value + value.lower()).encode("utf-8", "replace")
    for needle in (at for found in traces.needles([value]) for at in found):
        assert len(needle) >= 6
        assert needle in whole


def test_files_are_looked_through(tmp_path: Path) -> None:
    wanted = traces.needles([VALUE, "Mol0ch" + "9913z"])
    files = {
        "none": b"nothing " * 99,
        "one": b"\0" + VALUE.encode() + b"\0" + VALUE.encode(),
        "words": VALUE.lower()[3:].encode(),
        "empty": b"",
    }
    for name, raw in files.items():
        (tmp_path / name).write_bytes(raw)
    found = traces.search([tmp_path / name for name in (*files, "gone")], wanted)
    assert {path.name: count for path, count in found.items()} == {
        "none": 0,
        "one": 1,
        "words": 1,
        "empty": 0,
    }


def answer(files: list[Path], *needles: bytes) -> dict[str, int]:
    """As the process answers, in this one."""
    asked = traces.Wanted(tuple(map(os.fspath, files)), tuple((at,) for at in needles))
    said = io.BytesIO()
    traces.main(io.BytesIO(msgspec.msgpack.encode(asked)), said)
    found = msgspec.msgpack.decode(said.getvalue(), type=traces.Found)
    return {os.path.basename(name): count for name, count in found.copies.items()}  # noqa: PTH119


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 64])
def test_no_border_between_two_pieces_hides_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(traces, "_PIECE", size)
    file = tmp_path / "file"
    for before in range(9):
        file.write_bytes(b"-" * before + b"needle1" + b"-" * 5 + b"x")
        assert answer([file], b"needle1", b"x", b"other12") == {"file": 2}


def test_needles_inside_needles_count_each(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"--abcdef--")
    assert answer([tmp_path / "file"], b"abcdef", b"bcd", b"def", b"abce") == {"file": 3}


def test_a_value_counts_once_however_it_is_known(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abcdef def xyz")
    asked = traces.Wanted((str(tmp_path / "file"),), ((b"abc", b"def"), (b"def", b"q"), (b"q",)))
    said = io.BytesIO()
    traces.main(io.BytesIO(msgspec.msgpack.encode(asked)), said)
    found = msgspec.msgpack.decode(said.getvalue(), type=traces.Found)
    assert list(found.copies.values()) == [2]


def test_nothing_wanted_is_nothing_found(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc")
    assert answer([tmp_path / "file", tmp_path / "gone"]) == {"file": 0}


@given(raw=st.binary(max_size=60), needle=st.binary(min_size=1, max_size=4), size=st.integers(1, 9))
def test_it_finds_what_python_finds(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes, needle: bytes, size: int
) -> None:
    file = tmp_path_factory.getbasetemp() / "raw"
    file.write_bytes(raw)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(traces, "_PIECE", size)
        assert answer([file], needle) == {"raw": int(needle in raw)}


def test_a_folder_among_the_files_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"CalledProcessError.*looked for again"):
        traces.search([tmp_path], [(b"abc",)])


@pytest.mark.parametrize(
    "program", ["import sys; sys.exit(3)", "print('no message')", "import time; time.sleep(60)"]
)
def test_a_process_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    run = subprocess.run

    def other(_: object, **how: object) -> object:
        return run([sys.executable, "-c", program], **how)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", other)
    monkeypatch.setattr(traces, "_SECONDS", 2.0)
    with pytest.raises(StoreError) as caught:
        traces.search([tmp_path / "file"], [(VALUE.encode(),)])
    assert VALUE not in str(caught.value)
    assert caught.value.__suppress_context__


def test_a_program_that_is_gone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(StoreError, match="FileNotFoundError"):
        traces.search([], [])


def test_values_stand_in_no_argument_and_no_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    run = subprocess.run

    def watched(command: list[str], **how: object) -> object:
        asked.append(repr((command, how["env"])))
        return run(command, **how)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", watched)
    traces.search([tmp_path / "gone"], [(VALUE.encode(),)])
    (said,) = asked
    assert VALUE not in said


def test_it_is_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = msgspec.msgpack.encode(traces.Wanted((), ()))
    stdin, stdout = io.TextIOWrapper(io.BytesIO(asked)), io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(sys, "stdout", stdout)
    runpy.run_path(str(traces.__file__), run_name="__main__")
    said = stdout.buffer
    assert isinstance(said, io.BytesIO)
    assert msgspec.msgpack.decode(said.getvalue(), type=traces.Found).copies == {}

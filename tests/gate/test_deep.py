from __future__ import annotations

import importlib.metadata
import sys
import threading
from base64 import b64encode
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate, deep
from vaultbrain.gate.deep import DeepScanner
from vaultbrain.gate.rules.base import noise
from vaultbrain.gate.scanner import Scanner

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOKEN = "gh" + "p_" + noise(36)
URL = "https://jan:" + "q7Zt.m4Rk" + "@db.lan/x"
PEM = "-----BEGIN " + "PRIVATE KEY-----"


@pytest.fixture(scope="module")
def scanner(tmp_path_factory: pytest.TempPathFactory) -> DeepScanner:
    pytest.importorskip("kingfisher_sdk", reason="kingfisher-secret-scanner has no wheel here")
    return DeepScanner(tmp_path_factory.mktemp("rules"))


def found(scanner: DeepScanner, text: str) -> list[str]:
    return [text[start:end] for start, end, _ in scanner.spans(text)]


def test_finds_in_characters_and_names_its_rule(scanner: DeepScanner) -> None:
    text = f"žluťoučký 😀 kůň {TOKEN}\nřeka {URL} konec"
    assert found(scanner, text) == [TOKEN, "q7Zt.m4Rk"]
    assert [rule for _, _, rule in scanner.spans(text)] == [
        "betterleaks.github-pat",
        "betterleaks.generic-credential-uri",
    ]
    assert scanner.spans("") == scanner.spans("A quiet note.\n") == []


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff{TOKEN}",
        f"\0a\0b\0 {TOKEN}\0",
        f"\ud800 {TOKEN} \udfff",
        f"{TOKEN} <!-- kingfisher:ignore gitleaks:allow -->",
        f"kingfisher:ignore\n{TOKEN}",
    ],
)
def test_nothing_that_a_note_says_hides_a_secret(scanner: DeepScanner, text: str) -> None:
    assert found(scanner, text) == [TOKEN]


def test_nul_between_all_letters_shifts_nothing(scanner: DeepScanner) -> None:
    wide = "\0".join("wide letters ")
    assert found(scanner, f"{wide * 40}{TOKEN}") == [TOKEN]


def test_finds_what_is_encoded_as_base64(scanner: DeepScanner) -> None:
    encoded = b64encode(f"token = {TOKEN}".encode()).decode()
    assert found(scanner, f"ř {encoded} ř") == [encoded]


@pytest.mark.parametrize(
    "text",
    [
        "https://user:[redacted:url-password]@host.lan/x",
        "mysql://user:password@host.lan/db",
        "https://jan:<your-password>@host.lan/",
        # Half of a pair; it is of use only to try out the other half.
        "tenant: 6f1c0e3a-5b7d-4a92-8c1f-2d4e6a8b0c13",
    ],
)
def test_passes_examples_and_placeholders(scanner: DeepScanner, text: str) -> None:
    assert scanner.spans(text) == []


def test_the_gate_asks_it_and_cleaning_twice_changes_nothing(scanner: DeepScanner) -> None:
    gate = Gate(scanner=Scanner(scanner))
    plain = gate.clean(f"x {TOKEN} y {URL}").text
    assert TOKEN not in plain
    assert gate.clean(plain).text == plain
    assert gate.ruleset != Gate().ruleset


@settings(max_examples=25, deadline=None)
@given(
    filling=st.text(min_size=1, max_size=30),
    places=st.lists(st.integers(min_value=0, max_value=300_000), min_size=1, max_size=5),
)
def test_finds_at_every_place_of_a_long_text(
    scanner: DeepScanner, filling: str, places: list[int]
) -> None:
    rest = filling * (300_000 // len(filling))
    text, done = "", 0
    for place in sorted(places):
        text += f"{rest[done:place]} {TOKEN} "
        done = place
    text += rest[done:]
    assert found(scanner, text).count(TOKEN) == len(places)


@given(
    st.text(alphabet=st.sampled_from("ař😀\u200b"), max_size=40),
    st.integers(min_value=0, max_value=160),
    st.integers(min_value=0, max_value=160),
)
def test_spans_are_widened_to_whole_characters(text: str, start: int, end: int) -> None:
    data = text.encode()
    start, end = sorted((min(start, len(data)), min(end, len(data))))
    first, last = deep._whole(data, start, end)
    assert first <= start
    assert end <= last
    assert start - first < 4
    assert last - end < 4
    data[first:last].decode()


@given(
    st.text(alphabet=st.sampled_from("ař😀 \n"), min_size=1, max_size=40),
    st.integers(min_value=1, max_value=30_000),
)
def test_pieces_cover_and_overlap(text: str, times: int) -> None:
    data = (text * times).encode()
    pieces = list(deep._pieces(data))
    assert pieces[0][0] == 0
    assert pieces[-1][1] == len(data)
    for (start, end), (following, _) in pairwise(pieces):
        assert start < following <= end - deep._OVERLAP // 2
        assert end - start <= deep._PIECE + 3
    for start, end in pieces:
        data[start:end].decode()


def test_long_lines_are_done_in_time(scanner: DeepScanner) -> None:
    assert scanner.spans(PEM * 40_000) is not None
    assert scanner.spans("a" * 1_000_000) == []


def test_threads_share_one(scanner: DeepScanner) -> None:
    answers: list[list[str]] = []
    fresh = DeepScanner(scanner._cache)
    threads = [
        threading.Thread(target=lambda: answers.append(found(fresh, f"{TOKEN} " * 500)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [[TOKEN] * 500] * 4


def test_works_without_a_folder_for_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scanner: DeepScanner
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert DeepScanner().spans(TOKEN) == scanner.spans(TOKEN)
    assert list(tmp_path.iterdir()) == []


def test_gives_up_after_its_time(scanner: DeepScanner) -> None:
    late = DeepScanner(scanner._cache, seconds=0.0)
    with pytest.raises(BlockedByGate, match="TimeoutError") as raised:
        late.spans(f"some words {TOKEN}")
    assert TOKEN not in str(raised.value)


class _Panic(BaseException):
    """What a panic in Rust becomes."""


def _failing(error: BaseException) -> Callable[..., Any]:
    def scan(data: bytes, *, timeout: float) -> list[Any]:
        del timeout
        error.args = (data,)
        raise error

    return scan


def _pretend(monkeypatch: pytest.MonkeyPatch, scan: Callable[..., Any]) -> DeepScanner:
    """A scanner of which only its shape is there."""
    monkeypatch.setattr(deep, "version", lambda _: "1.5.0")
    shape = SimpleNamespace(Rules=lambda **_: None, Scanner=lambda _: SimpleNamespace(scan=scan))
    monkeypatch.setitem(sys.modules, "kingfisher_sdk", shape)
    return DeepScanner()


@pytest.mark.parametrize("error", [TimeoutError(), RuntimeError(), _Panic()])
def test_its_failures_block_and_say_nothing(
    monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    broken = _pretend(monkeypatch, _failing(error))
    with pytest.raises(BlockedByGate, match=type(error).__name__) as raised:
        broken.spans(TOKEN)
    assert TOKEN not in str(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__suppress_context__


def test_an_interrupt_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        _pretend(monkeypatch, _failing(KeyboardInterrupt())).spans("x")


def test_one_that_cannot_be_loaded_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep, "version", lambda _: "1.5.0")
    monkeypatch.setitem(sys.modules, "kingfisher_sdk", None)
    with pytest.raises(BlockedByGate, match="ModuleNotFoundError"):
        DeepScanner().spans("x")


def test_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> str:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr(deep, "version", missing)
    with pytest.raises(BlockedByGate, match=r"vaultbrain\[deep-scan\]"):
        DeepScanner()


def test_costs_nothing_where_it_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kingfisher_sdk", None)
    assert Gate().clean(f"x {TOKEN}").text == "x [redacted:github-token]"


def test_its_version_is_that_of_the_package(scanner: DeepScanner) -> None:
    installed = importlib.metadata.version("kingfisher-secret-scanner")
    assert scanner.version == f"kingfisher-secret-scanner {installed}"

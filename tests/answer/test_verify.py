from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
import pytest

from vaultbrain.answer.extract import Sentence
from vaultbrain.answer.verify import verify
from vaultbrain.errors import BlockedByGate, NoteChanging
from vaultbrain.search.current import stale
from vaultbrain.search.results import Request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.house import House
    from vaultbrain.search.results import Ranked

TEXT = "# Boiler\n\nIt was serviced in March.\n\n## Parts\n\nThe pump is new.\n"


@pytest.fixture
def ranked(house: House) -> Sequence[Ranked]:
    house.write("a.md", TEXT)
    house.write("b.md", "# Garden\n\nTomatoes need water.")
    house.scan()
    return house.search.find(Request("serviced pump tomatoes", mode="lexical")).ranked


def rank_of(ranked: Sequence[Ranked], path: str) -> int:
    return [at.passage.path for at in ranked].index(path)


def test_a_quote_that_stands_is_cited_with_its_place(
    house: House, ranked: Sequence[Ranked]
) -> None:
    rank = rank_of(ranked, "a.md")
    (citation,) = verify([Sentence("The pump is new.", rank, 7)], ranked, house.vault)
    assert (citation.n, citation.source, citation.path) == (1, "notes", "a.md")
    assert citation.heading == ("Boiler", "Parts")
    assert (citation.line_start, citation.line_end) == (7, 7)
    assert citation.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()


def test_place_and_hash_are_those_of_the_file_now(house: House, ranked: Sequence[Ranked]) -> None:
    now = "new line\n\n# Other\n\nThe pump is new.\n"
    house.write("a.md", now)
    rank = rank_of(ranked, "a.md")
    (citation,) = verify([Sentence("The pump is new.", rank, 7)], ranked, house.vault)
    assert (citation.heading, citation.line_start) == (("Other",), 5)
    assert citation.sha256 == hashlib.sha256(now.encode()).hexdigest()


def test_what_is_not_there_now_is_dropped_and_numbers_have_no_gap(
    house: House, ranked: Sequence[Ranked]
) -> None:
    a, b = rank_of(ranked, "a.md"), rank_of(ranked, "b.md")
    house.write("a.md", TEXT.replace("March", "April"))
    sentences = [
        Sentence("It was serviced in March.", a, 3),
        Sentence("The pump is new.", a, 7),
        Sentence("Tomatoes need water.", b, 3),
    ]
    found = verify(sentences, ranked, house.vault)
    assert [(at.n, at.quote) for at in found] == [
        (1, "The pump is new."),
        (2, "Tomatoes need water."),
    ]
    (house.root / "a.md").unlink()
    assert [at.path for at in verify(sentences, ranked, house.vault)] == ["b.md"]


def test_a_file_without_lines_that_is_another_now_is_not_even_read(
    house: House, ranked: Sequence[Ranked], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> None:
        pytest.fail("it could take half a minute")

    monkeypatch.setattr(house.vault, "read", read)
    page = msgspec.structs.replace(ranked[0].passage, place="p. 3")
    at = msgspec.structs.replace(ranked[0], passage=page, place=stale(page))
    assert verify([Sentence("The pump is new.", 0, 7)], [at], house.vault) == []


@pytest.mark.parametrize("fault", [NoteChanging("x"), BlockedByGate("x")])
def test_a_file_that_proves_nothing_is_not_cited(
    house: House, ranked: Sequence[Ranked], fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(house.vault, "read", fail)
    assert verify([Sentence("The pump is new.", 0, 7)], ranked, house.vault) == []


def test_each_file_is_read_once(
    house: House, ranked: Sequence[Ranked], monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []
    read = house.vault.read

    def count(source: str, path: str) -> object:
        reads.append(path)
        return read(source, path)

    monkeypatch.setattr(house.vault, "read", count)
    rank = rank_of(ranked, "a.md")
    sentences = [Sentence("The pump is new.", rank, 7), Sentence("It was", rank, 3)]
    assert len(verify(sentences, ranked, house.vault)) == 2
    assert reads == ["a.md"]

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.search import counts
from vaultbrain.search.counts import Counts
from vaultbrain.store import lexical

if TYPE_CHECKING:
    import pytest

    from tests.house import House


def fill(house: House, start: int, stop: int) -> None:
    for n in range(start, stop):
        house.write(f"{n}.md", f"bread and {'zebras' if n % 8 == 0 else 'tulips'} {n}")
    house.scan()


def test_counts_are_those_of_the_index(house: House) -> None:
    fill(house, 0, 16)
    kept, terms = Counts(), ["bread", "zebras", "nothing"]
    for _ in range(2):
        with house.database.reading() as db:
            assert kept.size(db) == 16
            assert kept.frequencies(db, terms, stems=False) == {"bread": 16, "zebras": 2}
            assert kept.frequencies(db, ["zebra"], stems=True) == {"zebra": 2}
    fill(house, 16, 24)
    with house.database.reading() as db:
        assert kept.size(db) == 24
        assert kept.frequencies(db, terms, stems=False) == {"bread": 24, "zebras": 3}


def test_what_is_common_is_not_counted_again_until_the_vault_has_changed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "COMMON", 10)
    monkeypatch.setattr(counts, "OUT_OF_DATE", 1 / 4)
    counted: list[set[str]] = []
    count = lexical.frequencies

    def counting(db: object, terms: set[str], *, stems: bool) -> dict[str, int]:
        counted.append(set(terms))
        return count(db, terms, stems=stems)  # type: ignore[arg-type]

    monkeypatch.setattr(lexical, "frequencies", counting)
    kept, terms = Counts(), ["bread", "zebras"]
    fill(house, 0, 16)
    for stop, found in ((16, 16), (16, 16), (18, 16), (24, 24)):
        fill(house, 0, stop)
        with house.database.reading() as db:
            assert kept.frequencies(db, terms, stems=False)["bread"] == found
    assert counted == [{"bread", "zebras"}, {"zebras"}, {"zebras"}, {"bread", "zebras"}]


def test_not_too_much_is_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "COMMON", 1)
    monkeypatch.setattr(counts, "_MOST_KEPT", 3)
    fill(house, 0, 16)
    kept = Counts()
    for n in range(12):
        with house.database.reading() as db:
            assert kept.frequencies(db, [str(n)], stems=False) == {str(n): 2}
    assert len(kept._common) <= 4


def test_a_vault_that_changes_and_does_not_grow_is_counted_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "COMMON", 5)
    kept = Counts()
    fill(house, 0, 16)
    with house.database.reading() as db:
        assert kept.frequencies(db, ["bread"], stems=False) == {"bread": 16}
    for n in range(15):
        house.write(f"{n}.md", f"butter {n}")
    house.scan()
    with house.database.reading() as db:
        assert kept.size(db) == 16
        assert kept.frequencies(db, ["bread"], stems=False) == {"bread": 1}

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reports.conftest import desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.reports.conftest import Desk

WILD = (
    "A dog ran over the meadow by the forest and chased a rabbit.",
    "The wolf pack was seen in the valley; cubs were with them.",
    "Hens were taken from the coop last night by some predator.",
    "A badger dug under the fence of the garden.",
    "The lynx left tracks in the snow near the den.",
)
FILLER = "\n".join(
    f"- {done} {n}"
    for n in range(8)
    for done in (
        "Called the plumber about the leak",
        "Wrote the minutes of the board",
        "Walked the dog by the river",
        "Bought paint for the fence",
        "Read two chapters on soil",
    )
)
PUMPS = {
    f"pumps/pump {n}.md": f"# Heating log {n}\n\nThe heat pump was serviced on day {n}: compressor "
    f"and circulation pump were checked and the quote for it was {1000 + n} EUR.\n"
    for n in range(50)
}
INVOICES = {
    f"paid/invoice {n}.md": f"# Invoice {n}\n\nInvoice INV-{n} for the heating was sent and paid.\n"
    for n in range(2042, 2072)
}
NOTES = {
    **PUMPS,
    **INVOICES,
    "Heat pump service quote.md": "Bananas, two litres of milk and a birthday card for Anna.\n",
    "zzz.md": "---\naliases: [Boiler overhaul offer]\n---\n# Zzz\n\nTulips by the fence.\n",
    "Pump.md": "Bread. " * 200 + "\n",
    "paid.md": f"# March\n\n{FILLER}\n\nINV-2041 came.\n",
    **{f"wild/{n}.md": f"# Wildlife {n}\n\n{WILD[n % 5]} Day {n}.\n" for n in range(43)},
    "budget.md": "# Budget\n\nRevenue rose; the font sample says the quick brown fox.\n",
    "printer.md": "# Printer\n\nTest page, toner low. Fox.\n",
    "2025-08-24.md": "# 2025-08-24\n\nMarketplace listing: not listed (checked 24 Aug).\n\n"
    f"{FILLER}\n\nMarketplace listing: now live, approved this evening.\n",
    "session.md": "# Session\n\nThe staging server is called walrus.\n\n"
    + f"{FILLER}\n\n## More\n\n" * 6
    + "The staging server is called narwhal.\n",
    "rent 2019.md": "# Rent\n\nIn 2019 the rent of the studio was 900 EUR.\n",
    "rent 2025.md": "# Rent\n\nSince 2025 the rent of the studio is 1,250 EUR.\n",
}


@pytest.fixture(scope="module")
def asked() -> Iterator[Desk]:
    with desk(NOTES, "builtin") as made:
        yield made


@pytest.mark.parametrize("mode", ["lexical", "hybrid"])
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("Heat pump service quote", "Heat pump service quote.md"),
        ("heat pump service quote?", "Heat pump service quote.md"),
        ("Boiler overhaul offer", "zzz.md"),
        ("boiler óverhaul offer", "zzz.md"),
        ("pump", "Pump.md"),
        ("INV-2041", "paid.md"),
        ("Was INV-2041 paid for the heating?", "paid.md"),
        ("INV-2060", "paid/invoice 2060.md"),
    ],
)
def test_an_exact_name_or_identifier_is_first(
    asked: Desk, mode: str, query: str, path: str
) -> None:
    assert asked.ranking(query, mode=mode)[0] == path


@pytest.mark.parametrize("mode", ["lexical", "hybrid"])
def test_chunks_with_the_only_word_stand_before_all_others(asked: Desk, mode: str) -> None:
    assert set(asked.ranking("fox", mode=mode)[:2]) == {"budget.md", "printer.md"}
    assert asked.ranking("where is the fox", mode=mode)[0] in {"budget.md", "printer.md"}


def test_scores_fall(asked: Desk) -> None:
    for query in ("pump", "fox", "INV-2041", "marketplace listing"):
        scores = [hit["score"] for hit in asked.search(query, mode="hybrid")]
        assert scores == sorted(scores, reverse=True)
        assert 0 <= min(scores) <= max(scores) <= 1


@pytest.mark.parametrize("query", ["marketplace listing", "Is the marketplace listing live?"])
def test_of_two_statements_of_one_thing_the_later_is_shown(asked: Desk, query: str) -> None:
    (hit, *_) = asked.search(query, mode="hybrid")
    assert (hit["path"], hit["line"]) == ("2025-08-24.md", 46)
    assert hit["snippet"].startswith("Marketplace listing: now live")
    assert asked.ask(query, 1)["answer"] == (
        "Marketplace listing: now live, approved this evening. [1]"
    )
    cited = [at["line_start"] for at in asked.ask(query)["citations"]]
    assert cited in ([46], [46, 3])


def test_the_later_of_two_passages_of_one_note(asked: Desk) -> None:
    query = "staging server is called"
    (hit, *_) = asked.search(query)
    assert "narwhal" in hit["snippet"]
    assert "narwhal" in asked.ask("What is the staging server called?", 1)["answer"]


def test_values_of_two_dates_are_shown_with_their_notes(asked: Desk) -> None:
    cited = asked.ask("What is the rent of the studio?")["citations"]
    assert "rent 2025.md" in [at["path"] for at in cited]
    assert set(asked.ranking("rent of the studio", mode="hybrid")[:2]) == {
        "rent 2019.md",
        "rent 2025.md",
    }

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reports.conftest import OTHERS, desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.reports.conftest import Desk

ROWS = "\n".join(f"| part-{n} | {100 + n} CZK | supplier {n % 7} |" for n in range(300))
HIDDEN = "hidden\n" * 20
NOTES: dict[str, str | bytes] = {
    "table.md": f"# Parts\n\n| Part | Price | Supplier |\n|---|---|---|\n{ROWS}\n",
    "lines.md": "---\ntitle: Lines\nx: 1\n---\n\n# One\n\nalpha line\n\n## Two\n\nbeta line\n",
    "crlf.md": b"---\r\ntitle: CR\r\n---\r\n\r\n# CR\r\n\r\nintro\r\n\r\nThe gondola is green.\r\n",
    "gap.md": f"# Gap\n\nThe ferry is red.\n\n%%\n{HIDDEN}%%\n\nThe funicular is blue.\n",
    "bom.md": b"\xef\xbb\xbf# Mark\n\nThe monorail is pink.\n",
    "invalid.md": b"# Caf\xe9\n\nMARKER-91 stands here.\n",
    "utf16.md": "# Wide\n\nThe cablecar is white.\n".encode("utf-16"),
    "latin2.md": "# Účet\n\nŽluťoučký kůň a traktor.\n".encode("cp1250"),
}


@pytest.fixture(scope="module")
def asked() -> Iterator[Desk]:
    with desk(OTHERS | NOTES, "builtin") as made:
        yield made


@pytest.mark.parametrize("number", [37, 150, 200, 299])
def test_a_row_of_a_long_table_is_found_at_its_line(asked: Desk, number: int) -> None:
    (hit, *_) = asked.search(f"price of part-{number}")
    assert hit["path"] == "table.md"
    row = f"| part-{number} | {100 + number} CZK"
    assert hit["snippet"].startswith(row)
    assert asked.line("table.md", hit["line"]).startswith(row)


def test_a_row_is_judged_with_the_head_of_its_table(asked: Desk) -> None:
    (first, *_) = asked.ask("part-150 price", 1)["citations"]
    assert first["quote"] == "| part-150 | 250 CZK | supplier 3 |"
    assert asked.line("table.md", first["line_start"]) == first["quote"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("lines.md", "alpha line"),
        ("lines.md", "beta line"),
        ("crlf.md", "The gondola is green."),
        ("gap.md", "The funicular is blue."),
        ("bom.md", "The monorail is pink."),
    ],
)
def test_lines_are_counted_from_the_top_of_the_file(asked: Desk, path: str, words: str) -> None:
    (hit, *_) = asked.search(words)
    assert hit["path"] == path
    assert asked.line(path, hit["line"]) == words
    got = asked.json("get", f"{path}:{hit['line']}:1")
    assert got["text"].strip() == words
    cited = [at for at in asked.ask(words)["citations"] if at["path"] == path]
    assert all(asked.line(path, at["line_start"]) == at["quote"] for at in cited)


@pytest.mark.parametrize(
    ("query", "path"),
    [("MARKER-91", "invalid.md"), ("cablecar", "utf16.md"), ("traktor", "latin2.md")],
)
def test_an_odd_encoding_costs_no_note(asked: Desk, query: str, path: str) -> None:
    assert asked.ranking(query)[0] == path


def test_what_could_not_be_decoded_is_named(asked: Desk) -> None:
    named = {at["path"] for at in asked.status()["problems"]}
    assert "invalid.md" in named
    assert named <= {"invalid.md", "latin2.md"}

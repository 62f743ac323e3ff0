"""Where a hit or a citation stands, in files with lines and in files without."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.test_answers import answered, citation, found, hit
from vaultbrain.cli import render
from vaultbrain.cli.text import Style

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

PLAIN = render.Page(Style(enabled=False))
PDF = {"path": "Papers/Report.pdf", "place": "p. 3", "heading": []}


def test_a_hit_names_its_place_where_there_are_no_lines(shell: Shell) -> None:
    shell.serve(search=found(hit(**PDF), hit(**{**PDF, "heading": ["Costs", "Heat"]}), hit()))
    assert shell.run("search", "x") == 0
    shown = [line for line in shell.out.splitlines() if ".pdf" in line or ".md" in line]
    assert shown == [
        "   Papers/Report.pdf  p. 3",
        "   Papers/Report.pdf  p. 3  Costs > Heat",
        "   Home/Lease.md:12  Lease > Dates",
    ]


def test_a_citation_names_its_place(shell: Shell) -> None:
    shell.serve(ask=answered(citation(1, "It ends.", **PDF), citation(2, "It does.", place="")))
    assert shell.run("ask", "x") == 0
    assert shell.out.endswith("[1] Papers/Report.pdf  p. 3\n[2] Home/Lease.md:12  Lease > Dates\n")


def test_the_nearest_notes_name_their_places(shell: Shell) -> None:
    shell.serve(ask=answered(nearest=[hit(**PDF)]))
    assert shell.run("ask", "x") == 1
    assert "  Lease  Papers/Report.pdf  p. 3\n" in shell.out


def test_json_has_both_lines_and_place(shell: Shell) -> None:
    shell.serve(search=found(hit(**PDF)), ask=answered(citation(1, "It ends.", **PDF)))
    for verb, key in (("search", "hits"), ("ask", "citations")):
        assert shell.run(verb, "x", "--json") == 0
        (spot,) = json.loads(shell.out)[key]
        assert (spot["place"], spot["line_start"]) == ("p. 3", 12)


def test_a_place_is_part_of_the_link_and_cannot_harm_the_terminal() -> None:
    page = render.Page(Style(enabled=True), roots={"notes": "/v"})
    told = render.hits([hit(**PDF)], "x", page)
    assert "\x1b]8;;file:///v/Papers/Report.pdf\x1b\\Papers/Report.pdf  p. 3\x1b]8;;" in told
    evil = render.hits([hit(**{**PDF, "place": "p.\x1b[2J\n3"})], "x", PLAIN)
    assert "p.\u241b[2J 3" in evil


@pytest.mark.parametrize("lacking", [{}, {"place": None}])
def test_an_older_daemon_tells_no_place(lacking: dict[str, Any]) -> None:
    told = render.hits([{**hit(), **lacking}], "x", PLAIN)
    assert "Home/Lease.md:12" in told


def test_of_many_problems_alike_the_first_are_told_and_the_others_counted() -> None:
    alike = [
        {"code": "frontmatter-broken", "message": f"{n}.md: broken.", "advice": "", "path": None}
        for n in range(6)
    ]
    other = {
        "code": "low-on-space",
        "message": "Little room.",
        "advice": "Make some.",
        "path": None,
    }
    assert render.problems([*alike, other], PLAIN) == [
        "",
        "problems",
        "  - 0.md: broken.",
        "  - 1.md: broken.",
        "  - 2.md: broken.",
        "  - Little room.",
        "    Make some.",
        "  - 3 more problems of the kind frontmatter-broken; --json names all",
    ]
    assert render.problems(alike[:3], PLAIN)[-1] == "  - 2.md: broken."

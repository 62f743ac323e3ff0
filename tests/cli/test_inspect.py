"""inspect: what is printed of a file and of a folder, with which exit status."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.reading.pdfs import pdf
from vaultbrain.cli import inspection
from vaultbrain.cli.render import Page
from vaultbrain.cli.text import Style, columns
from vaultbrain.cli.verbs import inspect as verb
from vaultbrain.daemon import inspect as behind
from vaultbrain.gate.rules.base import noise
from vaultbrain.indexer.inspect import Survey
from vaultbrain.indexer.progress import Reading

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Shell

SECRET = "gh" + "p_" + noise(36)
ASKED = {
    "frontmatter": str,
    "title": str,
    "tags": list,
    "aliases": list,
    "properties": dict,
    "fields": dict,
    "blocks": dict,
    "links": list,
    "headings": list,
    "chunks": list,
    "problems": list,
}
NOTE = f"""---
title: Boiler service
tags: [home, home/heating]
aliases: [Kotel, "Boiler, the old one"]
date: 2026-11-03
price: 4200
supplier: {{name: Novák, phones: [1, 2]}}
ok: true
---
# Service

visit:: 2026-11-03
visit:: 2026-12-03
See [[Lease#Dates]], ![[pic.png]] and [[#Costs]]. ^a1

## Costs

{SECRET}
"""
LOOK = """\
Boiler service
Boiler.md

frontmatter  ok
date         2026-11-03
tags         #home #home/heating
aliases      Kotel
             Boiler, the old one
properties   price: 4200
             supplier: name: Novák, phones: 1, 2
             ok: true
fields       visit: 2026-11-03, 2026-12-03
blocks       ^a1
links        [[Lease#Dates]]
             ![[pic.png]]
             [[#Costs]]
headings     Service
               Costs
taken out    1 github-token
chunks       1

   1  lines 6 to 18 · Service
      price: 4200
      supplier: {name: Novák, phones: [1, 2]}
      ok: true
      … 6 lines more
"""


@pytest.fixture(autouse=True)
def _here(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(vault)


def found(shell: Shell, *argv: str) -> dict[str, Any]:
    shell.run("inspect", "--json", *argv)
    result: dict[str, Any] = json.loads(shell.out)
    return result


def of_file(**changes: object) -> dict[str, Any]:
    """A file of which nothing is known but what a test says."""
    empty = {key: kind() for key, kind in ASKED.items()}
    more: dict[str, Any] = {
        "path": "a.md",
        "title": "A",
        "date": None,
        "redactions": {},
        "included": True,
    }
    return {**empty, **more, "frontmatter": "none", **changes}


def passage(**changes: object) -> dict[str, Any]:
    at = {"heading": ["A"], "line_start": 1, "line_end": 2, "place": "", "text": "zebra"}
    return {**at, **changes}


def page(width: int = 80) -> Page:
    return Page(Style(enabled=False), width)


# With --json


def test_json_has_all_that_is_asked_for(shell: Shell, vault: Path) -> None:
    (vault / "Boiler.md").write_text(NOTE)
    assert shell.run("inspect", "Boiler.md", "--json") == 0
    result = json.loads(shell.out)
    assert {key: type(result[key]) for key in ASKED} == ASKED
    assert SECRET not in shell.out
    keys = {"target", "heading", "block", "alias", "embed", "line"}
    assert [set(link) for link in result["links"]] == [keys] * 3
    assert result["links"][2]["target"] is None
    assert {"heading", "line_start", "line_end", "text", "place"} <= result["chunks"][0].keys()


def test_json_of_what_cannot_be_read_is_empty_but_for_the_problem(
    shell: Shell, vault: Path
) -> None:
    (vault / "a.pdf").write_bytes(pdf(["zebra"], password="x"))
    assert shell.run("inspect", "a.pdf", "--json") == 1
    result = json.loads(shell.out)
    (problem,) = result.pop("problems")
    assert problem["path"] == "a.pdf"
    assert "password" in problem["message"]
    assert result.pop("frontmatter") == "none"
    assert not any(result[key] for key in ASKED.keys() & result.keys())


def test_json_of_a_folder(shell: Shell, vault: Path) -> None:
    (vault / "b.md").write_text("[[nothing]]")
    result = found(shell, ".")
    assert (result["notes"], result["kinds"]) == (2, {"md": 2})
    assert result["dangling"][0]["link"] == "nothing"
    assert shell.err == ""


# Exit statuses


def test_what_is_missing_is_a_mistake_of_the_command_line(shell: Shell) -> None:
    assert shell.run("inspect", "none.md") == 2
    assert shell.err == (
        "vaultbrain: none.md cannot be read: No such file or directory. "
        "Give the path of a note or a folder.\n"
    )
    assert shell.run("inspect", "none.md", "--json") == 2
    assert json.loads(shell.err)["error"]["code"] == 2
    assert shell.run("inspect") == 2


def test_what_the_gate_blocks(shell: Shell, vault: Path) -> None:
    (vault / f"{SECRET}.md").write_text("x")
    assert shell.run("inspect", f"{SECRET}.md") == 5
    assert SECRET not in shell.out + shell.err


def test_what_cannot_be_read(shell: Shell, vault: Path) -> None:
    os.mkfifo(vault / "pipe.md")
    assert shell.run("inspect", "pipe.md") == 1
    assert shell.out == "problems\n  - pipe.md is no plain file. It is not indexed.\n"


def test_folders(shell: Shell, vault: Path) -> None:
    assert shell.run("inspect", ".") == 0
    (vault / "empty").mkdir()
    assert shell.run("inspect", "empty") == 0
    (vault / "linked").symlink_to("empty")
    (vault / ".obsidian").mkdir()
    assert shell.run("inspect", "linked") == 1
    assert "linked is a link" in shell.out


def test_neither_daemon_nor_home_is_needed_or_made(shell: Shell) -> None:
    shell.environ["VAULTBRAIN_HOME"] += "/none"
    assert shell.run("inspect", "a.md") == 0
    assert not os.path.lexists(shell.environ["VAULTBRAIN_HOME"])


# What is printed


def test_the_look_of_a_note(shell: Shell, vault: Path) -> None:
    (vault / "Boiler.md").write_text(NOTE)
    assert shell.run("inspect", "Boiler.md") == 0
    assert shell.out == LOOK


def test_the_look_of_a_folder(shell: Shell, vault: Path) -> None:
    (vault / "Boiler.md").write_text(NOTE)
    (vault / "pic.png").write_bytes(b"x")
    (vault / "bad.canvas").write_text("{")
    assert shell.run("inspect", ".") == 0
    head, problems = shell.out.split("\nproblems\n")
    assert head == (
        f"{vault}\n\n"
        "notes      2\n           2 .md\nchunks     2\n"
        "links      2 lead somewhere\n           1 missing note\n"
        "taken out  1 github-token\nproblems   1\n\n"
        "links that lead nowhere\n  - Boiler.md:14 [[Lease#Dates]]: no such note\n"
    )
    assert problems.startswith("  - bad.canvas is no complete canvas;")


def test_a_folder_without_problems_says_so() -> None:
    told = inspection.of_folder({**_survey(), "notes": 1}, page())
    assert told.splitlines()[-1] == "problems   none"


def _survey(**changes: object) -> dict[str, Any]:
    empty = {"path": "/v", "notes": 0, "chunks": 0, "kinds": {}, "links": {}, "dangling": []}
    return {**empty, "problems": [], "redactions": {}, **changes}


def test_long_lists_are_cut() -> None:
    dangling = [{"path": "a.md", "line": n, "link": f"n{n}", "missing": "note"} for n in range(14)]
    told = inspection.of_folder(_survey(dangling=dangling), page())
    assert told.endswith("[[n11]]: no such note\n  and 2 more; --json lists all")
    told = inspection.of_file(of_file(aliases=[f"n{n}" for n in range(14)]), page())
    assert "             n11\n             and 2 more\n" in told
    told = inspection.of_file(of_file(aliases=[f"n{n}" for n in range(12)]), page())
    assert "more" not in told


def test_a_place_stands_where_there_are_no_lines() -> None:
    chunks = [passage(place="p. 3"), passage(heading=[], line_end=1), passage(line_end=1200)]
    told = inspection.of_file(of_file(chunks=chunks), page()).splitlines()
    assert [line for line in told if line.startswith("   ")][::2] == [
        "   1  p. 3 · A",
        "   2  line 1",
        "   3  lines 1 to 1,200 · A",
    ]


def test_what_is_left_out_is_said_to_be_so() -> None:
    told = inspection.of_file(of_file(included=False), page())
    assert "left out     its name matches nothing under `include` in config.yaml" in told


@pytest.mark.parametrize("width", [30, 40, 80, 100])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    long = "Žluťoučký kůň 日本語の見出し と a-word-that-is-far-too-long-for-any-line " * 3
    file = of_file(
        title=long,
        path=long,
        tags=[long],
        aliases=[long],
        properties={long: {long: [long, None]}},
        headings=[[long], [long, long], ["deep"] * 12 + [long]],
        links=[{"target": long, "heading": long, "block": long, "alias": None, "embed": True}],
        chunks=[passage(heading=[long, long], text=f"{long}\n{long}")],
        problems=[{"code": "x", "message": long, "advice": long, "path": "a.md"}],
    )
    dangling = [{"path": long, "line": 1, "link": long, "missing": "note"}]
    folder = _survey(path=long, kinds={long: 1}, dangling=dangling, problems=file["problems"])
    for told in (inspection.of_file(file, page(width)), inspection.of_folder(folder, page(width))):
        assert [line for line in told.splitlines() if columns(line) > width] == []


def test_what_a_note_holds_cannot_harm_the_terminal() -> None:
    evil = "a\x1b[2Jb\r\u202e"
    file = of_file(
        title=evil,
        tags=[evil],
        properties={evil: evil},
        fields={evil: evil},
        blocks={evil: evil},
        headings=[[evil]],
        links=[{"target": evil, "heading": None, "block": None, "alias": None, "embed": False}],
        chunks=[passage(heading=[evil], place=evil, text=evil)],
        problems=[{"code": "x", "message": evil, "advice": evil, "path": None}],
    )
    told = inspection.of_file(file, page())
    assert not {"\x1b", "\r", "\u202e"} & set(told)


def test_a_name_of_any_bytes_can_be_printed(shell: Shell, vault: Path) -> None:
    (vault / os.fsdecode(b"caf\xe9.md")).write_text("x")
    assert shell.run("inspect", os.fsdecode(b"caf\xe9.md")) == 1
    assert "caf\\xe9.md is not UTF-8" in shell.out


# Progress


def _told(shell: Shell, monkeypatch: pytest.MonkeyPatch, *argv: str) -> str:
    """What is said while a folder takes this many seconds for each file."""

    def survey(paths: object, given: str, tell: Callable[[Reading], None]) -> Survey:
        assert (paths, given) == (shell.paths, "Notes")
        for number in range(4):
            tell(Reading("reading", number, 4, 4.0 - number))
        return Survey(path=given, notes=4, links={"resolved": 0})

    monkeypatch.setattr(behind, "inspect", survey)
    assert shell.run("inspect", "Notes", *argv) == 0
    return shell.err


def test_what_takes_long_shows_how_far_it_is(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verb, "_PATIENCE_SECONDS", 0.0)
    assert "0 of 4 notes read, about 4 s left\n" in _told(shell, monkeypatch)
    assert _told(shell, monkeypatch, "--json") == ""
    shell.terminal = True
    assert "4 notes read, about 1 s left" in _told(shell, monkeypatch)


def test_what_takes_no_time_shows_nothing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verb, "_PATIENCE_SECONDS", 600.0)
    shell.terminal = True
    assert _told(shell, monkeypatch) == ""

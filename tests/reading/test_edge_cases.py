"""117 hard inputs, each with what is known of it: the product must read all of them so."""

from __future__ import annotations

import sys
import tracemalloc
import unicodedata
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.reading.edges import Case, Vault, cases, count
from vaultbrain.indexer.inspect import Inspection
from vaultbrain.indexer.problems import unexpected
from vaultbrain.reading.chunk import Limits
from vaultbrain.reading.links import Status
from vaultbrain.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from vaultbrain.reading.links import Resolution

CASES = cases()
# The end of a key whose claim is not owed, and is met all the same.
PREFERABLY = "_preferably"
# Keys that say something to the reader of the case, or to another claim.
SILENT = frozenset({"note", "extra_files", "query_no_error_only"})


def links_of(vault: Vault) -> list[dict[str, object]]:
    parts = [msgspec.to_builtins(link) for link in vault.found.links]
    return [{key: part for key, part in link.items() if key != "line"} for link in parts]


def steps_of(vault: Vault) -> set[str]:
    return {step for path in vault.found.headings for step in path}


def headings_of(vault: Vault) -> list[list[str]]:
    return [list(path) for path in vault.found.headings]


def lines_of(vault: Vault, path: str) -> list[str]:
    return vault.files[path].decode().split("\n")


def is_indexed(vault: Vault, text: str) -> bool:
    """Whether it is in a passage; its white space is that of the file."""
    return unicodedata.normalize("NFC", text) in vault.text


def share(vault: Vault, texts: Sequence[str]) -> bool:
    """Whether one passage, with its breadcrumb, holds all of them."""
    return any(all(text in vault.seen(at) for text in texts) for at in vault.found.chunks)


def stands(vault: Vault, text: str, line: int) -> bool:
    """Whether a passage has the text on that line.

    Lines are counted from the beginning of the passage; where it repeats the head of its table,
    from its end.
    """
    for at in vault.found.chunks:
        lines = at.text.split("\n")
        for number, got in enumerate(lines):
            places = (at.line_start + number, at.line_end - len(lines) + 1 + number)
            if text in got and line in places:
                return True
    return False


def is_found_at(vault: Vault, text: str, line: int) -> bool:
    """Whether a search for the text shows it and names that line of the file."""
    hits = [hit for hit in vault.search(f'"{text.strip()}"') if hit.path == vault.file]
    shown = [hit.line for hit in hits if text in hit.snippet.partition("\n")[0]]
    return stands(vault, text, line) and shown == [line]


def is_body(vault: Vault, text: str) -> bool:
    """Whether a passage has the text below the metadata."""
    lines = lines_of(vault, vault.file)
    below = range(lines.index("---", 1) + 2, len(lines) + 1)
    return any(stands(vault, text, line) for line in below)


def leads(vault: Vault, written: str, wanted: str) -> bool:
    """Whether every such link leads to the file or the heading that is wanted."""
    found = list(vault.resolutions(unicodedata.normalize("NFC", written)))
    return bool(found) and all(place_of(vault, at) == wanted for at in found)


def place_of(vault: Vault, at: Resolution) -> str | None:
    """The file, or the words of the line in it, that a link leads to."""
    if at.status is not Status.RESOLVED or at.path is None:
        return None
    if at.line is None:
        return at.path
    return lines_of(vault, at.path)[at.line - 1].lstrip("# ")


def is_hit(vault: Vault, question: str) -> bool:
    return vault.file in [hit.path for hit in vault.search(question)]


def is_shown(vault: Vault, text: str) -> bool:
    """Whether a search for the text shows it as it is written."""
    return any(text in hit.snippet for hit in vault.search(text) if hit.path == vault.file)


def is_quick(vault: Vault, seconds: float) -> bool:
    slowed = sys.gettrace() is not None  # by the measurement of coverage
    return vault.timed[1] <= seconds * (6 if slowed else 1)


def peak_mb(vault: Vault) -> float:
    """Memory that reading the notes takes at most."""
    tracemalloc.start()
    try:
        assert vault.read()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def is_reported(vault: Vault) -> bool:
    """Whether the note is named, with what is wrong and what helps."""
    problems = [at for at in vault.found.problems if at.path == vault.file]
    return bool(problems) and all(vault.file in at.message and at.advice for at in problems)


def is_told(vault: Vault) -> bool:
    """Whether the file was read, or a problem says why not, other than a fault of the program."""
    messages = [at.message for at in vault.found.problems]
    return bool(vault.found.title or messages) and unexpected(vault.file).message not in messages


def all_of(check: Callable[[Vault, Any], object]) -> Callable[[Vault, Any], bool]:
    return lambda vault, values: all(check(vault, value) for value in values)


def none_of(check: Callable[[Vault, Any], object]) -> Callable[[Vault, Any], bool]:
    return lambda vault, values: not any(check(vault, value) for value in values)


def each_of(check: Callable[[Vault, str, Any], object]) -> Callable[[Vault, Any], bool]:
    return lambda vault, pairs: all(check(vault, *pair) for pair in pairs.items())


def includes(part: Callable[[Vault], Any]) -> Callable[[Vault, Any], bool]:
    return lambda vault, values: all(value in part(vault) for value in values)


def excludes(part: Callable[[Vault], Any]) -> Callable[[Vault, Any], bool]:
    return lambda vault, values: not any(value in part(vault) for value in values)


def one_of(part: Callable[[Vault], Any]) -> Callable[[Vault, Any], bool]:
    return lambda vault, choices: part(vault) in choices


def equals(part: Callable[[Vault], Any]) -> Callable[[Vault, Any], bool]:
    return lambda vault, value: bool(part(vault) == value)


def same_tags(vault: Vault, tags: Sequence[str]) -> bool:
    return set(vault.found.tags) == set(tags) and len(vault.found.tags) == len(tags)


def aliases_of(vault: Vault) -> list[str]:
    return list(vault.found.aliases)


CLAIMS: dict[str, Callable[[Vault, Any], object]] = {
    "frontmatter": equals(lambda vault: vault.found.frontmatter),
    "title": equals(lambda vault: vault.found.title),
    "tags": same_tags,
    "tags_include": includes(lambda vault: vault.found.tags),
    "tags_any_of": lambda vault, choices: any(same_tags(vault, tags) for tags in choices),
    "not_tags": excludes(lambda vault: vault.found.tags),
    "aliases": equals(aliases_of),
    "aliases_include": includes(aliases_of),
    "aliases_any_of": one_of(aliases_of),
    "links": equals(links_of),
    "links_include": includes(links_of),
    "links_any_of": one_of(links_of),
    "not_links": none_of(
        lambda vault, text: any(text in (at.target or "") for at in vault.found.links)
    ),
    "urls": all_of(
        lambda vault, url: (
            is_indexed(vault, url) and not any(at.target == url for at in vault.found.links)
        )
    ),
    "resolves": each_of(leads),
    "headings": equals(headings_of),
    "headings_any_of": one_of(headings_of),
    "not_headings": excludes(steps_of),
    "indexed": all_of(is_indexed),
    "indexed_any_of": lambda vault, choices: (
        [text for texts in choices for text in texts if is_indexed(vault, text)] in choices
    ),
    "not_indexed": none_of(lambda vault, text: text in vault.names or is_indexed(vault, text)),
    "not_indexed_as_body": none_of(is_body),
    "not_in_chunk_text": none_of(is_indexed),
    "together": all_of(share),
    "apart": none_of(
        lambda vault, texts: any(
            all(text in at.text for text in texts) for at in vault.found.chunks
        )
    ),
    "with_header": lambda vault, pair: (
        [pair[1] in at.text for at in vault.found.chunks if pair[0] in at.text] == [True]
    ),
    "no_split_inside": all_of(
        lambda vault, text: any(text in at.text for at in vault.found.chunks)
    ),
    "lines": each_of(is_found_at),
    "query_hits": all_of(is_hit),
    "shown": all_of(is_shown),
    "fields": equals(lambda vault: vault.found.fields),
    "fields_any_of": one_of(lambda vault: vault.found.fields),
    "blocks": lambda vault, blocks: (
        vault.found.blocks.keys() == blocks.keys()
        and all(text in vault.found.blocks[name].split("\n") for name, text in blocks.items())
    ),
    "meta": each_of(lambda vault, key, value: vault.found.properties.get(key) == value),
    "date": equals(lambda vault: vault.found.date),
    "unique_chunk_ids": equals(
        lambda vault: len(set(vault.found.chunks)) == len(vault.found.chunks)
    ),
    "chunks": equals(lambda vault: len(vault.found.chunks)),
    "chunks_max": lambda vault, most: len(vault.found.chunks) <= most,
    "max_occurrences_in_chunk": each_of(
        lambda vault, text, most: all(at.text.count(text) <= most for at in vault.found.chunks)
    ),
    "max_chunk_chars": lambda vault, most: all(len(at.text) <= most for at in vault.found.chunks),
    "max_seconds": is_quick,
    "max_mb": lambda vault, most: peak_mb(vault) <= most,
    "no_crash": lambda vault, _: is_told(vault),
    "report": lambda vault, _: is_reported(vault),
}


def faults(vault: Vault, case: Case) -> Iterator[tuple[str, Any]]:
    """The claims of a case that do not hold."""
    expect = dict(case.expect)
    for question in expect.get("query_no_error_only", ()):
        vault.search(question)  # may find the note or not
    if "query_hits" in expect:
        excused = expect.get("query_no_error_only", ())
        expect["query_hits"] = [at for at in expect["query_hits"] if at not in excused]
    for key, value in expect.items():
        if key not in SILENT and not CLAIMS[key.removesuffix(PREFERABLY)](vault, value):
            yield key, value


@pytest.mark.parametrize("case", CASES, ids=[f"{case.id} {case.file}" for case in CASES])
def test_case(case: Case, tmp_path: Path) -> None:
    vault = Vault(tmp_path, case)
    assert dict(faults(vault, case)) == {}
    assert is_told(vault)
    sizes = count([vault.seen(at) for at in vault.found.chunks])
    assert max(sizes, default=0) <= Limits().largest
    assert msgspec.json.encode(vault.found)


def test_every_case_is_there() -> None:
    assert len({case.id for case in CASES}) == 117


DEMO = Case(
    id="demo",
    group="",
    file="demo.md",
    why="",
    source="",
    expect={"extra_files": {"Pump log.md": "# Start\n"}},
    content="""---
title: Demo
tags: [one]
aliases: [Also]
level: 2
date: 2026-05-04
---
# Pump

Water pressure is low. [[Pump log#Start|log]] #two ^low

| Part | Price |
|---|---|
| seal | 12 |

## Valve

depth:: 7

See https://example.org/x
""",
)
LINK = {"target": "Pump log", "heading": "Start", "block": None, "alias": "log", "embed": False}
LOW = "Water pressure is low. [[Pump log#Start|log]] #two"


@pytest.mark.parametrize(
    ("key", "met", "unmet"),
    [
        ("frontmatter", "ok", "none"),
        ("title", "Demo", "Pump"),
        ("tags", ["two", "one"], ["one"]),
        ("tags_include", ["one"], ["one", "three"]),
        ("tags_any_of", [[], ["one", "two"]], [[], ["one"]]),
        ("not_tags", ["low"], ["two"]),
        ("aliases", ["Also"], []),
        ("aliases_include", ["Also"], ["Demo"]),
        ("aliases_any_of", [[], ["Also"]], [[]]),
        ("links", [LINK], [{**LINK, "alias": None}]),
        ("links_include", [LINK], [{**LINK, "embed": True}]),
        ("links_any_of", [[], [LINK]], [[]]),
        ("not_links", ["log#"], ["Pump"]),
        ("urls", ["https://example.org/x"], ["Pump log"]),
        ("resolves", {"Pump log": "Start"}, {"Pump log": "Pump log.md"}),
        ("resolves", {"Start": "Start"}, {"Nowhere": "Start"}),
        ("headings", [["Pump"], ["Pump", "Valve"]], [["Pump"], ["Valve"]]),
        ("headings_any_of", [[], [["Pump"], ["Pump", "Valve"]]], [[]]),
        ("not_headings", ["Part"], ["Valve"]),
        ("indexed", ["seal", "level: 2"], ["seal", "title: Demo"]),
        ("indexed_any_of", [["seal"], []], [["nothing", "seal"], []]),
        ("not_indexed", ["2026"], ["Also"]),
        ("not_indexed_as_body", ["level:"], ["Part"]),
        ("not_in_chunk_text", ["^low"], ["seal"]),
        ("together", [["seal", "Part"]], [["seal", "nothing"]]),
        ("apart", [["seal", "nothing"]], [["seal", "Part"]]),
        ("with_header", ["seal", "Part"], ["nothing", "Part"]),
        ("no_split_inside", ["| seal | 12 |"], ["| seal |12 |"]),
        ("lines", {"seal": 14, "level": 5}, {"seal": 13}),
        ("query_hits", ["pressure"], ["pressure", "nothing"]),
        ("shown", ["Water pressure"], ["water Pressure"]),
        ("fields", {"depth": "7"}, {}),
        ("fields_any_of", [{}, {"depth": "7"}], [{}]),
        ("blocks", {"low": LOW}, {"low": "Water"}),
        ("blocks", {"low": LOW}, {}),
        ("meta", {"level": 2}, {"level": "2"}),
        ("date", "2026-05-04", "2026-05-05"),
        ("unique_chunk_ids", True, False),
        ("chunks", 1, 2),
        ("chunks_max", 1, 0),
        ("max_occurrences_in_chunk", {"low": 1}, {"P": 1}),
        ("max_chunk_chars", 400, 40),
        ("max_seconds", 10, 0),
        ("max_mb", 20, 0),
    ],
)
def test_a_claim_can_be_unmet(key: str, met: object, unmet: object, tmp_path: Path) -> None:
    vault = Vault(tmp_path, DEMO)
    assert CLAIMS[key](vault, met)
    assert not CLAIMS[key](vault, unmet)


def test_what_is_broken_must_be_named(tmp_path: Path) -> None:
    assert not CLAIMS["report"](Vault(tmp_path, DEMO), "")
    broken = msgspec.structs.replace(DEMO, file="broken.md", content="---\na: [\n---\nb\n")
    assert CLAIMS["report"](Vault(tmp_path, broken), "")


FAULT = Problem("note-unreadable", unexpected("demo.md").message, "", "demo.md")


@pytest.mark.parametrize("problems", [(), (FAULT,)])
def test_what_is_not_read_must_be_named(problems: tuple[Problem, ...], tmp_path: Path) -> None:
    vault = Vault(tmp_path, DEMO)
    vault.found = Inspection("demo.md", problems=problems)
    assert not CLAIMS["no_crash"](vault, True)  # noqa: FBT003 - as in the cases


def test_no_claim_is_left_out(tmp_path: Path) -> None:
    vault = Vault(tmp_path, DEMO)
    with pytest.raises(KeyError):
        list(faults(vault, msgspec.structs.replace(DEMO, expect={"taggs": []})))
    case = msgspec.structs.replace(DEMO, expect={"title": "X", "tags_preferably": ["one"]})
    assert dict(faults(vault, case)) == case.expect

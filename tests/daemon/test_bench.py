"""bench.sample and bench.usage: questions made of the notes, and what the daemon needs."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.daemon.test_handlers import Desk
from tests.house import House
from vaultbrain.daemon import bench
from vaultbrain.gate.rules.base import noise
from vaultbrain.protocol import methods
from vaultbrain.protocol.methods import ItemKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.protocol.methods import BenchItem

SECRET = "gh" + "p_" + noise(36)
WORDS = "amber birch cedar delta ember fjord grove heath islet jetty knoll larch".split()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(House(tmp_path))
    yield desk
    desk.close()


def sample(desk: Desk, **params: int) -> list[BenchItem]:
    return list(desk.ask(methods.BenchSampleResult, "bench.sample", **params).items)


def queries(desk: Desk, kind: str, **params: int) -> dict[str, str]:
    """Path → query."""
    return {at.path: at.query for at in sample(desk, **params) if at.kind == kind}


def note(number: int) -> str:
    words = random.Random(number).choices(WORDS, k=12)  # noqa: S311
    return f"# Boiler number {number}\n\n## Pressure of {number}\n\nIt says {' '.join(words)}.\n"


def fill(desk: Desk, count: int) -> None:
    for number in range(count):
        desk.house.write(f"{number}.md", note(number))
    desk.house.scan()


def test_every_kind_is_drawn_and_no_note_twice_for_a_kind(desk: Desk) -> None:
    fill(desk, 12)
    found = sample(desk, count=5)
    assert Counter(at.kind for at in found) == dict.fromkeys(get_args(ItemKind), 5)
    assert len({(at.kind, at.path) for at in found}) == len(found)
    for at in found:
        text = (desk.house.root / at.path).read_text()
        number = at.path.removesuffix(".md")
        assert at.source == "notes"
        assert (at.query in text) == (at.kind != "typo")
        if at.kind == "title":
            assert at.query == f"Boiler number {number}"
        if at.kind == "heading":
            assert at.query == f"Pressure of {number}"


def test_the_seed_decides_and_a_new_index_changes_nothing(desk: Desk) -> None:
    fill(desk, 12)
    first = sample(desk, count=3, seed=1)
    assert sample(desk, count=3, seed=1) == first
    assert sample(desk, count=3, seed=2) != first
    desk.house.write("7.md", f"{note(7)}\n")  # its rows come last now
    desk.house.scan()
    assert sample(desk, count=3, seed=1) == first


def test_an_empty_vault_gives_none(desk: Desk) -> None:
    assert sample(desk) == []


def test_names_of_several_notes_are_left_out(desk: Desk) -> None:
    desk.house.write("a/Same.md", "one")
    desk.house.write("b/same.md", "two")
    desk.house.write("c/Other.md", "---\naliases: [Alone]\n---\nthree")
    desk.house.write("d/Alone.md", "four")
    desk.house.write("e/Single.md", "five")
    desk.house.scan()
    assert queries(desk, "title") == {"c/Other.md": "Other", "e/Single.md": "Single"}
    assert set(queries(desk, "typo")) == {"c/Other.md", "e/Single.md"}


def test_a_heading_is_that_of_one_note_and_nobodys_name(desk: Desk) -> None:
    desk.house.write("a.md", "# A\n\n## Shared by two\n\nx\n\n## Bees\n\nshort")
    desk.house.write("b.md", "# B\n\n## Shared by two\n\ny")
    desk.house.write("c.md", "# Name of c\n\nz")
    desk.house.write("d.md", "# D\n\n## Only of d\n\nz\n\n## With *markup* of d\n\nz")
    desk.house.write("e.md", f"# E\n\n## Login with {SECRET}\n\nz")
    desk.house.write("f.md", "no heading")
    desk.house.write("g.md", "# G\n\n## 会議の記録\n\nz")
    desk.house.scan()
    assert queries(desk, "heading") == {"d.md": "Only of d", "g.md": "会議の記録"}


def test_a_sentence_stands_in_one_note_and_holds_nothing_taken_out(desk: Desk) -> None:
    shared = "This sentence stands in two of them"
    desk.house.write("a.md", shared)
    desk.house.write("b.md", shared)
    desk.house.write("c.md", f"The key of the server is {SECRET} I think")
    desk.house.write("d.md", "Too short.\n来週の月曜日に会議があります。")
    desk.house.write("e.md", "one two three four five six seven eight nine ten eleven")
    desk.house.scan()
    found = queries(desk, "sentence")
    assert found.keys() == {"d.md", "e.md"}
    assert found["d.md"] == "来週の月曜日に会議があります"
    assert len(found["e.md"].split()) == 8
    assert found["e.md"] in "one two three four five six seven eight nine ten eleven"


def test_what_is_not_as_indexed_is_left_out(desk: Desk) -> None:
    fill(desk, 4)
    (desk.house.root / "0.md").unlink()
    desk.house.write("1.md", "something else")
    assert queries(desk, "title").keys() == {"2.md", "3.md"}


def test_what_other_rules_let_pass_is_looked_at_anew(desk: Desk) -> None:
    fill(desk, 2)
    with desk.house.database.writing() as db:
        db.execute("UPDATE note SET recipe = 'older'")
        db.execute(
            "UPDATE chunk SET text = ? WHERE note_id = (SELECT id FROM note WHERE path = '1.md')",
            (f"The key is {SECRET}",),
        )
    assert set(queries(desk, "title")) == {"0.md"}


def test_a_name_that_is_too_long_to_ask_is_left_out(desk: Desk) -> None:
    desk.house.write("a.md", f"---\ntitle: {'word ' * 1000}\n---\nx")
    desk.house.scan()
    assert queries(desk, "title") == {}


@given(st.text(alphabet="abcdeěžñ会議 -1", max_size=40), st.integers(0, 99))
def test_a_typo_changes_one_word_a_little(title: str, seed: int) -> None:
    found = bench.with_typo(title, random.Random(seed))  # noqa: S311
    assert found != title or title == ""
    if found:
        assert abs(len(found) - len(title)) <= 1
        assert found[0] == title[0]
        before, after = title.split(), found.split()
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_usage_tells_sizes_and_the_daemons_process(desk: Desk) -> None:
    desk.house.write("a.md", "# A\n\nfünf\n")
    desk.house.scan()
    found = desk.ask(methods.BenchUsageResult, "bench.usage")
    assert (found.file_bytes, found.text_bytes) == (11, 10)
    assert os.getpid() == desk.status().pid
    assert found.processes[0].role == "daemon"
    assert found.processes[0].rss_bytes > 10_000_000
    assert found.processes[0].cpu_seconds > 0


def test_usage_without_a_model(desk: Desk) -> None:
    desk.close()
    desk.house.with_model = False
    desk.open()
    found = desk.ask(methods.BenchUsageResult, "bench.usage")
    assert "model" not in {at.role for at in found.processes}

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.house import count_words, gate, readers
from tests.reading.pdfs import pdf
from vaultbrain.errors import BlockedByGate, NoteChanging
from vaultbrain.gate.rules.base import noise
from vaultbrain.indexer.draft import Tools
from vaultbrain.indexer.inspect import Inspector, Linked
from vaultbrain.indexer.relook import GatedReader
from vaultbrain.sources.folder import FolderSource

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vaultbrain.indexer.inspect import Inspection, Survey
    from vaultbrain.indexer.progress import Reading
    from vaultbrain.reading.base import Extract
    from vaultbrain.records import Note, Problem

SECRET = "gh" + "p_" + noise(36)
SHOWN = "[redacted:github-token]"
NOTE = f"""---
title: Boiler
tags: [home]
aliases: [Kotel]
date: 2026-11-03
price: 4200
---
# Service

price:: 4200
visit:: 2026-11-03
visit:: 2026-12-03
in [[Lease#Dates|the lease]], ![[pic.png]], [[#Costs]] and [[Lease#^a1]]

## Costs

token = {SECRET} ^b1

again ^b1
"""


class Vault:
    """A folder, read by the real reader and gate. Tests may replace what is in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tools = Tools(gate(), GatedReader(readers(), gate()), count_words, "words")
        self.include: tuple[str, ...] = ("*.md", "*.pdf")
        self.estimate: Callable[[Sequence[str]], list[int]] = count_words
        self.told: list[Reading] = []

    def write(self, path: str, content: str | bytes = "text") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def inspector(self) -> Inspector:
        most = readers().most_bytes
        source = FolderSource("notes", self.root, self.include, most_bytes=most)
        return Inspector(self.tools, source, self.estimate, most)

    def file(self, path: str) -> Inspection:
        return self.inspector().file(path)

    def problem(self, path: str) -> Problem:
        """Why a file was not read; nothing else is told of it."""
        found = self.file(path)
        (problem,) = found.problems
        assert msgspec.structs.replace(found, path="", problems=()) == type(found)("")
        assert found.path == problem.path
        return problem

    def folder(self, path: str = "") -> Survey:
        return self.inspector().folder(path, self.told.append)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path)


def shown(found: object) -> Any:  # noqa: ANN401 - JSON
    return msgspec.json.decode(msgspec.json.encode(found))


# One file


def test_all_that_is_told_of_a_note(vault: Vault) -> None:
    vault.write("home/Boiler.md", NOTE)
    found = shown(vault.file("home/Boiler.md"))
    text = found["chunks"][0]["text"]
    assert SECRET not in str(found)
    assert found["chunks"] == [
        {"heading": ["Service"], "line_start": 6, "line_end": 19, "place": "", "text": text}
    ]
    del found["chunks"]
    assert found == {
        "path": "home/Boiler.md",
        "title": "Boiler",
        "date": "2026-11-03",
        "frontmatter": "ok",
        "tags": ["home"],
        "aliases": ["Kotel"],
        "properties": {
            "title": "Boiler",
            "tags": ["home"],
            "aliases": ["Kotel"],
            "date": "2026-11-03",
            "price": 4200,
        },
        "fields": {"price": "4200", "visit": ["2026-11-03", "2026-12-03"]},
        "blocks": {"b1": f"token = {SHOWN}"},
        "links": [
            {
                "target": "Lease",
                "heading": "Dates",
                "block": None,
                "alias": "the lease",
                "embed": False,
                "line": 13,
            },
            {
                "target": "pic.png",
                "heading": None,
                "block": None,
                "alias": None,
                "embed": True,
                "line": 13,
            },
            {
                "target": None,
                "heading": "Costs",
                "block": None,
                "alias": None,
                "embed": False,
                "line": 13,
            },
            {
                "target": "Lease",
                "heading": None,
                "block": "a1",
                "alias": None,
                "embed": False,
                "line": 13,
            },
        ],
        "headings": [["Service"], ["Service", "Costs"]],
        "problems": [],
        "redactions": {"github-token": 1},
        "included": True,
    }


def test_what_a_note_lets_pass_is_no_redaction(vault: Vault) -> None:
    secret = "Kocicka" + "7626x"
    vault.write("a.md", f"heslo: {secret} <!-- vaultbrain:allow password -->\n\nand more words\n")
    found = vault.file("a.md")
    assert found.redactions == {}
    assert secret in found.chunks[0].text
    assert vault.folder().redactions == {}


def test_a_note_of_little_but_secrets_is_quarantined(vault: Vault) -> None:
    secret = "Kocicka" + "7626x"
    vault.write("a b.md", f"heslo: {secret}\npassword: {secret}2\nPIN: 48213\n")
    found = vault.file("a b.md")
    assert [at.text for at in found.chunks] == ["[quarantined]"]
    assert found.title == "a b"
    assert found.redactions == {"password": 2, "pin": 1}
    (problem,) = found.problems
    assert (problem.code, problem.path) == ("note-quarantined", "a b.md")
    assert "vaultbrain gate show 'a b.md'" in problem.advice


def test_the_place_in_a_file_without_lines_is_told(vault: Vault) -> None:
    vault.write("a.pdf", pdf(["zebra", "giraffe"]))
    found = vault.file("a.pdf")
    assert "zebra" in found.chunks[0].text
    assert found.chunks[0].place.startswith("p. 1")
    assert vault.file("a.pdf").links == ()


def test_a_link_within_the_note_has_no_target(vault: Vault) -> None:
    vault.write("a.md", "[[#B]]")
    assert vault.file("a.md").links == (Linked(None, "B", None, None, embed=False, line=1),)


def test_metadata_that_is_broken_is_told_and_the_rest_read(vault: Vault) -> None:
    vault.write("a.md", "---\na: [\n---\n# Zebra\n")
    found = vault.file("a.md")
    assert (found.title, found.frontmatter) == ("Zebra", "broken")
    assert [at.code for at in found.problems] == ["frontmatter-broken"]


def test_headings_without_words_are_no_paths(vault: Vault) -> None:
    vault.write("a.md", "before\n\n# \n\ntext\n\n## B\n\ntext")
    assert vault.file("a.md").headings == (("B",),)


def test_a_name_in_another_normal_form_is_kept(vault: Vault) -> None:
    name = "Kafe\u0301.md"
    vault.write(name)
    assert vault.file(name).path == name


def test_what_the_settings_leave_out_is_read_and_told(vault: Vault) -> None:
    vault.write("a.txt", "zebra")
    found = vault.file("a.txt")
    assert (found.included, found.chunks[0].text) == (False, "zebra")


def test_small_files_are_read_without_a_model(vault: Vault) -> None:
    def never(texts: Sequence[str]) -> list[int]:
        raise AssertionError(texts)

    vault.tools = msgspec.structs.replace(vault.tools, count_tokens=never)
    vault.write("a.md", NOTE)
    assert len(vault.file("a.md").chunks) == 1


def test_larger_files_are_counted_exactly(vault: Vault) -> None:
    vault.write("a.md", "# A\n\n" + "word " * 150 + "\n\n# B\n\n" + "word " * 40)
    exact = vault.file("a.md").chunks
    vault.estimate = lambda texts: [3 * count for count in count_words(texts)]
    assert vault.file("a.md").chunks == exact


# What cannot be read


def test_a_file_of_an_unknown_kind(vault: Vault) -> None:
    vault.write("a.psd", b"8BPS")
    problem = vault.problem("a.psd")
    assert problem.code == "note-unreadable"
    assert problem.message == "a.psd is of a kind that vaultbrain cannot read."


def test_a_damaged_file(vault: Vault) -> None:
    vault.write("a.pdf", b"%PDF-1.4\nnothing")
    assert vault.problem("a.pdf").code == "note-unreadable"


def test_a_file_that_is_gone(vault: Vault) -> None:
    assert "No such file" in vault.problem("a.md").message


def test_what_is_no_file(vault: Vault) -> None:
    os.mkfifo(vault.root / "a.md")
    assert "no plain file" in vault.problem("a.md").message
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(vault.root / "b.md"))
        assert vault.problem("b.md").code == "note-unreadable"


def test_a_link_is_not_followed(vault: Vault) -> None:
    vault.write("a.md")
    (vault.root / "b.md").symlink_to("a.md")
    problem = vault.problem("b.md")
    assert problem.code == "link-not-followed"
    assert problem.message.startswith("b.md is a link.")


def test_a_folder_that_is_a_link_is_not_followed(vault: Vault) -> None:
    vault.write("real/a.md")
    (vault.root / "linked").symlink_to("real")
    problem = vault.problem("linked/a.md")
    assert (problem.code, problem.path) == ("link-not-followed", "linked/a.md")
    assert problem.message.startswith("linked is a link.")
    found = vault.folder("linked")
    assert [at.code for at in found.problems] == ["link-not-followed"]
    assert (found.path, found.notes) == ("linked", 0)


def test_what_is_ignored_is_not_read(vault: Vault) -> None:
    vault.write(".brainignore", "private/\n")
    vault.write("private/a.md")
    assert vault.problem("private/a.md").code == "ignored"
    assert [at.code for at in vault.folder("private").problems] == ["ignored"]


def test_a_name_that_is_no_text(vault: Vault) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    (vault.root / name).write_text("zebra")
    problem = vault.problem(name)
    assert (problem.code, problem.path) == ("name-unreadable", "caf\\xe9.md")
    assert shown(vault.file(name))["path"] == "caf\\xe9.md"
    assert [at.code for at in vault.folder().problems] == ["name-unreadable"]


def test_a_name_that_holds_a_secret(vault: Vault) -> None:
    vault.write(f"{SECRET}.md")
    vault.write(f"{SECRET}.psd")
    (vault.root / f"{SECRET}.pdf").symlink_to("nowhere")
    for name in ("md", "psd", "pdf"):
        problem = vault.problem(f"{SECRET}.{name}")
        assert (problem.code, problem.path) == ("blocked-by-gate", f"{SHOWN}.{name}")
        assert SECRET not in problem.message
    found = vault.folder()
    assert sorted(at.code for at in found.problems) == ["blocked-by-gate", "link-not-followed"]
    assert SECRET not in str(found)


class Failing:
    """A reader that fails on what a test says."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def extract(self, *_: object) -> Extract:
        raise self._error

    def read(self, *_: object) -> Note:
        raise AssertionError


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (BlockedByGate("The gate cannot vouch for it."), "blocked-by-gate", "cannot vouch"),
        (NoteChanging("It is read again soon."), "note-unreadable", "again soon"),
        (MemoryError(), "note-unreadable", "a fault in vaultbrain"),
    ],
)
def test_whatever_goes_wrong_costs_that_file_alone(
    vault: Vault, error: Exception, code: str, words: str
) -> None:
    vault.write("a.md")
    vault.tools = msgspec.structs.replace(vault.tools, reader=Failing(error))
    problem = vault.problem("a.md")
    assert problem.code == code
    assert words in problem.message
    assert vault.folder().problems == (problem,)


# A folder


def test_all_that_is_told_of_a_folder(vault: Vault) -> None:
    vault.write("a.md", f"# A\n\n[[b]] [[c]] [[b#No]] [[b#^no]] [[pic.png]]\n\n{SECRET}")
    vault.write("sub/b.md", "# B\n\ntext [[#B]]")
    vault.write("sub/broken.md", "---\na: [\n---\ntext")
    vault.write("bad.pdf", b"nothing")
    vault.write("pic.png")
    found = shown(vault.folder())
    problems = [(at["code"], at["path"]) for at in found.pop("problems")]
    assert problems == [("note-unreadable", "bad.pdf"), ("frontmatter-broken", "sub/broken.md")]
    assert found == {
        "path": str(vault.root),
        "notes": 3,
        "chunks": 3,
        "kinds": {"md": 3},
        "links": {"resolved": 3, "missing-note": 1, "missing-heading": 1, "missing-block": 1},
        "dangling": [
            {"path": "a.md", "line": 3, "link": "c", "missing": "note"},
            {"path": "a.md", "line": 3, "link": "b#No", "missing": "heading"},
            {"path": "a.md", "line": 3, "link": "b#^no", "missing": "block"},
        ],
        "redactions": {"github-token": 1},
    }


def test_links_of_a_folder_lead_anywhere_in_its_vault(vault: Vault) -> None:
    vault.write("Boiler.md")
    vault.write("sub/a.md", "[[Boiler]] [[none]]")
    found = vault.folder("sub")
    assert (found.path, found.notes) == (str(vault.root / "sub"), 1)
    assert [at.link for at in found.dangling] == ["none"]


def test_an_empty_folder(vault: Vault) -> None:
    found = vault.folder()
    assert (found.notes, found.problems, vault.told) == (0, (), [])


def test_a_folder_whose_name_is_no_text(vault: Vault) -> None:
    folder = vault.root / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    vault.root = folder
    assert shown(vault.folder())["path"].endswith("caf\\xe9")


def test_how_far_it_is_is_told_before_every_file(vault: Vault) -> None:
    for name in "abc":
        vault.write(f"{name}.md")
    vault.folder()
    assert [(at.phase, at.done, at.total) for at in vault.told] == [
        ("reading", 0, 3),
        ("reading", 1, 3),
        ("reading", 2, 3),
    ]

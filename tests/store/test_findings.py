"""What is remembered of findings, and how their notes are made anew."""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING

import msgspec
import pytest

from vaultbrain.records import Action, Chunk, Finding, Frontmatter, Note, Signature, Tier
from vaultbrain.store import checks, findings, generations, notes
from vaultbrain.store.findings import Chosen
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    import apsw

    from vaultbrain.store.database import Database

PASSWORD = Finding("label", "password", Tier.SECRET, 4, 9, 1, Action.REDACTED, "a" * 16)
CARD = Finding("luhn", "card", Tier.STRONG, 10, 20, 2, Action.ALLOWED, "b" * 16)
EMAIL = Finding("mail", "email", Tier.SOFT, 30, 40, 3, Action.INDEXED, "c" * 16)
NOW = 1_700_000_000


@pytest.fixture
def db(database: Database) -> apsw.Connection:
    return database.writer


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(time, "time", lambda: float(NOW))
    return monkeypatch


def entry(
    path: str, *found: Finding, source: str = "s", text: str = "text", recipe: str = "3:rules:w"
) -> notes.Entry:
    return notes.Entry(
        source=source,
        note=Note(path, path, (), frontmatter=Frontmatter.OK),
        chunks=(
            Chunk(
                ordinal=0,
                heading=(),
                line_start=1,
                line_end=1,
                crumb=path,
                text=text,
                text_hash=hashlib.sha256(f"{path}\n{text}".encode()).digest(),
            ),
        ),
        findings=found,
        problems=(),
        sha256=hashlib.sha256(text.encode()).digest(),
        signature=Signature(1, 2, 3, 4),
        recipe=recipe,
    )


def put(db: apsw.Connection, at: notes.Entry) -> notes.Known:
    notes.replace(db, at)
    return notes.known(db, at.source, path=at.note.path)[at.note.path]


def seen(db: apsw.Connection) -> dict[str, int]:
    return dict(rows(db, "SELECT id, first_seen FROM finding ORDER BY id"))


def faults(db: apsw.Connection) -> list[checks.Fault]:
    return list(checks.sample(db, checks.Cursor(), 100).faults)


def test_findings_are_listed_in_the_order_of_their_notes(
    db: apsw.Connection, clock: object
) -> None:
    assert clock
    put(db, entry("b.md", PASSWORD))
    put(db, entry("a.md", PASSWORD, CARD, EMAIL))
    listed = findings.select(db, Chosen(), 10)
    assert [(at.path, at.class_) for at in listed] == [
        ("a.md", "password"),
        ("a.md", "card"),
        ("a.md", "email"),
        ("b.md", "password"),
    ]
    assert listed[1] == findings.Listed(
        "s", "a.md", 2, "card", "strong", "luhn", "allowed", "b" * 16, NOW
    )
    assert [at.path for at in findings.select(db, Chosen(), 3)] == ["a.md"] * 3
    assert findings.count(db, Chosen()) == 4
    assert "class" in msgspec.to_builtins(listed[0])


@pytest.mark.parametrize(
    ("chosen", "wanted"),
    [
        (Chosen(source="s"), 3),
        (Chosen(source="t"), 1),
        (Chosen(source="u"), 0),
        (Chosen(path="a.md"), 4),
        (Chosen(path="a"), 0),
        (Chosen(source="t", path="a.md"), 1),
        (Chosen(class_="card"), 1),
        (Chosen(tier="secret"), 2),
        (Chosen(tier="soft"), 1),
        (Chosen(action="redacted"), 2),
        (Chosen(action="allowed"), 1),
        (Chosen(class_="card", action="redacted"), 0),
        (Chosen("s", "a.md", "card", "strong", "allowed"), 1),
    ],
)
def test_some_can_be_chosen(db: apsw.Connection, chosen: Chosen, wanted: int) -> None:
    put(db, entry("a.md", PASSWORD, CARD, EMAIL))
    put(db, entry("a.md", PASSWORD, source="t"))
    assert len(findings.select(db, chosen, 10)) == findings.count(db, chosen) == wanted


def test_they_are_counted_by_kind(db: apsw.Connection) -> None:
    assert findings.counted(db) == []
    put(db, entry("a.md", PASSWORD, CARD, EMAIL))
    put(db, entry("b.md", PASSWORD, msgspec.structs.replace(PASSWORD, action=Action.ALLOWED)))
    assert [(at.class_, at.tier, at.action, at.count) for at in findings.counted(db)] == [
        ("card", "strong", "allowed", 1),
        ("email", "soft", "indexed", 1),
        ("password", "secret", "allowed", 1),
        ("password", "secret", "redacted", 2),
    ]


def test_of_a_note_it_is_known_what_was_done(db: apsw.Connection) -> None:
    a, b = put(db, entry("a.md", PASSWORD, CARD, EMAIL)), put(db, entry("b.md"))
    assert findings.allowed(db, a.id) == {"b" * 16}
    assert findings.redacted(db, a.id) == {"a" * 16}
    assert findings.allowed(db, b.id) == findings.redacted(db, b.id) == frozenset()


def test_notes_are_found_by_a_finding(db: apsw.Connection) -> None:
    put(db, entry("b.md", PASSWORD, PASSWORD))
    put(db, entry("a.md", CARD, PASSWORD))
    put(db, entry("c.md", CARD))
    assert findings.notes_with(db, "a" * 16) == [("s", "a.md"), ("s", "b.md")]
    assert findings.notes_with(db, "0" * 16) == []


def test_when_one_was_first_seen_is_kept(db: apsw.Connection, clock: pytest.MonkeyPatch) -> None:
    put(db, entry("a.md", PASSWORD))
    clock.setattr(time, "time", lambda: NOW + 100.0)
    old = put(db, entry("a.md", CARD, PASSWORD, text="other"))
    assert seen(db) == {"a" * 16: NOW, "b" * 16: NOW + 100}
    clock.setattr(time, "time", lambda: NOW + 200.0)
    notes.pass_again(db, old, entry("a.md", EMAIL, CARD, text="other", recipe="3:others:w"))
    assert seen(db) == {"b" * 16: NOW + 100, "c" * 16: NOW + 200}
    put(db, entry("a.md"))
    assert seen(db) == {}


def test_passing_again_leaves_the_rows_and_seals_the_note(db: apsw.Connection) -> None:
    old = put(db, entry("a.md", PASSWORD))
    before = rows(db, "SELECT * FROM chunk")
    again = entry("a.md", CARD, recipe="3:others:w")
    assert notes.digest(db, old.id) == again.digest
    generation = notes.generation(db)
    notes.pass_again(db, old, again)
    notes.settle(db)
    assert rows(db, "SELECT * FROM chunk") == before
    known = notes.known(db, "s")["a.md"]
    assert (known.id, known.recipe) == (old.id, "3:others:w")
    assert notes.generation(db) == generation
    assert faults(db) == []
    assert value(db, "SELECT checksum FROM note") is not None


@pytest.mark.parametrize(
    "other",
    [
        {"title": "other"},
        {"aliases": ("x",)},
        {"tags": ("x",)},
        {"frontmatter": Frontmatter.BROKEN},
        {"properties": {"x": 1}},
    ],
)
def test_what_was_read_has_a_digest(other: dict[str, object]) -> None:
    one = entry("a.md", PASSWORD)
    two = msgspec.structs.replace(one, note=msgspec.structs.replace(one.note, **other))
    assert len(one.digest) == 32
    assert one.digest == entry("a.md", CARD, recipe="x").digest
    assert (one.digest == two.digest) == ("properties" in other)  # which no row is made of


def test_a_note_that_is_gone_has_no_digest(db: apsw.Connection) -> None:
    assert notes.digest(db, 77) == b""


def test_the_texts_of_a_note(db: apsw.Connection) -> None:
    at = put(db, entry("a.md", text="zebra"))
    assert (notes.texts(db, at.id), notes.texts(db, 77)) == (["zebra"], [])


def test_notes_with_a_finding_are_made_anew(db: apsw.Connection) -> None:
    for name, found in (("a.md", PASSWORD), ("b.md", CARD)):
        put(db, entry(name, found))
    findings.outdate(db, "a" * 16)
    known = notes.known(db, "s")
    assert [known[name].recipe for name in ("a.md", "b.md")] == ["", "3:rules:w"]
    assert findings.count_outdated(db, "3:rules:w") == 1
    assert faults(db) == []  # nothing is damaged


def test_all_notes_are_looked_at_again(db: apsw.Connection) -> None:
    put(db, entry("a.md", PASSWORD))
    put(db, entry("b.md", recipe="2:older:w"))
    findings.outdate_all(db, "rules")
    known = notes.known(db, "s")
    assert [known[name].recipe for name in ("a.md", "b.md")] == ["3:again:w", "2:older:w"]
    assert findings.count_outdated(db, "3:rules:w") == 2
    assert faults(db) == []


@pytest.mark.parametrize("forgets", [True, False])
def test_what_forgets_leaves_no_vector(db: apsw.Connection, *, forgets: bool) -> None:
    generations.begin(db, "m", 4)
    old = put(db, entry("a.md", CARD, text="with a card"))
    db.execute("DELETE FROM pending")
    live = generations.live_id(db)
    (text_hash,) = rows(db, "SELECT text_hash FROM chunk")[0]
    put_vector(db, live, text_hash)
    after = msgspec.structs.replace(entry("b.md", text="with none"), forgets=forgets)
    notes.rename(db, old, after)
    notes.settle(db)
    left = [*rows(db, "SELECT 1 FROM vector"), *rows(db, "SELECT 1 FROM spare")]
    assert (left == []) == forgets


def put_vector(db: apsw.Connection, generation: int | None, text_hash: bytes) -> None:
    import numpy as np  # noqa: PLC0415

    from vaultbrain.store import vectors  # noqa: PLC0415

    live = generations.live(db, "m")
    assert live is not None
    assert live.id == generation
    vectors.put(db, live, [text_hash], np.ones((1, 4), np.float32))

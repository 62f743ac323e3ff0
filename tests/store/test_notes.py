from __future__ import annotations

import datetime as dt
import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from vaultbrain.records import (
    Action,
    Chunk,
    Finding,
    Frontmatter,
    Link,
    Note,
    Problem,
    Signature,
    Tier,
)
from vaultbrain.store import checks, chunks, findings, generations, lexical, notes
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    import apsw

    from vaultbrain.store.database import Database


@pytest.fixture
def db(database: Database) -> apsw.Connection:
    return database.writer


def signature(mtime_ns: int = 5) -> Signature:
    return Signature(10, mtime_ns, 6, 7)


def made(path: str, *texts: str, title: str = "", tags: tuple[str, ...] = ()) -> Note:
    del texts
    stem = path.rpartition("/")[2].removesuffix(".md")
    return Note(
        path=path,
        title=title or stem,
        aliases=("Alias", stem),
        tags=tags,
        frontmatter=Frontmatter.OK,
        sections=(),
        links=(Link("Target", None, None, None, embed=False, line=3),),
        problems=(),
    )


def entry(
    path: str,
    *texts: str,
    source: str = "s",
    tags: tuple[str, ...] = ("Práce/Dům",),
    mtime_ns: int = 5,
    problems: tuple[Problem, ...] = (),
) -> notes.Entry:
    note = made(path, tags=tags)
    return notes.Entry(
        source=source,
        note=note,
        chunks=tuple(
            Chunk(
                ordinal=n,
                heading=("Head",),
                line_start=n + 1,
                line_end=n + 1,
                crumb=f"{note.title} > Head",
                text=text,
                text_hash=hashlib.sha256(f"{note.title} > Head\n{text}".encode()).digest(),
            )
            for n, text in enumerate(texts)
        ),
        findings=(
            Finding("token", "password", Tier.SECRET, 0, 1, 1, id="a" * 16),
            Finding("name", "person", Tier.SOFT, 0, 1, 2, Action.INDEXED, "b" * 16),
        ),
        problems=problems,
        sha256=hashlib.sha256(path.encode()).digest(),
        signature=signature(mtime_ns),
        recipe="1:x",
    )


def found(db: apsw.Connection, expression: str) -> list[str]:
    notes.settle(db)  # as at the end of every transaction
    ids = [at.chunk_id for at in lexical.match(db, expression, 10)]
    passages = chunks.fetch(db, ids)
    return [passages[at].path for at in ids]


def problem(code: str = "note-unreadable", path: str | None = "a.md") -> Problem:
    return Problem(code, "what", "advice", path)


def test_a_note_is_stored_with_all_that_hangs_on_it(db: apsw.Connection) -> None:
    note_id = notes.replace(db, entry("d/a.md", "boilers", "pumps", problems=(problem(),)))
    assert notes.counts(db) == (1, 2)
    known = notes.known(db, "s")["d/a.md"]
    assert (known.id, known.signature, known.recipe) == (note_id, signature(), "1:x")
    assert notes.find(db, "d/a.md") == [notes.Found("s", "d/a.md", "a", known.sha256)]
    assert rows(db, "SELECT tag FROM tag") == [("prace/dum",)]
    assert value(db, "SELECT target FROM link") == "Target"
    assert [(at.class_, at.action, at.count) for at in findings.counted(db)] == [
        ("password", "redacted", 1),
        ("person", "indexed", 1),
    ]
    assert notes.problems(db, 9) == [problem(path="d/a.md")]
    assert notes.notes_by_source(db) == {"s": 1}
    assert found(db, '"boiler"') == ["d/a.md"]
    assert found(db, "aliases : alias") == ["d/a.md", "d/a.md"]


def test_replacing_leaves_nothing_of_the_old(db: apsw.Connection) -> None:
    notes.replace(db, entry("a.md", "first", "more", problems=(problem(),)))
    notes.replace(db, entry("a.md", "second", tags=()))
    assert notes.counts(db) == (1, 1)
    assert found(db, "first OR more") == []
    assert found(db, "second") == ["a.md"]
    assert rows(db, "SELECT * FROM tag") == []
    assert notes.problems(db, 9) == []


def test_the_generation_grows_with_every_change(db: apsw.Connection) -> None:
    seen = [notes.generation(db)]
    notes.replace(db, entry("a.md", "x"))
    seen.append(notes.generation(db))
    notes.move(db, notes.known(db, "s")["a.md"], "s", made("b.md"), signature())
    seen.append(notes.generation(db))
    notes.delete(db, "s", notes.known(db, "s")["b.md"])
    seen.append(notes.generation(db))
    assert seen == [0, 1, 2, 3]
    assert notes.delete_other_sources(db, ["s"]) == 0
    assert notes.generation(db) == 3


def test_the_same_path_in_two_sources_is_two_notes(db: apsw.Connection) -> None:
    notes.replace(db, entry("a.md", "x", source="t"))
    notes.replace(db, entry("a.md", "y", source="s"))
    assert [at.source for at in notes.find(db, "a.md")] == ["s", "t"]
    notes.delete(db, "s", notes.known(db, "s")["a.md"])
    assert found(db, "x OR y") == ["a.md"]


def test_a_folder_is_known_without_its_neighbours(db: apsw.Connection) -> None:
    paths = ["a/x", "a/b/x", "a/á", "a/0", "a b/x", "a0/x", "á/x", "a", "a.md", "a-/x", "aa/x"]
    for path in paths:
        notes.replace(db, entry(path))
    assert set(notes.known(db, "s", below="a")) == {"a/x", "a/b/x", "a/á", "a/0"}
    assert set(notes.known(db, "s", below="á")) == {"á/x"}
    assert set(notes.known(db, "s", below="")) == set(paths)
    assert set(notes.known(db, "s", path="a")) == {"a"}
    assert notes.known(db, "t", below="a") == {}


def test_a_moved_note_keeps_its_text_and_gets_its_names(db: apsw.Connection) -> None:
    notes.replace(db, entry("old.md", "running water", problems=(problem(),)))
    notes.replace(db, entry("new.md", "in the way"))
    before = value(db, "SELECT text_hash FROM chunk WHERE text = 'running water'")
    old = notes.known(db, "s")["old.md"]
    notes.move(db, old, "s", made("new.md"), signature(99))
    assert set(notes.known(db, "s")) == {"new.md"}
    assert notes.known(db, "s")["new.md"].signature.mtime_ns == 99
    assert found(db, "old OR way") == []
    assert found(db, "title : new") == found(db, "run") == ["new.md"]
    [passage] = chunks.fetch(db, [value(db, "SELECT id FROM chunk")]).values()
    assert (passage.crumb, passage.title) == ("new > Head", "new")
    assert value(db, "SELECT text_hash FROM chunk") == before
    assert checks.sample(db, checks.Cursor(), 9).faults == ()
    notes.move(db, notes.known(db, "s")["new.md"], "s", made("new.md"), signature())
    assert notes.counts(db) == (1, 1)
    assert notes.problems(db, 9) == []


def test_touch_changes_the_signature_alone(db: apsw.Connection) -> None:
    notes.replace(db, entry("a.md", "x"))
    old = notes.known(db, "s")["a.md"]
    notes.touch(db, old.id, signature(77))
    new = notes.known(db, "s")["a.md"]
    assert new.signature == signature(77)
    assert (new.sha256, new.checked_ns >= old.checked_ns) == (old.sha256, True)
    assert notes.generation(db) == 1


def test_other_sources_are_forgotten_with_their_problems(db: apsw.Connection) -> None:
    for source in ("s", "t", "u"):
        notes.replace(db, entry("a.md", "x", source=source))
        notes.put_problems(db, source, "z.md", [problem(path="z.md")])
    assert notes.delete_other_sources(db, ["s"]) == 2
    assert notes.notes_by_source(db) == {"s": 1}
    assert len(notes.problems(db, 9)) == 1
    assert len(found(db, "x")) == 1


def test_problems_of_a_scan_replace_those_of_the_last(db: apsw.Connection) -> None:
    notes.put_problems(db, "s", "a.md", [problem()])
    notes.put_scan_problems(db, "s", [problem("folder-unreadable", None)])
    notes.put_scan_problems(db, "t", [problem("name-unreadable", "x")])
    notes.put_scan_problems(db, "s", [problem("name-unreadable", "b")])
    expected = [problem(), problem("name-unreadable", "b"), problem("name-unreadable", "x")]
    assert notes.problems(db, 9) == expected
    assert notes.problems(db, 1) == expected[:1]
    notes.put_scan_problems(db, "s", [problem("folder-unreadable", None)])
    assert notes.problems(db, 1)[0].path is None


def test_meta(db: apsw.Connection) -> None:
    assert notes.meta(db, "k") is None
    notes.put_meta(db, "k", "1")
    notes.put_meta(db, "k", "2")
    assert notes.meta(db, "k") == "2"


def test_deleting_takes_everything_along(db: apsw.Connection) -> None:
    notes.replace(db, entry("a.md", "x", problems=(problem(),)))
    notes.delete(db, "s", notes.known(db, "s")["a.md"])
    for table in ("note", "chunk", "tag", "link", "finding", "pending", "problem"):
        assert rows(db, f"SELECT * FROM {table}") == []  # noqa: S608
    assert generations.count_waiting(db) == 0


@pytest.mark.parametrize(
    ("source", "path", "tag", "expected"),
    [
        ("t", None, None, ["b/a.md"]),
        (None, "a/", None, ["a/x.md", "a/y/x.md"]),
        (None, "a/x.md", None, ["a/x.md"]),
        (None, "*/x.md", None, ["a/x.md", "a/y/x.md"]),
        (None, "[", None, []),
        (None, None, "#PRACE", ["a/x.md", "a/y/x.md"]),
        (None, None, "práce/dům", ["a/x.md"]),
        (None, None, "prac", []),
        ("s", "a/", "job", []),
        ("s", "", None, ["a/x.md", "a/y/x.md"]),
    ],
)
def test_filters(
    db: apsw.Connection, source: str | None, path: str | None, tag: str | None, expected: list[str]
) -> None:
    notes.replace(db, entry("a/x.md", "x"))
    notes.replace(db, entry("a/y/x.md", "x", tags=("práce",)))
    notes.replace(db, entry("b/a.md", "x", source="t", tags=("job",)))
    sources, given, tags = ((at,) if at is not None else () for at in (source, path, tag))
    ids = chunks.select_notes(db, chunks.Selection(sources, given, tags))
    assert ids is not None
    paths = dict(rows(db, "SELECT id, path FROM note"))
    assert sorted(paths[at] for at in ids) == expected


def test_no_filter_is_none(db: apsw.Connection) -> None:
    assert chunks.select_notes(db) is None
    assert chunks.select_notes(db, chunks.EVERY_NOTE, chunks.Selection()) is None


def _day(month: int, day: int, hour: int = 0) -> dt.datetime:
    """A time of here, as the files of notes have them."""
    return dt.datetime(2026, month, day, hour).astimezone()


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ({"paths": ("a/", "c.md")}, ["a/x.md", "a/y.md", "c.md"]),
        ({"tags": ("work", "home")}, ["a/x.md", "a/y.md"]),
        ({"sources": ("s", "t")}, ["2026-03-01.md", "a/x.md", "a/y.md", "b.md", "c.md"]),
        ({"not_sources": ("t",), "not_paths": ("a/", "2*")}, ["c.md"]),
        ({"not_tags": ("#Work/", "x")}, ["2026-03-01.md", "a/y.md", "b.md", "c.md"]),
        ({"paths": ("a/",), "not_tags": ("home",)}, ["a/x.md"]),
        ({"after": dt.date(2026, 3, 1)}, ["2026-03-01.md", "c.md"]),
        ({"before": dt.date(2026, 3, 1)}, ["a/x.md", "a/y.md", "b.md"]),
        ({"after": dt.date(2026, 2, 1), "before": dt.date(2026, 3, 2)}, ["2026-03-01.md", "b.md"]),
    ],
)
def test_a_note_passes_any_value_of_every_key(
    db: apsw.Connection, selection: dict[str, Any], expected: list[str]
) -> None:
    def at(path: str, day: dt.datetime, **how: Any) -> None:  # noqa: ANN401
        mtime = int(day.timestamp()) * 1_000_000_000
        made = entry(path, "x", **how)
        signature = msgspec.structs.replace(made.signature, mtime_ns=mtime)
        named = day.date().isoformat() if day.hour else None
        note = msgspec.structs.replace(made.note, date=named)
        notes.replace(db, msgspec.structs.replace(made, signature=signature, note=note))

    at("a/x.md", _day(1, 1, 12), tags=("work/deep",))
    at("a/y.md", _day(1, 31, 12), tags=("home",))
    at("b.md", _day(2, 28), source="t")
    at("2026-03-01.md", _day(3, 1, 12), tags=("workshop",))
    at("c.md", _day(3, 2), tags=("homes",))
    ids = chunks.select_notes(db, chunks.Selection(**selection))
    paths = dict(rows(db, "SELECT id, path FROM note"))
    assert sorted(paths[at] for at in ids or ()) == expected
    listed = chunks.fetch(db, chunks.newest(db, chunks.every_note(db), 4))
    days = [listed[at].path for at in chunks.newest(db, chunks.every_note(db), 4)]
    assert days == ["c.md", "2026-03-01.md", "b.md", "a/y.md"]
    both = chunks.select_notes(db, chunks.Selection(**selection), chunks.Selection(paths=("a/",)))
    assert sorted(paths[at] for at in both or ()) == [at for at in expected if at[:2] == "a/"]


def test_a_note_that_moves_takes_the_day_of_its_name(db: apsw.Connection) -> None:
    old = entry("a.md", "x")
    notes.replace(db, old)
    known = notes.known(db, "s")["a.md"]
    note = msgspec.structs.replace(old.note, path="2026-03-01.md", date="2026-03-01")
    notes.move(db, known, "s", note, old.signature)
    assert value(db, "SELECT date FROM note") == "2026-03-01"
    assert value(db, "SELECT checksum FROM note") == notes.checksum_of(db, known.id)
    assert msgspec.structs.replace(old, note=note).digest != old.digest


def test_fetch_leaves_out_what_is_gone(db: apsw.Connection) -> None:
    notes.replace(db, entry("a.md", "x"))
    chunk_id = value(db, "SELECT id FROM chunk")
    got = chunks.fetch(db, [chunk_id, 999])
    assert set(got) == {chunk_id}
    assert got[chunk_id].heading == ("Head",)
    assert got[chunk_id].aliases == ("Alias", "a")
    assert got[chunk_id].signature == signature()
    assert chunks.fetch(db, []) == {}


def test_better_matches_come_first(db: apsw.Connection) -> None:
    notes.replace(db, entry("pump.md", "nothing else"))
    notes.replace(db, entry("b.md", "the pump is here"))
    notes.replace(db, entry("c.md", "the pump is here among a great many other words of this text"))
    notes.replace(db, entry("d.md", "unrelated"))
    assert found(db, "pump") == ["pump.md", "b.md", "c.md"]
    scores = [at.score for at in lexical.match(db, "pump", 10)]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0
    assert len(lexical.match(db, "pump", 2)) == 2
    only = [notes.known(db, "s")[path].id for path in ("c.md", "d.md")]
    ids = [at.chunk_id for at in lexical.match(db, "pump", 10, only)]
    assert [at.path for at in chunks.fetch(db, ids).values()] == ["c.md"]
    assert lexical.match(db, "pump", 10, []) == []


def test_frequencies_count_chunks(db: apsw.Connection) -> None:
    notes.replace(db, entry("a.md", "čerpadla běží", "čerpadla"))
    notes.replace(db, entry("b.md", "pumps"))
    assert lexical.frequencies(db, ["cerpadla", "pumps", "gone"], stems=False) == {
        "cerpadla": 2,
        "pumps": 1,
    }
    assert lexical.frequencies(db, ["pump", "pumps"], stems=True) == {"pump": 1}
    assert lexical.size(db) == 3

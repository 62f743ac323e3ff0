"""The methods of the gate, over real parts."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.daemon.test_handlers import Desk
from tests.house import BlindScanner, House, Thread, scanner
from vaultbrain.errors import DeadlineExceeded, NotReady, StoreError, UsageError
from vaultbrain.gate import Gate
from vaultbrain.gate.allow import Baseline
from vaultbrain.indexer.draft import draft, entry
from vaultbrain.protocol import methods
from vaultbrain.records import Action, Tier
from vaultbrain.store import checks, notes
from vaultbrain.store import findings as stored

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.store.database import Connection

PW = "Kocicka" + "7626x"
TOKEN = "gh" + "p_" + "a1B2" * 9
CARD = "4298 6267 " + "7744 8528"
REST = "\n\n" + "Nothing else of any weight is written here. " * 20


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    house = House(tmp_path)
    house.gate = Gate(scanner=scanner(), baseline=Baseline(bytes(32)))
    desk = Desk(house)
    yield desk
    desk.close()


@pytest.fixture
def stocked(desk: Desk) -> Desk:
    desk.house.write("b.md", f"heslo: {PW}\nwrite to eva@host.cz{REST}")
    desk.house.write("a.md", f"# Cards\n\ncard {CARD} <!-- vaultbrain:allow card -->{REST}")
    desk.settle()
    return desk


def findings(desk: Desk, **params: Any) -> methods.GateFindingsResult:  # noqa: ANN401
    return desk.ask(methods.GateFindingsResult, "gate.findings", **params)


def allow(desk: Desk, id_: str, **params: Any) -> methods.GateAllowResult:  # noqa: ANN401
    with Thread(desk.house.pipeline.run, desk.house.pipeline.stop):
        return desk.ask(methods.GateAllowResult, "gate.allow", id=id_, timeout=20.0, **params)


def rescan(desk: Desk) -> methods.GateRescanResult:
    with Thread(desk.house.pipeline.run, desk.house.pipeline.stop):
        return desk.ask(methods.GateRescanResult, "gate.rescan", timeout=20.0)


def anew(desk: Desk, gate: Gate | None = None) -> None:
    """As a restart of the daemon, with other rules perhaps; what is allowed is remembered."""
    before = desk.house.gate
    desk.close()
    desk.house.open()
    allowed = desk.house.state.allowed()
    desk.house.close()
    desk.house.gate = gate or Gate(scanner=scanner(), baseline=Baseline(bytes(32), allowed))
    assert before is not desk.house.gate
    desk.open()


def is_stored(desk: Desk, value: str = PW) -> bool:
    files = [at for at in desk.house.folder.iterdir() if at.is_file() and ".db" in at.name]
    raw = b"".join(at.read_bytes() for at in files).lower()
    return value.lower().encode() in raw or value.lower()[4:].encode() in raw


def said(desk: Desk) -> str:
    """Everything that the daemon says of the note with the password."""
    searched = desk.search("heslo", mode="lexical")
    asked = desk.ask(methods.AskResult, "ask", question="heslo?")
    return repr((searched, asked, desk.get("b.md"), desk.status(), findings(desk)))


# gate.findings


def test_findings_are_told_without_their_values(stocked: Desk) -> None:
    found = findings(stocked)
    assert [(at.path, at.line, at.class_, at.tier, at.action) for at in found.findings] == [
        ("a.md", 3, "card", Tier.STRONG, Action.ALLOWED),
        ("b.md", 1, "password", Tier.SECRET, Action.REDACTED),
        ("b.md", 2, "email", Tier.SOFT, Action.INDEXED),
    ]
    assert found.total == 3
    assert PW not in repr(found)
    assert all(at.first_seen > 1_700_000_000 for at in found.findings)
    assert {len(at.id) for at in found.findings} == {16}
    assert stocked.house.gate.baseline.id("password", PW) == found.findings[1].id


@pytest.mark.parametrize(
    ("params", "classes"),
    [
        ({"limit": 1}, ["card"]),
        ({"path": "b.md"}, ["password", "email"]),
        ({"path": "b.md", "limit": 1}, ["password"]),
        ({"source": "notes", "class": "email"}, ["email"]),
        ({"tier": "secret"}, ["password"]),
        ({"action": "allowed"}, ["card"]),
    ],
)
def test_some_of_them(stocked: Desk, params: dict[str, Any], classes: list[str]) -> None:
    found = findings(stocked, **params)
    assert [at.class_ for at in found.findings] == classes
    unlimited = {key: value for key, value in params.items() if key != "limit"}
    assert found.total == len(findings(stocked, **unlimited).findings)


def test_of_an_unknown_source_nothing_is_told(stocked: Desk) -> None:
    with pytest.raises(UsageError, match="other"):
        findings(stocked, source="other")


def test_a_name_that_may_not_be_shown_any_more_is_cleaned(desk: Desk) -> None:
    anew(desk, Gate(scanner=BlindScanner()))
    desk.house.write(f"{TOKEN}.md", "heslo")
    desk.settle()
    with desk.house.database.writing() as db:
        (note_id,) = db.execute("SELECT id FROM note").fetchall()[0]
        db.execute(
            "INSERT INTO finding VALUES (?, 0, 'r', 'pin', 'secret', 1, 'redacted', 'a', 1)",
            (note_id,),
        )
    anew(desk)
    (found,) = findings(desk).findings
    assert TOKEN not in found.path
    assert "[redacted:github-token]" in found.path


# status


def test_the_status_counts(stocked: Desk) -> None:
    gate = stocked.status().gate
    assert gate.ruleset == stocked.house.gate.ruleset
    assert gate.redactions == {"password": 1}
    assert [(at.class_, at.tier, at.action, at.count) for at in gate.counts] == [
        ("card", Tier.STRONG, Action.ALLOWED, 1),
        ("email", Tier.SOFT, Action.INDEXED, 1),
        ("password", Tier.SECRET, Action.REDACTED, 1),
    ]
    assert (gate.waiting, gate.quarantined, gate.allowed, gate.deep_scan) == (0, 0, 0, False)
    assert (gate.proof, gate.trouble) == (None, "")


def test_a_quarantined_note_is_counted_and_found_by_its_name(desk: Desk) -> None:
    desk.house.write("Passwords.md", f"heslo: {PW}\nPIN: 48213\ntoken: {TOKEN}\n")
    desk.settle()
    status = desk.status()
    assert status.gate.quarantined == 1
    (problem,) = [at for at in status.problems if at.code == "note-quarantined"]
    assert problem.path == "Passwords.md"
    assert "vaultbrain gate show Passwords.md" in problem.advice
    (hit,) = desk.search("passwords").hits
    assert (hit.path, hit.snippet) == ("Passwords.md", "[quarantined]")
    assert desk.get("Passwords.md").text == "[quarantined]\n\n\n"
    assert {at.class_ for at in findings(desk).findings} == {"password", "pin", "github-token"}
    desk.house.write("Passwords.md", f"heslo: {PW}{REST}")
    desk.house.scan()
    assert desk.status().gate.quarantined == 0


def test_notes_that_wait_for_the_rules_of_now_are_counted(desk: Desk) -> None:
    anew(desk, Gate(scanner=BlindScanner()))
    desk.house.write("a.md", f"heslo: {PW}{REST}")
    desk.house.write("b.md", "zebra")
    desk.settle()
    anew(desk)
    assert desk.status().gate.waiting == 2
    desk.settle()
    gate = desk.status().gate
    assert (gate.waiting, gate.redactions) == (0, {"password": 1})
    assert gate.proof is not None
    assert (gate.proof.values, gate.proof.copies) == (1, {})


# gate.allow


def test_a_finding_is_let_pass_and_taken_back(stocked: Desk) -> None:
    id_ = findings(stocked, path="b.md").findings[0].id
    stocked.house.embed()
    assert PW not in said(stocked)
    assert not is_stored(stocked)
    assert allow(stocked, id_).notes == (("notes", "b.md"),)
    assert PW in stocked.get("b.md").text
    (hit,) = [at for at in stocked.search("heslo").hits if at.path == "b.md"]
    assert PW in hit.snippet
    assert [at.path for at in stocked.search(PW, mode="lexical").hits] == ["b.md"]
    assert findings(stocked, path="b.md").findings[0].action is Action.ALLOWED
    assert stocked.status().gate.allowed == 1
    assert is_stored(stocked)
    anew(stocked)  # a restart
    stocked.settle()
    assert PW in stocked.get("b.md").text
    assert stocked.status().gate.waiting == 0
    assert allow(stocked, id_, undo=True).notes == (("notes", "b.md"),)
    assert PW not in said(stocked)
    assert stocked.search(PW, mode="lexical").hits == ()
    assert not is_stored(stocked)
    texts = "".join(stocked.house.texts("b.md"))
    assert "[redacted:password]" in texts
    gate = stocked.status().gate
    assert (gate.allowed, gate.redactions) == (0, {"password": 1})
    assert gate.proof is not None
    assert (gate.proof.values, gate.proof.copies) == (1, {})


def test_what_is_let_pass_is_remembered_as_an_act(stocked: Desk) -> None:
    id_ = findings(stocked, path="b.md").findings[0].id
    allow(stocked, id_)
    anew(stocked)
    allow(stocked, id_, undo=True)
    acts = [(at.kind, at.detail) for at in stocked.house.state.acts(9)]
    assert acts[:2] == [("forbid", id_), ("allow", id_)]


def test_every_note_with_the_value_is_read_anew(stocked: Desk) -> None:
    stocked.house.write("c.md", f"heslo: {PW}{REST}")
    stocked.settle()
    id_ = findings(stocked, path="b.md").findings[0].id
    assert allow(stocked, id_).notes == (("notes", "b.md"), ("notes", "c.md"))
    assert PW in stocked.get("c.md").text


@pytest.mark.parametrize("undo", [True, False])
def test_an_id_of_nothing_changes_nothing(stocked: Desk, *, undo: bool) -> None:
    with pytest.raises(UsageError, match=r"No finding has the id 0{16}.*gate show"):
        allow(stocked, "0" * 16, undo=undo)
    assert stocked.house.state.allowed() == []


def test_what_is_in_no_note_any_more_can_be_taken_back(stocked: Desk) -> None:
    id_ = findings(stocked, path="b.md").findings[0].id
    allow(stocked, id_)
    (stocked.house.root / "b.md").unlink()
    anew(stocked)
    stocked.settle()
    assert allow(stocked, id_, undo=True).notes == ()
    assert stocked.house.state.allowed() == []


def test_who_does_not_wait_is_told(stocked: Desk) -> None:
    id_ = findings(stocked, path="b.md").findings[0].id
    for method, params in (("gate.allow", {"id": id_}), ("gate.rescan", {})):
        with pytest.raises(DeadlineExceeded):
            stocked.ask(methods.Result, method, timeout=0.05, **params)


def test_where_nothing_can_be_written_nothing_is_changed(stocked: Desk) -> None:
    id_ = findings(stocked, path="b.md").findings[0].id
    stocked.upkeep.is_readonly = True
    for method, params in (("gate.allow", {"id": id_}), ("gate.rescan", {})):
        with pytest.raises(NotReady, match="read-only"):
            stocked.ask(methods.Result, method, **params)
    assert stocked.house.state.allowed() == []
    assert findings(stocked).total == 3


def test_what_cannot_be_put_down_is_not_let_pass(
    stocked: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(finding: str, now: int) -> None:
        raise StoreError(f"{finding[:0]}The disk is full ({now > 0}).")

    id_ = findings(stocked, path="b.md").findings[0].id
    monkeypatch.setattr(stocked.house.state, "allow", fail)
    with pytest.raises(StoreError, match="disk is full"):
        allow(stocked, id_)
    assert id_ not in stocked.house.gate.baseline
    assert PW not in stocked.get("b.md").text


@pytest.mark.parametrize("fails", ["index", "state"])
def test_what_cannot_be_taken_back_still_passes(
    stocked: Desk, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("The disk is full.")

    id_ = findings(stocked, path="b.md").findings[0].id
    allow(stocked, id_)
    anew(stocked)
    with monkeypatch.context() as patch:
        if fails == "index":
            patch.setattr(stored, "outdate", fail)
        else:
            patch.setattr(stocked.house.state, "forbid", fail)
        for known in (True, False):
            with pytest.raises(StoreError):
                stocked.ask(methods.GateAllowResult, "gate.allow", id=id_, undo=True)
            assert (id_ in stocked.house.gate.baseline) == known
            stocked.house.gate.baseline.drop(id_)
    assert stocked.house.state.allowed() == [id_]


def test_a_note_that_is_just_being_read_is_read_again(
    stocked: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its verdict is of the moment before; its rows come last, and would stay."""
    house = stocked.house
    id_ = findings(stocked, path="b.md").findings[0].id
    allow(stocked, id_)
    anew(stocked)
    house = stocked.house
    raw, signature = house.sources["notes"].read("b.md")
    late = entry(house.tools, "notes", draft(house.tools, "notes", "b.md", raw, signature))
    outdate = stored.outdate
    calls: list[int] = []

    def and_then_the_rows(db: Connection, finding: str) -> None:
        outdate(db, finding)
        calls.append(1)
        if len(calls) == 1:
            notes.replace(db, late)

    monkeypatch.setattr(stored, "outdate", and_then_the_rows)
    allow(stocked, id_, undo=True)
    assert calls == [1, 1]
    assert PW not in said(stocked)
    assert not is_stored(stocked)


# gate.rescan


def test_a_rescan_leaves_what_is_right_and_looks_for_all_that_was_taken_out(
    stocked: Desk,
) -> None:
    rows = stocked.house.rows("SELECT id, note_id, text FROM chunk")
    seen = stocked.house.rows("SELECT id, first_seen FROM finding")
    done = rescan(stocked)
    assert done.notes == 2
    assert done.proof is not None
    assert (done.proof.values, done.proof.copies) == (1, {})
    assert stocked.house.rows("SELECT id, note_id, text FROM chunk") == rows
    assert stocked.house.rows("SELECT id, first_seen FROM finding") == seen
    assert stocked.status().gate.waiting == 0
    with stocked.house.database.reading() as db:
        assert list(checks.sample(db, checks.Cursor(), 99).faults) == []


def test_a_rescan_sets_right_what_is_not(stocked: Desk) -> None:
    house = stocked.house
    with house.database.writing() as db:
        db.execute("UPDATE chunk SET text = text || ? WHERE text LIKE '%heslo%'", (PW,))
        db.execute("UPDATE note SET digest = x'00' WHERE path = 'b.md'")
    done = rescan(stocked)
    assert done.notes == 2
    assert PW not in "".join(house.texts("b.md"))
    assert not is_stored(stocked)


def test_messages_of_faults_are_cleaned(stocked: Desk) -> None:
    with pytest.raises(UsageError) as caught:
        stocked.get(f"token {TOKEN}.md")
    assert TOKEN not in caught.value.message
    assert "[redacted:github-token]" in caught.value.message


def test_problems_of_notes_are_shown_by_the_rules_of_now(desk: Desk) -> None:
    anew(desk, Gate(scanner=BlindScanner()))
    desk.house.write(f"{TOKEN} (conflicted copy).md", "zebra")
    desk.settle()
    anew(desk)
    assert TOKEN not in repr(desk.status().problems)
    (problem,) = [at for at in desk.status().problems if at.code == "conflict-copy"]
    assert "[redacted:github-token]" in (problem.path or "")
    assert problem.message.startswith(problem.path or "-")


def test_every_record_goes_over_the_wire(stocked: Desk) -> None:
    cancelled = threading.Event()
    assert not cancelled.is_set()
    encoded = msgspec.json.encode(findings(stocked))
    assert b'"class":"card"' in encoded
    assert b"class_" not in encoded

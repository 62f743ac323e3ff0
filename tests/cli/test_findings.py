"""The verb `gate`, on canned answers and on texts."""

from __future__ import annotations

import io
import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import COMMON, STATUS
from vaultbrain.cli import findings
from vaultbrain.cli.render import Page
from vaultbrain.cli.text import Style
from vaultbrain.errors import BlockedByGate, UsageError
from vaultbrain.gate.rules.base import noise

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Shell

PAGE = Page(Style(enabled=False))
PW = "Kocicka" + "7626x"
TOKEN = "gh" + "p_" + noise(36)
ID = "3f9a0c7be1d84625"
UNDO = f"Take it back: vaultbrain gate allow {ID} --undo"
SEEN = 1_760_000_000
GATE: dict[str, Any] = {
    "ruleset": "0123456789abcdef" * 4,
    "redactions": {"password": 3},
    "counts": [
        {"class": "password", "tier": "secret", "action": "redacted", "count": 1234},
        {"class": "email", "tier": "soft", "action": "indexed", "count": 5},
    ],
    "waiting": 0,
    "quarantined": 1,
    "allowed": 2,
    "deep_scan": False,
    "proof": None,
    "trouble": "",
}
PROOF = {"at": SEEN, "values": 3, "files": 4, "copies": {}}


def finding(**other: object) -> dict[str, Any]:
    return {
        "source": "notes",
        "path": "Servers.md",
        "line": 12,
        "class": "password",
        "tier": "secret",
        "rule": "password-told",
        "action": "redacted",
        "id": ID,
        "first_seen": SEEN,
        **other,
    }


def listed(*found: dict[str, Any], total: int | None = None) -> dict[str, Any]:
    return {**COMMON, "findings": list(found), "total": len(found) if total is None else total}


# status


def test_the_status_is_told(shell: Shell) -> None:
    shell.serve(status={**STATUS, "gate": GATE})
    assert shell.run("gate", "status") == 0
    assert shell.out == (
        "rules           0123456789ab\n"
        "second scanner  off\n"
        "waiting         no note; all have passed the rules of now\n"
        "quarantined     1 note\n"
        "allowed         2 findings\n"
        "purge           nothing had to be purged since the start\n"
        "\n"
        "  class     tier    done      found\n"
        "  password  secret  redacted  1,234\n"
        "  email     soft    indexed       5\n"
    )


def test_the_status_as_json(shell: Shell) -> None:
    shell.serve(status={**STATUS, "gate": GATE})
    assert shell.run("gate", "status", "--json") == 0
    assert json.loads(shell.out) == GATE


def test_the_status_of_the_whole_has_it_in_short(shell: Shell) -> None:
    shell.serve(status={**STATUS, "gate": {**GATE, "waiting": 20}})
    assert shell.run("status") == 0
    said = " ".join(shell.out.split())
    assert "taken out: 3 password; 1 note quarantined; 20 notes to pass new rules" in said
    shell.serve(status=STATUS)
    assert shell.run("status") == 0
    assert "quarantined" not in shell.out


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"deep_scan": True}, "second scanner  asked, too"),
        ({"waiting": 1}, "1 note; found ones are looked at before they are shown"),
        ({"proof": PROOF}, "3 values looked for in 4 files: no copy is left"),
        ({"trouble": "The disk is full.", "proof": PROOF}, "The disk is full."),
        ({"counts": []}, "Nothing was found."),
    ],
)
def test_the_status_of_other_times(shell: Shell, changes: dict[str, Any], told: str) -> None:
    shell.serve(status={**STATUS, "gate": {**GATE, **changes}})
    assert shell.run("gate", "status") == 0
    assert told in shell.out
    assert all(len(line) <= 80 for line in shell.out.splitlines())


def test_copies_that_are_left_are_told_with_what_to_do() -> None:
    said = findings.proof({**PROOF, "copies": {"index.db-wal": 1, "index.db": 2000}})
    assert "some still stand in index.db (2,000), index.db-wal (1)" in said
    assert "delete index.db" in said


# show


def test_findings_are_shown_note_by_note(shell: Shell) -> None:
    day = time.strftime("%Y-%m-%d", time.localtime(SEEN))
    found = listed(
        finding(),
        finding(line=1234, action="allowed"),
        finding(path="a\x1b[2J.md", **{"class": "iban"}, rule="iban"),
    )
    shell.serve(**{"gate.findings": found})
    assert shell.run("gate", "show") == 0
    assert shell.out == (
        "Servers.md\n"
        "   line  class     rule           done      first seen  id\n"
        f"     12  password  password-told  redacted  {day}  {ID}\n"
        f"  1,234  password  password-told  allowed   {day}  {ID}\n"
        "\n"
        "a\u241b[2J.md\n"
        "  line  class  rule  done      first seen  id\n"
        f"    12  iban   iban  redacted  {day}  {ID}\n"
    )
    assert shell.calls[-1] == (
        "gate.findings",
        {
            "source": None,
            "path": None,
            "class": None,
            "tier": None,
            "action": None,
            "limit": 100,
        },
    )


@pytest.mark.parametrize(
    ("argv", "asked"),
    [
        (("a.md",), {"path": "a.md"}),
        (("--source", "notes", "a.md"), {"path": "a.md", "source": "notes"}),
        (("a.md", "-n", "7"), {"path": "a.md", "limit": 7}),
        (("-n", "7", "a.md"), {"path": "a.md", "limit": 7}),
        (("-n", "5000"), {"limit": 1000}),
    ],
)
def test_what_is_asked_for(shell: Shell, argv: tuple[str, ...], asked: dict[str, Any]) -> None:
    shell.serve(**{"gate.findings": listed()})
    assert shell.run("gate", "show", *argv) == 0
    assert shell.out == "Nothing was found.\n"
    (_, params) = shell.calls[-1]
    given = {key: value for key, value in params.items() if value is not None}
    assert given == {"limit": 100, **asked}


def test_more_than_are_shown_are_counted(shell: Shell) -> None:
    shell.serve(**{"gate.findings": listed(finding(), total=3)})
    assert shell.run("gate", "show", "-n", "1") == 0
    assert shell.out.endswith("\n2 more findings; --limit 3\n")


def test_findings_as_json(shell: Shell) -> None:
    found = listed(finding(), total=9)
    shell.serve(**{"gate.findings": found})
    assert shell.run("gate", "show", "--json") == 0
    assert json.loads(shell.out) == found


# allow


@pytest.mark.parametrize(
    ("argv", "undo", "said"),
    [
        (
            ("allow", ID),
            False,
            f"It passes from now on; 2 notes read anew. {UNDO}\n",
        ),
        (("allow", ID, "--undo"), True, "It passes no more; 2 notes read anew.\n"),
        (("allow", "--undo", ID), True, "It passes no more; 2 notes read anew.\n"),
        (("--undo", "allow", ID), True, "It passes no more; 2 notes read anew.\n"),
    ],
)
def test_a_finding_is_let_pass(
    shell: Shell, argv: tuple[str, ...], said: str, *, undo: bool
) -> None:
    shell.serve(**{"gate.allow": {**COMMON, "notes": [["notes", "a.md"], ["notes", "b.md"]]}})
    assert shell.run("gate", *argv) == 0
    assert shell.out == said
    assert shell.calls[-1] == ("gate.allow", {"id": ID, "undo": undo, "timeout": 3600.0})


def test_letting_pass_as_json(shell: Shell) -> None:
    answer = {**COMMON, "notes": [["notes", "a.md"]]}
    shell.serve(**{"gate.allow": answer})
    assert shell.run("gate", "allow", ID, "--json") == 0
    assert json.loads(shell.out) == answer


def test_what_is_not_found_is_told(shell: Shell) -> None:
    shell.serve(**{"gate.allow": UsageError("No finding has the id.")})
    assert shell.run("gate", "allow", ID) == 2
    assert "No finding" in shell.err


def test_an_id_is_needed_and_has_a_form(shell: Shell) -> None:
    shell.serve()
    assert shell.run("gate", "allow") == 2
    assert "Which finding?" in shell.err
    assert shell.run("gate", "allow", "password") == 2
    assert shell.calls == []


# rescan


def test_a_rescan_tells_what_is_proved(shell: Shell) -> None:
    shell.serve(**{"gate.rescan": {**COMMON, "notes": 1000, "proof": PROOF}})
    assert shell.run("gate", "rescan") == 0
    assert shell.out == (
        "1,000 notes passed the rules of now.\n3 values looked for in 4 files: no copy is left\n"
    )
    assert shell.calls[-1] == ("gate.rescan", {"timeout": 3600.0})
    assert shell.run("gate", "rescan", "--json") == 0
    assert json.loads(shell.out)["proof"] == PROOF


# scan


def feed(shell: Shell, raw: bytes) -> None:
    shell.stdin = io.TextIOWrapper(io.BytesIO(raw))  # type: ignore[assignment]


def test_a_text_is_scanned_without_a_daemon(shell: Shell) -> None:
    feed(shell, f"č\nheslo: {PW}\neva@host.cz\n".encode())
    assert shell.run("gate", "scan", "-") == 5
    assert PW not in shell.out
    rows = [line.split() for line in shell.out.splitlines()]
    assert rows[0] == ["line", "class", "tier", "rule"]
    assert [row[:3] for row in rows[1:]] == [["2", "password", "secret"], ["3", "email", "soft"]]


def test_a_file_is_scanned(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    text = f"č🐎 token {TOKEN}\r\n\udcff"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert shell.run("gate", "scan", str(file), "--json") == 5
    (found,) = json.loads(shell.out)["findings"]
    assert text[found["start"] : found["end"]] == TOKEN
    assert set(found) == {"class", "tier", "rule", "start", "end", "line"}


@pytest.mark.parametrize(("text", "found"), [("nothing", 0), ("eva@host.cz", 1), ("", 0)])
def test_what_would_stay_is_no_reason_to_fail(shell: Shell, text: str, found: int) -> None:
    feed(shell, text.encode())
    assert shell.run("gate", "scan", "-", "--json") == 0
    assert len(json.loads(shell.out)["findings"]) == found
    feed(shell, text.encode())
    assert shell.run("gate", "scan", "-") == 0
    assert (shell.out == "Nothing was found.\n") == (found == 0)


@pytest.mark.parametrize("argv", [("--jsonl", "-"), ("-", "--jsonl")])
def test_lines_are_scanned_one_by_one(shell: Shell, argv: tuple[str, ...]) -> None:
    text = f"ž\u0301🐎 heslo: {PW}"
    given = [{"id": "a", "text": text}, {"id": 2, "text": "nothing", "path": "x.md"}]
    raw = "\r\n".join(["", *(json.dumps(at, ensure_ascii=False) for at in given), "", ""])
    feed(shell, raw.encode())
    assert shell.run("gate", "scan", *argv) == 0
    first, second = map(json.loads, shell.out.splitlines())
    assert second == {"id": 2, "findings": []}
    (found,) = first["findings"]
    assert text[found["start"] : found["end"]] == PW
    assert (found["class"], found["tier"], found["line"]) == ("password", "secret", 1)


def test_a_bad_line_is_named_after_what_was_done(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b'{"id": 1, "text": "x"}\n\nno JSON\n')
    assert shell.run("gate", "scan", "--jsonl", str(file)) == 2
    assert json.loads(shell.out) == {"id": 1, "findings": []}
    assert "Line 3 is not a JSON object" in shell.err


@pytest.mark.parametrize("argv", [("scan",), ("scan", "--jsonl")])
def test_something_has_to_be_named(shell: Shell, argv: tuple[str, ...]) -> None:
    assert shell.run("gate", *argv) == 2
    assert "What is to be scanned?" in shell.err


def test_a_file_that_cannot_be_read_is_told(shell: Shell, tmp_path: Path) -> None:
    assert shell.run("gate", "scan", str(tmp_path / "gone")) == 2
    assert "gone cannot be read: No such file" in shell.err
    assert "Nothing was scanned." in shell.err


def test_a_text_that_cannot_be_scanned_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise BlockedByGate("It takes too long.")

    monkeypatch.setattr("vaultbrain.daemon.scan.scan", fail)
    feed(shell, b"x")
    assert shell.run("gate", "scan", "-") == 5
    assert "It takes too long." in shell.err


@pytest.mark.parametrize("argv", [(), ("steal",), ("show", "a", "b"), ("show", "-n", "0")])
def test_wrong_usage_is_told(shell: Shell, argv: tuple[str, ...]) -> None:
    shell.serve()
    assert shell.run("gate", *argv) == 2
    assert "Nothing was done." in shell.err
    assert shell.calls == []


def test_tables_line_up_whatever_is_in_them() -> None:
    rows = [finding(line=7, **{"class": "暗号"}), finding(line=70)]
    lines = findings.listed(listed(*rows), PAGE).splitlines()
    assert [line.index(ID) for line in lines[2:]] == [lines[3].index(ID) - 2, lines[3].index(ID)]

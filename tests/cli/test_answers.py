"""search, ask, get, status, sync: what is printed, and where."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from vaultbrain.cli import render
from vaultbrain.cli.io import Io
from vaultbrain.cli.main import main
from vaultbrain.cli.text import Style

if TYPE_CHECKING:
    from tests.cli.conftest import Shell
    from vaultbrain.daemon.server import Call

COMMON = {"state": "ready", "generation": 7, "pending": 0}
PLAIN = render.Page(Style(enabled=False))
READING = {"phase": "reading", "done": 312, "total": 1000, "eta_seconds": 12.0}


def hit(**changes: object) -> dict[str, Any]:
    return {
        "source": "notes",
        "path": "Home/Lease.md",
        "title": "Lease",
        "heading": ["Lease", "Dates"],
        "line_start": 12,
        "line_end": 14,
        "line": 12,
        "snippet": "The lease ends on 31 March and is renewed by a letter.",
        "score": 0.9,
        "sha256": "00",
        "fresh": True,
        "place": "",
        "why": {},
        **changes,
    }


def found(*hits: dict[str, Any], **changes: object) -> dict[str, Any]:
    return {**COMMON, "hits": list(hits), "notice": "", **changes}


def citation(n: int, quote: str, **changes: object) -> dict[str, Any]:
    fields = {k: v for k, v in hit().items() if k in ("source", "path", "heading", "sha256")}
    return {**fields, "n": n, "quote": quote, "line_start": 12, "line_end": 12, **changes}


def answered(*citations: dict[str, Any], **changes: object) -> dict[str, Any]:
    return {
        **COMMON,
        "answer": "\n".join(f"{c['quote']} [{c['n']}]" for c in citations),
        "grounded": bool(citations),
        "refused": not citations,
        "reason": "",
        "citations": list(citations),
        "nearest": [],
        "engine": "extractive",
        "evidence": 0.8,
        "notice": "",
        **changes,
    }


def two_sources(shell: Shell) -> dict[str, Any]:
    return {**shell.answers["hello"], "sources": ["notes", "work"]}


def test_every_place_names_its_source_where_there_are_several(shell: Shell) -> None:
    shell.serve(
        hello=two_sources(shell),
        search=found(hit()),
        ask=answered(citation(1, "It ends."), citation(2, "It does.", line_start=20)),
    )
    assert shell.run("search", "x") == 0
    assert "\n   notes:Home/Lease.md:12  Lease > Dates\n" in shell.out
    assert shell.run("ask", "x") == 0
    assert "[1] notes:Home/Lease.md:12  Lease > Dates\n[2] notes:Home/Lease.md:20" in shell.out
    shell.serve(ask=answered(nearest=[hit()]))
    assert shell.run("ask", "x") == 1
    assert "  Lease  notes:Home/Lease.md:12" in shell.out


@pytest.mark.parametrize(
    ("place", "source", "path"),
    [
        ("work:a.md:3", "work", "a.md"),
        ("work:odd:name.md", "work", "odd:name.md"),
        ("odd:name.md", None, "odd:name.md"),
        ("work:", None, "work:"),
        (":a.md", None, ":a.md"),
    ],
)
def test_get_takes_a_place_as_search_prints_it(
    shell: Shell, place: str, source: str | None, path: str
) -> None:
    shell.serve(hello=two_sources(shell), get=text_of("x"))
    assert shell.run("get", place) == 0
    params = shell.calls[-1][1]
    assert (params["source"], params["path"]) == (source, path)


def test_a_hit_whose_folder_is_away_is_said_to_be_so(shell: Shell) -> None:
    here = shell.answers["status"]["sources"][0]
    away = {**here, "id": "work", "state": "offline"}
    shell.serve(
        hello=two_sources(shell),
        status={**shell.answers["status"], "state": "offline", "sources": [here, away]},
        search=found(hit(fresh=False), hit(source="work", fresh=False), state="offline"),
    )
    assert shell.run("search", "x") == 0
    first, second = shell.out.split("\n\n")
    assert "changed since it was indexed" in first
    assert "its folder is away; shown as it was indexed" in second
    assert "changed" not in second


def test_search_prints_hits(shell: Shell) -> None:
    shell.serve(
        search=found(
            hit(),
            hit(
                title="Old lease",
                path="Archive/Old.md",
                heading=[],
                fresh=False,
                line_start=1,
                line=1,
            ),
            hit(
                title="Lone",
                heading=["Lone"],
                snippet="word " * 60,
                why={"lexical": 0.5, "dense": 0},
            ),
        )
    )
    assert shell.run("search", "lease", "ends") == 0
    assert shell.err == ""
    assert shell.out == (
        "1  Lease\n"
        "   Home/Lease.md:12  Lease > Dates\n"
        "   The lease ends on 31 March and is renewed by a letter.\n"
        "\n"
        "2  Old lease\n"
        "   Archive/Old.md:1\n"
        "   The lease ends on 31 March and is renewed by a letter.\n"
        "   changed since it was indexed\n"
        "\n"
        "3  Lone\n"
        "   Home/Lease.md:12\n"
        f"   {'word ' * 15}\n".replace(" \n", "\n")
        + f"   {'word ' * 14}word …\n"
        + "   score    0.900\n"
    )
    assert shell.calls == [
        (
            "search",
            {
                "query": "lease ends",
                "limit": 10,
                "mode": "hybrid",
                "filters": dict.fromkeys(("source", "path", "tag", "after", "before")),
                "explain": False,
            },
        ),
        ("hello", {"protocol": 1, "client": "cli"}),
    ]


def test_search_options_reach_the_daemon(shell: Shell) -> None:
    shell.serve(search=found(hit(), hit(source="work")), hello=two_sources(shell))
    argv = "search -k 3 --mode lexical --source s --path p/ --tag t --explain x".split()
    assert shell.run(*argv, "--after", "2024", "--before", "1.2.2025") == 0
    params = shell.calls[0][1]
    assert (params["limit"], params["mode"], params["explain"]) == (3, "lexical", True)
    given = {"source": "s", "path": "p/", "tag": "t", "after": "2024", "before": "1.2.2025"}
    assert params["filters"] == given
    assert "notes:Home/Lease.md:12" in shell.out
    assert "work:Home/Lease.md:12" in shell.out


def test_a_question_is_asked_of_some_notes(shell: Shell) -> None:
    shell.serve(ask=answered(citation(1, "It ends.")))
    assert shell.run("ask", "--after", "2024", "--tag", "t", "when?") == 0
    nothing = dict.fromkeys(("source", "path", "before"))
    assert shell.calls[0][1]["filters"] == {**nothing, "after": "2024", "tag": "t"}


def test_nothing_found_is_1_and_calm(shell: Shell) -> None:
    shell.serve(search=found(notice="searched by words only: the model is not loaded"))
    assert shell.run("search", "x") == 1
    assert shell.out == ""
    assert shell.err == (
        "searched by words only: the model is not loaded\n"
        "Nothing in your notes matches. Try other words, or fewer.\n"
    )
    assert shell.run("search", "x", "--json") == 1
    assert json.loads(shell.out)["hits"] == []


def test_json_is_the_result_itself(shell: Shell) -> None:
    shell.serve(search=found(hit(snippet="\x1b[31m ä")))
    assert shell.run("search", "--json", "x") == 0
    assert json.loads(shell.out) == found(hit(snippet="\x1b[31m ä"), explanation=None)
    assert "\x1b" not in shell.out


def test_text_of_notes_cannot_steer_the_terminal(shell: Shell) -> None:
    evil = "\x1b]0;pwned\x07\x9b2J"
    shell.serve(
        search=found(hit(title=evil, path=f"{evil}.md", heading=[evil, "x"], snippet=evil)),
        ask=answered(citation(1, evil), answer=f"{evil} [1]"),
        get=text_of(evil),
    )
    for argv in (("search", "x"), ("ask", "x"), ("get", "x")):
        assert shell.run(*argv) == 0
        assert not {"\x1b", "\x07", "\x9b"} & set(shell.out + shell.err)
        assert "␛]0;pwned␇" in shell.out


def test_a_terminal_gets_bold_words_and_links(shell: Shell) -> None:
    shell.serve(search=found(hit()))
    shell.terminal = True
    assert shell.run("search", "lease") == 0
    assert "\x1b[1mLease\x1b[22m" in shell.out
    assert "The \x1b[1mlease\x1b[22m ends" in shell.out
    assert "\x1b]8;;file:///home/mia/Notes/Home/Lease.md\x1b\\Home/Lease.md:12" in shell.out


@pytest.mark.parametrize("plain", ["--no-color", "NO_COLOR", "TERM"])
def test_colour_can_be_turned_off(shell: Shell, plain: str) -> None:
    shell.serve(search=found(hit()))
    shell.terminal = True
    argv = ["search", "lease"]
    if plain.startswith("--"):
        argv.append(plain)
    else:
        shell.environ[plain] = "dumb"
    assert shell.run(*argv) == 0
    assert "\x1b" not in shell.out


def test_a_link_needs_a_known_absolute_root() -> None:
    page = render.Page(Style(enabled=True), roots={"notes": "relative"})
    assert "\x1b]8" not in render.hits([hit()], "x", page)


@pytest.mark.parametrize(
    ("state", "progress", "problems", "line"),
    [
        ("indexing", READING, [], "indexing: 312 of 1,000 notes read, about 12 s left"),
        (
            "indexing",
            {"phase": "scanning", "done": 1, "total": 0},
            [],
            "indexing: looking through the vault, 1 note so far",
        ),
        (
            "indexing",
            {"phase": "embedding", "done": 3, "total": 9},
            [],
            "indexing: 3 of 9 chunks embedded",
        ),
        (
            "indexing",
            {"phase": "idle", "done": 0, "total": 0},
            [],
            "indexing: the notes are still being read, so something may be missing",
        ),
        (
            "degraded",
            {"phase": "idle", "done": 0, "total": 0},
            [{"code": "c", "message": "No model.", "advice": "Install it."}],
            "degraded: No model. Install it.",
        ),
        (
            "offline",
            {"phase": "idle", "done": 0, "total": 0},
            [],
            "offline: the vault's folder is away; this is what was known of it last",
        ),
    ],
)
def test_what_an_answer_may_lack_is_said(
    shell: Shell,
    state: str,
    progress: dict[str, Any],
    problems: list[dict[str, Any]],
    line: str,
) -> None:
    status = {**shell.answers["status"], "progress": progress, "problems": problems}
    shell.serve(search=found(hit(), state=state), status={**status, "state": state})
    assert shell.run("search", "x") == 0
    assert shell.err == f"{line}\n"


def test_a_state_of_the_future_is_still_said() -> None:
    assert render.state_line({"state": "dreaming"}, None) == (
        "dreaming: the answer may not be complete"
    )
    assert render.progress_line({"phase": "idle", "done": 0, "total": 0}) == "nothing to do"


def test_ask_prints_sentences_then_places(shell: Shell) -> None:
    shell.serve(
        ask=answered(
            citation(1, "The lease ends on 31 March."),
            citation(2, "It is renewed by letter.", heading=[], line_start=20),
        )
    )
    assert shell.run("ask", "When does", "it end?") == 0
    assert shell.out == (
        "The lease ends on 31 March. [1]\n"
        "It is renewed by letter. [2]\n"
        "\n"
        "[1] Home/Lease.md:12  Lease > Dates\n"
        "[2] Home/Lease.md:20\n"
    )
    assert shell.calls[0][1]["question"] == "When does it end?"


def test_an_answer_without_marks_is_quoted_with_them(shell: Shell) -> None:
    shell.serve(ask=answered(citation(1, "It ends."), answer="It ends."))
    assert shell.run("ask", "x", "-n", "1", "--generator", "off") == 0
    assert shell.out.startswith("It ends. [1]\n\n")
    params = shell.calls[0][1]
    assert (params["limit"], params["generator"]) == (1, "off")


def test_a_refusal_names_the_nearest_notes(shell: Shell) -> None:
    near = [hit(), hit(title="漢字", path="b.md", heading=[])]
    shell.serve(ask=answered(reason="No note says enough.", nearest=near))
    assert shell.run("ask", "x") == 1
    assert shell.out == (
        "Not found in your vault.\n"
        "No note says enough.\n"
        "\n"
        "Nearest notes:\n"
        "  Lease  Home/Lease.md:12  Lease > Dates\n"
        "  漢字   b.md:12\n"
    )
    shell.serve(ask=answered())
    assert shell.run("ask", "x") == 1
    assert shell.out == "Not found in your vault.\n"
    assert shell.run("ask", "x", "--json") == 1
    assert json.loads(shell.out)["refused"] is True


def test_ask_reads_stdin(shell: Shell) -> None:
    shell.serve(ask=answered(citation(1, "Yes.")))
    shell.stdin = io.StringIO("Is it so?\n")
    assert shell.run("ask", "-") == 0
    assert shell.calls[0][1]["question"] == "Is it so?"


def test_ask_does_not_count_what_it_has_not_read(shell: Shell) -> None:
    shell.stdin = io.StringIO("x" * 100_000)
    assert shell.run("ask", "-") == 2
    assert shell.err == (
        "vaultbrain: The question has more than 4,096 characters, so nothing was looked up. "
        "Shorten it to the words that matter.\n"
    )


def test_ask_reads_only_text(shell: Shell) -> None:
    outside = shell.io()
    outside.stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), encoding="utf-8")
    assert main(["ask", "-"], outside) == 2
    assert isinstance(outside.stderr, io.StringIO)
    assert "not UTF-8 text" in outside.stderr.getvalue()


@pytest.mark.parametrize("verb", ["ask", "search"])
def test_an_empty_question_shows_an_example_of_its_verb(shell: Shell, verb: str) -> None:
    assert shell.run(verb, " ") == 2
    assert f"Write some words: vaultbrain {verb} " in shell.err


def test_ask_does_not_wait_for_a_keyboard(shell: Shell) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    shell.stdin = Keyboard()
    assert shell.run("ask", "-") == 2
    assert "pipe or a file" in shell.err


@pytest.mark.parametrize("verb", ["ask", "search"])
@pytest.mark.parametrize(
    ("question", "said"), [("", "empty"), (" \t", "empty"), ("x" * 1_000_000, "more than 4,096")]
)
def test_a_question_that_cannot_be_asked_is_2(
    shell: Shell, verb: str, question: str, said: str
) -> None:
    shell.serve()
    assert shell.run(verb, question) == 2
    assert said in shell.err
    assert shell.calls == []


def text_of(text: str) -> dict[str, Any]:
    return {
        **COMMON,
        "source": "notes",
        "path": "a.md",
        "title": "A",
        "text": text,
        "line_start": 3,
        "line_end": 4,
        "lines_total": 9,
        "sha256": "00",
    }


@pytest.mark.parametrize(
    ("place", "params"),
    [
        ("a.md", {"path": "a.md", "line": 1, "count": None}),
        ("a.md:3", {"path": "a.md", "line": 3, "count": None}),
        ("a.md:3:2", {"path": "a.md", "line": 3, "count": 2}),
        ("odd:name.md", {"path": "odd:name.md", "line": 1, "count": None}),
        ("a:b:3", {"path": "a:b", "line": 3, "count": None}),
    ],
)
def test_get_prints_text_alone_on_stdout(shell: Shell, place: str, params: dict[str, Any]) -> None:
    shell.serve(get=text_of("one\r\n\ttwo"))
    assert shell.run("get", place, "--source", "notes") == 0
    assert shell.out == "one\n\ttwo\n"
    assert shell.err == "a.md, lines 3 to 4 of 9\n"
    assert shell.calls == [("get", {**params, "source": "notes"})]
    assert shell.run("get", place, "--json") == 0
    assert json.loads(shell.out)["text"] == "one\r\n\ttwo"


def test_get_without_a_path(shell: Shell) -> None:
    assert shell.run("get", "") == 2
    assert "path is empty" in shell.err


def test_status_is_aligned(shell: Shell) -> None:
    status = shell.answers["status"]
    assert render.status(status, PLAIN, 1100.0) == (
        "daemon   vaultbrain 0.1.0, process 4242, up 100 s\n"
        "state    ready\n"
        "source   notes: /home/mia/Notes (1,000 notes, ready, watching, looked through 10 s ago)\n"
        "index    1,000 notes, 4,000 chunks, 12.3 MB, true to the disk 4 s ago\n"
        "vectors  3,900 of 4,000 chunks\n"
        "model    e5 (loaded)\n"
        "gate     rules abc; taken out: 1 iban, 3 password"
    )
    kept = {**status, "vectors_kept": 3850}
    line = "vectors  3,900 of 4,000 chunks (3,850 kept from an earlier index)"
    assert line in render.status(kept, PLAIN, 1100.0).splitlines()
    shell.serve()
    assert shell.run("status") == 0
    assert shell.out.startswith("daemon   vaultbrain 0.1.0, process 4242")
    assert shell.run("status", "--json") == 0
    assert json.loads(shell.out)["pid"] == 4242


def test_status_shows_what_is_wrong_and_what_is_done(shell: Shell) -> None:
    status = {
        **shell.answers["status"],
        "sources": [
            {**shell.answers["status"]["sources"][0], "watching": False, "last_scan_at": None}
        ],
        "index_age_seconds": None,
        "model": {"name": "e5", "available": False, "loaded": False, "reason": ""},
        "gate": {"ruleset": "abc", "redactions": {}},
        "progress": READING,
        "problems": [
            {"code": "a", "message": "Broken head.", "advice": "Mend it.", "path": "b.md"},
            {"code": "a", "message": "c.md is odd.", "advice": "", "path": "c.md"},
        ],
    }
    shown = render.status(status, PLAIN, 1100.0)
    assert "(1,000 notes, ready, not watching)" in shown
    assert "12.3 MB, not yet complete" in shown
    assert "e5: not available; searching by words only" in shown
    assert "taken out: nothing" in shown
    assert "doing    312 of 1,000 notes read, about 12 s left" in shown
    assert shown.endswith("problems\n  - b.md: Broken head.\n    Mend it.\n  - c.md is odd.")
    none = render.status({**status, "sources": []}, PLAIN, 0)
    assert "none; register one" in none


def test_a_model_that_sleeps_is_no_fault(shell: Shell) -> None:
    model = {**shell.answers["status"]["model"], "loaded": False}
    shown = render.status({**shell.answers["status"], "model": model}, PLAIN, 0)
    assert "e5 (loaded when needed)" in shown


def test_sync_waits_and_says_so(shell: Shell) -> None:
    def sync(call: Call) -> dict[str, Any]:
        call.progress({"phase": "reading", "done": 0, "total": 0})
        call.progress({"phase": "reading", "done": 1, "total": 2})
        call.progress({"unknown": "shape"})
        call.progress({"phase": "reading", "done": 2, "total": 2})
        return COMMON

    shell.serve(sync=sync)
    assert shell.run("sync", "--timeout", "5") == 0
    assert shell.out == "Everything on disk is searchable.\n"
    assert shell.err == "1 of 2 notes read\n"
    assert shell.calls == [("sync", {"timeout": 5.0})]
    assert shell.run("sync", "--json") == 0
    assert json.loads(shell.out) == COMMON
    assert shell.err == ""


def test_sync_says_what_is_still_to_come(shell: Shell) -> None:
    shell.serve(sync={**COMMON, "state": "degraded", "pending": 3})
    assert shell.run("sync") == 0
    assert "3 chunks still without a vector" in shell.out
    assert shell.err.startswith("degraded: ")


@pytest.mark.parametrize("timeout", ["0", "-1", "3601", "nan"])
def test_sync_needs_a_sensible_time(shell: Shell, timeout: str) -> None:
    assert shell.run("sync", f"--timeout={timeout}") == 2


def test_sync_shows_a_bar_on_a_terminal(shell: Shell) -> None:
    def sync(call: Call) -> dict[str, Any]:
        call.progress({"phase": "reading", "done": 1, "total": 2, "eta_seconds": 3})
        return COMMON

    shell.serve(sync=sync)
    shell.terminal = True
    assert shell.run("sync") == 0
    assert "1 of 2 notes read, about 3 s left" in shell.err
    assert "Everything on disk is searchable." in shell.out


def test_the_width_is_that_of_the_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def fileno(self) -> int:
            return 1

    wide = Io(shell.stdin, Screen(), Screen(), {})
    for cells, expected in ((300, 100), (60, 60), (5, 30), (0, 80)):
        monkeypatch.setattr(
            "os.get_terminal_size", lambda _, n=cells: type("S", (), {"columns": n})
        )
        assert wide.width() == expected
    assert shell.io().width() == 80

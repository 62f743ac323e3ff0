from __future__ import annotations

import io
import json
import os
import resource
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import COMMON
from vaultbrain import __version__
from vaultbrain.cli.main import VERBS, entry, main
from vaultbrain.errors import BlockedByGate, Busy, InternalError

if TYPE_CHECKING:
    from tests.cli.conftest import Shell


@pytest.mark.parametrize("argv", [(), ("-h",), ("--help",), ("--no-color",)])
def test_help_leads_with_examples(shell: Shell, argv: tuple[str, ...]) -> None:
    assert shell.run(*argv) == 0
    assert shell.out.index("examples:") < shell.out.index("usage:") < shell.out.index("verbs:")
    assert all(f"\n  {verb}" in shell.out for verb in VERBS)
    assert shell.out.rstrip().endswith("for every verb.")


@pytest.mark.parametrize(
    ("argv", "query"),
    [
        (("search", "--", "--"), "--"),
        (("search", "--", "-x"), "-x"),
        (("search", "-n", "3", "--", "--json"), "--json"),
        (("search", "a b", "-n", "3"), "a b"),
        (("search", "-n", "3", "a b"), "a b"),
        (("search", "-"), "-"),
    ],
)
def test_options_stand_anywhere_and_what_follows_two_dashes_is_none(
    shell: Shell, argv: tuple[str, ...], query: str
) -> None:
    shell.serve(search={**COMMON, "hits": [], "notice": ""})
    assert shell.run(*argv) == 1
    assert shell.calls[-1][1]["query"] == query


def test_version(shell: Shell) -> None:
    assert shell.run("--version") == 0
    assert shell.out == f"vaultbrain {__version__}\n"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(shell: Shell, verb: str) -> None:
    assert shell.run(verb, "--help") == 0
    assert shell.out.index("examples:") < shell.out.index(f"usage: vaultbrain {verb}")
    assert f"  vaultbrain {verb}" in shell.out
    assert "Documentation:" in shell.out
    assert shell.err == ""


def test_an_unknown_verb_gets_a_suggestion(shell: Shell) -> None:
    assert shell.run("serch", "x") == 2
    assert "Did you mean: vaultbrain search" in shell.err
    assert shell.run("zzzz") == 2
    assert "See: vaultbrain --help" in shell.err
    assert shell.out == ""


@pytest.mark.parametrize(
    "argv",
    [("--fast",), ("search",), ("search", "--lim", "3", "x"), ("search", "-n", "0", "x"), ("get",)],
)
def test_wrong_usage_is_2_and_says_where_help_is(shell: Shell, argv: tuple[str, ...]) -> None:
    assert shell.run(*argv) == 2
    assert "--help" in shell.err
    assert "Nothing was done." in shell.err


def test_errors_as_json(shell: Shell) -> None:
    assert shell.run("search", "--json") == 2
    error = json.loads(shell.err)["error"]
    assert (error["name"], error["code"]) == ("UsageError", 2)
    assert shell.run("--json", "status") == 3
    assert json.loads(shell.err)["error"]["name"] == "DaemonNotRunning"
    assert shell.out == ""


@pytest.mark.parametrize(
    ("error", "status"), [(BlockedByGate("b"), 5), (Busy("b"), 4), (InternalError("b"), 70)]
)
def test_the_exit_status_is_the_errors_code(shell: Shell, error: Exception, status: int) -> None:
    shell.serve(status=error)
    assert shell.run("status") == status
    assert shell.err == "vaultbrain: b\n"


@pytest.mark.parametrize("verb", ["status", "sync", "stop"])
def test_no_daemon_is_3(shell: Shell, verb: str) -> None:
    assert shell.run(verb) == 3
    assert "vaultbrain start VAULT" in shell.err


class Rude(io.StringIO):
    """A stream that fails as soon as it is written to."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        del text
        raise self.error


def run_rudely(shell: Shell, error: BaseException, stdout: Any = None) -> tuple[int, str]:  # noqa: ANN401
    found = shell.io()
    found.stdout = stdout or Rude(error)
    status = main(["--version"], found)
    assert isinstance(found.stderr, io.StringIO)
    return status, found.stderr.getvalue()


def test_an_interruption_is_quiet(shell: Shell) -> None:
    assert run_rudely(shell, KeyboardInterrupt()) == (130, "")


def test_a_reader_that_left_is_no_failure(shell: Shell) -> None:
    assert run_rudely(shell, BrokenPipeError()) == (0, "")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", buffering=1) as pipe:
        assert run_rudely(shell, BrokenPipeError(), pipe) == (0, "")
        pipe.write("nobody reads this\n")


@pytest.mark.parametrize("when", ["write", "flush"])
def test_a_result_that_cannot_be_written_is_plainly_said(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    full = OSError(28, "No space left on device")
    if when == "flush":
        late = io.StringIO()

        def fail() -> None:
            raise full

        monkeypatch.setattr(late, "flush", fail)
        status, said = run_rudely(shell, full, late)
    else:
        status, said = run_rudely(shell, full)
    assert status == 4
    assert "could not be written: No space left on device. Your notes were not touched" in said
    assert "inside vaultbrain" not in said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full device")  # noqa: PTH110
@pytest.mark.parametrize("argv", [["status"], ["status", "--help"], ["get", "a.md"]])
def test_a_full_device_is_no_fault_of_ours(shell: Shell, argv: list[str]) -> None:
    note = {"source": "notes", "path": "a.md", "title": "A", "text": "x\n" * 9000, "sha256": "0"}
    shell.serve(
        get={
            "state": "ready",
            "generation": 1,
            "pending": 0,
            **note,
            "line_start": 1,
            "line_end": 9000,
            "lines_total": 9000,
        }
    )
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "vaultbrain", *argv],
            env={**os.environ, **shell.environ},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 4
    assert done.stderr.splitlines()[-1].startswith("vaultbrain: The result could not be written")
    assert "Exception" not in done.stderr


def test_the_unexpected_is_logged_without_its_words(shell: Shell) -> None:
    status, said = run_rudely(shell, ValueError("private-words"))
    assert status == 70
    assert said.count("\n") == 1
    assert str(shell.paths.log) in said
    log = shell.paths.log.read_text()
    assert "builtins.ValueError" in log
    assert "test_main.py" in log
    assert "private-words" not in log + said
    assert shell.paths.log.stat().st_mode & 0o777 == 0o600
    assert shell.paths.state_dir.stat().st_mode & 0o777 == 0o700


def test_a_log_that_cannot_be_written_is_said(shell: Shell) -> None:
    shell.paths.state_dir.write_text("in the way")
    status, said = run_rudely(shell, ValueError())
    assert status == 70
    assert "could not be written" in said


def test_entry_uses_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["vaultbrain", "--version"])
    assert entry() == 0
    assert capsys.readouterr().out == f"vaultbrain {__version__}\n"


def test_the_module_can_be_run(shell: Shell) -> None:
    command = [sys.executable, "-m", "vaultbrain", "search", "x"]
    environ = {**os.environ, **shell.environ}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 3
    assert "is not running" in done.stderr
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < 0.5  # a guard against something heavy; the benchmark measures


def test_a_search_imports_nothing_heavy(shell: Shell) -> None:
    code = (
        "import sys, os\nfrom vaultbrain.cli.main import entry\n"
        "sys.argv = ['vaultbrain', 'search', 'x']\nassert entry() == 3\n"
        "heavy = {'msgspec', 'yaml', 'rich', 'asyncio', 'platformdirs', 'logging', 'subprocess'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    environ = {**os.environ, **shell.environ}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"

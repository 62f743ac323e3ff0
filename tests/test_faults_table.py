from __future__ import annotations

from tests.faults import EXCUSES, FAULTS, NOT_HERE, Results, must_run, proofs, table


def test_every_row_has_a_test_or_a_reason() -> None:
    proved = set(proofs())
    assert proved <= set(FAULTS)
    assert proved.isdisjoint(NOT_HERE)
    assert set(FAULTS) - proved == set(NOT_HERE)
    assert len(proved) >= 58


def test_a_row_passes_only_where_a_test_of_it_ran_and_none_failed() -> None:
    results = Results()
    results.tests |= {1: ["tests/a", "tests/b"], 2: ["tests/c"], 3: ["tests/d"]}
    results.outcomes = {"tests/a": "passed", "tests/b": "skipped", "tests/c": "failed"}
    results.outcomes["tests/d"] = "skipped"
    assert [results.outcome(number) for number in (1, 2, 3, 4)] == [
        "passed",
        "failed",
        "skipped",
        "missing",
    ]
    lines = table(results)
    assert lines[2].startswith("| 1 | ")
    assert lines[2].endswith("| `a`<br>`b` (skipped) | passed |")
    assert lines[4].endswith("| `d` (skipped) | skipped |")
    assert lines[-1] == "64 rows: 1 failed, 61 missing, 1 passed, 1 skipped."


def test_what_can_be_installed_is_no_excuse() -> None:
    for tool in ("strace", "faketime", "gocryptfs", "prlimit", "git"):
        assert must_run(f"Skipped: {tool} is not here")
    for excuse in EXCUSES:
        assert not must_run(f"Skipped: {excuse} here")

"""The table of faults: what can go wrong, what has to happen then, and which tests prove it.

    python -m tests.faults [--write FILE]

Runs every test that is marked `fault(N)` and prints the table row by row with its result, and
which of its tests were skipped. Exit status 1 where a row did not pass: one of its tests failed, no
test of it ran, or it has neither a test nor a reason.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest


class Fault(NamedTuple):
    """One row: what happens, and what vaultbrain does then."""

    trigger: str
    behaviour: str


FAULTS = {
    1: Fault("a note is saved in place", "found by its new words, with one commit"),
    2: Fault("saved by renaming a temporary file", "the same; the temporary is never indexed"),
    3: Fault("saved as vim does, with a backup", "never a moment without the old or the new text"),
    4: Fault("emacs leaves a lock link", "ignored, never followed"),
    5: Fault("half is written, the rest a second later", "the final text is indexed"),
    6: Fault("appended ten times a second", "indexed every two seconds at the latest"),
    7: Fault("written through a memory map or an outside link", "found, by a later look at worst"),
    8: Fault("the same size and the old time stamp", "found"),
    9: Fault("renamed in case only; NFC and NFD twins", "chunks stay; two files are two notes"),
    10: Fault("a name that is not UTF-8", "named in status, no crash"),
    11: Fault("names with line ends or quotes, long ones, deep ones", "indexed or named"),
    12: Fault("links in circles and out of the vault", "not followed"),
    13: Fault("a pipe, socket or device named like a note", "never opened, nothing waits"),
    14: Fault("binary bytes in a note", "repaired or named, no crash"),
    15: Fault("a file of 200 MiB, a sparse one of 10 GiB", "skipped and named, memory bounded"),
    16: Fault("empty, BOM, CRLF, one line of 1 MiB", "indexed, the same way each time"),
    17: Fault("a note or folder that may not be read", "kept, not shown as current, read later"),
    18: Fault("a folder is renamed, 50 times", "no text is embedded again"),
    19: Fault("a folder is moved out and in", "its notes go and come"),
    20: Fault("folders and notes made in one go", "none is lost"),
    21: Fault("edits in a folder that was moved out", "nothing of them appears"),
    22: Fault("the queue of events overflows", "looked through, nothing lost"),
    23: Fault("a storm of overflows", "at most one look in five seconds"),
    24: Fault("the limit of watches", "degraded, told with the setting, looked through often"),
    25: Fault("the limit of watchers", "the same"),
    26: Fault("the vault is deleted and made again", "offline, then right"),
    27: Fault("the vault is replaced by a rename", "watched anew, right"),
    28: Fault("the volume is unmounted", "offline, nothing is forgotten"),
    29: Fault("an empty mount point in its place", "offline, nothing is forgotten"),
    30: Fault("another volume in its place", "nothing is forgotten before the user says so"),
    31: Fault("most notes vanish at once", "held and told; restored without embedding"),
    32: Fault("one note is deleted", "gone within a second"),
    33: Fault("changes that make no event (FUSE, network)", "found within a minute"),
    34: Fault("the volume is to be locked", "no file stays open after `lock`"),
    35: Fault("kill -9 at random moments, 100 times", "none lost, none left over, none old"),
    36: Fault("kill -9 at an exact write", "the same"),
    37: Fault("asked to end while indexing", "ends within five seconds, log emptied"),
    38: Fault("stopped or asleep", "looked through on waking"),
    39: Fault("the disk is full", "degraded, questions go on, right when there is room"),
    40: Fault("the disk becomes read-only", "readonly, questions go on"),
    41: Fault("the disk fails to sync", "nothing is pretended, opened anew"),
    42: Fault("a damaged, cut or empty database, or none at all", "put aside, made anew, told"),
    43: Fault("a database is deleted under the daemon", "noticed and made anew"),
    44: Fault("the database of another vault", "nothing of it is shown as current; told"),
    45: Fault("a newer or older database", "refused; brought up to date whole or not at all"),
    46: Fault("a second daemon", "refused, the first goes on"),
    47: Fault("what a killed daemon leaves", "no obstacle"),
    48: Fault("a socket folder that is not ours alone", "refused with what to do"),
    49: Fault("another user connects", "gets no byte, even through open doors"),
    50: Fault("garbage, floods, half requests, clients that do not read", "others do not notice"),
    51: Fault("300 clients, few descriptors", "64 are served, notes can still be opened"),
    52: Fault("a client vanishes or takes back", "its work ends within 250 ms"),
    53: Fault("the model is away, slow, broken or wrong", "words go on, told, never mixed"),
    54: Fault("a thread dies", "begun anew, or the process ends with status 70"),
    55: Fault("the event loop hangs", "no sign of life is given, then the process ends"),
    56: Fault("the clock jumps", "nothing is indexed anew, nothing is forgotten"),
    57: Fault("git changes thousands of notes", "one settled batch, right"),
    58: Fault(".git, .obsidian, node_modules; conflict copies", "not watched; indexed as notes"),
    59: Fault("a note becomes ignored", "no byte of it stays"),
    60: Fault("a secret is taken out of a note", "no byte of it stays"),
    61: Fault("a placeholder of a cloud folder", "not read, named"),
    62: Fault("a long time of edits", "descriptors, threads and memory stay flat"),
    63: Fault("little memory", "no circle of crashes"),
    64: Fault("another version asks, or is started", "a clear error; the old one ends first"),
}
HERE = Path(__file__).parent
# Rows that no test here can prove, each with the reason.
NOT_HERE: dict[int, str] = {}
# What a machine of continuous integration may lack, by the reasons its tests are skipped for. What
# can be installed there is not among it: see `.ci/run`.
EXCUSES = (
    "/dev/fuse is not here",
    "no namespaces of users",
    "strace may not trace here",
    "only root may",
)


def must_run(reason: str) -> bool:
    """Whether a test of a row may not be skipped in continuous integration for such a reason."""
    return not any(excuse in reason for excuse in EXCUSES)


def proofs() -> dict[int, list[str]]:
    """Row → the tests that are marked with it, as `folder/test_file.py::test`, in order."""
    found: dict[int, list[str]] = defaultdict(list)
    for file in sorted(HERE.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for row in map(_row, node.decorator_list):
                    if row is not None:
                        found[row].append(f"{file.relative_to(HERE)}::{node.name}")
    return {number: sorted(tests) for number, tests in sorted(found.items())}


def _row(decorator: ast.expr) -> int | None:
    """The N of `@pytest.mark.fault(N)`."""
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.fault":
        return int(ast.literal_eval(decorator.args[0]))
    return None


class Results:
    """A pytest plugin that notes the outcome of every test of a row."""

    def __init__(self) -> None:
        self.tests: dict[int, list[str]] = defaultdict(list)
        self.outcomes: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for marker in item.iter_markers("fault"):
                self.tests[marker.args[0]].append(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            before = self.outcomes.get(report.nodeid, "passed")
            self.outcomes[report.nodeid] = report.outcome if before == "passed" else before

    def shown(self, number: int) -> list[str]:
        """The tests of one row, without their parameters, and which were skipped."""
        skipped: dict[str, bool] = defaultdict(bool)
        for test in self.tests[number]:
            skipped[test.partition("[")[0]] |= self.outcomes.get(test) == "skipped"
        return [
            f"`{test.removeprefix('tests/')}`{' (skipped)' * is_skipped}"
            for test, is_skipped in sorted(skipped.items())
        ]

    def outcome(self, number: int) -> str:
        """Of one row: it passed only where at least one test of it ran and none failed."""
        found = [self.outcomes.get(test, "not run") for test in self.tests[number]]
        if not found:
            return "not here" if number in NOT_HERE else "missing"
        if any(at == "failed" for at in found):
            return "failed"
        return "passed" if "passed" in found else found[0]


def table(results: Results) -> list[str]:
    """Lines of Markdown, row by row."""
    lines = ["| # | fault | what happens | tests | result |", "|---|---|---|---|---|"]
    for number, fault in FAULTS.items():
        shown = "<br>".join(results.shown(number)) or NOT_HERE.get(number, "none")
        lines.append(
            f"| {number} | {fault.trigger} | {fault.behaviour} | {shown} | "
            f"{results.outcome(number)} |"
        )
    counted: dict[str, int] = defaultdict(int)
    for number in FAULTS:
        counted[results.outcome(number)] += 1
    summary = ", ".join(f"{count} {what}" for what, count in sorted(counted.items()))
    return [*lines, "", f"{len(FAULTS)} rows: {summary}."]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", type=Path, help="a Markdown file for the table")
    options = parser.parse_args()
    results = Results()
    pytest.main(["-q", "-m", "fault", "-p", "no:randomly"], plugins=[results])
    lines = table(results)
    print("\n".join(lines))  # noqa: T201 - what the command is for
    if options.write:
        options.write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(any(results.outcome(number) not in {"passed", "not here"} for number in FAULTS))


if __name__ == "__main__":
    sys.exit(main())

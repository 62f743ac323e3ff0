"""Six operations of editors, while somebody asks for the old and the new text all the time."""

from __future__ import annotations

import statistics
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.editor import OPERATIONS, prepare

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.editor import Edit
    from vaultbrain.client import Client

_LIMIT = 15.0
_AFTER = 0.7
_PAUSE = 0.003


class Answer(NamedTuple):
    """What two questions found between two moments: the old text first, then the new."""

    asked: float
    told: float
    old: bool
    new: bool


class Trial(NamedTuple):
    """How one edit went: seconds until found as it is now, seconds found as nothing."""

    took: float
    asked: int
    missing: int
    gap: float


class Asker:
    """Asks for one note without end, in a thread of its own."""

    def __init__(self, client: Client, edit: Edit) -> None:
        self._client, self._edit = client, edit
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.answers: list[Answer] = []

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        edit = self._edit
        while not self._stopping.wait(_PAUSE):
            asked = time.monotonic()
            # The old text first: where it is gone by now, the new one has to be there already.
            old = self._paths(edit.old)
            new = old if edit.new == edit.old else self._paths(edit.new)
            told = time.monotonic()
            self.answers.append(Answer(asked, told, edit.before in old, edit.after in new))

    def _paths(self, word: str) -> set[str]:
        if not word:
            return set()
        found = self._client.call("search", {"query": word, "mode": "lexical", "limit": 5})
        return {hit["path"] for hit in found["hits"]}


def _is_done(edit: Edit, answer: Answer) -> bool:
    return (answer.new or not edit.new) and (edit.stays or not answer.old)


def _trial(client: Client, edit: Edit) -> Trial:
    asker = Asker(client, edit)
    asker.start()
    time.sleep(0.1)
    edit.act()
    acted = time.monotonic()
    while time.monotonic() < acted + _LIMIT:
        if any(at.asked >= acted and _is_done(edit, at) for at in list(asker.answers)):
            break
        time.sleep(0.005)
    time.sleep(_AFTER)
    asker.stop()
    return _judge(edit, asker.answers, acted)


def _judge(edit: Edit, answers: list[Answer], acted: float) -> Trial:
    right = [at.told for at in answers if at.told >= acted and _is_done(edit, at)]
    took = right[0] - acted if right else _LIMIT
    missing, gap, since = 0, 0.0, 0.0
    for at in answers:
        if at.old or at.new or not edit.new or (not edit.old and at.told < acted + took):
            since = 0.0
            continue
        missing += 1
        since = since or at.asked
        gap = max(gap, at.told - since)
    return Trial(took, len(answers), missing, gap)


def editing(client: Client, vault: Path, rounds: int) -> None:
    """Run each operation some times, and print how it went."""
    print(f"{'six operations':14} {'median s':>9} {'max s':>7} {'asked':>7} ", end="")
    print(f"{'found neither':>14} {'longest gap s':>14}")
    for operation in OPERATIONS:
        trials = []
        for number in range(rounds):
            edit = prepare(vault, operation, number)
            client.call("sync", {"timeout": 60})
            trials.append(_trial(client, edit))
        took = [trial.took for trial in trials]
        print(f"{operation:14} {statistics.median(took):9.2f} {max(took):7.2f} ", end="")
        print(f"{sum(trial.asked for trial in trials):7} ", end="")
        print(f"{sum(trial.missing for trial in trials):14} ", end="")
        print(f"{max(trial.gap for trial in trials):14.3f}", flush=True)

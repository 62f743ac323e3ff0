from __future__ import annotations

from vaultbrain.indexer.doubts import QUIET_SECONDS, Doubts


def test_the_same_doubt_is_not_told_again_at_once() -> None:
    told: list[tuple[str, str]] = []
    now = 0.0
    doubts = Doubts(lambda source, path: told.append((source, path)), lambda: now)
    doubts.tell("notes", "a.md")
    doubts.tell("notes", "a.md")
    doubts.tell("other", "a.md")
    assert told == [("notes", "a.md"), ("other", "a.md")]
    now = QUIET_SECONDS
    doubts.tell("notes", "a.md")
    assert len(told) == 3


def test_what_is_remembered_is_bounded() -> None:
    told: list[str] = []
    doubts = Doubts(lambda _, path: told.append(path), lambda: 0.0)
    for number in range(2500):
        doubts.tell("notes", f"{number}.md")
    assert len(told) == 2500
    assert len(doubts._told) <= 1000

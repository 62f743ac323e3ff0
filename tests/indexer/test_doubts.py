from __future__ import annotations

from vaultbrain.indexer.doubts import GRACE_SECONDS, QUIET_SECONDS, Doubts


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


def test_a_doubt_is_new_for_as_long_as_the_indexer_may_need() -> None:
    now = 100.0
    doubts = Doubts(lambda *_: None, lambda: now)
    assert doubts.tell("notes", "a.md")
    now += GRACE_SECONDS / 2
    assert doubts.tell("notes", "a.md")
    assert doubts.tell("notes", "b.md")
    now += GRACE_SECONDS / 2
    assert not doubts.tell("notes", "a.md")
    assert doubts.tell("notes", "b.md")


def test_a_doubt_that_is_told_again_and_again_is_not_new() -> None:
    now = 0.0
    doubts = Doubts(lambda *_: None, lambda: now)
    doubts.tell("notes", "a.md")
    for _ in range(10):
        now += 59
        assert not doubts.tell("notes", "a.md")


def test_a_doubt_after_a_long_while_is_another_one() -> None:
    told: list[str] = []
    now = 0.0
    doubts = Doubts(lambda _, path: told.append(path), lambda: now)
    doubts.tell("notes", "a.md")
    now = 61.0
    assert doubts.tell("notes", "a.md")
    assert told == ["a.md", "a.md"]
    now += GRACE_SECONDS
    assert not doubts.tell("notes", "a.md")

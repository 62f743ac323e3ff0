from __future__ import annotations

from vaultbrain.indexer.doubts import GRACE_SECONDS, QUIET_SECONDS, Doubts

OLD, NEW = b"1" * 32, b"2" * 32


def test_the_same_doubt_is_not_told_again_at_once() -> None:
    told: list[tuple[str, str]] = []
    now = 0.0
    doubts = Doubts(lambda source, path: told.append((source, path)), lambda: now)
    doubts.tell("notes", "a.md", OLD)
    doubts.tell("notes", "a.md", OLD)
    doubts.tell("other", "a.md", OLD)
    assert told == [("notes", "a.md"), ("other", "a.md")]
    now = QUIET_SECONDS
    doubts.tell("notes", "a.md", OLD)
    assert len(told) == 3


def test_what_is_remembered_is_bounded() -> None:
    told: list[str] = []
    doubts = Doubts(lambda _, path: told.append(path), lambda: 0.0)
    for number in range(2500):
        doubts.tell("notes", f"{number}.md", OLD)
    assert len(told) == 2500
    assert len(doubts._told) <= 1000


def test_a_doubt_is_new_for_as_long_as_the_indexer_may_need() -> None:
    now = 100.0
    doubts = Doubts(lambda *_: None, lambda: now)
    assert GRACE_SECONDS == 1.0
    assert doubts.tell("notes", "a.md", OLD)
    now += GRACE_SECONDS / 2
    assert doubts.tell("notes", "a.md", OLD)
    assert doubts.tell("notes", "b.md", OLD)
    now += GRACE_SECONDS / 2
    assert not doubts.tell("notes", "a.md", OLD)
    assert doubts.tell("notes", "b.md", OLD)


def test_a_note_that_was_indexed_since_is_another_doubt() -> None:
    """Saved again and again, it is doubted again and again, each time of another text."""
    told: list[str] = []
    now = 0.0
    doubts = Doubts(lambda _, path: told.append(path), lambda: now)
    assert doubts.tell("notes", "a.md", OLD)
    now = GRACE_SECONDS
    assert not doubts.tell("notes", "a.md", OLD)
    assert doubts.tell("notes", "a.md", NEW)
    assert told == ["a.md", "a.md"]
    now += GRACE_SECONDS
    assert not doubts.tell("notes", "a.md", NEW)


def test_a_doubt_that_is_told_again_and_again_is_not_new() -> None:
    now = 0.0
    doubts = Doubts(lambda *_: None, lambda: now)
    doubts.tell("notes", "a.md", OLD)
    for _ in range(10):
        now += 59
        assert not doubts.tell("notes", "a.md", OLD)


def test_a_doubt_after_a_long_while_is_another_one() -> None:
    told: list[str] = []
    now = 0.0
    doubts = Doubts(lambda _, path: told.append(path), lambda: now)
    doubts.tell("notes", "a.md", OLD)
    now = 60.0
    assert not doubts.tell("notes", "a.md", OLD)
    now += 60.1
    assert doubts.tell("notes", "a.md", OLD)
    assert told == ["a.md", "a.md", "a.md"]
    now += GRACE_SECONDS
    assert not doubts.tell("notes", "a.md", OLD)

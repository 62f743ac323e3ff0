from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.house import readers
from vaultbrain.errors import StoreError
from vaultbrain.indexer.guard import (
    DELETION_WINDOW,
    FEW,
    HOLD_SECONDS,
    SAMPLE,
    Guard,
    Presence,
    Ruling,
)
from vaultbrain.sources.folder import FolderSource, Identity
from vaultbrain.store.notes import Known
from vaultbrain.store.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Scene:
    """A vault, what is remembered of it, and clocks in the test's hand."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root = folder, folder / "vault"
        self.root.mkdir()
        self.source = FolderSource("notes", self.root, ["*.md"], most_bytes=readers().most_bytes)
        self.state = State(folder / "state.db", folder / "backups")
        self.known: dict[str, Known] = {}
        self.now, self.wall = 100.0, 1_000_000.0
        self.start()

    def start(self) -> None:
        self.guard = Guard(self.state, lambda: self.now, lambda: self.wall)

    def write(self, name: str, text: str) -> None:
        file = self.root / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def learn(self) -> None:
        """As the indexer does after a whole look."""
        entries = self.source.scan().entries
        self.known = {
            path: Known(
                number,
                path,
                hashlib.sha256((self.root / path).read_bytes()).digest(),
                signature,
                0,
                "recipe",
            )
            for number, (path, signature) in enumerate(entries.items())
        }
        identity = self.source.identity()
        assert identity is not None
        sample = [(path, at.sha256) for path, at in self.known.items()][:SAMPLE]
        self.guard.remember("notes", identity, sample)

    def present(self) -> Presence:
        identity = self.source.identity()
        scan = self.source.scan()
        return self.guard.recognize(self.source, identity, scan, self.known)

    def replace(self) -> None:
        """Put another, empty folder in the place of the vault."""
        self.root.rename(self.folder / f"away{len(list(self.folder.iterdir()))}")
        self.root.mkdir()


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    yield scene
    scene.state.close()


def fill(scene: Scene, count: int, words: str = "note") -> None:
    for number in range(count):
        scene.write(f"{words}{number}", f"{words} {number}")


# Which folder is it


def test_what_is_not_known_yet_is_the_vault(scene: Scene) -> None:
    fill(scene, 3)
    assert scene.present() is Presence.HERE
    assert not scene.guard.is_known("notes", scene.source.identity())
    scene.learn()
    assert scene.guard.is_known("notes", scene.source.identity())
    assert not scene.guard.is_known("notes", None)
    assert not scene.guard.is_known("notes", Identity(1, 2))
    assert scene.present() is Presence.HERE


def test_no_folder_and_an_empty_other_one_are_away(scene: Scene) -> None:
    fill(scene, 3)
    scene.learn()
    scene.replace()
    assert scene.present() is Presence.AWAY
    scene.root.rmdir()
    assert scene.present() is Presence.AWAY


def test_the_same_folder_emptied_is_here(scene: Scene) -> None:
    fill(scene, 3)
    scene.learn()
    for file in scene.root.iterdir():
        file.unlink()
    assert scene.present() is Presence.HERE


def test_a_copy_of_half_the_notes_is_adopted_and_put_down(scene: Scene) -> None:
    fill(scene, 10)
    scene.learn()
    old = scene.root.with_name("old")
    scene.root.rename(old)
    shutil.copytree(old, scene.root)
    for number in range(5):
        scene.write(f"note{number}", "edited")
    assert scene.present() is Presence.HERE
    assert [(act.kind, act.source, act.notes) for act in scene.state.acts(9)] == [
        ("adopt", "notes", 10)
    ]


def test_other_notes_at_the_same_path_replace_the_vault(scene: Scene) -> None:
    fill(scene, 10)
    scene.learn()
    scene.replace()
    fill(scene, 10)  # the same names
    for number in range(6):
        scene.write(f"note{number}", "of somebody else")
    for number in range(20):
        scene.write(f"other{number}", f"other {number}")
    assert scene.present() is Presence.REPLACED
    assert scene.state.acts(9) == []


def test_without_an_index_the_sample_tells(scene: Scene) -> None:
    fill(scene, 10)
    scene.learn()
    scene.known = {}
    assert scene.present() is Presence.HERE
    scene.replace()
    fill(scene, 10, "other")
    assert scene.present() is Presence.REPLACED


def test_an_equal_device_and_inode_prove_little(scene: Scene) -> None:
    """As of two ext4 volumes mounted at the same place one after the other."""
    fill(scene, FEW)
    scene.learn()
    for file in scene.root.iterdir():
        file.unlink()
    fill(scene, 20, "other")
    assert scene.present() is Presence.REPLACED
    scene.write("note0", "note 0")
    assert scene.present() is Presence.HERE


def test_a_vault_whose_notes_were_all_moved_about_is_the_same(scene: Scene) -> None:
    fill(scene, 20)
    scene.learn()
    for file in list(scene.root.iterdir()):
        target = scene.root / "archive" / file.name
        target.parent.mkdir(exist_ok=True)
        file.rename(target)
    assert scene.present() is Presence.HERE


def test_a_few_notes_may_be_written_anew(scene: Scene) -> None:
    fill(scene, FEW - 1)
    scene.learn()
    for file in scene.root.iterdir():
        file.unlink()
    scene.write("new", "new")
    assert scene.present() is Presence.HERE


def test_notes_that_cannot_be_read_are_no_likeness(scene: Scene) -> None:
    fill(scene, 4)
    scene.learn()
    scene.replace()
    for number in range(4):
        (scene.root / f"note{number}.md").write_bytes(b"x" * (9 << 20))
    assert scene.present() is Presence.REPLACED


def test_the_user_may_say_that_this_is_the_vault(scene: Scene) -> None:
    fill(scene, 10)
    scene.learn()
    scene.replace()
    fill(scene, 3, "other")
    scene.guard.confirm("notes")
    assert scene.present() is Presence.HERE
    assert scene.guard.judge("notes", 10, 10, whole=True) is Ruling.FORGET
    assert scene.guard.settle("notes", 10)
    assert not scene.guard.settle("notes", 0)
    assert [(act.kind, act.notes) for act in scene.state.acts(9)] == [("purge", 10)]


def test_what_is_known_already_is_not_written_again(scene: Scene) -> None:
    fill(scene, 3)
    scene.learn()
    before = scene.state.seen("notes")
    scene.wall += 1000
    scene.learn()
    assert scene.state.seen("notes") == before
    scene.write("note0", "edited")
    scene.learn()
    assert scene.state.seen("notes") != before


# Deletions


def judge(scene: Scene, gone: int, total: int = 100, *, whole: bool = True) -> Ruling:
    return scene.guard.judge("notes", gone, total, whole=whole)


def test_few_are_forgotten_and_many_are_held_for_ten_minutes(scene: Scene) -> None:
    assert judge(scene, 50) is Ruling.FORGET
    scene.now += DELETION_WINDOW
    assert judge(scene, 51) is Ruling.HOLD
    assert not scene.guard.is_over("notes")
    assert judge(scene, 1, whole=False) is Ruling.LEAVE
    scene.now += HOLD_SECONDS - 1
    assert judge(scene, 51) is Ruling.HOLD
    scene.now += 1
    assert scene.guard.is_over("notes")
    assert judge(scene, 51) is Ruling.FORGET
    assert not scene.guard.is_over("notes")
    assert scene.state.held("notes") is None
    assert judge(scene, 50) is Ruling.FORGET


def test_small_batches_within_seconds_are_one_deletion(scene: Scene) -> None:
    assert judge(scene, 30, whole=False) is Ruling.FORGET
    scene.now += DELETION_WINDOW - 1
    assert judge(scene, 0, 70, whole=False) is Ruling.FORGET
    assert judge(scene, 30, 70, whole=False) is Ruling.HOLD


def test_notes_that_come_back_end_the_hold(scene: Scene) -> None:
    assert judge(scene, 60) is Ruling.HOLD
    assert judge(scene, 0) is Ruling.FORGET
    assert scene.state.held("notes") is None


def test_a_restart_neither_forgets_nor_begins_the_hold_anew(scene: Scene) -> None:
    assert judge(scene, 60) is Ruling.HOLD
    scene.wall += 400
    scene.now = 5.0
    scene.start()
    assert judge(scene, 60) is Ruling.HOLD
    scene.now += HOLD_SECONDS - 400
    assert judge(scene, 60) is Ruling.FORGET


@pytest.mark.fault(56)
def test_a_clock_that_jumps_ends_no_hold_and_makes_none_endless(scene: Scene) -> None:
    assert judge(scene, 60) is Ruling.HOLD
    scene.wall += 2 * 86_400
    assert judge(scene, 60) is Ruling.HOLD
    scene.wall -= 4 * 86_400
    scene.start()
    assert judge(scene, 60) is Ruling.HOLD
    scene.now += HOLD_SECONDS
    assert judge(scene, 60) is Ruling.FORGET


def test_a_state_that_cannot_be_written_stops_nothing(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("The disk is full.")

    fill(scene, 3)
    assert scene.present() is Presence.HERE
    for name in ("seen", "remember", "hold", "release", "record"):
        monkeypatch.setattr(State, name, refuse)
    scene.learn()
    assert scene.guard.is_known("notes", scene.source.identity())
    assert judge(scene, 60) is Ruling.HOLD
    scene.now += HOLD_SECONDS
    assert judge(scene, 60) is Ruling.FORGET
    scene.guard.confirm("notes")
    assert scene.guard.settle("notes", 1)
    assert caplog.text.count("The disk is full.") == 4


def test_another_volume_with_the_same_numbers_and_a_common_name_replaces_the_vault(
    scene: Scene,
) -> None:
    fill(scene, 40)
    scene.write("README", "of our vault")
    scene.learn()
    for file in scene.root.iterdir():
        file.unlink()
    fill(scene, 30, "other")
    scene.write("README", "of another vault")
    assert scene.present() is Presence.REPLACED


def test_no_confirmation_makes_an_empty_mount_point_a_vault(scene: Scene) -> None:
    fill(scene, 10)
    scene.learn()
    scene.replace()
    scene.guard.confirm("notes")
    assert scene.present() is Presence.AWAY
    scene.guard.withdraw("notes")
    assert not scene.guard.is_confirmed("notes")
    scene.known = {}
    scene.start()
    assert scene.present() is Presence.AWAY  # the sample in state.db tells as much


def test_trouble_is_told_until_it_ends(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(State, "hold", refuse)
        assert judge(scene, 60) is Ruling.HOLD
    assert scene.guard.trouble == "The disk is full."
    assert judge(scene, 0) is Ruling.FORGET
    assert scene.guard.trouble == ""

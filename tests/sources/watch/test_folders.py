from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.sources.watch.folders import WatchedFolders

NAMES = st.lists(st.sampled_from("abc"), max_size=4).map("/".join)
STEPS = st.lists(st.tuples(st.booleans(), NAMES, st.integers(1, 6)), max_size=40)


def test_a_folder_is_forgotten_with_all_that_is_below_it() -> None:
    folders = WatchedFolders()
    for watch, folder in enumerate(["", "a", "a/b/c", "ab", "a/b"]):
        assert folders.place(folder, watch) is None
    assert folders.place("a", 1) is None
    assert sorted(folders.drop("a")) == [1, 2, 4]
    assert folders.drop("a") == []
    assert "a/b/c" not in folders
    assert folders.folder(2) is None
    assert folders.folder(3) == "ab"
    assert sorted(folders.others({""})) == ["ab"]
    assert sorted(folders.drop("")) == [0, 3]


def test_a_watch_under_a_new_name_leaves_the_old_one() -> None:
    folders = WatchedFolders()
    folders.place("old", 1)
    folders.place("old/in", 2)
    assert folders.place("new", 1) is None
    assert folders.folder(1) == "new"
    # What was in it is still found under the old name.
    assert folders.drop("old") == [2]


def test_a_folder_with_a_new_watch_gives_back_the_old_one() -> None:
    folders = WatchedFolders()
    folders.place("a", 1)
    assert folders.place("a", 2) == 1
    assert folders.folder(1) is None
    assert folders.drop("a") == [2]


@given(STEPS)
def test_it_is_a_map_both_ways_whatever_happens(steps: list[tuple[bool, str, int]]) -> None:
    folders, model = WatchedFolders(), dict[str, int]()
    for drops, folder, watch in steps:
        if drops:
            gone = [f for f in model if not folder or f == folder or f.startswith(folder + "/")]
            assert sorted(folders.drop(folder)) == sorted(model.pop(f) for f in gone)
        else:
            displaced = model.get(folder)
            model = {f: w for f, w in model.items() if w != watch} | {folder: watch}
            assert folders.place(folder, watch) == (None if displaced == watch else displaced)
        assert len(folders) == len(model)
        assert {f: w for f, w in model.items() if folders.folder(w) == f} == model
        assert sorted(folders.others(set())) == sorted(model)

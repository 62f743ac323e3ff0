from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.indexer.reconcile import RACY_NS, is_mass_deletion, plan
from vaultbrain.records import Signature
from vaultbrain.store.notes import Known

LATER = 10**18
RECIPE = "1:gate"


def at(version: int = 0) -> Signature:
    return Signature(size=version, mtime_ns=version, ctime_ns=version, inode=1)


def known(path: str, version: int = 0, recipe: str = RECIPE, checked_ns: int = LATER) -> Known:
    return Known(hash(path), path, b"", at(version), checked_ns, recipe)


def nothing_ignored(path: str) -> bool:
    del path
    return False


PATHS = st.sampled_from(["a.md", "b.md", "d/a.md", "d/b.md", "d/e/a.md", "d.md", "dx/a.md"])
DISK = st.dictionaries(PATHS, st.integers(0, 2).map(at))
MEMORY = st.dictionaries(PATHS, st.tuples(st.integers(0, 2), st.sampled_from([RECIPE, "0:old"])))


@given(DISK, MEMORY, st.sets(PATHS))
def test_carrying_out_a_plan_makes_memory_equal_the_disk(
    seen: dict[str, Signature], memory: dict[str, tuple[int, str]], ignored: set[str]
) -> None:
    seen = {path: signature for path, signature in seen.items() if path not in ignored}
    remembered = {path: known(path, *rest) for path, rest in memory.items()}
    found = plan(seen, remembered, RECIPE, ignored.__contains__)

    after = {path: (old.signature, old.recipe) for path, old in remembered.items()}
    for old in (*found.gone, *found.ignored):
        del after[old.path]
    after |= {path: (seen[path], RECIPE) for path in found.changed}
    assert after == {path: (signature, RECIPE) for path, signature in seen.items()}
    assert {old.path for old in found.ignored} <= ignored
    assert not {old.path for old in found.gone} & ignored
    # And nothing is done for nothing.
    assert not any(
        path in remembered
        and remembered[path].signature == seen[path]
        and remembered[path].recipe == RECIPE
        for path in found.changed
    )


@given(DISK, MEMORY, st.sampled_from(["", "d", "d/e"]))
def test_nothing_is_gone_where_nobody_could_look(
    seen: dict[str, Signature], memory: dict[str, tuple[int, str]], folder: str
) -> None:
    remembered = {path: known(path, *rest) for path, rest in memory.items()}
    found = plan(seen, remembered, RECIPE, nothing_ignored, [folder])
    outside = [
        path
        for path in remembered
        if path not in seen and folder and not path.startswith(folder + "/")
    ]
    assert sorted(old.path for old in found.gone) == sorted(outside)


def test_what_is_ignored_goes_even_where_nobody_could_look() -> None:
    found = plan({}, {"d/a.md": known("d/a.md")}, RECIPE, lambda _: True, ["d"])
    assert [old.path for old in found.ignored] == ["d/a.md"]
    assert not found.gone


def test_newest_first() -> None:
    seen = {"old.md": at(1), "new.md": at(9), "middle.md": at(5)}
    assert plan(seen, {}, RECIPE, nothing_ignored).changed == ("new.md", "middle.md", "old.md")


def test_a_file_checked_in_the_tick_in_which_it_changed_is_read_again() -> None:
    signature = Signature(size=1, mtime_ns=RACY_NS * 5, ctime_ns=0, inode=1)
    for checked, racy in ((RACY_NS * 6, False), (RACY_NS * 6 - 1, True), (RACY_NS * 5, True)):
        old = Known(1, "a.md", b"", signature, checked, RECIPE)
        assert bool(plan({"a.md": signature}, {"a.md": old}, RECIPE, nothing_ignored)) is racy
    younger = Signature(size=1, mtime_ns=0, ctime_ns=RACY_NS * 9, inode=1)
    old = Known(1, "a.md", b"", younger, RACY_NS * 9, RECIPE)
    assert plan({"a.md": younger}, {"a.md": old}, RECIPE, nothing_ignored).changed == ("a.md",)


def test_an_empty_plan_is_false() -> None:
    assert not plan({"a.md": at()}, {"a.md": known("a.md")}, RECIPE, nothing_ignored)
    assert plan({}, {"a.md": known("a.md")}, RECIPE, nothing_ignored)


def test_mass_deletion_needs_both_a_count_and_a_share() -> None:
    assert not is_mass_deletion(50, 50)
    assert is_mass_deletion(51, 51)
    assert is_mass_deletion(51, 250)
    assert not is_mass_deletion(51, 260)
    assert not is_mass_deletion(200, 1000)
    assert is_mass_deletion(201, 1000)

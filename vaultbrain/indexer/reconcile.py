"""What has to be done so that the index equals the folder. Pure functions over two lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from vaultbrain.records import Signature
    from vaultbrain.store.notes import Known

# A file changed within one tick of a coarse clock after it was read keeps its time stamps;
# FAT's clock ticks every two seconds. Git calls such entries racily clean.
RACY_NS = 2_000_000_000
# Deletions beyond both of these in one go are more often an accident than a wish.
GUARD_COUNT, GUARD_SHARE = 50, 0.2


class Plan(msgspec.Struct, frozen=True):
    """Paths to read, newest first; notes that are gone; notes that are now ignored."""

    changed: tuple[str, ...]
    gone: tuple[Known, ...]
    ignored: tuple[Known, ...]

    def __bool__(self) -> bool:
        return bool(self.changed or self.gone or self.ignored)


def plan(
    seen: Mapping[str, Signature],
    known: Mapping[str, Known],
    recipe: str,
    is_ignored: Callable[[str], bool],
    unlisted: Iterable[str] = (),
) -> Plan:
    """Compare what is on disk with what is remembered.

    Args:
        seen: notes on disk with their signatures.
        known: what is remembered of the same part of the vault.
        recipe: what the rows would be made with now; rows made otherwise are made anew.
        is_ignored: whether a remembered path may no longer be indexed.
        unlisted: folders that could not be listed; nothing in them counts as gone.
    """
    changed = [path for path, at in seen.items() if _differs(at, known.get(path), recipe)]
    changed.sort(key=lambda path: seen[path].mtime_ns, reverse=True)
    blind = tuple(folder + "/" if folder else "" for folder in unlisted)
    missing = [old for path, old in known.items() if path not in seen]
    ignored = [old for old in missing if is_ignored(old.path)]
    dropped = {old.path for old in ignored}
    gone = [old for old in missing if old.path not in dropped and not old.path.startswith(blind)]
    return Plan(tuple(changed), tuple(gone), tuple(ignored))


def _differs(at: Signature, old: Known | None, recipe: str) -> bool:
    if old is None or old.signature != at or old.recipe != recipe:
        return True
    return not is_settled(at, old.checked_ns)


def is_settled(at: Signature, read_ns: int) -> bool:
    """Whether a change after the file was read would have changed its signature."""
    return max(at.mtime_ns, at.ctime_ns) <= read_ns - RACY_NS


def is_mass_deletion(gone: int, known: int) -> bool:
    """Whether so many notes are gone at once that a human should look first."""
    return gone > max(GUARD_COUNT, GUARD_SHARE * known)

"""Is this folder still the vault that is known, and is it meant that so many notes are gone?

A missing volume is not a deleted vault, and neither is another volume in its place. What is known
is given up only where the folder is certainly the same one, and then with a pause where a whole
multitude vanished at once.
"""

from __future__ import annotations

import enum
import hashlib
import logging
import os
import threading
import time
from typing import TYPE_CHECKING

from vaultbrain.errors import NoteChanging, NoteUnreadable, StoreError
from vaultbrain.indexer.reconcile import is_mass_deletion
from vaultbrain.store.state import Act, Sample, Seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vaultbrain.sources.folder import FolderSource, Identity, Scan
    from vaultbrain.store.notes import Known
    from vaultbrain.store.state import State

HOLD_SECONDS = 600.0
# Deletions of one clean-up reach us in several batches; so long they count together.
DELETION_WINDOW = 10.0
# So many notes tell one vault from another, and such a share of them has to be there.
SAMPLE, ENOUGH = 32, 0.5
# A vault of fewer notes can be written anew by its owner within one look.
FEW = 8
LOG = logging.getLogger("vaultbrain.indexer")


class Presence(enum.Enum):
    """What stands at the path of a source."""

    HERE = enum.auto()  # the vault that is known, or one that is not known yet
    AWAY = enum.auto()  # nothing, or the empty folder that a volume was mounted on
    REPLACED = enum.auto()  # a folder of other notes


class Ruling(enum.Enum):
    """What is to become of notes that are gone."""

    FORGET = enum.auto()
    HOLD = enum.auto()
    LEAVE = enum.auto()  # held already; a partial look changes nothing of that


class Guard:
    """Knows each source's identity and what is held back, over restarts.

    Only the indexer's thread asks; any thread may `confirm`. What was read once is known in memory,
    so it goes on where `state.db` cannot be written any more; `trouble` says why.
    """

    def __init__(
        self,
        state: State,
        clock: Callable[[], float] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Take the memory.

        Args:
            state: where it is kept.
            clock: monotonic seconds; decides how long is held, for the wall clock can jump.
            now: unix seconds.
        """
        self._state, self._now = state, now
        self._clock = clock or (lambda: time.monotonic())  # noqa: PLW0108 - looked up at each call
        self._seen: dict[str, Seen | None] = {}
        self._since: dict[str, float | None] = {}
        self._recent: dict[str, tuple[float, int]] = {}
        self._confirmed: set[str] = set()
        self._lock = threading.Lock()
        self.trouble = ""

    # Identity

    def is_known(self, source: str, identity: Identity | None) -> bool:
        """Whether this is certainly the folder that was looked through last."""
        seen = self._known(source)
        return (
            identity is not None
            and seen is not None
            and (seen.device, seen.inode) == (identity.device, identity.inode)
        )

    def recognize(
        self,
        source: FolderSource,
        identity: Identity | None,
        scan: Scan,
        known: Mapping[str, Known],
    ) -> Presence:
        """What stands at the path now.

        Device and inode alone prove little: they change with every mount of some file systems,
        and every ext4 volume has the same root inode. So where they differ, or where nothing of
        what is known is left, notes are compared.

        Args:
            source: the folder.
            identity: its own, taken before the scan.
            scan: everything in it.
            known: what the index remembers of it; where the index is new, `state.db` has a sample.
        """
        if identity is None:
            return Presence.AWAY
        seen = self._known(source.id)
        expected = {path: at.sha256 for path, at in known.items()} or _sampled(seen, scan)
        is_same = self.is_known(source.id, identity)
        if expected and not scan.entries and not is_same:
            return Presence.AWAY  # whatever was confirmed: this is where a volume was mounted
        if seen is None or not expected or self.is_confirmed(source.id):
            return Presence.HERE
        if self._is_the_vault(source, scan, expected, known, is_same=is_same):
            if not is_same:
                self._record("adopt", source.id, len(expected))
            return Presence.HERE
        return Presence.REPLACED

    def _is_the_vault(
        self,
        source: FolderSource,
        scan: Scan,
        expected: Mapping[str, bytes],
        known: Mapping[str, Known],
        *,
        is_same: bool,
    ) -> bool:
        """Whether what is there are the notes that are expected; `is_same` of device and inode."""
        few = not scan.entries or len(expected) < FEW
        if is_same and (few or _overlap(scan, expected) >= ENOUGH):
            return True
        share = _resemblance(source, scan, expected, known)
        return share >= ENOUGH or (is_same and share > 0)

    def remember(
        self, source: str, identity: Identity, sample: Iterable[tuple[str, bytes]]
    ) -> None:
        """Keep what the vault looks like, after it was looked through."""
        notes = tuple(Sample(_name(path), sha256) for path, sha256 in sample)
        seen = self._known(source)
        at = (identity.device, identity.inode, notes)
        if seen is None or (seen.device, seen.inode, seen.sample) != at:
            made = Seen(identity.device, identity.inode, int(self._now()), notes)
            self._seen[source] = made
            self._keep(lambda: self._state.remember(source, made))

    # Deletions

    def judge(self, source: str, gone: int, total: int, *, whole: bool) -> Ruling:
        """Decide about `gone` of the `total` notes of a source, after a whole or partial look."""
        at = self._clock()
        if whole and self.is_confirmed(source):
            return self._forget(source, at, 0)
        since = self._held_since(source)
        if since is not None and not whole:
            return Ruling.LEAVE  # one by one they would all slip past; no answer shows them
        began, before = self._recent.get(source, (at, 0))
        recent = before if at - began < DELETION_WINDOW else 0
        if is_mass_deletion(gone + recent, total + recent):
            if since is None:
                since = self._since[source] = at
                self._keep(lambda: self._state.hold(source, int(self._now()), gone))
            if at - since < HOLD_SECONDS:
                return Ruling.HOLD
            return self._forget(source, at, 0)  # these are no reason to hold back the next
        return self._forget(source, at if gone else began, recent + gone)

    def is_over(self, source: str) -> bool:
        """Whether held notes were held long enough."""
        since = self._held_since(source)
        return since is not None and self._clock() - since >= HOLD_SECONDS

    def confirm(self, source: str) -> None:
        """The user says that what is there is the vault, and what is gone is meant to be gone."""
        with self._lock:
            self._confirmed.add(source)

    def is_confirmed(self, source: str) -> bool:
        """Whether the user has said so, and it is not done yet."""
        with self._lock:
            return source in self._confirmed

    def withdraw(self, source: str) -> None:
        """Nothing is confirmed any more."""
        with self._lock:
            self._confirmed.discard(source)

    def settle(self, source: str, forgotten: int) -> bool:
        """End what was confirmed; whether anything was."""
        with self._lock:
            confirmed = source in self._confirmed
            self._confirmed.discard(source)
        if confirmed:
            self._record("purge", source, forgotten)
        return confirmed

    def _known(self, source: str) -> Seen | None:
        if source not in self._seen:
            self._seen[source] = self._state.seen(source)
        return self._seen[source]

    def _forget(self, source: str, at: float, recent: int) -> Ruling:
        if self._held_since(source) is not None:
            self._since[source] = None
            self._keep(lambda: self._state.release(source))
        self._recent[source] = (at, recent)
        return Ruling.FORGET

    def _held_since(self, source: str) -> float | None:
        """When the hold began, on the monotonic clock; one of an earlier process goes on."""
        if source not in self._since:
            held = self._state.held(source)
            passed = min(max(self._now() - held.since, 0.0), HOLD_SECONDS) if held else 0.0
            self._since[source] = self._clock() - passed if held else None
        return self._since[source]

    def _record(self, kind: str, source: str, notes: int) -> None:
        act = Act(int(self._now()), kind, source, notes)
        self._keep(lambda: self._state.record(act))

    def _keep(self, write: Callable[[], object]) -> None:
        try:
            write()
            self.trouble = ""
        except StoreError as error:
            LOG.warning("state.db could not be written: %s", error.message)
            self.trouble = error.message


def _name(path: str) -> str:
    """What stands for a path in `state.db`, which must not tell of notes that are forgotten."""
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:32]


def _sampled(seen: Seen | None, scan: Scan) -> dict[str, bytes]:
    """The sample by path; by its hash where nothing is at that path now."""
    if seen is None:
        return {}
    paths = {_name(path): path for path in scan.entries}
    return {paths.get(at.path, at.path): at.sha256 for at in seen.sample}


def _overlap(scan: Scan, expected: Mapping[str, bytes]) -> float:
    """The share of common names in the smaller of what is there and what is known."""
    common = scan.entries.keys() & expected.keys()
    return len(common) / min(len(scan.entries), len(expected))


def _resemblance(
    source: FolderSource, scan: Scan, expected: Mapping[str, bytes], known: Mapping[str, Known]
) -> float:
    """The larger share: of what is known that is still there, or of what is there that is known.

    The second one is that of a vault whose notes were moved about, or of a part of it.
    """
    texts = frozenset(expected.values())
    there = _spread(sorted(expected))
    found = sum(_sha256(source, scan, path, known) == expected[path] for path in there)
    ours = _spread(sorted(scan.entries))
    familiar = sum(_sha256(source, scan, path, known) in texts for path in ours)
    return max(found / len(there), familiar / len(ours))


def _spread(paths: Sequence[str]) -> Sequence[str]:
    """At most 32 of some paths, evenly from all over the vault."""
    return paths[:: max(1, -(-len(paths) // SAMPLE))]


def _sha256(
    source: FolderSource, scan: Scan, path: str, known: Mapping[str, Known]
) -> bytes | None:
    signature, old = scan.entries.get(path), known.get(path)
    if signature is None:
        return None
    if old is not None and old.signature == signature:
        return old.sha256
    try:
        raw, _ = source.read(path)
    except (NoteUnreadable, NoteChanging):
        return None
    return hashlib.sha256(raw).digest()

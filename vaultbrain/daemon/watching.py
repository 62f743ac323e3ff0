"""A watch on every source, and a look through it wherever events cannot be relied on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from vaultbrain.sources import mounts
from vaultbrain.sources.watch import Watcher

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from vaultbrain.sources.folder import FolderSource, Identity
    from vaultbrain.sources.watch import Hints

LOG = logging.getLogger("vaultbrain.supervisor")
RESCAN_SECONDS = 600.0
# Where changes may not be reported, looking often is all that is left.
OFTEN_SECONDS = 60.0
# A watch that ended is begun anew; one that could not begin needs the user, so there is no hurry.
REVIVE_SECONDS = 5.0
BEAT_SECONDS = 30.0


Make = Callable[["FolderSource", Callable[[str, str], None], "Path"], "Watcher"]


class Watched:
    """One source: its watch, and when it was last looked through."""

    def __init__(
        self,
        source: FolderSource,
        hints: Hints,
        pulse: Path,
        make: Make,
    ) -> None:
        self._source, self._hints, self._pulse, self._make = source, hints, pulse, make
        self._watch: Watcher | None = None
        self._identity: Identity | None = None
        self._mounts: int | None = None
        self._kinds: frozenset[str] = frozenset()
        self._looked_at: float | None = None
        self._tried_at = float("-inf")
        self._beaten_at = 0.0

    @property
    def watching(self) -> bool:
        """Whether changes are heard at once."""
        return self._watch is not None and self._watch.alive

    @property
    def unwatched(self) -> int:
        """How many folders the system would not let us watch."""
        return self._watch.shortfall if self._watch is not None else 0

    def tick(self, now: float, *, doubt: bool, mounted: bool) -> None:
        """Look at it once.

        Args:
            now: monotonic seconds.
            doubt: whether events may have been lost for everybody.
            mounted: whether the system's table of mounts has changed.
        """
        reason = self._reason(now, mounted=mounted)
        if reason is not None:
            self._begin_anew(now, reason)
        elif doubt or now - (self._looked_at or 0) >= self._pause():
            self._look_through(now)

    def stop(self) -> None:
        """End the watch."""
        if self._watch is not None:
            self._watch.stop()
            self._watch = None

    def _reason(self, now: float, *, mounted: bool) -> str | None:
        """Why the watch has to be begun anew, or None."""
        before = (self._identity, self._mounts)
        self._identity = self._source.identity()
        if mounted or self._looked_at is None:
            self._mounts = mounts.fingerprint(self._source.root)
        if self._looked_at is None:
            return "first"
        if before != (self._identity, self._mounts):
            return "it is another folder, or another volume, than before"
        if self._identity is None:
            return None
        if not self.watching:
            pause = REVIVE_SECONDS if self._watch is not None else OFTEN_SECONDS
            return "it had ended" if now - self._tried_at >= pause else None
        return self._fault(now)

    def _fault(self, now: float) -> str | None:
        assert self._watch is not None  # noqa: S101 - asked only while watching
        if self._watch.outdated and now - self._tried_at >= REVIVE_SECONDS:
            return "other folders are wanted"
        if now - self._beaten_at >= BEAT_SECONDS:
            self._beaten_at = now
            if not self._watch.beat(now):
                return "it was deaf"
        return None

    def _begin_anew(self, now: float, reason: str) -> None:
        """Scan, watch, scan: what appears before its watch is found by the second scan."""
        began = self._looked_at is not None
        self._tried_at = self._beaten_at = now
        self.stop()
        if self._identity is not None:
            if began:
                LOG.info("the watch of source %s begins anew: %s", self._source.id, reason)
            self._kinds = mounts.kinds(self._source.root)
            self._try()
        self._look_through(now)

    def _try(self) -> None:
        watch = self._make(self._source, self._hints.hear, self._pulse)
        try:
            watch.start()
        except OSError as error:
            LOG.warning("source %s cannot be watched: %s", self._source.id, error.strerror)
            return
        self._watch = watch

    def _look_through(self, now: float) -> None:
        self._looked_at = now
        self._hints.put(self._source.id, "")

    def _pause(self) -> float:
        blind = (
            not self.watching
            or self.unwatched
            or any(map(mounts.needs_frequent_looks, self._kinds))
        )
        return OFTEN_SECONDS if blind else RESCAN_SECONDS


def make_watcher(source: FolderSource, put: Callable[[str, str], None], pulse: Path) -> Watcher:
    """The watcher of a source; folders that are not indexed are not watched either."""
    source.renew_rules()  # they may be the reason why a watch begins anew
    return Watcher(
        source.id,
        source.root,
        put,
        wants=lambda path: not source.rules.ignores_folder(path),
        pulse=pulse,
    )


class Watching:
    """The watches of all sources."""

    def __init__(
        self,
        sources: Mapping[str, FolderSource],
        hints: Hints,
        run_dir: Path,
        make: Make = make_watcher,
    ) -> None:
        """Take the collaborators.

        Args:
            sources: by their ids.
            hints: told of what changed, or may have.
            run_dir: the private folder in which each watch has one of its own to be touched.
            make: makes the watch of a source.
        """
        self._table = mounts.MountTable()
        self._watched = {
            name: Watched(source, hints, run_dir / f"pulse-{name}", make)
            for name, source in sources.items()
        }

    def tick(self, now: float, *, doubt: bool) -> None:
        """Look at each once; `now` is monotonic."""
        mounted = self._table.changed()
        for watched in self._watched.values():
            watched.tick(now, doubt=doubt, mounted=mounted)

    def stop(self) -> None:
        """End every watch."""
        for watched in self._watched.values():
            watched.stop()
        self._table.close()

    def watching(self, source: str) -> bool:
        """Whether changes of a source are heard at once."""
        return self._watched[source].watching

    def unwatched(self, source: str) -> int:
        """How many of its folders the system would not let us watch."""
        return self._watched[source].unwatched

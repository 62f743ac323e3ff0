"""Which watch stands on which folder."""

from __future__ import annotations


class WatchedFolders:
    """One watch for each folder and one folder for each watch; "" is the root.

    A watch is known to the kernel by a number and follows its folder wherever that is moved, so
    a watch may turn up under a new name before we hear that it left the old one.
    """

    def __init__(self) -> None:
        self._watches: dict[str, int] = {}
        self._folders: dict[int, str] = {}
        # Also through folders that have no watch of their own.
        self._below: dict[str, set[str]] = {}

    def __len__(self) -> int:
        return len(self._watches)

    def __contains__(self, folder: str) -> bool:
        return folder in self._watches

    def folder(self, watch: int) -> str | None:
        """The folder that a watch stands on, or None for a watch that was dropped."""
        return self._folders.get(watch)

    def place(self, folder: str, watch: int) -> int | None:
        """Say that a watch stands on a folder; returns the other watch that stood there before."""
        elsewhere = self._folders.get(watch)
        if elsewhere == folder:
            return None
        if elsewhere is not None:
            del self._watches[elsewhere]
        displaced = self._watches.get(folder)
        if displaced is not None:
            del self._folders[displaced]
        self._watches[folder], self._folders[watch] = watch, folder
        self._link(folder)
        return displaced

    def drop(self, folder: str) -> list[int]:
        """Forget a folder and all that is below it; returns the watches that stood there."""
        dropped: list[int] = []
        pending = [folder]
        while pending:
            name = pending.pop()
            pending.extend(self._below.pop(name, ()))
            watch = self._watches.pop(name, None)
            if watch is not None:
                del self._folders[watch]
                dropped.append(watch)
        if folder:
            self._below.get(_parent(folder), set()).discard(folder)
        return dropped

    def others(self, than: set[str]) -> list[str]:
        """The watched folders that are not among these."""
        return [folder for folder in self._watches if folder not in than]

    def _link(self, folder: str) -> None:
        while folder:
            siblings = self._below.setdefault(_parent(folder), set())
            if folder in siblings:
                return
            siblings.add(folder)
            folder = _parent(folder)


def _parent(folder: str) -> str:
    return folder.rpartition("/")[0]

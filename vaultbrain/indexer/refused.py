"""Files that could not be read, so that the same bytes are not read in vain at every look."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from vaultbrain.indexer import reconcile

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from vaultbrain.records import Signature

# What was at fault may have been the moment: memory was short, or a process could not be started.
_TRIED_AGAIN_SECONDS = 86_400.0


class Refused:
    """Those of one source, as they were when they were refused.

    What is forgotten here is read again, and then told again if it is still refused.
    """

    def __init__(self) -> None:
        self._signatures: dict[str, Signature] = {}
        self._since = time.monotonic()

    def add(self, path: str, signature: Signature | None) -> None:
        """Remember a file; not one that could not be opened, or could change without being seen."""
        if signature is not None and reconcile.is_settled(signature, time.time_ns()):
            self._signatures[path] = signature

    def holds(self, path: str, signature: Signature) -> bool:
        """Whether a file is the one that was refused."""
        return self._signatures.get(path) == signature

    def keep(self, seen: Container[str]) -> None:
        """After a look through everything: forget files whose problem went with them.

        Once a day that is all of them.
        """
        if time.monotonic() - self._since >= _TRIED_AGAIN_SECONDS:
            self.clear()
        self._signatures = {path: at for path, at in self._signatures.items() if path in seen}

    def drop(self, paths: Iterable[str]) -> None:
        """Forget single files."""
        for path in paths:
            self._signatures.pop(path, None)

    def clear(self) -> None:
        """Forget all."""
        self._signatures.clear()
        self._since = time.monotonic()

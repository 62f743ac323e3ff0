"""Files that took long to read are kept for who asks again: for the next lines, the next proof."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultbrain.search.current import Current

# Under this a file is read as quickly as it is asked for; most notes take a few milliseconds.
SLOW_SECONDS = 0.1
# A book of 1,000 pages has 3 million characters. What is kept takes a few times as many bytes.
_MOST_FILES, _MOST_CHARACTERS = 4, 4_000_000


class Kept:
    """A few files, the last ones asked for, by source, path and hash. Shared by threads."""

    def __init__(self) -> None:
        self._files: dict[tuple[str, str, bytes], Current] = {}
        self._lock = threading.Lock()

    def find(self, source: str, path: str, sha256: bytes) -> Current | None:
        """A file as it was read when it had these bytes."""
        with self._lock:
            found = self._files.pop((source, path, sha256), None)
            if found is not None:
                self._files[source, path, sha256] = found  # the last one asked for
        return found

    def add(self, source: str, file: Current) -> None:
        """Keep a file, and as many others as there is room for."""
        with self._lock:
            self._files[source, file.path, file.sha256] = file
            while len(self._files) > _MOST_FILES or self._size() > _MOST_CHARACTERS:
                del self._files[next(iter(self._files))]

    def _size(self) -> int:
        return sum(len(file.text) for file in self._files.values())

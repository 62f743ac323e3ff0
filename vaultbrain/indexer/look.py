"""What single paths of a source are now: notes, folders of notes, nothing, or out of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.records import Signature
    from vaultbrain.sources.folder import FolderSource


class Looked(msgspec.Struct, frozen=True):
    """What was found.

    `missing` paths hold no note that may be indexed. Of what is in `unlisted` folders, and of
    what is at or below `hidden` paths, nothing can be said.
    """

    seen: dict[str, Signature]
    missing: tuple[str, ...]
    hidden: tuple[str, ...]
    unlisted: tuple[str, ...]


def look(source: FolderSource, paths: Sequence[str]) -> Looked:
    """Look at single files and folders of a source."""
    seen: dict[str, Signature] = {}
    missing: list[str] = []
    hidden: list[str] = []
    unlisted: list[str] = []
    for path in paths:
        if source.is_away(path):
            hidden.append(path)
            continue
        signature = source.look(path)
        if signature is not None:
            seen[path] = signature
        elif source.is_folder(path):
            scan = source.scan(path)
            seen |= scan.entries
            unlisted += scan.unlisted
        elif source.what_is_at(path) == "hidden":
            hidden.append(path)
        else:
            missing.append(path)
    return Looked(seen, tuple(missing), tuple(hidden), tuple(unlisted))

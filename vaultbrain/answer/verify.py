"""No quote leaves the house that does not stand in the file now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.errors import BlockedByGate, NoteChanging, NoteUnreadable
from vaultbrain.records import Citation
from vaultbrain.search.current import find_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.answer.extract import Sentence
    from vaultbrain.search.current import Current, Vault
    from vaultbrain.search.results import Ranked


def verify(sentences: Sequence[Sentence], ranked: Sequence[Ranked], vault: Vault) -> list[Citation]:
    """Citations for the sentences whose quote stands in the cleaned file now, in order.

    A sentence whose file is gone, unreadable or changed is dropped. Each file is read once.
    """
    read: dict[tuple[str, str], Current | None] = {}
    citations: list[Citation] = []
    for sentence in sentences:
        passage, place = ranked[sentence.rank].passage, ranked[sentence.rank].place
        if passage.place and not place.fresh:
            continue  # another file than the one it was in; reading that could take long
        key = (passage.source, passage.path)
        if key not in read:
            read[key] = _read(vault, *key)
        now = read[key]
        lines = find_lines(now.visible, sentence.quote, sentence.line) if now else None
        if now is None or lines is None:
            continue
        citations.append(
            Citation(
                n=len(citations) + 1,
                source=passage.source,
                path=passage.path,
                heading=now.heading_at(lines[0]),
                line_start=lines[0],
                line_end=lines[1],
                quote=sentence.quote,
                sha256=now.sha256.hex(),
                place=now.place_at(*lines),
            )
        )
    return citations


def _read(vault: Vault, source: str, path: str) -> Current | None:
    """The file now; None where it cannot prove anything."""
    try:
        now = vault.read(source, path)
        proves = bool(now.visible)  # the gate may refuse that, too
    except (NoteUnreadable, NoteChanging, BlockedByGate):
        return None
    return now if proves else None

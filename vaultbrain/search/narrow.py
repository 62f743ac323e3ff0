"""Which notes and passages may be found at all: decided before anything is scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vaultbrain.store import chunks, lexical

if TYPE_CHECKING:
    from vaultbrain.search.language import Asked
    from vaultbrain.store.chunks import Selection
    from vaultbrain.store.database import Connection


_EXCLUDED = "Every note that is left holds what you excluded."


class Narrowed(msgspec.Struct, frozen=True):
    """What may be found.

    `notes` are the ids of notes and `holding` those of chunks; None where all may be. `filtered`
    counts the notes that the filters leave, None without a filter; `phrase` is an FTS5 expression
    of which a passage must hold a part, or empty. `notice` says what leaves nothing, or could not
    be asked for.
    """

    notes: list[int] | None = None
    holding: frozenset[int] | None = None
    filtered: int | None = None
    phrase: str = ""
    notice: str = ""


def narrow(db: Connection, asked: Asked, where: Selection) -> Narrowed:
    """Choose by filters, required phrases and exclusions.

    A note must hold every phrase somewhere, and the passage shown holds one at least. Where no note
    does, the notice says so and the phrases are words as others: a question may quote from memory,
    or in another language. What is excluded drops the whole note, for a passage that is silent
    about it says nothing of the rest.

    Args:
        db: a reading connection.
        asked: the query.
        where: filters that were given beside it; a note must pass both.
    """
    notes = chunks.select_notes(db, where, asked.selection)
    filtered = None if notes is None else len(notes)
    if notes == []:
        return Narrowed(notes, filtered=0, notice="No note passes the filters.")
    holding, phrase, notice = None, "", ""
    if asked.phrases:
        wanted = [lexical.exactly(db, at) for at in asked.phrases]
        found = [lexical.holding(db, at) for at in wanted]
        held = set.intersection(*(set(at.values()) for at in found))
        held = held if notes is None else held.intersection(notes)
        if held:
            notes, phrase = sorted(held), " OR ".join(wanted)
            holding = frozenset(at for one in found for at, note in one.items() if note in held)
        else:
            notice = _unheld(len(asked.phrases), filtered)
    if asked.excluded:
        out = " OR ".join(lexical.exactly(db, at) for at in asked.excluded)
        dropped = set(lexical.holding(db, out).values())
        among = chunks.every_note(db) if notes is None else notes
        notes = [at for at in among if at not in dropped]
        if not notes:
            return Narrowed(notes, filtered=filtered, notice=_EXCLUDED)
    return Narrowed(notes, holding, filtered, phrase, notice)


def _unheld(phrases: int, filtered: int | None) -> str:
    """Without the phrases: they may be what must not be said, and whoever asked knows them."""
    which = "No note" if filtered is None else "No note that passes the filters"
    what = "the quoted words" if phrases == 1 else f"all {phrases} quoted phrases"
    return f"{which} holds {what} as written, so the words were looked for one by one."

"""What is asked of a search, and what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence  # noqa: TC003 - fields of records
from typing import TYPE_CHECKING, Literal

import msgspec

from vaultbrain.store.chunks import EVERY_NOTE

if TYPE_CHECKING:
    from vaultbrain.search.current import Place
    from vaultbrain.search.exact import Protection
    from vaultbrain.search.fuse import Fused
    from vaultbrain.search.language import Asked
    from vaultbrain.search.meaning import Found
    from vaultbrain.search.narrow import Narrowed
    from vaultbrain.search.query import Question
    from vaultbrain.store.chunks import Passage, Selection
    from vaultbrain.store.lexical import Scored

Mode = Literal["hybrid", "lexical", "semantic"]


class Request(msgspec.Struct, frozen=True):
    """What to look for, and where: filters given beside a text that may have filters, too.

    `noise` asks for what a question without an answer scores; it takes .2 s now and then.
    """

    text: str
    limit: int = 10
    mode: Mode = "hybrid"
    where: Selection = EVERY_NOTE
    fusion: Literal["convex", "rrf"] = "convex"
    noise: bool = False


class Ranked(msgspec.Struct, frozen=True):
    """A passage found, where it stands now, and why it was found."""

    passage: Passage
    place: Place
    fused: Fused


class Legs(msgspec.Struct, frozen=True):
    """What each leg found and both together, best first, before anything was put first.

    `protected` says of chunks that were, for which reason.
    """

    words: Sequence[Scored] = ()
    meaning: Sequence[Scored] = ()
    fused: Sequence[Fused] = ()
    protected: Mapping[int, Protection] = {}


class Results(msgspec.Struct, frozen=True):
    """What a search found.

    `coverage` is the share of the question that the best passages hold; `meaning` is there where a
    model was asked; `notice` says in plain words what the search could not do.
    """

    question: Question
    ranked: tuple[Ranked, ...]
    coverage: float
    meaning: Found | None
    notice: str
    asked: Asked
    narrowed: Narrowed
    legs: Legs = Legs()
